/* frames.h - the frames of an animation, resized one by one, as a strip to encode from. */

#ifndef CMEDIA_FRAMES_H
#define CMEDIA_FRAMES_H

#include "fit.h"
#include "picture.h"

/* A pipeline that decodes and resizes a frame when its rows are asked for, from the top down, and
 * then forgets it: memory is that of two frames, however many there are. Each frame is resized by
 * itself, so that none bleeds into its neighbours, and is opaque or transparent, as in a GIF. */
typedef struct CMFrames {
    CMPicture *picture;
    CMSize size;
    VipsImage *image;        /* RGBA, as high as all frames together */
    VipsImage *source;       /* the same as decoded, or */
    CMPictureReader *reader; /* what decodes it */
    uint8_t *decoded, *shown; /* the present frame, before and after */
    int bands;               /* of the former; the latter has 4 */
    int32_t present;         /* its number, -1 before the first one */
    const bool *is_over;     /* no more are wanted; may be NULL */
    CMError error;           /* why a frame could not be read */
} CMFrames;

int cm_frames_open(CMFrames *frames, CMPicture *picture, CMSize size, CMError *error);
void cm_frames_close(CMFrames *frames);

#endif
