/* hear.c - decoding the sound, and resampling it onto the picture's clock. */

#include "hear.h"

#include <math.h>

#include "filter.h"

static const float CM_LOUDEST = 1e4f; /* of full scale: no mixer leaves as much headroom */

/* Seconds that sound must go on for to be cut: less is how coarsely its end is told. */
static const double CM_CUT = 0.002;

/* Rates that AAC and players have. */
static const int CM_RATES[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};

/* One decoding of the sound under way. */
typedef struct CMHearing {
    CMJob *job;
    CMHeard *heard;
    CMDecoder decoder;
    CMSoundChain chain;
    CMFilter filter;
    AVFrame *decoded, *filtered;
    int64_t origin; /* microseconds of the source heard at 0 */
    int64_t count;  /* samples out of the filter */
    int64_t limit;  /* of them */
} CMHearing;

/* The lowest rate that keeps all that can be heard in the source. */
static int output_rate(int sample_rate) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(CM_RATES); i++) {
        if (CM_RATES[i] >= sample_rate) {
            return CM_RATES[i];
        }
    }
    return CM_RATES[FF_ARRAY_ELEMS(CM_RATES) - 1];
}

int cm_packet_samples(CMSoundCoding coding) {
    switch (coding) {
    case CMSoundCodingAAC: return 1024; /* one more of them primes the decoder */
    case CMSoundCodingPCM: return 1;
    case CMSoundCodingIMA4: return 64; /* the last one is filled up with silence */
    }
    return 1;
}

/* The most samples whose packets, with the priming one, last no longer than is allowed. */
static int64_t sample_limit(const CMJob *job, int sample_rate, CMSoundCoding coding) {
    int size = cm_packet_samples(coding), priming = coding == CMSoundCodingAAC;
    int64_t packets = (int64_t)(job->options->max_seconds * sample_rate / size + 1e-6);
    int64_t most = FFMAX(packets - priming, 0) * size;

    return FFMIN(most, llrint(cm_sound_length(job) * sample_rate));
}

/* A CAF is for players that take no more than IMA4; where there is room, nothing is lost. */
static CMSoundCoding choose_coding(const CMJob *job, const CMHeard *heard) {
    int64_t samples = sample_limit(job, heard->sample_rate, CMSoundCodingPCM);

    if (job->options->container != CMContainerCAF) {
        return CMSoundCodingAAC;
    }
    return samples * heard->channels * 2 + CM_HEADER_BYTES <= job->options->max_bytes
               ? CMSoundCodingPCM
               : CMSoundCodingIMA4;
}

/* By the first frame: what it says is truer than any header. */
static int begin(CMHearing *hearing, const AVFrame *frame, CMError *error) {
    CMHeard *heard = hearing->heard;

    heard->sample_rate = hearing->chain.sample_rate = output_rate(frame->sample_rate);
    heard->channels = hearing->chain.channels = FFMIN(frame->ch_layout.nb_channels, 2);
    heard->coding = choose_coding(hearing->job, heard);
    hearing->limit = sample_limit(hearing->job, heard->sample_rate, heard->coding);
    heard->samples = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, heard->channels, heard->sample_rate);
    return heard->samples ? 0 : cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
}

/* Damaged floating-point sound may hold what is no number, or none that can be heard. */
static bool is_sound(const AVFrame *frame, int count) {
    for (int channel = 0; channel < frame->ch_layout.nb_channels; channel++) {
        const float *samples = (const float *)frame->extended_data[channel];

        for (int i = 0; i < count; i++) {
            if (!(fabsf(samples[i]) <= CM_LOUDEST)) {
                return false;
            }
        }
    }
    return true;
}

static int fail_damaged(CMHearing *hearing, CMError *error) {
    double at = hearing->count / (double)hearing->heard->sample_rate;

    hearing->job->damaged_at = FFMIN(hearing->job->damaged_at, at);
    return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "the sound is damaged at %.2f s", at);
}

/* Puts what comes out of the filter by: 1 once nothing more is wanted. */
static int collect(CMHearing *hearing, CMError *error) {
    CMHeard *heard = hearing->heard;
    AVFrame *frame = hearing->filtered;
    int status;

    while ((status = cm_filter_pull(&hearing->filter, frame, error)) == 1) {
        int count = (int)FFMIN(frame->nb_samples, hearing->limit - hearing->count);

        if (!is_sound(frame, count)) {
            av_frame_unref(frame);
            return fail_damaged(hearing, error);
        }
        heard->goes_on = count < frame->nb_samples;
        if (av_audio_fifo_write(heard->samples, (void **)frame->extended_data, count) < count) {
            status = cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
        }
        av_frame_unref(frame);
        hearing->count += count;
        if (status < 0 || heard->goes_on) {
            return status < 0 ? -1 : 1;
        }
    }
    return status;
}

static int filter_frame(CMHearing *hearing, AVFrame *frame, CMError *error) {
    int status = 0;

    if (!cm_filter_suits(&hearing->filter, frame)) {
        if (hearing->filter.graph) {
            status = cm_filter_push(&hearing->filter, NULL, frame->pts, error);
            status = status < 0 ? status : collect(hearing, error);
        }
        cm_filter_close(&hearing->filter);
        hearing->chain.time_base = av_make_q(1, frame->sample_rate);
        hearing->chain.first = hearing->count;
        if (status == 0) {
            status = cm_filter_open_sound(&hearing->filter, &hearing->chain, frame, error);
        }
    }
    if (status == 0) {
        status = cm_filter_push(&hearing->filter, frame, 0, error);
    }
    return status == 0 ? collect(hearing, error) : status;
}

