/* load.c - see load.h. */

#include "load.h"

#include <string.h>

#include "apng.h"
#include "complaint.h"
#include "gif.h"
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
    {.name = "bmp", .demuxer = "bmp_pipe"},
    {.name = "apng", .demuxer = "apng", .inspect = cm_inspect_png, .is_animated = true},
    {.name = NULL},
};

const CMLoader *cm_loaders(void) {
    return loaders;
}

const CMLoader *cm_loader(const char *name) {
    for (const CMLoader *loader = loaders; loader->name; loader++) {
        if (!strcmp(loader->name, name)) {
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
    /* The buffer is the process's: another job's text may be in it, so it is no more than a hint. */
    const char *hint = vips_error_buffer();
    int length = (int)strcspn(hint, "\n");
    return cm_fail(error, stage, cause, 0, "%s%s%.*s", what, length ? ": " : "", length, hint);
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
    VipsFailOn strict = VIPS_FAIL_ON_ERROR;
    VipsAccess access = VIPS_ACCESS_SEQUENTIAL;

    if (loader->load == vips_jpegload_source) {
        int shrink = portion.shrink >= 8 ? 8 : portion.shrink >= 4 ? 4 : portion.shrink >= 2 ? 2 : 1;
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
    own_profile(*image);
    cm_watch_image(&picture->watch, *image);
    status = 0;

end:
    g_object_unref(source);
    return status;
}

/* Faults that leave every pixel right and that cannot be mended beforehand: bytes left over at the
 * end of a scan, and an unknown note on how colours are coded. */
static bool is_harmless(const CMComplaints *complaints, int32_t scans) {
    return complaints->count <= scans + 1 && (strstr(complaints->first, "extraneous bytes") ||
                                              strstr(complaints->first, "Adobe color transform"));
}

int cm_load_verdict(const CMPicture *picture, CMError *error) {
    const CMComplaints *complaints = cm_complaints();

    if (picture->source.loader->load == vips_jpegload_source && complaints->count &&
        !is_harmless(complaints, picture->source.scans)) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "%s", complaints->first);
    }
    return 0;
}

/* Header */

static CMColour colour_of(VipsImage *image) {
    switch (vips_image_guess_interpretation(image)) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
        return CMColourGrey;
    case VIPS_INTERPRETATION_CMYK:
        return CMColourCMYK;
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB16:
    case VIPS_INTERPRETATION_RGB:
        return CMColourRGB;
    default:
        return CMColourOther;
    }
}

static int32_t bits_of(VipsImage *image) {
    size_t bytes = vips_format_sizeof(vips_image_get_format(image));

    return bytes <= 1 ? 8 : bytes == 2 ? 16 : 32;
}

/* Seconds as viewers play them: they slow down delays of 0 and 1 hundredth to 10. */
static double seconds(const int *delays, int32_t frames) {
    int64_t sum = 0;

    for (int32_t i = 0; i < frames; i++) {
        sum += delays[i] > 10 ? delays[i] : 100;
    }
    return (double)sum / 1000;
}

static int take_frames(CMPicture *picture, VipsImage *image, CMError *error) {
    CMImageFacts *facts = &picture->facts;
    int *delays = NULL;
    int length = 0;

    if (!picture->source.loader->is_animated || vips_image_get_n_pages(image) < 2) {
        return 0;
    }
    facts->frames = vips_image_get_n_pages(image);
    if (vips_image_get_typeof(image, "loop")) {
        vips_image_get_int(image, "loop", &facts->plays);
    }
    if (vips_image_get_array_int(image, "delay", &delays, &length) || length < facts->frames) {
        return cm_fail_vips(error, CMStageOpen, CMCauseCorrupt, NULL, "its frames have no delays");
    }
    picture->delays = g_memdup2(delays, sizeof(int) * (size_t)facts->frames);
    return 0;
}

static int read_header(CMPicture *picture, CMError *error) {
    CMImageFacts *facts = &picture->facts;
    VipsImage *image = NULL;

    if (cm_load(picture, (CMPortion){0}, &image, error)) {
        return -1;
    }
    facts->width = vips_image_get_width(image);
    facts->height = vips_image_get_height(image);
    picture->pages = vips_image_get_n_pages(image);
    facts->bits = bits_of(image);
    facts->colour = colour_of(image);
    facts->has_alpha = vips_image_hasalpha(image);
    facts->has_profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
    facts->is_progressive = vips_image_get_typeof(image, "interlaced") != 0;
    if (!picture->source.loader->is_upright) {
        facts->orientation = vips_image_get_orientation(image);
    }
    int status = take_frames(picture, image, error);
    g_object_unref(image);
    return status;
}

static int read_stored_header(CMPicture *picture, CMError *error) {
    CMApngTiming timing = {0};
    int status = -1;

    if (picture->source.loader->is_animated) {
        if (cm_apng_timing(&picture->source, &timing, error)) {
            goto end;
        }
        picture->facts.frames = timing.count;
        picture->facts.plays = timing.plays;
        picture->delays = timing.delays;
        timing.delays = NULL;
    }
    status = cm_picture_read_header(picture, error);

end:
    cm_apng_timing_free(&timing);
    return status;
}

static int check_frames(const CMImageFacts *facts, CMError *error) {
    const CMLimits *limits = cm_limits();
    int64_t decoded = (int64_t)facts->width * facts->height * facts->frames;

    if (facts->frames > limits->max_frames) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "%d frames, more than %d",
                       facts->frames, limits->max_frames);
    }
    /* libvips stacks all frames in one strip, whose height it limits. */
    if (facts->frames > 1 && (decoded > limits->max_decoded ||
                              (int64_t)facts->height * facts->frames >= VIPS_MAX_COORD)) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0,
                       "%d frames of %d x %d pixels are %lld, more than %lld", facts->frames,
                       facts->width, facts->height, (long long)decoded,
                       (long long)limits->max_decoded);
    }
    return 0;
}

int cm_picture_open(CMPicture *picture, int32_t input, int64_t offset, const char *loader,
                    CMError *error) {
    CMImageFacts *facts = &picture->facts;

    cm_complaints_forget();
    if (cm_source_open(&picture->source, input, offset, loader, error)) {
        return -1;
    }
    facts->frames = 1;
    facts->orientation = 1;
    int status = picture->source.loader->load ? read_header(picture, error)
                                              : read_stored_header(picture, error);
    if (status || cm_check_size(facts->width, facts->height, error) || check_frames(facts, error)) {
        return -1;
    }
    if (facts->frames > 1) {
        facts->duration = seconds(picture->delays, facts->frames);
    }
    return 0;
}

void cm_picture_close(CMPicture *picture) {
    g_clear_pointer(&picture->delays, g_free);
    cm_source_close(&picture->source);
    vips_error_clear();
    vips_thread_shutdown();
}
