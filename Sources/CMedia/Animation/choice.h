/* choice.h - what a difference may cost in an animation, and in which colours it is shown. */

#ifndef CMEDIA_CHOICE_H
#define CMEDIA_CHOICE_H

#include "preview.h"

/* How many bits a squared distance of 1 is worth. A quality of 1 is what hardly anyone sees to
 * differ; less saves bytes. */
double cm_choose_lambda(const CMPreview *preview, double quality);

/* As many colours as pay, the most used ones first; all that there are, where they have a place in
 * a palette. The caller's to free; NULL if none could be chosen. */
CMPalette *cm_choose_colours(const CMPreview *preview, double lambda);

#endif
