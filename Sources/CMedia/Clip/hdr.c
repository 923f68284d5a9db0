/* hdr.c - what becomes of HDR pictures: SDR by the same rule as for stills. */

#include "hdr.h"

#include "tone.h"

/* A Hald image of this level has a side of its cube, and tells of its square of steps a channel:
 * between 64 of them, straight lines are within half a level of the curve. */
enum { CM_LEVEL = 8 };

bool cm_is_hdr(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
}

AVFrame *cm_hdr_table(const AVFrame *frame) {
    CMCoding coding = {.primaries = frame->color_primaries, .transfer = frame->color_trc};
    AVFrame *table = av_frame_alloc();

    if (!table) {
        return NULL;
    }
    table->width = table->height = CM_LEVEL * CM_LEVEL * CM_LEVEL;
    table->format = CM_HDR_PIXELS;
    table->pts = 0;
    if (av_frame_get_buffer(table, 0) < 0) {
        av_frame_free(&table);
        return NULL;
    }
    cm_tone_table(coding, CM_LEVEL, (uint16_t *)table->data[0],
                  (size_t)table->linesize[0] / sizeof(uint16_t));
    return table;
}
