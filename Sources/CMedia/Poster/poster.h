/* poster.h - the picture that stands for a clip or an animation where nothing moves.
 *
 * Show it pictures in their order, some ten to a hundred, spread evenly: it finds an early one that
 * is neither black nor a single colour, neither blurred nor part of a fade or a dissolve; where all
 * are, the best there is. A first picture that is good stays the one. */

#ifndef CMEDIA_POSTER_H
#define CMEDIA_POSTER_H

#include "sketch.h"

/* Zero it. */
typedef struct CMPoster {
    CMSketch sketches[3]; /* of the last pictures */
    CMLook looks[3];      /* at them */
    double fading;        /* of the last but one */
    int64_t shown;        /* pictures so far */
    int64_t chosen;       /* number of the one chosen so far, from 0 on */
    double score;         /* its score */
} CMPoster;

/* The sketch to draw the next picture in. */
CMSketch *cm_poster_next(CMPoster *poster);

/* Takes the picture that was drawn. Now or with the next one, the one before may be chosen. */
void cm_poster_show(CMPoster *poster);

/* After the last picture: chosen is final. */
void cm_poster_end(CMPoster *poster);
void cm_poster_free(CMPoster *poster);

#endif
