/* search.h - the best picture under options->max_bytes, in few encodes.
 *
 * Each encode tells what the next one will come to. On a logarithmic scale bytes follow the pixels,
 * and the coarseness of a JPEG, along lines; their slopes are typical ones at first, and measured
 * from the second encode on. Detail goes first, then pixels, or whichever is missed less. */

#ifndef CMEDIA_SEARCH_H
#define CMEDIA_SEARCH_H

#include "encoding.h"

/* From a first attempt in full size that is too large, in detail or in all colours. What is found
 * becomes *best, which is empty at first. */
int cm_search_jpeg(CMEncoding *encoding, const CMAttempt *first, CMAttempt *best);

/* The same, from a second one with a palette as well. */
int cm_search_png(CMEncoding *encoding, const CMAttempt *first, CMAttempt *palette,
                  CMAttempt *best);

#endif
