/* remux.c - copying the packets of a track, as many as fit. */

#include <math.h>
#include <stdlib.h>

#include <libavcodec/bsf.h>
#include <libavutil/intreadwrite.h>

#include "clip.h"

/* The most of the picture that a cut without encoding may cost, in seconds. */
static const double CM_MOST_LOST = 0.4;

/* Sound may be off its even pace by so much, in seconds, before packets are taken to be missing. */
static const double CM_MOST_DRIFT = 0.06;

/* Packets of sound before the picture that prime the decoder; the edit list hides them. */
static const double CM_PRIMING_PACKETS = 2.2;

static int unfit(CMError *error, const char *reason) {
    return cm_fail(error, CMStageWrite, CMCauseCannotFit, 0, "%s", reason);
}

/* Where to cut the picture */

/* The packets to copy, and when they are decoded and shown: in the stream's time base, from the
 * first picture on. */
typedef struct CMCut {
    const CMPacketNote *packets; /* from the first one copied on */
    size_t available, count;
    int64_t *dts, *later; /* later: the least pts from this packet on */
    int64_t first, end;   /* pts of the first picture; end of the last, from there */
} CMCut;

static int compare_times(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

static bool has_good_dts(const CMCut *cut) {
    for (size_t i = 0; i < cut->available; i++) {
        const CMPacketNote *packet = &cut->packets[i];

        if (packet->dts == AV_NOPTS_VALUE || packet->dts > packet->pts ||
            (i > 0 && packet->dts <= cut->packets[i - 1].dts)) {
            return false;
        }
    }
    return true;
}

/* Pictures are decoded in the order in which the packets lie, at the times at which pictures are
 * shown, early enough that none is late. */
static void invent_dts(CMCut *cut) {
    int64_t delay = 0;

    for (size_t i = 0; i < cut->available; i++) {
        cut->dts[i] = cut->packets[i].pts;
    }
    qsort(cut->dts, cut->available, sizeof *cut->dts, compare_times);
    for (size_t i = 0; i < cut->available; i++) {
        delay = FFMAX(delay, cut->dts[i] - cut->packets[i].pts);
    }
    for (size_t i = 0; i < cut->available; i++) {
        cut->dts[i] -= delay;
    }
}

/* The first packet to copy: a key picture at the start, after which nothing earlier is shown. */
static int find_first(const CMJob *job, CMCut *cut, CMError *error) {
    const CMTrackNotes *track = &job->survey->video;
    double start = job->survey->facts.video.start + job->options->start;

    for (size_t i = 0; i < track->count; i++) {
        const CMPacketNote *packet = &track->packets[i];
        double time = packet->pts * av_q2d(track->time_base);

        if ((packet->flags & AV_PKT_FLAG_KEY) && time >= start - 0.001) {
            if (time > start + CM_MOST_LOST) {
                break;
            }
            cut->packets = packet;
            cut->available = track->count - i;
            cut->first = packet->pts;
            return 0;
        }
        if (job->options->start <= 0) {
            break;
        }
    }
    return unfit(error, "no key picture at the start");
}

static int prepare(CMCut *cut, CMError *error) {
    size_t count = cut->available;

    cut->dts = av_malloc_array(count, sizeof *cut->dts);
    cut->later = av_malloc_array(count + 1, sizeof *cut->later);
    if (!cut->dts || !cut->later) {
        return cm_fail(error, CMStageWrite, CMCauseInternal, 0, "no memory");
    }
    cut->later[count] = INT64_MAX;
    for (size_t i = count; i-- > 0;) {
        if (cut->packets[i].pts == AV_NOPTS_VALUE ||
            (cut->packets[i].flags & AV_PKT_FLAG_DISCARD)) {
            return unfit(error, "packets that are hidden or have no time cannot be copied");
        }
        cut->later[i] = FFMIN(cut->later[i + 1], cut->packets[i].pts);
        cut->dts[i] = cut->packets[i].dts;
    }
    if (cut->later[0] < cut->first) {
        return unfit(error, "pictures before the first key picture");
    }
    if (!has_good_dts(cut)) {
        invent_dts(cut);
    }
    return 0;
}

static int64_t length_of(const CMCut *cut, size_t index) {
    if (index + 1 < cut->available) {
        return cut->dts[index + 1] - cut->dts[index];
    }
    if (cut->packets[index].duration > 0) {
        return cut->packets[index].duration;
    }
    return index > 0 ? cut->dts[index] - cut->dts[index - 1] : 0;
}

/* 1. Walks through all prefixes of the packets. 2. One is closed if nothing after it is shown
 * before its end. 3. An MP4 gives a packet the time until the next is decoded; by that measure, too,
 * none may end too late. 4. The longest that fits is taken. */
static int find_end(const CMJob *job, CMCut *cut, CMError *error) {
    double base = av_q2d(job->survey->video.time_base);
    int64_t limit = (int64_t)(job->options->max_seconds / base + 1e-6);
    int64_t shown = 0, stored = 0;

    for (size_t i = 0; i < cut->available; i++) {
        int64_t pts = cut->packets[i].pts - cut->first, length = length_of(cut, i);
        int64_t decoded = cut->dts[i] - cut->dts[0] + length;

        shown = FFMAX(shown, pts);
        stored = FFMAX(stored, FFMAX(pts + length, decoded));
        if (stored > limit) {
            break;
        }
        if (cut->later[i + 1] - cut->first > shown) {
            cut->count = i + 1;
            cut->end = cut->later[i + 1] == INT64_MAX ? stored : cut->later[i + 1] - cut->first;
        }
    }
    if (cut->count == 0 ||
        (cut->count < cut->available && (limit - cut->end) * base > CM_MOST_LOST)) {
        return unfit(error, "no place to cut without encoding");
    }
    return 0;
}

/* Copying the picture */

static int take_picture(CMCut *cut, size_t index, AVPacket *packet, CMReel *reel, CMError *error) {
    if (av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, NULL)) {
        return unfit(error, "the picture's parameters change on the way");
    }
    if (packet->flags & AV_PKT_FLAG_CORRUPT) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a packet is damaged or cut off");
    }
    av_packet_free_side_data(packet);
    packet->pts = cut->packets[index].pts - cut->first;
    packet->dts = cut->dts[index] - cut->first;
    packet->duration = length_of(cut, index);
    packet->pos = -1;
    return cm_reel_add(reel, packet, error);
}

