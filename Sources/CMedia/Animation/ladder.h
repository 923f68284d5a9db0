/* ladder.h - what an animation gives up, step by step, to come under a number of bytes. */

#ifndef CMEDIA_LADDER_H
#define CMEDIA_LADDER_H

#include "fit.h"

/* How an animation is encoded. */
typedef struct CMRung {
    bool is_lossless; /* every pixel as it is: where there are few colours, and none are mixed */
    double quality;   /* see choice.h; 1 at first */
    int32_t step;     /* every how many frames are shown */
    CMSize size;
} CMRung;

/* What came of it. */
typedef struct CMAttempt {
    CMRung rung;
    double bytes;    /* what it came to, or would have */
    double likeness; /* see likeness.h */
} CMAttempt;

typedef struct CMLadder {
    double room;           /* bytes */
    double seconds;        /* of a frame, on average */
    CMAttempt last, before; /* 0 bytes for none */
} CMLadder;

/* The next rung down from the last attempt, which took too much room. A side of less than
 * CM_LEAST_SIDE says that there is none. */
#define CM_LEAST_SIDE 16
CMRung cm_ladder_next(const CMLadder *ladder);

/* Whether the last attempt left so much room that a better one may fit, which becomes *rung. */
bool cm_ladder_rises(const CMLadder *ladder, CMRung *rung);

#endif
