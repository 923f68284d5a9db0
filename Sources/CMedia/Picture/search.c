/* search.c - see search.h. */

#include "search.h"

#include <math.h>

/* Shares of max_bytes: what is aimed at, and from where on an encode is worth no further one, or
 * none but to use up the few that are meant. */
#define AIM 0.94
#define GOOD_ENOUGH 0.86
#define ACCEPTABLE 0.76

/* Encodes in all, after which the aim is lowered until something fits. */
#define MEANT_ENCODES 5

/* JPEGs coarser than the first show their blocks, so fewer pixels are tried as well, in the second.
 * Beyond the third there is no picture left. */
#define VISIBLE_COARSENESS 1.2
#define SHRUNK_COARSENESS 0.85
#define MOST_COARSENESS 5

/* Full colour resolution costs a third more, and is not seen beside coarse detail. */
#define FULL_COLOUR_COARSENESS 0.6

/* Too large by so much, a PNG may be mended by fewer colours, or many colours be kept. */
#define NEARLY 2

/* Of the longer side; below, a picture shows nothing. */
#define LEAST_SIDE 8

/* By how much the score changes with the logarithm of the bytes, typically. */
#define SCORE_SLOPE 0.03

typedef struct Search {
    CMEncoding *encoding;
    CMAttempt *best;
    int32_t encodes; /* with the first one */
    CMImageFormat format;
    int colours;          /* of a PNG */
    bool has_full_colour; /* of a JPEG */
    CMSize size;          /* what the last encode had, and what it came to */
    double step, bytes;
    double per_step, per_pixel; /* slopes of the bytes, all as logarithms */
    double aim;
} Search;

static double pixels(CMSize size) {
    return (double)size.width * size.height;
}

static bool is_same(CMSize one, CMSize other) {
    return one.width == other.width && one.height == other.height;
}

static Search begin(CMEncoding *encoding, const CMAttempt *first, CMAttempt *best) {
    return (Search){.encoding = encoding,
                    .best = best,
                    .encodes = 1,
                    .format = first->format,
                    .has_full_colour = first->step.has_full_colour,
                    .size = first->size,
                    .step = first->step.coarseness,
                    .bytes = (double)cm_attempt_bytes(first),
                    .per_step = -0.75,
                    .per_pixel = 0.85,
                    .aim = AIM * (double)encoding->options->max_bytes};
}

/* What follows from one more encode. */
static void learn(Search *search, const CMAttempt *attempt) {
    double bytes = fmax(1, (double)cm_attempt_bytes(attempt)), step = attempt->step.coarseness;
    double growth = log(bytes / search->bytes);

    if (!is_same(attempt->size, search->size) && step == search->step) {
        double slope = growth / log(pixels(attempt->size) / pixels(search->size));
        search->per_pixel = fmin(fmax(slope, 0.4), 1.2);
    } else if (is_same(attempt->size, search->size) && step != search->step) {
        double slope = growth / log(step / search->step);
        search->per_step = fmin(fmax(slope, -1.5), -0.25);
    }
    search->size = attempt->size;
    search->step = step;
    search->bytes = bytes;
}

/* The coarseness that should come to the aim in full size. */
static double step_in_full(const Search *search) {
    double grown = search->per_pixel * log(pixels(search->encoding->size) / pixels(search->size));

    return search->step *
           exp((log(search->aim / search->bytes) - grown) / search->per_step);
}

/* The size that should come to the aim at a coarseness. */
static CMSize size_at(const Search *search, double step) {
    double grown = search->format == CMImageFormatJPEG
                       ? search->per_step * log(step / search->step)
                       : 0;
    double count = pixels(search->size) *
                   exp((log(search->aim / search->bytes) - grown) / search->per_pixel);

    return cm_scaled(search->encoding->size,
                     fmin(1, sqrt(count / pixels(search->encoding->size))));
}

