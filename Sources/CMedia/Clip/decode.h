/* decode.h - the pictures or the sound of one stream, and whether they are whole. */

#ifndef CMEDIA_DECODE_H
#define CMEDIA_DECODE_H

#include <libavcodec/avcodec.h>

#include "io.h"

/* One stream being decoded. Damage is counted, not reported: what it means is the caller's. */
typedef struct CMDecoder {
    AVFormatContext *format; /* the caller's */
    AVStream *stream;        /* the format's */
    AVCodecContext *codec;
    AVPacket *packet;
    CMWatch *watch;
    bool is_clean;      /* a picture or sound that needs nothing before it has come out */
    bool counts_errors; /* from here on what fails is damage, not a late start */
    bool is_draining;
    bool read_failed;   /* reading ended with an error */
    int drained_errors;
    int64_t next_pts;    /* for a frame that does not say when it is shown */
    int64_t frames;      /* handed out */
    int64_t errors;      /* complaints followed by good frames, or by a bad end of a video */
    int64_t late_errors; /* complaints that no good frame has followed yet */
    double error_time;   /* of the first complaint, in the stream's seconds */
    double time;         /* of the last frame handed out */
} CMDecoder;

/* Opens an allow-listed decoder; its frames may lag behind by as many as there are threads. */
int cm_open_decoder(const AVStream *stream, int threads, AVCodecContext **codec, CMError *error);

/* Decodes one stream of a format; all others are skipped from now on. */
int cm_decoder_open(CMDecoder *decoder, AVFormatContext *format, int index, CMWatch *watch,
                    CMError *error);
void cm_decoder_close(CMDecoder *decoder);

/* Whether a packet lacks bytes that it needs: of PCM every sample that is there is right, and a stream
 * whose length nobody has written down ends somewhere. */
bool cm_is_damaged(const AVPacket *packet, enum AVCodecID id);

/* Hands out the next frame that may be shown: 1, or 0 at the end, or -1. Its pts is set. */
int cm_decoder_read(CMDecoder *decoder, AVFrame *frame, CMError *error);

#endif
