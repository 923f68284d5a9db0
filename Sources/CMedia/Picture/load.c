/* load.c - see load.h. */

#include "load.h"

#include <string.h>

#include "complaint.h"
#include "second_opinion.h"
#include "picture.h"

static const CMLoader loaders[] = {
    {.name = "jpeg",
     .operation = "jpegload_source",
     .load = vips_jpegload_source,
     .inspect = cm_inspect_jpeg},
    {.name = "png",
     .operation = "pngload_source",
     .load = vips_pngload_source,
     .inspect = cm_inspect_png,
     .is_stream = true},
    {.name = "gif",
     .operation = "gifload_source",
     .load = vips_gifload_source,
     .inspect = cm_inspect_gif,
     .is_animated = true},
    {.name = "webp",
     .operation = "webpload_source",
     .load = vips_webpload_source,
     .inspect = cm_inspect_webp,
     .is_animated = true},
    {.name = "heif",
     .operation = "heifload_source",
     .load = vips_heifload_source,
     .inspect = cm_inspect_heif,
     .has_pages = true,
     .is_stream = true,
     .is_upright = true},
    {.name = "tiff",
     .operation = "tiffload_source",
     .load = vips_tiffload_source,
     .inspect = cm_inspect_tiff,
     .has_pages = true,
     .is_stream = true},
    {.name = "svg",
     .operation = "svgload_source",
     .load = vips_svgload_source,
     .inspect = cm_inspect_svg,
     .is_drawn = true},
    {.name = "jxl",
     .operation = "jxlload_source",
     .load = vips_jxlload_source,
     .is_stream = true,
     .is_upright = true,
     .held = 5},
    {.name = "jp2",
     .operation = "jp2kload_source",
     .load = vips_jp2kload_source,
     .is_stream = true,
     .held = 2},
    {.name = "bmp", .demuxer = "bmp_pipe"},
    {.name = "apng", .demuxer = "apng", .inspect = cm_inspect_png, .is_animated = true},
    {.name = NULL},
};

const CMLoader *cm_loaders(void) {
    return loaders;
}

bool cm_is_allowed(const CMLoader *loader) {
    const CMLimits *limits = cm_limits();

    return (loader->load != vips_svgload_source || limits->allow_svg) &&
           (loader->load != vips_jxlload_source || limits->allow_jxl) &&
           (loader->load != vips_jp2kload_source || limits->allow_jp2);
}

const CMLoader *cm_loader(const char *name) {
    for (const CMLoader *loader = loaders; loader->name; loader++) {
        if (!strcmp(loader->name, name) && cm_is_allowed(loader)) {
            return loader;
        }
    }
    return NULL;
}

int cm_fail_vips(CMError *error, CMStage stage, CMCause cause, const CMWatch *watch,
                 const char *what) {
    if (watch && watch->is_stopped) {
        return cm_fail(error, stage, CMCauseStopped, 0, "stopped");
    }
    /* The buffer is the process's: another job's text may be in it, so it is but a hint. */
    char *hint = vips_error_buffer_copy();
    int length = (int)strcspn(hint, "\n");
    cm_fail(error, stage, cause, 0, "%s%s%.*s", what, length ? ": " : "", length, hint);
    g_free(hint);
    return -1;
}

static void report(VipsImage *image, VipsProgress *progress, void *watch) {
    if (!cm_watch_report(watch, progress->percent / 100.0)) {
        vips_image_set_kill(image, TRUE);
    }
}

void cm_watch_image(CMWatch *watch, VipsImage *image) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect(image, "eval", G_CALLBACK(report), watch);
}

