/* by_ffmpeg.c - libavformat's demuxer and libavcodec's decoder, over memory. */

#include <stdbool.h>
#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "decode.h"

enum { BUFFER = 4096 };

typedef struct Memory {
    const uint8_t *bytes;
    size_t length, at;
} Memory;

static int read_memory(void *context, uint8_t *to, int count) {
    Memory *memory = context;
    size_t left = memory->length - memory->at;
    size_t size = (size_t)count < left ? (size_t)count : left;

    memcpy(to, memory->bytes + memory->at, size);
    memory->at += size;
    return size ? (int)size : AVERROR_EOF;
}

static int64_t seek_memory(void *context, int64_t offset, int whence) {
    Memory *memory = context;

    if (whence == AVSEEK_SIZE) {
        return (int64_t)memory->length;
    }
    int64_t base = whence == SEEK_CUR ? (int64_t)memory->at
                   : whence == SEEK_END ? (int64_t)memory->length
                                        : 0;
    if (base + offset < 0 || base + offset > (int64_t)memory->length) {
        return AVERROR(EINVAL);
    }
    memory->at = (size_t)(base + offset);
    return base + offset;
}

/* Sends one packet, or the end of them, and takes what comes back. */
static bool decode(AVCodecContext *codec, const AVPacket *packet, AVFrame *frame, int32_t *count) {
    int status = avcodec_send_packet(codec, packet);

    while (status >= 0 && (status = avcodec_receive_frame(codec, frame)) >= 0) {
        *count += 1;
    }
    return status == AVERROR(EAGAIN) || status == AVERROR_EOF;
}

static int32_t count_frames(AVFormatContext *format, AVCodecContext *codec) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    int32_t count = 0;
    bool is_whole = true;

    while (av_read_frame(format, packet) >= 0) {
        is_whole &= decode(codec, packet, frame, &count);
        av_packet_unref(packet);
    }
    is_whole &= decode(codec, NULL, frame, &count);
    av_frame_free(&frame);
    av_packet_free(&packet);
    return is_whole ? count : -1;
}

int32_t count_by_ffmpeg(const uint8_t *bytes, size_t length) {
    Memory memory = {bytes, length, 0};
    AVFormatContext *format = avformat_alloc_context();
    AVCodecContext *codec = avcodec_alloc_context3(avcodec_find_decoder(AV_CODEC_ID_GIF));
    int32_t count = -1;

    format->pb = avio_alloc_context(av_malloc(BUFFER), BUFFER, 0, &memory, read_memory, NULL,
                                    seek_memory);
    AVIOContext *input = format->pb;
    if (avformat_open_input(&format, NULL, av_find_input_format("gif"), NULL) == 0 &&
        format->nb_streams == 1 &&
        avcodec_parameters_to_context(codec, format->streams[0]->codecpar) == 0 &&
        avcodec_open2(codec, NULL, NULL) == 0) {
        count = count_frames(format, codec);
    }
    avformat_close_input(&format);
    av_freep(&input->buffer);
    avio_context_free(&input);
    avcodec_free_context(&codec);
    return count;
}
