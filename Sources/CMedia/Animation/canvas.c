/* canvas.c - see canvas.h. */

#include "canvas.h"

#include <math.h>
#include <string.h>

int cm_canvas_open(CMCanvas *canvas, CMSize size, double lambda, int32_t bound, CMError *error) {
    size_t count = (size_t)size.width * (size_t)size.height;

    *canvas = (CMCanvas){.size = size, .bound = bound};
    canvas->shown = g_try_malloc0(count * 4);
    canvas->distance = g_try_malloc0(count * sizeof *canvas->distance);
    canvas->pixels = g_try_malloc(count * sizeof *canvas->pixels);
    if (!canvas->shown || !canvas->distance || !canvas->pixels) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory for a canvas");
    }
    if (cm_calm_open(&canvas->calm, size, error)) {
        return -1;
    }
    for (int stays = 0; stays < CM_AHEAD + 2; stays++) {
        double weight = lambda * CM_BIT * sqrt(1 + stays) * (1 << CM_WEIGHT_SHIFT);
        canvas->weights[stays] = (int32_t)CLAMP(round(weight), 1, 1 << 20);
    }
    return 0;
}

void cm_canvas_close(CMCanvas *canvas) {
    g_free(canvas->shown);
    g_free(canvas->distance);
    g_free(canvas->pixels);
    cm_calm_close(&canvas->calm);
    memset(canvas, 0, sizeof *canvas);
}

static int32_t distance(const uint8_t *a, const uint8_t *b) {
    int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];

    return red * red + green * green + blue * blue;
}

/* The nearest colours of what is new. */
static void look_up(CMCanvas *canvas, const CMHorizon *horizon, CMPalette *palette) {
    const uint8_t *before = cm_horizon_before(horizon), *present = cm_horizon_present(horizon);
    bool is_new = canvas->palette != palette;

    canvas->palette = palette;
    for (size_t i = 0; i < horizon->pixels; i++, before += 4, present += 4) {
        if (present[3] && (is_new || memcmp(before, present, 4))) {
            canvas->distance[i] = cm_palette_distance(palette, present);
        }
    }
}

typedef struct Box {
    int32_t left, top, right, bottom; /* right and bottom are outside */
} Box;

static void include(Box *box, int32_t x, int32_t y) {
    box->left = MIN(box->left, x);
    box->right = MAX(box->right, x + 1);
    box->top = MIN(box->top, y);
    box->bottom = MAX(box->bottom, y + 1);
}

/* Whether the pixel would look better in a colour of the palette. */
static bool gains(const CMCanvas *canvas, const uint8_t *wanted, size_t pixel) {
    const uint8_t *shown = canvas->shown + 4 * pixel;

    return wanted[3] && (!shown[3] || distance(shown, wanted) > canvas->distance[pixel]);
}

CMChange cm_canvas_change(CMCanvas *canvas, const CMHorizon *horizon, CMPalette *palette) {
    const uint8_t *wanted = cm_horizon_present(horizon), *next = cm_horizon_next(horizon);
    Box box = {canvas->size.width, canvas->size.height, 0, 0};
    CMChange change = {0};
    size_t i = 0;

    look_up(canvas, horizon, palette);
    cm_calm_measure(&canvas->calm, wanted);
    for (int32_t y = 0; y < canvas->size.height; y++) {
        for (int32_t x = 0; x < canvas->size.width; x++, i++) {
            bool is_opaque = wanted[4 * i + 3] || canvas->shown[4 * i + 3];
            bool is_cleared = next && is_opaque && !next[4 * i + 3];
            change.is_cleared |= is_cleared;
            if (is_cleared || gains(canvas, wanted + 4 * i, i)) {
                include(&box, x, y);
            }
        }
    }
    if (box.right > 0) {
        change.rectangle =
            (CMRectangle){box.left, box.top, box.right - box.left, box.bottom - box.top};
    }
    return change;
}

static CMPixel ask(const CMCanvas *canvas, const CMHorizon *horizon, size_t i, int32_t calm) {
    const uint8_t *wanted = cm_horizon_present(horizon) + 4 * i, *shown = canvas->shown + 4 * i;
    CMPixel pixel = {.weight = MIN(CM_MOST_WEIGHT, canvas->weights[cm_horizon_stays(horizon, i)] * calm / CM_CALM)};

    memcpy(pixel.colour, wanted, 3);
    if (!wanted[3]) {
        pixel.base = -CM_FORBIDDEN;
        return pixel;
    }
    pixel.base = pixel.weight * canvas->distance[i] >> CM_WEIGHT_SHIFT;
    int32_t kept = distance(shown, wanted);
    pixel.keep = shown[3] && kept <= canvas->bound
                     ? (pixel.weight * kept >> CM_WEIGHT_SHIFT) - pixel.base
                     : CM_FORBIDDEN;
    return pixel;
}

void cm_canvas_ask(CMCanvas *canvas, const CMHorizon *horizon, const CMChange *change) {
    const CMRectangle *area = &change->rectangle;
    CMPixel *pixel = canvas->pixels;

    for (int32_t y = area->top; y < area->top + area->height; y++) {
        size_t row = (size_t)y * (size_t)canvas->size.width;
        for (int32_t x = area->left; x < area->left + area->width; x++) {
            *pixel++ = ask(canvas, horizon, row + (size_t)x, cm_calm_weight(&canvas->calm, x, y));
        }
    }
}

void cm_canvas_draw(CMCanvas *canvas, const CMPalette *palette, const CMChange *change,
                    const uint8_t *chosen) {
    const CMRectangle *area = &change->rectangle;

    for (int32_t y = area->top; y < area->top + area->height; y++) {
        uint8_t *shown =
            canvas->shown + 4 * ((size_t)y * (size_t)canvas->size.width + (size_t)area->left);
        for (int32_t x = 0; x < area->width; x++, chosen++, shown += 4) {
            if (*chosen < palette->count) {
                const int16_t *colour = palette->colours[*chosen];
                for (int k = 0; k < 3; k++) {
                    shown[k] = (uint8_t)colour[k];
                }
                shown[3] = 255;
            }
        }
    }
}

void cm_canvas_dispose(CMCanvas *canvas, const CMChange *change) {
    const CMRectangle *area = &change->rectangle;

    if (change->is_cleared) {
        for (int32_t y = area->top; y < area->top + area->height; y++) {
            size_t start = (size_t)y * (size_t)canvas->size.width + (size_t)area->left;
            memset(canvas->shown + 4 * start, 0, 4 * (size_t)area->width);
        }
    }
}
