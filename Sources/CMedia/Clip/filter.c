/* filter.c - from the pictures and sound of a source to those of an attachment. */

#include "filter.h"

#include <stdio.h>
#include <string.h>

#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/bprint.h>
#include <libavutil/channel_layout.h>
#include <libavutil/pixdesc.h>

enum {
    CM_SD_LINES = 576, /* pictures without a stated matrix are BT.601 up to here, else BT.709 */
    CM_REFERENCE_WHITE = 203 /* cd/m2 of the white of a page, in HDR (ITU-R BT.2408) */
};

/* Building a chain */

static int fail(CMError *error, int status, const char *what) {
    CMCause cause = status == AVERROR(ENOMEM) ? CMCauseTooLarge : CMCauseInternal;

    return cm_fail_av(error, CMStageFilter, cause, status, what);
}

/* Parses "source arguments" and a chain into a graph from "in" to "out". */
static int build(CMFilter *filter, const char *source, const char *source_arguments,
                 const char *sink, const char *chain, CMError *error) {
    AVFilterInOut *outputs = avfilter_inout_alloc(), *inputs = avfilter_inout_alloc();
    int status = AVERROR(ENOMEM);

    filter->graph = avfilter_graph_alloc();
    if (!outputs || !inputs || !filter->graph) {
        goto end;
    }
    filter->graph->nb_threads = cm_limits()->threads;
    status = avfilter_graph_create_filter(&filter->source, avfilter_get_by_name(source), "in",
                                          source_arguments, NULL, filter->graph);
    if (status < 0) {
        goto end;
    }
    status = avfilter_graph_create_filter(&filter->sink, avfilter_get_by_name(sink), "out", NULL,
                                          NULL, filter->graph);
    if (status < 0) {
        goto end;
    }
    *outputs = (AVFilterInOut){av_strdup("in"), filter->source, 0, NULL};
    *inputs = (AVFilterInOut){av_strdup("out"), filter->sink, 0, NULL};
    if (!outputs->name || !inputs->name) {
        status = AVERROR(ENOMEM);
        goto end;
    }
    status = avfilter_graph_parse_ptr(filter->graph, chain, &inputs, &outputs, NULL);
    if (status >= 0) {
        status = avfilter_graph_config(filter->graph, NULL);
    }
end:
    avfilter_inout_free(&outputs);
    avfilter_inout_free(&inputs);
    return status < 0 ? fail(error, status, chain) : 0;
}

static int remember_kind(CMFilter *filter, const AVFrame *frame, CMError *error) {
    filter->kind = av_frame_alloc();
    if (!filter->kind) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory");
    }
    filter->kind->format = frame->format;
    filter->kind->width = frame->width;
    filter->kind->height = frame->height;
    filter->kind->sample_rate = frame->sample_rate;
    return av_channel_layout_copy(&filter->kind->ch_layout, &frame->ch_layout) < 0
               ? cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory")
               : 0;
}

bool cm_filter_suits(const CMFilter *filter, const AVFrame *frame) {
    const AVFrame *kind = filter->kind;

    return kind && kind->format == frame->format && kind->width == frame->width &&
           kind->height == frame->height && kind->sample_rate == frame->sample_rate &&
           av_channel_layout_compare(&kind->ch_layout, &frame->ch_layout) == 0;
}

void cm_filter_close(CMFilter *filter) {
    avfilter_graph_free(&filter->graph);
    av_frame_free(&filter->kind);
    *filter = (CMFilter){0};
}

/* Pictures */

static bool is_hdr(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
}

/* Colours outside BT.709, which must be brought into it rather than just be called so. */
static bool is_wide(const AVFrame *frame) {
    return frame->color_primaries == AVCOL_PRI_BT2020 ||
           frame->color_primaries == AVCOL_PRI_SMPTE431 ||
           frame->color_primaries == AVCOL_PRI_SMPTE432;
}

static bool is_rgb(const AVFrame *frame) {
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(frame->format);

    return pixels && pixels->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
}

static bool is_full_range(const AVFrame *frame) {
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(frame->format);

    return frame->color_range == AVCOL_RANGE_JPEG || is_rgb(frame) ||
           (pixels && strncmp(pixels->name, "yuvj", 4) == 0);
}

