/* sketch.h - the brightness of a picture in a thumbnail's size, and what can be told from it. */

#ifndef CMEDIA_SKETCH_H
#define CMEDIA_SKETCH_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

typedef struct CMSketch {
    int width, height; /* of the sketch; 0 where there is none */
    uint8_t *luma;     /* width x height */
    int factor;        /* so many pixels of the picture, across and down, are one of the sketch */
    uint16_t *sums;    /* of the rows added since the last row of the sketch */
    int rows;          /* that are in the sums */
    int finished;      /* rows of the sketch */
} CMSketch;

/* Begins a new sketch of a picture of that size, in memory that the last one had. */
int cm_sketch_begin(CMSketch *sketch, int width, int height, CMError *error);

/* Adds one row of 8-bit luma, from the top down; as many as the picture has. */
void cm_sketch_add_row(CMSketch *sketch, const uint8_t *luma);

void cm_sketch_free(CMSketch *sketch);

/* What a picture is like. */
typedef struct CMLook {
    double mean;      /* of its luma */
    double spread;    /* standard deviation of its luma */
    double detail;    /* share of its area in which there is something to see, 0...1 */
    double sharpness; /* 1 for a step, 1/2, 1/4, 1/8 for one blurred by a sigma of 1, 2, 4 pixels */
} CMLook;

CMLook cm_look_at(const CMSketch *sketch);

/* How far a picture is a mixture of one before and one after it, as in a fade or a dissolve: the
 * amount of luma by which those two differ while the third lies between them, on average. */
double cm_mixture(const CMSketch *before, const CMSketch *sketch, const CMSketch *after);

#endif