static int make(Search *search, CMSize size, double step, CMAttempt *attempt) {
    CMEncoding *encoding = search->encoding;
    CMJpegStep jpeg = {.coarseness = step, .has_full_colour = search->has_full_colour};
    int status = search->format == CMImageFormatJPEG
                     ? cm_attempt_jpeg(encoding, size, jpeg, attempt)
                     : cm_attempt_png(encoding, size, search->colours, attempt);

    search->encodes++;
    if (!status) {
        learn(search, attempt);
    }
    return status;
}

static double filled(const Search *search, const CMAttempt *attempt) {
    return (double)cm_attempt_bytes(attempt) / (double)search->encoding->options->max_bytes;
}

/* Keeps an attempt that fits if it has more to show than the best so far. */
static void keep(Search *search, CMAttempt *attempt) {
    if (cm_attempt_fits(search->encoding, attempt) &&
        cm_attempt_bytes(attempt) > cm_attempt_bytes(search->best)) {
        cm_attempt_replace(search->best, attempt);
    }
    cm_attempt_free(attempt);
}

static bool is_done(const Search *search) {
    bool is_late = search->encodes >= MEANT_ENCODES;

    return filled(search, search->best) >= (is_late ? 0.01 : GOOD_ENOUGH);
}

/* Pixels */

static int give_up(Search *search) {
    return cm_fail(search->encoding->error, CMStageEncode, CMCauseCannotFit, 0,
                   "%.0f bytes at %d x %d pixels, more than %lld", search->bytes,
                   search->size.width, search->size.height,
                   (long long)search->encoding->options->max_bytes);
}

/* Changes the size at the present coarseness until it fits. */
static int search_size(Search *search) {
    while (!is_done(search) && filled(search, search->best) < ACCEPTABLE) {
        if (search->encodes >= MEANT_ENCODES) {
            search->aim *= 0.8;
        }
        CMSize size = size_at(search, search->step);
        int32_t side = MAX(search->size.width, search->size.height);
        bool is_over = search->bytes > (double)search->encoding->options->max_bytes;
        if (is_over && side <= LEAST_SIDE) {
            return give_up(search);
        }
        if (MAX(size.width, size.height) < LEAST_SIDE) {
            size = cm_scaled(search->encoding->size,
                             (double)LEAST_SIDE / MAX(search->encoding->size.width,
                                                      search->encoding->size.height));
        }
        if (is_same(size, search->size)) {
            if (!is_over) {
                return 0;
            }
            size = cm_scaled(search->size, (side - 1.0) / side);
        }
        CMAttempt attempt = {0};
        if (make(search, size, search->step, &attempt)) {
            return -1;
        }
        keep(search, &attempt);
    }
    return 0;
}

/* Coarseness */

/* Changes the coarseness in full size, as far as blocks do not show or `most` says. */
static int search_step(Search *search, double most, int tries) {
    for (int i = 0; i < tries && !is_done(search); i++) {
        double step = step_in_full(search);
        if (step > most || (i > 0 && fabs(log(step / search->step)) < 0.01)) {
            break;
        }
        search->has_full_colour = search->has_full_colour && step <= FULL_COLOUR_COARSENESS;
        CMAttempt attempt = {0};
        if (make(search, search->encoding->size, step, &attempt)) {
            return -1;
        }
        keep(search, &attempt);
    }
    return 0;
}

/* How good it would be if it came to exactly the aim. */
static double worth(const Search *search, const CMAttempt *attempt) {
    return attempt->score -
           SCORE_SLOPE * log((double)cm_attempt_bytes(attempt) / search->aim);
}

/* Goes on from the better one of two attempts. */
static int choose(Search *search, CMAttempt *one, CMAttempt *other) {
    int status = -1;

    if (!cm_attempt_look(search->encoding, one) && !cm_attempt_look(search->encoding, other)) {
        CMAttempt *better = worth(search, one) >= worth(search, other) ? one : other;
        learn(search, better);
        keep(search, better);
        status = 0;
    }
    cm_attempt_free(one);
    cm_attempt_free(other);
    return status;
}

