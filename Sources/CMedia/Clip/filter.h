/* filter.h - from the pictures and sound of a source to those of an attachment. */

#ifndef CMEDIA_FILTER_H
#define CMEDIA_FILTER_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>

#include "error.h"

/* A chain built for frames of one kind; frames of another need another. */
typedef struct CMFilter {
    AVFilterGraph *graph;
    AVFilterContext *source, *sink;
    AVFilterContext *table; /* NULL: there is none */
    AVFrame *kind; /* properties of the frames it was built for */
} CMFilter;

typedef struct CMPictureChain {
    int width, height;     /* upright, after scaling */
    int32_t rotation;      /* clockwise degrees */
    bool is_flipped;       /* left-right, after the turn */
    AVRational frame_rate; /* pictures are repeated or left out to have it; 0/1 keeps their times */
    bool is_on_black;      /* what is transparent is shown on black, rather than on white */
    bool drops;            /* the source has more pictures than that */
    bool is_rgb;           /* rather than 4:2:0 */
    AVRational time_base;  /* of the frames given */
    bool is_interlaced;
    const char *parity;    /* "auto": frames say themselves which are interlaced, and how */
} CMPictureChain;

/* For a chain's parity.
 *   order    what the stream says of its fields
 *   is_told  pictures say themselves that they are interlaced */
const char *cm_parity(enum AVFieldOrder order, bool is_told);

typedef struct CMSoundChain {
    int sample_rate, channels; /* of the output: planar floats */
    AVRational time_base;      /* of the frames given */
    int64_t first;             /* sample of the output; silence is put before a later start */
} CMSoundChain;

int cm_filter_open_picture(CMFilter *filter, const CMPictureChain *chain, const AVFrame *frame,
                           CMError *error);
int cm_filter_open_sound(CMFilter *filter, const CMSoundChain *chain, const AVFrame *frame,
                         CMError *error);

/* A chain, by FFmpeg's description, for planar floats that are timed by their number. */
int cm_filter_open_samples(CMFilter *filter, int sample_rate, int channels, const char *chain,
                           CMError *error);
void cm_filter_close(CMFilter *filter);

/* A chain in FFmpeg's words, from "in" to "out". */
typedef struct CMChain {
    const char *source, *arguments; /* the filter that frames are pushed into */
    const char *sink;               /* and the one that they are pulled from */
    const char *text;
    const AVFrame *table; /* NULL, or a picture that the chain calls "table" */
} CMChain;

/* Builds a chain for frames like `kind`; NULL where no others can come. */
int cm_filter_build(CMFilter *filter, const CMChain *chain, const AVFrame *kind, CMError *error);

/* Whether a frame is of the kind that the chain was built for. */
bool cm_filter_suits(const CMFilter *filter, const AVFrame *frame);

/* Takes over a frame; NULL ends the stream at a time. */
int cm_filter_push(CMFilter *filter, AVFrame *frame, int64_t end, CMError *error);

/* 1 and a frame, or 0 if there is none yet, or -1. */
int cm_filter_pull(CMFilter *filter, AVFrame *frame, CMError *error);

AVRational cm_filter_time_base(const CMFilter *filter);

#endif
