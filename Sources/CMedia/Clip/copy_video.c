/* copy_video.c - copying the packets of a picture, as many as fit. */

#include <stdlib.h>

#include "clip.h"
#include "parameter_sets.h"
#include "streams.h"

/* The most of the picture that a cut without encoding may cost, in seconds. */
static const double CM_MOST_LOST = 0.4;

/* And the most by which it may begin too early or too late, unless a picture lasts less. */
static const double CM_MOST_OFF = 0.05;

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

/* How far from the wanted start a key picture may lie, in seconds: the picture before or after. */
static double most_off(const CMJob *job) {
    double rate = av_q2d(job->survey->frame_rate);

    return rate > 0 ? FFMIN(1 / rate, CM_MOST_OFF) : CM_MOST_OFF;
}

/* The first packet to copy: a key picture at the start, after which nothing earlier is shown. */
static int find_first(const CMJob *job, CMCut *cut, CMError *error) {
    const CMTrackNotes *track = &job->survey->video;
    double start = job->survey->facts.video.start + job->options->start, off = most_off(job);

    for (size_t i = 0; i < track->count; i++) {
        const CMPacketNote *packet = &track->packets[i];
        double time = packet->pts * av_q2d(track->time_base);

        if (time > start + off + 0.001) {
            break;
        }
        if ((packet->flags & AV_PKT_FLAG_KEY) && time >= start - off - 0.001) {
            cut->packets = packet;
            cut->available = track->count - i;
            cut->first = packet->pts;
            return 0;
        }
        if (job->options->start <= 0) {
            break;
        }
    }
    return cm_unfit(error, "no key picture at the start");
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
            return cm_unfit(error, "packets that are hidden or have no time cannot be copied");
        }
        cut->later[i] = FFMIN(cut->later[i + 1], cut->packets[i].pts);
        cut->dts[i] = cut->packets[i].dts;
    }
    if (cut->later[0] < cut->first) {
        return cm_unfit(error, "pictures before the first key picture");
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
    int64_t shown = 0, ended = 0, stored = 0;

    for (size_t i = 0; i < cut->available; i++) {
        int64_t pts = cut->packets[i].pts - cut->first, length = length_of(cut, i);
        int64_t decoded = cut->dts[i] - cut->dts[0] + length;

        shown = FFMAX(shown, pts);
        ended = FFMAX(ended, pts + (cut->packets[i].duration > 0 ? cut->packets[i].duration
                                                                 : length));
        stored = FFMAX(stored, FFMAX(pts + length, decoded));
        if (stored > limit) {
            break;
        }
        if (cut->later[i + 1] - cut->first > shown) {
            cut->count = i + 1;
            cut->end = cut->later[i + 1] == INT64_MAX ? ended : cut->later[i + 1] - cut->first;
        }
    }
    if (cut->count == 0 ||
        (cut->count < cut->available && (limit - cut->end) * base > CM_MOST_LOST)) {
        return cm_unfit(error, "no place to cut without encoding");
    }
    return 0;
}

/* Copying the picture */

static int take_picture(CMCut *cut, size_t index, CMParameterSets *sets, AVPacket *packet,
                        CMReel *reel, CMError *error) {
    if (packet->flags & AV_PKT_FLAG_CORRUPT) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a packet is damaged or cut off");
    }
    if (cm_gather_parameter_sets(sets, packet, reel, error) < 0) {
        return -1;
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
    CMParameterSets sets = {0};
    size_t seen = 0;
    int status = packet ? cm_open_parameter_sets(&sets, &job->survey->video, error)
                        : cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");

    while (status == 0 && reel->count < cut->count) {
        if (av_read_frame(context, packet) < 0) {
            status = job->watch->is_stopped
                         ? cm_fail(error, CMStageOpen, CMCauseStopped, 0, "stopped")
                         : cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "the file ends early");
        } else if (packet->stream_index == job->survey->video.index && seen++ >= skipped) {
            status = take_picture(cut, reel->count, &sets, packet, reel, error);
        }
        av_packet_unref(packet);
        if (reel->bytes > job->options->max_bytes) {
            status = cm_unfit(error, "the picture alone is too large");
        }
    }
    cm_close_parameter_sets(&sets);
    av_packet_free(&packet);
    return status;
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
    if (cm_reopen_input(job->input, job->demuxer, job->watch, &context, error) < 0) {
        goto end;
    }
    cm_take_only(context, track->index);
    if (cm_reel_copy(reel, track->parameters, track->time_base, error) < 0) {
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
