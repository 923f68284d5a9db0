/* frames.h - the frames of an animation, decoded and resized one after the other. */

#ifndef CMEDIA_FRAMES_H
#define CMEDIA_FRAMES_H

#include "fit.h"
#include "footage.h"
#include "picture.h"

typedef struct CMRectangle {
    int32_t left, top, width, height;
} CMRectangle;

/* Each frame is resized by itself, so that none bleeds into its neighbours, and only where it
 * differs from the one before. It is opaque or transparent, as in a GIF. All frames are kept for
 * another round where they are small; otherwise memory is that of a few, however many there are. */
typedef struct CMFrames {
    CMPicture *picture;
    CMSize size;
    int32_t step, count;     /* every how many of the source's frames are taken; those that are */
    VipsImage *source;       /* all frames as one strip, or */
    VipsRegion *region;      /* (what is read of it) */
    CMPictureReader *reader; /* what decodes them, or */
    CMFootageReader *footage; /* a clip's */
    int bands;               /* of what is decoded */
    bool is_flat;            /* set after opening: nothing is transparent, but has below it */
    uint32_t background;     /* 0xRRGGBB */
    uint8_t *decoded, *before; /* the present frame and the last one, before they are resized */
    uint8_t *packed;           /* a frame as it is resized: opaque, or premultiplied */
    int32_t present;           /* its number, -1 before the first one */
    const uint8_t *shown;      /* the last frame as it came out; NULL before the first one */
    uint8_t *kept;             /* all frames as they come out; NULL where they are too many */
    int32_t kept_frames;
} CMFrames;

int cm_frames_open(CMFrames *frames, CMPicture *picture, CMSize size, int32_t step,
                   CMError *error);
void cm_frames_close(CMFrames *frames);

/* The next frame: size.width x size.height pixels of red, green, blue and alpha, the last of which
 * is 0 or 255; a transparent pixel is all 0. It is where *frame says: among those that are kept, or
 * in `room`, which must stay as it is until the frame after it was read. */
int cm_frames_next(CMFrames *frames, uint8_t *room, const uint8_t **frame, CMError *error);

/* Passes over a frame that is not looked at. */
int cm_frames_skip(CMFrames *frames, CMError *error);

/* Back to before the first frame. */
int cm_frames_rewind(CMFrames *frames, CMError *error);

#endif
