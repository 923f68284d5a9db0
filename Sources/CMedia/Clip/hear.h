/* hear.h - what is heard of the sound: decoded, on the picture's clock, waiting to be encoded. */

#ifndef CMEDIA_HEAR_H
#define CMEDIA_HEAR_H

#include <libavutil/audio_fifo.h>

#include "encode.h"

/* A clip is short, so its samples wait in memory: only when all are there is it known how loud they
 * are, and whether the sound goes on behind them. */
typedef struct CMHeard {
    AVAudioFifo *samples; /* planar floats of one or two channels; NULL: nothing is heard */
    int sample_rate, channels;
    CMSoundCoding coding; /* what it is to be encoded as */
    bool goes_on;         /* it is cut, rather than that it ends by itself */
} CMHeard;

/* Samples of a packet. */
int cm_packet_samples(CMSoundCoding coding);

/* Decodes the sound from job->origin on. Damage in it is CMCauseCorrupt. */
int cm_hear(CMJob *job, CMHeard *heard, CMError *error);

/* Hears what was encoded, as players will. */
int cm_hear_reel(const CMReel *reel, CMHeard *heard, CMError *error);
void cm_heard_free(CMHeard *heard);

/* How many samples there are. */
int cm_heard_count(const CMHeard *heard);

/* Gives a new frame with room for so many samples like these. */
int cm_heard_room(const CMHeard *heard, int count, int64_t pts, AVFrame *frame, CMError *error);

/* Gives a new frame of the samples from `first` on, at most so many, timed by their number. */
int cm_heard_frame(const CMHeard *heard, int first, int most, AVFrame *frame, CMError *error);

#endif
