/* hdr.h - what becomes of HDR pictures: SDR by the same rule as for stills (tone.h). */

#ifndef CMEDIA_HDR_H
#define CMEDIA_HDR_H

#include <stdbool.h>

#include <libavutil/frame.h>

/* Of the table, and of pictures that go through it. Not planar: haldclut of FFmpeg 5.1 mistakes the
 * planes of those for one another. */
#define CM_HDR_PIXELS AV_PIX_FMT_RGB48

/* PQ or HLG. */
bool cm_is_hdr(const AVFrame *frame);

/* A Hald table for RGB like the frame's, which gives sRGB; NULL without memory. All pictures of a
 * video go through the one of its first picture, so that its brightness does not waver. */
AVFrame *cm_hdr_table(const AVFrame *frame);

#endif
