/* score.h - how much alike two pictures look. */

#ifndef CMEDIA_SCORE_H
#define CMEDIA_SCORE_H

#include <vips/vips.h>

/* A picture that others are compared with: what is seen of it, from fine to coarse. */
typedef struct CMReference CMReference;

/* From a picture in memory: 8-bit grey or sRGB, with or without alpha. */
CMReference *cm_reference_new(VipsImage *image);
void cm_reference_free(CMReference *reference);

/* From where on no difference can be seen, and hardly any. For photographs they are near 92 and 82
 * of SSIMULACRA2. */
#define CM_SCORE_LOSSLESS 0.9985
#define CM_SCORE_GOOD 0.993

/* 1 for the same picture, and less the more it differs. A smaller picture is enlarged first, as a
 * viewer would. -1 if libvips fails. */
double cm_score(const CMReference *reference, VipsImage *image);

#endif
