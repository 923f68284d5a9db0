/* encode_image.h - a finished still picture as JPEG or PNG under a number of bytes. */

#ifndef CMEDIA_ENCODE_IMAGE_H
#define CMEDIA_ENCODE_IMAGE_H

#include "buffer.h"
#include "load.h"

/* Encodes a raster (see raster.h) in the format asked for, into an empty buffer. Fills in the
 * format, the size and the number of encodes of *result. */
int cm_encode_image(VipsImage *raster, const CMImageOptions *options, CMWatch *watch,
                    CMBuffer *buffer, CMImageResult *result, CMError *error);

#endif
