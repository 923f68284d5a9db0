/* video.c - encoding the picture: decode, filter, encode, until the end of what is shown. */

#include <math.h>

#include "encoder_thread.h"
#include "filter.h"
#include "streams.h"

/* To a picture `start` seconds into a clip, a seek is worth its risk only from here on. */
static const double CM_WORTH_SEEKING = 5;

/* The last picture stays while the sound goes on for so long, in seconds, where pictures last
 * unequally long: recorders of screens know badly how long the last was shown. Longer sound is cut
 * to the picture. */
static const double CM_MOST_HELD = 0.3;

/* One encoding of the picture under way. */
typedef struct CMPictureRun {
    CMJob *job;
    const CMVideoPlan *plan;
    CMReel *reel;
    CMDecoder decoder;
    CMPictureChain chain;
    CMFilter filter;
    AVCodecContext *encoder;
    CMEncoderThread thread;
    AVFrame *decoded, *filtered;
    int64_t origin;    /* shown at 0, in the source's time base; AV_NOPTS_VALUE before the first */
    int64_t last, end; /* of what went into the filter, from the origin on */
    int64_t next;      /* the first time that the encoder has not had */
    int64_t limit;     /* first time that is too late, for the encoder */
    AVFrame *waiting;  /* begins before the start, but may last into it */
} CMPictureRun;

static void seek(CMPictureRun *run, AVFormatContext *context) {
    const CMJob *job = run->job;
    AVRational base = run->decoder.stream->time_base;
    double time = job->survey->facts.video.start + job->options->start;

    if (job->options->start >= CM_WORTH_SEEKING) {
        /* Where it fails, everything before the start is decoded: slower, but as right. */
        (void)av_seek_frame(context, run->decoder.stream->index, llrint(time / av_q2d(base)),
                            AVSEEK_FLAG_BACKWARD);
    }
}

static int open_run(CMPictureRun *run, AVFormatContext *context, CMError *error) {
    const CMVideoFacts *facts = &run->job->survey->facts.video;

    run->decoded = av_frame_alloc();
    run->filtered = av_frame_alloc();
    run->waiting = av_frame_alloc();
    run->origin = run->last = AV_NOPTS_VALUE;
    if (!run->decoded || !run->filtered || !run->waiting) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    if (cm_decoder_open(&run->decoder, context, facts->index, run->job->watch, error) < 0) {
        return -1;
    }
    seek(run, context);
    run->chain = (CMPictureChain){
        .width = run->plan->width,
        .height = run->plan->height,
        .rotation = facts->rotation,
        .is_flipped = facts->is_flipped,
        .frame_rate = run->plan->frame_rate,
        .is_on_black = cm_has_alpha_beside(run->decoder.stream),
        .drops = facts->busiest_second > av_q2d(run->plan->frame_rate) + 1,
        .time_base = run->decoder.stream->time_base,
        .is_interlaced = facts->is_interlaced,
        .parity = cm_parity(run->decoder.stream->codecpar->field_order,
                            run->job->survey->is_interlaced_flagged),
    };
    return 0;
}

static void close_run(CMPictureRun *run) {
    (void)cm_encoder_finish(&run->thread, false, NULL);
    cm_filter_close(&run->filter);
    cm_decoder_close(&run->decoder);
    avcodec_free_context(&run->encoder);
    av_frame_free(&run->decoded);
    av_frame_free(&run->filtered);
    av_frame_free(&run->waiting);
}

/* The encoder's clock ticks once a picture. */
static int open_encoder(CMPictureRun *run, CMError *error) {
    double rate = av_q2d(run->plan->frame_rate);

    run->limit = FFMAX(1, (int64_t)(run->job->options->max_seconds * rate + 1e-6));
    if (cm_open_video_encoder(run->plan, run->reel, &run->encoder, error) < 0) {
        return -1;
    }
    return cm_encoder_start(&run->thread, run->encoder, run->reel, run->plan->max_bytes,
                            run->job->watch, error);
}

/* 1 once nothing more is wanted. */
static int encode_filtered(CMPictureRun *run, CMError *error) {
    int status;

    while ((status = cm_filter_pull(&run->filter, run->filtered, error)) == 1) {
        AVFrame *frame = run->filtered;
        int64_t pts = av_rescale_q(frame->pts, cm_filter_time_base(&run->filter),
                                   run->encoder->time_base);

        if (pts < run->next) { /* the filter was built anew for another kind of picture */
            av_frame_unref(frame);
            continue;
        }
        if (pts >= run->limit) {
            av_frame_unref(frame);
            return 1;
        }
        cm_watch_report(run->job->watch,
                        run->job->done + run->job->share *
                                             FFMIN(pts * av_q2d(run->encoder->time_base) /
                                                       FFMAX(run->job->shown, 0.001), 1));
        frame->pts = pts;
        frame->pict_type = AV_PICTURE_TYPE_NONE; /* the source's must not force the encoder's */
        run->next = pts + 1;
        status = cm_encoder_give(&run->thread, frame, error);
        if (status != 0) {
            return status;
        }
    }
    return status;
}

