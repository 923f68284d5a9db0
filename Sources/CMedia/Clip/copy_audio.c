/* copy_audio.c - copying the packets of a sound, from any sample on.
 *
 * A decoder needs a packet or two before the one that it is to decode right. They are copied, too,
 * and hidden: in MP4 by the edit list, in MP3 by the delay that its header states. PCM is cut
 * through its packets. */

#include <math.h>

#include <libavcodec/bsf.h>
#include <libavutil/intreadwrite.h>

#include "clip.h"
#include "mp3.h"
#include "streams.h"

/* Sound may be off its even pace by so much, in seconds, before packets are taken to be missing. */
static const double CM_MOST_DRIFT = 0.06;

typedef struct CMSoundCopy {
    CMJob *job;
    AVCodecParameters *parameters; /* the survey's */
    AVStream *stream;
    CMReel *reel;
    AVBSFContext *filter; /* ADTS headers off */
    int rate;
    bool is_pcm, is_mp3, is_placed;
    CMReservoir reservoir;
    /* In samples, on the source's clock: */
    int64_t next;       /* where the next packet begins */
    int64_t start, end; /* what is to be heard */
    /* In samples: */
    int64_t hidden;       /* of what was copied: before the start */
    int64_t trailing;     /* after the end */
    int64_t total, limit; /* of all packets */
} CMSoundCopy;

/* Samples in a packet: by a time base that can tell (HE-AAC may have half the rate), else by the
 * codec. */
static int64_t samples_in(const CMSoundCopy *copy, const AVPacket *packet) {
    AVRational base = copy->stream->time_base;
    int rate = copy->rate;
    int64_t told = av_rescale_q(packet->duration, base, av_make_q(1, rate));
    int64_t known = av_get_audio_frame_duration2(copy->parameters, packet->size);

    if (told > 0 && base.num == 1 && (base.den % rate == 0 || base.den * 2 == rate)) {
        return told;
    }
    return known > 0 ? known : told;
}

/* Packets that a decoder must have had before the one at the start: AAC and MP3 add up the halves of
 * neighbours; MP3 then filters over 480 samples more, of which the frames of MPEG 2 have only 576. */
static int priming_packets(const CMSoundCopy *copy, bool is_lsf) {
    switch (copy->parameters->codec_id) {
    case AV_CODEC_ID_AAC: return 1;
    case AV_CODEC_ID_MP3: return is_lsf ? 2 : 1;
    default: return 0;
    }
}

/* ADTS */

static int open_filter(CMSoundCopy *copy, CMError *error) {
    const AVCodecParameters *parameters = copy->parameters;
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
    if (copy->reel->parameters->extradata) {
        return cm_unfit(error, "the sound's parameters change on the way");
    }
    return cm_reel_set_extradata(copy->reel, extradata, size, error);
}

/* Where packets lie */

/* Counts the samples rather than trusting every time: many containers round them to milliseconds. */
static int place(CMSoundCopy *copy, const AVPacket *packet, CMError *error) {
    int64_t told = av_rescale_q(packet->pts, copy->stream->time_base, av_make_q(1, copy->rate));
    bool is_off = llabs(told - copy->next) > CM_MOST_DRIFT * copy->rate;

    if (is_off && copy->is_placed && copy->reel->count > 0) {
        return cm_unfit(error, "the sound has gaps");
    }
    if (is_off || !copy->is_placed) {
        copy->next = told;
        copy->is_placed = true;
    }
    return 0;
}

/* Leaves out what PCM has before the start and after the end, and a sample that is not whole: the
 * samples that are left. */
static int64_t trim(CMSoundCopy *copy, AVPacket *packet, int64_t samples) {
    int block = copy->parameters->block_align;
    int64_t early = FFMAX(copy->start - copy->next, 0);
    int64_t most = FFMIN(copy->end - copy->next - early, copy->limit - copy->total);
    int64_t left = FFMIN(FFMIN(samples, packet->size / block) - early, most);

    packet->data += early * block;
    packet->size -= (int)(early * block);
    copy->next += early;
    av_shrink_packet(packet, (int)(FFMAX(left, 0) * block));
    return left;
}

/* Taking packets */

/* Keeps a packet that holds so many samples. */
static int keep(CMSoundCopy *copy, AVPacket *packet, int64_t samples, CMError *error) {
    int64_t heard = FFMIN(samples, copy->end - copy->next);

    av_packet_free_side_data(packet);
    packet->pts = packet->dts = copy->next - copy->start;
    packet->duration = heard;
    packet->pos = -1;
    copy->trailing = samples - heard;
    copy->next += samples;
    copy->total += samples;
    return cm_reel_add(copy->reel, packet, error);
}

/* Before the first frame of an MP3 stands a silent one: with the bytes that it needs of earlier
 * frames; or because the header cannot state less than the decoder's own delay. */
static int keep_silent_frame(CMSoundCopy *copy, const CMMP3Frame *frame, int64_t samples,
                             CMError *error) {
    AVPacket *silence;
    int status;

    if (frame->reach > copy->reservoir.count ||
        (frame->reach == 0 && copy->hidden >= CM_MP3_DECODER_DELAY)) {
        return 0;
    }
    silence = av_packet_alloc();
    if (!silence) {
        return cm_fail(error, CMStageWrite, CMCauseInternal, 0, "no memory");
    }
    status = cm_mp3_silent_frame(&copy->reservoir, frame, silence, error);
    if (status == 0) {
        copy->next -= samples;
        copy->hidden += samples;
        status = keep(copy, silence, samples, error);
    }
    av_packet_free(&silence);
    return status;
}

