/* level.c - finding the gain and the ceiling at which sound comes out as loud as was asked for.
 *
 * How much louder than before AAC gives peaks back is known only afterwards: by some tenths of a
 * decibel mostly, by three where noise sets in suddenly. So each try is decoded and measured, and the
 * next one is set by what it missed. */

#include <math.h>

#include "loudness.h"
#include "shape.h"

enum { CM_MOST_TRIES = 8 };

/* Decibels: the highest true peak, and what is left to AAC at first. */
static const double CM_MOST_PEAK = -1, CM_ROOM = 0.5;

/* Decibels by which the ceiling comes down. One peak may be far too high by chance, and is another one
 * after the next try. */
static const double CM_STEP = 0.1, CM_MOST_STEP = 1;

static const double CM_NEAR = 0.15;       /* LU from the target */
static const double CM_MOST_REGAINED = 6; /* decibels to make good for what a limiter takes */
static const double CM_LIMITED = 1.4;     /* decibels of gain to a limiter for one that comes out */

typedef struct CMSearch {
    CMJob *job;
    const CMHeard *heard;
    int64_t bit_rate;
    double target;
    CMLoudness source;
    CMShape shape;   /* to try next */
    double ceiling;  /* that peaks must be kept under */
    double most;     /* gain */
    CMReel best;     /* of the tries whose peaks are low enough */
    double best_miss;
} CMSearch;

static double peak_before(const CMSearch *search) {
    return search->source.peak + search->shape.gain;
}

/* Encodes, and measures what a decoder makes of it. */
static int encode_and_measure(CMSearch *search, CMReel *reel, CMLoudness *result, CMError *error) {
    CMHeard heard;
    int status;

    search->shape.ceiling =
        peak_before(search) > search->ceiling ? search->ceiling : INFINITY;
    status = cm_encode_shaped(search->job, search->heard, &search->shape, search->bit_rate, reel,
                              error);
    if (status == 0) {
        status = cm_hear_reel(reel, &heard, error);
        if (status == 0) {
            status = cm_measure(&heard, search->job->watch, result, error);
        }
        cm_heard_free(&heard);
    }
    return status;
}

/* Keeps a try if it is the best one so far. */
static void keep_better(CMSearch *search, CMReel *reel, const CMLoudness *result) {
    double miss = fabs(search->target - result->integrated);

    if (result->peak <= CM_MOST_PEAK && (!search->best.parameters || miss < search->best_miss)) {
        cm_reel_free(&search->best);
        search->best = *reel;
        search->best_miss = miss;
        *reel = (CMReel){0};
    }
}

/* Sets the next try; false if it would be the same one.
 *
 * A limiter that makes clicks out of what is nothing but peaks leaves less than plain gain would. */
static bool adjust(CMSearch *search, const CMLoudness *result) {
    double excess = result->peak - CM_MOST_PEAK, gain = search->shape.gain;
    double missed = search->target - result->integrated;
    double plain = search->ceiling - search->source.peak;

    if (excess > 0) {
        search->ceiling =
            FFMIN(peak_before(search), search->ceiling) - FFMIN(excess, CM_MOST_STEP) - CM_STEP;
    }
    if (search->shape.ceiling < INFINITY) {
        missed *= CM_LIMITED;
        if (result->integrated < search->source.integrated + plain) {
            search->most = search->ceiling - search->source.peak;
        }
    }
    search->shape.gain = FFMIN(gain + missed, search->most);
    return excess > 0 || fabs(search->shape.gain - gain) > CM_STEP / 2;
}

static int find(CMSearch *search, CMReel *reel, CMError *error) {
    CMLoudness result;

    for (int i = 0; i < CM_MOST_TRIES; i++) {
        if (encode_and_measure(search, reel, &result, error) < 0) {
            return -1;
        }
        keep_better(search, reel, &result);
        if ((search->best.parameters && search->best_miss <= CM_NEAR) ||
            !adjust(search, &result)) {
            break;
        }
    }
    if (!search->best.parameters) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "the peaks stay too high");
    }
    return 0;
}

int cm_encode_at_loudness(CMJob *job, const CMHeard *heard, double target, int64_t bit_rate,
                          CMReel *reel, CMError *error) {
    CMSearch search = {.job = job, .heard = heard, .bit_rate = bit_rate, .target = target,
                       .shape = {.ceiling = INFINITY}, .ceiling = CM_MOST_PEAK - CM_ROOM};
    int status;

    if (cm_measure(heard, job->watch, &search.source, error) < 0) {
        return -1;
    }
    if (!(search.source.integrated > CM_SILENCE)) {
        return cm_encode_shaped(job, heard, &search.shape, bit_rate, reel, error);
    }
    search.shape.gain = target - search.source.integrated;
    search.most = search.shape.gain + CM_MOST_REGAINED;
    status = find(&search, reel, error);
    cm_reel_free(reel);
    *reel = search.best;
    return status;
}
