/* attention.c - see attention.h. */

#include "attention.h"

#include <stdlib.h>

#include "resize.h"

/* Share of a side by which two looks at the same picture may differ. */
#define DOUBT 0.08

/* libvips looks for edges, strong colours and skin, and cuts around their middle. */
static int look(VipsImage *image, CMSize part, int32_t *left, int32_t *top) {
    VipsImage *cut = NULL;

    if (vips_smartcrop(image, &cut, part.width, part.height, "interesting",
                       VIPS_INTERESTING_ATTENTION, NULL)) {
        return -1;
    }
    *left = -vips_image_get_xoffset(cut);
    *top = -vips_image_get_yoffset(cut);
    g_object_unref(cut);
    return 0;
}

int cm_attention(VipsImage *image, CMSize part, int32_t *left, int32_t *top) {
    int32_t width = vips_image_get_width(image), height = vips_image_get_height(image);
    int32_t other_left = 0, other_top = 0;
    VipsImage *turned = NULL;
    int status = -1;

    /* Where nothing stands out, the first of equals is found: another one upside down. */
    if (!vips_rot(image, &turned, VIPS_ANGLE_D180, NULL) && !cm_evaluate(&turned) &&
        !look(image, part, left, top) && !look(turned, part, &other_left, &other_top)) {
        other_left = width - part.width - other_left;
        other_top = height - part.height - other_top;
        if (abs(other_left - *left) > DOUBT * width || abs(other_top - *top) > DOUBT * height) {
            *left = (width - part.width) / 2;
            *top = (height - part.height) / 2;
        }
        status = 0;
    }
    g_clear_object(&turned);
    return status;
}

int cm_attention_square(VipsImage *image, CMUnitRectangle *rectangle) {
    int32_t width = vips_image_get_width(image), height = vips_image_get_height(image);
    int32_t side = MIN(width, height), left = 0, top = 0;

    if (cm_attention(image, (CMSize){side, side}, &left, &top)) {
        return -1;
    }
    *rectangle = (CMUnitRectangle){.x = (double)left / width,
                                   .y = (double)top / height,
                                   .width = (double)side / width,
                                   .height = (double)side / height};
    return 0;
}

int cm_attention_rgb(const uint8_t *pixels, CMSize size, CMUnitRectangle *rectangle) {
    size_t length = (size_t)size.width * (size_t)size.height * 3;
    VipsImage *image = vips_image_new_from_memory(pixels, length, size.width, size.height, 3,
                                                  VIPS_FORMAT_UCHAR);

    if (!image) {
        return -1;
    }
    image->Type = VIPS_INTERPRETATION_sRGB;
    int status = cm_attention_square(image, rectangle);
    g_object_unref(image);
    return status;
}
