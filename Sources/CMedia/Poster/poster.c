/* poster.c - see poster.h. */

#include "poster.h"

#include <math.h>

#include <libavutil/common.h>

/* So many times as good as the one chosen a later picture must be. */
static const double CM_WORTH_WAITING = 1.25;

/* 0 up to `low`, 1 from `high` on. */
static double rise(double value, double low, double high) {
    return av_clipd((value - low) / (high - low), 0, 1);
}

/* Takes off nine tenths at most, so that the best of bad pictures is still found. */
static double mild(double share) {
    return 0.1 + 0.9 * share;
}

/* How good a picture is by itself, 0...1. What stands bright on black is not dark.
 *                                      mean   spread   detail  sharpness   score
 *     footage of most kinds          80-120    45-65    0.6-1      0.8-1       1
 *     a hazy valley at dusk              50       20     0.16        0.9    0.43
 *     the first, blurred by 8 of 1280     -        -        -        0.4    0.28
 *     its half in a fade from black      72       27      0.9       0.95    0.68
 *     black                            0-16        0        0          0       0 */
static double score(CMLook look) {
    double brightness = rise(look.mean + look.spread, 10, 80);
    double contrast = rise(look.spread, 0, 40);
    double detail = rise(look.detail, 0, 0.15);
    double sharpness = rise(look.sharpness, 0.3, 0.8);

    return brightness * contrast * mild(detail) * mild(sharpness);
}

/* 1 half way from `before` to `after`, 0 at both ends and beyond them. */
static double halfway(double before, double here, double after) {
    double share = before == after ? 0 : (here - before) / (after - before);

    return FFMAX(0, 4 * share * (1 - share));
}

static int slot(int64_t number) {
    return (int)(number % 3);
}

/* How far a picture comes from one neighbour and goes into the other, 0...1. Faces and cameras that
 * move change little of the brightness as a whole, and are no mixture of before and after. */
static double fading(const CMPoster *poster, int64_t number) {
    int before = slot(number - 1), after = slot(number + 1);
    double earlier = poster->looks[before].mean, later = poster->looks[after].mean;
    CMLook here = poster->looks[slot(number)];
    double change = fabs(later - earlier) * halfway(earlier, here.mean, later);
    double mixture = cm_mixture(&poster->sketches[before], &poster->sketches[slot(number)],
                                &poster->sketches[after]);

    return FFMAX(rise(change / (here.mean + here.spread + 8), 0.05, 0.15),
                 rise(mixture / (here.spread + 8), 0.12, 0.3));
}

static void judge(CMPoster *poster, int64_t number, double fading) {
    double found = score(poster->looks[slot(number)]) * mild(1 - fading);

    if (number == 0 || found > poster->score * CM_WORTH_WAITING) {
        poster->chosen = number;
        poster->score = found;
    }
}

CMSketch *cm_poster_next(CMPoster *poster) {
    return &poster->sketches[slot(poster->shown)];
}

void cm_poster_show(CMPoster *poster) {
    int64_t number = poster->shown++;

    poster->looks[slot(number)] = cm_look_at(&poster->sketches[slot(number)]);
    if (number >= 2) {
        poster->fading = fading(poster, number - 1);
        if (number == 2) {
            judge(poster, 0, poster->fading); /* it has only one neighbour */
        }
        judge(poster, number - 1, poster->fading);
    }
}

void cm_poster_end(CMPoster *poster) {
    for (int64_t number = poster->shown == 2 ? 0 : poster->shown - 1;
         number >= 0 && number < poster->shown; number++) {
        judge(poster, number, poster->fading);
    }
}

void cm_poster_free(CMPoster *poster) {
    for (int i = 0; i < 3; i++) {
        cm_sketch_free(&poster->sketches[i]);
    }
}
