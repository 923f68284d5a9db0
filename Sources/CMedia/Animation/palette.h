/* palette.h - the colours of a frame, and which of them is nearest. */

#ifndef CMEDIA_PALETTE_H
#define CMEDIA_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

/* One number of a GIF's 256 is kept for transparency. */
#define CM_MOST_COLOURS 255

/* Colours are looked up by cells of 8 x 8 x 8. */
#define CM_CELLS (32 * 32 * 32)

typedef struct CMPalette {
    int32_t count;
    int16_t colours[CM_MOST_COLOURS + 1][4]; /* red, green, blue, unused */
    uint32_t starts[CM_CELLS];               /* in `lists`; 0 for a cell that was not asked for */
    GByteArray *lists;                       /* each one a number of colours, and those */
} CMPalette;

/* A palette of colours that are stored as red, green, blue and one more byte. */
CMPalette *cm_palette_new(const uint8_t (*colours)[4], int32_t count);
void cm_palette_free(CMPalette *palette);

/* The colours that may be nearest to one of the cell of this pixel, and a few more, the likeliest
 * first: at most 255 behind their number. Stays until the next call. */
const uint8_t *cm_palette_near(CMPalette *palette, const uint8_t *pixel);

/* The sum of the squared differences of red, green and blue. */
static inline int32_t cm_distance(const int16_t *colour, const uint8_t *pixel) {
    int32_t red = colour[0] - pixel[0], green = colour[1] - pixel[1], blue = colour[2] - pixel[2];

    return red * red + green * green + blue * blue;
}

/* The distance of the nearest colour. */
int32_t cm_palette_distance(CMPalette *palette, const uint8_t *pixel);

/* The same colours in the order of their uses, the most used first. */
CMPalette *cm_palette_sorted(const CMPalette *palette, const int64_t *uses);

#endif