/* The matrix by the name that both scalers know, or a guess by the size, as players make it. */
static const char *matrix(const AVFrame *frame) {
    switch (frame->colorspace) {
    case AVCOL_SPC_BT709: return "bt709";
    case AVCOL_SPC_FCC: return "fcc";
    case AVCOL_SPC_SMPTE240M: return "smpte240m";
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return "smpte170m";
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return "bt2020";
    default: return frame->height <= CM_SD_LINES && !is_wide(frame) ? "smpte170m" : "bt709";
    }
}

const char *cm_parity(enum AVFieldOrder order, bool is_told) {
    switch (is_told ? AV_FIELD_UNKNOWN : order) {
    case AV_FIELD_TT:
    case AV_FIELD_TB: return "tff";
    case AV_FIELD_BB:
    case AV_FIELD_BT: return "bff";
    default: return "auto";
    }
}

static void add_deinterlacing(AVBPrint *text, const CMPictureChain *chain) {
    if (chain->is_interlaced) {
        av_bprintf(text, "bwdif=mode=send_frame:parity=%s:deint=%s,", chain->parity,
                   strcmp(chain->parity, "auto") == 0 ? "interlaced" : "all");
    }
}

/* What is transparent is shown on white, as in a JPEG: 1 - a (1 - c). */
static void add_background(AVBPrint *text, const AVFrame *frame) {
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(frame->format);

    if (pixels && pixels->flags & AV_PIX_FMT_FLAG_ALPHA) {
        av_bprintf(text, "format=gbrap,negate,premultiply=inplace=1,format=gbrp,negate,");
    }
}

/* zscale knows the chroma of whole pixels only; swscale that of gbrpf32 not at all. */
static void add_zscale(AVBPrint *text, const AVFrame *frame, int width, int height) {
    const char *source_matrix = matrix(frame);

    if (is_rgb(frame)) {
        source_matrix = "gbr";
    } else if (strcmp(source_matrix, "bt2020") == 0 || is_hdr(frame)) {
        source_matrix = "bt2020nc";
    }
    if (frame->width % 4 || frame->height % 4) {
        av_bprintf(text, "format=%s,", is_rgb(frame) ? "gbrp10" : "yuv444p10");
    }
    av_bprintf(text, "zscale=w=%d:h=%d:filter=bicubic:min=%s:rin=%s:", width, height,
               source_matrix, is_full_range(frame) ? "full" : "limited");
}

static const char CM_SCALE_FLAGS[] = "bicubic+accurate_rnd+full_chroma_int";

/* After zscale, which has brought everything else to BT.709. */
static void add_pixels(AVBPrint *text, const CMPictureChain *chain) {
    if (chain->is_rgb) {
        av_bprintf(text, "format=yuv444p,scale=flags=%s:in_color_matrix=bt709:in_range=tv,",
                   CM_SCALE_FLAGS);
    }
    av_bprintf(text, "format=%s,", chain->is_rgb ? "rgb24" : "yuv420p");
}

static void add_tone_mapping(AVBPrint *text, const AVFrame *frame, int width, int height) {
    bool is_hlg = frame->color_trc == AVCOL_TRC_ARIB_STD_B67;

    add_zscale(text, frame, width, height);
    av_bprintf(text, "pin=bt2020:tin=%s:t=linear:npl=%d,format=gbrpf32le,zscale=p=bt709,"
                     "tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=limited,",
               is_hlg ? "arib-std-b67" : "smpte2084", CM_REFERENCE_WHITE);
}

static void add_gamut_mapping(AVBPrint *text, const AVFrame *frame, int width, int height) {
    const char *primaries = av_color_primaries_name(frame->color_primaries);

    add_zscale(text, frame, width, height);
    av_bprintf(text, "pin=%s:tin=bt709:p=bt709:t=bt709:m=bt709:r=limited,", primaries);
}

/* swscale applies out_range only to the format that follows at once. */
static void add_scaling(AVBPrint *text, const CMPictureChain *chain, const AVFrame *frame,
                        int width, int height) {
    av_bprintf(text, "scale=w=%d:h=%d:flags=%s:in_color_matrix=%s:in_range=%s", width, height,
               CM_SCALE_FLAGS, matrix(frame), is_full_range(frame) ? "pc" : "tv");
    av_bprintf(text, chain->is_rgb ? ",format=rgb24,"
                                   : ":out_color_matrix=bt709:out_range=tv,format=yuv420p,");
}

