/* frame_poster.h - the frame of an animation that stands for it where nothing moves. */

#ifndef CMEDIA_FRAME_POSTER_H
#define CMEDIA_FRAME_POSTER_H

#include "load.h"

/* Evaluates all frames of a strip, from the top down, and reports one of them. What cannot be
 * evaluated is CMCauseCorrupt. */
int cm_frame_poster(VipsImage *strip, const CMWatch *watch, CMImageReport *report, CMError *error);

#endif
