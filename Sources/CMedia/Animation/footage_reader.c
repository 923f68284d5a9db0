/* footage_reader.c - the pictures of a clip, upright and in sRGB, one after the other. */

#include <string.h>

#include "decode.h"
#include "filter.h"
#include "footage.h"

struct CMFootageReader {
    const CMFootage *footage;
    AVFormatContext *format;
    CMDecoder decoder;
    CMPictureChain chain;
    CMFilter filter;
    AVFrame *decoded, *filtered;
    uint32_t taken;   /* pictures decoded of those that are wanted */
    bool has_decoded; /* one waits for the filter */
    bool is_ending;   /* the filter was told that nothing more comes */
};

static void describe_chain(CMFootageReader *reader) {
    const CMSurvey *survey = &reader->footage->survey;

    reader->chain = (CMPictureChain){
        .width = reader->footage->size.width,
        .height = reader->footage->size.height,
        .rotation = survey->facts.video.rotation,
        .is_flipped = survey->facts.video.is_flipped,
        .frame_rate = {0, 1},
        .is_rgb = true,
        .time_base = reader->decoder.stream->time_base,
        .is_interlaced = survey->facts.video.is_interlaced,
        .parity = cm_parity(reader->decoder.stream->codecpar->field_order,
                            survey->is_interlaced_flagged),
    };
}

CMFootageReader *cm_footage_reader_open(const CMFootage *footage, CMError *error) {
    CMFootageReader *reader = g_new0(CMFootageReader, 1);

    reader->footage = footage;
    reader->decoded = av_frame_alloc();
    reader->filtered = av_frame_alloc();
    if (!reader->decoded || !reader->filtered) {
        cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    } else if (cm_open_input(footage->input, 0, footage->demuxer, footage->watch, &reader->format,
                             error) == 0 &&
               cm_decoder_open(&reader->decoder, reader->format, footage->survey.video.index,
                               footage->watch, error) == 0) {
        describe_chain(reader);
        return reader;
    }
    cm_footage_reader_close(reader);
    return NULL;
}

void cm_footage_reader_close(CMFootageReader *reader) {
    if (!reader) {
        return;
    }
    cm_filter_close(&reader->filter);
    cm_decoder_close(&reader->decoder);
    cm_close_input(&reader->format);
    av_frame_free(&reader->decoded);
    av_frame_free(&reader->filtered);
    g_free(reader);
}

/* Decodes on to the next picture that is wanted: 1, or 0 if there is none. */
static int decode_wanted(CMFootageReader *reader, CMError *error) {
    const GArray *times = reader->footage->times;
    int status = 0;

    while (reader->taken < times->len &&
           (status = cm_decoder_read(&reader->decoder, reader->decoded, error)) == 1) {
        if (reader->decoded->pts == g_array_index(times, int64_t, reader->taken)) {
            reader->taken++;
            return 1;
        }
        av_frame_unref(reader->decoded);
        status = 0;
    }
    return status;
}

/* Gives the filter something to do; a picture of another kind has to wait until it is empty. */
static int feed(CMFootageReader *reader, CMError *error) {
    if (!reader->has_decoded) {
        int status = decode_wanted(reader, error);
        if (status < 0) {
            return -1;
        }
        reader->has_decoded = status;
    }
    bool suits = reader->has_decoded && cm_filter_suits(&reader->filter, reader->decoded);
    if (reader->filter.graph && !suits && !reader->is_ending) {
        reader->is_ending = true;
        return cm_filter_push(&reader->filter, NULL, reader->footage->end, error);
    }
    if (!reader->has_decoded) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "a picture is missing");
    }
    if (!suits) {
        cm_filter_close(&reader->filter);
        reader->is_ending = false;
        if (cm_filter_open_picture(&reader->filter, &reader->chain, reader->decoded, error)) {
            return -1;
        }
    }
    reader->has_decoded = false;
    return cm_filter_push(&reader->filter, reader->decoded, 0, error);
}

static void copy(CMFootageReader *reader, uint8_t *pixels) {
    CMSize size = reader->footage->size;
    const AVFrame *frame = reader->filtered;
    size_t line = (size_t)size.width * 3;

    for (int32_t y = 0; y < size.height; y++) {
        memcpy(pixels + (size_t)y * line, frame->data[0] + (ptrdiff_t)y * frame->linesize[0], line);
    }
    av_frame_unref(reader->filtered);
}

int cm_footage_next(CMFootageReader *reader, uint8_t *pixels, CMError *error) {
    int status = 0;

    if (!cm_watch_report(reader->footage->watch, 0)) {
        return cm_fail(error, CMStageDecode, CMCauseStopped, 0, "stopped");
    }
    while (!reader->filter.graph ||
           (status = cm_filter_pull(&reader->filter, reader->filtered, error)) == 0) {
        if (feed(reader, error) < 0) {
            return -1;
        }
    }
    if (status < 0) {
        return -1;
    }
    copy(reader, pixels);
    return 0;
}
