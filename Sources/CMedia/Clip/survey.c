/* survey.c - what a clip holds, learnt from its packets without decoding them. */

#include "survey.h"

#include <math.h>

#include <libavutil/avstring.h>
#include <libavutil/intreadwrite.h>

#include "decode.h"
#include "facts.h"
#include "streams.h"

enum {
    CM_LOOKED_AT = 3,        /* pictures decoded to see whether they are interlaced */
    CM_MOST_LOOKED_INTO = 60 /* packets given for that */
};

/* Beyond what was asked for, one stream is read so far to find what the others still hold. */
static const double CM_FURTHER = 10;

/* Formats whose headers state a length that their writers knew. The others' is measured, guessed,
 * or (fragmented MP4) a wish; MP4 tells by its index. */
static const char CM_KNOWING_FORMATS[] = "matroska,avi,asf,flv,wav,aiff,flac,caf,mp3";

/* Reading */

void cm_hidden_samples(const AVPacket *packet, int32_t *skipped, int32_t *padding) {
    size_t size = 0;
    const uint8_t *sides = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);

    *skipped = *padding = 0;
    if (sides && size >= 8) {
        *skipped = (int32_t)FFMIN(AV_RL32(sides), INT32_MAX);
        *padding = (int32_t)FFMIN(AV_RL32(sides + 4), INT32_MAX);
    }
}

static int note_packet(CMTrackNotes *track, const AVPacket *packet) {
    CMPacketNote *note;

    if (track->count == track->capacity) {
        size_t capacity = FFMAX(256, track->capacity * 2);
        CMPacketNote *packets = av_realloc_array(track->packets, capacity, sizeof *packets);
        if (!packets) {
            return -1;
        }
        track->packets = packets;
        track->capacity = capacity;
    }
    note = &track->packets[track->count++];
    *note = (CMPacketNote){
        .pts = packet->pts == AV_NOPTS_VALUE ? packet->dts : packet->pts,
        .dts = packet->dts,
        .duration = FFMAX(packet->duration, 0),
        .size = packet->size,
        .flags = packet->flags,
    };
    cm_hidden_samples(packet, &note->skipped, &note->padding);
    return 0;
}

/* The progress of one survey. */
typedef struct CMWalk {
    AVFormatContext *context;
    CMSurvey *survey;
    CMWatch *watch;
    double seconds;
    double end;             /* of the latest packet of any stream, in seconds of the container */
    double longest;         /* packet */
    AVCodecContext *looker; /* NULL once enough was seen */
    int looked_into, looked_at;
    bool was_corrupt; /* the last packet read, of any chosen stream */
} CMWalk;

/* Seconds of a track from its first packet on, as far as it was read. */
static double read_so_far(const CMTrackNotes *track) {
    const CMPacketNote *first = track->packets, *last;
    int64_t from, to;

    if (track->count == 0) {
        return 0;
    }
    last = &track->packets[track->count - 1];
    from = first->pts;
    to = last->dts == AV_NOPTS_VALUE ? last->pts : last->dts;
    if (from == AV_NOPTS_VALUE || to == AV_NOPTS_VALUE) {
        return 0;
    }
    return (to - from) * av_q2d(track->time_base);
}

static bool has_enough(const CMWalk *walk) {
    double video = walk->survey->video.index < 0 ? INFINITY : read_so_far(&walk->survey->video);
    double audio = walk->survey->audio.index < 0 ? INFINITY : read_so_far(&walk->survey->audio);

    if (video == INFINITY || audio == INFINITY) {
        return FFMIN(video, audio) >= walk->seconds;
    }
    return FFMIN(video, audio) >= walk->seconds ||
           FFMAX(video, audio) >= walk->seconds + CM_FURTHER;
}

static void look(CMWalk *walk, const AVPacket *packet) {
    AVFrame *frame = av_frame_alloc();

    if (frame && avcodec_send_packet(walk->looker, packet) >= 0) {
        while (avcodec_receive_frame(walk->looker, frame) >= 0) {
            walk->looked_at++;
            walk->survey->is_interlaced_flagged |= frame->interlaced_frame;
        }
    }
    av_frame_free(&frame);
    if (walk->looked_at >= CM_LOOKED_AT || ++walk->looked_into >= CM_MOST_LOOKED_INTO) {
        avcodec_free_context(&walk->looker);
    }
}

