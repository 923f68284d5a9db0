/* loudness.c - measuring with FFmpeg's meter. */

#include "loudness.h"

#include <math.h>
#include <stdlib.h>

#include "filter.h"

enum {
    CM_PIECE = 4096, /* samples */
    CM_BLOCKS = 10   /* a second: how often the meter tells, and how long its frames are */
};

/* The meter averages over 0.4 s: what is shorter is measured as if it went on repeating itself. */
static const double CM_SHORTEST = 0.4;

typedef struct CMMeter {
    const CMHeard *heard;
    CMFilter filter;
    AVFrame *given, *measured;
    int64_t end; /* of the samples that count, by their number */
    CMLoudness *loudness;
} CMMeter;

static double value_of(const AVFrame *frame, const char *key, double otherwise) {
    const AVDictionaryEntry *entry = av_dict_get(frame->metadata, key, NULL, 0);

    return entry ? strtod(entry->value, NULL) : otherwise;
}

/* Peaks count to the last sample, loudness in whole blocks. */
static int drain(CMMeter *meter, CMError *error) {
    CMLoudness *loudness = meter->loudness;
    AVFrame *frame = meter->measured;
    int status;

    while ((status = cm_filter_pull(&meter->filter, frame, error)) == 1) {
        if (frame->pts < cm_heard_count(meter->heard)) {
            double peak = value_of(frame, "lavfi.r128.true_peak", 0);

            loudness->peak = FFMAX(loudness->peak, peak > 0 ? 20 * log10(peak) : -INFINITY);
        }
        if (frame->pts + frame->nb_samples <= meter->end) {
            loudness->integrated = value_of(frame, "lavfi.r128.I", loudness->integrated);
        }
        av_frame_unref(frame);
    }
    return status;
}

static int give(CMMeter *meter, int first, int64_t offset, CMError *error) {
    int status = cm_heard_frame(meter->heard, first, CM_PIECE, meter->given, error);

    if (status == 0) {
        meter->given->pts += offset;
        status = cm_filter_push(&meter->filter, meter->given, 0, error);
    }
    return status < 0 ? -1 : drain(meter, error);
}

/* Without it the meter would keep the peaks of a last block that is not full to itself. */
static int give_silence(CMMeter *meter, CMError *error) {
    AVFrame *frame = meter->given;
    int count = meter->heard->sample_rate / CM_BLOCKS;

    if (cm_heard_room(meter->heard, count, meter->end, frame, error) < 0) {
        return -1;
    }
    av_samples_set_silence(frame->extended_data, 0, frame->nb_samples, meter->heard->channels,
                           AV_SAMPLE_FMT_FLTP);
    return cm_filter_push(&meter->filter, frame, 0, error);
}

static int measure(CMMeter *meter, CMWatch *watch, CMError *error) {
    int count = cm_heard_count(meter->heard);
    int least = (int)(CM_SHORTEST * meter->heard->sample_rate);
    int rounds = count < least ? 2 * least / count + 1 : 1;

    meter->end = (int64_t)rounds * count;
    for (int64_t offset = 0; offset < meter->end; offset += count) {
        for (int first = 0; first < count; first += CM_PIECE) {
            if (!cm_watch_report(watch, watch->fraction)) {
                return cm_fail(error, CMStageFilter, CMCauseStopped, 0, "stopped");
            }
            if (give(meter, first, offset, error) < 0) {
                return -1;
            }
        }
    }
    if (give_silence(meter, error) < 0 ||
        cm_filter_push(&meter->filter, NULL, meter->end, error) < 0) {
        return -1;
    }
    return drain(meter, error);
}

int cm_measure(const CMHeard *heard, CMWatch *watch, CMLoudness *loudness, CMError *error) {
    CMMeter meter = {.heard = heard, .loudness = loudness};
    int status = 0;

    *loudness = (CMLoudness){.integrated = CM_SILENCE, .peak = -INFINITY};
    if (cm_heard_count(heard) == 0) {
        return 0;
    }
    meter.given = av_frame_alloc();
    meter.measured = av_frame_alloc();
    if (!meter.given || !meter.measured) {
        status = cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory");
    }
    if (status == 0) {
        status = cm_filter_open_samples(&meter.filter, heard->sample_rate, heard->channels,
                                        "ebur128=metadata=1:peak=true", error);
    }
    if (status == 0) {
        status = measure(&meter, watch, error);
    }
    cm_filter_close(&meter.filter);
    av_frame_free(&meter.given);
    av_frame_free(&meter.measured);
    return status;
}
