/* animation.h - all frames as a GIF under a number of bytes. */

#ifndef CMEDIA_ANIMATION_H
#define CMEDIA_ANIMATION_H

#include "picture.h"

/* Of an opened picture or of footage, that was found to be whole. */
int cm_animate(CMPicture *picture, const CMImageOptions *options, int32_t output,
               CMImageResult *result, CMError *error);

#endif
