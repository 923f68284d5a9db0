/* attention.h - which part of a picture draws the eye. */

#ifndef CMEDIA_ATTENTION_H
#define CMEDIA_ATTENTION_H

#include <vips/vips.h>

#include "fit.h"

/* Where a part of that size begins, in a picture in memory: the same for the same picture, and in
 * the middle where nothing stands out. Returns libvips' status. */
int cm_attention(VipsImage *image, CMSize part, int32_t *left, int32_t *top);

/* The largest square of it, in shares of its sides. */
int cm_attention_square(VipsImage *image, CMUnitRectangle *rectangle);

/* The same for pixels of red, green and blue. */
int cm_attention_rgb(const uint8_t *pixels, CMSize size, CMUnitRectangle *rectangle);

#endif