static int take_packet(CMWalk *walk, const AVPacket *packet) {
    const AVStream *stream = walk->context->streams[packet->stream_index];
    int64_t pts = packet->pts == AV_NOPTS_VALUE ? packet->dts : packet->pts;

    if (pts != AV_NOPTS_VALUE) {
        double length = FFMAX(packet->duration, 0) * av_q2d(stream->time_base);
        walk->end = FFMAX(walk->end, pts * av_q2d(stream->time_base) + length);
        walk->longest = FFMAX(walk->longest, length);
    }
    if (packet->stream_index == walk->survey->video.index) {
        walk->was_corrupt = packet->flags & AV_PKT_FLAG_CORRUPT;
        if (walk->looker) {
            look(walk, packet);
        }
        return note_packet(&walk->survey->video, packet);
    }
    if (packet->stream_index == walk->survey->audio.index) {
        walk->was_corrupt = packet->flags & AV_PKT_FLAG_CORRUPT;
        return note_packet(&walk->survey->audio, packet);
    }
    return 0;
}

static int read_packets(CMWalk *walk, CMError *error) {
    AVPacket *packet = av_packet_alloc();
    int status = 0;

    if (!packet) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    while (!has_enough(walk)) {
        status = av_read_frame(walk->context, packet);
        if (walk->watch && walk->watch->is_stopped) {
            status = cm_fail(error, CMStageOpen, CMCauseStopped, 0, "stopped");
            break;
        }
        if (status < 0) {
            walk->survey->facts.read_to_end = true;
            status = 0;
            break;
        }
        if (take_packet(walk, packet) < 0) {
            status = cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
            break;
        }
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    return status;
}

/* Truncation */

/* When the first sample begins that an MP4's index places beyond the end of the file. */
static double missing_by_index(const CMWalk *walk, const CMTrackNotes *track) {
    AVStream *stream = track->index >= 0 ? walk->context->streams[track->index] : NULL;
    int64_t size = cm_input_size(walk->context), first = 0;
    int count = stream ? avformat_index_get_entries_count(stream) : 0;

    for (int i = 0; i < count; i++) {
        const AVIndexEntry *entry = avformat_index_get_entry(stream, i);

        if (i == 0) {
            first = entry->timestamp;
        }
        if (entry->pos + entry->size > size) {
            return (entry->timestamp - first) * av_q2d(track->time_base);
        }
    }
    return INFINITY;
}

/* Where the packets of a whole file end, if its header says that they go on. */
static double missing_by_header(const CMWalk *walk) {
    const AVFormatContext *context = walk->context;
    double start = context->start_time > 0 ? context->start_time / (double)AV_TIME_BASE : 0;
    double seen = walk->end - start, stated = walk->survey->facts.duration;

    if (!walk->survey->facts.read_to_end ||
        context->duration_estimation_method != AVFMT_DURATION_FROM_STREAM) {
        return INFINITY;
    }
    return stated - seen > 0.5 + 0.05 * stated + 2 * walk->longest ? seen : INFINITY;
}

static bool is_format(const AVFormatContext *context, const char *names) {
    char name[64];

    av_strlcpy(name, context->iformat->name, sizeof name);
    name[strcspn(name, ",")] = '\0';
    return av_match_name(name, names);
}

static void find_missing(CMWalk *walk) {
    CMSurvey *survey = walk->survey;

    survey->missing_from = INFINITY;
    if (is_format(walk->context, "mov")) {
        survey->missing_from = FFMIN(missing_by_index(walk, &survey->video),
                                     missing_by_index(walk, &survey->audio));
    } else if (is_format(walk->context, CM_KNOWING_FORMATS)) {
        survey->missing_from = missing_by_header(walk);
    }
    survey->facts.is_truncated = survey->missing_from != INFINITY;
}

/* The survey */

static void choose(AVFormatContext *context, CMTrackNotes *track, enum AVMediaType type) {
    track->index = cm_choose_stream(context, type);
    if (track->index >= 0) {
        track->time_base = context->streams[track->index]->time_base;
    }
}

/* A stream without a packet, or a second one without a decoder, is as good as none. */
static void forget(AVFormatContext *context, CMTrackNotes *track, const CMTrackNotes *other) {
    if (track->index >= 0 && other->count > 0 &&
        (track->count == 0 ||
         (context->streams[track->index]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO &&
          !cm_allowed_decoder(context->streams[track->index]->codecpar->codec_id)))) {
        track->index = -1;
        track->count = 0;
    }
}

static bool may_be_interlaced(enum AVCodecID id) {
    switch (id) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_MPEG2VIDEO:
    case AV_CODEC_ID_MPEG4:
    case AV_CODEC_ID_VC1:
    case AV_CODEC_ID_WMV3:
    case AV_CODEC_ID_DVVIDEO:
    case AV_CODEC_ID_DNXHD:
    case AV_CODEC_ID_PRORES:
    case AV_CODEC_ID_MJPEG: return true;
    default: return false;
    }
}

