/* preview.h - what an animation is like, before it is encoded. */

#ifndef CMEDIA_PREVIEW_H
#define CMEDIA_PREVIEW_H

#include "frames.h"
#include "histogram.h"

/* Parts of a few frames, and of the frames before them, are encoded to see what becomes of them. */
typedef struct CMPreview CMPreview;

/* Looks through all frames, and rewinds them. NULL with *error filled. */
CMPreview *cm_preview_new(CMFrames *frames, CMError *error);
void cm_preview_free(CMPreview *preview);

/* Whether the frames have few enough colours to keep them all. */
bool cm_preview_is_exact(const CMPreview *preview);

/* Of brightness within a window, as calm.h has it; and the share of windows without any. */
double cm_preview_variance(const CMPreview *preview);
double cm_preview_flat(const CMPreview *preview);

/* The share of pixels that a frame leaves as they are. */
double cm_preview_still(const CMPreview *preview);

/* At most so many colours. */
CMPalette *cm_preview_palette(const CMPreview *preview, int32_t most);

typedef struct CMTrial {
    double bits; /* of the whole animation, about */
    double lost; /* likeness, in bits */
    int64_t uses[CM_MOST_COLOURS + 1]; /* of each colour of the palette */
} CMTrial;

/* `lambda` is how many bits a squared distance of 1 is worth. */
CMTrial cm_preview_try(const CMPreview *preview, CMPalette *palette, double lambda);

#endif
