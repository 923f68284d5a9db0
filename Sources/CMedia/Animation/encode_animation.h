/* encode_animation.h - all frames as one GIF. */

#ifndef CMEDIA_ENCODE_ANIMATION_H
#define CMEDIA_ENCODE_ANIMATION_H

#include "frames.h"
#include "palette.h"

typedef struct CMAnimationSettings {
    CMPalette *palette;  /* of all frames that it suits */
    double lambda;       /* bits that a squared distance of 1 is worth: less loses more */
    bool is_lossless;    /* the palette has all colours, and they stay */
    const int *delays;   /* of each frame, in hundredths of a second */
    int32_t plays;       /* 0 for ever */
    int64_t most_bytes;  /* more need not be made */
} CMAnimationSettings;

typedef struct CMAnimationOutcome {
    GByteArray *bytes; /* the caller's to unref */
    int32_t frames;    /* fewer than there were, where neighbours look alike */
    double likeness;   /* of all of them, as likeness.h has it */
    double done;       /* the share of the frames that was made before most_bytes were */
} CMAnimationOutcome;

int cm_encode_animation(CMFrames *frames, const CMAnimationSettings *settings,
                        CMAnimationOutcome *outcome, CMError *error);

#endif
