/* facts.c - what the headers of a clip say. */

#include "facts.h"

#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavutil/avstring.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/pixdesc.h>

#include "streams.h"

static void copy_name(char *target, size_t size, const char *name) {
    av_strlcpy(target, name ? name : "unknown", size);
}

static bool is_hdr(enum AVColorTransferCharacteristic transfer) {
    return transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67;
}

static bool has_interlaced_order(enum AVFieldOrder order) {
    return order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE;
}

/* A CAF without a table of packets states how many samples it has, which FFmpeg knows, but not as a
 * duration. */
static double stated_samples(const AVFormatContext *context) {
    const AVStream *stream = context->streams[0];
    int rate = stream->codecpar->sample_rate;

    return strcmp(context->iformat->name, "caf") == 0 && rate > 0 && stream->nb_frames > 0
               ? stream->nb_frames / (double)rate
               : 0;
}

/* What the container states; what FFmpeg guessed from a bit rate is no statement. */
static double stated_duration(const AVFormatContext *context, const AVStream *stream) {
    if (context->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE) {
        return stated_samples(context);
    }
    if (stream && stream->duration > 0) {
        return stream->duration * av_q2d(stream->time_base);
    }
    return context->duration > 0 ? context->duration / (double)AV_TIME_BASE : 0;
}

/* Profile 5: its base layer is neither SDR nor HDR10 nor HLG (compatibility id 0). */
static bool is_dolby_only(const AVStream *stream) {
    size_t size = 0;
    const AVDOVIDecoderConfigurationRecord *dolby = (const AVDOVIDecoderConfigurationRecord *)
        av_stream_get_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size);

    return dolby && size >= sizeof *dolby && dolby->dv_profile == 5 &&
           dolby->dv_bl_signal_compatibility_id == 0;
}

static void describe_pixels(const AVCodecParameters *parameters, CMClipFacts *facts) {
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(parameters->format);
    CMVideoFacts *video = &facts->video;

    video->bits = parameters->bits_per_raw_sample;
    if (pixels) {
        bool is_rgb = pixels->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
        video->bits = pixels->comp[0].depth;
        video->is_420 = !is_rgb && pixels->nb_components >= 3 && pixels->log2_chroma_w == 1 &&
                        pixels->log2_chroma_h == 1;
        video->has_alpha = pixels->flags & AV_PIX_FMT_FLAG_ALPHA;
        video->is_full_range = is_rgb || av_strstart(pixels->name, "yuvj", NULL);
        copy_name(facts->pixel_format, sizeof facts->pixel_format, pixels->name);
    }
    if (parameters->color_range != AVCOL_RANGE_UNSPECIFIED) {
        video->is_full_range = parameters->color_range == AVCOL_RANGE_JPEG;
    }
}

static void describe_video(AVFormatContext *context, CMSurvey *survey) {
    AVStream *stream = context->streams[survey->video.index];
    const AVCodecParameters *parameters = stream->codecpar;
    CMClipFacts *facts = &survey->facts;
    CMVideoFacts *video = &facts->video;

    video->width = parameters->width;
    video->height = parameters->height;
    video->profile = parameters->profile;
    video->level = parameters->level;
    video->pixel_aspect = cm_pixel_aspect(context, stream);
    video->is_hdr = is_hdr(parameters->color_trc);
    video->is_dolby_only = is_dolby_only(stream);
    video->is_interlaced = has_interlaced_order(parameters->field_order);
    video->duration = stated_duration(context, stream);
    cm_orientation(stream, &video->rotation, &video->is_flipped);
    describe_pixels(parameters, facts);
    video->has_alpha |= cm_has_alpha_beside(stream);
    copy_name(facts->video_codec, sizeof facts->video_codec,
              avcodec_get_name(parameters->codec_id));
    for (int i = 0; i < 4; i++) {
        char letter = (char)(parameters->codec_tag >> 8 * i);
        facts->video_tag[i] = letter >= ' ' && letter <= '~' ? letter : '\0';
    }
    copy_name(facts->primaries, sizeof facts->primaries,
              av_color_primaries_name(parameters->color_primaries));
    copy_name(facts->transfer, sizeof facts->transfer,
              av_color_transfer_name(parameters->color_trc));
    copy_name(facts->matrix, sizeof facts->matrix, av_color_space_name(parameters->color_space));
}

