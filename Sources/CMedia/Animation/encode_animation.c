/* encode_animation.c - see encode_animation.h. */

#include "encode_animation.h"

#include "canvas.h"
#include "gif_file.h"
#include "histogram.h"
#include "likeness.h"

/* Of so few pixels, frames are tried with fewer and fewer symbols. */
enum { SMALL = 40000 };

/* What a palette may lack for each pixel, as a cost, and how much more than before, until others
 * are tried; a frame's own colours are for so many frames more. */
#define TOLERABLE (CM_BIT * 1.5)
#define MORE 1.15
enum { TERM = 8 };

typedef struct Encoder {
    CMFrames *frames;
    const CMAnimationSettings *settings;
    CMHorizon horizon;
    CMCanvas canvas;
    CMLzw *lzw;
    CMGifFile file;
    CMPalette *local;   /* of a frame for which the global one did not do; may be NULL */
    CMPalette *present; /* of the last frame: one of the two, and */
    double usual;       /* what it lacked for each pixel */
    int32_t age;        /* of that choice, in frames */
    bool is_cleared;    /* part of the canvas, by the last frame */
    double likeness; /* the sum of all frames so far */
} Encoder;

static int encoder_open(Encoder *encoder, CMError *error) {
    const CMAnimationSettings *settings = encoder->settings;
    CMSize size = encoder->frames->size;
    int32_t bound = settings->is_lossless ? 0 : G_MAXINT32;

    if (cm_horizon_open(&encoder->horizon, encoder->frames, error) ||
        cm_canvas_open(&encoder->canvas, size, settings->lambda, bound, error)) {
        return -1;
    }
    encoder->present = settings->palette;
    encoder->lzw = cm_lzw_new(bound);
    encoder->file.bytes = g_byte_array_new();
    cm_gif_begin(&encoder->file, size, settings->palette, settings->plays);
    return 0;
}

static void encoder_close(Encoder *encoder) {
    cm_horizon_close(&encoder->horizon);
    cm_canvas_close(&encoder->canvas);
    cm_lzw_free(encoder->lzw);
    cm_palette_free(encoder->local);
}

/* Frames */

/* The first frame covers the canvas, and no frame is empty. */
static CMRectangle drawable(const Encoder *encoder, CMRectangle rectangle) {
    if (encoder->file.frames == 0) {
        return (CMRectangle){0, 0, encoder->canvas.size.width, encoder->canvas.size.height};
    }
    return rectangle.width ? rectangle : (CMRectangle){0, 0, 1, 1};
}

typedef struct Data {
    CMSymbols symbols;
    GByteArray *bytes;
    uint8_t *chosen;
    int64_t cost;
} Data;

static Data make_data(Encoder *encoder, CMPalette *palette, CMSymbols symbols, size_t count) {
    Data data = {symbols, g_byte_array_new(), g_malloc(count), 0};

    data.cost = cm_lzw_encode(encoder->lzw, palette, symbols, encoder->canvas.pixels, count,
                              data.bytes, data.chosen);
    return data;
}

static void free_data(Data *data) {
    g_byte_array_unref(data->bytes);
    g_free(data->chosen);
}

/* The fewest symbols in which a frame can be said that has used these colours. */
static CMSymbols fewest(const CMPalette *palette, const uint8_t *chosen, size_t count, bool keeps) {
    bool is_used[CM_MOST_COLOURS + 1] = {false};
    CMSymbols symbols = {2, keeps ? 0 : -1};

    for (size_t i = 0; i < count; i++) {
        is_used[chosen[i]] = true;
    }
    while (keeps && symbols.kept < palette->count && is_used[symbols.kept]) {
        symbols.kept++;
    }
    for (int32_t colour = 0; colour < palette->count; colour++) {
        while (is_used[colour] && colour >> symbols.bits) {
            symbols.bits++;
        }
    }
    while (keeps && symbols.kept >> symbols.bits) {
        symbols.bits++;
    }
    return symbols;
}

/* Replaces what is best so far if other symbols cost less. */
static bool improve(Encoder *encoder, CMPalette *palette, CMSymbols symbols, size_t count,
                    Data *best) {
    Data data = make_data(encoder, palette, symbols, count);
    bool is_better = data.cost < best->cost;
    Data worse = is_better ? *best : data;

    *best = is_better ? data : *best;
    free_data(&worse);
    return is_better;
}

static bool is_opaque(const CMPixel *pixels, size_t count) {
    bool is_opaque = true;

    for (size_t i = 0; i < count && is_opaque; i++) {
        is_opaque = pixels[i].base >= 0;
    }
    return is_opaque;
}

/* Viewers take a background without a transparent colour for opaque. */
static Data encode_pixels(Encoder *encoder, CMPalette *palette, size_t count, bool is_cleared) {
    CMSymbols all = cm_symbols_of(palette);
    Data best = make_data(encoder, palette, all, count);
    bool keeps = true;

    if (count > SMALL) {
        return best;
    }
    if (!is_cleared && is_opaque(encoder->canvas.pixels, count)) {
        keeps = !improve(encoder, palette, (CMSymbols){all.bits, -1}, count, &best);
    }
    CMSymbols symbols = fewest(palette, best.chosen, count, keeps);
    while (symbols.bits < best.symbols.bits &&
           improve(encoder, palette, symbols, count, &best)) {
        symbols = fewest(palette, best.chosen, count, keeps);
    }
    return best;
}

/* A frame in the colours of a palette. */
typedef struct Draft {
    CMPalette *palette;
    CMChange change;
    Data data;
    double lacks; /* what the palette does for each pixel */
    int64_t cost; /* all in all */
} Draft;

