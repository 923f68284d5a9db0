/* likeness.c - see likeness.h. */

#include "likeness.h"

#include <stddef.h>

#include <glib.h>

#include "pixel.h"

/* The constants of the measure, for 8 bits: (0.01 * 255)^2 and (0.03 * 255)^2. */
#define C1 6.5025f
#define C2 58.5225f

/* Of the blocks in a row or column, enough for a mean. */
enum { EVERY = 2 };

static float block(const uint8_t *shown, const uint8_t *wanted, CMSize size, int32_t left,
                   int32_t top) {
    int32_t width = MIN(8, size.width - left), height = MIN(8, size.height - top);
    int32_t a = 0, b = 0, aa = 0, bb = 0, ab = 0;

    for (int32_t y = top; y < top + height; y++) {
        size_t start = 4 * ((size_t)y * (size_t)size.width + (size_t)left);
        for (int32_t x = 0; x < 4 * width; x += 4) {
            int32_t p = cm_pixel_brightness(shown + start + x);
            int32_t q = cm_pixel_brightness(wanted + start + x);
            a += p;
            b += q;
            aa += p * p;
            bb += q * q;
            ab += p * q;
        }
    }
    float count = (float)(width * height), mean_a = (float)a / count, mean_b = (float)b / count;
    float both = mean_a * mean_b, squares = mean_a * mean_a + mean_b * mean_b;
    float variances = (float)(aa + bb) / count - squares;
    return (2 * both + C1) * (2 * ((float)ab / count - both) + C2) /
           ((squares + C1) * (variances + C2));
}

double cm_likeness(const uint8_t *shown, const uint8_t *wanted, CMSize size) {
    double sum = 0;
    int32_t count = 0;

    for (int32_t top = 0; top < size.height; top += 8 * EVERY) {
        for (int32_t left = 0; left < size.width; left += 8 * EVERY) {
            sum += (double)block(shown, wanted, size, left, top);
            count++;
        }
    }
    return sum / count;
}
