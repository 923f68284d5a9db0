/* preview.c - see preview.h. */

#include "preview.h"

#include <math.h>

#include <string.h>

#include "lzw.h"

/* Frames whose colours are looked at. */
enum { SAMPLES = 12 };

/* Frames that are tried besides the first one, and of each about so many pixels, in strips. */
enum { TRIALS = 3, TRIED = 48000, STRIP = 16 };

/* For how long a pixel stays in a trial: of the first frame, and of later ones. */
static const double stays[] = {6, 2};

typedef struct Excerpt {
    uint8_t (*wanted)[4], (*shown)[4]; /* pixels of a frame, and of the one before it */
    uint16_t *calm;
    size_t count;
    double share; /* of the frame's pixels */
} Excerpt;

struct CMPreview {
    CMHistogram *histogram;
    CMCalm calm;
    Excerpt excerpts[1 + TRIALS];
    int32_t excerpt_count, frames;
    double variance, flat;
    int32_t samples;
};

void cm_preview_free(CMPreview *preview) {
    if (preview) {
        cm_histogram_free(preview->histogram);
        cm_calm_close(&preview->calm);
        for (int32_t i = 0; i < preview->excerpt_count; i++) {
            g_free(preview->excerpts[i].wanted);
            g_free(preview->excerpts[i].shown);
            g_free(preview->excerpts[i].calm);
        }
        g_free(preview);
    }
}

bool cm_preview_is_exact(const CMPreview *preview) {
    return cm_histogram_is_exact(preview->histogram);
}

double cm_preview_variance(const CMPreview *preview) {
    return preview->variance / MAX(1, preview->samples);
}

double cm_preview_flat(const CMPreview *preview) {
    return preview->flat / MAX(1, preview->samples);
}

double cm_preview_still(const CMPreview *preview) {
    size_t still = 0, all = 0;

    for (int32_t i = 1; i < preview->excerpt_count; i++) {
        const Excerpt *excerpt = &preview->excerpts[i];
        for (size_t k = 0; k < excerpt->count; k++) {
            still += !memcmp(excerpt->wanted[k], excerpt->shown[k], 4);
        }
        all += excerpt->count;
    }
    return all ? (double)still / (double)all : 1;
}

CMPalette *cm_preview_palette(const CMPreview *preview, int32_t most) {
    return cm_histogram_palette(preview->histogram, most);
}

/* Looking */

/* Whether a frame is one of so many that are spread evenly over all. */
static bool is_among(int32_t number, int32_t count, int32_t wanted) {
    return number >= 0 && number < count &&
           (count <= wanted ||
            (int64_t)(number + 1) * wanted / count != (int64_t)number * wanted / count);
}

static bool is_tried(const CMPreview *preview, int32_t number) {
    return number == 0 || is_among(number, preview->frames, TRIALS);
}

static void copy_strip(const CMPreview *preview, Excerpt *excerpt, const uint8_t *frame,
                       const uint8_t *before, int32_t top, int32_t rows) {
    int32_t width = preview->calm.size.width;
    size_t start = (size_t)top * (size_t)width;

    for (int32_t i = 0; i < rows * width; i++) {
        size_t to = excerpt->count++, from = 4 * (start + (size_t)i);
        memcpy(excerpt->wanted[to], frame + from, 4);
        memcpy(excerpt->shown[to], before ? before + from : (const uint8_t[4]){0}, 4);
        excerpt->calm[to] = (uint16_t)cm_calm_weight(&preview->calm, i % width, top + i / width);
    }
}

static void take_excerpt(CMPreview *preview, const uint8_t *frame, const uint8_t *before) {
    CMSize size = preview->calm.size;
    int32_t strips = MAX(1, TRIED / (STRIP * size.width));
    bool is_whole = strips * STRIP >= size.height;
    int32_t rows = is_whole ? size.height : STRIP;
    size_t most = (size_t)size.width * (size_t)rows * (size_t)(is_whole ? 1 : strips);
    Excerpt *excerpt = &preview->excerpts[preview->excerpt_count++];

    *excerpt = (Excerpt){.wanted = g_malloc(4 * most),
                         .shown = g_malloc(4 * most),
                         .calm = g_new(uint16_t, most)};
    strips = is_whole ? 1 : strips;
    for (int32_t i = 0; i < strips; i++) {
        int32_t top = (2 * i + 1) * size.height / (2 * strips) - rows / 2;
        copy_strip(preview, excerpt, frame, before, CLAMP(top, 0, size.height - rows), rows);
    }
    excerpt->share = (double)excerpt->count / ((double)size.width * size.height);
}

