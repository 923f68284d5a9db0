/* CCage.h - starting the codec process, handing it open descriptors, and closing the cage around it.
 *
 * All functions return 0 (or a count), or a negative errno. */

#ifndef CCAGE_H
#define CCAGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "Attack.h"

#pragma clang assume_nonnull begin

/* The descriptor under which the codec process finds its socket. */
#define CAGE_SOCKET 3

/* The most descriptors in one message: an input and an output. */
#define CAGE_DESCRIPTORS 2

/* Starts a program by exec in a process group of its own, with an environment that holds nothing but
 * what keeps its libraries to one thread, its standard streams on /dev/null, and one end of a new
 * socket pair as CAGE_SOCKET. *parent_end is the other end, closed on exec. */
int cage_spawn(const char *program, int32_t *parent_end, pid_t *pid);

/* A new file in memory, closed on exec, that is gone with its last descriptor. */
int cage_memory_file(int32_t *descriptor);

/* Gives the memory of such a file back, for good: whoever else holds it can fill it no more. */
void cage_empty_memory_file(int32_t descriptor);

/* Sends some of the bytes, and the descriptors with them; -EAGAIN where there is no room. Never waits: the
 * other end may not read. */
ssize_t cage_send(int32_t socket, const void *bytes, size_t count,
                  const int32_t *_Nullable descriptors, size_t descriptor_count);

/* Receives at most `count` bytes, 0 at the end of the stream. Descriptors that came along are written
 * to `descriptors` (room for CAGE_DESCRIPTORS) and are the caller's; more than that are closed. */
ssize_t cage_receive(int32_t socket, void *bytes, size_t count, int32_t *descriptors,
                     size_t *descriptor_count);

/* What a closed cage consists of. */
typedef struct {
    /* Landlock's version, which says what it can forbid; 0 where the kernel has none. From 1: files;
     * from 4: TCP; from 6: abstract sockets, and signals to others. */
    int32_t landlock;
    /* Only listed system calls; any other ends the process. */
    _Bool system_calls;
    /* Where the kernel tells of calls that are not listed; -1 where it only ends the process. */
    int32_t breaches;
} CageState;

/* Closes the cage around the calling process, for good: no privileges, no core dump, nobody may look
 * inside; no file may be opened, made or changed, no network, no other program; no file that it has may
 * grow beyond `file_bytes`. What has to be loaded from files must be loaded before.
 *
 * A part that the kernel lacks is missing in *state and is no error. -EBUSY where the process has more
 * than one thread: the others would stay outside. */
int cage_close(int64_t file_bytes, CageState *state);

/* The parts of cage_close, each in a file of its own. */
int cage_give_up_privileges(int64_t file_bytes);
int cage_forbid_files(int32_t *landlock);
int cage_forbid_system_calls(CageState *state);

/* The system call behind a breach that CageState's descriptor tells of. The process waits in that call
 * until it is ended. */
int cage_breach(int32_t breaches, int32_t *call);

/* A system call's name, or NULL; whoever asks frees it. */
char *_Nullable cage_call_name(int32_t call);

/* Of libseccomp: its major, minor and micro version, three numbers. */
void cage_filter_version(int32_t *version);

#pragma clang assume_nonnull end

#endif
