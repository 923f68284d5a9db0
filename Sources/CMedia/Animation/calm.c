/* calm.c - see calm.h. */

#include "calm.h"

#include <math.h>
#include <string.h>

#include <glib.h>

#include "error.h"
#include "pixel.h"

/* Of the variance v, the weight is (1 + FLAT / (1 + (8 v)^2)) / (1 + v / BUSY). */
#define BUSY 1000.0
#define FLAT 10.0

typedef struct CMCell {
    int32_t sum, squares, count;
    int32_t opaque; /* pixels */
    uint16_t weight; /* of the window that begins in this cell */
} CMCell;

int cm_calm_open(CMCalm *calm, CMSize size, CMError *error) {
    *calm = (CMCalm){.size = size, .columns = (size.width + 3) / 4, .rows = (size.height + 3) / 4};
    size_t count = (size_t)calm->columns * (size_t)calm->rows;
    calm->weights = g_try_new(uint16_t, count);
    calm->cells = g_try_new(CMCell, count);
    return calm->weights && calm->cells
               ? 0
               : cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory for weights");
}

void cm_calm_close(CMCalm *calm) {
    g_free(calm->weights);
    g_free(calm->cells);
    memset(calm, 0, sizeof *calm);
}

/* One over a variance has its place among eight for each power of two. */
enum { STEPS = 8, PLACES = 16 * STEPS };

static const uint16_t *weights_by_variance(void) {
    static uint16_t weights[PLACES];
    static gsize is_made;

    if (g_once_init_enter(&is_made)) {
        for (int i = 0; i < PLACES; i++) {
            double variance = ldexp(1 + (i % STEPS + 0.5) / STEPS, i / STEPS) - 1;
            double flat = 1 + FLAT / (1 + pow(8 * variance, 2));
            weights[i] = (uint16_t)(CM_CALM * flat / (1 + variance / BUSY));
        }
        g_once_init_leave(&is_made, 1);
    }
    return weights;
}

static int place(float variance) {
    float value = 1 + (variance > 0 ? variance : 0);
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    /* Its exponent, and the first three bits behind the point. */
    return MIN((int)(bits >> 20) - 127 * STEPS, PLACES - 1);
}

static void fill_cell(const CMCalm *calm, const uint8_t *frame, int32_t column, int32_t row) {
    CMCell cell = {0};
    int32_t width = MIN(4, calm->size.width - column * 4);
    int32_t height = MIN(4, calm->size.height - row * 4);

    for (int32_t y = 0; y < height; y++) {
        size_t start = (size_t)(row * 4 + y) * (size_t)calm->size.width + (size_t)column * 4;
        const uint8_t *pixel = frame + 4 * start;
        for (int32_t x = 0; x < width; x++, pixel += 4) {
            int32_t brightness = cm_pixel_brightness(pixel);
            cell.sum += brightness;
            cell.squares += brightness * brightness;
            cell.opaque += pixel[3] & 1;
        }
    }
    cell.count = width * height;
    calm->cells[row * calm->columns + column] = cell;
}

/* A window is 2 x 2 cells; the last ones of a row or column stand for their missing neighbours. */
static float window_variance(const CMCalm *calm, int32_t column, int32_t row) {
    int32_t right = MIN(column + 1, calm->columns - 1), below = MIN(row + 1, calm->rows - 1);
    const CMCell *upper = calm->cells + row * calm->columns;
    const CMCell *lower = calm->cells + below * calm->columns;
    const CMCell *a = upper + column, *b = upper + right, *c = lower + column, *d = lower + right;
    float count = (float)(a->count + b->count + c->count + d->count);
    float mean = (float)(a->sum + b->sum + c->sum + d->sum) / count;

    return (float)(a->squares + b->squares + c->squares + d->squares) / count - mean * mean;
}

void cm_calm_measure(CMCalm *calm, const uint8_t *frame) {
    const uint16_t *weights = weights_by_variance();
    int32_t flat = 0, windows = 0;
    double sum = 0;

    for (int32_t row = 0; row < calm->rows; row++) {
        for (int32_t column = 0; column < calm->columns; column++) {
            fill_cell(calm, frame, column, row);
        }
    }
    for (int32_t row = 0; row < calm->rows; row++) {
        for (int32_t column = 0; column < calm->columns; column++) {
            float variance = window_variance(calm, column, row);
            int at = place(variance);
            calm->cells[row * calm->columns + column].weight = weights[at];
            if (calm->cells[row * calm->columns + column].opaque) {
                sum += variance;
                flat += at == 0;
                windows++;
            }
        }
    }
    calm->variance = sum / MAX(windows, 1);
    calm->flat = (double)flat / MAX(windows, 1);
    for (int32_t row = 0; row < calm->rows; row++) {
        const CMCell *here = calm->cells + row * calm->columns;
        const CMCell *above = calm->cells + MAX(row - 1, 0) * calm->columns;
        for (int32_t column = 0; column < calm->columns; column++) {
            int32_t left = MAX(column - 1, 0);
            calm->weights[row * calm->columns + column] =
                (uint16_t)((here[column].weight + here[left].weight + above[column].weight +
                            above[left].weight) /
                           4);
        }
    }
}
