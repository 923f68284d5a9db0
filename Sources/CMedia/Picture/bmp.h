/* bmp.h - bitmaps whose header says itself which bits are which colour. */

#ifndef CMEDIA_BMP_H
#define CMEDIA_BMP_H

#include "source.h"

/* Fills in what the header tells; false for a bitmap of another kind, which is FFmpeg's. */
bool cm_bmp_facts(const CMSource *source, CMImageFacts *facts);

/* Its pixels as red, green, blue and alpha, after cm_bmp_facts. */
int cm_bmp_decode(const CMSource *source, uint8_t *pixels, CMError *error);

#endif
