/* colour.c - see colour.h. */

#include "colour.h"

#include "load.h"
#include "profile.h"
#include "tone.h"

/* Profiles */

/* Goes through the embedded profile, if there is one that can be used. */
static bool apply_profile(VipsImage *in, VipsImage **out, bool *is_ignored) {
    const void *profile = NULL;
    size_t length = 0;
    int bands = vips_image_get_bands(in);

    if (!vips_image_get_typeof(in, VIPS_META_ICC_NAME)) {
        return false;
    }
    if (vips_image_get_blob(in, VIPS_META_ICC_NAME, &profile, &length) ||
        !cm_profile_fits(profile, length, in)) {
        *is_ignored = true;
        return false;
    }
    CMCoding coding = cm_profile_coding(profile, length);
    if (cm_coding_is_hdr(coding) && bands != 4) {
        return !cm_tone_to_srgb(in, coding, out);
    }
    if (vips_icc_transform(in, out, "srgb", "embedded", TRUE, "intent",
                           cm_profile_intent(profile, length), "black_point_compensation", TRUE,
                           "depth", 8, NULL)) {
        *is_ignored = true;
        return false;
    }
    return true;
}

/* Samples */

/* Floating point is meant from 0 to 1, or to 255, or else to its own largest value; whole numbers
 * of other kinds span what they hold. */
static int scale_of(VipsImage *in, double *scale, double *offset) {
    double least = 0, most = 0;

    *offset = 0;
    switch (vips_image_get_format(in)) {
    case VIPS_FORMAT_CHAR:
        *scale = 1;
        *offset = 128;
        return 0;
    case VIPS_FORMAT_USHORT:
        *scale = 1 / 257.0;
        return 0;
    case VIPS_FORMAT_SHORT:
        *scale = 1 / 257.0;
        *offset = 32768 / 257.0;
        return 0;
    default:
        break;
    }
    if (vips_min(in, &least, NULL) || vips_max(in, &most, NULL)) {
        return -1;
    }
    if (vips_band_format_isfloat(vips_image_get_format(in))) {
        *scale = most <= 1.001 ? 255 : most <= 255 ? 1 : 255 / most;
    } else {
        *scale = most > least ? 255 / (most - least) : 1;
        *offset = -least * *scale;
    }
    return 0;
}

static int to_eight_bits(VipsImage *in, VipsImage **out) {
    VipsImage *scaled = NULL, *rounded = NULL;
    double scale = 1, offset = 0;

    if (vips_image_get_format(in) == VIPS_FORMAT_UCHAR) {
        return vips_copy(in, out, NULL);
    }
    int status = -1;
    if (!scale_of(in, &scale, &offset) && !vips_linear1(in, &scaled, scale, offset, NULL) &&
        !vips_rint(scaled, &rounded, NULL)) {
        status = vips_cast(rounded, out, VIPS_FORMAT_UCHAR, NULL);
    }
    g_clear_object(&scaled);
    g_clear_object(&rounded);
    return status;
}

/* Spaces */

static VipsInterpretation space_of(VipsImage *image) {
    int bands = vips_image_get_bands(image);

    switch (vips_image_guess_interpretation(image)) {
    case VIPS_INTERPRETATION_CMYK:
        return bands >= 4 ? VIPS_INTERPRETATION_CMYK : VIPS_INTERPRETATION_B_W;
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_LABQ:
        return VIPS_INTERPRETATION_LAB;
    case VIPS_INTERPRETATION_scRGB:
        return VIPS_INTERPRETATION_scRGB;
    default:
        break;
    }
    bool is_wide = vips_image_get_format(image) == VIPS_FORMAT_USHORT;
    if (bands < 3) {
        return is_wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W;
    }
    return is_wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
}

static int colour_bands(VipsInterpretation space) {
    switch (space) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
        return 1;
    case VIPS_INTERPRETATION_CMYK:
        return 4;
    default:
        return 3;
    }
}

int cm_colour_prepare(VipsImage *in, VipsImage **out, CMError *error) {
    VipsInterpretation space = space_of(in);
    VipsImage *plain = NULL;
    int status = -1;

    *out = NULL;
    if (vips_band_format_iscomplex(vips_image_get_format(in))) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "complex numbers");
    }
    /* Lab comes packed, or as whole numbers with a meaning of their own. */
    if (space == VIPS_INTERPRETATION_LAB ? vips_colourspace(in, &plain, space, NULL)
                                         : vips_copy(in, &plain, "interpretation", space, NULL)) {
        goto end;
    }
    int wanted = colour_bands(space) + (vips_image_hasalpha(plain) ? 1 : 0);
    int bands = vips_image_get_bands(plain);
    status = vips_extract_band(plain, out, 0, "n", bands < wanted ? bands : wanted, NULL);

end:
    g_clear_object(&plain);
    return status ? cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "colours") : 0;
}

/* libvips shifts what has no profile by several levels on its way through one, so sRGB is taken to
 * be meant and the samples stay as they are. */
static int take_as_srgb(VipsImage *in, VipsImage **out) {
    VipsInterpretation space = vips_image_get_interpretation(in);
    VipsImage *narrow = NULL;
    int status;

    if (to_eight_bits(in, &narrow)) {
        return -1;
    }
    if (space == VIPS_INTERPRETATION_CMYK) {
        status = vips_icc_transform(narrow, out, "srgb", "input_profile", "cmyk", "embedded", FALSE,
                                    "intent", VIPS_INTENT_RELATIVE, "black_point_compensation",
                                    TRUE, "depth", 8, NULL);
    } else {
        bool is_grey = colour_bands(space) == 1;
        status = vips_copy(narrow, out, "interpretation",
                           is_grey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL);
    }
    g_object_unref(narrow);
    return status;
}

/* Colours without alpha. */
static int convert(VipsImage *in, VipsImage **out, bool *is_ignored) {
    VipsInterpretation space = vips_image_get_interpretation(in);
    VipsBandFormat format = vips_image_get_format(in);
    bool is_plain = format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT;
    CMCoding coding = cm_coding_of(in);

    if (space == VIPS_INTERPRETATION_LAB || space == VIPS_INTERPRETATION_scRGB) {
        return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
    }
    /* A profile beside a picture's HDR is for programs that know no HDR. */
    bool counts_first = coding.is_first || cm_coding_is_hdr(coding);
    if (is_plain && !counts_first && apply_profile(in, out, is_ignored)) {
        return 0;
    }
    if (is_plain && space != VIPS_INTERPRETATION_CMYK && cm_coding_is_foreign(coding)) {
        return cm_tone_to_srgb(in, coding, out);
    }
    return take_as_srgb(in, out);
}

int cm_colour_to_srgb(VipsImage *in, VipsImage **out, bool *is_ignored, CMError *error) {
    VipsImage *colours = NULL, *alpha = NULL, *opaque = NULL, *converted = NULL;
    int bands = vips_image_get_bands(in), status = -1;

    *out = NULL;
    if (!vips_image_hasalpha(in)) {
        status = convert(in, out, is_ignored);
    } else if (!vips_extract_band(in, &colours, 0, "n", bands - 1, NULL) &&
               !vips_extract_band(in, &alpha, bands - 1, NULL) && !to_eight_bits(alpha, &opaque) &&
               !convert(colours, &converted, is_ignored)) {
        status = vips_bandjoin2(converted, opaque, out, NULL);
    }
    g_clear_object(&colours);
    g_clear_object(&alpha);
    g_clear_object(&opaque);
    g_clear_object(&converted);
    return status ? cm_fail_vips(error, CMStageFilter, CMCauseInternal, NULL, "colours") : 0;
}
