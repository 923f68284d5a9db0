/* encode_image.c - see encode_image.h. */

#include "encode_image.h"

#include "encoding.h"
#include "raster.h"
#include "search.h"

/* What is hardly told from the original even side by side (as libjpeg's quality 85, in fewer bytes
 * and with a higher score), and what is not told at all. */
#define GOOD_COARSENESS 0.4
#define FINE_COARSENESS 0.1

/* A PNG of so many times a JPEG's bytes, as estimated, never comes down to them. */
#define HOPELESS 3

/* On the background colour, for a format without alpha. */
static int flatten(CMEncoding *encoding) {
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

static int good_jpeg(CMEncoding *encoding, CMAttempt *attempt) {
    CMJpegStep step = {.coarseness = GOOD_COARSENESS,
                       .has_full_colour = cm_has_sharp_colour(&encoding->content)};

    return cm_attempt_jpeg(encoding, encoding->size, step, attempt);
}

static int encode_jpeg(CMEncoding *encoding, CMAttempt *best) {
    CMAttempt first = {0};
    int status = good_jpeg(encoding, &first);

    if (!status && cm_attempt_fits(encoding, &first)) {
        cm_attempt_replace(best, &first);
    } else if (!status) {
        status = cm_search_jpeg(encoding, &first, best);
    }
    cm_attempt_free(&first);
    return status;
}

typedef struct PngPair {
    CMAttempt plain;   /* all colours */
    CMAttempt palette; /* as few as there are, and 256 at most */
} PngPair;

static int make_pngs(CMEncoding *encoding, PngPair *pair) {
    int colours = cm_raster_colours(encoding->raster);

    if (cm_attempt_png(encoding, encoding->size, 0, &pair->plain) ||
        cm_attempt_png(encoding, encoding->size, MIN(colours, 256), &pair->palette)) {
        return -1;
    }
    return cm_attempt_look(encoding, &pair->palette);
}

static void free_pngs(PngPair *pair) {
    cm_attempt_free(&pair->plain);
    cm_attempt_free(&pair->palette);
}

/* A palette takes the place of all colours where nobody can tell. */
static CMAttempt *lossless(PngPair *pair) {
    bool is_smaller = cm_attempt_bytes(&pair->palette) < cm_attempt_bytes(&pair->plain);

    return is_smaller && pair->palette.score >= CM_SCORE_LOSSLESS ? &pair->palette : &pair->plain;
}

static int encode_png(CMEncoding *encoding, CMAttempt *best) {
    PngPair pair = {0};
    int status = make_pngs(encoding, &pair);

    if (!status && cm_attempt_fits(encoding, lossless(&pair))) {
        cm_attempt_replace(best, lossless(&pair));
    } else if (!status) {
        status = cm_search_png(encoding, &pair.plain, &pair.palette, best);
    }
    free_pngs(&pair);
    return status;
}

/* Smaller */

/* A JPEG that is as good as a PNG, to compare that with. It takes the place of the first one where
 * that is seen to be a JPEG, as letters and lines make it. */
static int refine(CMEncoding *encoding, CMAttempt *jpeg, int64_t *bytes) {
    CMJpegStep step = {.coarseness = FINE_COARSENESS, .has_full_colour = true};
    CMAttempt fine = {0};

    *bytes = cm_attempt_bytes(jpeg);
    if (!cm_attempt_fits(encoding, jpeg)) {
        return 0;
    }
    if (cm_attempt_look(encoding, jpeg)) {
        return -1;
    }
    if (jpeg->score >= CM_SCORE_LOSSLESS) {
        return 0;
    }
    int status = cm_attempt_jpeg(encoding, encoding->size, step, &fine);
    if (!status) {
        *bytes = cm_attempt_bytes(&fine);
        if (jpeg->score < CM_SCORE_GOOD && cm_attempt_fits(encoding, &fine)) {
            cm_attempt_replace(jpeg, &fine);
        }
    }
    cm_attempt_free(&fine);
    return status;
}

/* The better one of what both formats can do with max_bytes. */
static int search_both(CMEncoding *encoding, const CMAttempt *jpeg, PngPair *pair,
                       CMAttempt *best) {
    CMError *error = encoding->error, errors[2] = {0};
    CMAttempt coarse = {0}, png = {0};

    encoding->error = &errors[0];
    bool has_jpeg = !cm_search_jpeg(encoding, jpeg, &coarse) && !cm_attempt_look(encoding, &coarse);
    encoding->error = &errors[1];
    bool has_png = !cm_search_png(encoding, &pair->plain, &pair->palette, &png) &&
                   !cm_attempt_look(encoding, &png);
    encoding->error = error;
    if (has_jpeg && (!has_png || coarse.score > png.score)) {
        cm_attempt_replace(best, &coarse);
    } else if (has_png) {
        cm_attempt_replace(best, &png);
    } else {
        *error = errors[0];
    }
    cm_attempt_free(&coarse);
    cm_attempt_free(&png);
    return has_jpeg || has_png ? 0 : -1;
}

/* A PNG is chosen where it is not larger than a JPEG that looks as good. */
static int encode_graphics(CMEncoding *encoding, CMAttempt *jpeg, CMAttempt *best) {
    PngPair pair = {0};
    int64_t limit = 0;
    int status = -1;

    if (refine(encoding, jpeg, &limit) || make_pngs(encoding, &pair)) {
        goto end;
    }
    status = 0;
    if (cm_attempt_fits(encoding, lossless(&pair)) &&
        cm_attempt_bytes(lossless(&pair)) <= limit) {
        cm_attempt_replace(best, lossless(&pair));
    } else if (cm_attempt_fits(encoding, jpeg)) {
        cm_attempt_replace(best, jpeg);
    } else {
        status = search_both(encoding, jpeg, &pair, best);
    }

end:
    free_pngs(&pair);
    return status;
}

static int encode_smaller(CMEncoding *encoding, CMAttempt *best) {
    CMAttempt jpeg = {0};
    int status = good_jpeg(encoding, &jpeg);

    if (!status) {
        double png = encoding->content.detail_bits / 8 * VIPS_IMAGE_N_PELS(encoding->raster);
        if (png < HOPELESS * (double)cm_attempt_bytes(&jpeg)) {
            status = encode_graphics(encoding, &jpeg, best);
        } else if (cm_attempt_fits(encoding, &jpeg)) {
            cm_attempt_replace(best, &jpeg);
        } else {
            status = cm_search_jpeg(encoding, &jpeg, best);
        }
    }
    cm_attempt_free(&jpeg);
    return status;
}

/* Format */

static int encode(CMEncoding *encoding, CMAttempt *best) {
    bool has_alpha = vips_image_hasalpha(encoding->raster);
    CMImageFormat format = encoding->options->format;

    if (format == CMImageFormatGIF) {
        return cm_fail(encoding->error, CMStageEncode, CMCauseUnsupported, 0,
                       "a still picture is not made a GIF");
    }
    bool may_be_clear = !encoding->options->is_opaque && format != CMImageFormatJPEG;

    if (has_alpha && !may_be_clear) {
        if (flatten(encoding)) {
            return -1;
        }
        has_alpha = false;
    }
    if (format == CMImageFormatPNG || has_alpha) {
        return encode_png(encoding, best);
    }
    encoding->content = cm_content(encoding->raster);
    return format == CMImageFormatJPEG ? encode_jpeg(encoding, best)
                                       : encode_smaller(encoding, best);
}

int cm_encode_image(VipsImage *raster, const CMImageOptions *options, CMWatch *watch,
                    CMBuffer *buffer, CMImageResult *result, CMError *error) {
    CMEncoding encoding = {.raster = g_object_ref(raster),
                           .size = {vips_image_get_width(raster), vips_image_get_height(raster)},
                           .options = options,
                           .watch = watch,
                           .error = error};
    CMAttempt best = {0};
    int status = encode(&encoding, &best);

    if (!status) {
        result->format = best.format;
        result->width = best.size.width;
        result->height = best.size.height;
        *buffer = best.buffer;
    } else {
        cm_attempt_free(&best);
    }
    result->encodes = encoding.encodes;
    cm_reference_free(encoding.reference);
    g_object_unref(encoding.raster);
    return status;
}
