/* clip_poster.h - the moment of a clip that stands for it where nothing moves. */

#ifndef CMEDIA_CLIP_POSTER_H
#define CMEDIA_CLIP_POSTER_H

#include <libavutil/frame.h>

#include "poster.h"

/* Zero it. Times are milliseconds. */
typedef struct CMClipPoster {
    CMPoster poster;
    int64_t step, due;        /* between pictures that are looked at, and of the next one */
    AVFrame *latest, *chosen; /* of those looked at */
    int64_t latest_time, chosen_time;
} CMClipPoster;

/* Begins a stream that lasts so many seconds, 0 if that is unknown. */
int cm_clip_poster_begin(CMClipPoster *poster, double length, CMError *error);

/* Looks at a decoded picture if one is due, and if it begins with a plane of 8-bit luma. */
int cm_clip_poster_show(CMClipPoster *poster, const AVFrame *frame, AVRational time_base,
                        CMError *error);

/* Says in the report which one it is. */
int cm_clip_poster_end(CMClipPoster *poster, CMClipReport *report, CMError *error);
void cm_clip_poster_free(CMClipPoster *poster);

#endif
