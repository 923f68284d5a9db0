/* raster.c - see raster.h. */

#include "raster.h"

#include <stdlib.h>
#include <string.h>

#include "load.h"

static bool is_opaque(const uint8_t *samples, size_t count, int bands) {
    for (size_t i = 0; i < count; i++) {
        if (samples[i * (size_t)bands + (size_t)bands - 1] != 255) {
            return false;
        }
    }
    return true;
}

static bool is_grey(const uint8_t *samples, size_t count, int bands) {
    for (const uint8_t *at = samples; at < samples + count * (size_t)bands; at += bands) {
        if (at[0] != at[1] || at[1] != at[2]) {
            return false;
        }
    }
    return true;
}

/* Keeps the first colour bands, and the last one if there is alpha. */
static void pack(uint8_t *samples, size_t count, int bands, int colours, bool has_alpha) {
    uint8_t *to = samples;

    for (const uint8_t *from = samples; from < samples + count * (size_t)bands; from += bands) {
        memmove(to, from, (size_t)colours);
        to += colours;
        if (has_alpha) {
            *to++ = from[bands - 1];
        }
    }
}

static void free_samples(VipsImage *image, void *samples) {
    (void)image;
    g_free(samples);
}

int cm_raster(VipsImage **image, CMError *error) {
    int width = vips_image_get_width(*image), height = vips_image_get_height(*image);
    int bands = vips_image_get_bands(*image);
    size_t count = (size_t)width * (size_t)height, size = 0;
    uint8_t *samples = vips_image_write_to_memory(*image, &size);

    g_clear_object(image);
    if (!samples) {
        return cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "no memory");
    }
    bool has_alpha = (bands == 2 || bands == 4) && !is_opaque(samples, count, bands);
    int colours = bands < 3 || is_grey(samples, count, bands) ? 1 : 3;
    int kept = colours + (has_alpha ? 1 : 0);
    if (kept < bands) {
        pack(samples, count, bands, colours, has_alpha);
    }
    *image = vips_image_new_from_memory(samples, count * (size_t)kept, width, height, kept,
                                        VIPS_FORMAT_UCHAR);
    if (!*image) {
        g_free(samples);
        return cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "no memory");
    }
    (*image)->Type = colours == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    g_signal_connect(*image, "close", G_CALLBACK(free_samples), samples);
    return 0;
}

int cm_raster_colours(VipsImage *image) {
    enum { SLOTS = 1024, MOST = 256 };
    uint64_t seen[SLOTS] = {0}; /* colours plus one, hashed */
    int bands = vips_image_get_bands(image), found = 0;
    size_t count = VIPS_IMAGE_N_PELS(image);
    const uint8_t *at = VIPS_IMAGE_ADDR(image, 0, 0);

    for (size_t i = 0; i < count && found <= MOST; i++, at += bands) {
        uint32_t colour = 0;
        memcpy(&colour, at, (size_t)bands);
        size_t slot = colour * 2654435761u >> 22;
        while (seen[slot] && seen[slot] != (uint64_t)colour + 1) {
            slot = (slot + 1) % SLOTS;
        }
        if (!seen[slot]) {
            seen[slot] = (uint64_t)colour + 1;
            found++;
        }
    }
    return found;
}
