/* picture.h - BMP and the frames of an animated PNG, decoded by FFmpeg. */

#ifndef CMEDIA_PICTURE_H
#define CMEDIA_PICTURE_H

#include "load.h"

/* A decoder on its way through the frames of a picture. */
typedef struct CMPictureReader CMPictureReader;

CMPictureReader *cm_picture_reader_open(CMPicture *picture, CMError *error);
void cm_picture_reader_close(CMPictureReader *reader);

/* The next frame as a viewer composes it: facts.width x facts.height pixels of red, green, blue and
 * alpha. A frame too few is CMCauseCorrupt. */
int cm_picture_reader_next(CMPictureReader *reader, uint8_t *pixels, CMError *error);

/* Fills in the facts that the header tells. */
int cm_picture_read_header(CMPicture *picture, CMError *error);

/* The first frame, or the only one: as many pixels as above. */
int cm_picture_read_first(CMPicture *picture, uint8_t *pixels, CMError *error);

/* The same as a picture in memory. */
int cm_picture_decode(CMPicture *picture, VipsImage **image, CMError *error);

#endif
