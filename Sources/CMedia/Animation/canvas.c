/* canvas.c - see canvas.h. */

#include "canvas.h"

#include <math.h>
#include <string.h>

#include "pixel.h"

int cm_canvas_open(CMCanvas *canvas, CMSize size, double lambda, int32_t bound, CMError *error) {
    size_t count = (size_t)size.width * (size_t)size.height;

    *canvas = (CMCanvas){.size = size, .bound = bound};
    canvas->shown = g_try_malloc0(count * 4);
    canvas->distance = g_try_malloc0(count * sizeof *canvas->distance);
    canvas->pixels = g_try_malloc(count * sizeof *canvas->pixels);
    canvas->gains = g_try_new(int32_t, count);
    if (!canvas->shown || !canvas->distance || !canvas->pixels || !canvas->gains) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory for a canvas");
    }
    if (cm_calm_open(&canvas->calm, size, error)) {
        return -1;
    }
    for (int stays = 0; stays < CM_AHEAD + 2; stays++) {
        canvas->weights[stays] = (int32_t)CLAMP(round(cm_weight(lambda, stays)), 1, 1 << 20);
    }
    return 0;
}

void cm_canvas_close(CMCanvas *canvas) {
    g_free(canvas->shown);
    g_free(canvas->distance);
    g_free(canvas->pixels);
    g_free(canvas->gains);
    cm_calm_close(&canvas->calm);
    memset(canvas, 0, sizeof *canvas);
}

static uint32_t load(const uint8_t *pixel) {
    uint32_t value;

    memcpy(&value, pixel, sizeof value);
    return value;
}

/* How near the palette comes to what is new. */
static void look_up(CMCanvas *canvas, const CMHorizon *horizon, CMPalette *palette) {
    const uint8_t *before = cm_horizon_before(horizon), *present = cm_horizon_present(horizon);
    bool is_new = canvas->palette != palette;

    canvas->palette = palette;
    for (size_t i = 0; i < horizon->pixels; i++, before += 4, present += 4) {
        if (present[3] && (is_new || load(before) != load(present))) {
            canvas->distance[i] = cm_palette_distance(palette, present);
        }
    }
}

/* What a pixel costs that is in the rectangle and yet kept, one that is drawn at least, and a frame
 * besides its pixels. */
#define KEPT_COST (CM_BIT / 32)
#define DRAWN_COST CM_BIT
#define FRAME_COST (16 * CM_BIT)

/* In 1/256 of a cost for each squared distance. */
static int32_t weight(const CMCanvas *canvas, const CMHorizon *horizon, size_t i, int32_t calm) {
    return canvas->weights[cm_horizon_stays(horizon, i)] * calm / CM_CALM;
}

/* What drawing a pixel gains; more than anything costs where it must be drawn. */
static int32_t gain(const CMCanvas *canvas, const CMHorizon *horizon, size_t i, int32_t calm) {
    const uint8_t *wanted = cm_horizon_present(horizon) + 4 * i, *shown = canvas->shown + 4 * i;

    if (!wanted[3] || load(wanted) == load(shown)) {
        return 0;
    }
    int32_t better = cm_pixel_distance(shown, wanted) - canvas->distance[i];
    if (!shown[3] || (canvas->bound == 0 && better > 0)) {
        return CM_FORBIDDEN;
    }
    int64_t gained = ((int64_t)weight(canvas, horizon, i, calm) * better >> CM_WEIGHT_SHIFT) -
                     DRAWN_COST;
    return (int32_t)CLAMP(gained, 0, CM_FORBIDDEN);
}

/* Whether a pixel must become transparent after the present frame. */
static bool is_cleared(const CMCanvas *canvas, const CMHorizon *horizon, size_t i) {
    const uint8_t *next = cm_horizon_next(horizon);

    return next && !next[4 * i + 3] &&
           (cm_horizon_present(horizon)[4 * i + 3] || canvas->shown[4 * i + 3]);
}

