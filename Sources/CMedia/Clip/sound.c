/* sound.c - encoding the sound: decode, resample onto the picture's clock, encode. */

#include <math.h>

#include <libavutil/audio_fifo.h>

#include "encode.h"
#include "filter.h"

enum {
    CM_FRAME = 1024,    /* samples of an AAC packet; one more of them primes the decoder */
    CM_IMA4_PACKET = 64 /* samples; the last packet is filled up with silence */
};

static const float CM_LOUDEST = 1e4f; /* of full scale: no mixer leaves as much headroom */

/* Rates that AAC and players have. */
static const int CM_RATES[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};

/* One encoding of the sound under way. */
typedef struct CMSoundRun {
    CMJob *job;
    CMReel *reel;
    CMDecoder decoder;
    CMSoundChain chain;
    CMFilter filter;
    AVCodecContext *encoder;
    SwrContext *converter;   /* from the queue's floats to what the encoder takes */
    AVAudioFifo *fifo;
    int frame;               /* samples given to the encoder at once */
    AVFrame *decoded, *filtered, *piece;
    int64_t bit_rate;
    int64_t origin;          /* microseconds of the source heard at 0 */
    int64_t filtered_count;  /* samples out of the filter */
    int64_t encoded, limit;  /* samples */
} CMSoundRun;

/* The lowest rate that keeps all that can be heard in the source. */
static int output_rate(int sample_rate) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(CM_RATES); i++) {
        if (CM_RATES[i] >= sample_rate) {
            return CM_RATES[i];
        }
    }
    return CM_RATES[FF_ARRAY_ELEMS(CM_RATES) - 1];
}

static int packet_size(CMSoundCoding coding) {
    switch (coding) {
    case CMSoundCodingAAC: return CM_FRAME;
    case CMSoundCodingPCM: return 1;
    case CMSoundCodingIMA4: return CM_IMA4_PACKET;
    }
    return 1;
}

/* The most samples whose packets, with the priming one, last no longer than is allowed; and that
 * end with the picture. */
static int64_t sample_limit(const CMJob *job, int sample_rate, CMSoundCoding coding) {
    double seconds = job->options->max_seconds;
    int size = packet_size(coding), priming = coding == CMSoundCodingAAC;
    int64_t packets = (int64_t)(seconds * sample_rate / size + 1e-6);
    int64_t most = FFMAX(packets - priming, 0) * size;

    return FFMIN(most, llrint(job->shown * sample_rate));
}

/* A CAF is for players that take no more than IMA4; where there is room, nothing is lost. */
static CMSoundCoding choose_coding(const CMSoundRun *run) {
    const CMClipOptions *options = run->job->options;
    int64_t samples = sample_limit(run->job, run->chain.sample_rate, CMSoundCodingPCM);

    if (options->container != CMContainerCAF) {
        return CMSoundCodingAAC;
    }
    return samples * run->chain.channels * 2 + CM_HEADER_BYTES <= options->max_bytes
               ? CMSoundCodingPCM
               : CMSoundCodingIMA4;
}

static int open_run(CMSoundRun *run, AVFormatContext *context, CMError *error) {
    const CMAudioFacts *facts = &run->job->survey->facts.audio;

    run->decoded = av_frame_alloc();
    run->filtered = av_frame_alloc();
    run->piece = av_frame_alloc();
    if (!run->decoded || !run->filtered || !run->piece) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return cm_decoder_open(&run->decoder, context, facts->index, run->job->watch, error);
}

static void close_run(CMSoundRun *run) {
    cm_filter_close(&run->filter);
    cm_decoder_close(&run->decoder);
    avcodec_free_context(&run->encoder);
    swr_free(&run->converter);
    av_audio_fifo_free(run->fifo);
    av_frame_free(&run->decoded);
    av_frame_free(&run->filtered);
    av_frame_free(&run->piece);
}

/* Bits for so many channels at such a rate: fewer for sound that has less to tell. */
static int64_t bit_rate_for(const CMSoundRun *run) {
    int64_t most = (int64_t)run->chain.channels * 4 * run->chain.sample_rate;

    return FFMIN(run->bit_rate * run->chain.channels / 2, most);
}

/* Once, by the first frame: what it says is truer than any header. */
static int open_encoder(CMSoundRun *run, const AVFrame *frame, CMError *error) {
    run->chain.sample_rate = output_rate(frame->sample_rate);
    run->chain.channels = FFMIN(frame->ch_layout.nb_channels, 2);
    CMSoundCoding coding = choose_coding(run);
    run->limit = sample_limit(run->job, run->chain.sample_rate, coding);
    run->frame = coding == CMSoundCodingIMA4 ? CM_IMA4_PACKET : CM_FRAME;
    run->fifo = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, run->chain.channels, 2 * CM_FRAME);
    if (!run->fifo) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory");
    }
    return cm_open_audio_encoder(coding, run->chain.sample_rate, run->chain.channels,
                                 bit_rate_for(run), run->reel, &run->encoder, error);
}

/* Damaged floating-point sound may hold what is no number, or none that can be heard. */
static bool is_sound(const AVFrame *piece) {
    for (int channel = 0; channel < piece->ch_layout.nb_channels; channel++) {
        const float *samples = (const float *)piece->data[channel];

        for (int i = 0; i < piece->nb_samples; i++) {
            if (!(fabsf(samples[i]) <= CM_LOUDEST)) {
                return false;
            }
        }
    }
    return true;
}