static void add_turn(AVBPrint *text, const CMPictureChain *chain) {
    switch (chain->rotation) {
    case 90: av_bprintf(text, "transpose=clock,"); break;
    case 180: av_bprintf(text, "hflip,vflip,"); break;
    case 270: av_bprintf(text, "transpose=cclock,"); break;
    default: break;
    }
    if (chain->is_flipped) {
        av_bprintf(text, "hflip,");
    }
}

static void describe_picture_chain(AVBPrint *text, const CMPictureChain *chain,
                                   const AVFrame *frame) {
    bool is_turned = chain->rotation % 180 != 0;
    int width = is_turned ? chain->height : chain->width;
    int height = is_turned ? chain->width : chain->height;

    add_deinterlacing(text, chain);
    if (chain->frame_rate.num > 0) {
        av_bprintf(text, "fps=fps=%d/%d:start_time=0,", chain->frame_rate.num,
                   chain->frame_rate.den);
    }
    add_background(text, frame);
    if (is_hdr(frame)) {
        add_tone_mapping(text, frame, width, height);
        add_pixels(text, chain);
    } else if (is_wide(frame)) {
        add_gamut_mapping(text, frame, width, height);
        add_pixels(text, chain);
    } else {
        add_scaling(text, chain, frame, width, height);
    }
    add_turn(text, chain);
    av_bprintf(text, "setsar=1,format=%s", chain->is_rgb ? "rgb24" : "yuv420p");
}

int cm_filter_open_picture(CMFilter *filter, const CMPictureChain *chain, const AVFrame *frame,
                           CMError *error) {
    AVBPrint text;
    char arguments[256];
    int status;

    *filter = (CMFilter){0};
    snprintf(arguments, sizeof arguments,
             "video_size=%dx%d:pix_fmt=%d:time_base=%d/%d:pixel_aspect=1/1", frame->width,
             frame->height, frame->format, chain->time_base.num, chain->time_base.den);
    av_bprint_init(&text, 0, AV_BPRINT_SIZE_UNLIMITED);
    describe_picture_chain(&text, chain, frame);
    if (!av_bprint_is_complete(&text)) {
        status = cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory");
    } else {
        status = build(filter, "buffer", arguments, "buffersink", text.str, error);
    }
    av_bprint_finalize(&text, NULL);
    if (status == 0) {
        status = remember_kind(filter, frame, error);
    }
    return status;
}

/* Sound */

int cm_filter_open_sound(CMFilter *filter, const CMSoundChain *chain, const AVFrame *frame,
                         CMError *error) {
    AVChannelLayout layout = {0};
    char name[128], arguments[384], text[256];
    int status = 0;

    *filter = (CMFilter){0};
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
    } else {
        status = av_channel_layout_copy(&layout, &frame->ch_layout);
    }
    if (status >= 0) {
        status = av_channel_layout_describe(&layout, name, sizeof name);
    }
    av_channel_layout_uninit(&layout);
    if (status < 0) {
        return fail(error, status, "channels");
    }
    snprintf(arguments, sizeof arguments,
             "time_base=%d/%d:sample_rate=%d:sample_fmt=%d:channel_layout=%s",
             chain->time_base.num, chain->time_base.den, frame->sample_rate, frame->format, name);
    snprintf(text, sizeof text,
             "aresample=%d:async=1:first_pts=%lld,"
             "aformat=sample_fmts=fltp:sample_rates=%d:channel_layouts=%s",
             chain->sample_rate, (long long)chain->first, chain->sample_rate,
             chain->channels == 1 ? "mono" : "stereo");
    if (build(filter, "abuffer", arguments, "abuffersink", text, error) < 0) {
        return -1;
    }
    return remember_kind(filter, frame, error);
}

/* Running a chain */

int cm_filter_push(CMFilter *filter, AVFrame *frame, int64_t end, CMError *error) {
    int status;

    if (frame) {
        status = av_buffersrc_add_frame_flags(filter->source, frame, AV_BUFFERSRC_FLAG_PUSH);
    } else {
        status = av_buffersrc_close(filter->source, end, AV_BUFFERSRC_FLAG_PUSH);
    }
    return status < 0 ? fail(error, status, "filtering") : 0;
}

int cm_filter_pull(CMFilter *filter, AVFrame *frame, CMError *error) {
    int status = av_buffersink_get_frame(filter->sink, frame);

    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) {
        return 0;
    }
    return status < 0 ? fail(error, status, "filtering") : 1;
}

AVRational cm_filter_time_base(const CMFilter *filter) {
    return av_buffersink_get_time_base(filter->sink);
}