int cm_search_jpeg(CMEncoding *encoding, const CMAttempt *first, CMAttempt *best) {
    Search search = begin(encoding, first, best);
    CMAttempt whole = {0}, shrunk = {0};

    if (search_step(&search, VISIBLE_COARSENESS, MEANT_ENCODES - 1)) {
        return -1;
    }
    if (cm_attempt_bytes(best)) {
        return 0;
    }
    double step = step_in_full(&search);
    search.has_full_colour = false;
    if (make(&search, size_at(&search, SHRUNK_COARSENESS), SHRUNK_COARSENESS, &shrunk)) {
        return -1;
    }
    if (step > MOST_COARSENESS) {
        keep(&search, &shrunk);
    } else if (make(&search, encoding->size, step, &whole)) {
        cm_attempt_free(&shrunk);
        return -1;
    } else if (choose(&search, &shrunk, &whole)) {
        return -1;
    }
    if (is_same(search.size, encoding->size) && search_step(&search, MOST_COARSENESS, 2)) {
        return -1;
    }
    return search_size(&search);
}

/* Colours */

/* The better one of two attempts, as *best; a missing one or one that is too large is worse. */
static int keep_better(Search *search, CMAttempt *one, CMAttempt *other) {
    CMEncoding *encoding = search->encoding;
    bool has_one = cm_attempt_fits(encoding, one), has_other = cm_attempt_fits(encoding, other);

    if (has_one && has_other &&
        (cm_attempt_look(encoding, one) || cm_attempt_look(encoding, other))) {
        return -1;
    }
    if (has_one && (!has_other || one->score >= other->score)) {
        cm_attempt_replace(search->best, one);
    } else if (has_other) {
        cm_attempt_replace(search->best, other);
    }
    return 0;
}

/* A palette fits. Where little was missing, all colours in a few pixels less may be better. */
static int enrich(Search *search, const CMAttempt *first, CMAttempt *reduced) {
    CMAttempt shrunk = {0};

    if (cm_attempt_look(search->encoding, reduced)) {
        return -1;
    }
    if (reduced->score < CM_SCORE_LOSSLESS &&
        (double)cm_attempt_bytes(first) < NEARLY * search->aim &&
        make(search, size_at(search, 0), 0, &shrunk)) {
        return -1;
    }
    int status = keep_better(search, reduced, &shrunk);
    cm_attempt_free(&shrunk);
    return status;
}

/* Fewer colours in full size, as long as that may do. */
static int make_few(Search *search, CMAttempt *few) {
    CMEncoding *encoding = search->encoding;
    double bytes = search->bytes;

    for (int colours = 16; colours >= 4 && bytes < NEARLY * search->aim; colours /= 4) {
        cm_attempt_free(few);
        search->encodes++;
        if (cm_attempt_png(encoding, encoding->size, colours, few)) {
            return -1;
        }
        if (cm_attempt_fits(encoding, few)) {
            return 0;
        }
        bytes = (double)cm_attempt_bytes(few);
    }
    return 0;
}

/* A palette is too large: fewer colours, or fewer pixels. */
static int impoverish(Search *search, const CMAttempt *reduced) {
    CMEncoding *encoding = search->encoding;
    CMAttempt shrunk = {0}, few = {0};
    int status = -1;

    search->colours = 256;
    learn(search, reduced);
    if (make_few(search, &few) || make(search, size_at(search, 0), 0, &shrunk)) {
        goto end;
    }
    if (cm_attempt_fits(encoding, &few)) {
        status = keep_better(search, &shrunk, &few);
    } else {
        keep(search, &shrunk);
        status = search_size(search);
    }

end:
    cm_attempt_free(&shrunk);
    cm_attempt_free(&few);
    return status;
}

int cm_search_png(CMEncoding *encoding, const CMAttempt *first, CMAttempt *palette,
                  CMAttempt *best) {
    Search search = begin(encoding, first, best);

    return cm_attempt_fits(encoding, palette) ? enrich(&search, first, palette)
                                              : impoverish(&search, palette);
}
