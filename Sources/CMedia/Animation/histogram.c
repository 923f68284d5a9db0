/* histogram.c - see histogram.h. */

#include "histogram.h"

#include <stdlib.h>
#include <string.h>

#include <libimagequant.h>

/* About so many pixels of a frame count. */
enum { LOOKED_AT = 80000 };

/* Colours that share their upper bits count as one, with their mean. */
enum { BITS = 6, BINS = 1 << 3 * BITS };

/* libimagequant's: 1 is slow and best, 10 is fast. */
enum { SPEED = 2 };

typedef struct Bin {
    uint32_t sums[3], count, weight;
} Bin;

/* Distinct colours, until they are too many. */
enum { SLOTS = 16384, MOST_DISTINCT = 6000 };
typedef struct Distinct {
    uint8_t slots[SLOTS][4]; /* by a hash; alpha is 0 in those that are empty */
    uint32_t weights[SLOTS];
    int32_t count;
} Distinct;

struct CMHistogram {
    Bin *bins;
    Distinct distinct;
};

CMHistogram *cm_histogram_new(void) {
    CMHistogram *histogram = g_new0(CMHistogram, 1);

    histogram->bins = g_new0(Bin, BINS);
    return histogram;
}

void cm_histogram_free(CMHistogram *histogram) {
    if (histogram) {
        g_free(histogram->bins);
        g_free(histogram);
    }
}

/* Distinct colours */

bool cm_histogram_is_exact(const CMHistogram *histogram) {
    return histogram->distinct.count <= CM_MOST_COLOURS;
}

static void add_distinct(Distinct *distinct, const uint8_t *pixel, uint32_t weight) {
    uint32_t key = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
    uint32_t slot = (key * 2654435761u >> 16) % SLOTS;

    while (distinct->slots[slot][3] && memcmp(distinct->slots[slot], pixel, 3)) {
        slot = (slot + 1) % SLOTS;
    }
    distinct->weights[slot] += weight;
    if (!distinct->slots[slot][3]) {
        memcpy(distinct->slots[slot], pixel, 4);
        distinct->count++;
    }
}

static void add_all_distinct(CMHistogram *histogram, const uint8_t *pixels, size_t count) {
    const uint8_t *last = NULL;

    for (size_t i = 0; i < count && cm_histogram_is_exact(histogram); i++, pixels += 4) {
        if (pixels[3] && !(last && !memcmp(last, pixels, 3))) {
            add_distinct(&histogram->distinct, pixels, 0);
        }
        last = pixels;
    }
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, 4);
}

static CMPalette *exact_palette(const Distinct *distinct) {
    uint8_t colours[CM_MOST_COLOURS + 1][4] = {{0}};
    int32_t count = 0;

    for (int32_t slot = 0; slot < SLOTS; slot++) {
        if (distinct->slots[slot][3]) {
            memcpy(colours[count++], distinct->slots[slot], 4);
        }
    }
    qsort(colours, (size_t)count, 4, compare);
    /* An animation that shows nothing has a colour all the same. */
    return cm_palette_new((const uint8_t(*)[4])colours, MAX(count, 1));
}

/* Bins */

static int32_t bin_of(const uint8_t *pixel) {
    int32_t shift = 8 - BITS;

    return (pixel[0] >> shift) << 2 * BITS | (pixel[1] >> shift) << BITS | pixel[2] >> shift;
}

static void add_row(CMHistogram *histogram, const uint8_t *pixel, const CMCalm *calm, int32_t y) {
    for (int32_t x = 0; x < calm->size.width; x++, pixel += 4) {
        if (pixel[3]) {
            Bin *bin = &histogram->bins[bin_of(pixel)];
            uint32_t weight = (uint32_t)MIN(CM_CALM, cm_calm_weight(calm, x, y));
            if (histogram->distinct.count <= MOST_DISTINCT) {
                add_distinct(&histogram->distinct, pixel, weight);
            }
            for (int k = 0; k < 3; k++) {
                bin->sums[k] += pixel[k];
            }
            bin->count++;
            bin->weight += weight;
        }
    }
}

