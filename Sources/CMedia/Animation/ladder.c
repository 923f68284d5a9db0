/* ladder.c - see ladder.h.
 *
 * First lossy LZW with fewer colours, which is hardly seen; then every other frame, where there are
 * many in a second; then pixels. */

#include "ladder.h"

#include <math.h>

#include <glib.h>

/* How bytes follow quality, as a power of it: typical of many animations, and what two attempts may
 * say instead. */
#define SLOPE 0.4
#define LEAST_SLOPE 0.1
#define MOST_SLOPE 0.8

/* How bytes follow the sides of a frame. */
#define SIDES 1.7

/* Below this quality, or this likeness, fewer pixels look better. */
#define LEAST_QUALITY 0.15
#define LEAST_LIKENESS 0.8

/* What is shown for less, seconds, may be shown for twice as long. */
#define BRISK 0.07

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
    double middle = fmin(rung.quality, 2 * LEAST_QUALITY);
    double share = aim / bytes_at(ladder, middle);
    rung.quality = middle;
    if (rung.step == 1 && ladder->seconds < BRISK) {
        rung.step = 2;
        share *= 1.5;
    }
    if (share < 1) {
        rung.size = cm_scaled(rung.size, fmin(0.93, pow(share, 1 / SIDES)));
    } else if (rung.step == ladder->last.rung.step) {
        rung.size = cm_scaled(rung.size, 0.93);
    }
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
