/* filter.c - building and running chains of filters, and the one for sound. */

#include "filter.h"

#include <stdio.h>

#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/channel_layout.h>

/* Building a chain */

static int fail(CMError *error, int status, const char *what) {
    CMCause cause = status == AVERROR(ENOMEM) ? CMCauseTooLarge : CMCauseInternal;

    return cm_fail_av(error, CMStageFilter, cause, status, what);
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

/* Adds a filter that only gives or only takes, and what a chain is to be joined to by its name. */
static int add_end(CMFilter *filter, const char *type, const char *name, const char *arguments,
                   AVFilterContext **context, AVFilterInOut **open) {
    AVFilterInOut *end = avfilter_inout_alloc();
    int status = end ? avfilter_graph_create_filter(context, avfilter_get_by_name(type), name,
                                                    arguments, NULL, filter->graph)
                     : AVERROR(ENOMEM);

    if (status >= 0) {
        *end = (AVFilterInOut){av_strdup(name), *context, 0, NULL};
        status = end->name ? 0 : AVERROR(ENOMEM);
    }
    *open = end;
    return status;
}

static int add_table(CMFilter *filter, const AVFrame *table, AVFilterInOut **open) {
    char arguments[128];

    snprintf(arguments, sizeof arguments, "video_size=%dx%d:pix_fmt=%d:time_base=1/1",
             table->width, table->height, table->format);
    return add_end(filter, "buffer", "table", arguments, &filter->table, open);
}

/* Once for all: the chain repeats it. */
static int fill_table(CMFilter *filter, const AVFrame *table) {
    int status = av_buffersrc_write_frame(filter->table, table);

    return status < 0 ? status : av_buffersrc_close(filter->table, 1, 0);
}

int cm_filter_build(CMFilter *filter, const CMChain *chain, const AVFrame *kind, CMError *error) {
    AVFilterInOut *sources = NULL, *sinks = NULL;
    int status = AVERROR(ENOMEM);

    *filter = (CMFilter){.graph = avfilter_graph_alloc()};
    if (filter->graph) {
        filter->graph->nb_threads = cm_limits()->threads;
        status = add_end(filter, chain->source, "in", chain->arguments, &filter->source, &sources);
    }
    if (status >= 0 && chain->table) {
        status = add_table(filter, chain->table, &sources->next);
    }
    if (status >= 0) {
        status = add_end(filter, chain->sink, "out", NULL, &filter->sink, &sinks);
    }
    if (status >= 0) {
        status = avfilter_graph_parse_ptr(filter->graph, chain->text, &sinks, &sources, NULL);
    }
    if (status >= 0) {
        status = avfilter_graph_config(filter->graph, NULL);
    }
    if (status >= 0 && chain->table) {
        status = fill_table(filter, chain->table);
    }
    avfilter_inout_free(&sources);
    avfilter_inout_free(&sinks);
    if (status < 0) {
        return fail(error, status, chain->text);
    }
    return kind ? remember_kind(filter, kind, error) : 0;
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
    if (layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        /* There is no usual order of so many, so nobody knows which is to be heard where. */
        return cm_fail(error, CMStageFilter, CMCauseUnsupported, 0, "sound of %d channels",
                       layout.nb_channels);
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
             "aresample=%d:async=1:min_comp=0.00001:first_pts=%lld,"
             "aformat=sample_fmts=fltp:sample_rates=%d:channel_layouts=%s",
             chain->sample_rate, (long long)chain->first, chain->sample_rate,
             chain->channels == 1 ? "mono" : "stereo");
    CMChain built = {.source = "abuffer", .arguments = arguments, .text = text,
                     .sink = "abuffersink"};
    return cm_filter_build(filter, &built, frame, error);
}

int cm_filter_open_samples(CMFilter *filter, int sample_rate, int channels, const char *chain,
                           CMError *error) {
    char arguments[128];

    snprintf(arguments, sizeof arguments,
             "time_base=1/%d:sample_rate=%d:sample_fmt=fltp:channel_layout=%s", sample_rate,
             sample_rate, channels == 1 ? "mono" : "stereo");
    CMChain built = {.source = "abuffer", .arguments = arguments, .text = chain,
                     .sink = "abuffersink"};
    return cm_filter_build(filter, &built, NULL, error);
}

/* Running a chain */

int cm_filter_push(CMFilter *filter, AVFrame *frame, int64_t end, CMError *error) {
    int status;

    /* Nothing runs before a picture is pulled: one that lasts for minutes would become thousands, which
     * the end of the chain would hold all at once. */
    if (frame) {
        status = av_buffersrc_add_frame(filter->source, frame);
    } else {
        status = av_buffersrc_close(filter->source, end, 0);
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
