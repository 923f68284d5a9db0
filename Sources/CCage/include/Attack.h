/* Attack.h - what a taken-over codec process might do, for the tests of the cage.
 *
 * Defined in debug builds only. */

#ifndef ATTACK_H
#define ATTACK_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/* What a process might try. */
typedef enum {
    CageAttackOpenFile,     /* reads /etc/passwd */
    CageAttackMakeFile,     /* makes a file in /tmp */
    CageAttackTruncateFile, /* by its path */
    CageAttackConnect,      /* over TCP, to `argument` as the port on the loopback */
    CageAttackBind,         /* a TCP port */
    CageAttackUDP,
    CageAttackUnixSocket,
    CageAttackExec,
    CageAttackFork,
    CageAttackClone3,
    CageAttackTrace,
    CageAttackMount,
    CageAttackStat,       /* looks at /etc/passwd without opening it */
    CageAttackSignal,     /* to the process `argument` */
    CageAttackSignalThread, /* to its first thread */
    CageAttackControl,    /* lets itself be traced again */
    CageAttackSetFlags,   /* of a descriptor */
    CageAttackRaiseLimit, /* of a file's size */
    CageAttackChangeMode, /* of the file that came with the request */
    CageAttackWrite,      /* into the file that came with the request */
    CageAttackGrow,       /* the file that came with the request, until that fails */
    CageAttackAllocate,   /* memory without end */
    CageAttackSpin,       /* for `argument` seconds, or for ever; then it ends with exit code 9 */
    CageAttackIsDumpable,
    CageAttackHasPrivileges,
    CageAttackCoreLimit,  /* returns it */
    CageAttackNice,       /* returns it */
    CageAttackDescriptors, /* returns how many are open */
    CageAttackDuplicate,   /* a descriptor, without end */
    CageAttackThread,      /* what must go on working */
    CageAttackManyThreads, /* threads without end */
} CageAttack;

/* Tries it. Returns 0 if it succeeds, else a negative errno, or the number that was to be found out. */
int cage_attack(CageAttack attack, int32_t argument, int32_t descriptor);

#pragma clang assume_nonnull end

#endif
