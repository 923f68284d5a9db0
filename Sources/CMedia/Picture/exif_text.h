/* exif_text.h - Exif where PNG had no place for it. */

#ifndef CMEDIA_EXIF_TEXT_H
#define CMEDIA_EXIF_TEXT_H

#include <vips/vips.h>

/* The orientation in the text chunk "Raw profile type exif" or "APP1", in which ImageMagick kept
 * Exif before PNG got a chunk for it; 1 where there is none. */
int cm_orientation_in_text(VipsImage *image);

#endif
