/* sketch.c - see sketch.h. */

#include "sketch.h"

#include <math.h>
#include <string.h>

#include <libavutil/common.h>
#include <libavutil/mem.h>

/* A thumbnail is about so large, and what cannot be seen in it does not count. */
enum { CM_LONGEST_SIDE = 320 };

/* Side of the squares that the picture is looked through by. */
enum { CM_BLOCK = 16 };

/* So many squares of differences may be summed up in 32 bits. */
enum { CM_RUN = 4096 };

/* Standard deviation of luma from which on a square shows something: above film grain. */
static const double CM_SEEN = 5;

/* A direction with so many times less in its edges than the other one has none. */
enum { CM_NO_EDGES = 50 };

/* From here on a picture is no mixture of two others but moves between them. Of three that have
 * nothing in common, one is 0.87 off the way between the others; one of a dissolve about 0.3, since
 * what is dissolved moves. */
static const double CM_OFF = 0.6;

int cm_sketch_begin(CMSketch *sketch, int width, int height, CMError *error) {
    int factor = (FFMAX(width, height) + CM_LONGEST_SIDE - 1) / CM_LONGEST_SIDE;

    factor = FFMAX(1, FFMIN(factor, FFMIN(width, height)));
    if (sketch->width != width / factor || sketch->height != height / factor ||
        sketch->factor != factor) {
        cm_sketch_free(sketch);
        sketch->factor = factor;
        sketch->width = width / factor;
        sketch->height = height / factor;
        sketch->luma = av_malloc((size_t)sketch->width * sketch->height);
        sketch->sums = av_malloc_array((size_t)sketch->width * factor, sizeof *sketch->sums);
    }
    if (!sketch->luma || !sketch->sums) {
        cm_sketch_free(sketch);
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    }
    sketch->rows = sketch->finished = 0;
    return 0;
}

/* One row's means of squares from the sums of their columns. Inlined, so that the usual factors
 * are constants. */
static inline void average(const uint16_t *restrict sums, int width, int factor,
                           uint8_t *restrict luma) {
    uint32_t share = (1 << 24) / (uint32_t)(factor * factor);

    for (int x = 0; x < width; x++) {
        uint32_t sum = 0;
        for (int i = 0; i < factor; i++) {
            sum += sums[x * factor + i];
        }
        luma[x] = (uint8_t)(sum * share >> 24);
    }
}

static void finish_row(CMSketch *sketch) {
    uint8_t *luma = sketch->luma + (size_t)sketch->width * sketch->finished;

    switch (sketch->factor) {
    case 1: average(sketch->sums, sketch->width, 1, luma); break;
    case 2: average(sketch->sums, sketch->width, 2, luma); break;
    case 3: average(sketch->sums, sketch->width, 3, luma); break;
    case 4: average(sketch->sums, sketch->width, 4, luma); break;
    default: average(sketch->sums, sketch->width, sketch->factor, luma);
    }
    sketch->finished++;
    sketch->rows = 0;
}

static void add(uint16_t *restrict sums, const uint8_t *restrict luma, int count) {
    for (int x = 0; x < count; x++) {
        sums[x] = (uint16_t)(sums[x] + luma[x]);
    }
}

void cm_sketch_add_row(CMSketch *sketch, const uint8_t *luma) {
    int width = sketch->width * sketch->factor;

    if (sketch->finished == sketch->height) {
        return; /* less than one row of the sketch is left over */
    }
    if (sketch->rows == 0) {
        memset(sketch->sums, 0, (size_t)width * sizeof *sketch->sums);
    }
    add(sketch->sums, luma, width);
    if (++sketch->rows == sketch->factor) {
        finish_row(sketch);
    }
}

void cm_sketch_free(CMSketch *sketch) {
    av_freep(&sketch->luma);
    av_freep(&sketch->sums);
    *sketch = (CMSketch){0};
}

/* Looking */

typedef struct CMSums {
    int64_t count, sum, squares;
} CMSums;

static double spread_of(CMSums sums) {
    double mean = (double)sums.sum / sums.count;

    return sqrt(FFMAX(0, (double)sums.squares / sums.count - mean * mean));
}

