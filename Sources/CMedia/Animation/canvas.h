/* canvas.h - what a viewer shows at present, and what the next frame has to change. */

#ifndef CMEDIA_CANVAS_H
#define CMEDIA_CANVAS_H

#include "calm.h"
#include "horizon.h"
#include "lzw.h"

typedef struct CMCanvas {
    CMSize size;
    uint8_t *shown;     /* RGBA, as frames have it */
    int32_t *distance;  /* of each pixel of the present frame to the palette's nearest colour */
    const CMPalette *palette; /* by which these were found */
    int32_t weights[CM_AHEAD + 2]; /* of a pixel that stays for so many frames */
    int32_t bound;
    CMCalm calm;
    int32_t *gains;  /* what drawing each pixel gains, as a cost */
    CMPixel *pixels; /* what is wanted of those of a rectangle, and */
    int64_t lost;    /* what the palette lacks for them, as a cost */
} CMCanvas;

/* `lambda` is how many bits a squared distance of 1 is worth, and what is farther from what is
 * wanted than the square root of `bound` is not kept. */
int cm_canvas_open(CMCanvas *canvas, CMSize size, double lambda, int32_t bound, CMError *error);
void cm_canvas_close(CMCanvas *canvas);

typedef struct CMChange {
    CMRectangle rectangle; /* 0 wide where nothing is to be changed */
    bool is_cleared;       /* after the frame: the next one is transparent where this one is not */
} CMChange;

/* What of the present frame should be drawn in colours of the palette. */
CMChange cm_canvas_change(CMCanvas *canvas, const CMHorizon *horizon, CMPalette *palette);

/* Fills in `pixels` and `lost` for a rectangle. */
void cm_canvas_ask(CMCanvas *canvas, const CMHorizon *horizon, const CMChange *change);

/* Shows in a rectangle what was chosen, as lzw.h has it. */
void cm_canvas_draw(CMCanvas *canvas, const CMPalette *palette, const CMChange *change,
                    const uint8_t *chosen);

/* Clears it, as the change said. */
void cm_canvas_dispose(CMCanvas *canvas, const CMChange *change);

#endif
