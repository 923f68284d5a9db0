/* decode.h - the same bytes by the decoders that others use. */

#ifndef DECODE_H
#define DECODE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Decoded {
    int32_t frames; /* -1 where it is refused */
    int32_t width, height;
    uint8_t *pixels; /* RGBA of all frames, one below the other; g_free; may be NULL */
    size_t size;
} Decoded;

Decoded decode_by_vips(const uint8_t *bytes, size_t length);

/* Frames that come out whole; -1 where one does not. */
int32_t count_by_ffmpeg(const uint8_t *bytes, size_t length);

#endif
