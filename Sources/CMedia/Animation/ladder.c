/* ladder.c - see ladder.h.
 *
 * First lossy LZW with fewer colours, which is hardly seen; then pixels; and where few of those are
 * left, every other frame. Shown at the size they had, animations are more like their source with
 * fewer pixels than with half of the frames. */

#include "ladder.h"

#include <math.h>

#include <glib.h>

/* How bytes follow quality, as a power of it: typical of many animations, and what two attempts may
 * say instead. */
#define SLOPE 0.4
#define LEAST_SLOPE 0.1
#define MOST_SLOPE 0.8

/* How bytes follow the sides of a frame, and what half of the frames leave
 * room for. */
#define SIDES 1.7
#define HALF_THE_FRAMES 1.5

/* Below this quality, or this likeness, fewer pixels look better. */
#define LEAST_QUALITY 0.3
#define LEAST_LIKENESS 0.88

/* What a smaller size is planned for. */
#define MIDDLE_QUALITY 0.45

/* Frames that are shown for less, seconds, may be shown for twice as long before a side becomes
 * shorter than this. */
#define BRISK 0.07
#define SHORT 64

/* The share of the room that is aimed at, and below which it is worth another attempt. */
#define AIM 0.96
#define FULL 0.85

static bool is_comparable(const CMAttempt *a, const CMAttempt *b) {
    return a->bytes > 0 && b->bytes > 0 && !a->rung.is_lossless && !b->rung.is_lossless &&
           a->rung.step == b->rung.step && a->rung.size.width == b->rung.size.width &&
           a->rung.quality != b->rung.quality && a->bytes != b->bytes;
}

static double slope(const CMLadder *ladder) {
    const CMAttempt *a = &ladder->before, *b = &ladder->last;

    if (!is_comparable(a, b)) {
        return SLOPE;
    }
    double measured = log(b->bytes / a->bytes) / log(b->rung.quality / a->rung.quality);
    return fmax(LEAST_SLOPE, fmin(MOST_SLOPE, measured));
}

/* What the last attempt would come to in another quality. */
static double bytes_at(const CMLadder *ladder, double quality) {
    return ladder->last.bytes * pow(quality / ladder->last.rung.quality, slope(ladder));
}

static double quality_for(const CMLadder *ladder, double bytes) {
    return ladder->last.rung.quality * pow(bytes / ladder->last.bytes, 1 / slope(ladder));
}

CMRung cm_ladder_next(const CMLadder *ladder) {
    CMRung rung = ladder->last.rung;
    double aim = AIM * ladder->room;

    if (rung.is_lossless) {
        rung.is_lossless = false;
        return rung;
    }
    double quality = fmin(quality_for(ladder, aim), 0.9 * rung.quality);
    if (quality >= LEAST_QUALITY && ladder->last.likeness >= LEAST_LIKENESS) {
        rung.quality = quality;
        return rung;
    }
    rung.quality = fmin(rung.quality, MIDDLE_QUALITY);
    double share = aim / bytes_at(ladder, rung.quality);
    CMSize smaller = cm_scaled(rung.size, fmin(0.93, pow(share, 1 / SIDES)));
    bool is_short = MIN(smaller.width, smaller.height) < SHORT;
    if (is_short && rung.step == 1 && ladder->seconds < BRISK) {
        rung.step = 2;
        smaller = cm_scaled(rung.size, fmin(1, pow(share * HALF_THE_FRAMES, 1 / SIDES)));
    }
    rung.size = smaller;
    return rung;
}

bool cm_ladder_rises(const CMLadder *ladder, CMRung *rung) {
    *rung = ladder->last.rung;
    if (rung->is_lossless || rung->quality >= 1 || ladder->last.bytes > FULL * ladder->room) {
        return false;
    }
    rung->quality = fmin(1, quality_for(ladder, AIM * ladder->room));
    return rung->quality > 1.1 * ladder->last.rung.quality;
}
