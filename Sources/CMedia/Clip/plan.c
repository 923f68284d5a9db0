/* plan.c - see plan.h. */

#include "plan.h"

#include <math.h>

#include "budget.h"

enum {
    CM_STEREO_RATE = 128000, /* bits a second of sound, where nothing else was asked for */
    CM_LEAST_RATE = 24000,
    CM_SMALL_SIDE = 480 /* pixels: rather fewer pictures than fewer pixels from here on */
};

static const double CM_SHARE_OF_SOUND = 0.25;
static const double CM_LEAST_FLUENT = 12; /* pictures a second that still look like movement */

/* Even, as 4:2:0 wants it. */
static int even(double side) {
    return FFMAX(2, 2 * (int)lround(side / 2));
}

/* The upright size with square pixels, within the longest side that is allowed. */
static void plan_size(const CMJob *job, int max_side, CMVideoPlan *plan) {
    const CMVideoFacts *video = &job->survey->facts.video;
    double width = video->width * video->pixel_aspect, height = video->height;
    double scale = FFMIN(1, max_side / FFMAX(width, height));
    bool is_turned = video->rotation % 180 != 0;

    plan->width = FFMIN(even((is_turned ? height : width) * scale), max_side & ~1);
    plan->height = FFMIN(even((is_turned ? width : height) * scale), max_side & ~1);
}

/* The source's rate is kept, or divided evenly if that leaves enough pictures to look fluent. Where
 * there is none, pictures are shown as soon as the highest allowed rate can: players, and what
 * judges their files, get on better with a constant rate. */
static AVRational plan_rate(const CMJob *job) {
    AVRational rate = job->survey->frame_rate;
    double most = job->options->max_frame_rate;

    if (rate.num > 0) {
        double parts = ceil(av_q2d(rate) / most - 1e-6);

        if (parts <= 1) {
            return rate;
        }
        if (av_q2d(rate) / parts >= 0.8 * most) {
            return av_mul_q(rate, av_make_q(1, (int)parts));
        }
    }
    return av_d2q(most, 100000);
}

double cm_planned_seconds(const CMJob *job) {
    const CMVideoFacts *video = &job->survey->facts.video;

    return FFMAX(0.05, FFMIN(job->options->max_seconds,
                             video->end - video->start - job->options->start));
}

int64_t cm_plan_sound(const CMJob *job, double seconds, bool is_alone) {
    const CMClipOptions *options = job->options;
    double share = is_alone ? 0.9 : CM_SHARE_OF_SOUND;
    int64_t room = (int64_t)(options->max_bytes * 8.0 / FFMAX(seconds, 0.05) * share);

    return FFMAX(CM_LEAST_RATE, FFMIN(CM_STEREO_RATE, room));
}

int64_t cm_lesser_rate(int64_t bit_rate, double share) {
    return FFMAX(CM_LEAST_RATE, (int64_t)(bit_rate * share));
}

double cm_sound_bytes(const CMJob *job, CMTrack track, int64_t bit_rate, double seconds) {
    switch (track) {
    case CMTrackDrop: return 0;
    case CMTrackCopy: return (double)job->survey->facts.audio.bytes;
    case CMTrackEncode: return bit_rate / 8.0 * seconds * 1.1 + CM_HEADER_BYTES;
    }
    return 0;
}

/* The size that looks best at a rate. */
static int plan_at(const CMJob *job, double other_bytes, double share, AVRational rate,
                   CMVideoPlan *plan, CMError *error) {
    double seconds = cm_planned_seconds(job), pictures = seconds * av_q2d(rate);
    CMBudget budget = {.bytes = job->options->max_bytes - other_bytes,
                       .seconds = seconds,
                       .pictures = pictures,
                       .packets = pictures + 50 * seconds,
                       .share = share};
    int side;

    plan->frame_rate = rate;
    if (cm_plan_rate(&budget, plan, error) < 0) {
        return -1;
    }
    plan_size(job, job->options->max_side, plan);
    side = cm_planned_side(&budget, plan);
    if (side < FFMAX(plan->width, plan->height)) {
        plan_size(job, side, plan);
    }
    return 0;
}

static int side_of(const CMVideoPlan *plan) {
    return FFMAX(plan->width, plan->height);
}

/* Fewer pixels first; where that makes too small a picture, every other picture is left out. */
int cm_plan_picture(const CMJob *job, double other_bytes, double share, CMVideoPlan *plan,
                    CMError *error) {
    AVRational rate = plan_rate(job), half = av_mul_q(rate, av_make_q(1, 2));
    CMVideoPlan full;

    plan_size(job, job->options->max_side, &full);
    if (plan_at(job, other_bytes, share, rate, plan, error) < 0) {
        return -1;
    }
    if (side_of(plan) < FFMIN(side_of(&full), CM_SMALL_SIDE) && av_q2d(half) >= CM_LEAST_FLUENT) {
        return plan_at(job, other_bytes, share, half, plan, error);
    }
    return 0;
}
