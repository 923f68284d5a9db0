/* decode.c - the pictures or the sound of one stream, and whether they are whole. */

#include "decode.h"

#include <math.h>

#include "streams.h"

/* A decoder that fails again and again while it is being emptied has nothing more to give. */
enum { CM_MOST_DRAINED_ERRORS = 64 };

enum { CM_LARGE_PICTURE = 4000000 /* pixels */ };

/* FFmpeg 5.1 tells of damage in flags of the frame, which with frame threads another thread may set
 * after the frame was handed out: with those, the same file is whole one time and damaged the next.
 * These decoders return errors instead. */
static bool may_decode_frames_at_once(enum AVCodecID id) {
    return id == AV_CODEC_ID_AV1 || id == AV_CODEC_ID_HEVC || id == AV_CODEC_ID_VP8 ||
           id == AV_CODEC_ID_VP9 || id == AV_CODEC_ID_PRORES;
}

/* A thread holds pictures of its own, and those of 4K with 10 bits have 25 MB each. */
static bool is_large(const AVCodecParameters *parameters) {
    return (int64_t)parameters->width * parameters->height > CM_LARGE_PICTURE;
}

/* FFmpeg's own decoders of VP8 and VP9 do not see transparency; libvpx does. */
static const AVCodec *decoder_of(const AVStream *stream) {
    if (cm_has_alpha_beside(stream) && stream->codecpar->codec_id == AV_CODEC_ID_VP9) {
        return avcodec_find_decoder_by_name("libvpx-vp9");
    }
    if (cm_has_alpha_beside(stream) && stream->codecpar->codec_id == AV_CODEC_ID_VP8) {
        return avcodec_find_decoder_by_name("libvpx");
    }
    return cm_allowed_decoder(stream->codecpar->codec_id);
}

int cm_open_decoder(const AVStream *stream, int threads, AVCodecContext **codec, CMError *error) {
    const AVCodecParameters *parameters = stream->codecpar;
    const AVCodec *decoder = decoder_of(stream);
    AVCodecContext *opened = NULL;
    int status = 0;

    *codec = NULL;
    if (!decoder) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "no decoder for %s",
                       avcodec_get_name(parameters->codec_id));
    }
    if ((int64_t)parameters->width * parameters->height > cm_limits()->max_pixels) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "pictures of %d x %d pixels",
                       parameters->width, parameters->height);
    }
    opened = avcodec_alloc_context3(decoder);
    if (!opened) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    status = avcodec_parameters_to_context(opened, parameters);
    opened->pkt_timebase = stream->time_base;
    opened->thread_count = is_large(parameters) ? 1 : threads;
    opened->thread_type = may_decode_frames_at_once(parameters->codec_id)
                              ? FF_THREAD_FRAME | FF_THREAD_SLICE
                              : FF_THREAD_SLICE;
    opened->max_pixels = cm_limits()->max_pixels;
    opened->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
    if (status >= 0) {
        status = avcodec_open2(opened, decoder, NULL);
    }
    if (status < 0) {
        avcodec_free_context(&opened);
        return cm_fail_av(error, CMStageOpen, CMCauseCorrupt, status, decoder->name);
    }
    *codec = opened;
    return 0;
}

int cm_decoder_open(CMDecoder *decoder, AVFormatContext *format, int index, CMWatch *watch,
                    CMError *error) {
    *decoder = (CMDecoder){.format = format, .watch = watch, .error_time = NAN};
    decoder->stream = format->streams[index];
    decoder->next_pts = AV_NOPTS_VALUE;
    cm_take_only(format, index);
    decoder->packet = av_packet_alloc();
    if (!decoder->packet) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return cm_open_decoder(decoder->stream, cm_limits()->threads, &decoder->codec, error);
}

void cm_decoder_close(CMDecoder *decoder) {
    avcodec_free_context(&decoder->codec);
    av_packet_free(&decoder->packet);
}

static void note_error(CMDecoder *decoder) {
    if (decoder->counts_errors) {
        decoder->late_errors++;
        if (isnan(decoder->error_time)) {
            decoder->error_time = decoder->time;
        }
    }
}

/* Whether a picture can be shown though none before it was decoded. The decoders of H.264 and HEVC
 * hold back what is not complete themselves, and know of more ways to begin than key frames. */
static bool is_start(const CMDecoder *decoder, const AVFrame *frame) {
    switch (decoder->codec->codec_id) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC: return true;
    default: return frame->key_frame || frame->pict_type == AV_PICTURE_TYPE_I;
    }
}

