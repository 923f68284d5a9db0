/* clip.h - one rendering, as its stages see it. */

#ifndef CMEDIA_CLIP_H
#define CMEDIA_CLIP_H

#include "decode.h"
#include "reel.h"
#include "survey.h"

/* Of an MP4 without its tables of packets. */
enum { CM_HEADER_BYTES = 4096 };

/* What does not change during a rendering, and the clock that all tracks share. */
typedef struct CMJob {
    int32_t input;
    const char *demuxer;
    const CMClipOptions *options;
    const CMSurvey *survey;
    CMWatch *watch;
    int64_t origin;        /* microseconds of the source shown at 0 */
    double shown;          /* seconds from there to the end of the picture, or of sound alone */
    double damaged_at;     /* seconds shown before the first damage; INFINITY: none was met */
    bool is_alone;         /* there is sound, but no picture */
    double done, share;    /* of the progress: before this track, and of it */
    int64_t decode_errors; /* of all tracks */
} CMJob;

/* One way to encode the picture. */
typedef struct CMVideoPlan {
    int width, height;     /* upright */
    AVRational frame_rate; /* constant, but for keeps_times */
    bool keeps_times;      /* frames come at milliseconds of their own; the rate is their average */
    int64_t bit_rate;      /* the most on average, over any second or two */
    int64_t max_bytes;     /* of packets: beyond them encoding is given up */
} CMVideoPlan;

/* Copies and encodings. The picture sets job->origin and job->shown, the sound follows them. */
int cm_copy_video(CMJob *job, CMReel *reel, CMError *error);
int cm_copy_audio(CMJob *job, CMReel *reel, CMError *error);
int cm_encode_video(CMJob *job, const CMVideoPlan *plan, CMReel *reel, CMError *error);
int cm_encode_audio(CMJob *job, int64_t bit_rate, CMReel *reel, CMError *error);

/* Seconds from 0 to where the sound ends: by itself, with the picture, or where it is cut. */
double cm_sound_length(const CMJob *job);

/* Fills *error with why a copy is not to be had, and returns -1. */
int cm_unfit(CMError *error, const char *reason);

/* Fails with CMCauseCorrupt if a decoder complained about what was shown until `end`, and notes where
 * that was. */
int cm_judge_damage(CMJob *job, const CMDecoder *decoder, double end, CMError *error);

#endif
