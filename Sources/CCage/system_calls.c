/* system_calls.c - the system calls that media libraries need, and no others (seccomp(2), libseccomp).
 *
 * What is not listed ends the process. Where the kernel can (from 5.0), it is first told to the
 * orchestrator, which names the call and ends the process; the process itself is not asked. */

#define _GNU_SOURCE

#include "CCage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The flags of a new thread, as glibc's pthread_create gives them; anything else is another process. */
#define THREAD_FLAGS                                                                               \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |            \
     CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

/* The level of libseccomp's interface from which calls can be told to another process. */
#define LEVEL_THAT_TELLS 5

/* Own descriptors, own memory, own threads, clocks. */
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(write),
    SCMP_SYS(pwrite64), SCMP_SYS(writev), SCMP_SYS(pwritev), SCMP_SYS(lseek), SCMP_SYS(fstat),
    SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(close), SCMP_SYS(dup), SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(eventfd2),
    SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(mremap), SCMP_SYS(munmap),
    SCMP_SYS(madvise), SCMP_SYS(membarrier),
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(sched_getattr), SCMP_SYS(sched_get_priority_max), SCMP_SYS(sched_get_priority_min),
    SCMP_SYS(getcpu), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getuid),
    SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(getpriority),
    SCMP_SYS(getrlimit), SCMP_SYS(getrusage), SCMP_SYS(times), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    SCMP_SYS(getrandom), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
};

/* What libraries try without needing it: ORC opens a temporary file to keep code in, FFmpeg's decoders
 * and GLib ask who and where they are. */
static const int refused[] = {
    SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(access),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx),
    SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd), SCMP_SYS(unlink), SCMP_SYS(umask), SCMP_SYS(memfd_create), SCMP_SYS(ioctl),
    SCMP_SYS(getpeername), SCMP_SYS(getsockname), SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_setattr), SCMP_SYS(get_mempolicy), SCMP_SYS(set_mempolicy), SCMP_SYS(mbind),
};

static int add_lists(scmp_filter_ctx filter) {
    /* Its arguments lie in memory, where no filter sees them; without it glibc takes clone. */
    int failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);

    for (size_t i = 0; failed == 0 && i < sizeof allowed / sizeof *allowed; i++) {
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    }
    for (size_t i = 0; failed == 0 && i < sizeof refused / sizeof *refused; i++) {
        failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
    }
    return failed;
}

typedef struct {
    uint32_t action;
    int call;
    /* Holds where this argument has this value, or has another. */
    unsigned argument;
    enum scmp_compare compare;
    scmp_datum_t value;
} Condition;

/* Calls whose arguments decide; where no condition holds, they are not listed. */
static int add_conditions(scmp_filter_ctx filter) {
    const Condition conditions[] = {
        {SCMP_ACT_ALLOW, SCMP_SYS(clone), 0, SCMP_CMP_EQ, THREAD_FLAGS},
        /* fstat of glibc. */
        {SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 3, SCMP_CMP_EQ, AT_EMPTY_PATH},
        {SCMP_ACT_ERRNO(EPERM), SCMP_SYS(newfstatat), 3, SCMP_CMP_NE, AT_EMPTY_PATH},
        /* abort(3) and raise(3). */
        {SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 0, SCMP_CMP_EQ, (scmp_datum_t)getpid()},
        /* Limits may be read, not set. */
        {SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_CMP_EQ, 0},
        {SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_CMP_EQ, F_GETFL},
        {SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_CMP_EQ, F_GETFD},
        {SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, SCMP_CMP_EQ, PR_SET_NAME},
        {SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, SCMP_CMP_EQ, PR_GET_NAME},
        {SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, SCMP_CMP_EQ, PR_GET_DUMPABLE},
        {SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, SCMP_CMP_EQ, PR_GET_NO_NEW_PRIVS},
    };
    int failed = 0;

    for (size_t i = 0; failed == 0 && i < sizeof conditions / sizeof *conditions; i++) {
        const Condition *condition = &conditions[i];
        const struct scmp_arg_cmp comparison = {
            .arg = condition->argument,
            .op = condition->compare,
            .datum_a = condition->value,
        };

        failed = seccomp_rule_add_array(filter, condition->action, condition->call, 1, &comparison);
    }
    return failed;
}

static int set_attributes(scmp_filter_ctx filter) {
    /* A 32-bit call in a 64-bit process is nothing that our libraries do. */
    int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);

    if (failed == 0) {
        /* Older kernels would slow down all memory access of a process with a filter. */
        failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
    }
    if (failed == 0) {
        /* A binary tree instead of a list of comparisons. */
        failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    }
    return failed;
}

/* Loads the filter with what becomes of calls that are not listed. */
static int load(uint32_t otherwise, int32_t *breaches) {
    scmp_filter_ctx filter = seccomp_init(otherwise);
    int failed;

    if (filter == NULL) {
        return -ENOMEM;
    }
    failed = set_attributes(filter);
    if (failed == 0) {
        failed = add_lists(filter);
    }
    if (failed == 0) {
        failed = add_conditions(filter);
    }
    if (failed == 0) {
        failed = seccomp_load(filter);
    }
    if (failed == 0 && otherwise == SCMP_ACT_NOTIFY) {
        *breaches = seccomp_notify_fd(filter);
    }
    seccomp_release(filter);
    return failed;
}

int cage_forbid_system_calls(CageState *state) {
    int failed = -ENOSYS;

    if (seccomp_api_get() >= LEVEL_THAT_TELLS) {
        failed = load(SCMP_ACT_NOTIFY, &state->breaches);
    }
    if (failed != 0) {
        /* Also where a filter around ours has taken the one place for telling. */
        failed = load(SCMP_ACT_KILL_PROCESS, &state->breaches);
    }
    /* A kernel without filters is no error. */
    state->system_calls = failed == 0;
    return failed == -EINVAL || failed == -ENOSYS ? 0 : failed;
}

int cage_breach(int32_t breaches, int32_t *call) {
    struct seccomp_notif notification;

    memset(&notification, 0, sizeof notification);
    if (ioctl(breaches, SECCOMP_IOCTL_NOTIF_RECV, &notification) != 0) {
        return -errno;
    }
    *call = notification.data.nr;
    return 0;
}

char *cage_call_name(int32_t call) {
    return seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
}

void cage_filter_version(int32_t *version) {
    const struct scmp_version *found = seccomp_version();
    version[0] = found == NULL ? 0 : (int32_t)found->major;
    version[1] = found == NULL ? 0 : (int32_t)found->minor;
    version[2] = found == NULL ? 0 : (int32_t)found->micro;
}
