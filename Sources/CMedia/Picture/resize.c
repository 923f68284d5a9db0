/* resize.c - see resize.h. */

#include "resize.h"

#include "attention.h"

static int shrink(VipsImage *in, CMSize size, VipsImage **out) {
    double across = (double)size.width / vips_image_get_width(in);
    double down = (double)size.height / vips_image_get_height(in);

    /* A box filter takes the picture to twice the size first: as good to the eye, and a picture of
     * 100 megapixels would otherwise need a kernel of some hundred lines. */
    return vips_resize(in, out, across, "vscale", down, "kernel", VIPS_KERNEL_LANCZOS3, "gap", 2.0,
                       NULL);
}

/* The same on premultiplied samples, back in the format it came in. */
static int shrink_transparent(VipsImage *in, CMSize size, VipsImage **out) {
    VipsImage *steps[4] = {NULL};
    int status = -1;

    if (!vips_premultiply(in, &steps[0], NULL) && !shrink(steps[0], size, &steps[1]) &&
        !vips_unpremultiply(steps[1], &steps[2], NULL) && !vips_rint(steps[2], &steps[3], NULL) &&
        !vips_cast(steps[3], out, vips_image_get_format(in), NULL)) {
        status = 0;
    }
    for (int i = 0; i < 4; i++) {
        g_clear_object(&steps[i]);
    }
    return status;
}

int cm_resize(VipsImage *in, CMSize size, VipsImage **out) {
    *out = NULL;
    if (vips_image_get_width(in) == size.width && vips_image_get_height(in) == size.height) {
        return vips_copy(in, out, NULL);
    }
    return vips_image_hasalpha(in) ? shrink_transparent(in, size, out) : shrink(in, size, out);
}

int cm_turn(VipsImage *in, int32_t orientation, VipsImage **out) {
    static const VipsAngle angles[] = {VIPS_ANGLE_D0,  VIPS_ANGLE_D0,  VIPS_ANGLE_D0,
                                       VIPS_ANGLE_D180, VIPS_ANGLE_D180, VIPS_ANGLE_D90,
                                       VIPS_ANGLE_D90, VIPS_ANGLE_D270, VIPS_ANGLE_D270};
    bool is_known = orientation >= 1 && orientation <= 8;
    bool is_mirrored = is_known && (orientation == 2 || orientation == 4 || orientation == 5 ||
                                    orientation == 7);
    VipsImage *turned = NULL;

    *out = NULL;
    if (vips_rot(in, &turned, is_known ? angles[orientation] : VIPS_ANGLE_D0, NULL)) {
        return -1;
    }
    if (!is_mirrored) {
        *out = turned;
        return 0;
    }
    int status = vips_flip(turned, out, VIPS_DIRECTION_HORIZONTAL, NULL);
    g_object_unref(turned);
    return status;
}

int cm_crop(VipsImage *in, CMSize size, VipsImage **out) {
    int32_t left = 0, top = 0;

    *out = NULL;
    return cm_attention(in, size, &left, &top) ||
           vips_extract_area(in, out, left, top, size.width, size.height, NULL);
}

int cm_pad(VipsImage *in, CMSize size, const double *colour, VipsImage **out) {
    int left = (size.width - vips_image_get_width(in)) / 2;
    int top = (size.height - vips_image_get_height(in)) / 2;
    VipsArrayDouble *background = vips_array_double_new(colour, vips_image_get_bands(in));

    *out = NULL;
    int status = vips_embed(in, out, left, top, size.width, size.height, "extend",
                            VIPS_EXTEND_BACKGROUND, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return status;
}

int cm_evaluate(VipsImage **image) {
    VipsImage *evaluated = vips_image_copy_memory(*image);

    g_clear_object(image);
    *image = evaluated;
    return evaluated ? 0 : -1;
}
