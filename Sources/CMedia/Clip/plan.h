/* plan.h - how large, how fast and how good a picture and its sound are encoded. */

#ifndef CMEDIA_PLAN_H
#define CMEDIA_PLAN_H

#include "clip.h"

/* Seconds of the picture that will be shown, by what its packets say. */
double cm_planned_seconds(const CMJob *job);

/* Bits a second of sound, which gives way to the picture where there is little room. */
int64_t cm_plan_sound(const CMJob *job, double seconds, bool is_alone);

/* A share of them, but no less than can be listened to. */
int64_t cm_lesser_rate(int64_t bit_rate, double share);

/* Bytes that the sound will take: as they are, or as planned, with what AAC may overshoot by. */
double cm_sound_bytes(const CMJob *job, CMTrack track, int64_t bit_rate, double seconds);

/* Size, frame rate and bit rate for a share of the room that other tracks leave. */
int cm_plan_picture(const CMJob *job, double other_bytes, double share, CMVideoPlan *plan,
                    CMError *error);

#endif
