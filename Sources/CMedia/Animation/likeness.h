/* likeness.h - how much alike a frame and what is shown of it are. */

#ifndef CMEDIA_LIKENESS_H
#define CMEDIA_LIKENESS_H

#include "fit.h"

/* 1 for the same picture, and less the more it differs: the structural similarity (see calm.h) of
 * brightness, the mean of blocks of 8 x 8 pixels. Transparent pixels count as black. */
double cm_likeness(const uint8_t *shown, const uint8_t *wanted, CMSize size);

#endif
