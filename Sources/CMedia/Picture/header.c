/* header.c - what a picture's header says, held against the limits before any pixel is decoded. */

#include <math.h>

#include "apng.h"
#include "exif_text.h"
#include "picture.h"

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
    if (facts->orientation == 1 && picture->source.loader->load == vips_pngload_source) {
        facts->orientation = cm_orientation_in_text(image);
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

/* Some loaders decode all of a picture before they hand out a line. */
static int check_held(const CMPicture *picture, CMError *error) {
    const CMImageFacts *facts = &picture->facts;
    int held = picture->source.loader->held;
    int channels = (facts->colour == CMColourGrey ? 1 : 3) + facts->has_alpha;

    return cm_check_buffer((int64_t)facts->width * facts->height * channels * held,
                           picture->source.loader->name, error);
}

/* libvips takes the size of a GIF's first frame for the canvas where that has one of some usual sizes,
 * or is large; and it passes over frames beyond its own limit. */
static int compare_canvas(CMPicture *picture, CMError *error) {
    CMImageFacts *facts = &picture->facts;
    const CMSource *gif = &picture->source;

    if (gif->loader->inspect != cm_inspect_gif) {
        return 0;
    }
    picture->is_cropped = gif->width > facts->width || gif->height > facts->height;
    facts->width = MAX(facts->width, gif->width);
    facts->height = MAX(facts->height, gif->height);
    if (facts->frames > 1 && gif->frames > facts->frames && !picture->is_lenient) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "%d frames, of which %d can be read",
                       gif->frames, facts->frames);
    }
    return 0;
}

int cm_picture_check_canvas(const CMPicture *picture, CMError *error) {
    return picture->is_cropped
               ? cm_fail(error, CMStageOpen, CMCauseUnsupported, 0,
                         "its first frame does not cover its canvas of %d x %d; draw it there whole",
                         picture->facts.width, picture->facts.height)
               : 0;
}

int cm_picture_open(CMPicture *picture, int32_t input, int64_t offset, const char *loader,
                    CMError *error) {
    CMImageFacts *facts = &picture->facts;

    if (cm_source_open(&picture->source, input, offset, loader, picture->is_lenient, error)) {
        return -1;
    }
    picture->scale = 1;
    facts->frames = 1;
    facts->orientation = 1;
    int status = picture->source.loader->load ? read_header(picture, error)
                                              : read_stored_header(picture, error);
    facts->defect = picture->source.defect;
    if (status || compare_canvas(picture, error) ||
        cm_check_size(facts->width, facts->height, error) || check_frames(facts, error) ||
        check_held(picture, error)) {
        return -1;
    }
    if (facts->frames > 1) {
        facts->duration = seconds(picture->delays, facts->frames);
    }
    return 0;
}

/* By how much a size must grow to fill a box, or to cover it, within the limits and with no side
 * becoming 0. */
static double filling(const CMImageFacts *facts, const CMImageOptions *options) {
    double across = (double)options->max_width / facts->width;
    double down = (double)options->max_height / facts->height;
    double most = MIN((double)cm_limits()->max_side / MAX(facts->width, facts->height),
                      sqrt((double)cm_limits()->max_pixels / facts->width / facts->height));
    double wanted = options->fit == CMFitCover ? MAX(across, down) : MIN(across, down);

    return MIN(MAX(wanted, 1.0 / MIN(facts->width, facts->height)), most);
}

/* Twice, since the size it has at first may be rounded to a few pixels. */
int cm_picture_fill(CMPicture *picture, const CMImageOptions *options, CMError *error) {
    CMImageFacts *facts = &picture->facts;

    for (int i = 0; i < 2 && picture->source.loader->is_drawn; i++) {
        picture->scale *= filling(facts, options);
        if (read_header(picture, error) || cm_check_size(facts->width, facts->height, error)) {
            return -1;
        }
    }
    return 0;
}

void cm_picture_close(CMPicture *picture) {
    g_clear_pointer(&picture->delays, g_free);
    cm_source_close(&picture->source);
    vips_error_clear();
    vips_thread_shutdown();
}
