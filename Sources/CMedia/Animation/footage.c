/* footage.c - which pictures of a clip become frames, and for how long. */

#include "footage.h"

#include <math.h>

#include "clip.h"

/* Seconds between frames at least: viewers slow down what is shown for one hundredth, so that two are
 * the least; and where pictures come faster than a profile's videos may, 25 a second are enough. Both
 * leave something for the rounding of time bases. */
#define LEAST_GAP 0.0195
#define FAST_GAP 0.039
#define FAST 31

static double base(const CMFootage *footage) {
    return av_q2d(footage->survey.video.time_base);
}

static int64_t time_at(const CMFootage *footage, uint32_t index) {
    return g_array_index(footage->times, int64_t, index);
}

/* Times */

static double least_gap(const CMFootage *footage) {
    return footage->survey.facts.video.busiest_second > FAST ? FAST_GAP : LEAST_GAP;
}

/* Whether more pictures are wanted than this one. The last one before the start is what is shown
 * there. */
static bool take(CMFootage *footage, const AVFrame *frame, int64_t start, int64_t limit) {
    GArray *times = footage->times;
    int64_t pts = frame->pts;

    if (pts >= limit) {
        footage->end = limit;
        return false;
    }
    footage->end = FFMAX(footage->end, FFMIN(pts + frame->pkt_duration, limit));
    if (pts <= start) {
        g_array_set_size(times, 0);
    }
    if (times->len == 0 ||
        (pts - time_at(footage, times->len - 1)) * base(footage) >= least_gap(footage)) {
        g_array_append_val(times, pts);
    }
    return true;
}

static int judge(CMFootage *footage, const CMDecoder *decoder, double start, double seconds,
                 CMError *error) {
    const CMVideoFacts *video = &footage->survey.facts.video;
    double end = FFMIN(video->end, video->start + start + seconds);
    CMClipOptions strict = {.repair = false};
    CMJob job = {.options = &strict, .origin = llrint(video->start * AV_TIME_BASE)};

    return cm_judge_damage(&job, decoder, end - video->start, error);
}

static int read_times(CMFootage *footage, AVFormatContext *context, double start, double seconds,
                      CMError *error) {
    AVFrame *frame = av_frame_alloc();
    int64_t from = llrint((footage->survey.facts.video.start + start) / base(footage));
    int64_t limit = from + llrint(seconds / base(footage));
    CMDecoder decoder;
    int status = cm_decoder_open(&decoder, context, footage->survey.video.index, footage->watch,
                                 error);

    if (status == 0 && !frame) {
        status = cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    footage->end = from;
    while (status == 0 && (status = cm_decoder_read(&decoder, frame, error)) == 1) {
        status = take(footage, frame, from, limit) ? 0 : 1;
        av_frame_unref(frame);
    }
    if (status >= 0) {
        status = judge(footage, &decoder, start, seconds, error);
    }
    cm_decoder_close(&decoder);
    av_frame_free(&frame);
    footage->shown = footage->times->len > 0 ? FFMAX(from, time_at(footage, 0)) : from;
    return status;
}

/* Size */

static CMSize fit(const CMVideoFacts *video, const CMImageOptions *options) {
    CMSize stored = {(int32_t)fmax(1, lround(video->width * video->pixel_aspect)), video->height};
    /* Frames are neither cropped nor padded: what draws the eye moves. */
    CMImageOptions inside = *options;

    inside.fit = CMFitInside;
    return cm_plan_fit(video->rotation % 180 ? cm_flipped(stored) : stored, &inside).scaled;
}

static int check_amount(const CMFootage *footage, CMError *error) {
    int64_t pixels = (int64_t)footage->size.width * footage->size.height;

    if (footage->times->len == 0) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "no picture can be decoded");
    }
    if (footage->times->len > (uint32_t)cm_limits()->max_frames ||
        pixels * footage->times->len > cm_limits()->max_decoded) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "%u frames of %d x %d pixels",
                       footage->times->len, footage->size.width, footage->size.height);
    }
    return 0;
}

/* Opening */

static int survey(CMFootage *footage, double wanted, CMError *error) {
    if (cm_survey_input(footage->input, footage->demuxer, wanted + 1, footage->watch,
                        &footage->survey, error) < 0) {
        return -1;
    }
    if (footage->survey.video.index < 0) {
        return cm_fail(error, CMStageOpen, CMCauseNoMedia, 0, "no picture in it");
    }
    if (footage->survey.missing_from < wanted - 0.05) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "the file ends at %.2f s",
                       footage->survey.missing_from);
    }
    return 0;
}

int cm_footage_open(CMFootage *footage, const CMImageOptions *box, double start, double seconds,
                    CMError *error) {
    AVFormatContext *context = NULL;
    int status = survey(footage, start + seconds, error);

    footage->times = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (status == 0) {
        footage->size = fit(&footage->survey.facts.video, box);
        status = cm_open_input(footage->input, 0, footage->demuxer, footage->watch, &context,
                               error);
    }
    if (status == 0) {
        status = read_times(footage, context, start, seconds, error);
    }
    cm_close_input(&context);
    return status < 0 ? -1 : check_amount(footage, error);
}

void cm_footage_close(CMFootage *footage) {
    g_clear_pointer(&footage->times, g_array_unref);
    cm_survey_free(&footage->survey);
}

int *cm_footage_delays(const CMFootage *footage) {
    uint32_t count = footage->times->len;
    int *delays = g_new0(int, count);
    int64_t passed = 0;

    for (uint32_t i = 0; i < count; i++) {
        int64_t until = i + 1 < count ? time_at(footage, i + 1) : footage->end;
        int64_t time = llrint((until - footage->shown) * base(footage) * 1000);
        delays[i] = (int)(time - passed);
        passed = time;
    }
    /* Some containers do not say how long the last one is shown: as long as the one before. */
    if (delays[count - 1] < LEAST_GAP * 1000) {
        delays[count - 1] = count > 1 ? delays[count - 2] : (int)(FAST_GAP * 1000);
    }
    return delays;
}
