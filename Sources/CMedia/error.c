/* error.c - errors as data: stage, cause, code, and a text that is only a hint. */

#include "error.h"

#include <stdarg.h>
#include <stdio.h>

#include <libavutil/error.h>

int cm_fail(CMError *error, CMStage stage, CMCause cause, int32_t code, const char *format, ...) {
    va_list arguments;

    if (error->message[0] != '\0') {
        return -1;
    }
    error->stage = stage;
    error->cause = cause;
    error->code = code;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return -1;
}

int cm_fail_av(CMError *error, CMStage stage, CMCause cause, int32_t code, const char *what) {
    char text[AV_ERROR_MAX_STRING_SIZE] = "";

    av_strerror(code, text, sizeof text);
    return cm_fail(error, stage, cause, code, "%s: %s", what, text);
}