/* HE-AAC codes every other sample: its packets last twice as long. Of a stream that says so in its
 * header, but codes no high tones in its first packet, FFmpeg has the profile of what is left. */
static int audio_profile(const AVCodecParameters *parameters) {
    bool is_lc = parameters->codec_id == AV_CODEC_ID_AAC &&
                 parameters->profile == FF_PROFILE_AAC_LOW;

    return is_lc && parameters->frame_size > 1024 ? FF_PROFILE_AAC_HE : parameters->profile;
}

static void describe_audio(AVFormatContext *context, CMSurvey *survey) {
    const AVStream *stream = context->streams[survey->audio.index];
    const AVCodecParameters *parameters = stream->codecpar;
    CMClipFacts *facts = &survey->facts;
    CMAudioFacts *audio = &facts->audio;

    audio->sample_rate = parameters->sample_rate;
    audio->channels = parameters->ch_layout.nb_channels;
    audio->profile = audio_profile(parameters);
    audio->bits = parameters->bits_per_raw_sample ? parameters->bits_per_raw_sample
                                                  : parameters->bits_per_coded_sample;
    audio->duration = stated_duration(context, stream);
    copy_name(facts->audio_codec, sizeof facts->audio_codec,
              avcodec_get_name(parameters->codec_id));
}

void cm_describe_streams(AVFormatContext *context, CMSurvey *survey) {
    CMClipFacts *facts = &survey->facts;

    facts->video.index = survey->video.index;
    facts->audio.index = survey->audio.index;
    facts->video.profile = facts->audio.profile = FF_PROFILE_UNKNOWN;
    facts->duration = stated_duration(context, NULL);
    if (survey->video.index >= 0) {
        describe_video(context, survey);
    }
    if (survey->audio.index >= 0) {
        describe_audio(context, survey);
    }
}

/* Metadata */

/* What muxers write about themselves, and what they must write: nothing of it tells of a person, a
 * place or a device. */
static const char CM_HARMLESS_TAGS[] =
    "major_brand,minor_version,compatible_brands,encoder,handler_name,vendor_id,language";

static const char *const CM_PLACES[] = {"location", "xyz", "gps", "iso6709", "loci", "latitude"};

static void describe_tags(const AVDictionary *tags, CMClipFacts *facts) {
    const AVDictionaryEntry *tag = NULL;

    while ((tag = av_dict_get(tags, "", tag, AV_DICT_IGNORE_SUFFIX))) {
        if (!av_match_name(tag->key, CM_HARMLESS_TAGS)) {
            facts->has_metadata = true;
        }
        for (size_t i = 0; i < FF_ARRAY_ELEMS(CM_PLACES); i++) {
            if (av_stristr(tag->key, CM_PLACES[i])) {
                facts->has_location = true;
            }
        }
        if (strcmp(tag->key, "xmp") == 0 && av_stristr(tag->value, "gps")) {
            facts->has_location = true;
        }
    }
}

/* Tracks of sensors: GoPro's, Google's, and Apple's timed metadata may all hold positions. */
static bool tells_places(const AVStream *stream) {
    uint32_t tag = stream->codecpar->codec_tag;

    return tag == MKTAG('g', 'p', 'm', 'd') || tag == MKTAG('c', 'a', 'm', 'm') ||
           tag == MKTAG('r', 't', 'm', 'd');
}

void cm_describe_metadata(const AVFormatContext *context, CMClipFacts *facts) {
    facts->has_metadata = context->nb_chapters > 0;
    describe_tags(context->metadata, facts);
    for (unsigned i = 0; i < context->nb_streams; i++) {
        const AVStream *stream = context->streams[i];

        describe_tags(stream->metadata, facts);
        facts->has_location = facts->has_location || tells_places(stream);
        if (cm_is_cover_art(stream)) {
            facts->has_cover_art = true;
        } else if ((int)i != facts->video.index && (int)i != facts->audio.index) {
            facts->other_streams++;
        }
    }
    facts->has_metadata = facts->has_metadata || facts->has_location;
}