/* Sound alone begins with the first that is decoded: some decoders give nothing for their first
 * packets, which would be heard as silence. */
static void find_origin(CMHearing *hearing) {
    CMJob *job = hearing->job;

    if (job->is_alone && hearing->decoder.frames == 1) {
        int64_t first = av_rescale_q(hearing->decoded->pts, hearing->decoder.stream->time_base,
                                     AV_TIME_BASE_Q);

        hearing->origin = FFMAX(hearing->origin,
                                first + llrint(job->options->start * AV_TIME_BASE));
    }
}

/* Takes decoded sound: 1 once nothing more is wanted. */
static int take_sound(CMHearing *hearing, CMError *error) {
    AVFrame *frame = hearing->decoded;
    AVRational base = hearing->decoder.stream->time_base, rate = {1, frame->sample_rate};
    CMJob *job = hearing->job;

    if (frame->sample_rate <= 0 || frame->ch_layout.nb_channels <= 0) {
        av_frame_unref(frame);
        return 0;
    }
    find_origin(hearing);
    /* From the source's clock to samples after the origin. */
    frame->pts = av_rescale_q(frame->pts, base, rate) -
                 av_rescale_q(hearing->origin, AV_TIME_BASE_Q, rate);
    if (frame->pts + frame->nb_samples <= 0) {
        av_frame_unref(frame);
        return 0;
    }
    if (!job->is_alone && frame->pts >= job->shown * frame->sample_rate) {
        hearing->heard->goes_on = true;
        return 1;
    }
    if (!hearing->heard->samples && begin(hearing, frame, error) < 0) {
        return -1;
    }
    cm_watch_report(job->watch, job->done + job->share * frame->pts /
                                                FFMAX(job->shown * frame->sample_rate, 1));
    return filter_frame(hearing, frame, error);
}

static int hear(CMHearing *hearing, CMError *error) {
    int status;

    while ((status = cm_decoder_read(&hearing->decoder, hearing->decoded, error)) == 1) {
        status = take_sound(hearing, error);
        if (status != 0) {
            break;
        }
    }
    if (status >= 0 && hearing->filter.graph && hearing->count < hearing->limit) {
        status = cm_filter_push(&hearing->filter, NULL, 0, error);
        status = status < 0 ? status : collect(hearing, error);
    }
    return status < 0 ? -1
                      : cm_judge_damage(hearing->job, &hearing->decoder, hearing->job->shown, error);
}

static int open_hearing(CMHearing *hearing, AVFormatContext *context, CMError *error) {
    hearing->decoded = av_frame_alloc();
    hearing->filtered = av_frame_alloc();
    if (!hearing->decoded || !hearing->filtered) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return cm_decoder_open(&hearing->decoder, context, hearing->job->survey->facts.audio.index,
                           hearing->job->watch, error);
}

int cm_hear(CMJob *job, CMHeard *heard, CMError *error) {
    CMHearing hearing = {.job = job, .heard = heard, .origin = job->origin};
    AVFormatContext *context = NULL;
    double beyond;
    int status;

    *heard = (CMHeard){0};
    status = cm_open_input(job->input, 0, job->demuxer, job->watch, &context, error);
    if (status == 0) {
        status = open_hearing(&hearing, context, error);
    }
    if (status == 0) {
        status = hear(&hearing, error);
    }
    if (status == 0 && heard->samples) {
        /* Decoders give whole packets, also of a last one that is heard only in part. */
        beyond = job->survey->facts.audio.end - job->origin / (double)AV_TIME_BASE -
                 hearing.count / (double)heard->sample_rate;
        heard->goes_on = heard->goes_on && beyond > CM_CUT;
    }
    cm_filter_close(&hearing.filter);
    cm_decoder_close(&hearing.decoder);
    av_frame_free(&hearing.decoded);
    av_frame_free(&hearing.filtered);
    cm_close_input(&context);
    return status;
}

void cm_heard_free(CMHeard *heard) {
    av_audio_fifo_free(heard->samples);
    *heard = (CMHeard){0};
}

int cm_heard_count(const CMHeard *heard) {
    return heard->samples ? av_audio_fifo_size(heard->samples) : 0;
}

int cm_heard_room(const CMHeard *heard, int count, int64_t pts, AVFrame *frame, CMError *error) {
    int status;

    frame->nb_samples = count;
    frame->format = AV_SAMPLE_FMT_FLTP;
    frame->sample_rate = heard->sample_rate;
    frame->pts = pts;
    av_channel_layout_default(&frame->ch_layout, heard->channels);
    status = av_frame_get_buffer(frame, 0);
    return status < 0 ? cm_fail_av(error, CMStageEncode, CMCauseInternal, status, "sound") : 0;
}

int cm_heard_frame(const CMHeard *heard, int first, int most, AVFrame *frame, CMError *error) {
    int count = FFMIN(most, cm_heard_count(heard) - first), status;

    if (cm_heard_room(heard, count, first, frame, error) < 0) {
        return -1;
    }
    status = av_audio_fifo_peek_at(heard->samples, (void **)frame->data, count, first);
    return status < 0 ? cm_fail_av(error, CMStageEncode, CMCauseInternal, status, "sound") : 0;
}
