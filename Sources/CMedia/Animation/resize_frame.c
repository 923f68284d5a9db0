/* resize_frame.c - see resize_frame.h. */

#include "resize_frame.h"

#include <math.h>
#include <string.h>

#include "colour.h"
#include "resize.h"

/* Below half opaque a GIF's pixel is transparent. */
#define LEAST_ALPHA 128

/* What has changed */

/* What differs from the frame before; 0 high where nothing does. */
static CMRectangle changed(const CMFrames *frames) {
    const CMImageFacts *facts = &frames->picture->facts;
    size_t line = (size_t)facts->width * (size_t)frames->bands, left = line, right = 0;
    int32_t top = facts->height, bottom = 0;

    if (!frames->shown || frames->picture->facts.has_profile) {
        return (CMRectangle){0, 0, facts->width, facts->height};
    }
    for (int32_t y = 0; y < facts->height; y++) {
        const uint8_t *a = frames->decoded + (size_t)y * line;
        const uint8_t *b = frames->before + (size_t)y * line;
        if (!memcmp(a, b, line)) {
            continue;
        }
        top = MIN(top, y);
        bottom = y + 1;
        size_t from = 0, to = line;
        while (from < left && a[from] == b[from]) {
            from++;
        }
        while (to > right && a[to - 1] == b[to - 1]) {
            to--;
        }
        left = MIN(left, from);
        right = MAX(right, to);
    }
    if (bottom == 0) {
        return (CMRectangle){0};
    }
    int32_t first = (int32_t)left / frames->bands;
    int32_t last = ((int32_t)right + frames->bands - 1) / frames->bands;
    return (CMRectangle){first, top, last - first, bottom - top};
}

/* Resizing */

static bool is_opaque(const CMFrames *frames) {
    size_t size = cm_decoded_size(frames);
    uint8_t all = 255;

    for (size_t i = 3; frames->bands == 4 && i < size; i += 4) {
        all &= frames->decoded[i];
    }
    return all == 255;
}

/* On the background: colours are mixed before they are resized, so that edges stay soft. */
static int flatten(CMFrames *frames) {
    const uint8_t *from = frames->decoded, *end = from + cm_decoded_size(frames);
    uint8_t *to = frames->packed;
    int below[3] = {frames->background >> 16 & 255, frames->background >> 8 & 255,
                    frames->background & 255};

    for (; from < end; from += 4, to += 3) {
        for (int i = 0; i < 3; i++) {
            to[i] = (uint8_t)((from[i] * from[3] + below[i] * (255 - from[3]) + 127) / 255);
        }
    }
    return 3;
}

/* Opaque pixels without their alpha; returns the bands there are. Where a pixel is transparent,
 * colours are multiplied with alpha, so that it lends none to its neighbours. */
static int pack(CMFrames *frames) {
    const uint8_t *from = frames->decoded, *end = from + cm_decoded_size(frames);
    uint8_t *to = frames->packed;

    if (frames->bands == 3) {
        memcpy(to, from, cm_decoded_size(frames));
        return 3;
    }
    if (is_opaque(frames)) {
        for (; from < end; from += 4, to += 3) {
            to[0] = from[0];
            to[1] = from[1];
            to[2] = from[2];
        }
        return 3;
    }
    if (frames->is_flat) {
        return flatten(frames);
    }
    for (; from < end; from += 4, to += 4) {
        for (int i = 0; i < 3; i++) {
            to[i] = (uint8_t)((from[i] * from[3] + 127) / 255);
        }
        to[3] = from[3];
    }
    return 4;
}

static void show(const uint8_t *from, int bands, int32_t count, uint8_t *to) {
    for (int32_t i = 0; i < count; i++, from += bands, to += 4) {
        int alpha = bands == 4 ? from[3] : 255;
        if (alpha < LEAST_ALPHA) {
            memset(to, 0, 4);
            continue;
        }
        for (int band = 0; band < 3; band++) {
            int value = alpha == 255 ? from[band] : (from[band] * 255 + alpha / 2) / alpha;
            to[band] = (uint8_t)(value > 255 ? 255 : value);
        }
        to[3] = 255;
    }
}

