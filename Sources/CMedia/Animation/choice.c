/* choice.c - see choice.h.
 *
 * All numbers here were found by trial on the animations that Benchmarks/animations calls tuned. */

#include "choice.h"

#include <math.h>

/* Bits for a squared distance of 1, in an animation like a photograph. */
#define LAMBDA 0.012

/* Where most of a frame is flat, and where edges are hard all over, the same costs buy more
 * likeness than anyone sees: there less will do. */
#define FLAT_SHARE 0.6
#define HARD_VARIANCE 450.0
#define LEAST_SHARE 0.03

/* A palette is for all frames, and what it lacks cannot be bought back: that weighs more. */
#define PALETTE_WEIGHT 1.5

/* Numbers of colours that are tried. */
static const int32_t counts[] = {3, 5, 7, 11, 15, 23, 31, 47, 63, 95, 127, 191, 255};
enum { COUNTS = G_N_ELEMENTS(counts), START = 8 };

double cm_choose_lambda(const CMPreview *preview, double quality) {
    double flat = 1 - FLAT_SHARE * cm_preview_flat(preview);
    double hard = 1 / (1 + pow(cm_preview_variance(preview) / HARD_VARIANCE, 3));

    return quality * LAMBDA * flat * fmax(hard, LEAST_SHARE);
}

typedef struct Search {
    const CMPreview *preview;
    double lambda, costs[COUNTS]; /* 0 for what was not tried */
    CMChoice best;
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
    double cost = fmax(1, trial.bits + PALETTE_WEIGHT * trial.lost);
    if (!search->best.palette || cost < search->best_cost) {
        cm_palette_free(search->best.palette);
        search->best = (CMChoice){cm_palette_sorted(palette, trial.uses), trial.bits};
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

CMChoice cm_choose_colours(const CMPreview *preview, double lambda) {
    Search search = {.preview = preview, .lambda = lambda};

    if (cm_preview_is_exact(preview)) {
        cost_of(&search, COUNTS - 1);
    } else {
        descend(&search, descend(&search, START, 2), 1);
    }
    return search.best;
}
