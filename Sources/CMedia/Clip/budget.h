/* budget.h - how good a picture may be under a number of bytes. */

#ifndef CMEDIA_BUDGET_H
#define CMEDIA_BUDGET_H

#include "clip.h"

/* What there is, and what has to share it. */
typedef struct CMBudget {
    double bytes;             /* for the file but for its other tracks' packets */
    double seconds, pictures;
    double packets;           /* of all tracks: each one has its entry in the index */
    double share;             /* of the room that is planned with; less after it was too much */
} CMBudget;

/* Sets the plan's bit rate, and the bytes beyond which encoding is given up. The rate is such that
 * even a picture that always needs the most it may, with a full buffer spent on top, comes out under
 * the cap: rate (seconds + 0.9 x 1.5) <= room. */
int cm_plan_rate(const CMBudget *budget, CMVideoPlan *plan, CMError *error);

/* The longest side at which a plan with its rate and size looks best. */
int cm_planned_side(const CMBudget *budget, const CMVideoPlan *plan);

#endif
