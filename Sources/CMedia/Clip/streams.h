/* streams.h - which streams of a file are taken, and how a picture is to be turned. */

#ifndef CMEDIA_STREAMS_H
#define CMEDIA_STREAMS_H

#include "io.h"

/* The default or first stream of a type that can be decoded and is no cover art; where none can be
 * decoded, the first; -1 where there is none. */
int cm_choose_stream(const AVFormatContext *context, enum AVMediaType type);

/* Whether transparency lies in a second picture beside each one, as VP8 and VP9 in WebM have it. */
bool cm_has_alpha_beside(const AVStream *stream);

/* Has packets of one stream alone read from now on. */
void cm_take_only(AVFormatContext *context, int index);

/* Whether a stream is a picture beside the sound rather than a video. */
bool cm_is_cover_art(const AVStream *stream);

/* Clockwise degrees to turn a picture for upright, and whether it is then mirrored left-right. */
void cm_orientation(const AVStream *stream, int32_t *rotation, bool *is_flipped);

/* Width : height of a pixel; 1 where it is unknown or cannot be meant. */
double cm_pixel_aspect(AVFormatContext *context, AVStream *stream);

#endif