/* Encodes the first samples of the queue. */
static int encode_piece(CMSoundRun *run, int count, CMError *error) {
    AVFrame *piece = run->piece;
    int status;

    piece->nb_samples = count;
    piece->format = AV_SAMPLE_FMT_FLTP;
    piece->sample_rate = run->chain.sample_rate;
    piece->pts = run->encoded;
    status = av_channel_layout_copy(&piece->ch_layout, &run->encoder->ch_layout);
    if (status >= 0) {
        status = av_frame_get_buffer(piece, 0);
    }
    if (status >= 0) {
        status = av_audio_fifo_read(run->fifo, (void **)piece->data, count);
    }
    if (status < 0) {
        return cm_fail_av(error, CMStageEncode, CMCauseInternal, status, "sound");
    }
    if (!is_sound(piece)) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "the sound is damaged at %.2f s",
                       run->encoded / (double)run->chain.sample_rate);
    }
    run->encoded += count;
    status = cm_encode_sound(run->encoder, &run->converter, piece, run->reel, run->job->watch,
                             error);
    av_frame_unref(piece);
    return status;
}

/* Encodes whole packets of what is queued, and at the end the rest: 1 once the limit is reached. */
static int encode_queued(CMSoundRun *run, bool is_end, CMError *error) {
    for (;;) {
        int64_t left = run->limit - run->encoded;
        int64_t count = FFMIN(left, FFMIN(av_audio_fifo_size(run->fifo), run->frame));

        if (left <= 0) {
            return 1;
        }
        if (count == 0 || (count < run->frame && count < left && !is_end)) {
            return 0;
        }
        if (encode_piece(run, (int)count, error) < 0) {
            return -1;
        }
    }
}

static int queue_filtered(CMSoundRun *run, CMError *error) {
    int status;

    while ((status = cm_filter_pull(&run->filter, run->filtered, error)) == 1) {
        int count = run->filtered->nb_samples;
        int written = av_audio_fifo_write(run->fifo, (void **)run->filtered->extended_data, count);

        av_frame_unref(run->filtered);
        if (written < count) {
            return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory");
        }
        run->filtered_count += count;
        status = encode_queued(run, false, error);
        if (status != 0) {
            return status;
        }
    }
    return status;
}

static int filter_frame(CMSoundRun *run, AVFrame *frame, CMError *error) {
    int status = 0;

    if (!cm_filter_suits(&run->filter, frame)) {
        if (run->filter.graph) {
            status = cm_filter_push(&run->filter, NULL, frame->pts, error);
            status = status < 0 ? status : queue_filtered(run, error);
        }
        cm_filter_close(&run->filter);
        run->chain.time_base = av_make_q(1, frame->sample_rate);
        run->chain.first = run->filtered_count;
        if (status == 0) {
            status = cm_filter_open_sound(&run->filter, &run->chain, frame, error);
        }
    }
    if (status == 0) {
        status = cm_filter_push(&run->filter, frame, 0, error);
    }
    return status == 0 ? queue_filtered(run, error) : status;
}

/* Takes decoded sound: 1 once nothing more is wanted. */
static int take_sound(CMSoundRun *run, CMError *error) {
    AVFrame *frame = run->decoded;
    AVRational base = run->decoder.stream->time_base, rate = {1, frame->sample_rate};
    CMJob *job = run->job;

    if (frame->sample_rate <= 0 || frame->ch_layout.nb_channels <= 0) {
        av_frame_unref(frame);
        return 0;
    }
    /* From the source's clock to samples after the origin. */
    frame->pts = av_rescale_q(frame->pts, base, rate) -
                 av_rescale_q(run->origin, AV_TIME_BASE_Q, rate);
    if (frame->pts + frame->nb_samples <= 0) {
        av_frame_unref(frame);
        return 0;
    }
    if (frame->pts >= job->shown * frame->sample_rate) {
        return 1;
    }
    if (!run->encoder && open_encoder(run, frame, error) < 0) {
        return -1;
    }
    cm_watch_report(job->watch, job->done + job->share * frame->pts /
                                                FFMAX(job->shown * frame->sample_rate, 1));
    return filter_frame(run, frame, error);
}

/* Sound may well be missing where the picture is; then there is no track. */
static int finish(CMSoundRun *run, CMError *error) {
    int status = 0;

    if (!run->encoder) {
        return 0;
    }
    if (run->filter.graph && run->encoded < run->limit) {
        status = cm_filter_push(&run->filter, NULL, 0, error);
        status = status < 0 ? status : queue_filtered(run, error);
    }
    if (status >= 0 && run->encoded < run->limit) {
        status = encode_queued(run, true, error);
    }
    if (status < 0) {
        return status;
    }
    return cm_encode_frame(run->encoder, NULL, run->reel, run->job->watch, error);
}

static int run_sound(CMSoundRun *run, CMError *error) {
    int status;

    while ((status = cm_decoder_read(&run->decoder, run->decoded, error)) == 1) {
        status = take_sound(run, error);
        if (status != 0) {
            break;
        }
    }
    if (status < 0 || finish(run, error) < 0) {
        return -1;
    }
    return cm_judge_damage(run->job, &run->decoder, run->job->shown, error);
}

int cm_encode_audio(CMJob *job, int64_t bit_rate, CMReel *reel, CMError *error) {
    CMSoundRun run = {.job = job, .reel = reel, .bit_rate = bit_rate, .origin = job->origin};
    AVFormatContext *context = NULL;
    int status = cm_open_input(job->input, 0, job->demuxer, job->watch, &context, error);

    if (status == 0) {
        status = open_run(&run, context, error);
    }
    if (status == 0) {
        status = run_sound(&run, error);
    }
    close_run(&run);
    cm_close_input(&context);
    return status;
}
