/* fit.c - see fit.h. */

#include "fit.h"

#include <math.h>

bool cm_is_turned(int32_t orientation) {
    return orientation >= 5 && orientation <= 8;
}

CMSize cm_flipped(CMSize size) {
    return (CMSize){size.height, size.width};
}

CMSize cm_scaled(CMSize size, double scale) {
    return (CMSize){(int32_t)fmax(1, round(size.width * scale)),
                    (int32_t)fmax(1, round(size.height * scale))};
}

CMPlan cm_plan_fit(CMSize upright, const CMImageOptions *options) {
    CMSize box = {options->max_width, options->max_height};
    double across = (double)box.width / upright.width, down = (double)box.height / upright.height;
    double inside = fmin(1, fmin(across, down));
    CMPlan plan;

    if (options->fit != CMFitCover) {
        plan.scaled = cm_scaled(upright, inside);
        plan.output = options->fit == CMFitContain ? box : plan.scaled;
        return plan;
    }
    /* The box itself, or the largest one like it that the picture covers as it is. */
    double largest = fmin(1, fmin(1 / across, 1 / down));
    plan.output = cm_scaled(box, largest);
    plan.scaled = cm_scaled(upright, fmin(1, fmax(across, down) * largest));
    plan.scaled.width = plan.scaled.width < plan.output.width ? plan.output.width
                                                              : plan.scaled.width;
    plan.scaled.height = plan.scaled.height < plan.output.height ? plan.output.height
                                                                 : plan.scaled.height;
    return plan;
}
