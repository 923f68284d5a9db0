/* frames.c - see frames.h. */

#include "frames.h"

#include <math.h>
#include <string.h>

#include "colour.h"
#include "resize.h"

/* Below half opaque a GIF's pixel is transparent. */
#define LEAST_ALPHA 128

/* Bytes of frames that are kept. */
#define MOST_KEPT (96 << 20)

static size_t decoded_size(const CMFrames *frames) {
    const CMImageFacts *facts = &frames->picture->facts;

    return (size_t)facts->width * (size_t)facts->height * (size_t)frames->bands;
}

static size_t frame_size(const CMFrames *frames) {
    return (size_t)frames->size.width * (size_t)frames->size.height * 4;
}

/* Decoding */

static int read_region(CMFrames *frames, CMError *error) {
    const CMImageFacts *facts = &frames->picture->facts;
    VipsRect page = {0, frames->present * frames->step * facts->height, facts->width,
                     facts->height};
    size_t line = (size_t)facts->width * (size_t)frames->bands;

    if (vips_region_prepare(frames->region, &page)) {
        return cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, &frames->picture->watch,
                            "a frame is damaged");
    }
    for (int32_t y = 0; y < facts->height; y++) {
        memcpy(frames->decoded + (size_t)y * line,
               VIPS_REGION_ADDR(frames->region, 0, page.top + y), line);
    }
    return 0;
}

static int decode(CMFrames *frames, CMError *error) {
    uint8_t *oldest = frames->before;

    frames->before = frames->decoded;
    frames->decoded = oldest;
    frames->present++;
    if (frames->region) {
        return read_region(frames, error);
    }
    int status = 0;
    int32_t passed = frames->present == 0 ? frames->step - 1 : 0;
    for (int32_t i = passed; !status && i < frames->step; i++) {
        status = frames->footage
                     ? cm_footage_next(frames->footage, frames->decoded, error)
                     : cm_picture_reader_next(frames->reader, frames->decoded, error);
    }
    return status;
}

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
    size_t size = decoded_size(frames);
    uint8_t all = 255;

    for (size_t i = 3; frames->bands == 4 && i < size; i += 4) {
        all &= frames->decoded[i];
    }
    return all == 255;
}

/* On the background: colours are mixed before they are resized, so that edges stay soft. */
static int flatten(CMFrames *frames) {
    const uint8_t *from = frames->decoded, *end = from + decoded_size(frames);
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
    const uint8_t *from = frames->decoded, *end = from + decoded_size(frames);
    uint8_t *to = frames->packed;

    if (frames->bands == 3) {
        memcpy(to, from, decoded_size(frames));
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
    size_t size = frame_size(frames), length = 0;
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

/* One after the other */

static int finish(CMFrames *frames, uint8_t *pixels, CMError *error) {
    CMRectangle area = changed(frames);

    if (frames->shown) {
        memcpy(pixels, frames->shown, frame_size(frames));
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

int cm_frames_next(CMFrames *frames, uint8_t *room, const uint8_t **frame, CMError *error) {
    int32_t number = frames->present + 1;
    uint8_t *to = frames->kept ? frames->kept + (size_t)number * frame_size(frames) : room;

    *frame = to;
    if (number < frames->kept_frames) {
        frames->present = number;
        return 0;
    }
    if (decode(frames, error) || finish(frames, to, error)) {
        return -1;
    }
    frames->shown = to;
    frames->kept_frames += frames->kept ? 1 : 0;
    return 0;
}

int cm_frames_skip(CMFrames *frames, CMError *error) {
    const uint8_t *frame = NULL;

    if (frames->kept) {
        return cm_frames_next(frames, NULL, &frame, error);
    }
    frames->shown = NULL;
    return decode(frames, error);
}

static void close_decoder(CMFrames *frames) {
    g_clear_object(&frames->region);
    g_clear_object(&frames->source);
    cm_picture_reader_close(frames->reader);
    frames->reader = NULL;
    cm_footage_reader_close(frames->footage);
    frames->footage = NULL;
}

static int open_decoder(CMFrames *frames, CMError *error) {
    CMPortion portion = {.has_all_frames = true};

    frames->present = -1;
    frames->shown = NULL;
    frames->kept_frames = 0;
    if (frames->picture->footage) {
        frames->bands = 3;
        frames->footage = cm_footage_reader_open(frames->picture->footage, error);
        return frames->footage ? 0 : -1;
    }
    if (!frames->picture->source.loader->load) {
        frames->bands = 4;
        frames->reader = cm_picture_reader_open(frames->picture, error);
        return frames->reader ? 0 : -1;
    }
    if (cm_picture_check_canvas(frames->picture, error) ||
        cm_load(frames->picture, portion, &frames->source, error)) {
        return -1;
    }
    frames->bands = vips_image_get_bands(frames->source);
    frames->region = vips_region_new(frames->source);
    return frames->region
               ? 0
               : cm_fail_vips(error, CMStageDecode, CMCauseInternal, NULL, "no frames");
}

int cm_frames_open(CMFrames *frames, CMPicture *picture, CMSize size, int32_t step,
                   CMError *error) {
    *frames = (CMFrames){.picture = picture,
                         .size = size,
                         .step = step,
                         .count = (picture->facts.frames + step - 1) / step};
    if (open_decoder(frames, error)) {
        return -1;
    }
    size_t all = frame_size(frames) * (size_t)frames->count;
    frames->decoded = g_try_malloc(decoded_size(frames));
    frames->before = g_try_malloc(decoded_size(frames));
    frames->packed = g_try_malloc(decoded_size(frames));
    frames->kept = all <= MOST_KEPT ? g_try_malloc(all) : NULL;
    if (!frames->decoded || !frames->before || !frames->packed) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory for a frame");
    }
    return 0;
}

int cm_frames_rewind(CMFrames *frames, CMError *error) {
    if (frames->kept_frames == frames->count) {
        frames->present = -1;
        return 0;
    }
    close_decoder(frames);
    return open_decoder(frames, error);
}

void cm_frames_close(CMFrames *frames) {
    close_decoder(frames);
    g_free(frames->decoded);
    g_free(frames->before);
    g_free(frames->packed);
    g_free(frames->kept);
    memset(frames, 0, sizeof *frames);
}
