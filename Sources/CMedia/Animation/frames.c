/* frames.c - see frames.h. */

#include "frames.h"

#include <string.h>

#include "colour.h"
#include "resize.h"

/* Below half opaque a GIF's pixel is transparent. */
#define LEAST_ALPHA 128

static size_t decoded_size(const CMFrames *frames) {
    const CMImageFacts *facts = &frames->picture->facts;

    return (size_t)facts->width * (size_t)facts->height * (size_t)frames->bands;
}

/* Decoding */

static int read_region(CMFrames *frames, VipsRegion *region) {
    const CMImageFacts *facts = &frames->picture->facts;
    VipsRect page = {0, frames->present * facts->height, facts->width, facts->height};
    size_t line = (size_t)facts->width * (size_t)frames->bands;

    if (vips_region_prepare(region, &page)) {
        return cm_fail_vips(&frames->error, CMStageDecode, CMCauseCorrupt, &frames->picture->watch,
                            "a frame is damaged");
    }
    for (int32_t y = 0; y < facts->height; y++) {
        memcpy(frames->decoded + (size_t)y * line, VIPS_REGION_ADDR(region, 0, page.top + y), line);
    }
    return 0;
}

/* So that transparent pixels lend no colour to their neighbours. */
static void premultiply(CMFrames *frames) {
    uint8_t *end = frames->decoded + decoded_size(frames);

    for (uint8_t *at = frames->decoded; at < end; at += 4) {
        if (at[3] != 255) {
            for (int i = 0; i < 3; i++) {
                at[i] = (uint8_t)((at[i] * at[3] + 127) / 255);
            }
        }
    }
}

/* Resizing */

