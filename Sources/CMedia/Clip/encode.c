/* encode.c - H.264 and sound encoders that fill a reel. */

#include "encode.h"

#include <libavutil/opt.h>

/* Quality, and seconds between key frames at most: a player that seeks starts there. Each picture that
 * the encoder looks ahead at costs 4 MB at 1280x720. */
static const char CM_PRESET[] = "faster", CM_QUALITY[] = "21", CM_LOOKAHEAD[] = "10";
static const int CM_KEY_SECONDS = 5;

static int fail(CMError *error, int status, const char *what) {
    return cm_fail_av(error, CMStageEncode, CMCauseInternal, status, what);
}

static int open_encoder(AVCodecContext *codec, AVDictionary **options, CMReel *reel,
                        CMError *error) {
    int status;

    codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
    status = avcodec_open2(codec, NULL, options);
    av_dict_free(options);
    if (status < 0) {
        return fail(error, status, codec->codec->name);
    }
    reel->time_base = codec->time_base;
    reel->parameters = avcodec_parameters_alloc();
    status = reel->parameters ? avcodec_parameters_from_context(reel->parameters, codec)
                              : AVERROR(ENOMEM);
    return status < 0 ? fail(error, status, codec->codec->name) : 0;
}

static AVCodecContext *new_encoder(const char *name) {
    const AVCodec *encoder = avcodec_find_encoder_by_name(name);

    return encoder ? avcodec_alloc_context3(encoder) : NULL;
}

static void set_picture(AVCodecContext *codec, const CMVideoPlan *plan) {
    codec->width = plan->width;
    codec->height = plan->height;
    codec->sample_aspect_ratio = av_make_q(1, 1);
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->color_range = AVCOL_RANGE_MPEG;
    codec->color_primaries = AVCOL_PRI_BT709;
    codec->color_trc = AVCOL_TRC_BT709;
    codec->colorspace = AVCOL_SPC_BT709;
    codec->chroma_sample_location = AVCHROMA_LOC_LEFT;
    codec->field_order = AV_FIELD_PROGRESSIVE;
}

/* Without pictures that are stored ahead of earlier ones: an MP4 tells how long a picture is shown by
 * the next one in storage, which is the right one only if they lie in the order of showing, or all
 * last equally long. */
static void keep_times(AVCodecContext *codec) {
    codec->time_base = av_make_q(1, 1000);
    codec->max_b_frames = 0;
}

int cm_open_video_encoder(const CMVideoPlan *plan, CMReel *reel, AVCodecContext **codec,
                          CMError *error) {
    AVCodecContext *encoder = new_encoder("libx264");
    AVDictionary *options = NULL;

    *codec = encoder;
    if (!encoder) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no H.264 encoder");
    }
    set_picture(encoder, plan);
    encoder->time_base = av_inv_q(plan->frame_rate);
    encoder->framerate = plan->frame_rate;
    if (plan->keeps_times) {
        keep_times(encoder);
    }
    encoder->gop_size = FFMAX(1, (int)(av_q2d(plan->frame_rate) * CM_KEY_SECONDS));
    /* Under a rate limit, x264's frame threads look at one another's unfinished pictures, so the bytes
     * would depend on which thread was faster. Videos are spread over lanes instead. */
    encoder->thread_count = 1;
    encoder->rc_max_rate = plan->bit_rate;
    encoder->rc_buffer_size = (int)FFMIN(plan->bit_rate * 3 / 2, INT32_MAX);
    av_dict_set(&options, "preset", CM_PRESET, 0);
    av_dict_set(&options, "rc-lookahead", CM_LOOKAHEAD, 0);
    av_dict_set(&options, "profile", "high", 0);
    av_dict_set(&options, "crf", CM_QUALITY, 0);
    av_dict_set(&options, "a53cc", "0", 0);
    reel->frame_rate = plan->keeps_times ? av_make_q(0, 1) : plan->frame_rate;
    return open_encoder(encoder, &options, reel, error);
}

static const char *encoder_name(CMSoundCoding coding) {
    switch (coding) {
    case CMSoundCodingAAC: return "aac";
    case CMSoundCodingPCM: return "pcm_s16le";
    case CMSoundCodingIMA4: return "adpcm_ima_qt";
    }
    return "";
}

int cm_open_audio_encoder(CMSoundCoding coding, int sample_rate, int channels, int64_t bit_rate,
                          CMReel *reel, AVCodecContext **codec, CMError *error) {
    const char *name = encoder_name(coding);
    AVCodecContext *encoder = new_encoder(name);
    AVDictionary *options = NULL;

    *codec = encoder;
    if (!encoder) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no encoder %s", name);
    }
    encoder->sample_rate = sample_rate;
    encoder->sample_fmt = encoder->codec->sample_fmts[0];
    encoder->time_base = av_make_q(1, sample_rate);
    encoder->bit_rate = bit_rate;
    av_channel_layout_default(&encoder->ch_layout, channels);
    return open_encoder(encoder, &options, reel, error);
}

int cm_encode_frame(AVCodecContext *codec, const AVFrame *frame, CMReel *reel, CMWatch *watch,
                    CMError *error) {
    AVPacket *packet = av_packet_alloc();
    int status = packet ? avcodec_send_frame(codec, frame) : AVERROR(ENOMEM);

    while (status >= 0) {
        status = avcodec_receive_packet(codec, packet);
        if (watch && !cm_watch_report(watch, watch->fraction)) {
            av_packet_free(&packet);
            return cm_fail(error, CMStageEncode, CMCauseStopped, 0, "stopped");
        }
        if (status >= 0) {
            av_packet_rescale_ts(packet, codec->time_base, reel->time_base);
            if (cm_reel_add(reel, packet, error) < 0) {
                av_packet_free(&packet);
                return -1;
            }
        }
    }
    av_packet_free(&packet);
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) {
        return 0;
    }
    return fail(error, status, "encoding");
}

/* New samples of the encoder's format. */
static int convert(AVCodecContext *codec, SwrContext **converter, const AVFrame *frame,
                   AVFrame *converted) {
    int status;

    *converter = *converter ? *converter : swr_alloc();
    if (!*converter || !converted) {
        return AVERROR(ENOMEM);
    }
    converted->format = codec->sample_fmt;
    converted->sample_rate = codec->sample_rate;
    converted->pts = frame->pts;
    status = av_channel_layout_copy(&converted->ch_layout, &codec->ch_layout);
    return status < 0 ? status : swr_convert_frame(*converter, converted, frame);
}

int cm_encode_sound(AVCodecContext *codec, SwrContext **converter, const AVFrame *frame,
                    CMReel *reel, CMWatch *watch, CMError *error) {
    AVFrame *converted;
    int status;

    if (codec->sample_fmt == frame->format) {
        return cm_encode_frame(codec, frame, reel, watch, error);
    }
    converted = av_frame_alloc();
    status = convert(codec, converter, frame, converted);
    status = status < 0 ? fail(error, status, "samples")
                        : cm_encode_frame(codec, converted, reel, watch, error);
    av_frame_free(&converted);
    return status;
}