void cm_histogram_add(CMHistogram *histogram, const uint8_t *frame, const CMCalm *calm,
                      bool rows) {
    size_t width = (size_t)calm->size.width, count = width * (size_t)calm->size.height;
    int32_t stride = 1 + (int32_t)(count / LOOKED_AT);

    add_all_distinct(histogram, frame, count);
    for (int32_t y = 0; rows && y < calm->size.height; y += stride) {
        add_row(histogram, frame + 4 * width * (size_t)y, calm, y);
    }
}

/* libimagequant */

static liq_histogram_entry entry(uint32_t red, uint32_t green, uint32_t blue, uint32_t weight) {
    return (liq_histogram_entry){.color = {(uint8_t)red, (uint8_t)green, (uint8_t)blue, 255},
                                 .count = MAX(1, weight / CM_CALM)};
}

static int distinct_entries(const Distinct *distinct, liq_histogram_entry *entries) {
    int count = 0;

    for (int32_t slot = 0; slot < SLOTS; slot++) {
        const uint8_t *colour = distinct->slots[slot];
        if (colour[3]) {
            entries[count++] = entry(colour[0], colour[1], colour[2], distinct->weights[slot]);
        }
    }
    return count;
}

static int bin_entries(const Bin *bins, liq_histogram_entry *entries) {
    int count = 0;

    for (const Bin *bin = bins; bin < bins + BINS; bin++) {
        uint32_t n = bin->count, half = n / 2;
        if (n) {
            entries[count++] = entry((bin->sums[0] + half) / n, (bin->sums[1] + half) / n,
                                     (bin->sums[2] + half) / n, bin->weight);
        }
    }
    return count;
}

static liq_histogram_entry *entries_of(const CMHistogram *histogram, int *count) {
    liq_histogram_entry *entries = g_new(liq_histogram_entry, BINS);

    *count = histogram->distinct.count <= MOST_DISTINCT
                 ? distinct_entries(&histogram->distinct, entries)
                 : bin_entries(histogram->bins, entries);
    return entries;
}

static CMPalette *palette_from(liq_result *result, int32_t most) {
    const liq_palette *chosen = liq_get_palette(result);
    uint8_t colours[CM_MOST_COLOURS + 1][4];
    int32_t count = 0;

    for (unsigned i = 0; i < chosen->count && count < most; i++) {
        liq_color colour = chosen->entries[i];
        memcpy(colours[count++], (const uint8_t[]){colour.r, colour.g, colour.b, 255}, 4);
    }
    return cm_palette_new((const uint8_t(*)[4])colours, count);
}

/* libimagequant makes room for the square of the entries that it is given first, and takes more
 * later as it needs it. */
static bool add_entries(liq_histogram *counts, liq_attr *options,
                        const liq_histogram_entry *entries, int count) {
    int few = MIN(count, 128);

    return !liq_histogram_add_colors(counts, options, entries, few, 0) &&
           (count == few ||
            !liq_histogram_add_colors(counts, options, entries + few, count - few, 0));
}

static CMPalette *choose(const CMHistogram *histogram, int32_t most) {
    liq_attr *options = liq_attr_create();
    liq_histogram *counts = options ? liq_histogram_create(options) : NULL;
    liq_result *result = NULL;
    CMPalette *palette = NULL;
    int count = 0;
    liq_histogram_entry *entries = entries_of(histogram, &count);

    if (counts && !liq_set_speed(options, SPEED) && !liq_set_max_colors(options, MAX(most, 2)) &&
        add_entries(counts, options, entries, count) &&
        !liq_histogram_quantize(counts, options, &result)) {
        palette = palette_from(result, most);
        liq_result_destroy(result);
    }
    if (counts) {
        liq_histogram_destroy(counts);
    }
    if (options) {
        liq_attr_destroy(options);
    }
    g_free(entries);
    return palette;
}

CMPalette *cm_histogram_palette(const CMHistogram *histogram, int32_t most) {
    if (histogram->distinct.count <= MIN(most, CM_MOST_COLOURS)) {
        return exact_palette(&histogram->distinct);
    }
    return choose(histogram, most);
}
