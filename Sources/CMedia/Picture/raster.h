/* raster.h - a small finished picture: samples in memory and nothing else. */

#ifndef CMEDIA_RASTER_H
#define CMEDIA_RASTER_H

#include <vips/vips.h>

#include "error.h"

/* Evaluates an image of 8-bit grey or sRGB, with or without alpha, and makes another one of its
 * samples without any metadata. Alpha that hides nothing goes, and so does colour where there is
 * only grey. *image becomes the result, or NULL. */
int cm_raster(VipsImage **image, CMError *error);

/* How many colours it has, transparent ones included; 257 where there are more than 256. */
int cm_raster_colours(VipsImage *image);

#endif
