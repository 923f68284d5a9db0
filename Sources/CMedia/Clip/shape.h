/* shape.h - what becomes of sound before it is encoded, and encoding it. */

#ifndef CMEDIA_SHAPE_H
#define CMEDIA_SHAPE_H

#include "hear.h"

typedef struct CMShape {
    double gain;    /* decibels */
    double ceiling; /* decibels that a limiter keeps peaks under; INFINITY: there is none */
} CMShape;

/* Encodes what was heard into an emptied reel; where it was cut, it fades out. The bit rate is one for
 * AAC. */
int cm_encode_shaped(CMJob *job, const CMHeard *heard, const CMShape *shape, int64_t bit_rate,
                     CMReel *reel, CMError *error);

/* Encodes what was heard at an integrated loudness in LUFS, with true peaks of at most -1 dBTP after
 * decoding. Silence stays as it is. Where a limiter would have to take too much, it stays quieter. */
int cm_encode_at_loudness(CMJob *job, const CMHeard *heard, double target, int64_t bit_rate,
                          CMReel *reel, CMError *error);

#endif
