/* profile.h - what an ICC profile says of itself. */

#ifndef CMEDIA_PROFILE_H
#define CMEDIA_PROFILE_H

#include "coding.h"

/* Whether a profile is whole, of a reasonable size, and made for the image's channels. */
bool cm_profile_fits(const uint8_t *profile, size_t length, VipsImage *image);

/* The intent to use it with. */
VipsIntent cm_profile_intent(const uint8_t *profile, size_t length);

/* The HDR that it stands for; zeros for every other one. After cm_profile_fits. */
CMCoding cm_profile_coding(const uint8_t *profile, size_t length);

#endif
