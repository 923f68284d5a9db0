/* buffer.h - an encoded picture on its way to the output. */

#ifndef CMEDIA_BUFFER_H
#define CMEDIA_BUFFER_H

#include <vips/vips.h>

#include "error.h"

typedef struct CMBuffer {
    GByteArray *bytes;
    int64_t limit; /* more bytes than these are refused */
    bool is_over;  /* they were */
} CMBuffer;

void cm_buffer_free(CMBuffer *buffer);

/* Empties the buffer and makes a target that fills it up to a limit. The caller's to unref. */
VipsTarget *cm_buffer_fill(CMBuffer *buffer, int64_t limit);

/* Writes all of it. */
int cm_buffer_write(const CMBuffer *buffer, int32_t output, CMError *error);

#endif
