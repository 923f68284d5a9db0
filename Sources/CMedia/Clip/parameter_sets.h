/* parameter_sets.h - H.264 that carries its parameters among the pictures, made ordinary.
 *
 * Transport streams and MP4s tagged `avc3` repeat them before key pictures. In an MP4 tagged `avc1`
 * they stand once, in its index, and players need not look for others. */

#ifndef CMEDIA_PARAMETER_SETS_H
#define CMEDIA_PARAMETER_SETS_H

#include <libavcodec/bsf.h>

#include "reel.h"
#include "survey.h"

typedef struct CMParameterSets {
    AVBSFContext *filter; /* NULL: they stand in the index already */
    bool is_known;        /* those of the first key picture are */
} CMParameterSets;

int cm_open_parameter_sets(CMParameterSets *sets, const CMTrackNotes *track, CMError *error);
void cm_close_parameter_sets(CMParameterSets *sets);

/* Takes them out of a packet; the first ones become those of the track. Others after them cannot be
 * had in one track, which is CMCauseCannotFit. */
int cm_gather_parameter_sets(CMParameterSets *sets, AVPacket *packet, CMReel *reel,
                             CMError *error);

#endif
