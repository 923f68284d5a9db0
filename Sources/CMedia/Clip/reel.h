/* reel.h - the finished packets of one track, and putting tracks into a file.
 *
 * An output is small (max_bytes), so its packets wait in memory until all are there. Each track can
 * then be read from its own opening of the input, however that is interleaved; the sound can be cut
 * to what the picture came to; and a track that is too large is found before a byte is written. */

#ifndef CMEDIA_REEL_H
#define CMEDIA_REEL_H

#include "io.h"

typedef struct CMReel {
    AVPacket **packets; /* in the order of decoding; the picture's first is shown at 0 */
    size_t count, capacity;
    int64_t bytes;
    AVCodecParameters *parameters; /* NULL: there is no such track */
    AVRational time_base;
    AVRational frame_rate; /* 0/1 for sound, and where it varies */
} CMReel;

/* Begins an empty reel for a copy of a stream with these parameters. */
int cm_reel_copy(CMReel *reel, const AVCodecParameters *parameters, AVRational time_base,
                 CMError *error);

/* Gives a track the parameters that its decoder needs, in place of those that it has. */
int cm_reel_set_extradata(CMReel *reel, const uint8_t *bytes, size_t size, CMError *error);

/* Takes over what the packet holds. */
int cm_reel_add(CMReel *reel, AVPacket *packet, CMError *error);
void cm_reel_free(CMReel *reel);

/* Seconds from 0 to the end of the last packet shown. */
double cm_reel_end(const CMReel *reel);

/* Writes the tracks that there are into an emptied output, which then has so many bytes. */
int cm_mux(int32_t output, CMContainer container, const CMReel *video, const CMReel *audio,
           int64_t *bytes, CMError *error);

#endif
