/* clip_poster.c - see clip_poster.h. */

#include "clip_poster.h"

#include <vips/vips.h>

#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

#include "attention.h"

/* Looking costs time: at no more pictures, and so many milliseconds apart at least. */
enum { CM_MOST_PICTURES = 120, CM_LEAST_STEP = 200 };

/* So much later, in milliseconds, a picture is taken that begins within one. */
enum { CM_PATIENCE = 100 };

/* Attention needs no more than this. */
enum { CM_LOOKED_AT = 256 };

/* swscale writes whole vectors: bytes by which it may pass the end. */
enum { CM_SPILL = 64 };

static const AVRational milliseconds = {1, 1000};

int cm_clip_poster_begin(CMClipPoster *poster, double length, CMError *error) {
    poster->step = FFMAX(CM_LEAST_STEP, llrint(FFMIN(length, 1e6) * 1000 / CM_MOST_PICTURES));
    poster->due = INT64_MIN;
    poster->latest = av_frame_alloc();
    poster->chosen = av_frame_alloc();
    if (!poster->latest || !poster->chosen) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

void cm_clip_poster_free(CMClipPoster *poster) {
    cm_poster_free(&poster->poster);
    av_frame_free(&poster->latest);
    av_frame_free(&poster->chosen);
}

static bool has_luma(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    const uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                           AV_PIX_FMT_FLAG_HWACCEL;

    return format && !(format->flags & other) && format->comp[0].plane == 0 &&
           format->comp[0].step == 1 && format->comp[0].depth == 8 &&
           sws_isSupportedInput(frame->format);
}

/* A picture that begins at a whole millisecond is found by its time whichever way that is rounded,
 * so it is worth waiting for. */
static bool is_due(const CMClipPoster *poster, const AVFrame *frame, AVRational base,
                   int64_t time) {
    int64_t patience = av_compare_ts(time, milliseconds, frame->pts, base) ? CM_PATIENCE : 0;

    return poster->poster.shown < CM_MOST_PICTURES &&
           time >= av_sat_add64(poster->due, patience);
}

static int draw(CMSketch *sketch, const AVFrame *frame, CMError *error) {
    if (cm_sketch_begin(sketch, frame->width, frame->height, error) < 0) {
        return -1;
    }
    for (int y = 0; y < frame->height; y++) {
        cm_sketch_add_row(sketch, frame->data[0] + (ptrdiff_t)frame->linesize[0] * y);
    }
    return 0;
}

/* Keeps the picture looked at last, if it has become the one chosen. */
static int keep_latest(CMClipPoster *poster, int64_t number, CMError *error) {
    if (poster->poster.chosen != number) {
        return 0;
    }
    av_frame_unref(poster->chosen);
    poster->chosen_time = poster->latest_time;
    if (av_frame_ref(poster->chosen, poster->latest) < 0) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

int cm_clip_poster_show(CMClipPoster *poster, const AVFrame *frame, AVRational time_base,
                        CMError *error) {
    CMPoster *choice = &poster->poster;
    int64_t time = av_rescale_q_rnd(frame->pts, time_base, milliseconds, AV_ROUND_UP);

    if (!is_due(poster, frame, time_base, time) || !has_luma(frame) ||
        (frame->flags & AV_FRAME_FLAG_CORRUPT) || frame->decode_error_flags) {
        return 0;
    }
    if (draw(cm_poster_next(choice), frame, error) < 0) {
        return -1;
    }
    cm_poster_show(choice);
    if (keep_latest(poster, choice->shown - 2, error) < 0) {
        return -1;
    }
    poster->due = av_sat_add64(time, poster->step);
    poster->latest_time = time;
    av_frame_unref(poster->latest);
    if (av_frame_ref(poster->latest, frame) < 0) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

/* The picture in colour and small, as red, green and blue. */
static uint8_t *shrink(const AVFrame *frame, CMSize size) {
    const int strides[4] = {size.width * 3};
    uint8_t *pixels = av_malloc((size_t)strides[0] * size.height + CM_SPILL);
    uint8_t *const planes[4] = {pixels};
    struct SwsContext *scaler = sws_getContext(frame->width, frame->height, frame->format,
                                               size.width, size.height, AV_PIX_FMT_RGB24,
                                               SWS_AREA, NULL, NULL, NULL);

    if (!pixels || !scaler || sws_scale(scaler, (const uint8_t *const *)frame->data,
                                        frame->linesize, 0, frame->height, planes, strides) < 0) {
        av_freep(&pixels);
    }
    sws_freeContext(scaler);
    return pixels;
}

static int find_square(const AVFrame *frame, CMUnitRectangle *rectangle, CMError *error) {
    CMSize size = {frame->width, frame->height};
    CMSize small = cm_scaled(size, FFMIN(1, (double)CM_LOOKED_AT / FFMAX(size.width, size.height)));
    uint8_t *pixels = shrink(frame, small);
    int status = pixels ? cm_attention_rgb(pixels, small, rectangle) : -1;

    av_free(pixels);
    vips_error_clear();
    vips_thread_shutdown();
    return status ? cm_fail(error, CMStageFilter, CMCauseInternal, 0, "not looked at") : 0;
}

int cm_clip_poster_end(CMClipPoster *poster, CMClipReport *report, CMError *error) {
    cm_poster_end(&poster->poster);
    if (poster->poster.shown == 0) {
        return 0;
    }
    if (keep_latest(poster, poster->poster.shown - 1, error) < 0 ||
        find_square(poster->chosen, &report->thumbnail, error) < 0) {
        return -1;
    }
    report->has_thumbnail = true;
    report->thumbnail_time = (double)FFMAX(poster->chosen_time, 0) / 1000;
    return 0;
}
