/* clip.c - rendering a clip: chooses what to copy and what to encode, and tries again. */

#include "clip.h"

#include <math.h>

#include "budget.h"

enum {
    CM_MOST_ENCODES = 3,
    CM_STEREO_RATE = 128000,   /* bits a second of sound, where nothing else was asked for */
    CM_LEAST_RATE = 24000
};

static const double CM_SHARE_OF_SOUND = 0.25;
static const double CM_HEARABLE = 0.02; /* seconds of sound; an AAC packet lasts as long */
static const double CM_MISSING = 0.5; /* seconds of a track that may be lacking at its end */

/* Planning */

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

static double planned_seconds(const CMJob *job) {
    const CMVideoFacts *video = &job->survey->facts.video;

    return FFMAX(0.05, FFMIN(job->options->max_seconds,
                             video->end - video->start - job->options->start));
}

/* Sound gives way to the picture where there is little room. */
static int64_t plan_sound(const CMJob *job, double seconds, bool is_alone) {
    const CMClipOptions *options = job->options;
    double share = is_alone ? 0.9 : CM_SHARE_OF_SOUND;
    int64_t room = (int64_t)(options->max_bytes * 8.0 / FFMAX(seconds, 0.05) * share);

    return FFMAX(CM_LEAST_RATE, FFMIN(CM_STEREO_RATE, room));
}

/* Bytes that the sound will take: as they are, or as planned, with what AAC may overshoot by. */
static double sound_bytes(const CMJob *job, CMTrack track, int64_t bit_rate, double seconds) {
    switch (track) {
    case CMTrackDrop: return 0;
    case CMTrackCopy: return (double)job->survey->facts.audio.bytes;
    case CMTrackEncode: return bit_rate / 8.0 * seconds * 1.1 + CM_HEADER_BYTES;
    }
    return 0;
}

static int plan_picture(const CMJob *job, double other_bytes, double share, CMVideoPlan *plan,
                        CMError *error) {
    double seconds = planned_seconds(job);
    AVRational rate = plan_rate(job);
    double pictures = seconds * av_q2d(rate);
    CMBudget budget = {.bytes = job->options->max_bytes - other_bytes,
                       .seconds = seconds,
                       .pictures = pictures,
                       .packets = pictures + 50 * seconds,
                       .share = share};

    plan->frame_rate = rate;
    if (cm_plan_rate(&budget, plan, error) < 0) {
        return -1;
    }
    plan_size(job, job->options->max_side, plan);
    int side = cm_planned_side(&budget, plan);
    if (side < FFMAX(plan->width, plan->height)) {
        plan_size(job, side, plan);
    }
    return 0;
}

/* Copying */

int cm_unfit(CMError *error, const char *reason) {
    return cm_fail(error, CMStageWrite, CMCauseCannotFit, 0, "%s", reason);
}

/* Damage */

int cm_judge_damage(CMJob *job, const CMDecoder *decoder, double end, CMError *error) {
    bool is_video = decoder->codec->codec_type == AVMEDIA_TYPE_VIDEO;
    double origin = job->origin / (double)AV_TIME_BASE;
    double reached = decoder->next_pts * av_q2d(decoder->stream->time_base) - origin;
    int64_t errors = decoder->errors;

    /* A bad end may be a recording that stopped in mid-packet; but not when more was to follow. */
    if (decoder->frames == 0 || end - reached > CM_MISSING) {
        errors += decoder->late_errors + decoder->read_failed;
    }
    job->decode_errors += errors;
    if (errors > 0) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "the %s is damaged at %.2f s",
                       is_video ? "picture" : "sound",
                       isnan(decoder->error_time) ? 0 : FFMAX(decoder->error_time - origin, 0));
    }
    return 0;
}

static int check_whole(const CMJob *job, CMError *error) {
    double wanted = job->options->start + job->options->max_seconds;
    double stated = job->survey->facts.duration;

    if (job->survey->missing_from < wanted - 0.05) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0,
                       "the file ends at %.2f s of %.2f s", job->survey->missing_from, stated);
    }
    return 0;
}

/* Rendering */

typedef struct CMRendering {
    CMJob job;
    CMTrack video, audio; /* as asked for, where the clip has them */
    int64_t audio_rate;
    CMVideoPlan plan;
    CMReel picture, sound;
    int32_t encodes;
    int64_t bytes;
} CMRendering;

static bool is_sound_only(CMContainer container) {
    return container != CMContainerMP4;
}

static int choose_tracks(CMRendering *rendering, CMError *error) {
    const CMSurvey *survey = rendering->job.survey;
    const CMClipOptions *options = rendering->job.options;
    bool has_video = survey->video.index >= 0 && !is_sound_only(options->container);

    rendering->video = has_video ? options->video : CMTrackDrop;
    rendering->audio = survey->audio.index >= 0 ? options->audio : CMTrackDrop;
    if (rendering->video == CMTrackDrop && rendering->audio == CMTrackDrop) {
        return cm_fail(error, CMStageOpen, CMCauseNoMedia, 0, "no track of those asked for");
    }
    return 0;
}

/* Sound alone keeps its own time: from its first sample on, but not from what primes it. */
static void start_sound(CMRendering *rendering) {
    CMJob *job = &rendering->job;
    const CMAudioFacts *audio = &job->survey->facts.audio;
    double start = audio->start < 0 && audio->start > -0.1 ? 0 : audio->start;

    start += job->options->start;
    job->origin = llrint(start * AV_TIME_BASE);
    job->shown = FFMAX(0, FFMIN(job->options->max_seconds, audio->end - start));
}

