/* by_vips.c - libvips' own loader. */

#include <vips/vips.h>

#include "decode.h"

static VipsImage *as_rgba(VipsImage *image) {
    VipsImage *colours = NULL, *whole = NULL;

    if (vips_colourspace(image, &colours, VIPS_INTERPRETATION_sRGB, NULL)) {
        return NULL;
    }
    if (vips_image_hasalpha(colours)) {
        return colours;
    }
    int status = vips_addalpha(colours, &whole, NULL);
    g_object_unref(colours);
    return status ? NULL : whole;
}

Decoded decode_by_vips(const uint8_t *bytes, size_t length) {
    Decoded decoded = {.frames = -1};
    VipsSource *source = vips_source_new_from_memory(bytes, length);
    VipsImage *loaded = NULL, *rgba = NULL;
    int pages = 1;

    if (vips_gifload_source(source, &loaded, "n", -1, "fail_on", VIPS_FAIL_ON_ERROR, "access",
                            VIPS_ACCESS_SEQUENTIAL, NULL)) {
        goto end;
    }
    if (vips_image_get_typeof(loaded, VIPS_META_N_PAGES)) {
        vips_image_get_int(loaded, VIPS_META_N_PAGES, &pages);
    }
    rgba = as_rgba(loaded);
    decoded.pixels = rgba ? vips_image_write_to_memory(rgba, &decoded.size) : NULL;
    if (decoded.pixels) {
        decoded.frames = pages;
        decoded.width = rgba->Xsize;
        decoded.height = rgba->Ysize / pages;
    }

end:
    g_clear_object(&rgba);
    g_clear_object(&loaded);
    g_object_unref(source);
    vips_error_clear();
    return decoded;
}
