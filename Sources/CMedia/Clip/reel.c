/* reel.c - the finished packets of one track, and putting tracks into a file. */

#include "reel.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>

/* Where a CAF's first chunk says how many bits a sample has. */
enum { CM_CAF_BITS = 48 };

int cm_reel_copy(CMReel *reel, const AVCodecParameters *parameters, AVRational time_base,
                 CMError *error) {
    reel->time_base = time_base;
    reel->parameters = avcodec_parameters_alloc();
    if (!reel->parameters || avcodec_parameters_copy(reel->parameters, parameters) < 0) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

int cm_reel_set_extradata(CMReel *reel, const uint8_t *bytes, size_t size, CMError *error) {
    uint8_t *kept = av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);

    if (!kept) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    memcpy(kept, bytes, size);
    av_freep(&reel->parameters->extradata);
    reel->parameters->extradata = kept;
    reel->parameters->extradata_size = (int)size;
    return 0;
}

int cm_reel_add(CMReel *reel, AVPacket *packet, CMError *error) {
    AVPacket *kept = av_packet_alloc();

    if (kept && reel->count == reel->capacity) {
        size_t capacity = FFMAX(256, reel->capacity * 2);
        AVPacket **packets = av_realloc_array(reel->packets, capacity, sizeof *packets);
        if (packets) {
            reel->packets = packets;
            reel->capacity = capacity;
        }
    }
    if (!kept || reel->count == reel->capacity || av_packet_make_refcounted(packet) < 0) {
        av_packet_free(&kept);
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory");
    }
    av_packet_move_ref(kept, packet);
    reel->packets[reel->count++] = kept;
    reel->bytes += kept->size;
    return 0;
}

void cm_reel_free(CMReel *reel) {
    for (size_t i = 0; i < reel->count; i++) {
        av_packet_free(&reel->packets[i]);
    }
    av_freep(&reel->packets);
    avcodec_parameters_free(&reel->parameters);
    *reel = (CMReel){0};
}

double cm_reel_end(const CMReel *reel) {
    int64_t end = 0;

    for (size_t i = 0; i < reel->count; i++) {
        end = FFMAX(end, reel->packets[i]->pts + reel->packets[i]->duration);
    }
    return reel->count > 0 ? end * av_q2d(reel->time_base) : 0;
}

static const char *muxer_name(CMContainer container) {
    switch (container) {
    case CMContainerMP4: return "mp4";
    case CMContainerM4A: return "ipod";
    case CMContainerMP3: return "mp3";
    case CMContainerWAV: return "wav";
    case CMContainerAIFF: return "aiff";
    case CMContainerCAF: return "caf";
    }
    return "";
}

static int add_stream(AVFormatContext *context, const CMReel *reel) {
    AVStream *stream = avformat_new_stream(context, NULL);
    int status = stream ? avcodec_parameters_copy(stream->codecpar, reel->parameters)
                        : AVERROR(ENOMEM);

    if (status >= 0) {
        stream->codecpar->codec_tag = 0; /* the source's container may have had another */
        stream->time_base = reel->time_base;
        if (reel->frame_rate.num > 0) {
            stream->avg_frame_rate = reel->frame_rate;
        }
    }
    return status;
}

/* The edit list of a sound counts in samples, as its lengths are to be right to one. */
static int set_mp4_options(const AVFormatContext *context, CMContainer container,
                           AVDictionary **options) {
    int status = av_dict_set(options, "movflags", "+faststart", 0);

    if (status >= 0 && container == CMContainerM4A) {
        int rate = context->streams[0]->codecpar->sample_rate;
        status = av_dict_set_int(options, "movie_timescale", rate, 0);
    }
    return status;
}

static int write_header(AVFormatContext *context, CMContainer container) {
    AVDictionary *options = NULL;
    int status = 0;

    switch (container) {
    case CMContainerMP4:
    case CMContainerM4A: status = set_mp4_options(context, container, &options); break;
    case CMContainerMP3: status = av_dict_set(&options, "id3v2_version", "0", 0); break;
    case CMContainerWAV:
    case CMContainerAIFF:
    case CMContainerCAF: break;
    }
    if (status >= 0) {
        status = avformat_write_header(context, &options);
    }
    av_dict_free(&options);
    return status;
}