static int load_with(const CMPicture *picture, CMPortion portion, VipsSource *source,
                     VipsImage **image) {
    const CMLoader *loader = picture->source.loader;
    VipsFailOn strict = picture->source.is_lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR;
    VipsAccess access = VIPS_ACCESS_SEQUENTIAL;

    if (loader->load == vips_jpegload_source) {
        int shrink = 1;
        while (shrink < 8 && shrink * 2 <= portion.shrink) {
            shrink *= 2;
        }
        return loader->load(source, image, "access", access, "fail_on", strict, "shrink", shrink,
                            NULL);
    }
    if (loader->load == vips_webpload_source && portion.shrink > 1) {
        return loader->load(source, image, "access", access, "fail_on", strict, "scale",
                            1 / portion.shrink, NULL);
    }
    if (loader->is_animated) {
        /* Whether a GIF is whole was looked up before; libvips wants an end marker. */
        return loader->load(source, image, "access", access, "n", portion.has_all_frames ? -1 : 1,
                            NULL);
    }
    if (loader->is_drawn) {
        return loader->load(source, image, "access", access, "fail_on", strict, "scale",
                            picture->scale, NULL);
    }
    if (loader->has_pages && portion.page > 0) {
        return loader->load(source, image, "access", access, "fail_on", strict, "page",
                            portion.page, NULL);
    }
    return loader->load(source, image, "access", access, "fail_on", strict, NULL);
}

/* libvips' HEIF loader frees the profile with its own image, while later ones still point at it. */
static void own_profile(VipsImage *image) {
    const void *profile = NULL;
    size_t length = 0;

    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) &&
        !vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &length)) {
        void *copy = g_memdup2(profile, length);
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, copy, length);
        g_free(copy);
    }
}

static void *add_size(VipsImage *image, const char *name, GValue *value, void *sum) {
    size_t size = 0;

    (void)image;
    (void)name;
    if (G_VALUE_TYPE(value) == VIPS_TYPE_BLOB) {
        vips_value_get_blob(value, &size);
    } else if (G_VALUE_TYPE(value) == VIPS_TYPE_REF_STRING) {
        vips_value_get_ref_string(value, &size);
    }
    *(size_t *)sum += size;
    return NULL;
}

/* What the loader attached, which may be more than was seen beforehand. */
static int check_metadata(VipsImage *image, CMError *error) {
    CMSource attached = {0};
    size_t size = 0;

    vips_image_map(image, add_size, &size);
    return cm_add_metadata(&attached, size, error);
}

int cm_load(CMPicture *picture, CMPortion portion, VipsImage **image, CMError *error) {
    const CMLoader *loader = picture->source.loader;
    int status = -1;

    *image = NULL;
    if (!loader->load) {
        if (cm_picture_decode(picture, image, error)) {
            return -1;
        }
        cm_watch_image(&picture->watch, *image);
        return 0;
    }
    cm_complaints_forget();
    VipsSource *source = cm_source_for_vips(&picture->source, error);
    if (!source) {
        return -1;
    }
    if (load_with(picture, portion, source, image)) {
        /* A sequence may call itself a picture, too. */
        cm_fail_vips(error, CMStageOpen,
                     picture->source.has_tracks ? CMCauseUnsupported : CMCauseCorrupt, NULL,
                     "it cannot be read");
        goto end;
    }
    if (check_metadata(*image, error)) {
        goto end;
    }
    own_profile(*image);
    cm_coding_attach(*image, picture->source.coding);
    cm_watch_image(&picture->watch, *image);
    status = 0;

end:
    g_object_unref(source);
    return status;
}

/* Whether what was complained of leaves every pixel right: an unknown note on how colours are coded, or
 * bytes left over at the end of a scan, which are padding, or all that tells of numbers read wrong. */
static int judge(const CMSource *source, const CMComplaints *complaints, CMError *error) {
    bool is_few = complaints->count <= source->scans + 1;

    if (is_few && strstr(complaints->first, "Adobe color transform")) {
        return 0;
    }
    if (is_few && strstr(complaints->first, "extraneous bytes")) {
        return cm_second_opinion(source, cm_limits()->max_pixels, error);
    }
    return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "%.*s",
                   (int)strcspn(complaints->first, "\n"), complaints->first);
}

int cm_load_verdict(CMPicture *picture, CMError *error) {
    const CMComplaints *complaints = cm_complaints();

    if (picture->source.loader->load != vips_jpegload_source || !complaints->count ||
        picture->source.is_lenient) {
        return 0;
    }
    if (judge(&picture->source, complaints, error)) {
        return -1;
    }
    cm_note_defect(&picture->source, strstr(complaints->first, "extraneous bytes")
                                         ? CMDefectStrayBytes
                                         : CMDefectHeader);
    return 0;
}
