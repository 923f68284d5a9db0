/* encode_image.c - see encode_image.h. */

#include "encode_image.h"

#include <math.h>

#include "raster.h"
#include "resize.h"

/* Below this a picture shows nothing, and there is nothing left to save. */
#define LEAST_SIDE 8

typedef struct Encoding {
    VipsImage *raster; /* present size; the caller's at first */
    const CMImageOptions *options;
    CMWatch *watch;
    CMBuffer *buffer;
    CMImageResult *result;
    CMError *error;
} Encoding;

typedef struct JpegStep {
    int quality;
    VipsForeignSubsample subsample;
} JpegStep;

/* From what no eye can tell from the original to what still looks like a photograph. Full colour
 * resolution keeps red letters sharp, and is the first thing to go. */
static const JpegStep jpeg_steps[] = {
    {88, VIPS_FOREIGN_SUBSAMPLE_OFF}, {80, VIPS_FOREIGN_SUBSAMPLE_ON},
    {70, VIPS_FOREIGN_SUBSAMPLE_ON},  {60, VIPS_FOREIGN_SUBSAMPLE_ON},
    {50, VIPS_FOREIGN_SUBSAMPLE_ON},  {40, VIPS_FOREIGN_SUBSAMPLE_ON},
};

static VipsImage *watched(const Encoding *encoding) {
    VipsImage *image = NULL;

    if (!vips_copy(encoding->raster, &image, NULL)) {
        cm_watch_image(encoding->watch, image);
    }
    return image;
}

/* 0 where libvips was content or the buffer full. */
static int finish(Encoding *encoding, int status) {
    encoding->result->encodes++;
    if (status && !encoding->buffer->is_over) {
        return cm_fail_vips(encoding->error, CMStageEncode, CMCauseInternal, encoding->watch,
                            "it cannot be encoded");
    }
    return 0;
}

static int encode_jpeg(Encoding *encoding, JpegStep step) {
    VipsTarget *target = cm_buffer_fill(encoding->buffer, G_MAXINT64);
    VipsImage *image = watched(encoding);
    int status = -1;

    if (image) {
        status = vips_jpegsave_target(image, target, "Q", step.quality, "subsample_mode",
                                      step.subsample, "optimize_coding", TRUE, "strip", TRUE, NULL);
    }
    g_clear_object(&image);
    g_object_unref(target);
    return finish(encoding, status);
}

static int encode_png(Encoding *encoding, bool has_palette, int64_t limit) {
    VipsTarget *target = cm_buffer_fill(encoding->buffer, limit);
    VipsImage *image = watched(encoding);
    /* Differences between neighbours help where colours change smoothly; elsewhere they hide the
     * repeats that deflate lives on. */
    VipsForeignPngFilter filter = !has_palette && cm_raster_is_rich(encoding->raster)
                                      ? VIPS_FOREIGN_PNG_FILTER_ALL
                                      : VIPS_FOREIGN_PNG_FILTER_NONE;
    int status = -1;

    if (image) {
        status = vips_pngsave_target(image, target, "compression", 9, "filter", filter, "palette",
                                     has_palette, "strip", TRUE, NULL);
    }
    g_clear_object(&image);
    g_object_unref(target);
    return finish(encoding, status);
}

static bool fits(const Encoding *encoding) {
    return !encoding->buffer->is_over &&
           encoding->buffer->bytes->len <= encoding->options->max_bytes;
}

/* Fewer pixels, by as much as the last encode was too large. */
static int shrink(Encoding *encoding) {
    CMSize size = {vips_image_get_width(encoding->raster),
                   vips_image_get_height(encoding->raster)};
    double scale = 0.95 * sqrt((double)encoding->options->max_bytes / encoding->buffer->bytes->len);
    CMSize smaller = cm_scaled(size, fmin(scale, 0.9));
    VipsImage *image = NULL;

    if (smaller.width < LEAST_SIDE || smaller.height < LEAST_SIDE) {
        return cm_fail(encoding->error, CMStageEncode, CMCauseCannotFit, 0,
                       "%u bytes at %d x %d pixels, more than %lld",
                       encoding->buffer->bytes->len, size.width, size.height,
                       (long long)encoding->options->max_bytes);
    }
    if (cm_resize(encoding->raster, smaller, &image) || cm_evaluate(&image)) {
        return cm_fail_vips(encoding->error, CMStageFilter, CMCauseInternal, encoding->watch,
                            "it cannot be shrunk");
    }
    g_object_unref(encoding->raster);
    encoding->raster = image;
    return 0;
}

