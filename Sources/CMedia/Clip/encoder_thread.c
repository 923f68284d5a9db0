/* encoder_thread.c - encoding on a thread of its own, while the next pictures are decoded. */

#include "encoder_thread.h"

/* Frames that wait for the encoder: enough to even out slow pictures, few enough to hold. */
enum { CM_WAITING = 8 };

static void free_frame(void *message) {
    av_frame_free(message);
}

/* Frame by frame, until the giver says that there are no more. The giver asks the watch meanwhile;
 * what the encoder still holds then is encoded while the giver waits. */
static int encode_all(CMEncoderThread *thread) {
    AVFrame *frame = NULL;
    int status = 0;

    while (status == 0 && !thread->is_too_much) {
        int received = av_thread_message_queue_recv(thread->queue, &frame, 0);

        if (received == AVERROR_EOF) {
            return cm_encode_frame(thread->codec, NULL, thread->reel, thread->watch,
                                   &thread->error);
        }
        if (received < 0) {
            return 0; /* abandoned */
        }
        status = cm_encode_frame(thread->codec, frame, thread->reel, NULL, &thread->error);
        av_frame_free(&frame);
        thread->is_too_much = thread->reel->bytes > thread->max_bytes;
    }
    return status;
}

static void *run(void *context) {
    CMEncoderThread *thread = context;

    thread->status = encode_all(thread);
    av_thread_message_queue_set_err_send(thread->queue, AVERROR_EXIT);
    av_thread_message_flush(thread->queue);
    return NULL;
}

int cm_encoder_start(CMEncoderThread *thread, AVCodecContext *codec, CMReel *reel,
                     int64_t max_bytes, CMWatch *watch, CMError *error) {
    int status;

    *thread = (CMEncoderThread){
        .codec = codec, .reel = reel, .watch = watch, .max_bytes = max_bytes};
    status = av_thread_message_queue_alloc(&thread->queue, CM_WAITING, sizeof(AVFrame *));
    if (status < 0) {
        return cm_fail_av(error, CMStageEncode, CMCauseInternal, status, "encoding");
    }
    av_thread_message_queue_set_free_func(thread->queue, free_frame);
    status = pthread_create(&thread->thread, NULL, run, thread);
    if (status != 0) {
        av_thread_message_queue_free(&thread->queue);
        return cm_fail(error, CMStageEncode, CMCauseInternal, status, "no thread to encode on");
    }
    return 0;
}

int cm_encoder_give(CMEncoderThread *thread, AVFrame *frame, CMError *error) {
    AVFrame *given = av_frame_alloc();

    if (!given) {
        return cm_fail(error, CMStageEncode, CMCauseInternal, 0, "no memory");
    }
    av_frame_move_ref(given, frame);
    if (av_thread_message_queue_send(thread->queue, &given, 0) < 0) {
        av_frame_free(&given);
        return 1;
    }
    return 0;
}

int cm_encoder_finish(CMEncoderThread *thread, bool is_wanted, CMError *error) {
    if (!thread->queue) {
        return 0;
    }
    av_thread_message_queue_set_err_recv(thread->queue, is_wanted ? AVERROR_EOF : AVERROR_EXIT);
    if (!is_wanted) {
        av_thread_message_flush(thread->queue);
    }
    pthread_join(thread->thread, NULL);
    av_thread_message_queue_free(&thread->queue);
    if (thread->status < 0 && is_wanted) {
        return cm_fail(error, thread->error.stage, thread->error.cause, thread->error.code, "%s",
                       thread->error.message);
    }
    return 0;
}
