/* choice.c - see choice.h.
 *
 * All numbers here were found by trial on the animations that Benchmarks/animations calls tuned. */

#include "choice.h"

#include <math.h>

/* Bits for a squared distance of 1, in an animation like a photograph, and in one like a drawing:
 * where a part of the frame is quite flat, the same cost buys more likeness than anyone sees. */
#define PHOTOGRAPH 0.016
#define DRAWING 0.0045
#define FLAT 0.25

/* Hard edges hide what is near them: the variance of brightness that halves the cost, how steeply,
 * and the least share of it, in a drawing, and in what is like a photograph (or all black and white
 * dots, which hide nearly everything). */
#define HARD_DRAWING 600.0
#define HARD_PHOTOGRAPH 1100.0
#define LEAST_DRAWING 0.43
#define LEAST_PHOTOGRAPH 0.025

/* Where hardly anything moves, weights are high as it is, for how long everything is shown. */
#define STILL 0.33

/* A palette is for all frames, and what it lacks cannot be bought back: that weighs more, and most
 * where all is smooth, up to this variance, and bands would be seen. */
#define PALETTE_WEIGHT 1.5
#define SMOOTH_WEIGHT 8.0
#define SMOOTH_VARIANCE 4.0

/* Numbers of colours that are tried. */
static const int32_t counts[] = {3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127, 191, 255};
enum { COUNTS = G_N_ELEMENTS(counts), START = 6 };

static double between(double value, double low, double high) {
    return fmax(0, fmin(1, (value - low) / (high - low)));
}

double cm_choose_lambda(const CMPreview *preview, double quality) {
    double flat = cm_preview_flat(preview);
    double lambda = PHOTOGRAPH + between(flat, 0, FLAT) * (DRAWING - PHOTOGRAPH);
    double drawn = between(flat, 0.1, 0.3), variance = cm_preview_variance(preview);
    double drawing = fmax(LEAST_DRAWING, 1 / (1 + pow(variance / HARD_DRAWING, 4)));
    double photograph = fmax(LEAST_PHOTOGRAPH, 1 / (1 + pow(variance / HARD_PHOTOGRAPH, 8)));
    double hard = photograph + drawn * (drawing - photograph);
    double still = 1 - between(cm_preview_still(preview), 0.95, 0.99) * (1 - STILL);

    return quality * lambda * hard * still;
}

typedef struct Search {
    const CMPreview *preview;
    double lambda, weight, costs[COUNTS]; /* 0 for what was not tried */
    CMPalette *best;
    double best_cost;
} Search;

static double cost_of(Search *search, int32_t at) {
    if (search->costs[at] > 0) {
        return search->costs[at];
    }
    CMPalette *palette = cm_preview_palette(search->preview, counts[at]);
    if (!palette) {
        return search->costs[at] = HUGE_VAL;
    }
    CMTrial trial = cm_preview_try(search->preview, palette, search->lambda);
    double cost = fmax(1, trial.bits + search->weight * trial.lost);
    if (!search->best || cost < search->best_cost) {
        cm_palette_free(search->best);
        search->best = cm_palette_sorted(palette, trial.uses);
        search->best_cost = cost;
    }
    cm_palette_free(palette);
    return search->costs[at] = cost;
}

/* Downhill by so many places, as far as it goes. */
static int32_t descend(Search *search, int32_t at, int32_t stride) {
    for (;;) {
        bool can_fall = at >= stride, can_rise = at + stride < COUNTS;
        if (can_fall && cost_of(search, at - stride) < cost_of(search, at)) {
            at -= stride;
        } else if (can_rise && cost_of(search, at + stride) < cost_of(search, at)) {
            at += stride;
        } else {
            return at;
        }
    }
}

CMPalette *cm_choose_colours(const CMPreview *preview, double lambda) {
    double smooth = 1 - between(cm_preview_variance(preview), 0, SMOOTH_VARIANCE);
    Search search = {.preview = preview,
                     .lambda = lambda,
                     .weight = PALETTE_WEIGHT + smooth * (SMOOTH_WEIGHT - PALETTE_WEIGHT)};

    if (cm_preview_is_exact(preview)) {
        cost_of(&search, COUNTS - 1);
    } else {
        descend(&search, descend(&search, START, 2), 1);
    }
    return search.best;
}
