/* close.c - the cage around the codec process: its parts, in their order. */

#include "CCage.h"

#include <dirent.h>
#include <errno.h>

/* Landlock holds for the thread that asks for it, and for those that it starts later. */
static int threads_are(int wanted) {
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *entry;
    int count = 0;

    if (tasks == NULL) {
        return -errno;
    }
    while ((entry = readdir(tasks)) != NULL) {
        count += entry->d_name[0] != '.';
    }
    closedir(tasks);
    return count == wanted ? 0 : -EBUSY;
}

int cage_close(int64_t file_bytes, CageState *state) {
    int failed = threads_are(1);

    *state = (CageState){.breaches = -1};
    if (failed == 0) {
        failed = cage_give_up_privileges(file_bytes);
    }
    if (failed == 0) {
        failed = cage_forbid_files(&state->landlock);
    }
    if (failed == 0) {
        /* The last, since it forbids the calls of the others. */
        failed = cage_forbid_system_calls(state);
    }
    return failed;
}
