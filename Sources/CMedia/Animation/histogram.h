/* histogram.h - which colours there are, and which stand best for all of them. */

#ifndef CMEDIA_HISTOGRAM_H
#define CMEDIA_HISTOGRAM_H

#include "calm.h"
#include "palette.h"

typedef struct CMHistogram CMHistogram;

CMHistogram *cm_histogram_new(void);
void cm_histogram_free(CMHistogram *histogram);

/* Counts a frame's opaque pixels, by their weights. Of a large frame only some rows count, but
 * whether there are few colours is told by all. `rows` false is for that alone. */
void cm_histogram_add(CMHistogram *histogram, const uint8_t *frame, const CMCalm *calm, bool rows);

/* Whether all colours that were seen have a place in a palette. */
bool cm_histogram_is_exact(const CMHistogram *histogram);

/* These; or at most so many that libimagequant chose. NULL if it could not. */
CMPalette *cm_histogram_palette(const CMHistogram *histogram, int32_t most);

#endif
