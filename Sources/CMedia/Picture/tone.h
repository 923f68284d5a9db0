/* tone.h - HDR and wide-gamut pictures as sRGB. */

#ifndef CMEDIA_TONE_H
#define CMEDIA_TONE_H

#include "coding.h"

/* Turns grey or RGB of 8 or 16 bits, without alpha, into sRGB of 8 bits. What is brighter than
 * white is compressed, so that highlights keep their drawing. Returns libvips' status. */
int cm_tone_to_srgb(VipsImage *in, CMCoding coding, VipsImage **out);

#endif
