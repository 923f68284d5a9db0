/* gif.h - the blocks of a GIF. */

#ifndef CMEDIA_GIF_H
#define CMEDIA_GIF_H

#include "source.h"

typedef enum CMGifState {
    CMGifWhole,   /* to its end marker, or to the end of a frame: browsers show both */
    CMGifCut,     /* it ends within a block */
    CMGifDamaged, /* something in it is no block, or a frame's data fall short */
    CMGifNone     /* it does not begin as a GIF */
} CMGifState;

typedef struct CMGifFacts {
    CMGifState state;
    int32_t width, height; /* of the screen */
    int32_t frames;        /* that begin */
} CMGifFacts;

/* Walks over all blocks. With `unpacks`, every frame's data are unpacked far enough to count its
 * pixels. */
CMGifFacts cm_gif_facts(const uint8_t *bytes, size_t length, bool unpacks);

/* Whether every frame of a source has all of its pixels; a source that is no GIF always passes. */
int cm_gif_check(const CMSource *source, CMError *error);

#endif
