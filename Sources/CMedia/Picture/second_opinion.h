/* second_opinion.h - whether another decoder takes a picture as well. */

#ifndef CMEDIA_SECOND_OPINION_H
#define CMEDIA_SECOND_OPINION_H

#include "source.h"

/* Pictures of more pixels than any profile takes break a rule anyway. */
#define CM_VERDICT_PIXELS (4 << 20)

/* Has FFmpeg decode a JPEG or PNG that libvips found sound. libjpeg overlooks coefficients beyond the end of a
 * block, and libspng stops before the checksum behind the last row: viewers that do not show nothing, or half.
 * Other types, and pictures of more pixels than this, are taken for sound. */
int cm_second_opinion(const CMSource *source, int64_t most_pixels, CMError *error);

#endif
