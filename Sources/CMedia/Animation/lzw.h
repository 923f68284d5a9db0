/* lzw.h - a frame's pixels as LZW codes, each a little different where that is cheaper. */

#ifndef CMEDIA_LZW_H
#define CMEDIA_LZW_H

#include "palette.h"
#include "pixel.h"

/* Costs are in 1/256 of a bit: what a pixel may lose in likeness to save that much. */
#define CM_BIT 256

/* Of a symbol that must not be taken. */
#define CM_FORBIDDEN (1 << 26)

/* A pixel's weight is a cost for each 256 of squared distance. */
#define CM_WEIGHT_SHIFT 8
#define CM_MOST_WEIGHT 8191

/* What is wanted of a pixel. A colour costs weight * distance / 256 - base, so that the nearest one
 * is free; to leave what is shown costs `keep`, which may be less than nothing. */
typedef struct CMPixel {
    uint8_t colour[3];
    int32_t weight, base, keep;
} CMPixel;

/* The weight, before any share of it, of a pixel that stays for so many frames after its own, where
 * a squared distance of 1 is worth `lambda` bits. */
double cm_weight(double lambda, double stays);

/* What is wanted of a pixel that is to look like `wanted`, whose nearest colour is so far away, and
 * that shows `shown`, which must not be kept if it is farther away than `bound` (see cm_lzw_new). */
static inline CMPixel cm_pixel(const uint8_t *wanted, const uint8_t *shown, int32_t weight,
                               int32_t nearest, int32_t bound) {
    CMPixel pixel = {.colour = {wanted[0], wanted[1], wanted[2]}, .base = -CM_FORBIDDEN};

    if (!wanted[3]) {
        return pixel;
    }
    int32_t away = cm_pixel_distance(shown, wanted);
    pixel.weight = CLAMP(weight, 0, CM_MOST_WEIGHT);
    pixel.base = pixel.weight * nearest >> CM_WEIGHT_SHIFT;
    pixel.keep = shown[3] && away <= bound
                     ? (pixel.weight * away >> CM_WEIGHT_SHIFT) - pixel.base
                     : CM_FORBIDDEN;
    return pixel;
}

/* The numbers that a frame is made of: those of the first colours of a palette, and one that no
 * colour of this frame has, for what is kept. */
typedef struct CMSymbols {
    int32_t bits; /* of each; 2 at least, as the format wants */
    int32_t kept; /* -1 where nothing is, which only an opaque frame can do without */
} CMSymbols;

/* For all colours of a palette. */
CMSymbols cm_symbols_of(const CMPalette *palette);

typedef struct CMLzw CMLzw;

/* No pixel gets a colour that is farther from what is wanted than the square root of `bound`. */
CMLzw *cm_lzw_new(int32_t bound);
void cm_lzw_free(CMLzw *lzw);

/* Appends the code size and all sub-blocks of a frame. `chosen` becomes a colour of the palette for
 * each pixel, or palette->count for what is kept. Returns the cost of bits and of likeness
 * together. */
int64_t cm_lzw_encode(CMLzw *lzw, CMPalette *palette, CMSymbols symbols, const CMPixel *pixels,
                      size_t count, GByteArray *bytes, uint8_t *chosen);

#endif