/* From `start` to `end` of a side, as they are after resizing, and as far around as a pixel can be
 * felt: three pixels of Lanczos, and one for rounding. */
static void affected(int32_t stored, int32_t side, int32_t *start, int32_t *length) {
    double scale = (double)side / stored, reach = stored == side ? 0 : 4;
    double first = floor(*start * scale - reach), last = ceil((*start + *length) * scale + reach);

    *start = (int32_t)fmax(first, 0);
    *length = (int32_t)fmin(last, side) - *start;
}

static CMRectangle resized(const CMFrames *frames, CMRectangle area) {
    affected(frames->picture->facts.width, frames->size.width, &area.left, &area.width);
    affected(frames->picture->facts.height, frames->size.height, &area.top, &area.height);
    return area;
}

static int resize(CMFrames *frames, CMRectangle area, uint8_t *pixels) {
    const CMImageFacts *facts = &frames->picture->facts;
    int bands = pack(frames);
    size_t size = (size_t)facts->width * (size_t)facts->height * (size_t)bands;
    VipsImage *whole = vips_image_new_from_memory(frames->packed, size, facts->width,
                                                  facts->height, bands, VIPS_FORMAT_UCHAR);
    VipsImage *small = NULL;
    VipsRegion *region = NULL;
    VipsRect wanted = {area.left, area.top, area.width, area.height};
    int status = -1;

    /* Its alpha counts as one more colour: it was multiplied in before. */
    if (!whole || cm_resize(whole, frames->size, &small)) {
        goto end;
    }
    region = vips_region_new(small);
    if (!region || vips_region_prepare(region, &wanted)) {
        goto end;
    }
    for (int32_t y = area.top; y < area.top + area.height; y++) {
        size_t start = (size_t)y * (size_t)frames->size.width + (size_t)area.left;
        show(VIPS_REGION_ADDR(region, area.left, y), bands, area.width, pixels + 4 * start);
    }
    status = 0;

end:
    g_clear_object(&region);
    g_clear_object(&small);
    g_clear_object(&whole);
    return status;
}

/* Colours */

/* Through the profile that all frames share. */
static int apply_profile(const CMFrames *frames, uint8_t *pixels, CMError *error) {
    size_t size = cm_frame_size(frames), length = 0;
    const void *profile = NULL;
    VipsImage *plain = NULL, *converted = NULL;
    VipsRegion *region = NULL;
    VipsRect all = {0, 0, frames->size.width, frames->size.height};
    bool is_ignored = false;
    int status = -1;

    if (!frames->source || !frames->picture->facts.has_profile ||
        vips_image_get_blob(frames->source, VIPS_META_ICC_NAME, &profile, &length)) {
        return 0;
    }
    plain = vips_image_new_from_memory_copy(pixels, size, all.width, all.height, 4,
                                            VIPS_FORMAT_UCHAR);
    if (!plain) {
        goto end;
    }
    plain->Type = VIPS_INTERPRETATION_sRGB;
    vips_image_set_blob_copy(plain, VIPS_META_ICC_NAME, profile, length);
    if (cm_colour_to_srgb(plain, &converted, &is_ignored, error)) {
        goto end;
    }
    region = vips_region_new(converted);
    if (!region || vips_region_prepare(region, &all)) {
        goto end;
    }
    memcpy(pixels, VIPS_REGION_ADDR(region, 0, 0), size);
    status = 0;

end:
    g_clear_object(&region);
    g_clear_object(&converted);
    g_clear_object(&plain);
    return status;
}

/* All of it */

int cm_resize_frame(CMFrames *frames, uint8_t *pixels, CMError *error) {
    CMRectangle area = changed(frames);

    if (frames->shown) {
        memcpy(pixels, frames->shown, cm_frame_size(frames));
    }
    if (area.height == 0) {
        return 0;
    }
    if (resize(frames, resized(frames, area), pixels) || apply_profile(frames, pixels, error)) {
        return cm_fail_vips(error, CMStageFilter, CMCauseInternal, &frames->picture->watch,
                            "a frame cannot be resized");
    }
    return 0;
}
