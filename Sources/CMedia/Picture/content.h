/* content.h - what kind of picture it is, as far as that decides how to encode it. */

#ifndef CMEDIA_CONTENT_H
#define CMEDIA_CONTENT_H

#include <stdbool.h>
#include <stdint.h>

#include <vips/vips.h>

typedef struct CMContent {
    double flat;        /* share of the pixels that are like their left or upper neighbour */
    double detail_bits; /* a pixel's, after the prediction that PNG makes, if all were unrelated */
    double sharp_colour; /* share of the 2 x 2 blocks across which the colour jumps */
} CMContent;

/* Of a raster (see raster.h). Takes one pass over the pixels. */
CMContent cm_content(VipsImage *raster);

/* Whether colours jump so much for the detail that there is that half their resolution is seen: red
 * letters, not leaves before the sky. */
bool cm_has_sharp_colour(const CMContent *content);

#endif