/* Reads the stream again and takes the packets of the cut. `skipped` lie before it. */
static int copy_pictures(CMJob *job, AVFormatContext *context, CMCut *cut, size_t skipped,
                         CMReel *reel, CMError *error) {
    AVPacket *packet = av_packet_alloc();
    size_t seen = 0;
    int status = packet ? 0 : cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");

    while (status == 0 && reel->count < cut->count) {
        if (av_read_frame(context, packet) < 0) {
            status = job->watch->is_stopped
                         ? cm_fail(error, CMStageOpen, CMCauseStopped, 0, "stopped")
                         : cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "the file ends early");
        } else if (packet->stream_index == job->survey->video.index && seen++ >= skipped) {
            status = take_picture(cut, reel->count, packet, reel, error);
        }
        av_packet_unref(packet);
        if (reel->bytes > job->options->max_bytes) {
            status = unfit(error, "the picture alone is too large");
        }
    }
    av_packet_free(&packet);
    return status;
}

/* A reel for a copy of a stream. */
static int start_reel(CMReel *reel, const AVStream *stream, AVRational time_base, CMError *error) {
    reel->time_base = time_base;
    reel->parameters = avcodec_parameters_alloc();
    if (!reel->parameters || avcodec_parameters_copy(reel->parameters, stream->codecpar) < 0) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

int cm_copy_video(CMJob *job, CMReel *reel, CMError *error) {
    const CMTrackNotes *track = &job->survey->video;
    AVFormatContext *context = NULL;
    CMCut cut = {0};
    int status = -1;

    if (find_first(job, &cut, error) < 0 || prepare(&cut, error) < 0 ||
        find_end(job, &cut, error) < 0) {
        goto end;
    }
    if (cm_open_input(job->input, 0, job->demuxer, job->watch, &context, error) < 0) {
        goto end;
    }
    if (start_reel(reel, context->streams[track->index], track->time_base, error) < 0) {
        goto end;
    }
    reel->frame_rate = job->survey->frame_rate;
    status = copy_pictures(job, context, &cut, cut.packets - track->packets, reel, error);
    job->origin = av_rescale_q(cut.first, track->time_base, AV_TIME_BASE_Q);
    job->shown = cut.end * av_q2d(track->time_base);
end:
    cm_close_input(&context);
    av_free(cut.dts);
    av_free(cut.later);
    return status;
}

/* Copying the sound */

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
        return unfit(error, "the sound's parameters change on the way");
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
        return unfit(error, "packets without a time cannot be copied");
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
    }
    if (fabs((double)(pts - copy->next)) > CM_MOST_DRIFT * rate) {
        return unfit(error, "the sound has gaps");
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
            status = unfit(error, "the sound alone is too large");
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
        status = unfit(error, "sound without a rate");
        goto end;
    }
    copy.limit = (int64_t)(job->options->max_seconds * rate + 1e-6);
    status = start_reel(reel, copy.stream, av_make_q(1, rate), error);
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
