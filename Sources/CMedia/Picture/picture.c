/* picture.c - see picture.h. */

#include "picture.h"

#include <string.h>

#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

#include "bmp.h"
#include "decode.h"

struct CMPictureReader {
    CMPicture *picture;
    AVFormatContext *format;
    AVStream *stream; /* the format's */
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    struct SwsContext *scaler;
};

static int fail(CMPictureReader *reader, CMStage stage, int status, const char *what,
                CMError *error) {
    if (reader->picture->watch.is_stopped) {
        return cm_fail(error, stage, CMCauseStopped, 0, "stopped");
    }
    return cm_fail_av(error, stage, CMCauseCorrupt, status, what);
}

static int open_stream(CMPictureReader *reader, CMError *error) {
    const CMSource *source = &reader->picture->source;

    if (cm_open_input(source->descriptor, source->offset, source->loader->demuxer,
                      &reader->picture->watch, &reader->format, error)) {
        return -1;
    }
    if (reader->format->nb_streams != 1) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "there is no picture in it");
    }
    reader->stream = reader->format->streams[0];
    const AVCodecParameters *codec = reader->stream->codecpar;
    if (cm_check_size(codec->width, codec->height, error)) {
        return -1;
    }
    return cm_open_decoder(reader->stream, 1, &reader->codec, error);
}

CMPictureReader *cm_picture_reader_open(CMPicture *picture, CMError *error) {
    CMPictureReader *reader = g_new0(CMPictureReader, 1);

    reader->picture = picture;
    reader->packet = av_packet_alloc();
    reader->frame = av_frame_alloc();
    if (!reader->packet || !reader->frame) {
        cm_fail(error, CMStageOpen, CMCauseInternal, AVERROR(ENOMEM), "no memory");
    } else if (!open_stream(reader, error)) {
        return reader;
    }
    cm_picture_reader_close(reader);
    return NULL;
}

void cm_picture_reader_close(CMPictureReader *reader) {
    if (!reader) {
        return;
    }
    sws_freeContext(reader->scaler);
    av_frame_free(&reader->frame);
    av_packet_free(&reader->packet);
    avcodec_free_context(&reader->codec);
    cm_close_input(&reader->format);
    g_free(reader);
}

/* Sends packets, or the end of them, until a frame comes back. */
static int receive(CMPictureReader *reader, CMError *error) {
    for (;;) {
        int status = avcodec_receive_frame(reader->codec, reader->frame);
        if (status == 0) {
            return 0;
        }
        if (status == AVERROR_EOF) {
            return fail(reader, CMStageDecode, AVERROR_INVALIDDATA, "a frame is missing", error);
        }
        if (status != AVERROR(EAGAIN)) {
            return fail(reader, CMStageDecode, status, "a frame is damaged", error);
        }
        status = av_read_frame(reader->format, reader->packet);
        if (status < 0 && status != AVERROR_EOF) {
            return fail(reader, CMStageDecode, status, "it cannot be read on", error);
        }
        status = avcodec_send_packet(reader->codec, status < 0 ? NULL : reader->packet);
        av_packet_unref(reader->packet);
        if (status < 0 && status != AVERROR_EOF) {
            return fail(reader, CMStageDecode, status, "a frame is damaged", error);
        }
    }
}

int cm_picture_reader_next(CMPictureReader *reader, uint8_t *pixels, CMError *error) {
    const CMImageFacts *facts = &reader->picture->facts;
    uint8_t *const planes[4] = {pixels};
    const int strides[4] = {facts->width * 4};

    if (receive(reader, error)) {
        return -1;
    }
    AVFrame *frame = reader->frame;
    if (frame->width != facts->width || frame->height != facts->height) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "a frame of %d x %d pixels",
                       frame->width, frame->height);
    }
    reader->scaler = sws_getCachedContext(
        reader->scaler, frame->width, frame->height, frame->format, frame->width, frame->height,
        AV_PIX_FMT_RGBA, SWS_POINT | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (!reader->scaler || sws_scale(reader->scaler, (const uint8_t *const *)frame->data,
                                     frame->linesize, 0, frame->height, planes, strides) < 0) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no conversion to RGBA");
    }
    av_frame_unref(frame);
    return cm_watch_report(&reader->picture->watch, 0)
               ? 0
               : cm_fail(error, CMStageDecode, CMCauseStopped, 0, "stopped");
}

int cm_picture_read_header(CMPicture *picture, CMError *error) {
    CMImageFacts *facts = &picture->facts;

    if (cm_bmp_facts(&picture->source, facts)) {
        return 0;
    }
    CMPictureReader *reader = cm_picture_reader_open(picture, error);

    if (!reader) {
        return -1;
    }
    const AVCodecParameters *codec = reader->stream->codecpar;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(codec->format);
    facts->width = codec->width;
    facts->height = codec->height;
    if (format) {
        bool has_palette = format->flags & AV_PIX_FMT_FLAG_PAL;
        facts->bits = format->comp[0].depth > 8 ? 16 : 8;
        facts->colour = format->nb_components < 3 && !has_palette ? CMColourGrey : CMColourRGB;
        facts->has_alpha = format->flags & AV_PIX_FMT_FLAG_ALPHA && !has_palette;
    }
    cm_picture_reader_close(reader);
    return 0;
}

/* Most programs that write 32-bit bitmaps leave the fourth byte 0 and mean an opaque picture. */
static void show_if_blank(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (pixels[4 * i + 3] != 0) {
            return;
        }
    }
    for (size_t i = 0; i < count; i++) {
        pixels[4 * i + 3] = 255;
    }
}

int cm_picture_read_first(CMPicture *picture, uint8_t *pixels, CMError *error) {
    CMImageFacts facts = {0};
    CMPictureReader *reader = NULL;
    int status;

    if (cm_bmp_facts(&picture->source, &facts)) {
        status = cm_bmp_decode(&picture->source, pixels, error);
    } else {
        reader = cm_picture_reader_open(picture, error);
        status = reader ? cm_picture_reader_next(reader, pixels, error) : -1;
    }
    cm_picture_reader_close(reader);
    if (!status && !picture->source.loader->is_animated) {
        show_if_blank(pixels, (size_t)picture->facts.width * (size_t)picture->facts.height);
    }
    return status;
}

static void free_pixels(VipsImage *image, void *pixels) {
    (void)image;
    g_free(pixels);
}

int cm_picture_decode(CMPicture *picture, VipsImage **image, CMError *error) {
    const CMImageFacts *facts = &picture->facts;
    size_t count = (size_t)facts->width * (size_t)facts->height;
    uint8_t *pixels = g_try_malloc(count * 4);

    *image = NULL;
    if (!pixels) {
        cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
        goto end;
    }
    if (cm_picture_read_first(picture, pixels, error)) {
        goto end;
    }
    *image = vips_image_new_from_memory(pixels, count * 4, facts->width, facts->height, 4,
                                        VIPS_FORMAT_UCHAR);
    if (!*image) {
        cm_fail_vips(error, CMStageDecode, CMCauseInternal, NULL, "no picture");
        goto end;
    }
    (*image)->Type = VIPS_INTERPRETATION_sRGB;
    g_signal_connect(*image, "close", G_CALLBACK(free_pixels), pixels);
    pixels = NULL;

end:
    g_free(pixels);
    return *image ? 0 : -1;
}
