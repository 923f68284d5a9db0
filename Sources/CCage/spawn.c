/* spawn.c - the codec process: an exec'd child with a socket and nothing else. */

#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np */

#include "CCage.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

/* libimagequant's OpenMP would split one picture over threads and change its palette by their number;
 * glibc's arenas would keep the memory of every thread that ever ran. Perturbed by 255, glibc hands out
 * memory filled with zeros: Debian's x264 reads beyond its rows with AVX2 (mbtree), so that without it a
 * video's bytes would depend on what the process did before. Swift's runtime must not look into a crash:
 * it would take system calls that are forbidden, and hide the signal. */
static char *const environment[] = {
    "OMP_NUM_THREADS=1", "MALLOC_ARENA_MAX=2", "MALLOC_PERTURB_=255", "LC_ALL=C.UTF-8",
    "SWIFT_BACKTRACE=enable=no", NULL,
};

static int set_streams(posix_spawn_file_actions_t *actions, int child_end) {
    int failed = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);

    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDOUT_FILENO);
    }
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(actions, STDIN_FILENO, STDERR_FILENO);
    }
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(actions, child_end, CAGE_SOCKET);
    }
    if (failed == 0) {
        /* Whoever started the orchestrator may have left it descriptors without close-on-exec. */
        failed = posix_spawn_file_actions_addclosefrom_np(actions, CAGE_SOCKET + 1);
    }
    return failed;
}

/* A group of its own, so that a terminal's Ctrl-C reaches only the orchestrator; no signal blocked or
 * ignored that the orchestrator blocks or ignores. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    int failed;

    sigemptyset(&none);
    sigfillset(&all);
    failed = posix_spawnattr_setsigmask(attributes, &none);
    if (failed == 0) {
        failed = posix_spawnattr_setsigdefault(attributes, &all);
    }
    if (failed == 0) {
        failed = posix_spawnattr_setpgroup(attributes, 0);
    }
    if (failed == 0) {
        failed = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    return failed;
}

/* dup2 onto the same number would leave close-on-exec set, so the child's end must lie elsewhere. */
static int move_off_socket_number(int *end) {
    int moved;

    if (*end != CAGE_SOCKET) {
        return 0;
    }
    moved = fcntl(*end, F_DUPFD_CLOEXEC, CAGE_SOCKET + 1);
    if (moved < 0) {
        return errno;
    }
    close(*end);
    *end = moved;
    return 0;
}

int cage_spawn(const char *program, int32_t *parent_end, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char *const arguments[] = {(char *)"pushmedia-codec", NULL};
    int ends[2] = {-1, -1};
    int failed;

    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
    if (failed == 0) {
        failed = move_off_socket_number(&ends[1]);
    }
    if (failed == 0) {
        failed = set_streams(&actions, ends[1]);
    }
    if (failed == 0) {
        failed = set_attributes(&attributes);
    }
    if (failed == 0) {
        failed = posix_spawn(pid, program, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (ends[1] >= 0) {
        close(ends[1]);
    }
    if (failed != 0) {
        if (ends[0] >= 0) {
            close(ends[0]);
        }
        return -failed;
    }
    *parent_end = ends[0];
    return 0;
}