static int filter_frame(CMPictureRun *run, AVFrame *frame, CMError *error) {
    int status = 0;

    if (!cm_filter_suits(&run->filter, frame)) {
        if (run->filter.graph) {
            status = cm_filter_push(&run->filter, NULL, frame->pts, error);
            status = status < 0 ? status : encode_filtered(run, error);
        }
        cm_filter_close(&run->filter);
        if (status == 0) {
            status = cm_filter_open_picture(&run->filter, &run->chain, frame, error);
        }
        if (status == 0 && !run->encoder) {
            status = open_encoder(run, error);
        }
    }
    if (status == 0) {
        run->last = frame->pts;
        run->end = frame->pts + frame->pkt_duration;
        status = cm_filter_push(&run->filter, frame, 0, error);
    }
    return status == 0 ? encode_filtered(run, error) : status;
}

/* The time at which the first picture is shown, in the source's time base. */
static int64_t origin_of(const CMPictureRun *run, const AVFrame *frame) {
    const CMJob *job = run->job;
    double start = job->survey->facts.video.start + job->options->start;

    if (job->options->start <= 0) {
        return frame->pts;
    }
    return FFMAX(frame->pts, llrint(start / av_q2d(run->decoder.stream->time_base)));
}

/* Takes a decoded picture: 1 once nothing more is wanted. */
static int take_picture(CMPictureRun *run, CMError *error) {
    AVFrame *frame = run->decoded;
    const CMJob *job = run->job;
    double base = av_q2d(run->decoder.stream->time_base);
    double start = job->survey->facts.video.start + job->options->start;
    int status = 0;

    if (run->origin == AV_NOPTS_VALUE && job->options->start > 0 && frame->pts * base < start) {
        av_frame_unref(run->waiting);
        av_frame_move_ref(run->waiting, frame);
        return 0;
    }
    if (run->origin == AV_NOPTS_VALUE) {
        run->origin = origin_of(run, run->waiting->buf[0] ? run->waiting : frame);
        if (run->waiting->buf[0] && frame->pts > run->origin) {
            run->waiting->pts = 0;
            run->waiting->pkt_duration = frame->pts - run->origin;
            status = filter_frame(run, run->waiting, error);
        }
    }
    frame->pts -= run->origin;
    if (frame->pts * base >= job->options->max_seconds) {
        return 1;
    }
    if (status != 0 || (run->last != AV_NOPTS_VALUE && frame->pts <= run->last)) {
        av_frame_unref(frame);
        return status;
    }
    return filter_frame(run, frame, error);
}

/* Lets the last picture of all end with the sound, if that is near. */
static void hold_last(CMPictureRun *run) {
    const CMSurvey *survey = run->job->survey;
    AVRational base = run->decoder.stream->time_base;
    double tail = survey->facts.audio.end - (run->origin + run->end) * av_q2d(base);

    if (run->decoder.is_draining && survey->audio.index >= 0 &&
        !survey->facts.video.is_constant_rate && run->job->options->audio != CMTrackDrop &&
        tail > 0 && tail <= CM_MOST_HELD) {
        run->end += llrint(tail / av_q2d(base));
    }
}

static int finish(CMPictureRun *run, CMError *error) {
    int status = 0;

    if (!run->encoder) {
        if (run->decoder.frames > 0) {
            return cm_fail(error, CMStageDecode, CMCauseNoMedia, 0, "no picture at the start");
        }
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "no picture can be decoded");
    }
    if (run->filter.graph) {
        hold_last(run);
        /* What comes later is dropped, but would be made. */
        run->end = FFMIN(run->end, llrint(run->job->options->max_seconds /
                                          av_q2d(run->decoder.stream->time_base)));
        status = cm_filter_push(&run->filter, NULL, run->end, error);
        status = status < 0 ? status : encode_filtered(run, error);
    }
    if (status < 0) {
        return status;
    }
    return cm_encoder_finish(&run->thread, true, error);
}

static int run_pictures(CMPictureRun *run, CMError *error) {
    AVRational base = run->decoder.stream->time_base;
    int status;

    while ((status = cm_decoder_read(&run->decoder, run->decoded, error)) == 1) {
        status = take_picture(run, error);
        if (status != 0) {
            break;
        }
    }
    if (status >= 0 && run->origin == AV_NOPTS_VALUE && run->waiting->buf[0]) {
        /* The last picture of all is still shown at the start. */
        int64_t end = run->waiting->pts + run->waiting->pkt_duration;

        run->origin = origin_of(run, run->waiting);
        run->waiting->pts = 0;
        run->waiting->pkt_duration = end - run->origin;
        status = end > run->origin ? filter_frame(run, run->waiting, error) : 0;
    }
    if (status < 0 || finish(run, error) < 0) {
        return -1;
    }
    if (run->thread.is_too_much) {
        return 0; /* the attempt has failed, wherever decoding had come to */
    }
    run->job->origin = av_rescale_q(run->origin, base, AV_TIME_BASE_Q);
    for (size_t i = 0; i < run->reel->count; i++) {
        run->reel->packets[i]->duration = 1;
    }
    run->job->shown = cm_reel_end(run->reel);
    return cm_judge_damage(run->job, &run->decoder, run->job->shown, error);
}

int cm_encode_video(CMJob *job, const CMVideoPlan *plan, CMReel *reel, CMError *error) {
    CMPictureRun run = {.job = job, .plan = plan, .reel = reel};
    AVFormatContext *context = NULL;
    int status = cm_open_input(job->input, 0, job->demuxer, job->watch, &context, error);

    if (status == 0) {
        status = open_run(&run, context, error);
    }
    if (status == 0) {
        status = run_pictures(&run, error);
    }
    close_run(&run);
    cm_close_input(&context);
    return status;
}
