/* resize.h - shrinking, turning and cropping. */

#ifndef CMEDIA_RESIZE_H
#define CMEDIA_RESIZE_H

#include <vips/vips.h>

#include "fit.h"

/* Each of these makes an image that is the caller's to unref, and returns libvips' status. */

/* Shrinks with Lanczos; transparent pixels do not lend their colour to their neighbours. */
int cm_resize(VipsImage *in, CMSize size, VipsImage **out);

/* Turns a picture in memory by an Exif orientation. */
int cm_turn(VipsImage *in, int32_t orientation, VipsImage **out);

/* Cuts a picture to the part that draws the eye. */
int cm_crop(VipsImage *in, CMSize size, VipsImage **out);

/* Puts a picture in the middle of a larger one, whose colour has a value for each band. */
int cm_pad(VipsImage *in, CMSize size, const double *colour, VipsImage **out);

/* Evaluates a pipeline into memory; *image becomes the result. */
int cm_evaluate(VipsImage **image);

#endif