static int render_picture(CMRendering *rendering, double share, CMError *error) {
    CMJob *job = &rendering->job;
    double seconds = planned_seconds(job);
    double sound = sound_bytes(job, rendering->audio, rendering->audio_rate, seconds);

    job->shown = seconds;
    job->share = rendering->audio == CMTrackDrop ? 0.95 : 0.85;
    cm_reel_free(&rendering->picture);
    if (rendering->video == CMTrackCopy) {
        return cm_copy_video(job, &rendering->picture, error);
    }
    rendering->encodes++;
    if (plan_picture(job, sound, share, &rendering->plan, error) < 0) {
        return -1;
    }
    return cm_encode_video(job, &rendering->plan, &rendering->picture, error);
}

static int render_sound(CMRendering *rendering, CMError *error) {
    CMJob *job = &rendering->job;
    int status;

    if (rendering->audio == CMTrackDrop) {
        return 0;
    }
    cm_reel_free(&rendering->sound);
    job->done = job->watch->fraction;
    job->share = 0.95 - FFMIN(job->done, 0.95);
    status = rendering->audio == CMTrackCopy
                 ? cm_copy_audio(job, &rendering->sound, error)
                 : cm_encode_audio(job, rendering->audio_rate, &rendering->sound, error);
    if (status == 0 && cm_reel_end(&rendering->sound) < CM_HEARABLE) {
        cm_reel_free(&rendering->sound);
        if (rendering->video == CMTrackDrop) {
            return cm_fail(error, CMStageDecode, CMCauseNoMedia, 0, "nothing to hear");
        }
    }
    return status;
}

/* One try. The bytes it came to are left in rendering->bytes, or that they are too many. */
static int attempt(CMRendering *rendering, int32_t output, double share, CMError *error) {
    int64_t most = rendering->job.options->max_bytes;

    if (rendering->video != CMTrackDrop) {
        if (render_picture(rendering, share, error) < 0) {
            return -1;
        }
        if (rendering->video == CMTrackEncode &&
            rendering->picture.bytes > rendering->plan.max_bytes) {
            rendering->bytes = most + rendering->picture.bytes - rendering->plan.max_bytes;
            return 0;
        }
    } else {
        start_sound(rendering);
        rendering->encodes += rendering->audio == CMTrackEncode;
    }
    if (render_sound(rendering, error) < 0) {
        return -1;
    }
    return cm_mux(output, rendering->job.options->container, &rendering->picture,
                  &rendering->sound, &rendering->bytes, error);
}

/* Encodes as planned; what comes out too large is made again with less, at most twice. */
static int render(CMRendering *rendering, int32_t output, CMError *error) {
    int64_t most = rendering->job.options->max_bytes;
    bool is_encoded =
        rendering->video == CMTrackEncode ||
        (rendering->video == CMTrackDrop && rendering->audio == CMTrackEncode);
    double share = 1;

    for (int i = 0; i < CM_MOST_ENCODES; i++) {
        if (attempt(rendering, output, share, error) < 0) {
            return -1;
        }
        if (rendering->bytes <= most) {
            return 0;
        }
        if (!is_encoded) {
            break;
        }
        share *= 0.95 * most / rendering->bytes;
        rendering->audio_rate = FFMAX(CM_LEAST_RATE, (int64_t)(rendering->audio_rate * share));
    }
    return cm_fail(error, CMStageWrite, CMCauseCannotFit, 0,
                   "%lld bytes, where %lld are allowed", (long long)rendering->bytes,
                   (long long)most);
}

static void report(const CMRendering *rendering, CMClipResult *result) {
    const CMReel *picture = &rendering->picture;

    *result = (CMClipResult){
        .duration = rendering->job.shown,
        .bytes = rendering->bytes,
        .encodes = rendering->encodes,
        .decode_errors = rendering->job.decode_errors,
    };
    if (picture->parameters) {
        result->width = picture->parameters->width;
        result->height = picture->parameters->height;
        result->frames = (int64_t)picture->count;
        result->duration = cm_reel_end(picture);
    }
    if (rendering->sound.parameters) {
        result->duration = FFMAX(picture->parameters ? result->duration : 0,
                                 cm_reel_end(&rendering->sound));
    }
}

int cm_clip_render(int32_t input, const char *demuxer, int32_t output,
                   const CMClipOptions *options, CMProgress progress, void *context,
                   CMClipResult *result, CMError *error) {
    CMWatch watch = {.progress = progress, .context = context};
    CMSurvey survey;
    CMRendering rendering = {.job = {.input = input, .demuxer = demuxer, .options = options,
                                     .survey = &survey, .watch = &watch}};
    int status;

    error->message[0] = '\0';
    *result = (CMClipResult){0};
    status = cm_survey_input(input, demuxer, options->start + options->max_seconds + 1, &watch,
                             &survey, error);
    if (status == 0) {
        status = check_whole(&rendering.job, error);
    }
    if (status == 0) {
        status = choose_tracks(&rendering, error);
    }
    if (status == 0) {
        rendering.audio_rate = plan_sound(&rendering.job,
                                          rendering.video == CMTrackDrop
                                              ? options->max_seconds
                                              : planned_seconds(&rendering.job),
                                          rendering.video == CMTrackDrop);
        status = render(&rendering, output, error);
    }
    if (status == 0) {
        report(&rendering, result);
        cm_watch_report(&watch, 1);
    } else {
        result->decode_errors = rendering.job.decode_errors;
    }
    cm_reel_free(&rendering.picture);
    cm_reel_free(&rendering.sound);
    cm_survey_free(&survey);
    return status;
}
