/* apng.h - what an animated PNG says of its frames. */

#ifndef CMEDIA_APNG_H
#define CMEDIA_APNG_H

#include "source.h"

typedef struct CMApngTiming {
    int32_t count; /* of frames */
    int32_t plays; /* 0 for ever */
    int *delays;   /* of each frame, in milliseconds */
} CMApngTiming;

/* Reads it from the chunks. Free *timing whatever comes back. */
int cm_apng_timing(const CMSource *source, CMApngTiming *timing, CMError *error);
void cm_apng_timing_free(CMApngTiming *timing);

#endif
