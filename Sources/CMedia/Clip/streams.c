/* streams.c - which streams of a file are taken, and how a picture is to be turned. */

#include "streams.h"

#include <math.h>
#include <string.h>

#include <libavutil/display.h>

/* A pixel eight times as wide as high is a wrong number in a header, not a format. */
static const double CM_MOST_ASPECT = 8;

bool cm_is_cover_art(const AVStream *stream) {
    return stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS);
}

bool cm_has_alpha_beside(const AVStream *stream) {
    const AVDictionaryEntry *mode = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);

    return mode && strcmp(mode->value, "1") == 0;
}

void cm_take_only(AVFormatContext *context, int index) {
    for (unsigned i = 0; i < context->nb_streams; i++) {
        context->streams[i]->discard = (int)i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    }
}

/* The best has the highest rank; 0 is never taken. */
static int rank(const AVStream *stream, enum AVMediaType type) {
    if (stream->codecpar->codec_type != type || cm_is_cover_art(stream)) {
        return 0;
    }
    if (!cm_allowed_decoder(stream->codecpar->codec_id)) {
        return 1;
    }
    return stream->disposition & AV_DISPOSITION_DEFAULT ? 3 : 2;
}

int cm_choose_stream(const AVFormatContext *context, enum AVMediaType type) {
    int chosen = -1, best = 0;

    for (unsigned i = 0; i < context->nb_streams; i++) {
        int seen = rank(context->streams[i], type);
        if (seen > best) {
            best = seen;
            chosen = (int)i;
        }
    }
    return chosen;
}

void cm_orientation(const AVStream *stream, int32_t *rotation, bool *is_flipped) {
    size_t size = 0;
    const int32_t *matrix =
        (const int32_t *)av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    double a, b, c, d;
    int quarters;

    *rotation = 0;
    *is_flipped = false;
    if (!matrix || size < 9 * sizeof *matrix) {
        return;
    }
    /* x' = a x + c y, y' = b x + d y, with y downwards. A mirror has a negative determinant; undone
     * on the left it leaves the turn, whose first column is its angle. */
    a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    *is_flipped = a * d - b * c < 0;
    if (*is_flipped) {
        a = -a;
    }
    if (a == 0 && b == 0) {
        return;
    }
    quarters = (int)lround(atan2(b, a) / M_PI_2);
    *rotation = (quarters + 4) % 4 * 90;
}

double cm_pixel_aspect(AVFormatContext *context, AVStream *stream) {
    AVRational aspect = av_guess_sample_aspect_ratio(context, stream, NULL);
    double ratio = aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1;

    return ratio > CM_MOST_ASPECT || ratio < 1 / CM_MOST_ASPECT ? 1 : ratio;
}