static int look(CMPreview *preview, CMFrames *frames, uint8_t *room, CMError *error) {
    int32_t number = frames->present + 1;
    bool is_sample = is_among(number, preview->frames, SAMPLES);
    bool is_trial = is_tried(preview, number), is_before = is_tried(preview, number + 1);
    const uint8_t *before = frames->shown, *frame = NULL;

    if (!is_sample && !is_trial && !is_before && !cm_preview_is_exact(preview)) {
        return cm_frames_skip(frames, error);
    }
    if (cm_frames_next(frames, room, &frame, error)) {
        return -1;
    }
    if (is_sample || is_trial) {
        cm_calm_measure(&preview->calm, frame);
        preview->variance += preview->calm.variance;
        preview->flat += preview->calm.flat;
        preview->samples++;
    }
    cm_histogram_add(preview->histogram, frame, &preview->calm, is_sample);
    if (is_trial) {
        take_excerpt(preview, frame, before);
    }
    return 0;
}

/* Frames are resized only as far as they are looked at, in two rooms by turns. */
static int look_at_all(CMPreview *preview, CMFrames *frames, CMError *error) {
    size_t size = (size_t)frames->size.width * (size_t)frames->size.height * 4;
    uint8_t *rooms[2] = {g_try_malloc(size), g_try_malloc(size)};
    int status = rooms[0] && rooms[1] ? 0
                                      : cm_fail(error, CMStageDecode, CMCauseInternal, 0,
                                                "no memory for a frame");

    for (int32_t number = 0; !status && number < preview->frames; number++) {
        status = look(preview, frames, rooms[number & 1], error);
    }
    if (!status) {
        status = cm_frames_rewind(frames, error);
    }
    g_free(rooms[0]);
    g_free(rooms[1]);
    return status;
}

CMPreview *cm_preview_new(CMFrames *frames, CMError *error) {
    CMPreview *preview = g_new0(CMPreview, 1);

    preview->histogram = cm_histogram_new();
    preview->frames = frames->count;
    if (cm_calm_open(&preview->calm, frames->size, error) || look_at_all(preview, frames, error)) {
        cm_preview_free(preview);
        return NULL;
    }
    return preview;
}

/* Trying */

static CMPixel ask(const Excerpt *excerpt, size_t i, CMPalette *palette, double weight) {
    const uint8_t *wanted = excerpt->wanted[i];
    int32_t nearest = wanted[3] ? cm_palette_distance(palette, wanted) : 0;

    double share = CLAMP(weight * excerpt->calm[i], 1, CM_MOST_WEIGHT);
    return cm_pixel(wanted, excerpt->shown[i], (int32_t)share, nearest, G_MAXINT32);
}

/* Adds what an excerpt comes to, so many times. */
static void try_one(const Excerpt *excerpt, CMPalette *palette, double weight, double times,
                    CMTrial *trial) {
    CMPixel *pixels = g_new(CMPixel, excerpt->count);
    uint8_t *chosen = g_malloc(excerpt->count);
    GByteArray *bytes = g_byte_array_new();
    CMLzw *lzw = cm_lzw_new(G_MAXINT32);
    double lost = 0;

    for (size_t i = 0; i < excerpt->count; i++) {
        pixels[i] = ask(excerpt, i, palette, weight);
        lost += excerpt->wanted[i][3] ? pixels[i].base : 0;
    }
    lost += (double)cm_lzw_encode(lzw, palette, cm_symbols_of(palette), pixels, excerpt->count,
                                  bytes, chosen);
    trial->bits += times * 8 * bytes->len / excerpt->share;
    trial->lost += times * (lost / CM_BIT - 8 * bytes->len) / excerpt->share;
    for (size_t i = 0; i < excerpt->count; i++) {
        trial->uses[chosen[i]] += (int64_t)fmax(1, times);
    }
    cm_lzw_free(lzw);
    g_byte_array_unref(bytes);
    g_free(chosen);
    g_free(pixels);
}

CMTrial cm_preview_try(const CMPreview *preview, CMPalette *palette, double lambda) {
    CMTrial trial = {0};
    double later = (double)(preview->frames - 1) / MAX(1, preview->excerpt_count - 1);

    for (int32_t i = 0; i < preview->excerpt_count; i++) {
        double weight = cm_weight(lambda, stays[i > 0]) / CM_CALM;
        try_one(&preview->excerpts[i], palette, weight, i == 0 ? 1 : later, &trial);
    }
    return trial;
}
