/* CCage.h - starting the codec process and handing it open descriptors.
 *
 * All functions return 0 (or a count), or a negative errno. */

#ifndef CCAGE_H
#define CCAGE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

/* Sends all bytes; the descriptors travel with the first of them. */
int cage_send(int32_t socket, const void *bytes, size_t count, const int32_t *_Nullable descriptors,
              size_t descriptor_count);

/* Receives at most `count` bytes, 0 at the end of the stream. Descriptors that came along are written
 * to `descriptors` (room for CAGE_DESCRIPTORS) and are the caller's; more than that are closed. */
ssize_t cage_receive(int32_t socket, void *bytes, size_t count, int32_t *descriptors,
                     size_t *descriptor_count);

#pragma clang assume_nonnull end

#endif
