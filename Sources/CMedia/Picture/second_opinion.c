/* second_opinion.c - see second_opinion.h. */

#include "second_opinion.h"

#include <libavcodec/avcodec.h>

#include "picture.h"

static enum AVCodecID codec_of(const CMSource *source) {
    if (source->loader->load == vips_jpegload_source) {
        return AV_CODEC_ID_MJPEG;
    }
    return source->loader->load == vips_pngload_source ? AV_CODEC_ID_PNG : AV_CODEC_ID_NONE;
}

/* The picture's bytes with the padding that decoders read beyond them. */
static AVPacket *packet_of(const CMSource *source) {
    AVPacket *packet = av_packet_alloc();

    if (packet && av_new_packet(packet, (int)source->length) < 0) {
        av_packet_free(&packet);
    }
    if (packet) {
        memcpy(packet->data, source->bytes, source->length);
    }
    return packet;
}

static int decode(AVCodecContext *decoder, const AVPacket *packet, AVFrame *frame) {
    int status = avcodec_send_packet(decoder, packet);

    if (status == 0) {
        status = avcodec_send_packet(decoder, NULL);
    }
    return status == 0 ? avcodec_receive_frame(decoder, frame) : status;
}

int cm_second_opinion(const CMSource *source, int64_t most_pixels, CMError *error) {
    enum AVCodecID id = codec_of(source);
    AVCodecContext *decoder = NULL;
    AVPacket *packet = NULL;
    AVFrame *frame = NULL;
    int status = 0;

    if (id == AV_CODEC_ID_NONE || source->length > INT32_MAX / 2) {
        return 0;
    }
    decoder = avcodec_alloc_context3(avcodec_find_decoder(id));
    packet = packet_of(source);
    frame = av_frame_alloc();
    if (!decoder || !packet || !frame) {
        status = cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
        goto end;
    }
    decoder->thread_count = 1;
    decoder->err_recognition = AV_EF_EXPLODE;
    decoder->max_pixels = most_pixels;
    status = avcodec_open2(decoder, NULL, NULL);
    if (status == 0) {
        status = decode(decoder, packet, frame);
    }
    /* What it does not know is no damage. */
    status = status == AVERROR_INVALIDDATA || status == AVERROR_EXTERNAL
                 ? cm_fail(error, CMStageDecode, CMCauseCorrupt, 0,
                           "a second decoder (FFmpeg) finds it damaged")
                 : 0;

end:
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&decoder);
    return status;
}