static int start_walk(CMWalk *walk, CMError *error) {
    CMSurvey *survey = walk->survey;
    const AVStream *stream;

    choose(walk->context, &survey->video, AVMEDIA_TYPE_VIDEO);
    choose(walk->context, &survey->audio, AVMEDIA_TYPE_AUDIO);
    if (survey->video.index < 0 && survey->audio.index < 0) {
        return cm_fail(error, CMStageOpen, CMCauseNoMedia, 0, "neither a picture nor sound");
    }
    if (survey->video.index < 0) {
        return 0;
    }
    stream = walk->context->streams[survey->video.index];
    if ((int64_t)stream->codecpar->width * stream->codecpar->height > cm_limits()->max_pixels) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "pictures of %d x %d pixels",
                       stream->codecpar->width, stream->codecpar->height);
    }
    if (!cm_allowed_decoder(stream->codecpar->codec_id)) {
        return 0;
    }
    if (may_be_interlaced(stream->codecpar->codec_id)) {
        if (cm_open_decoder(stream, 1, &walk->looker, error) < 0) {
            return -1;
        }
        walk->looker->skip_loop_filter = AVDISCARD_ALL;
    }
    return 0;
}

/* Nothing to show or hear: because it was cut off, or because there never was anything. */
static int fail_empty(const CMSurvey *survey, CMError *error) {
    if (survey->facts.is_truncated) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0,
                       "the file ends before its first picture or sound");
    }
    return cm_fail(error, CMStageOpen, CMCauseNoMedia, 0, "no picture and no sound in its streams");
}

static int keep_parameters(const AVFormatContext *context, CMTrackNotes *track, CMError *error) {
    if (track->index < 0) {
        return 0;
    }
    track->parameters = avcodec_parameters_alloc();
    if (!track->parameters ||
        avcodec_parameters_copy(track->parameters, context->streams[track->index]->codecpar) < 0) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

int cm_survey(AVFormatContext *context, double seconds, CMWatch *watch, CMSurvey *survey,
              CMError *error) {
    CMWalk walk = {.context = context, .survey = survey, .watch = watch, .seconds = seconds};
    int status;

    *survey = (CMSurvey){.frame_rate = {0, 1}};
    status = start_walk(&walk, error);
    if (status == 0) {
        status = read_packets(&walk, error);
    }
    avcodec_free_context(&walk.looker);
    if (status < 0) {
        return -1;
    }
    cm_describe_streams(context, survey);
    find_missing(&walk);
    if (survey->video.count == 0 && survey->audio.count == 0) {
        return fail_empty(survey, error);
    }
    forget(context, &survey->video, &survey->audio);
    forget(context, &survey->audio, &survey->video);
    cm_describe_streams(context, survey);
    cm_describe_metadata(context, &survey->facts);
    cm_describe_timing(context, seconds, survey);
    survey->facts.video.is_interlaced |= survey->is_interlaced_flagged;
    return keep_parameters(context, &survey->video, error) < 0
               ? -1
               : keep_parameters(context, &survey->audio, error);
}

void cm_survey_free(CMSurvey *survey) {
    avcodec_parameters_free(&survey->video.parameters);
    avcodec_parameters_free(&survey->audio.parameters);
    av_freep(&survey->video.packets);
    av_freep(&survey->audio.packets);
}

int cm_survey_input(int32_t input, const char *demuxer, double seconds, CMWatch *watch,
                    CMSurvey *survey, CMError *error) {
    AVFormatContext *context = NULL;
    int status = -1;

    *survey = (CMSurvey){.frame_rate = {0, 1}};
    if (cm_open_input(input, 0, demuxer, watch, &context, error) == 0) {
        status = cm_survey(context, seconds, watch, survey, error);
    }
    cm_close_input(&context);
    return status;
}
