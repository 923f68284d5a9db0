/* image.c - a still picture from its first byte to its last: the steps in order. */

#include <string.h>

#include "attention.h"
#include "colour.h"
#include "encode_image.h"
#include "frame_poster.h"
#include "gif.h"
#include "picture.h"
#include "raster.h"
#include "resize.h"
#include "second_opinion.h"

/* Decoded at once where nothing is kept: loaders read as many. */
#define ROWS 16

/* For one who may want it repaired. */
static void read_damaged_header(int32_t input, int64_t offset, const char *loader,
                                CMImageFacts *facts) {
    CMPicture picture = {.is_lenient = true};
    CMError ignored = {0};
    bool is_read = cm_picture_open(&picture, input, offset, loader, &ignored) == 0;

    *facts = is_read ? picture.facts : (CMImageFacts){0};
    cm_picture_close(&picture);
}

/* Opens a picture and tells what its header says. */
static int open_header(CMPicture *picture, int32_t input, int64_t offset, const char *loader,
                       CMImageFacts *facts, CMError *error) {
    error->message[0] = '\0';
    int status = cm_picture_open(picture, input, offset, loader, error);
    *facts = picture->facts;
    if (status && error->cause == CMCauseCorrupt) {
        read_damaged_header(input, offset, loader, facts);
        facts->defect = CMDefectNone;
    }
    return status;
}

int cm_image_probe(int32_t input, int64_t offset, const char *loader, CMImageFacts *facts,
                   CMError *error) {
    CMPicture picture = {0};

    int status = open_header(&picture, input, offset, loader, facts, error);
    cm_picture_close(&picture);
    return status;
}

/* Check */

static int check_stored(CMPicture *picture, CMError *error) {
    size_t size = (size_t)picture->facts.width * (size_t)picture->facts.height * 4;
    uint8_t *pixels = g_try_malloc(size);
    CMPictureReader *reader = NULL;
    int status = -1;

    if (!pixels) {
        cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory");
    } else if (!picture->source.loader->is_animated) {
        status = cm_picture_read_first(picture, pixels, error);
    } else if ((reader = cm_picture_reader_open(picture, error))) {
        status = 0;
        for (int32_t i = 0; i < picture->facts.frames && !status; i++) {
            status = cm_picture_reader_next(reader, pixels, error);
        }
    }
    cm_picture_reader_close(reader);
    g_free(pixels);
    return status;
}

/* Decodes all of it from the top down and keeps nothing. libvips' own sinks start threads, which take
 * longer than a small picture. */
static int decode_rows(CMPicture *picture, VipsImage *image, CMError *error) {
    int width = vips_image_get_width(image), height = vips_image_get_height(image);
    VipsRegion *region = vips_region_new(image);
    int status = 0;

    for (int top = 0; top < height && !status; top += ROWS) {
        VipsRect rows = {0, top, width, MIN(ROWS, height - top)};
        if (vips_region_prepare(region, &rows) ||
            !cm_watch_report(&picture->watch, (double)top / height)) {
            status = cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, &picture->watch, "damaged");
        }
    }
    g_object_unref(region);
    return status;
}

/* Decodes a page, or all frames; looks for a thumbnail where there is a report for it. */
static int check_portion(CMPicture *picture, CMPortion portion, CMImageReport *report,
                         CMError *error) {
    VipsImage *image = NULL;
    int status = 0;

    if (cm_load(picture, portion, &image, error)) {
        return -1;
    }
    if (cm_check_size(vips_image_get_width(image), vips_image_get_page_height(image), error)) {
        status = -1;
    } else if (report && vips_image_get_page_height(image) < vips_image_get_height(image)) {
        status = cm_frame_poster(image, &picture->watch, report, error);
    } else {
        status = decode_rows(picture, image, error);
    }
    g_object_unref(image);
    return status || cm_load_verdict(picture, error) ? -1 : 0;
}

