/* encoding.c - see encoding.h. */

#include "encoding.h"

#include "raster.h"
#include "resize.h"

/* The raster, or a smaller copy. The caller's to unref. */
static int in_size(CMEncoding *encoding, CMSize size, VipsImage **image) {
    if (size.width == encoding->size.width && size.height == encoding->size.height) {
        *image = g_object_ref(encoding->raster);
        return 0;
    }
    if (cm_resize(encoding->raster, size, image) || cm_evaluate(image)) {
        g_clear_object(image);
        return cm_fail_vips(encoding->error, CMStageFilter, CMCauseInternal, encoding->watch,
                            "it cannot be shrunk");
    }
    return 0;
}

int cm_attempt_jpeg(CMEncoding *encoding, CMSize size, CMJpegStep step, CMAttempt *attempt) {
    VipsImage *image = NULL;

    *attempt = (CMAttempt){.format = CMImageFormatJPEG, .size = size, .step = step};
    if (in_size(encoding, size, &image)) {
        return -1;
    }
    encoding->encodes++;
    int status =
        cm_write_jpeg(image, step, encoding->watch, &attempt->buffer, encoding->error);
    g_object_unref(image);
    return status;
}

static int bits_for(int colours) {
    return colours > 16 ? 8 : colours > 4 ? 4 : colours > 2 ? 2 : 1;
}

static int save_png(CMEncoding *encoding, VipsImage *image, int colours, VipsTarget *target) {
    /* Differences between neighbours help where colours change smoothly; elsewhere they hide the
     * repeats that deflate lives on. */
    bool is_smooth = vips_image_get_bands(image) > 1 && cm_raster_colours(image) > 256;
    VipsForeignPngFilter filter =
        is_smooth ? VIPS_FOREIGN_PNG_FILTER_ALL : VIPS_FOREIGN_PNG_FILTER_NONE;
    VipsImage *watched = NULL;
    int status;

    if (vips_copy(image, &watched, NULL)) {
        return -1;
    }
    cm_watch_image(encoding->watch, watched);
    if (colours == 0) {
        status = vips_pngsave_target(watched, target, "compression", 9, "filter", filter, "strip",
                                     TRUE, NULL);
    } else {
        status = vips_pngsave_target(watched, target, "compression", 9, "filter",
                                     VIPS_FOREIGN_PNG_FILTER_NONE, "palette", TRUE, "bitdepth",
                                     bits_for(colours), "strip", TRUE, NULL);
    }
    g_object_unref(watched);
    return status;
}

int cm_attempt_png(CMEncoding *encoding, CMSize size, int colours, CMAttempt *attempt) {
    VipsImage *image = NULL;

    *attempt = (CMAttempt){.format = CMImageFormatPNG, .size = size};
    if (in_size(encoding, size, &image)) {
        return -1;
    }
    encoding->encodes++;
    VipsTarget *target = cm_buffer_fill(&attempt->buffer, G_MAXINT32);
    int status = save_png(encoding, image, colours, target);
    g_object_unref(target);
    g_object_unref(image);
    return status ? cm_fail_vips(encoding->error, CMStageEncode, CMCauseInternal, encoding->watch,
                                 "it cannot be encoded")
                  : 0;
}

static int load_again(const CMAttempt *attempt, VipsImage **image) {
    const GByteArray *bytes = attempt->buffer.bytes;
    VipsSource *source = vips_source_new_from_memory(bytes->data, bytes->len);
    VipsImage *loaded = NULL;
    int status = -1;

    if (!source) {
        return -1;
    }
    if (!(attempt->format == CMImageFormatJPEG ? vips_jpegload_source(source, &loaded, NULL)
                                               : vips_pngload_source(source, &loaded, NULL))) {
        *image = loaded;
        status = cm_evaluate(image);
    }
    g_object_unref(source);
    return status;
}

int cm_attempt_look(CMEncoding *encoding, CMAttempt *attempt) {
    VipsImage *image = NULL;

    if (attempt->score > 0 || !attempt->buffer.bytes) {
        return 0;
    }
    if (!encoding->reference) {
        encoding->reference = cm_reference_new(encoding->raster);
    }
    if (!load_again(attempt, &image)) {
        attempt->score = cm_score(encoding->reference, image);
    }
    g_clear_object(&image);
    return attempt->score > 0 ? 0
                              : cm_fail_vips(encoding->error, CMStageEncode, CMCauseInternal,
                                             encoding->watch, "what was encoded cannot be read");
}

int64_t cm_attempt_bytes(const CMAttempt *attempt) {
    return attempt->buffer.bytes ? attempt->buffer.bytes->len : 0;
}

bool cm_attempt_fits(const CMEncoding *encoding, const CMAttempt *attempt) {
    return attempt->buffer.bytes &&
           cm_attempt_bytes(attempt) <= encoding->options->max_bytes;
}

void cm_attempt_replace(CMAttempt *kept, CMAttempt *attempt) {
    cm_attempt_free(kept);
    *kept = *attempt;
    attempt->buffer.bytes = NULL;
}

void cm_attempt_free(CMAttempt *attempt) {
    cm_buffer_free(&attempt->buffer);
}
