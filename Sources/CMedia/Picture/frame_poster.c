/* frame_poster.c - see frame_poster.h. */

#include "frame_poster.h"

#include "attention.h"
#include "poster.h"

/* Looking costs time. */
enum { CM_MOST_FRAMES = 60 };

typedef struct CMFramePoster {
    CMPoster poster;
    int height, stride; /* of a frame; of the frames that are looked at */
    bool has_luma;      /* it is 8-bit RGB, or nothing is looked at */
    uint8_t *luma;      /* of one row */
    /* Small pictures of the frame that is drawn, of the one before it, and of the one chosen. */
    uint8_t *drawn, *latest, *chosen;
    CMSize size; /* of those */
    CMError *error;
} CMFramePoster;

/* Over white, as most viewers and our own videos show what is transparent. */
static inline int over_white(int value, int alpha) {
    return (value * alpha + 255 * (255 - alpha)) * 257 >> 16;
}

/* By the weights of BT.601. */
static inline int luma_of(const uint8_t *pixel) {
    return (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2]) >> 8;
}

static void convert_row(const uint8_t *restrict pixels, int bands, int width,
                        uint8_t *restrict luma) {
    if (bands == 3) {
        for (int x = 0; x < width; x++) {
            luma[x] = (uint8_t)luma_of(pixels + 3 * x);
        }
        return;
    }
    for (int x = 0; x < width; x++) {
        luma[x] = (uint8_t)over_white(luma_of(pixels + 4 * x), pixels[4 * x + 3]);
    }
}

/* One pixel of each square of the sketch is enough for what draws the eye. */
static void shrink_row(const uint8_t *pixels, int bands, const CMSketch *sketch, int row,
                       uint8_t *small) {
    int middle = sketch->factor / 2, y = row / sketch->factor;

    if (row % sketch->factor != middle || y >= sketch->height) {
        return;
    }
    for (int x = 0; x < sketch->width; x++) {
        const uint8_t *pixel = pixels + (size_t)bands * (x * sketch->factor + middle);
        for (int i = 0; i < 3; i++) {
            int value = bands == 3 ? pixel[i] : over_white(pixel[i], pixel[3]);
            small[3 * ((size_t)sketch->width * y + x) + i] = (uint8_t)value;
        }
    }
}

static void swap(uint8_t **one, uint8_t **other) {
    uint8_t *kept = *one;

    *one = *other;
    *other = kept;
}

static void keep_latest(CMFramePoster *poster, int64_t number) {
    if (poster->poster.chosen == number) {
        swap(&poster->latest, &poster->chosen);
    }
}

static int add_row(CMFramePoster *poster, const uint8_t *pixels, const VipsImage *strip, int row) {
    CMSketch *sketch = cm_poster_next(&poster->poster);

    if (row == 0 && cm_sketch_begin(sketch, strip->Xsize, poster->height, poster->error)) {
        return -1;
    }
    convert_row(pixels, strip->Bands, strip->Xsize, poster->luma);
    cm_sketch_add_row(sketch, poster->luma);
    shrink_row(pixels, strip->Bands, sketch, row, poster->drawn);
    if (row == poster->height - 1) {
        cm_poster_show(&poster->poster);
        keep_latest(poster, poster->poster.shown - 2);
        swap(&poster->drawn, &poster->latest);
    }
    return 0;
}

/* Takes rows of the strip as they are evaluated, from the top down. */
static int take_rows(VipsRegion *region, VipsRect *area, void *context) {
    CMFramePoster *poster = context;

    for (int y = area->top; poster->has_luma && y < VIPS_RECT_BOTTOM(area); y++) {
        if (y / poster->height % poster->stride == 0 &&
            add_row(poster, VIPS_REGION_ADDR(region, 0, y), region->im, y % poster->height)) {
            return -1;
        }
    }
    return 0;
}

static int begin(CMFramePoster *poster, const VipsImage *strip, int frames) {
    CMSketch *sketch = cm_poster_next(&poster->poster);
    uint8_t **small[] = {&poster->drawn, &poster->latest, &poster->chosen};

    poster->has_luma = strip->BandFmt == VIPS_FORMAT_UCHAR &&
                       (strip->Bands == 3 || strip->Bands == 4);
    poster->stride = (frames + CM_MOST_FRAMES - 1) / CM_MOST_FRAMES;
    if (!poster->has_luma) {
        return 0;
    }
    if (cm_sketch_begin(sketch, strip->Xsize, poster->height, poster->error)) {
        return -1;
    }
    poster->luma = g_malloc((size_t)strip->Xsize);
    for (int i = 0; i < 3; i++) {
        *small[i] = g_malloc((size_t)sketch->width * (size_t)sketch->height * 3);
    }
    poster->size = (CMSize){sketch->width, sketch->height};
    return 0;
}

static int end(CMFramePoster *poster, CMImageReport *report) {
    cm_poster_end(&poster->poster);
    if (!poster->has_luma) {
        return 0;
    }
    keep_latest(poster, poster->poster.shown - 1);
    report->has_thumbnail = true;
    report->thumbnail_frame = (int32_t)poster->poster.chosen * poster->stride;
    if (cm_attention_rgb(poster->chosen, poster->size, &report->thumbnail)) {
        return cm_fail_vips(poster->error, CMStageFilter, CMCauseInternal, NULL, "not looked at");
    }
    return 0;
}

int cm_frame_poster(VipsImage *strip, const CMWatch *watch, CMImageReport *report,
                    CMError *error) {
    int height = vips_image_get_page_height(strip);
    CMFramePoster poster = {.height = height, .error = error};
    int status = begin(&poster, strip, vips_image_get_height(strip) / height);

    if (!status && vips_sink_disc(strip, take_rows, &poster)) {
        status = cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, watch, "damaged");
    }
    if (!status) {
        status = end(&poster, report);
    }
    cm_poster_free(&poster.poster);
    g_free(poster.luma);
    g_free(poster.drawn);
    g_free(poster.latest);
    g_free(poster.chosen);
    return status;
}
