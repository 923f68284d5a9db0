/* clip.c - rendering a clip: chooses what to copy and what to encode, and tries again. */

#include "clip.h"

#include <math.h>

#include "plan.h"

enum { CM_MOST_ENCODES = 3 };

static const double CM_HEARABLE = 0.005; /* seconds of sound; less is none */
static const double CM_MISSING = 0.5; /* seconds of a track that may be lacking at its end */

/* Of a damaged clip, in seconds: less of it is not worth showing. */
static const double CM_LEAST_LEFT = 1;
static const int CM_MOST_REPAIRS = 4; /* the sound may be damaged before the picture, and again */

/* Copying */

int cm_unfit(CMError *error, const char *reason) {
    return cm_fail(error, CMStageWrite, CMCauseCannotFit, 0, "%s", reason);
}

/* Damage */

int cm_judge_damage(CMJob *job, const CMDecoder *decoder, double end, CMError *error) {
    bool is_video = decoder->codec->codec_type == AVMEDIA_TYPE_VIDEO;
    double origin = job->origin / (double)AV_TIME_BASE;
    double reached = decoder->next_pts * av_q2d(decoder->stream->time_base) - origin;
    double at = FFMAX(isnan(decoder->error_time) ? reached : decoder->error_time - origin, 0);
    int64_t errors = decoder->errors;

    /* A bad end may be a recording that stopped in mid-packet; but not when more was to follow. */
    if (decoder->frames == 0 || end - reached > CM_MISSING) {
        errors += decoder->late_errors + decoder->read_failed;
    }
    if (errors == 0 || (job->options->repair && at >= end - 0.001)) {
        return 0;
    }
    job->decode_errors += errors;
    job->damaged_at = FFMIN(job->damaged_at, at);
    return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "the %s is damaged at %.2f s",
                   is_video ? "picture" : "sound", at);
}

/* Fails if the file ends before what is to be shown of it does. */
static int check_whole(CMJob *job, CMError *error) {
    double wanted = job->options->start + job->options->max_seconds;
    double stated = job->survey->facts.duration;

    if (job->survey->missing_from < wanted - 0.05) {
        job->damaged_at = FFMAX(job->survey->missing_from - job->options->start, 0);
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0,
                       "the file ends at %.2f s of %.2f s", job->survey->missing_from, stated);
    }
    return 0;
}

/* Rendering */

typedef struct CMRendering {
    CMJob job;
    CMClipOptions options; /* the caller's; of a damaged clip, less of it */
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
    job->is_alone = true;
    job->origin = llrint(start * AV_TIME_BASE);
    job->shown = FFMAX(0, FFMIN(job->options->max_seconds, audio->end - start));
}

/* What packets tell of their end is as coarse as their clock, where that counts no samples. */
double cm_sound_length(const CMJob *job) {
    const CMAudioFacts *audio = &job->survey->facts.audio;
    double tick = av_q2d(job->survey->audio.time_base);
    double end = audio->end + (tick * audio->sample_rate > 1.5 ? tick : 0);
    double most = job->is_alone ? job->options->max_seconds : job->shown;

    return FFMAX(0, FFMIN(most, end - job->origin / (double)AV_TIME_BASE));
}

static int render_picture(CMRendering *rendering, double share, CMError *error) {
    CMJob *job = &rendering->job;
    double seconds = cm_planned_seconds(job);
    double sound = cm_sound_bytes(job, rendering->audio, rendering->audio_rate, seconds);

    job->shown = seconds;
    job->share = rendering->audio == CMTrackDrop ? 0.95 : 0.85;
    cm_reel_free(&rendering->picture);
    if (rendering->video == CMTrackCopy) {
        return cm_copy_video(job, &rendering->picture, error);
    }
    rendering->encodes++;
    if (cm_plan_picture(job, sound, share, &rendering->plan, error) < 0) {
        return -1;
    }
    return cm_encode_video(job, &rendering->plan, &rendering->picture, error);
}

/* Sound that cannot be copied is encoded where there is a picture: that need not suffer for it. */
static int copy_or_encode_sound(CMRendering *rendering, CMError *error) {
    CMJob *job = &rendering->job;

    if (rendering->audio == CMTrackCopy) {
        int status = cm_copy_audio(job, &rendering->sound, error);

        if (status == 0 || rendering->video == CMTrackDrop ||
            error->cause != CMCauseCannotFit) {
            return status;
        }
        error->message[0] = '\0';
        rendering->audio = CMTrackEncode;
        cm_reel_free(&rendering->sound);
    }
    return cm_encode_audio(job, rendering->audio_rate, &rendering->sound, error);
}

static int render_sound(CMRendering *rendering, CMError *error) {
    CMJob *job = &rendering->job;
    int status;

    if (rendering->audio == CMTrackDrop) {
        return 0;
    }
    job->done = job->watch->fraction;
    job->share = 0.95 - FFMIN(job->done, 0.95);
    status = copy_or_encode_sound(rendering, error);
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

/* Encodes as planned; what comes out too large is made again with less, at most twice. In a CAF there
 * is no less. */
static int render(CMRendering *rendering, int32_t output, CMError *error) {
    int64_t most = rendering->job.options->max_bytes;
    bool is_encoded =
        rendering->video == CMTrackEncode ||
        (rendering->video == CMTrackDrop && rendering->audio == CMTrackEncode &&
         rendering->job.options->container != CMContainerCAF);
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
        rendering->audio_rate = cm_lesser_rate(rendering->audio_rate, share);
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
        .damaged_at = rendering->job.damaged_at == INFINITY ? 0 : rendering->job.damaged_at,
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

/* Whether there is less of a damaged clip that may be whole; it is then what is wanted. */
static bool shorten(CMRendering *rendering, CMError *error) {
    CMJob *job = &rendering->job;
    bool is_shorter = job->damaged_at < rendering->options.max_seconds;

    if (!rendering->options.repair || error->cause != CMCauseCorrupt || !is_shorter ||
        job->damaged_at < CM_LEAST_LEFT) {
        return false;
    }
    rendering->options.max_seconds = job->damaged_at;
    error->message[0] = '\0';
    return true;
}

static int render_whole(CMRendering *rendering, int32_t output, CMError *error) {
    CMJob *job = &rendering->job;
    bool is_alone;

    if (check_whole(job, error) < 0 || choose_tracks(rendering, error) < 0) {
        return -1;
    }
    is_alone = rendering->video == CMTrackDrop;
    rendering->audio_rate = cm_plan_sound(
        job, is_alone ? rendering->options.max_seconds : cm_planned_seconds(job), is_alone);
    return render(rendering, output, error);
}

int cm_clip_render(int32_t input, const char *demuxer, int32_t output,
                   const CMClipOptions *options, CMProgress progress, void *context,
                   CMClipResult *result, CMError *error) {
    CMWatch watch = {.progress = progress, .context = context};
    CMSurvey survey;
    CMRendering rendering = {.options = *options,
                             .job = {.input = input, .demuxer = demuxer, .survey = &survey,
                                     .watch = &watch, .damaged_at = INFINITY}};
    int status;

    rendering.job.options = &rendering.options;
    error->message[0] = '\0';
    *result = (CMClipResult){0};
    status = cm_survey_input(input, demuxer, options->start + options->max_seconds + 1, &watch,
                             &survey, error);
    if (status == 0) {
        status = render_whole(&rendering, output, error);
    }
    for (int i = 0; status < 0 && i < CM_MOST_REPAIRS && shorten(&rendering, error); i++) {
        status = render_whole(&rendering, output, error);
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
