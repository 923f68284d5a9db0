/* gif_file.h - the blocks of a GIF around its frames' data.
 *
 * After CompuServe, "Graphics Interchange Format, Version 89a", 1990, and Netscape's extension for
 * how often an animation plays. */

#ifndef CMEDIA_GIF_FILE_H
#define CMEDIA_GIF_FILE_H

#include "canvas.h"

typedef struct CMGifFile {
    GByteArray *bytes;
    size_t control; /* where the present frame's graphic control stands */
    int32_t delay;  /* of the present frame, in hundredths of a second */
    int32_t frames;
} CMGifFile;

/* Header, global colours, and how often it plays: 0 for ever. */
void cm_gif_begin(CMGifFile *file, CMSize size, const CMPalette *global, int32_t plays);

/* What comes before a frame's data. `local` is NULL where the global colours hold; `kept` is the
 * transparent one's number. */
void cm_gif_frame(CMGifFile *file, const CMChange *change, const CMPalette *local, int32_t kept,
                  int32_t delay);

/* Shows the present frame for longer; false where that is more than a frame can last. */
bool cm_gif_prolong(CMGifFile *file, int32_t delay);

void cm_gif_end(CMGifFile *file);

#endif
