/* encoder_thread.h - encoding on a thread of its own, while the next pictures are decoded.
 *
 * The encoder gets the same frames in the same order as without, so it writes the same bytes. */

#ifndef CMEDIA_ENCODER_THREAD_H
#define CMEDIA_ENCODER_THREAD_H

#include <pthread.h>

#include <libavutil/threadmessage.h>

#include "encode.h"

/* From start to finish the codec and the reel are the thread's. All of it zero is one that was never
 * started. */
typedef struct CMEncoderThread {
    AVCodecContext *codec;
    CMReel *reel;
    CMWatch *watch;
    int64_t max_bytes;
    AVThreadMessageQueue *queue; /* of AVFrame *; NULL: not started, or finished */
    pthread_t thread;
    CMError error;
    int status;       /* -1 once encoding has failed, for which error says why */
    bool is_too_much; /* the reel has more bytes than are wanted */
} CMEncoderThread;

int cm_encoder_start(CMEncoderThread *thread, AVCodecContext *codec, CMReel *reel,
                     int64_t max_bytes, CMWatch *watch, CMError *error);

/* Takes over what the frame holds; waits while the encoder lags far behind. 1 once no more frames are
 * wanted: there are too many bytes, or a failure of which finishing tells. */
int cm_encoder_give(CMEncoderThread *thread, AVFrame *frame, CMError *error);

/* Encodes all that was given, or abandons it, and ends the thread. Nothing if it was not started. */
int cm_encoder_finish(CMEncoderThread *thread, bool is_wanted, CMError *error);

#endif
