/* shape.c - gain, limiter, the fade at a cut, and the encoder. */

#include "shape.h"

#include <math.h>

#include <libavutil/bprint.h>

#include "filter.h"

enum {
    CM_OVERSAMPLING = 4, /* what BS.1770 asks of a meter of true peaks, and so of a limiter */
    CM_PIECE = 1024      /* samples, where an encoder takes any number of them */
};

static const double CM_FADE = 0.05; /* seconds */

/* One encoding under way. */
typedef struct CMShaping {
    CMJob *job;
    const CMHeard *heard;
    CMReel *reel;
    CMFilter filter;
    AVCodecContext *encoder;
    SwrContext *converter; /* from floats to what the encoder takes */
    AVFrame *frame;
    int encoded; /* samples */
} CMShaping;

static void describe_limiter(AVBPrint *text, double ceiling, int sample_rate) {
    av_bprintf(text,
               "aresample=%d,alimiter=limit=%.6f:level=0:latency=1:attack=5:release=50,"
               "aresample=%d,",
               sample_rate * CM_OVERSAMPLING, pow(10, ceiling / 20), sample_rate);
}

static int open_filter(CMShaping *shaping, const CMShape *shape, CMError *error) {
    const CMHeard *heard = shaping->heard;
    int count = cm_heard_count(heard), fade = FFMIN((int)(CM_FADE * heard->sample_rate), count);
    int packet = cm_packet_samples(heard->coding);
    AVBPrint text;
    int status;

    av_bprint_init(&text, 0, AV_BPRINT_SIZE_UNLIMITED);
    if (shape->gain != 0) {
        av_bprintf(&text, "volume=%.4fdB,", shape->gain);
    }
    if (shape->ceiling < INFINITY) {
        describe_limiter(&text, shape->ceiling, heard->sample_rate);
    }
    if (heard->goes_on) {
        av_bprintf(&text, "afade=type=out:start_sample=%d:nb_samples=%d,", count - fade, fade);
    }
    av_bprintf(&text, "aformat=sample_fmts=fltp,asetnsamples=n=%d:p=0",
               packet > 1 ? packet : CM_PIECE);
    if (!av_bprint_is_complete(&text)) {
        status = cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory");
    } else {
        status = cm_filter_open_samples(&shaping->filter, heard->sample_rate, heard->channels,
                                        text.str, error);
    }
    av_bprint_finalize(&text, NULL);
    return status;
}

static int encode_filtered(CMShaping *shaping, CMError *error) {
    AVFrame *frame = shaping->frame;
    int status;

    while ((status = cm_filter_pull(&shaping->filter, frame, error)) == 1) {
        frame->pts = shaping->encoded;
        shaping->encoded += frame->nb_samples;
        status = cm_encode_sound(shaping->encoder, &shaping->converter, frame, shaping->reel,
                                 shaping->job->watch, error);
        av_frame_unref(frame);
        if (status < 0) {
            return -1;
        }
    }
    return status;
}

static int encode(CMShaping *shaping, CMError *error) {
    int count = cm_heard_count(shaping->heard);

    for (int first = 0; first < count; first += CM_PIECE) {
        if (cm_heard_frame(shaping->heard, first, CM_PIECE, shaping->frame, error) < 0 ||
            cm_filter_push(&shaping->filter, shaping->frame, 0, error) < 0 ||
            encode_filtered(shaping, error) < 0) {
            return -1;
        }
    }
    if (cm_filter_push(&shaping->filter, NULL, count, error) < 0 ||
        encode_filtered(shaping, error) < 0) {
        return -1;
    }
    return cm_encode_frame(shaping->encoder, NULL, shaping->reel, shaping->job->watch, error);
}

int cm_encode_shaped(CMJob *job, const CMHeard *heard, const CMShape *shape, int64_t bit_rate,
                     CMReel *reel, CMError *error) {
    CMShaping shaping = {.job = job, .heard = heard, .reel = reel, .frame = av_frame_alloc()};
    int status = 0;

    cm_reel_free(reel);
    if (!shaping.frame) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory");
    }
    status = cm_open_audio_encoder(heard->coding, heard->sample_rate, heard->channels, bit_rate,
                                   reel, &shaping.encoder, error);
    if (status == 0) {
        status = open_filter(&shaping, shape, error);
    }
    if (status == 0) {
        status = encode(&shaping, error);
    }
    cm_filter_close(&shaping.filter);
    avcodec_free_context(&shaping.encoder);
    swr_free(&shaping.converter);
    av_frame_free(&shaping.frame);
    return status;
}