static int64_t table_cost(const Encoder *encoder, const CMPalette *palette) {
    bool is_local = palette != encoder->settings->palette;

    return is_local ? (int64_t)(3 * 8 * CM_BIT) << cm_symbols_of(palette).bits : 0;
}

static Draft draft_frame(Encoder *encoder, CMPalette *palette, CMChange change) {
    CMCanvas *canvas = &encoder->canvas;
    Draft draft = {.palette = palette, .change = change};

    draft.change.rectangle = drawable(encoder, change.rectangle);
    cm_canvas_ask(canvas, &encoder->horizon, &draft.change);
    size_t count =
        (size_t)draft.change.rectangle.width * (size_t)draft.change.rectangle.height;
    draft.data = encode_pixels(encoder, palette, count, change.is_cleared);
    draft.lacks = (double)canvas->lost / (double)count;
    draft.cost = draft.data.cost + canvas->lost + table_cost(encoder, palette);
    return draft;
}

static void try_palette(Encoder *encoder, CMPalette *palette, Draft *best) {
    CMChange change = cm_canvas_change(&encoder->canvas, &encoder->horizon, palette);
    Draft draft = draft_frame(encoder, palette, change);
    bool is_better = draft.cost < best->cost;
    Draft worse = is_better ? *best : draft;

    *best = is_better ? draft : *best;
    free_data(&worse.data);
}

/* The colours of the present frame, as many as the global ones might be. */
static CMPalette *colours_of_frame(const Encoder *encoder) {
    CMHistogram *histogram = cm_histogram_new();

    cm_histogram_add(histogram, cm_horizon_present(&encoder->horizon), &encoder->canvas.calm, true);
    int32_t most = (1 << cm_symbols_of(encoder->settings->palette).bits) - 1;
    CMPalette *palette = cm_histogram_palette(histogram, MIN(most, CM_MOST_COLOURS));
    cm_histogram_free(histogram);
    return palette;
}

/* Tries other palettes where the last frame's is worse than it was. */
static void reconsider(Encoder *encoder, Draft *draft) {
    CMPalette *global = encoder->settings->palette;
    bool is_worse = draft->lacks > TOLERABLE && draft->lacks > MORE * encoder->usual;
    bool is_old = encoder->present != global && ++encoder->age >= TERM;

    if (encoder->settings->is_lossless || (!is_worse && !is_old)) {
        return;
    }
    if (encoder->present != global) {
        try_palette(encoder, global, draft);
    }
    CMPalette *own = is_worse ? colours_of_frame(encoder) : NULL;
    if (own) {
        try_palette(encoder, own, draft);
    }
    CMPalette *other = draft->palette == own ? encoder->local : own;
    encoder->local = draft->palette == own ? own : encoder->local;
    cm_palette_free(other);
    encoder->present = draft->palette;
    encoder->usual = draft->lacks;
    encoder->age = 0;
}

static double likeness(const Encoder *encoder) {
    return cm_likeness(encoder->canvas.shown, cm_horizon_present(&encoder->horizon),
                       encoder->canvas.size);
}

static void write_frame(Encoder *encoder, const Draft *draft, int32_t delay) {
    bool is_local = draft->palette != encoder->settings->palette;

    cm_gif_frame(&encoder->file, &draft->change, is_local ? draft->palette : NULL,
                 draft->data.symbols.kept, delay);
    g_byte_array_append(encoder->file.bytes, draft->data.bytes->data, draft->data.bytes->len);
    cm_canvas_draw(&encoder->canvas, draft->palette, &draft->change, draft->data.chosen);
    encoder->likeness += likeness(encoder);
    cm_canvas_dispose(&encoder->canvas, &draft->change);
    encoder->is_cleared = draft->change.is_cleared;
}

static void encode_frame(Encoder *encoder, int32_t delay) {
    CMChange change = cm_canvas_change(&encoder->canvas, &encoder->horizon, encoder->present);

    /* An animation keeps two frames, or it would be none. */
    bool is_needed = encoder->horizon.left == 1 && encoder->file.frames == 1;
    bool is_same = !change.rectangle.width && !encoder->is_cleared;
    if (is_same && !is_needed && cm_gif_prolong(&encoder->file, delay)) {
        encoder->likeness += likeness(encoder);
        return;
    }
    Draft draft = draft_frame(encoder, encoder->present, change);
    reconsider(encoder, &draft);
    write_frame(encoder, &draft, delay);
    free_data(&draft.data);
}

static int encode_all(Encoder *encoder, CMAnimationOutcome *outcome, CMError *error) {
    int32_t count = encoder->frames->count;
    CMWatch *watch = &encoder->frames->picture->watch;

    for (int32_t number = 0; number < count; number++) {
        if (cm_horizon_advance(&encoder->horizon, error)) {
            return -1;
        }
        encode_frame(encoder, encoder->settings->delays[number]);
        outcome->done = (double)(number + 1) / count;
        outcome->likeness = encoder->likeness / (number + 1);
        if (!cm_watch_report(watch, outcome->done)) {
            return cm_fail(error, CMStageEncode, CMCauseStopped, 0, "stopped");
        }
        if (encoder->file.bytes->len > encoder->settings->most_bytes) {
            return 0;
        }
    }
    cm_gif_end(&encoder->file);
    return 0;
}

int cm_encode_animation(CMFrames *frames, const CMAnimationSettings *settings,
                        CMAnimationOutcome *outcome, CMError *error) {
    Encoder encoder = {.frames = frames, .settings = settings};
    int status = -1;

    *outcome = (CMAnimationOutcome){0};
    if (!encoder_open(&encoder, error)) {
        status = encode_all(&encoder, outcome, error);
    }
    outcome->bytes = encoder.file.bytes;
    outcome->frames = encoder.file.frames;
    encoder_close(&encoder);
    return status;
}
