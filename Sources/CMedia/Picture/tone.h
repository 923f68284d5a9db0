/* tone.h - HDR and wide-gamut pictures as sRGB. */

#ifndef CMEDIA_TONE_H
#define CMEDIA_TONE_H

#include "coding.h"

/* Turns grey or RGB of 8 or 16 bits, without alpha, into sRGB of 8 bits. What is brighter than
 * white is compressed, so that highlights keep their drawing. Returns libvips' status. */
int cm_tone_to_srgb(VipsImage *in, CMCoding coding, VipsImage **out);

/* The same as a Hald image of a level, of red, green, blue in 16 bits: rows of level^3 pixels, `stride`
 * numbers apart; red runs fastest, in level^2 steps. It is for pictures whose peak nobody has
 * measured. */
void cm_tone_table(CMCoding coding, int level, uint16_t *pixels, size_t stride);

#endif
