/* content.c - see content.h. */

#include "content.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far a colour difference has to be from its block's mean for the eye to miss it, of 255. */
#define JUMP 16

/* Share of the blocks, for each bit of detail. */
#define SHARP_COLOUR 0.003

typedef struct View {
    const uint8_t *samples;
    size_t width, height, bands;
} View;

static const uint8_t *pixel(const View *view, size_t x, size_t y) {
    return view->samples + (y * view->width + x) * view->bands;
}

static double flat_share(const View *view) {
    size_t flat = 0;

    for (size_t y = 0; y < view->height; y++) {
        const uint8_t *at = pixel(view, 0, y);
        for (size_t x = 0; x < view->width; x++, at += view->bands) {
            flat += (x > 0 && !memcmp(at, at - view->bands, view->bands)) ||
                    (y > 0 && !memcmp(at, at - view->width * view->bands, view->bands));
        }
    }
    return (double)flat / (double)(view->width * view->height);
}

/* What is left of each sample after its left, upper and upper-left neighbours have told the most of
 * it (PNG's Paeth filter), as the entropy of those remainders. Every fourth row will do. */
static double detail_bits(const View *view) {
    uint64_t counts[256] = {0}, total = 0;
    double bits = 0;

    for (size_t y = view->height > 1 ? 1 : 0; y < view->height; y += 4) {
        for (size_t i = 0; i < view->width * view->bands; i++) {
            const uint8_t *at = pixel(view, 0, y) + i;
            int left = i >= view->bands ? at[-(ptrdiff_t)view->bands] : 0;
            int upper = y > 0 ? *(at - view->width * view->bands) : 0;
            int corner = i >= view->bands && y > 0 ? *(at - (view->width + 1) * view->bands) : 0;
            int guess = left + upper - corner;
            int from_left = abs(guess - left), from_upper = abs(guess - upper);
            int nearest = from_left <= from_upper ? left : upper;
            if (abs(guess - corner) < MIN(from_left, from_upper)) {
                nearest = corner;
            }
            counts[(uint8_t)(*at - nearest)]++;
            total++;
        }
    }
    for (int i = 0; i < 256; i++) {
        if (counts[i]) {
            bits -= (double)counts[i] * log2((double)counts[i] / (double)total);
        }
    }
    return bits / (double)total * (double)view->bands;
}

/* The colour differences of JPEG without their scale: blue and red less green. */
static bool jumps(const uint8_t *const pixels[4], int band) {
    int differences[4], sum = 0;

    for (int i = 0; i < 4; i++) {
        differences[i] = pixels[i][band] - pixels[i][1];
        sum += differences[i];
    }
    for (int i = 0; i < 4; i++) {
        if (abs(4 * differences[i] - sum) > 4 * 2 * JUMP) {
            return true;
        }
    }
    return false;
}

static double sharp_colour(const View *view) {
    size_t sharp = 0, blocks = 0;

    if (view->bands < 3) {
        return 0;
    }
    for (size_t y = 0; y + 1 < view->height; y += 2) {
        for (size_t x = 0; x + 1 < view->width; x += 2) {
            const uint8_t *pixels[4] = {pixel(view, x, y), pixel(view, x + 1, y),
                                        pixel(view, x, y + 1), pixel(view, x + 1, y + 1)};
            sharp += jumps(pixels, 0) || jumps(pixels, 2);
            blocks++;
        }
    }
    return blocks ? (double)sharp / (double)blocks : 0;
}

CMContent cm_content(VipsImage *raster) {
    View view = {.samples = VIPS_IMAGE_ADDR(raster, 0, 0),
                 .width = (size_t)vips_image_get_width(raster),
                 .height = (size_t)vips_image_get_height(raster),
                 .bands = (size_t)vips_image_get_bands(raster)};

    return (CMContent){.flat = flat_share(&view),
                       .detail_bits = detail_bits(&view),
                       .sharp_colour = sharp_colour(&view)};
}

bool cm_has_sharp_colour(const CMContent *content) {
    return content->sharp_colour > SHARP_COLOUR * content->detail_bits;
}
