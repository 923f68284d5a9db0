/* silence.c - whether anything can be heard. */

#include "filter.h"
#include "decode.h"
#include "streams.h"

/* Of full scale: 66 dB below it, under the noise of any room. */
#define HEARABLE 0.0005f

typedef struct CMListening {
    CMDecoder decoder;
    CMFilter filter; /* to floats, whatever the source has */
    AVFrame *decoded, *filtered;
    double seconds;
} CMListening;

static bool is_heard(const AVFrame *frame) {
    for (int channel = 0; channel < frame->ch_layout.nb_channels; channel++) {
        const float *samples = (const float *)frame->extended_data[channel];

        for (int i = 0; i < frame->nb_samples; i++) {
            if (!(samples[i] < HEARABLE && samples[i] > -HEARABLE)) {
                return true;
            }
        }
    }
    return false;
}

static int filter(CMListening *listening, CMError *error) {
    CMSoundChain chain = {.sample_rate = listening->decoded->sample_rate,
                          .channels = 2,
                          .time_base = listening->decoder.stream->time_base};

    chain.first = av_rescale_q(listening->decoded->pts, chain.time_base,
                               av_make_q(1, chain.sample_rate));
    if (!cm_filter_suits(&listening->filter, listening->decoded)) {
        cm_filter_close(&listening->filter);
        if (cm_filter_open_sound(&listening->filter, &chain, listening->decoded, error) < 0) {
            return -1;
        }
    }
    return cm_filter_push(&listening->filter, listening->decoded, 0, error);
}

/* 1 once something is heard. */
static int listen(CMListening *listening, CMError *error) {
    int status;

    while ((status = cm_decoder_read(&listening->decoder, listening->decoded, error)) == 1 &&
           listening->decoder.time < listening->seconds) {
        if (filter(listening, error) < 0) {
            return -1;
        }
        while ((status = cm_filter_pull(&listening->filter, listening->filtered, error)) == 1) {
            bool heard = is_heard(listening->filtered);

            av_frame_unref(listening->filtered);
            if (heard) {
                return 1;
            }
        }
        if (status < 0) {
            return -1;
        }
    }
    return status < 0 ? -1 : 0;
}

/* What is damaged may have been heard. */
static bool is_whole(const CMDecoder *decoder) {
    return decoder->frames > 0 && decoder->errors + decoder->late_errors == 0;
}

static int check(AVFormatContext *context, int index, double seconds, CMWatch *watch,
                 bool *is_silent, CMError *error) {
    CMListening listening = {.seconds = seconds, .decoded = av_frame_alloc(),
                             .filtered = av_frame_alloc()};
    int status = cm_decoder_open(&listening.decoder, context, index, watch, error);

    if (status == 0 && (!listening.decoded || !listening.filtered)) {
        status = cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    if (status == 0) {
        status = listen(&listening, error);
        *is_silent = status == 0 && is_whole(&listening.decoder);
    }
    cm_filter_close(&listening.filter);
    cm_decoder_close(&listening.decoder);
    av_frame_free(&listening.decoded);
    av_frame_free(&listening.filtered);
    return status < 0 ? -1 : 0;
}

int cm_clip_is_silent(int32_t input, const char *demuxer, double seconds, CMProgress progress,
                      void *context, bool *is_silent, CMError *error) {
    CMWatch watch = {.progress = progress, .context = context};
    AVFormatContext *format = NULL;
    int status;

    error->message[0] = '\0';
    *is_silent = false;
    status = cm_open_input(input, 0, demuxer, &watch, &format, error);
    if (status == 0) {
        int index = cm_choose_stream(format, AVMEDIA_TYPE_AUDIO);

        if (index < 0) {
            *is_silent = true;
        } else {
            status = check(format, index, seconds, &watch, is_silent, error);
        }
    }
    cm_close_input(&format);
    return status;
}
