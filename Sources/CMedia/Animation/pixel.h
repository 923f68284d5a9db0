/* pixel.h - red, green, blue and alpha, as frames have them. */

#ifndef CMEDIA_PIXEL_H
#define CMEDIA_PIXEL_H

#include <stdint.h>

/* The sum of the squared differences of red, green and blue. */
static inline int32_t cm_pixel_distance(const uint8_t *a, const uint8_t *b) {
    int32_t red = a[0] - b[0], green = a[1] - b[1], blue = a[2] - b[2];

    return red * red + green * green + blue * blue;
}

/* 0...255, green counting twice: near enough to tell what is alike. */
static inline int32_t cm_pixel_brightness(const uint8_t *pixel) {
    return (pixel[0] + 2 * pixel[1] + pixel[2]) >> 2;
}

#endif
