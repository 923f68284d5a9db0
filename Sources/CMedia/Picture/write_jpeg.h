/* write_jpeg.h - a JPEG by libjpeg itself, since libvips cannot be told its tables. */

#ifndef CMEDIA_WRITE_JPEG_H
#define CMEDIA_WRITE_JPEG_H

#include "buffer.h"
#include "io.h"

/* How much of the fine detail goes:
 *     coarseness   0.1   0.2   0.3   0.5   1.0   1.4   2.0
 *     as libjpeg's  95    90    85    75    50    36    25   quality, about */
typedef struct CMJpegStep {
    double coarseness;
    bool has_full_colour; /* else a colour for each 2 x 2 pixels */
} CMJpegStep;

/* Replaces what is in the buffer. The image is in memory, 8-bit grey or sRGB, without alpha. */
int cm_write_jpeg(VipsImage *image, CMJpegStep step, CMWatch *watch, CMBuffer *buffer,
                  CMError *error);

#endif
