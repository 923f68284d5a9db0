/* shim.c - counts the calls that change the file system, and at one of them does what it is told.
 *
 * Loaded by LD_PRELOAD. Calls on standard streams, pipes, sockets and files without a name do not
 * count.
 * One call is made at a time, so that the log has them in the order in which they happened.
 *
 *   FAULT_LOG    a file that gets a line a call: number, name, result, target, second target, bytes
 *   FAULT_AT     the number of the call, from 1
 *   FAULT_DOES   before, after: SIGKILL there; torn: SIGKILL when half of a write is written;
 *                once: that call fails; always: that and all that follow fail;
 *                short: from there on writes do half of what they should; stop: SIGSTOP before it
 *   FAULT_ERRNO  with what calls fail
 *   FAULT_BYTES  a name's end: what is written to such files is logged as hexadecimal digits */

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A call: what it is, what of the file system it is about, and the kernel's arguments. */
typedef struct {
    const char *name;
    long number;
    long arguments[5];
    int folder; /* of path, or the file itself where path is NULL */
    const char *path;
    int other_folder; /* of other */
    const char *other;
} Call;

typedef struct {
    long at;
    int error;
    int log;
    const char *does;
    const char *bytes;
    long count;
} Order;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static Order order = {.log = -1};

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("FAULT_LOG"), *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO");
    const char *does = getenv("FAULT_DOES");

    order.at = at ? atol(at) : 0;
    order.error = error ? atoi(error) : EIO;
    order.does = does ? does : "";
    order.bytes = getenv("FAULT_BYTES");
    if (log) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
        order.log = fcntl(file, F_DUPFD_CLOEXEC, 200);
        close(file);
    }
}

static long perform(const Call *call) {
    const long *with = call->arguments;
    return syscall(call->number, with[0], with[1], with[2], with[3], with[4]);
}

static int is(const char *does) {
    return strcmp(order.does, does) == 0;
}

/* To this thread: one to the process may be taken by another thread while this one goes on. */
static void send_signal(int signal) {
    syscall(SYS_tgkill, getpid(), gettid(), signal);
}

static int writes(const Call *call) {
    return call->number == SYS_write || call->number == SYS_pwrite64;
}

/* Whether what the call is about is a file or folder that has a name. */
static int counts(const Call *call) {
    struct stat status;

    if (call->path) {
        return 1;
    }
    return call->folder > STDERR_FILENO && fstat(call->folder, &status) == 0 &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) && status.st_nlink > 0;
}

/* Whether the kernel would let a call pass though nothing more can be written. */
static int is_spared(const Call *call) {
    struct stat status;
    int exists = call->path && fstatat(call->folder, call->path, &status, AT_SYMLINK_NOFOLLOW) == 0;
    int is_full = order.error == ENOSPC || order.error == EDQUOT;

    switch (call->number) {
    case SYS_mkdirat: return exists && order.error != EIO;
    case SYS_openat: return exists && is_full;
    case SYS_unlinkat: return is_full || (!exists && order.error == EROFS);
    case SYS_fsync:
    case SYS_fdatasync: return order.error == EROFS;
    default: return 0;
    }
}

static int fails(const Call *call) {
    if (order.at == 0 || order.count < order.at || is_spared(call)) {
        return 0;
    }
    return is("always") || (is("once") && order.count == order.at);
}

static void target(int folder, const char *path, char text[static PATH_MAX]) {
    char link[64];
    ssize_t length = 0;

    if (!path || (path[0] != '/' && folder != AT_FDCWD)) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        length = readlink(link, text, PATH_MAX - 1);
        length = length < 0 ? 0 : length;
    }
    text[length] = 0;
    if (path) {
        snprintf(text + length, PATH_MAX - (size_t)length, length > 0 ? "/%s" : "%s", path);
    }
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void note(const Call *call, long result, int error) {
    char first[PATH_MAX], second[PATH_MAX] = "", *line = NULL, *digits = NULL;
    size_t size = writes(call) && result > 0 ? (size_t)result : 0;

    if (order.log < 0) {
        return;
    }
    target(call->folder, call->path, first);
    if (call->other) {
        target(call->other_folder, call->other, second);
    }
    if (size > 0 && order.bytes && ends_with(first, order.bytes)) {
        digits = calloc(size, 2);
        for (size_t index = 0; digits && index < size * 2; index++) {
            unsigned byte = ((const unsigned char *)call->arguments[1])[index / 2];
            digits[index] = "0123456789abcdef"[index % 2 ? byte & 15 : byte >> 4];
        }
    }
    int length = asprintf(&line, "%ld\t%s\t%d\t%s\t%s\t%.*s\n", order.count, call->name,
                          result < 0 ? -error : 0, first, second, digits ? (int)size * 2 : 0,
                          digits ? digits : "");
    if (length > 0) {
        syscall(SYS_write, order.log, line, (long)length);
        free(line);
    }
    free(digits);
}