static int fit_jpeg(Encoding *encoding) {
    size_t count = G_N_ELEMENTS(jpeg_steps);

    encoding->result->format = CMImageFormatJPEG;
    for (size_t i = 0; i < count; i++) {
        if (encode_jpeg(encoding, jpeg_steps[i])) {
            return -1;
        }
        if (fits(encoding)) {
            return 0;
        }
    }
    do {
        if (shrink(encoding) || encode_jpeg(encoding, jpeg_steps[count - 1])) {
            return -1;
        }
    } while (!fits(encoding));
    return 0;
}

static int fit_png(Encoding *encoding) {
    encoding->result->format = CMImageFormatPNG;
    if (encode_png(encoding, false, G_MAXINT64)) {
        return -1;
    }
    if (fits(encoding)) {
        return 0;
    }
    if (encode_png(encoding, true, G_MAXINT64)) {
        return -1;
    }
    while (!fits(encoding)) {
        if (shrink(encoding) || encode_png(encoding, true, G_MAXINT64)) {
            return -1;
        }
    }
    return 0;
}

/* A PNG is worth having if it fits and is not larger than a good JPEG. Most photographs pass that
 * mark after a few lines, and are given up there. */
static int fit_smaller(Encoding *encoding) {
    if (encode_jpeg(encoding, jpeg_steps[0])) {
        return -1;
    }
    CMBuffer jpeg = *encoding->buffer;
    int64_t limit = MIN((int64_t)jpeg.bytes->len, encoding->options->max_bytes);
    int status = -1;

    encoding->buffer->bytes = NULL;
    if (encode_png(encoding, false, limit)) {
        goto end;
    }
    if (fits(encoding)) {
        encoding->result->format = CMImageFormatPNG;
        status = 0;
    } else if (jpeg.bytes->len <= encoding->options->max_bytes) {
        cm_buffer_free(encoding->buffer);
        *encoding->buffer = jpeg;
        jpeg.bytes = NULL;
        encoding->result->format = CMImageFormatJPEG;
        status = 0;
    } else {
        status = fit_jpeg(encoding);
    }

end:
    cm_buffer_free(&jpeg);
    return status;
}

/* On the background colour, for a format without alpha. */
static int flatten(Encoding *encoding) {
    uint32_t colour = encoding->options->background;
    double parts[3] = {colour >> 16 & 255, colour >> 8 & 255, colour & 255};
    VipsArrayDouble *background = vips_array_double_new(parts, 3);
    VipsImage *coloured = NULL, *flat = NULL;
    int status = -1;

    if (!vips_colourspace(encoding->raster, &coloured, VIPS_INTERPRETATION_sRGB, NULL) &&
        !vips_flatten(coloured, &flat, "background", background, NULL)) {
        status = cm_raster(&flat, encoding->error);
    }
    vips_area_unref(VIPS_AREA(background));
    g_clear_object(&coloured);
    if (status) {
        return cm_fail_vips(encoding->error, CMStageFilter, CMCauseInternal, NULL, "no background");
    }
    g_object_unref(encoding->raster);
    encoding->raster = flat;
    return 0;
}

static int encode(Encoding *encoding) {
    bool has_alpha = vips_image_hasalpha(encoding->raster);

    switch (encoding->options->format) {
    case CMImageFormatJPEG:
        return (has_alpha && flatten(encoding)) ? -1 : fit_jpeg(encoding);
    case CMImageFormatPNG:
        return fit_png(encoding);
    case CMImageFormatSmaller:
        return has_alpha ? fit_png(encoding) : fit_smaller(encoding);
    case CMImageFormatGIF:
        return cm_fail(encoding->error, CMStageEncode, CMCauseUnsupported, 0,
                       "a still picture is not made a GIF");
    }
}

int cm_encode_image(VipsImage *raster, const CMImageOptions *options, CMWatch *watch,
                    CMBuffer *buffer, CMImageResult *result, CMError *error) {
    Encoding encoding = {.raster = g_object_ref(raster),
                         .options = options,
                         .watch = watch,
                         .buffer = buffer,
                         .result = result,
                         .error = error};
    int status = encode(&encoding);

    result->width = vips_image_get_width(encoding.raster);
    result->height = vips_image_get_height(encoding.raster);
    g_object_unref(encoding.raster);
    return status;
}
