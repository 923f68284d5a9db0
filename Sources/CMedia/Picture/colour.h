/* colour.h - any picture as sRGB of 8 bits. */

#ifndef CMEDIA_COLOUR_H
#define CMEDIA_COLOUR_H

#include <vips/vips.h>

#include "error.h"

/* Leaves grey, RGB, CMYK or Lab with at most an alpha channel, in samples that can be resized. */
int cm_colour_prepare(VipsImage *in, VipsImage **out, CMError *error);

/* Turns what cm_colour_prepare left into grey or sRGB of 8 bits. An embedded profile is honoured;
 * one that is corrupt or made for other channels is ignored, which *is_ignored then says. */
int cm_colour_to_srgb(VipsImage *in, VipsImage **out, bool *is_ignored, CMError *error);

#endif
