/* footage.h - the pictures of a short clip as the frames of an animation. */

#ifndef CMEDIA_FOOTAGE_H
#define CMEDIA_FOOTAGE_H

#include <glib.h>

#include "fit.h"
#include "survey.h"

typedef struct CMFootage {
    int32_t input;
    const char *demuxer;
    CMWatch *watch;
    CMSurvey survey;
    CMSize size;    /* upright, with square pixels, within the box */
    GArray *times;  /* of the pictures taken: int64_t, in the stream's time base */
    int64_t shown;  /* when the first one is shown, and */
    int64_t end;    /* until when the last one is, in the same */
} CMFootage;

/* Decodes the clip, from `start` on for at most `seconds`, and chooses the pictures: few enough for a
 * GIF, whose clock ticks a hundred times a second. Close it whatever comes back. */
int cm_footage_open(CMFootage *footage, const CMImageOptions *box, double start, double seconds,
                    CMError *error);
void cm_footage_close(CMFootage *footage);

/* How long each picture is shown, in milliseconds; their sum is what the clip's part lasts, to the
 * millisecond. The caller's to free. */
int *cm_footage_delays(const CMFootage *footage);

/* On its way through the pictures. */
typedef struct CMFootageReader CMFootageReader;

CMFootageReader *cm_footage_reader_open(const CMFootage *footage, CMError *error);
void cm_footage_reader_close(CMFootageReader *reader);

/* The next picture: size.width x size.height pixels of red, green and blue. */
int cm_footage_next(CMFootageReader *reader, uint8_t *pixels, CMError *error);

#endif
