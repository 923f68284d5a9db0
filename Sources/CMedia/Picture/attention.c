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
