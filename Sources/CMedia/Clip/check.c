/* check.c - whether a clip decodes to its end. */

#include "clip_poster.h"
#include "decode.h"
#include "log.h"
#include "streams.h"

/* Seconds by which a stream may end before the clip, and all be read for certain. */
static const double CM_MISSING = 0.5;

typedef struct Check {
    CMWatch watch;
    bool wants_thumbnail;
    int found; /* streams */
    CMClipReport *report;
} Check;

/* Decodes one stream of the clip; what it saw is added to the report. */
static int check_stream(AVFormatContext *context, int index, Check *check, CMError *error) {
    CMClipReport *report = check->report;
    bool is_video = context->streams[index]->codecpar->codec_type == AVMEDIA_TYPE_VIDEO;
    double length = context->duration > 0 ? context->duration / (double)AV_TIME_BASE : 1;
    AVFrame *frame = av_frame_alloc();
    CMClipPoster poster = {0};
    CMDecoder decoder;
    double first = 0, end = 0;
    int status = cm_decoder_open(&decoder, context, index, &check->watch, error);
    bool is_looked_at = is_video && check->wants_thumbnail;

    cm_log_take_complaints();
    if (status == 0 && !frame) {
        status = cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    }
    if (status == 0) {
        /* Damage shows in what is read, not in how blocks are smoothed, which takes two fifths of
         * the time. */
        decoder.codec->skip_loop_filter = AVDISCARD_ALL;
    }
    if (status == 0 && is_looked_at) {
        status = cm_clip_poster_begin(&poster, context->duration > 0 ? length : 0, error);
    }
    while (status == 0 && (status = cm_decoder_read(&decoder, frame, error)) == 1) {
        AVRational base = decoder.stream->time_base;

        first = decoder.frames == 1 ? decoder.time : first;
        end = FFMAX(end, decoder.next_pts * av_q2d(base) - first);
        report->samples += is_video ? 0 : frame->nb_samples;
        status = is_looked_at ? cm_clip_poster_show(&poster, frame, base, error) : 0;
        av_frame_unref(frame);
        cm_watch_report(&check->watch, FFMIN(end / length, 1) * (is_video ? 0.9 : 1));
    }
    if (status == 0 && is_looked_at) {
        status = cm_clip_poster_end(&poster, report, error);
    }
    report->frames += is_video ? decoder.frames : 0;
    report->errors += decoder.errors + decoder.late_errors;
    report->errors += decoder.read_failed && length - end > CM_MISSING;
    *(is_video ? &report->video_seconds : &report->audio_seconds) = end;
    cm_clip_poster_free(&poster);
    cm_decoder_close(&decoder);
    if (report->errors == 0) {
        report->errors = cm_log_take_complaints();
    }
    av_frame_free(&frame);
    return status;
}

/* Each stream has the file for itself: one may lie wholly before the other. */
static int check_type(int32_t input, const char *demuxer, enum AVMediaType type, Check *check,
                      CMError *error) {
    AVFormatContext *context = NULL;
    int index, status = cm_open_input(input, 0, demuxer, &check->watch, &context, error);

    if (status == 0) {
        index = cm_choose_stream(context, type);
        if (index >= 0 && cm_allowed_decoder(context->streams[index]->codecpar->codec_id)) {
            check->found++;
            status = check_stream(context, index, check, error);
        }
    }
    cm_close_input(&context);
    return status;
}

int cm_clip_check(int32_t input, const char *demuxer, bool wants_thumbnail, CMProgress progress,
                  void *context, CMClipReport *report, CMError *error) {
    Check check = {.watch = {.progress = progress, .context = context},
                   .wants_thumbnail = wants_thumbnail,
                   .report = report};

    error->message[0] = '\0';
    *report = (CMClipReport){0};
    if (check_type(input, demuxer, AVMEDIA_TYPE_VIDEO, &check, error) < 0 ||
        check_type(input, demuxer, AVMEDIA_TYPE_AUDIO, &check, error) < 0) {
        return -1;
    }
    if (check.found == 0) {
        return cm_fail(error, CMStageOpen, CMCauseNoMedia, 0, "neither a picture nor sound");
    }
    return 0;
}
