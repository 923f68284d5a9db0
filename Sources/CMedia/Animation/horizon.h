/* horizon.h - the frames that come next, and how long each pixel will stay as it is. */

#ifndef CMEDIA_HORIZON_H
#define CMEDIA_HORIZON_H

#include "frames.h"

/* So many frames are looked at ahead. */
#define CM_AHEAD 10

typedef struct CMHorizon {
    CMFrames *frames;
    size_t pixels;                  /* of a frame */
    const uint8_t *kept[CM_AHEAD + 2]; /* RGBA; the one before the present one first */
    uint8_t *rooms[CM_AHEAD + 2];      /* for those that nobody else keeps */
    uint8_t *empty;                    /* what stands before the first one */
    int32_t read;                      /* frames so far */
    int32_t left;                   /* frames from the present one to the last one */
    uint16_t *still; /* of each pixel: bit n says that it hardly changes from n - 1 frames after the
                      * present one to n after it */
} CMHorizon;

int cm_horizon_open(CMHorizon *horizon, CMFrames *frames, CMError *error);
void cm_horizon_close(CMHorizon *horizon);

/* Goes on to the next frame, the first one at first. Past the last one `left` is 0. */
int cm_horizon_advance(CMHorizon *horizon, CMError *error);

static inline const uint8_t *cm_horizon_before(const CMHorizon *horizon) {
    return horizon->kept[0];
}

static inline const uint8_t *cm_horizon_present(const CMHorizon *horizon) {
    return horizon->kept[1];
}

/* NULL after the last frame. */
static inline const uint8_t *cm_horizon_next(const CMHorizon *horizon) {
    return horizon->left > 1 ? horizon->kept[2] : NULL;
}

/* Frames after the present one that leave a pixel as it is. Behind the last one there are as many
 * more, if it was still before. */
static inline int32_t cm_horizon_stays(const CMHorizon *horizon, size_t pixel) {
    return __builtin_ctz(~((uint32_t)horizon->still[pixel] >> 1));
}

#endif
