/* picture_chain.c - from the pictures of a source to those of an attachment. */

#include <stdio.h>
#include <string.h>

#include <libavutil/bprint.h>
#include <libavutil/pixdesc.h>

#include "filter.h"
#include "hdr.h"

static const char CM_SCALE_FLAGS[] = "bicubic+accurate_rnd+full_chroma_int";

/* Pictures without a stated matrix are BT.601 up to so many lines, else BT.709. */
enum { CM_SD_LINES = 576 };

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
static void add_background(AVBPrint *text, const CMPictureChain *chain, const AVFrame *frame) {
    const AVPixFmtDescriptor *pixels = av_pix_fmt_desc_get(frame->format);

    if (!pixels || !(pixels->flags & AV_PIX_FMT_FLAG_ALPHA)) {
        return;
    }
    if (chain->is_on_black) {
        av_bprintf(text, "format=gbrap,premultiply=inplace=1,format=gbrp,");
    } else {
        av_bprintf(text, "format=gbrap,negate,premultiply=inplace=1,format=gbrp,negate,");
    }
}

/* zscale knows the chroma of whole pixels only; swscale that of gbrpf32 not at all. */
static void add_zscale(AVBPrint *text, const AVFrame *frame, int width, int height) {
    const char *source_matrix = matrix(frame);

    if (is_rgb(frame)) {
        source_matrix = "gbr";
    } else if (strcmp(source_matrix, "bt2020") == 0 || cm_is_hdr(frame)) {
        source_matrix = "bt2020nc";
    }
    if (frame->width % 4 || frame->height % 4) {
        av_bprintf(text, "format=%s,", is_rgb(frame) ? "gbrp10" : "yuv444p10");
    }
    av_bprintf(text, "zscale=w=%d:h=%d:filter=bicubic:min=%s:rin=%s:", width, height,
               source_matrix, is_full_range(frame) ? "full" : "limited");
}

/* After zscale, which has brought everything else to BT.709. */
static void add_pixels(AVBPrint *text, const CMPictureChain *chain) {
    if (chain->is_rgb) {
        av_bprintf(text, "format=yuv444p,scale=flags=%s:in_color_matrix=bt709:in_range=tv,",
                   CM_SCALE_FLAGS);
    }
    av_bprintf(text, "format=%s,", chain->is_rgb ? "rgb24" : "yuv420p");
}

/* swscale applies out_range only to the format that follows at once. */
static void add_format(AVBPrint *text, const CMPictureChain *chain) {
    av_bprintf(text, chain->is_rgb ? ",format=rgb24,"
                                   : ":out_color_matrix=bt709:out_range=tv,format=yuv420p,");
}

static void add_frame_rate(AVBPrint *text, const CMPictureChain *chain) {
    if (chain->frame_rate.num > 0) {
        av_bprintf(text, "fps=fps=%d/%d:start_time=0,", chain->frame_rate.num,
                   chain->frame_rate.den);
    }
}

/* As RGB through the table that makes SDR of HDR. The frame rate comes first: haldclut does not pass on
 * until when its last picture is shown, without which that one would be left out. */
static void add_tone_mapping(AVBPrint *text, const CMPictureChain *chain, const AVFrame *frame,
                             int width, int height) {
    add_zscale(text, frame, width, height);
    av_bprintf(text, "m=gbr:r=full,format=gbrp16,format=%s,", av_get_pix_fmt_name(CM_HDR_PIXELS));
    if (!chain->drops) {
        add_frame_rate(text, chain);
    }
    av_bprintf(text, "null[hdr];[hdr][table]haldclut=clut=first,scale=flags=%s", CM_SCALE_FLAGS);
    add_format(text, chain);
}

static void add_gamut_mapping(AVBPrint *text, const AVFrame *frame, int width, int height) {
    const char *primaries = av_color_primaries_name(frame->color_primaries);

    add_zscale(text, frame, width, height);
    av_bprintf(text, "pin=%s:tin=bt709:p=bt709:t=bt709:m=bt709:r=limited,", primaries);
}

static void add_scaling(AVBPrint *text, const CMPictureChain *chain, const AVFrame *frame,
                        int width, int height) {
    av_bprintf(text, "scale=w=%d:h=%d:flags=%s:in_color_matrix=%s:in_range=%s", width, height,
               CM_SCALE_FLAGS, matrix(frame), is_full_range(frame) ? "pc" : "tv");
    add_format(text, chain);
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

/* Pictures that are left out are not scaled, and what is repeated is scaled once and waits as a small
 * picture. */
static void describe_picture_chain(AVBPrint *text, const CMPictureChain *chain,
                                   const AVFrame *frame) {
    bool is_turned = chain->rotation % 180 != 0;
    int width = is_turned ? chain->height : chain->width;
    int height = is_turned ? chain->width : chain->height;

    add_deinterlacing(text, chain);
    if (chain->drops) {
        add_frame_rate(text, chain);
    }
    add_background(text, chain, frame);
    if (cm_is_hdr(frame)) {
        add_tone_mapping(text, chain, frame, width, height);
    } else if (is_wide(frame)) {
        add_gamut_mapping(text, frame, width, height);
        add_pixels(text, chain);
    } else {
        add_scaling(text, chain, frame, width, height);
    }
    add_turn(text, chain);
    if (!chain->drops && !cm_is_hdr(frame)) {
        add_frame_rate(text, chain);
    }
    av_bprintf(text, "setsar=1,format=%s", chain->is_rgb ? "rgb24" : "yuv420p");
}

int cm_filter_open_picture(CMFilter *filter, const CMPictureChain *chain, const AVFrame *frame,
                           CMError *error) {
    AVBPrint text;
    AVFrame *table = NULL;
    char arguments[256];
    CMChain built = {.source = "buffer", .arguments = arguments, .sink = "buffersink"};
    int status = -1;

    *filter = (CMFilter){0};
    snprintf(arguments, sizeof arguments,
             "video_size=%dx%d:pix_fmt=%d:time_base=%d/%d:pixel_aspect=1/1", frame->width,
             frame->height, frame->format, chain->time_base.num, chain->time_base.den);
    av_bprint_init(&text, 0, AV_BPRINT_SIZE_UNLIMITED);
    describe_picture_chain(&text, chain, frame);
    if (cm_is_hdr(frame)) {
        table = cm_hdr_table(frame);
    }
    if (!av_bprint_is_complete(&text) || (cm_is_hdr(frame) && !table)) {
        cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory");
    } else {
        built.text = text.str;
        built.table = table;
        status = cm_filter_build(filter, &built, frame, error);
    }
    av_bprint_finalize(&text, NULL);
    av_frame_free(&table);
    return status;
}
