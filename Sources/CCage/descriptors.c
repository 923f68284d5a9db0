/* descriptors.c - bytes and open descriptors over a Unix socket (SCM_RIGHTS, unix(7)). */

#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC, memfd_create, F_ADD_SEALS */

#include "CCage.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for more descriptors than are taken, so that what a stranger sends can be closed. */
#define RECEIVED_AT_MOST 16

typedef union {
    char room[CMSG_SPACE(sizeof(int) * RECEIVED_AT_MOST)];
    struct cmsghdr aligned;
} Control;

ssize_t cage_send(int32_t socket, const void *bytes, size_t count, const int32_t *descriptors,
                  size_t descriptor_count) {
    struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    Control control = {.room = {0}};
    ssize_t sent;

    if (descriptor_count > CAGE_DESCRIPTORS) {
        return -EINVAL;
    }
    if (descriptor_count > 0) {
        struct cmsghdr *header;

        message.msg_control = control.room;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

static void keep_descriptors(const struct cmsghdr *header, int32_t *descriptors, size_t *count) {
    size_t received = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);

    for (size_t i = 0; i < received; i++) {
        int descriptor;

        memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
        if (*count < CAGE_DESCRIPTORS) {
            descriptors[(*count)++] = descriptor;
        } else {
            close(descriptor);
        }
    }
}

ssize_t cage_receive(int32_t socket, void *bytes, size_t count, int32_t *descriptors,
                     size_t *descriptor_count) {
    struct iovec vector = {.iov_base = bytes, .iov_len = count};
    Control control;
    struct msghdr message = {
        .msg_iov = &vector,
        .msg_iovlen = 1,
        .msg_control = control.room,
        .msg_controllen = sizeof control.room,
    };
    ssize_t received;

    *descriptor_count = 0;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) {
        return -errno;
    }
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            keep_descriptors(header, descriptors, descriptor_count);
        }
    }
    return received;
}

int cage_memory_file(int32_t *descriptor) {
    *descriptor = memfd_create("pushmedia", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return *descriptor < 0 ? -errno : 0;
}

void cage_empty_memory_file(int32_t descriptor) {
    /* Whoever holds it as well can write to it no more: it has no bytes, and gets none. */
    if (ftruncate(descriptor, 0) == 0) {
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW);
    }
}
