/* sound.c - encoding the sound: hears it first, then encodes what was heard. */

#include <math.h>

#include "shape.h"

/* Bits for so many channels at such a rate: fewer for sound that has less to tell. */
static int64_t rate_for(const CMHeard *heard, int64_t stereo_rate) {
    int64_t most = (int64_t)heard->channels * 4 * heard->sample_rate;

    return FFMIN(stereo_rate * heard->channels / 2, most);
}

int cm_encode_audio(CMJob *job, int64_t bit_rate, CMReel *reel, CMError *error) {
    const CMShape plain = {.ceiling = INFINITY};
    double loudness = job->options->loudness;
    CMHeard heard;
    int status = cm_hear(job, &heard, error);

    /* Sound may well be missing where the picture is; then there is no track. */
    if (status == 0 && cm_heard_count(&heard) > 0) {
        bit_rate = rate_for(&heard, bit_rate);
        status = loudness < 0
                     ? cm_encode_at_loudness(job, &heard, loudness, bit_rate, reel, error)
                     : cm_encode_shaped(job, &heard, &plain, bit_rate, reel, error);
    }
    cm_heard_free(&heard);
    return status;
}
