/* io.h - FFmpeg reading from and writing to descriptors, so that no protocol can be opened. */

#ifndef CMEDIA_IO_H
#define CMEDIA_IO_H

#include <libavformat/avformat.h>

#include "error.h"

/* Asks the caller whether to go on, at most every few milliseconds. Set `progress` and `context`,
 * and zero the rest. */
typedef struct CMWatch {
    CMProgress progress; /* NULL: nobody to ask */
    void *context;
    double fraction;
    bool is_stopped;
    int64_t asked; /* when last, by av_gettime_relative */
} CMWatch;

/* Reports a fraction; false, for good, once the caller wants to stop. */
bool cm_watch_report(CMWatch *watch, double fraction);

/* Opens a demuxer by its FFmpeg name on a descriptor; the name must be on the allow-list. Streams
 * are found out (avformat_find_stream_info) with bounded effort and allow-listed decoders only. The
 * watch may be NULL, and must outlive the context. */
int cm_open_input(int32_t input, int64_t offset, const char *demuxer, CMWatch *watch,
                  AVFormatContext **context, CMError *error);
void cm_close_input(AVFormatContext **context);

/* The same again to read packets alone: an MP4's index has told all about them, so that no picture need
 * be decoded for it. What streams are is known from before. */
int cm_reopen_input(int32_t input, const char *demuxer, CMWatch *watch,
                    AVFormatContext **context, CMError *error);

/* Bytes from the offset to the end of what cm_open_input opened. */
int64_t cm_input_size(const AVFormatContext *context);

/* A muxer context on a descriptor. `+faststart` may open its own output once more for reading. */
int cm_open_output(int32_t output, const char *muxer, AVFormatContext **context, CMError *error);

/* Flushes; closes; -1 if any write failed (CMCauseOutput, code errno). */
int cm_close_output(AVFormatContext **context, CMError *error);

/* The decoder of a stream if it is on the allow-list, else NULL. */
const AVCodec *cm_allowed_decoder(enum AVCodecID id);

#endif