static void show(CMFrames *frames, const uint8_t *from) {
    size_t count = (size_t)frames->size.width * (size_t)frames->size.height;
    uint8_t *to = frames->shown;

    for (size_t i = 0; i < count; i++, from += frames->bands, to += 4) {
        int alpha = frames->bands == 4 ? from[3] : 255;
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

static int resize(CMFrames *frames) {
    const CMImageFacts *facts = &frames->picture->facts;
    VipsImage *whole = vips_image_new_from_memory(frames->decoded, decoded_size(frames),
                                                  facts->width, facts->height, frames->bands,
                                                  VIPS_FORMAT_UCHAR);
    VipsImage *small = NULL;
    VipsRegion *region = NULL;
    VipsRect all = {0, 0, frames->size.width, frames->size.height};
    int status = -1;

    /* Its alpha counts as one more colour: it was multiplied in before. */
    if (!whole || cm_resize(whole, frames->size, &small)) {
        goto end;
    }
    region = vips_region_new(small);
    if (!region || vips_region_prepare(region, &all)) {
        goto end;
    }
    show(frames, VIPS_REGION_ADDR(region, 0, 0));
    status = 0;

end:
    g_clear_object(&region);
    g_clear_object(&small);
    g_clear_object(&whole);
    return status;
}

/* Colours */

/* Through the profile that all frames share. */
static int apply_profile(CMFrames *frames) {
    size_t size = (size_t)frames->size.width * (size_t)frames->size.height * 4, length = 0;
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
    plain = vips_image_new_from_memory_copy(frames->shown, size, all.width, all.height, 4,
                                            VIPS_FORMAT_UCHAR);
    if (!plain) {
        goto end;
    }
    plain->Type = VIPS_INTERPRETATION_sRGB;
    vips_image_set_blob_copy(plain, VIPS_META_ICC_NAME, profile, length);
    if (cm_colour_to_srgb(plain, &converted, &is_ignored, &frames->error)) {
        goto end;
    }
    region = vips_region_new(converted);
    if (!region || vips_region_prepare(region, &all)) {
        goto end;
    }
    memcpy(frames->shown, VIPS_REGION_ADDR(region, 0, 0), size);
    status = 0;

end:
    g_clear_object(&region);
    g_clear_object(&converted);
    g_clear_object(&plain);
    return status;
}

/* The strip */

static int advance(CMFrames *frames, VipsRegion *region) {
    frames->present++;
    int status = frames->reader
                     ? cm_picture_reader_next(frames->reader, frames->decoded, &frames->error)
                     : read_region(frames, region);
    if (status) {
        return -1;
    }
    if (frames->bands == 4) {
        premultiply(frames);
    }
    if (resize(frames) || apply_profile(frames)) {
        return cm_fail_vips(&frames->error, CMStageFilter, CMCauseInternal,
                            &frames->picture->watch, "a frame cannot be resized");
    }
    return 0;
}

/* A region belongs to the thread that reads through it. */
static void *start(VipsImage *strip, void *client, void *unused) {
    CMFrames *frames = client;

    (void)strip;
    (void)unused;
    return frames->source ? (void *)vips_region_new(frames->source) : frames;
}

static int stop(void *sequence, void *client, void *unused) {
    CMFrames *frames = client;

    (void)unused;
    if (frames->source) {
        g_object_unref(sequence);
    }
    return 0;
}

static int generate(VipsRegion *strip, void *sequence, void *client, void *unused, gboolean *end) {
    CMFrames *frames = client;
    const VipsRect *wanted = &strip->valid;
    size_t line = (size_t)frames->size.width * 4;

    (void)unused;
    (void)end;
    for (int y = wanted->top; y < wanted->top + wanted->height; y++) {
        int32_t number = y / frames->size.height;
        while (frames->present < number) {
            /* libvips does not look whether the encoder could write. */
            if ((frames->is_over && *frames->is_over) || advance(frames, sequence)) {
                return -1;
            }
        }
        const uint8_t *row = frames->shown + (size_t)(y % frames->size.height) * line;
        memcpy(VIPS_REGION_ADDR(strip, wanted->left, y), row + (size_t)wanted->left * 4,
               (size_t)wanted->width * 4);
    }
    return 0;
}

static int open_decoder(CMFrames *frames, CMError *error) {
    CMPortion portion = {.has_all_frames = true};

    if (!frames->picture->source.loader->load) {
        frames->bands = 4;
        frames->reader = cm_picture_reader_open(frames->picture, error);
        return frames->reader ? 0 : -1;
    }
    if (cm_load(frames->picture, portion, &frames->source, error)) {
        return -1;
    }
    frames->bands = vips_image_get_bands(frames->source);
    return 0;
}

static int make_strip(CMFrames *frames) {
    VipsImage *rows = vips_image_new();
    int32_t height = frames->size.height * frames->picture->facts.frames;
    int status = -1;

    vips_image_init_fields(rows, frames->size.width, height, 4, VIPS_FORMAT_UCHAR,
                           VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1, 1);
    /* In order, whichever threads ask. */
    if (!vips_image_pipelinev(rows, VIPS_DEMAND_STYLE_THINSTRIP, NULL) &&
        !vips_image_generate(rows, start, generate, stop, frames, NULL)) {
        status = vips_sequential(rows, &frames->image, NULL);
    }
    g_object_unref(rows);
    return status;
}

int cm_frames_open(CMFrames *frames, CMPicture *picture, CMSize size, CMError *error) {
    *frames = (CMFrames){.picture = picture, .size = size, .present = -1};
    if (open_decoder(frames, error)) {
        return -1;
    }
    frames->decoded = g_try_malloc(decoded_size(frames));
    frames->shown = g_try_malloc((size_t)size.width * (size_t)size.height * 4);
    if (!frames->decoded || !frames->shown || make_strip(frames)) {
        return cm_fail_vips(error, CMStageDecode, CMCauseInternal, NULL, "no memory for a frame");
    }
    vips_image_set_int(frames->image, VIPS_META_PAGE_HEIGHT, size.height);
    cm_watch_image(&picture->watch, frames->image);
    return 0;
}

void cm_frames_close(CMFrames *frames) {
    g_clear_object(&frames->image);
    g_clear_object(&frames->source);
    cm_picture_reader_close(frames->reader);
    g_free(frames->decoded);
    g_free(frames->shown);
    memset(frames, 0, sizeof *frames);
}
