/* error.h - filling a CMError. */

#ifndef CMEDIA_ERROR_H
#define CMEDIA_ERROR_H

#include "CMedia.h"

/* Fills *error and returns -1, so that a function may end with `return cm_fail(...)`.
 * The first failure wins: a filled error is left as it is. */
int cm_fail(CMError *error, CMStage stage, CMCause cause, int32_t code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same for an AVERROR code: its text, and the cause that follows from it. */
int cm_fail_av(CMError *error, CMStage stage, CMCause cause, int32_t code, const char *what);

/* The limits given to cm_start. */
const CMLimits *cm_limits(void);

#endif
