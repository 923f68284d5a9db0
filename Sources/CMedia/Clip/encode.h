/* encode.h - H.264 and sound encoders that fill a reel. */

#ifndef CMEDIA_ENCODE_H
#define CMEDIA_ENCODE_H

#include <libavcodec/avcodec.h>
#include <libswresample/swresample.h>

#include "clip.h"

/* H.264 for any player: High, 4:2:0, BT.709 in video range. */
int cm_open_video_encoder(const CMVideoPlan *plan, CMReel *reel, AVCodecContext **codec,
                          CMError *error);

typedef enum CMSoundCoding {
    CMSoundCodingAAC, /* AAC-LC, at a bit rate */
    CMSoundCodingPCM, /* 16 bits a sample */
    CMSoundCodingIMA4 /* four of them, in packets of 64 samples */
} CMSoundCoding;

/* Sound of one or two channels. */
int cm_open_audio_encoder(CMSoundCoding coding, int sample_rate, int channels, int64_t bit_rate,
                          CMReel *reel, AVCodecContext **codec, CMError *error);

/* Encodes planar floats, converted to what the encoder takes. The caller keeps *converter, NULL at
 * first, for the next frame. */
int cm_encode_sound(AVCodecContext *codec, SwrContext **converter, const AVFrame *frame,
                    CMReel *reel, CMWatch *watch, CMError *error);

/* Encodes a frame, or what is left for NULL, into the reel. The watch may be NULL. */
int cm_encode_frame(AVCodecContext *codec, const AVFrame *frame, CMReel *reel, CMWatch *watch,
                    CMError *error);

#endif