/* 1 once nothing more is wanted. */
static int take(CMSoundCopy *copy, AVPacket *packet, const CMMP3Frame *frame, int64_t samples,
                CMError *error) {
    if ((packet->flags & AV_PKT_FLAG_DISCARD) && copy->next + samples > copy->start) {
        return cm_unfit(error, "sound that is hidden on the way cannot be copied");
    }
    if (copy->is_pcm) {
        samples = trim(copy, packet, samples);
    }
    if (copy->reel->count == 0) {
        copy->hidden = FFMAX(copy->start - copy->next, 0);
        if (copy->is_mp3 && keep_silent_frame(copy, frame, samples, error) < 0) {
            return -1;
        }
    }
    if (samples <= 0 || copy->total + samples > copy->limit) {
        return 1;
    }
    return strip(copy, packet, error) < 0 ? -1 : keep(copy, packet, samples, error);
}

/* Takes the next packet of the stream, or passes it by: 1 once nothing more is wanted. */
static int take_sound(CMSoundCopy *copy, AVPacket *packet, CMError *error) {
    int64_t samples = samples_in(copy, packet);
    CMMP3Frame frame = {0};
    int32_t skipped, padding;

    if (packet->pts == AV_NOPTS_VALUE || samples <= 0) {
        return cm_unfit(error, "packets without a time cannot be copied");
    }
    if (cm_is_damaged(packet, copy->parameters->codec_id)) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a packet is damaged or cut off");
    }
    if (copy->reel->count > 0 && (copy->next >= copy->end || copy->total >= copy->limit)) {
        return 1; /* the last packet was shortened, so this one does not follow it */
    }
    if (copy->is_mp3 && !cm_mp3_parse(packet, &frame)) {
        return cm_unfit(error, "a packet is no frame of MP3");
    }
    if (place(copy, packet, error) < 0) {
        return -1;
    }
    cm_hidden_samples(packet, &skipped, &padding);
    if (padding > 0) {
        copy->end = FFMIN(copy->end, copy->next + samples - padding);
    }
    if (copy->next >= copy->end) {
        return 1;
    }
    if (frame.tells_length && copy->reel->count == 0) {
        copy->start += samples; /* the sound begins after it */
        copy->end += samples;
    } else if (copy->next + samples >
               copy->start - samples * priming_packets(copy, frame.is_lsf)) {
        return take(copy, packet, &frame, samples, error);
    } else if (copy->is_mp3) {
        cm_reservoir_pass(&copy->reservoir, &frame, packet);
    }
    copy->next += samples;
    return 0;
}

/* An MP3's header states what is hidden; its muxer takes that from the first and the last packet. */
static int state_hidden(CMSoundCopy *copy, CMError *error) {
    const CMReel *reel = copy->reel;
    size_t places[] = {0, reel->count - 1};

    if (!copy->is_mp3 || reel->count == 0) {
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        AVPacket *packet = reel->packets[places[i]];
        uint8_t *sides = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, NULL);

        if (!sides) {
            sides = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
        }
        if (!sides) {
            return cm_fail(error, CMStageWrite, CMCauseInternal, 0, "no memory");
        }
        memset(sides, 0, 10);
        AV_WL32(sides, FFMAX(copy->hidden, CM_MP3_DECODER_DELAY));
        AV_WL32(sides + 4, places[i] > 0 || reel->count == 1 ? copy->trailing : 0);
    }
    return 0;
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
    return status < 0 ? -1 : state_hidden(copy, error);
}

static int prepare(CMSoundCopy *copy, CMError *error) {
    const AVCodecParameters *parameters = copy->parameters;
    const CMJob *job = copy->job;

    copy->rate = parameters->sample_rate;
    if (copy->rate <= 0) {
        return cm_unfit(error, "sound without a rate");
    }
    copy->is_pcm = parameters->block_align > 0 &&
                   av_get_exact_bits_per_sample(parameters->codec_id) >= 8;
    copy->is_mp3 = parameters->codec_id == AV_CODEC_ID_MP3;
    copy->limit = (int64_t)(job->options->max_seconds * copy->rate + 1e-6);
    copy->start = av_rescale(job->origin, copy->rate, AV_TIME_BASE);
    copy->end = copy->start + llrint(cm_sound_length(job) * copy->rate);
    return cm_reel_copy(copy->reel, parameters, av_make_q(1, copy->rate), error);
}

int cm_copy_audio(CMJob *job, CMReel *reel, CMError *error) {
    const CMTrackNotes *track = &job->survey->audio;
    CMSoundCopy copy = {.job = job, .reel = reel, .parameters = track->parameters};
    AVFormatContext *context = NULL;
    int status = cm_reopen_input(job->input, job->demuxer, job->watch, &context, error);

    if (status == 0) {
        cm_take_only(context, track->index);
        copy.stream = context->streams[track->index];
        status = prepare(&copy, error);
    }
    if (status == 0) {
        status = open_filter(&copy, error);
    }
    if (status == 0) {
        status = copy_sound(&copy, context, error);
    }
    av_bsf_free(&copy.filter);
    cm_close_input(&context);
    return status;
}
