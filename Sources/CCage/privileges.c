/* privileges.c - what a process gives up by itself (prctl(2), setrlimit(2), setpriority(2)). */

#define _GNU_SOURCE

#include "CCage.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* So that the orchestrator, and whatever else runs here, comes first. */
#define NICENESS 5

/* The socket, the standard streams, an input and an output, and what a library duplicates. */
#define OPEN_FILES 32

static int limit(__rlimit_resource_t resource, rlim_t most) {
    const struct rlimit both = {.rlim_cur = most, .rlim_max = most};

    return setrlimit(resource, &both) == 0 ? 0 : -errno;
}

int cage_give_up_privileges(int64_t file_bytes) {
    int failed = 0;

    /* No program that it starts could gain any, and filters need it. */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return -errno;
    }
    /* Nobody but root may trace it or read its memory. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) {
        return -errno;
    }
    /* It ends with the thread that has started it, also in the middle of the work, and whatever it does. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
        return -errno;
    }
    failed = limit(RLIMIT_CORE, 0);
    if (failed == 0) {
        failed = limit(RLIMIT_NOFILE, OPEN_FILES);
    }
    if (failed == 0) {
        failed = limit(RLIMIT_FSIZE, (rlim_t)file_bytes);
    }
    /* A file that has reached its limit is an error of write(2), not the end of the process. */
    if (failed == 0 && signal(SIGXFSZ, SIG_IGN) == SIG_ERR) {
        failed = -errno;
    }
    if (failed == 0 && setpriority(PRIO_PROCESS, 0, NICENESS) != 0 && errno != EACCES) {
        /* EACCES: it was started nicer than this. */
        failed = -errno;
    }
    return failed;
}