static void set_time(CMDecoder *decoder, AVFrame *frame) {
    int64_t pts = frame->best_effort_timestamp, length = frame->pkt_duration;
    AVRational base = decoder->stream->time_base;

    if (pts == AV_NOPTS_VALUE) {
        pts = decoder->next_pts == AV_NOPTS_VALUE ? 0 : decoder->next_pts;
    }
    if (frame->nb_samples > 0 && frame->sample_rate > 0) {
        length = av_rescale_q(frame->nb_samples, av_make_q(1, frame->sample_rate), base);
    } else if (length <= 0 && decoder->stream->avg_frame_rate.num > 0) {
        length = av_rescale_q(1, av_inv_q(decoder->stream->avg_frame_rate), base);
    }
    frame->pts = pts;
    frame->pkt_duration = FFMAX(length, 0);
    decoder->next_pts = pts + frame->pkt_duration;
    decoder->time = pts * av_q2d(base);
}

/* Whether a decoded frame may be handed out. */
static bool accept(CMDecoder *decoder, AVFrame *frame) {
    bool is_video = decoder->codec->codec_type == AVMEDIA_TYPE_VIDEO;
    bool is_bad = (frame->flags & AV_FRAME_FLAG_CORRUPT) || frame->decode_error_flags;

    set_time(decoder, frame);
    if (is_bad) {
        note_error(decoder);
    }
    if (!decoder->is_clean && is_video && (is_bad || !is_start(decoder, frame))) {
        av_frame_unref(frame);
        return false;
    }
    decoder->is_clean = true;
    decoder->counts_errors = true;
    decoder->frames++;
    if (!is_bad) {
        decoder->errors += decoder->late_errors;
        decoder->late_errors = 0;
    }
    return true;
}

static int stopped(CMError *error) {
    return cm_fail(error, CMStageDecode, CMCauseStopped, 0, "stopped");
}

/* Reads the next packet of the stream: 1, or 0 at the end of what can be read, or -1. A format may
 * stumble over what follows its last packet; that is for those to judge who know where it ends. */
static int read_packet(CMDecoder *decoder, CMError *error) {
    for (;;) {
        int status = av_read_frame(decoder->format, decoder->packet);

        if (decoder->watch && !cm_watch_report(decoder->watch, decoder->watch->fraction)) {
            return stopped(error);
        }
        if (status < 0) {
            decoder->read_failed = status != AVERROR_EOF;
            return 0;
        }
        if (decoder->packet->stream_index == decoder->stream->index) {
            return 1;
        }
        av_packet_unref(decoder->packet);
    }
}

bool cm_is_damaged(const AVPacket *packet, enum AVCodecID id) {
    return (packet->flags & AV_PKT_FLAG_CORRUPT) && av_get_exact_bits_per_sample(id) == 0;
}

/* Gives the decoder one more packet, or tells it that there is none. */
static int feed(CMDecoder *decoder, CMError *error) {
    int status = read_packet(decoder, error);

    if (status < 0) {
        return -1;
    }
    if (status == 0) {
        decoder->is_draining = true;
        avcodec_send_packet(decoder->codec, NULL);
        return 0;
    }
    if (decoder->frames == 0 && (decoder->packet->flags & AV_PKT_FLAG_KEY)) {
        decoder->counts_errors = true;
    }
    if (cm_is_damaged(decoder->packet, decoder->codec->codec_id)) {
        note_error(decoder);
    }
    status = avcodec_send_packet(decoder->codec, decoder->packet);
    av_packet_unref(decoder->packet);
    if (status == AVERROR(ENOMEM)) {
        return cm_fail_av(error, CMStageDecode, CMCauseTooLarge, status, "decoding");
    }
    if (status < 0) {
        note_error(decoder);
    }
    return 0;
}

int cm_decoder_read(CMDecoder *decoder, AVFrame *frame, CMError *error) {
    for (;;) {
        int status = avcodec_receive_frame(decoder->codec, frame);

        if (status >= 0) {
            if (accept(decoder, frame)) {
                return 1;
            }
            continue;
        }
        if (status != AVERROR(EAGAIN) && status != AVERROR_EOF) {
            note_error(decoder);
        }
        if (decoder->is_draining) {
            if (status == AVERROR_EOF || ++decoder->drained_errors > CM_MOST_DRAINED_ERRORS) {
                return 0;
            }
        } else if (feed(decoder, error) < 0) {
            return -1;
        }
    }
}
