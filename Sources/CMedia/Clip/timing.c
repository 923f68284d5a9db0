/* timing.c - when the pictures and the sound of a clip are shown, by its packets. */

#include <math.h>
#include <stdlib.h>

#include <libavutil/avstring.h>

#include "facts.h"

/* Share of the pictures whose distance must be alike for there to be a rate. */
static const double CM_MOST_ALIKE = 0.8;

/* A second as a player counts it: pictures at exactly 1 s belong to the next one. */
static const double CM_SECOND = 0.999;

/* Seconds by which the last packets of a sound may be longer than what is heard of them. */
static const double CM_MOST_FILLED = 0.2;

static int compare_times(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

/* What is shown of a track in its first seconds. */
typedef struct CMShown {
    int64_t *times; /* sorted */
    size_t count;
    int64_t start, end; /* end: of the last of them */
    int64_t bytes;
    bool has_skipped;
} CMShown;

static bool is_shown(const CMPacketNote *packet) {
    return packet->pts != AV_NOPTS_VALUE && !(packet->flags & AV_PKT_FLAG_DISCARD);
}

static int64_t first_shown(const CMTrackNotes *track) {
    int64_t first = INT64_MAX;

    for (size_t i = 0; i < track->count; i++) {
        if (is_shown(&track->packets[i])) {
            first = FFMIN(first, track->packets[i].pts);
        }
    }
    return first;
}

/* 1, or 0 if nothing is shown or there is no memory. */
static bool collect(const CMTrackNotes *track, double seconds, CMShown *shown) {
    int64_t limit, last = 0;

    *shown = (CMShown){.start = first_shown(track)};
    shown->times = av_malloc_array(FFMAX(track->count, 1), sizeof *shown->times);
    if (!shown->times || shown->start == INT64_MAX) {
        return false;
    }
    limit = shown->start + llrint(seconds / av_q2d(track->time_base));
    shown->end = shown->start;
    for (size_t i = 0; i < track->count; i++) {
        const CMPacketNote *packet = &track->packets[i];

        if (packet->flags & AV_PKT_FLAG_DISCARD) {
            shown->has_skipped = true;
        } else if (is_shown(packet) && packet->pts < limit) {
            shown->times[shown->count++] = packet->pts;
            shown->end = FFMAX(shown->end, packet->pts + packet->duration);
            shown->bytes += packet->size;
        }
    }
    qsort(shown->times, shown->count, sizeof *shown->times, compare_times);
    last = shown->times[shown->count - 1];
    if (shown->end <= last && shown->count > 1) {
        /* The last packet does not say how long it lasts: as long as the one before. */
        shown->end = 2 * last - shown->times[shown->count - 2];
    }
    return true;
}

static int32_t busiest_second(const CMShown *shown, AVRational base) {
    int64_t second = (int64_t)(CM_SECOND / av_q2d(base));
    size_t first = 0, most = 0;

    for (size_t last = 0; last < shown->count; last++) {
        while (shown->times[last] - shown->times[first] > second) {
            first++;
        }
        most = FFMAX(most, last - first + 1);
    }
    return (int32_t)most;
}

/* Ticks from one picture to the next if times lie on a straight line, but for the rounding of the
 * time base; else 0. */
static double constant_step(const int64_t *times, size_t count) {
    double step, slack;

    if (count < 2) {
        return 0;
    }
    step = (times[count - 1] - times[0]) / (double)(count - 1);
    slack = FFMAX(1.01, 0.02 * step);
    for (size_t i = 0; i < count; i++) {
        if (fabs(times[i] - times[0] - i * step) > slack) {
            return 0;
        }
    }
    return step;
}

/* The same by the order of decoding, which MPEG streams tell where they tell no time of showing. */
static double constant_decoding_step(const CMTrackNotes *track, size_t count) {
    int64_t *times = av_malloc_array(FFMAX(count, 1), sizeof *times);
    double step = 0;

    for (size_t i = 0; times && i < count; i++) {
        times[i] = track->packets[i].dts;
        if (times[i] == AV_NOPTS_VALUE) {
            av_free(times);
            return 0;
        }
    }
    if (times) {
        step = constant_step(times, count);
    }
    av_free(times);
    return step;
}

/* The step that most pictures take, give or take a third, where there is such a one; else 0.
 * Cameras that lose a picture now and then, or stamp them a little late, still mean a rate. */
static double usual_step(const int64_t *times, size_t count) {
    int64_t *gaps = av_malloc_array(FFMAX(count, 1), sizeof *gaps);
    double median = 0, sum = 0;
    size_t alike = 0;

    for (size_t i = 0; gaps && i + 1 < count; i++) {
        gaps[i] = times[i + 1] - times[i];
    }
    if (gaps && count > 2) {
        qsort(gaps, count - 1, sizeof *gaps, compare_times);
        median = gaps[(count - 1) / 2];
        for (size_t i = 0; i + 1 < count; i++) {
            if (fabs(gaps[i] - median) <= median / 3) {
                alike++;
                sum += gaps[i];
            }
        }
    }
    av_free(gaps);
    return median > 0 && alike >= CM_MOST_ALIKE * (count - 1) ? sum / alike : 0;
}

static bool is_near(AVRational rate, double wanted, double tolerance) {
    return rate.num > 0 && rate.den > 0 && fabs(av_q2d(rate) - wanted) <= wanted * tolerance;
}

/* The rate that was meant by what was measured: a header's, one of the usual ones, or itself. */
static AVRational meant_rate(const AVStream *stream, double measured, double tolerance) {
    const AVRational usual[] = {
        stream->avg_frame_rate, stream->r_frame_rate, {24000, 1001}, {30000, 1001}, {60000, 1001},
        {lrint(measured), 1},
    };

    for (size_t i = 0; i < FF_ARRAY_ELEMS(usual); i++) {
        if (is_near(usual[i], measured, tolerance)) {
            return usual[i];
        }
    }
    return av_d2q(measured, 100000);
}

static void describe_rate(const AVStream *stream, const CMShown *shown, CMSurvey *survey) {
    CMVideoFacts *video = &survey->facts.video;
    double base = av_q2d(survey->video.time_base);
    double seconds = (shown->end - shown->start) * base;
    double step = constant_step(shown->times, shown->count);

    if (step <= 0) {
        step = constant_decoding_step(&survey->video, shown->count);
    }
    video->busiest_second = busiest_second(shown, survey->video.time_base);
    video->frame_rate = seconds > 0 ? shown->count / seconds : 0;
    video->is_constant_rate = step > 0;
    if (step > 0) {
        double ticks = step * (shown->count - 1);

        survey->frame_rate = meant_rate(stream, 1 / (step * base), FFMAX(1.5 / ticks, 1e-4));
    } else if ((step = usual_step(shown->times, shown->count)) > 0) {
        survey->frame_rate = meant_rate(stream, 1 / (step * base), 0.02);
    }
}

static int64_t longest_packet(const CMTrackNotes *track) {
    int64_t longest = 0;

    for (size_t i = 0; i < track->count; i++) {
        longest = FFMAX(longest, track->packets[i].duration);
    }
    return longest;
}

/* The end of what is heard of a packet at the end. Some demuxers have taken what fills it off its
 * duration already: then both together are no longer than a packet is. */
static double heard_until(const CMTrackNotes *track, const CMPacketNote *packet, double rate) {
    double base = av_q2d(track->time_base);
    double heard = longest_packet(track) * base - packet->padding / rate;

    return packet->pts * base + FFMIN(packet->duration * base, FFMAX(heard, 0));
}

/* What primes the decoder, and what fills the last packet, is not heard. An MP4 may tell so by a length
 * that ends within its last packet. */
static void describe_sound(const AVFormatContext *context, const CMShown *shown,
                           CMSurvey *survey) {
    const CMTrackNotes *track = &survey->audio;
    CMAudioFacts *audio = &survey->facts.audio;
    double base = av_q2d(track->time_base), rate = FFMAX(audio->sample_rate, 1), tail;

    audio->start = shown->start * base;
    audio->end = shown->end * base;
    audio->bytes = shown->bytes;
    if (track->packets[0].skipped > 0 && track->packets[0].pts != AV_NOPTS_VALUE) {
        audio->start = track->packets[0].pts * base + track->packets[0].skipped / rate;
    }
    for (size_t i = track->count; i-- > 0 && track->packets[i].padding > 0;) {
        if (is_shown(&track->packets[i])) {
            double end = heard_until(track, &track->packets[i], rate);

            audio->end = FFMIN(audio->end, FFMAX(end, audio->start));
        }
    }
    tail = audio->end - audio->start - audio->duration;
    if (av_strstart(context->iformat->name, "mov", NULL) && audio->duration > 0 && tail > 0 &&
        tail < CM_MOST_FILLED) {
        audio->end -= tail;
    }
}

void cm_describe_timing(const AVFormatContext *context, double seconds, CMSurvey *survey) {
    CMVideoFacts *video = &survey->facts.video;
    CMShown shown;

    if (collect(&survey->video, seconds, &shown)) {
        video->start = shown.start * av_q2d(survey->video.time_base);
        video->end = shown.end * av_q2d(survey->video.time_base);
        video->frames = (int64_t)shown.count;
        video->bytes = shown.bytes;
        video->has_skipped = shown.has_skipped;
        video->starts_clean = survey->video.packets[0].flags & AV_PKT_FLAG_KEY;
        describe_rate(context->streams[survey->video.index], &shown, survey);
    }
    av_free(shown.times);
    if (collect(&survey->audio, seconds, &shown)) {
        describe_sound(context, &shown, survey);
    }
    av_free(shown.times);
}