static int64_t measure_gains(CMCanvas *canvas, const CMHorizon *horizon, bool *has_cleared) {
    int64_t sum = 0;
    size_t i = 0;

    for (int32_t y = 0; y < canvas->size.height; y++) {
        for (int32_t x = 0; x < canvas->size.width; x++, i++) {
            canvas->gains[i] = gain(canvas, horizon, i, cm_calm_weight(&canvas->calm, x, y));
            if (is_cleared(canvas, horizon, i)) {
                *has_cleared = true;
                canvas->gains[i] = CM_FORBIDDEN;
            }
            sum += canvas->gains[i];
        }
    }
    return sum;
}

/* Of a number of pixels, each so many behind the one before. */
static int64_t sum_of(const int32_t *gains, int32_t count, int32_t stride) {
    int64_t sum = 0;

    for (int32_t i = 0; i < count; i++) {
        sum += gains[(size_t)i * (size_t)stride];
    }
    return sum;
}

typedef struct Lines {
    const int32_t *gains;         /* the first pixel of the first line */
    int32_t count, next;          /* lines, and pixels from one to the next */
    int32_t length, stride;       /* of each one, as for sum_of */
} Lines;

/* How many lines from one end may be left out, since they gain less than they cost. */
static int32_t useless(Lines lines) {
    int64_t sum = 0, least = 0;
    int32_t useless = 0;

    for (int32_t i = 0; i < lines.count; i++) {
        const int32_t *line = lines.gains + (ptrdiff_t)i * lines.next;
        sum += sum_of(line, lines.length, lines.stride) - (int64_t)lines.length * KEPT_COST;
        if (sum > CM_FORBIDDEN / 2) {
            break;
        }
        if (sum <= least) {
            least = sum;
            useless = i + 1;
        }
    }
    return useless;
}

static void trim_rows(const CMCanvas *canvas, CMRectangle *area) {
    int32_t width = canvas->size.width;
    const int32_t *corner = canvas->gains + (size_t)area->top * (size_t)width + area->left;
    int32_t above = useless((Lines){corner, area->height, width, area->width, 1});

    area->top += above;
    area->height -= above;
    const int32_t *last =
        canvas->gains + (ptrdiff_t)(area->top + area->height - 1) * width + area->left;
    area->height -= useless((Lines){last, area->height, -width, area->width, 1});
}

static void trim_columns(const CMCanvas *canvas, CMRectangle *area) {
    int32_t width = canvas->size.width;
    const int32_t *corner = canvas->gains + (size_t)area->top * (size_t)width + area->left;
    int32_t before = useless((Lines){corner, area->width, 1, area->height, width});

    area->left += before;
    area->width -= before;
    const int32_t *last = corner + before + area->width - 1;
    area->width -= useless((Lines){last, area->width, -1, area->height, width});
}

CMChange cm_canvas_change(CMCanvas *canvas, const CMHorizon *horizon, CMPalette *palette) {
    CMRectangle area = {0, 0, canvas->size.width, canvas->size.height};
    CMChange change = {0};

    look_up(canvas, horizon, palette);
    cm_calm_measure(&canvas->calm, cm_horizon_present(horizon));
    if (measure_gains(canvas, horizon, &change.is_cleared) < FRAME_COST) {
        return change;
    }
    trim_rows(canvas, &area);
    trim_columns(canvas, &area);
    trim_rows(canvas, &area);
    change.rectangle = area.width > 0 && area.height > 0 ? area : (CMRectangle){0};
    return change;
}

void cm_canvas_ask(CMCanvas *canvas, const CMHorizon *horizon, const CMChange *change) {
    const CMRectangle *area = &change->rectangle;
    const uint8_t *wanted = cm_horizon_present(horizon);
    CMPixel *pixel = canvas->pixels;

    canvas->lost = 0;
    for (int32_t y = area->top; y < area->top + area->height; y++) {
        size_t row = (size_t)y * (size_t)canvas->size.width;
        for (int32_t x = area->left; x < area->left + area->width; x++) {
            size_t i = row + (size_t)x;
            *pixel = cm_pixel(wanted + 4 * i, canvas->shown + 4 * i,
                              weight(canvas, horizon, i, cm_calm_weight(&canvas->calm, x, y)),
                              canvas->distance[i], canvas->bound);
            canvas->lost += MAX(0, pixel->base);
            pixel++;
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
