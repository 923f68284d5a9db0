/* files.c - no way to any file, by Landlock (landlock(7)).
 *
 * The rules of all versions are asked for, as far as the kernel knows them, and nothing is allowed again.
 * The constants are the kernel's; Debian 12's headers know only the first versions. */

#define _GNU_SOURCE

#include "CCage.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CREATE_RULESET_VERSION 1U

#define SCOPE_ABSTRACT_SOCKETS 1U
#define SCOPE_SIGNALS 2U

/* struct landlock_ruleset_attr of version 6. */
typedef struct {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
} Ruleset;

/* All rights up to: 13 in version 1, then REFER, TRUNCATE (3), IOCTL_DEV (5). */
static uint64_t file_rights(int version) {
    int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;

    return (UINT64_C(1) << count) - 1;
}

/* Binding and connecting TCP ports. */
static uint64_t network_rights(int version) {
    return version >= 4 ? 3 : 0;
}

static uint64_t scopes(int version) {
    return version >= 6 ? SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS : 0;
}

/* How much of the structure a version knows. */
static size_t known_size(int version) {
    return version >= 6 ? sizeof(Ruleset)
           : version >= 4 ? offsetof(Ruleset, scopes) : offsetof(Ruleset, network);
}

int cage_forbid_files(int32_t *landlock) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    Ruleset rules;
    int ruleset, failed = 0;

    *landlock = 0;
    if (version < 1) {
        /* The kernel has none, or it is switched off. */
        return 0;
    }
    rules = (Ruleset){
        .files = file_rights((int)version),
        .network = network_rights((int)version),
        .scopes = scopes((int)version),
    };
    ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, known_size((int)version), 0);
    if (ruleset < 0) {
        return -errno;
    }
    if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) {
        failed = -errno;
    }
    close(ruleset);
    if (failed == 0) {
        *landlock = (int32_t)version;
    }
    return failed;
}
