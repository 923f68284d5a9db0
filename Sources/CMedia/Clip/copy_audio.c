/* copy_audio.c - copying the packets of a sound, as many as fit. */

#include <math.h>

#include <libavcodec/bsf.h>
#include <libavutil/intreadwrite.h>

#include "clip.h"

/* Sound may be off its even pace by so much, in seconds, before packets are taken to be missing. */
static const double CM_MOST_DRIFT = 0.06;

/* Packets of sound before the picture that prime the decoder; the edit list hides them. */
static const double CM_PRIMING_PACKETS = 2.2;

typedef struct CMSoundCopy {
    CMJob *job;
    AVStream *stream;
    CMReel *reel;
    AVBSFContext *filter; /* ADTS headers off */
    int64_t next;         /* when the next packet begins, in samples from the origin */
    int64_t total, limit; /* samples */
} CMSoundCopy;

/* Samples in a packet: by a time base that can tell (HE-AAC may have half the rate), else by the
 * codec. */
static int64_t samples_in(const CMSoundCopy *copy, const AVPacket *packet) {
    AVRational base = copy->stream->time_base;
    int rate = copy->stream->codecpar->sample_rate;
    int64_t told = av_rescale_q(packet->duration, base, av_make_q(1, rate));
    int64_t known = av_get_audio_frame_duration2(copy->stream->codecpar, packet->size);

    if (told > 0 && base.num == 1 && (base.den % rate == 0 || base.den * 2 == rate)) {
        return told;
    }
    return known > 0 ? known : told;
}

static int open_filter(CMSoundCopy *copy, CMError *error) {
    const AVCodecParameters *parameters = copy->stream->codecpar;
    int status;

    if (parameters->codec_id != AV_CODEC_ID_AAC || parameters->extradata_size > 0) {
        return 0;
    }
    status = av_bsf_alloc(av_bsf_get_by_name("aac_adtstoasc"), &copy->filter);
    if (status >= 0) {
        status = avcodec_parameters_copy(copy->filter->par_in, parameters);
    }
    if (status >= 0) {
        copy->filter->time_base_in = copy->stream->time_base;
        status = av_bsf_init(copy->filter);
    }
    return status < 0 ? cm_fail_av(error, CMStageOpen, CMCauseInternal, status, "AAC") : 0;
}

/* Takes the ADTS header off; the first one becomes the parameters of the track. */
static int strip(CMSoundCopy *copy, AVPacket *packet, CMError *error) {
    AVCodecParameters *parameters = copy->reel->parameters;
    const uint8_t *extradata;
    size_t size = 0;
    int status = 0;

    if (copy->filter) {
        status = av_bsf_send_packet(copy->filter, packet);
        status = status < 0 ? status : av_bsf_receive_packet(copy->filter, packet);
    }
    if (status < 0) {
        return cm_fail_av(error, CMStageOpen, CMCauseCorrupt, status, "AAC");
    }
    extradata = av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size);
    if (!extradata) {
        return 0;
    }
    if (parameters->extradata) {
        return cm_unfit(error, "the sound's parameters change on the way");
    }
    parameters->extradata = av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!parameters->extradata) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    memcpy(parameters->extradata, extradata, size);
    parameters->extradata_size = (int)size;
    return 0;
}

/* The samples that a decoder skips at the start, which MP3 states in its first header. */
static void note_priming(CMSoundCopy *copy, const AVPacket *packet) {
    size_t size = 0;
    const uint8_t *skipped = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);

    if (skipped && size >= 4) {
        copy->reel->parameters->initial_padding = (int)FFMIN(AV_RL32(skipped), 4000);
    }
}

/* Cuts PCM to so many samples. */
static int64_t shorten(const CMSoundCopy *copy, AVPacket *packet, int64_t samples, int64_t most) {
    int block = copy->stream->codecpar->block_align;

    if (samples <= most || block <= 0 || most <= 0 ||
        av_get_exact_bits_per_sample(copy->stream->codecpar->codec_id) == 0) {
        return samples;
    }
    av_shrink_packet(packet, (int)(most * block));
    return most;
}

/* Takes a packet: 1 once nothing more is wanted. */
static int take_sound(CMSoundCopy *copy, AVPacket *packet, CMError *error) {
    int rate = copy->stream->codecpar->sample_rate;
    int64_t samples = samples_in(copy, packet);
    int64_t origin = av_rescale(copy->job->origin, rate, AV_TIME_BASE);
    int64_t pts = av_rescale_q(packet->pts, copy->stream->time_base, av_make_q(1, rate)) - origin;
    int64_t end = llrint(copy->job->shown * rate);

    if (packet->pts == AV_NOPTS_VALUE || samples <= 0) {
        return cm_unfit(error, "packets without a time cannot be copied");
    }
    if (packet->flags & AV_PKT_FLAG_CORRUPT) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a packet is damaged or cut off");
    }
    if (pts < -CM_PRIMING_PACKETS * samples || (pts < 0 && copy->job->options->start > 0)) {
        return 0;
    }
    if (copy->reel->count == 0) {
        copy->next = pts;
        note_priming(copy, packet);
    } else if (copy->next >= end || copy->total >= copy->limit) {
        return 1; /* the last packet was shortened, so this one does not follow it */
    }
    if (fabs((double)(pts - copy->next)) > CM_MOST_DRIFT * rate) {
        return cm_unfit(error, "the sound has gaps");
    }
    samples = shorten(copy, packet, samples,
                      FFMIN(copy->limit - copy->total, end - copy->next));
    if (copy->total + samples > copy->limit || copy->next + samples / 2 > end) {
        return 1;
    }
    if (strip(copy, packet, error) < 0) {
        return -1;
    }
    av_packet_free_side_data(packet);
    packet->pts = packet->dts = copy->next;
    packet->duration = samples;
    packet->pos = -1;
    copy->next += samples;
    copy->total += samples;
    return cm_reel_add(copy->reel, packet, error);
}

static int copy_sound(CMSoundCopy *copy, AVFormatContext *context, CMError *error) {
    AVPacket *packet = av_packet_alloc();
    int status = packet ? 0 : cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");

    while (status == 0 && av_read_frame(context, packet) >= 0) {
        if (packet->stream_index == copy->stream->index) {
            status = take_sound(copy, packet, error);
        }
        av_packet_unref(packet);
        if (copy->reel->bytes > copy->job->options->max_bytes) {
            status = cm_unfit(error, "the sound alone is too large");
        }
    }
    av_packet_free(&packet);
    if (copy->job->watch->is_stopped) {
        return cm_fail(error, CMStageOpen, CMCauseStopped, 0, "stopped");
    }
    return status < 0 ? -1 : 0;
}

int cm_copy_audio(CMJob *job, CMReel *reel, CMError *error) {
    CMSoundCopy copy = {.job = job, .reel = reel};
    AVFormatContext *context = NULL;
    int rate, status = cm_open_input(job->input, 0, job->demuxer, job->watch, &context, error);

    if (status < 0) {
        goto end;
    }
    copy.stream = context->streams[job->survey->audio.index];
    rate = copy.stream->codecpar->sample_rate;
    if (rate <= 0) {
        status = cm_unfit(error, "sound without a rate");
        goto end;
    }
    copy.limit = (int64_t)(job->options->max_seconds * rate + 1e-6);
    status = cm_reel_copy(reel, copy.stream->codecpar, av_make_q(1, rate), error);
    if (status == 0) {
        status = open_filter(&copy, error);
    }
    if (status == 0) {
        status = copy_sound(&copy, context, error);
    }
end:
    av_bsf_free(&copy.filter);
    cm_close_input(&context);
    return status;
}