static int check(CMPicture *picture, CMImageReport *report, CMError *error) {
    const CMSource *source = &picture->source;

    if (!source->loader->load) {
        return check_stored(picture, error);
    }
    if (cm_gif_check(source, error)) {
        return -1;
    }
    int32_t pages = source->loader->has_pages ? picture->pages : 1;
    if (pages > cm_limits()->max_frames) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "%d pages, more than %d", pages,
                       cm_limits()->max_frames);
    }
    for (int32_t page = 0; page < pages; page++) {
        CMPortion portion = {.page = page, .has_all_frames = true};
        if (check_portion(picture, portion, report, error)) {
            return -1;
        }
    }
    return cm_second_opinion(source, CM_VERDICT_PIXELS, error);
}

int cm_image_check(int32_t input, int64_t offset, const char *loader, bool wants_thumbnail,
                   CMProgress progress, void *context, CMImageFacts *facts, CMImageReport *report,
                   CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    *report = (CMImageReport){0};
    int status = open_header(&picture, input, offset, loader, facts, error);
    if (!status) {
        status = check(&picture, wants_thumbnail ? report : NULL, error);
    }
    cm_picture_close(&picture);
    return status;
}

/* Render */

/* The first frame in the size wanted, and in no more pixels than that while it is decoded. */
static int load_scaled(CMPicture *picture, CMSize size, VipsImage **image, CMError *error) {
    double across = (double)picture->facts.width / size.width;
    double down = (double)picture->facts.height / size.height;
    /* The decoder's own shrinking is coarse, so the better half of it is left to Lanczos. */
    CMPortion portion = {.shrink = MIN(across, down) / 2};
    VipsImage *loaded = NULL, *prepared = NULL;
    int status = -1;

    if (cm_load(picture, portion, &loaded, error) ||
        cm_colour_prepare(loaded, &prepared, error)) {
        goto end;
    }
    if (cm_resize(prepared, size, image) || cm_evaluate(image)) {
        cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, &picture->watch, "damaged");
        goto end;
    }
    status = 0;

end:
    g_clear_object(&prepared);
    g_clear_object(&loaded);
    return status || cm_load_verdict(picture, error) ? -1 : 0;
}

/* Replaces an image by what a step made of it. */
static int replace(VipsImage **image, VipsImage *made, int status, CMError *error) {
    g_object_unref(*image);
    *image = made;
    return status ? cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "not finished") : 0;
}

/* Transparent, unless something else is wanted or the format cannot be. */
static int pad(VipsImage **image, CMSize size, const CMImageOptions *options, CMError *error) {
    bool has_alpha = vips_image_hasalpha(*image);
    bool is_clear = !options->is_opaque && options->format != CMImageFormatJPEG;
    uint32_t shade = options->background;
    double colour[4] = {shade >> 16 & 255, shade >> 8 & 255, shade & 255, 255}, clear[4] = {0};
    VipsImage *made = NULL;

    int status = vips_colourspace(*image, &made, VIPS_INTERPRETATION_sRGB, NULL);
    if (replace(image, made, status, error)) {
        return -1;
    }
    if (!has_alpha) {
        made = NULL;
        status = vips_addalpha(*image, &made, NULL);
        if (replace(image, made, status, error)) {
            return -1;
        }
    }
    status = cm_pad(*image, size, is_clear ? clear : colour, &made);
    return replace(image, made, status, error);
}

/* Crops or pads an upright picture. */
static int compose(VipsImage **image, CMSize size, const CMImageOptions *options, CMError *error) {
    VipsImage *made = NULL;

    if (options->fit == CMFitContain) {
        return pad(image, size, options, error);
    }
    if (vips_image_get_width(*image) > size.width || vips_image_get_height(*image) > size.height) {
        int status = cm_evaluate(image) || cm_crop(*image, size, &made);
        return replace(image, made, status, error);
    }
    return 0;
}

/* Upright at last, in colours that are final but in a size that may be cropped or padded. */
static int draw_scaled(CMPicture *picture, CMSize scaled, int32_t orientation, VipsImage **image,
                       bool *profile_ignored, CMError *error) {
    CMSize stored = cm_is_turned(orientation) ? cm_flipped(scaled) : scaled;
    VipsImage *made = NULL;

    if (load_scaled(picture, stored, image, error)) {
        return -1;
    }
    int status = cm_colour_to_srgb(*image, &made, profile_ignored, error);
    if (replace(image, made, status, error) || cm_raster(image, error)) {
        return -1;
    }
    status = cm_turn(*image, orientation, &made);
    return replace(image, made, status, error);
}

