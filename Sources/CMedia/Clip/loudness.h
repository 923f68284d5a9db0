/* loudness.h - how loud something is by EBU R128. */

#ifndef CMEDIA_LOUDNESS_H
#define CMEDIA_LOUDNESS_H

#include "hear.h"

typedef struct CMLoudness {
    double integrated; /* LUFS; CM_SILENCE where nothing is louder than that */
    double peak;       /* true peak in dBTP; -INFINITY for silence */
} CMLoudness;

/* The absolute gate of EBU R128: what is below it counts as silence. */
static const double CM_SILENCE = -70;

/* Measures samples with FFmpeg's meter. */
int cm_measure(const CMHeard *heard, CMWatch *watch, CMLoudness *loudness, CMError *error);

#endif
