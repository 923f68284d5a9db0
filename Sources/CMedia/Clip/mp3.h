/* mp3.h - the frames of MPEG layer 3, as far as cutting between them needs to know. */

#ifndef CMEDIA_MP3_H
#define CMEDIA_MP3_H

#include <libavcodec/packet.h>

#include "error.h"

/* Samples by which every decoder's output lags behind what was encoded, whatever the encoder: the
 * delay that a LAME header states is counted on top of them. */
enum { CM_MP3_DECODER_DELAY = 528 + 1 };

enum { CM_MP3_MOST_REACH = 511 /* bytes that a frame may refer back to */ };

/* One frame, by its header. */
typedef struct CMMP3Frame {
    uint32_t header;
    bool is_lsf;       /* MPEG 2 and 2.5: 576 samples rather than 1152 */
    int main_data;     /* where it begins in the frame */
    int reach;         /* bytes of earlier frames' main data that this one begins with */
    bool tells_length; /* a Xing, Info or VBRI header, which is no sound */
} CMMP3Frame;

/* Whether a packet begins with the header of a frame of a known size; then *frame says more. */
bool cm_mp3_parse(const AVPacket *packet, CMMP3Frame *frame);

/* The last main data that were passed by: what the next frame may refer back to. */
typedef struct CMReservoir {
    uint8_t bytes[CM_MP3_MOST_REACH];
    int count;
} CMReservoir;

void cm_reservoir_pass(CMReservoir *reservoir, const CMMP3Frame *frame, const AVPacket *packet);

/* Makes a silent frame to stand before `frame`, with as many of the last bytes as that one needs.
 * Fails with CMCauseInternal for want of memory or of a frame that holds so many. */
int cm_mp3_silent_frame(const CMReservoir *reservoir, const CMMP3Frame *frame, AVPacket *packet,
                        CMError *error);

#endif
