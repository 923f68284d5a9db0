/* fit.h - what size a picture gets. */

#ifndef CMEDIA_FIT_H
#define CMEDIA_FIT_H

#include "CMedia.h"

typedef struct CMSize {
    int32_t width, height;
} CMSize;

typedef struct CMPlan {
    CMSize scaled; /* the whole picture, upright */
    CMSize output; /* smaller where it is cropped, larger where it is padded */
} CMPlan;

/* Nothing is enlarged, and no side becomes 0.
 *     picture     box          inside      cover                     contain
 *     2000x1000   1024x1024    1024x512    2048x1024 cut to 1024x1024   1024x512 in 1024x1024
 *      800x600    1024x1024     800x600     800x600 cut to 600x600       800x600 in 1024x1024 */
CMPlan cm_plan_fit(CMSize upright, const CMImageOptions *options);

/* The size scaled to within a share of itself, at least 1x1. */
CMSize cm_scaled(CMSize size, double scale);

/* Width and height swapped. */
CMSize cm_flipped(CMSize size);

/* Whether this orientation swaps width and height. */
bool cm_is_turned(int32_t orientation);

#endif