static CMSums sum_block(const CMSketch *sketch, int left, int top) {
    int right = FFMIN(left + CM_BLOCK, sketch->width);
    int bottom = FFMIN(top + CM_BLOCK, sketch->height);
    int32_t sum = 0, squares = 0;

    for (int y = top; y < bottom; y++) {
        const uint8_t *luma = sketch->luma + (size_t)sketch->width * y;
        for (int x = left; x < right; x++) {
            sum += luma[x];
            squares += luma[x] * luma[x];
        }
    }
    return (CMSums){(int64_t)(right - left) * (bottom - top), sum, squares};
}

static void look_through(const CMSketch *sketch, CMLook *look) {
    CMSums all = {0};
    int64_t seen = 0;

    for (int top = 0; top < sketch->height; top += CM_BLOCK) {
        for (int left = 0; left < sketch->width; left += CM_BLOCK) {
            CMSums block = sum_block(sketch, left, top);
            all.count += block.count;
            all.sum += block.sum;
            all.squares += block.squares;
            seen += spread_of(block) > CM_SEEN ? block.count : 0;
        }
    }
    look->mean = (double)all.sum / all.count;
    look->spread = spread_of(all);
    look->detail = (double)seen / all.count;
}

/* First and second differences, squared and summed along one direction. */
typedef struct CMEdges {
    int64_t first, second;
} CMEdges;

static void add_edges(const uint8_t *luma, int count, ptrdiff_t step, CMEdges *edges) {
    int32_t first = 0, second = 0;

    for (int x = 0; x < count; x++) {
        int before = luma[x] - luma[x - step], after = luma[x + step] - luma[x];
        first += after * after;
        second += (after - before) * (after - before);
    }
    edges->first += first;
    edges->second += second;
}

/* Blur takes more from second differences than from first ones, whatever the contrast; squares let
 * strong edges count most. */
static double sharpness_of(CMEdges edges) {
    return edges.first > 0 ? sqrt((double)edges.second / edges.first / 2) : 0;
}

/* What moves is blurred in one direction only, so each has its say, if it has edges at all. */
static double measure_sharpness(const CMSketch *sketch) {
    CMEdges across = {0}, down = {0};

    for (int y = 1; y < sketch->height - 1; y++) {
        const uint8_t *luma = sketch->luma + (size_t)sketch->width * y + 1;
        add_edges(luma, sketch->width - 2, 1, &across);
        add_edges(luma, sketch->width - 2, sketch->width, &down);
    }
    if (across.first < down.first / CM_NO_EDGES) {
        return sharpness_of(down);
    }
    if (down.first < across.first / CM_NO_EDGES) {
        return sharpness_of(across);
    }
    return (sharpness_of(across) + sharpness_of(down)) / 2;
}

CMLook cm_look_at(const CMSketch *sketch) {
    CMLook look = {0};

    look_through(sketch, &look);
    look.sharpness = measure_sharpness(sketch);
    return look;
}

/* Squared and multiplied differences of three pictures. */
typedef struct CMWay {
    int64_t whole, done, along; /* after - before, here - before, and their product */
} CMWay;

static void add_way(const uint8_t *before, const uint8_t *here, const uint8_t *after, int count,
                    CMWay *way) {
    int32_t whole = 0, done = 0, along = 0;

    for (int i = 0; i < count; i++) {
        int all = after[i] - before[i], part = here[i] - before[i];
        whole += all * all;
        done += part * part;
        along += part * all;
    }
    way->whole += whole;
    way->done += done;
    way->along += along;
}

static bool are_alike(const CMSketch *one, const CMSketch *other) {
    return one->width == other->width && one->height == other->height;
}

double cm_mixture(const CMSketch *before, const CMSketch *sketch, const CMSketch *after) {
    int count = sketch->width * sketch->height;
    CMWay way = {0};

    if (!are_alike(before, sketch) || !are_alike(sketch, after)) {
        return 0;
    }
    for (int i = 0; i < count; i += CM_RUN) {
        add_way(before->luma + i, sketch->luma + i, after->luma + i, FFMIN(CM_RUN, count - i),
                &way);
    }
    /* The share of the way from one to the other, and how far off that way it is. */
    double share = way.whole ? (double)way.along / way.whole : 0;
    double off = way.whole ? sqrt(FFMAX(0, (double)way.done / way.whole - share * share)) : 0;

    if (share <= 0 || share >= 1) {
        return 0;
    }
    return sqrt((double)way.whole / count) * 4 * share * (1 - share) * FFMAX(0, 1 - off / CM_OFF);
}
