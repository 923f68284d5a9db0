/* budget.c - see budget.h. */

#include "budget.h"

#include <math.h>

enum {
    CM_MOST_VIDEO_RATE = 8000000, /* more is wasted on pictures of this size */
    CM_LEAST_SIDE = 160,
    CM_TABLE_BYTES = 24 /* for one packet in an MP4's tables */
};

static const double CM_ENOUGH_BITS = 0.04; /* a pixel: below it a smaller picture looks better */

int cm_plan_rate(const CMBudget *budget, CMVideoPlan *plan, CMError *error) {
    double room = budget->bytes - CM_HEADER_BYTES - CM_TABLE_BYTES * budget->packets;
    double rate = FFMIN(room * budget->share * 8 / (budget->seconds + 1.35), CM_MOST_VIDEO_RATE);

    if (rate < 1000) {
        return cm_fail(error, CMStageEncode, CMCauseCannotFit, 0, "no room for the picture");
    }
    plan->bit_rate = (int64_t)rate;
    plan->max_bytes = (int64_t)room;
    return 0;
}

int cm_planned_side(const CMBudget *budget, const CMVideoPlan *plan) {
    double pixels = FFMAX(budget->pictures, 1) * plan->width * plan->height;
    double bits = plan->bit_rate * budget->seconds / pixels;
    int side = FFMAX(plan->width, plan->height);

    if (bits >= CM_ENOUGH_BITS) {
        return side;
    }
    return FFMAX((int)(side * sqrt(bits / CM_ENOUGH_BITS)), FFMIN(side, CM_LEAST_SIDE));
}