static long turn_of(const Call *call) {
    Call mine = *call;
    int before = errno, is_it = ++order.count == order.at;

    if (is_it && is("before")) {
        send_signal(SIGKILL);
    }
    if (is_it && is("stop")) {
        send_signal(SIGSTOP);
    }
    int is_torn = is_it && is("torn");
    if (writes(call) && call->arguments[2] > 1 &&
        (is_torn || (is("short") && order.count >= order.at))) {
        mine.arguments[2] /= 2;
    }
    int is_failed = fails(call);
    errno = before; /* SQLite asks for it late, so a call that succeeds must leave it alone. */
    long result = is_failed ? -1 : perform(&mine);
    int error = is_failed ? order.error : errno;
    if (is_torn || (is_it && is("after"))) {
        send_signal(SIGKILL);
    }
    note(call, result, error);
    errno = error;
    return result;
}

static long pass(Call call) {
    int before = errno, is_counted = counts(&call);

    errno = before;
    if (!is_counted) {
        return perform(&call);
    }
    pthread_mutex_lock(&turn);
    long result = turn_of(&call);
    int error = errno;
    pthread_mutex_unlock(&turn);
    errno = error;
    return result;
}

/* The calls. What only reads is passed on at once. */

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    Call call = {"open", SYS_openat, {folder, (long)path, flags, mode}, folder, path, 0, NULL};
    return (int)(flags & O_CREAT ? pass(call) : perform(&call));
}

#define MODE_OF(flags, mode)                                                                      \
    do {                                                                                          \
        va_list list;                                                                             \
        va_start(list, flags);                                                                    \
        (mode) = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                      \
        va_end(list);                                                                             \
    } while (0)

int open(const char *path, int flags, ...) {
    mode_t mode;
    MODE_OF(flags, mode);
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    mode_t mode;
    MODE_OF(flags, mode);
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode;
    MODE_OF(flags, mode);
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    mode_t mode;
    MODE_OF(flags, mode);
    return open_at(folder, path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return pass((Call){"write", SYS_write, {file, (long)bytes, (long)count}, file, NULL, 0, NULL});
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pass((Call){
        "write", SYS_pwrite64, {file, (long)bytes, (long)count, offset}, file, NULL, 0, NULL});
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return pwrite(file, bytes, count, offset);
}

int fsync(int file) {
    return (int)pass((Call){"sync", SYS_fsync, {file}, file, NULL, 0, NULL});
}

int fdatasync(int file) {
    return (int)pass((Call){"sync", SYS_fdatasync, {file}, file, NULL, 0, NULL});
}

int ftruncate(int file, off_t size) {
    return (int)pass((Call){"truncate", SYS_ftruncate, {file, size}, file, NULL, 0, NULL});
}

int ftruncate64(int file, off64_t size) {
    return ftruncate(file, size);
}

int renameat(int folder, const char *old, int other, const char *new) {
    return (int)pass((Call){
        "rename", SYS_renameat2, {folder, (long)old, other, (long)new}, folder, old, other, new});
}

int rename(const char *old, const char *new) {
    return renameat(AT_FDCWD, old, AT_FDCWD, new);
}

int unlinkat(int folder, const char *path, int flags) {
    return (int)pass(
        (Call){"unlink", SYS_unlinkat, {folder, (long)path, flags}, folder, path, 0, NULL});
}

int unlink(const char *path) {
    return unlinkat(AT_FDCWD, path, 0);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return (int)pass(
        (Call){"mkdir", SYS_mkdirat, {folder, (long)path, mode}, folder, path, 0, NULL});
}

int mkdir(const char *path, mode_t mode) {
    return mkdirat(AT_FDCWD, path, mode);
}
