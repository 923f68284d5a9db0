/* resize_frame.h - a decoded frame in the size that is wanted. */

#ifndef CMEDIA_RESIZE_FRAME_H
#define CMEDIA_RESIZE_FRAME_H

#include "frames.h"

/* Bytes of a frame as it is decoded, and as it comes out. */
static inline size_t cm_decoded_size(const CMFrames *frames) {
    const CMImageFacts *facts = &frames->picture->facts;

    return (size_t)facts->width * (size_t)facts->height * (size_t)frames->bands;
}

static inline size_t cm_frame_size(const CMFrames *frames) {
    return (size_t)frames->size.width * (size_t)frames->size.height * 4;
}

/* Makes what frames->decoded is in its size and in sRGB; what did not change since the frame before
 * is taken from frames->shown. */
int cm_resize_frame(CMFrames *frames, uint8_t *pixels, CMError *error);

#endif
