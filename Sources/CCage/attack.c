/* attack.c - what a taken-over codec process might try. */

#ifdef DEBUG

#define _GNU_SOURCE

#include "Attack.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int outcome(long result) {
    return result < 0 ? -errno : 0;
}

static int open_file(const char *path, int flags) {
    char byte;
    int file = open(path, flags | O_CLOEXEC, 0600);
    int failed = outcome(file);

    if (failed == 0 && !(flags & O_CREAT) && read(file, &byte, 1) != 1) {
        failed = -EIO;
    }
    if (file >= 0) {
        close(file);
    }
    return failed;
}

/* Connects to a port of the loopback, or binds one. */
static int use_tcp(int port, int binds) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int failed = outcome(end);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (failed == 0) {
        failed = outcome(binds ? bind(end, (const struct sockaddr *)&address, sizeof address)
                               : connect(end, (const struct sockaddr *)&address, sizeof address));
    }
    if (end >= 0) {
        close(end);
    }
    return failed;
}

static int make_socket(int domain) {
    int end = socket(domain, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    if (end >= 0) {
        close(end);
    }
    return outcome(end);
}

static int start_program(void) {
    char *const arguments[] = {(char *)"true", NULL};

    return outcome(execv("/bin/true", arguments));
}

static int start_process(void) {
    pid_t child = fork();

    if (child == 0) {
        _exit(0);
    }
    return outcome(child);
}

static int grow(int file) {
    static const char bytes[65536];

    while (write(file, bytes, sizeof bytes) > 0) {
    }
    return -errno;
}

static int allocate(void) {
    const size_t step = 1 << 20;

    while (1) {
        char *more = malloc(step);

        if (more == NULL) {
            return -ENOMEM;
        }
        memset(more, 1, step);
    }
}

/* For so many seconds, or for ever; it ends with a code of its own. */
static int spin(int seconds) {
    const time_t end = time(NULL) + seconds;

    while (seconds <= 0 || time(NULL) < end) {
    }
    _exit(9);
}

static int core_limit(void) {
    struct rlimit both;

    return getrlimit(RLIMIT_CORE, &both) == 0 ? (int)both.rlim_max : -errno;
}

static int raise_limit(void) {
    const struct rlimit both = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};

    return outcome(setrlimit(RLIMIT_FSIZE, &both));
}

static int count_descriptors(void) {
    int count = 0;

    for (int number = 0; number < 1024; number++) {
        count += fcntl(number, F_GETFD) >= 0;
    }
    return count;
}

static int duplicate(void) {
    while (dup(0) >= 0) {
    }
    return -errno;
}

static void *do_nothing(void *context) {
    return context;
}

static int run_thread(void) {
    pthread_t thread;
    int failed = pthread_create(&thread, NULL, do_nothing, NULL);

    return failed == 0 ? -pthread_join(thread, NULL) : -failed;
}

static void *wait_for_end(void *context) {
    (void)context;
    while (1) {
        sleep(3600);
    }
    return NULL;
}

/* Each with the least stack, so that memory is not what ends it. */
static int run_threads(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    int failed = 0;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    while (failed == 0) {
        failed = pthread_create(&thread, &attributes, wait_for_end, NULL);
    }
    return -failed;
}

int cage_attack(CageAttack attack, int32_t argument, int32_t descriptor) {
    struct stat status;

    switch (attack) {
    case CageAttackOpenFile:
        return open_file("/etc/passwd", O_RDONLY);
    case CageAttackMakeFile:
        return open_file("/tmp/pushmedia-attack", O_WRONLY | O_CREAT);
    case CageAttackTruncateFile:
        return outcome(truncate("/tmp/pushmedia-attack", 0));
    case CageAttackConnect:
        return use_tcp(argument, 0);
    case CageAttackBind:
        return use_tcp(0, 1);
    case CageAttackUDP:
        return make_socket(AF_INET);
    case CageAttackUnixSocket:
        return make_socket(AF_UNIX);
    case CageAttackExec:
        return start_program();
    case CageAttackFork:
        return start_process();
    case CageAttackClone3:
        return outcome(syscall(SYS_clone3, NULL, 0));
    case CageAttackTrace:
        return outcome(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
    case CageAttackMount:
        return outcome(mount("none", "/mnt", "tmpfs", 0, NULL));
    case CageAttackSignal:
        return outcome(kill(argument, 0));
    case CageAttackSignalThread:
        return outcome(syscall(SYS_tgkill, argument, argument, 0));
    case CageAttackStat:
        return outcome(stat("/etc/passwd", &status));
    case CageAttackControl:
        return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
    case CageAttackSetFlags:
        return outcome(fcntl(0, F_SETFL, O_ASYNC));
    case CageAttackRaiseLimit:
        return raise_limit();
    case CageAttackChangeMode:
        return outcome(fchmod(descriptor, 0777));
    case CageAttackWrite:
        return outcome(write(descriptor, "x", 1));
    case CageAttackGrow:
        return grow(descriptor);
    case CageAttackAllocate:
        return allocate();
    case CageAttackSpin:
        return spin(argument);
    case CageAttackIsDumpable:
        return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    case CageAttackHasPrivileges:
        return !prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    case CageAttackCoreLimit:
        return core_limit();
    case CageAttackNice:
        return getpriority(PRIO_PROCESS, 0);
    case CageAttackDescriptors:
        return count_descriptors();
    case CageAttackDuplicate:
        return duplicate();
    case CageAttackThread:
        return run_thread();
    case CageAttackManyThreads:
        return run_threads();
    }
    return -EINVAL;
}

#endif