static CMPlan plan_fit(const CMPicture *picture, const CMImageOptions *options) {
    CMSize stored = {picture->facts.width, picture->facts.height};

    return cm_plan_fit(cm_is_turned(options->orientation) ? cm_flipped(stored) : stored, options);
}

/* The finished picture: upright, in its final size and colours. */
static int draw(CMPicture *picture, const CMImageOptions *options, VipsImage **image,
                CMImageResult *result, CMError *error) {
    if (cm_picture_check_canvas(picture, error) || cm_picture_fill(picture, options, error)) {
        return -1;
    }
    CMPlan plan = plan_fit(picture, options);
    if (draw_scaled(picture, plan.scaled, options->orientation, image, &result->profile_ignored,
                    error) ||
        compose(image, plan.output, options, error)) {
        return -1;
    }
    return cm_raster(image, error);
}

static int render(CMPicture *picture, int32_t output, const CMImageOptions *options,
                  CMImageResult *result, CMError *error) {
    VipsImage *image = NULL;
    CMBuffer buffer = {0};
    int status = -1;

    if ((picture->is_lenient || !cm_gif_check(&picture->source, error)) &&
        !draw(picture, options, &image, result, error) &&
        !cm_encode_image(image, options, &picture->watch, &buffer, result, error) &&
        !cm_buffer_write(&buffer, output, error)) {
        result->frames = 1;
        result->bytes = buffer.bytes->len;
        result->defect = picture->source.defect;
        /* The library may drop one without a word. */
        result->profile_ignored |= picture->source.has_profile && !picture->facts.has_profile;
        result->repaired = picture->is_lenient;
        status = 0;
    }
    cm_buffer_free(&buffer);
    g_clear_object(&image);
    return status;
}

static int open_and_render(CMPicture *picture, int32_t input, int64_t offset, const char *loader,
                           int32_t output, const CMImageOptions *options, CMImageResult *result,
                           CMError *error) {
    memset(result, 0, sizeof *result);
    int status = cm_picture_open(picture, input, offset, loader, error);
    if (!status) {
        status = render(picture, output, options, result, error);
    }
    cm_picture_close(picture);
    return status;
}

int cm_image_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                    const CMImageOptions *options, CMProgress progress, void *context,
                    CMImageResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    error->message[0] = '\0';
    int status = open_and_render(&picture, input, offset, loader, output, options, result, error);
    if (status && options->repair && error->cause == CMCauseCorrupt) {
        error->message[0] = '\0';
        picture = (CMPicture){.watch = picture.watch, .is_lenient = true};
        status = open_and_render(&picture, input, offset, loader, output, options, result, error);
    }
    return status;
}

/* Thumbnail */

/* Attention needs no more than this. */
#define LOOKED_AT 256

static int find_square(CMPicture *picture, CMUnitRectangle *rectangle, CMError *error) {
    CMImageOptions options = {.max_width = LOOKED_AT,
                              .max_height = LOOKED_AT,
                              .orientation = picture->facts.orientation};
    CMSize size = plan_fit(picture, &options).scaled;
    VipsImage *image = NULL;
    bool is_ignored = false;
    int status = -1;

    if (draw_scaled(picture, size, options.orientation, &image, &is_ignored, error)) {
        goto end;
    }
    if (cm_evaluate(&image) || cm_attention_square(image, rectangle)) {
        cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "not looked at");
        goto end;
    }
    status = 0;

end:
    g_clear_object(&image);
    return status;
}

int cm_image_thumbnail(int32_t input, int64_t offset, const char *loader,
                       CMUnitRectangle *rectangle, CMError *error) {
    CMPicture picture = {0};

    error->message[0] = '\0';
    *rectangle = (CMUnitRectangle){0, 0, 1, 1};
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status) {
        status = find_square(&picture, rectangle, error);
    }
    cm_picture_close(&picture);
    return status;
}
