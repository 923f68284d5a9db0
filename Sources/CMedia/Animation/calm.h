/* calm.h - where in a frame a difference is seen, and where it is lost among others.
 *
 * The structural similarity of Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from
 * error visibility to structural similarity", IEEE Transactions on Image Processing 13 (4), 2004,
 * divides by the variance of a window of 8 x 8 pixels: what differs counts the less the more goes
 * on there already. So do these weights, though less steeply: followed to the letter, that measure
 * would smear what is busy. Windows that are quite flat count some times more, for there nothing
 * hides a speck. */

#ifndef CMEDIA_CALM_H
#define CMEDIA_CALM_H

#include "fit.h"

/* A weight of 1. */
#define CM_CALM 64

typedef struct CMCalm {
    CMSize size;
    int32_t columns, rows; /* of cells of 4 x 4 pixels */
    uint16_t *weights;     /* of each cell, in 1 / CM_CALM */
    struct CMCell *cells;
    double variance; /* of brightness within a window; the mean of what is opaque */
    double flat;     /* the share of windows without any */
} CMCalm;

int cm_calm_open(CMCalm *calm, CMSize size, CMError *error);
void cm_calm_close(CMCalm *calm);

/* Of a frame of red, green, blue and alpha. */
void cm_calm_measure(CMCalm *calm, const uint8_t *frame);

static inline int32_t cm_calm_weight(const CMCalm *calm, int32_t x, int32_t y) {
    return calm->weights[(y >> 2) * calm->columns + (x >> 2)];
}

#endif
