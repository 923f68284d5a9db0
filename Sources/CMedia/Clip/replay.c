/* replay.c - decoding what was encoded, as players will hear it. */

#include <math.h>

#include "hear.h"

/* One decoding of what was encoded. */
typedef struct CMReplay {
    AVCodecContext *codec;
    SwrContext *converter; /* to planar floats */
    AVFrame *decoded, *converted;
    int64_t end; /* samples */
    CMHeard *heard;
} CMReplay;

/* Takes what lies between the priming and the end. */
static int take_decoded(CMReplay *replay, CMError *error) {
    AVFrame *frame = replay->decoded, *converted = replay->converted;
    CMHeard *heard = replay->heard;
    int64_t count = FFMIN(frame->nb_samples, replay->end - frame->pts);
    int status;

    if (frame->pts < 0 || count <= 0) {
        return 0;
    }
    av_frame_unref(converted);
    converted->format = AV_SAMPLE_FMT_FLTP;
    converted->sample_rate = frame->sample_rate;
    status = av_channel_layout_copy(&converted->ch_layout, &frame->ch_layout);
    status = status < 0 ? status : swr_convert_frame(replay->converter, converted, frame);
    if (status >= 0 && !heard->samples) {
        heard->sample_rate = frame->sample_rate;
        heard->channels = frame->ch_layout.nb_channels;
        heard->samples = av_audio_fifo_alloc(converted->format, heard->channels, 4096);
    }
    if (status >= 0) {
        status = heard->samples ? av_audio_fifo_write(heard->samples,
                                                      (void **)converted->extended_data, (int)count)
                                : AVERROR(ENOMEM);
    }
    return status < 0 ? cm_fail_av(error, CMStageDecode, CMCauseInternal, status, "sound") : 0;
}

static int replay_packets(CMReplay *replay, const CMReel *reel, CMError *error) {
    int status = 0;

    for (size_t i = 0; i <= reel->count && status == 0; i++) {
        status = avcodec_send_packet(replay->codec, i < reel->count ? reel->packets[i] : NULL);
        if (status < 0) {
            return cm_fail_av(error, CMStageDecode, CMCauseInternal, status, "sound");
        }
        while (status == 0 && avcodec_receive_frame(replay->codec, replay->decoded) >= 0) {
            status = take_decoded(replay, error);
        }
    }
    return status;
}

static int open_replay(CMReplay *replay, const CMReel *reel, CMError *error) {
    const AVCodec *decoder = cm_allowed_decoder(reel->parameters->codec_id);
    int status = AVERROR(ENOMEM);

    replay->codec = decoder ? avcodec_alloc_context3(decoder) : NULL;
    replay->converter = swr_alloc();
    replay->decoded = av_frame_alloc();
    replay->converted = av_frame_alloc();
    if (replay->codec && replay->converter && replay->decoded && replay->converted) {
        status = avcodec_parameters_to_context(replay->codec, reel->parameters);
    }
    if (status >= 0) {
        replay->codec->pkt_timebase = reel->time_base;
        status = avcodec_open2(replay->codec, decoder, NULL);
    }
    return status < 0 ? cm_fail_av(error, CMStageDecode, CMCauseInternal, status, "sound") : 0;
}

int cm_hear_reel(const CMReel *reel, CMHeard *heard, CMError *error) {
    CMReplay replay = {.heard = heard,
                       .end = llrint(cm_reel_end(reel) / av_q2d(reel->time_base))};
    int status;

    *heard = (CMHeard){0};
    status = open_replay(&replay, reel, error);
    if (status == 0) {
        status = replay_packets(&replay, reel, error);
    }
    av_frame_free(&replay.decoded);
    av_frame_free(&replay.converted);
    swr_free(&replay.converter);
    avcodec_free_context(&replay.codec);
    return status;
}
