/* image.c - a still picture from its first byte to its last: the steps in order. */

#include <string.h>

#include "colour.h"
#include "encode_image.h"
#include "gif.h"
#include "picture.h"
#include "raster.h"
#include "resize.h"

int cm_image_probe(int32_t input, int64_t offset, const char *loader, CMImageFacts *facts,
                   CMError *error) {
    CMPicture picture = {0};

    error->message[0] = '\0';
    memset(facts, 0, sizeof *facts);
    int status = cm_picture_open(&picture, input, offset, loader, error);
    *facts = picture.facts;
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

/* Decodes all of it into a sink that keeps nothing. */
static int check_portion(CMPicture *picture, CMPortion portion, CMError *error) {
    VipsImage *image = NULL;
    double mean = 0;
    int status = 0;

    if (cm_load(picture, portion, &image, error)) {
        return -1;
    }
    if (cm_check_size(vips_image_get_width(image), vips_image_get_page_height(image), error)) {
        status = -1;
    } else if (vips_avg(image, &mean, NULL)) {
        status = cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, &picture->watch, "damaged");
    }
    g_object_unref(image);
    return status || cm_load_verdict(picture, error) ? -1 : 0;
}

static int check(CMPicture *picture, CMError *error) {
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
        if (check_portion(picture, portion, error)) {
            return -1;
        }
    }
    return 0;
}

int cm_image_check(int32_t input, int64_t offset, const char *loader, CMProgress progress,
                   void *context, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    error->message[0] = '\0';
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status) {
        status = check(&picture, error);
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

/* Transparent where the picture is so already, or must have alpha anyway. */
static int pad(VipsImage **image, CMSize size, const CMImageOptions *options, CMError *error) {
    bool has_alpha = vips_image_hasalpha(*image);
    bool is_clear = options->format == CMImageFormatPNG ||
                    (options->format == CMImageFormatSmaller && has_alpha);
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

/* Turns, crops and pads what has its final colours. */
static int compose(VipsImage **image, CMSize size, const CMImageOptions *options, CMError *error) {
    VipsImage *made = NULL;

    int status = cm_turn(*image, options->orientation, &made);
    if (replace(image, made, status, error)) {
        return -1;
    }
    if (options->fit == CMFitContain) {
        return pad(image, size, options, error);
    }
    if (vips_image_get_width(*image) > size.width || vips_image_get_height(*image) > size.height) {
        status = cm_crop(*image, size, &made);
        return replace(image, made, status, error);
    }
    return 0;
}

/* The finished picture: upright, in its final size and colours. */
static int draw(CMPicture *picture, const CMImageOptions *options, VipsImage **image,
                CMImageResult *result, CMError *error) {
    bool is_turned = cm_is_turned(options->orientation);
    CMSize stored = {picture->facts.width, picture->facts.height};
    CMPlan plan = cm_plan_fit(is_turned ? cm_flipped(stored) : stored, options);
    VipsImage *made = NULL;

    if (load_scaled(picture, is_turned ? cm_flipped(plan.scaled) : plan.scaled, image, error)) {
        return -1;
    }
    int status = cm_colour_to_srgb(*image, &made, &result->profile_ignored, error);
    if (replace(image, made, status, error) || cm_raster(image, error) ||
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

    if (!cm_gif_check(&picture->source, error) && !draw(picture, options, &image, result, error) &&
        !cm_encode_image(image, options, &picture->watch, &buffer, result, error) &&
        !cm_buffer_write(&buffer, output, error)) {
        result->frames = 1;
        result->bytes = buffer.bytes->len;
        status = 0;
    }
    cm_buffer_free(&buffer);
    g_clear_object(&image);
    return status;
}

int cm_image_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                    const CMImageOptions *options, CMProgress progress, void *context,
                    CMImageResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    error->message[0] = '\0';
    memset(result, 0, sizeof *result);
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status) {
        status = render(&picture, output, options, result, error);
    }
    cm_picture_close(&picture);
    return status;
}