static int write_packet(AVFormatContext *context, const CMReel *reel, size_t number, int index,
                        AVPacket *scratch) {
    int status = av_packet_ref(scratch, reel->packets[number]);

    if (status >= 0) {
        scratch->stream_index = index;
        av_packet_rescale_ts(scratch, reel->time_base, context->streams[index]->time_base);
        status = av_interleaved_write_frame(context, scratch);
    }
    av_packet_unref(scratch);
    return status;
}

/* Merges the tracks by the time of decoding. */
static int write_packets(AVFormatContext *context, const CMReel *const reels[2], int count) {
    AVPacket *scratch = av_packet_alloc();
    size_t next[2] = {0, 0};
    int status = scratch ? 0 : AVERROR(ENOMEM);

    while (status >= 0) {
        int chosen = -1;

        for (int i = 0; i < count; i++) {
            if (next[i] < reels[i]->count &&
                (chosen < 0 || av_compare_ts(reels[i]->packets[next[i]]->dts, reels[i]->time_base,
                                             reels[chosen]->packets[next[chosen]]->dts,
                                             reels[chosen]->time_base) < 0)) {
                chosen = i;
            }
        }
        if (chosen < 0) {
            break;
        }
        status = write_packet(context, reels[chosen], next[chosen]++, chosen, scratch);
    }
    av_packet_free(&scratch);
    return status;
}

static bool can_hold(const AVFormatContext *context, const CMReel *reel, CMError *error) {
    enum AVCodecID id = reel->parameters->codec_id;

    if (avformat_query_codec(context->oformat, id, FF_COMPLIANCE_NORMAL) != 0) {
        return true;
    }
    cm_fail(error, CMStageWrite, CMCauseUnsupported, 0, "%s cannot hold %s",
            context->oformat->name, avcodec_get_name(id));
    return false;
}

/* FFmpeg writes 4 bits a sample for IMA4, where Apple's specification of CAF wants 0 for all that is
 * compressed. */
static void correct_bits(AVFormatContext *context, enum AVCodecID id) {
    int64_t end = avio_tell(context->pb);

    if (id == AV_CODEC_ID_ADPCM_IMA_QT) {
        avio_seek(context->pb, CM_CAF_BITS, SEEK_SET);
        avio_wb32(context->pb, 0);
        avio_seek(context->pb, end, SEEK_SET);
    }
}

static int write_file(AVFormatContext *context, CMContainer container,
                      const CMReel *const reels[2], int count, CMError *error) {
    int status = 0;

    for (int i = 0; i < count && status >= 0; i++) {
        status = can_hold(context, reels[i], error) ? add_stream(context, reels[i])
                                                    : AVERROR(EINVAL);
    }
    if (status >= 0 && (status = write_header(context, container)) < 0) {
        cm_fail_av(error, CMStageWrite, CMCauseUnsupported, status, "these tracks in this file");
    }
    if (status >= 0) {
        status = write_packets(context, reels, count);
    }
    if (status >= 0) {
        status = av_write_trailer(context);
    }
    if (status >= 0 && container == CMContainerCAF) {
        correct_bits(context, reels[0]->parameters->codec_id);
    }
    return status;
}

static int empty(int32_t output, CMError *error) {
    if (ftruncate(output, 0) < 0) {
        return cm_fail(error, CMStageWrite, CMCauseOutput, errno, "emptying the output");
    }
    return 0;
}

int cm_mux(int32_t output, CMContainer container, const CMReel *video, const CMReel *audio,
           int64_t *bytes, CMError *error) {
    const CMReel *reels[2] = {NULL, NULL};
    AVFormatContext *context = NULL;
    struct stat file;
    int count = 0, status;

    if (video->parameters) {
        reels[count++] = video;
    }
    if (audio->parameters) {
        reels[count++] = audio;
    }
    if (empty(output, error) < 0 ||
        cm_open_output(output, muxer_name(container), &context, error) < 0) {
        return -1;
    }
    status = write_file(context, container, reels, count, error);
    if (cm_close_output(&context, error) < 0) {
        return -1; /* a full disk rather than what the muxer made of it */
    }
    if (status < 0) {
        return cm_fail_av(error, CMStageWrite, CMCauseInternal, status, muxer_name(container));
    }
    if (fstat(output, &file) < 0) {
        return cm_fail(error, CMStageWrite, CMCauseOutput, errno, "measuring the output");
    }
    *bytes = file.st_size;
    return 0;
}
