/* io.c - FFmpeg reading from and writing to descriptors, so that no protocol can be opened. */

#include "io.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libavutil/avstring.h>
#include <libavutil/opt.h>
#include <libavutil/time.h>

#include "allowed.h"

enum {
    CM_BUFFER = 1 << 16,
    CM_ASK_EVERY = 10000, /* microseconds; a call into Swift is cheap, but not free */
};

/* What there is to read of a file before its streams are taken as known. Beyond FFmpeg's own limits
 * lie only streams that begin late, which the packets will show. */
static const int64_t CM_PROBE_BYTES = 8 << 20;
static const int64_t CM_ANALYZE_TIME = 10 * AV_TIME_BASE;

/* A descriptor with a position of its own, so that the caller's stays where it is. */
typedef struct CMFile {
    int32_t descriptor;
    int64_t offset, position;
    CMWatch *watch;
    int failure; /* errno of the first failed read or write */
} CMFile;

bool cm_watch_report(CMWatch *watch, double fraction) {
    int64_t now;

    if (!watch || watch->is_stopped) {
        return !watch;
    }
    watch->fraction = FFMAX(watch->fraction, FFMIN(fraction, 1));
    now = av_gettime_relative();
    if (watch->progress && now - watch->asked >= CM_ASK_EVERY) {
        watch->asked = now;
        watch->is_stopped = !watch->progress(watch->context, watch->fraction);
    }
    return !watch->is_stopped;
}

static int interrupted(void *opaque) {
    CMWatch *watch = opaque;

    return !cm_watch_report(watch, watch->fraction);
}

static int64_t file_size(const CMFile *file) {
    struct stat status;

    if (fstat(file->descriptor, &status) < 0) {
        return AVERROR(errno);
    }
    return FFMAX(status.st_size - file->offset, 0);
}

static int read_file(void *opaque, uint8_t *buffer, int size) {
    CMFile *file = opaque;
    ssize_t count;

    if (file->watch && interrupted(file->watch)) {
        return AVERROR_EXIT;
    }
    do {
        count = pread(file->descriptor, buffer, size, file->offset + file->position);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        file->failure = file->failure ? file->failure : errno;
        return AVERROR(errno);
    }
    file->position += count;
    return count > 0 ? (int)count : AVERROR_EOF;
}

static int write_file(void *opaque, uint8_t *buffer, int size) {
    CMFile *file = opaque;
    int written = 0;

    while (written < size) {
        ssize_t count = pwrite(file->descriptor, buffer + written, size - written,
                               file->offset + file->position);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            file->failure = file->failure ? file->failure : count < 0 ? errno : ENOSPC;
            return AVERROR(file->failure);
        }
        written += (int)count;
        file->position += count;
    }
    return written;
}

static int64_t seek_file(void *opaque, int64_t offset, int whence) {
    CMFile *file = opaque;
    int64_t size = file_size(file);

    if (size < 0 || (whence & AVSEEK_SIZE)) {
        return size;
    }
    switch (whence & ~AVSEEK_FORCE) {
    case SEEK_SET: break;
    case SEEK_CUR: offset += file->position; break;
    case SEEK_END: offset += size; break;
    default: return AVERROR(EINVAL);
    }
    if (offset < 0) {
        return AVERROR(EINVAL);
    }
    file->position = offset;
    return offset;
}

static AVIOContext *open_file(CMFile model, bool is_written) {
    CMFile *file = av_memdup(&model, sizeof model);
    uint8_t *buffer = av_malloc(CM_BUFFER);
    AVIOContext *io = NULL;

    if (file && buffer) {
        io = avio_alloc_context(buffer, CM_BUFFER, is_written, file, is_written ? NULL : read_file,
                                is_written ? write_file : NULL, seek_file);
    }
    if (!io) {
        av_free(buffer);
        av_free(file);
    }
    return io;
}

static void close_file(AVIOContext *io) {
    if (io) {
        av_freep(&io->opaque);
        av_freep(&io->buffer);
        avio_context_free(&io);
    }
}

static int refuse_to_open(AVFormatContext *context, AVIOContext **io, const char *url, int flags,
                          AVDictionary **options) {
    (void)context, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

/* MOV and MP4 keep what no key is known for only when told to; a place may hide there. */
static int set_options(AVDictionary **options, const char *demuxer) {
    int status = 0;

    if (strcmp(demuxer, "mov") == 0) {
        status = av_dict_set(options, "export_all", "1", 0);
        if (status >= 0) {
            status = av_dict_set(options, "export_xmp", "1", 0);
        }
    }
    return status;
}

static AVFormatContext *new_input(AVIOContext *io, CMWatch *watch) {
    AVFormatContext *context = avformat_alloc_context();

    if (!context) {
        return NULL;
    }
    context->pb = io;
    context->flags |= AVFMT_FLAG_CUSTOM_IO;
    context->io_open = refuse_to_open;
    context->max_streams = cm_limits()->max_streams;
    context->probesize = CM_PROBE_BYTES;
    context->max_analyze_duration = CM_ANALYZE_TIME;
    if (watch) {
        context->interrupt_callback = (AVIOInterruptCB){interrupted, watch};
    }
    context->protocol_whitelist = av_strdup("");
    context->codec_whitelist = av_strdup(cm_allowed_decoders);
    if (!context->protocol_whitelist || !context->codec_whitelist) {
        avformat_free_context(context);
        return NULL;
    }
    return context;
}

/* Tells why a demuxer failed, and always returns -1. */
static int fail_input(CMError *error, int status, const AVIOContext *io, const CMWatch *watch,
                      const char *what) {
    const CMFile *file = io ? io->opaque : NULL;

    if (watch && watch->is_stopped) {
        return cm_fail(error, CMStageOpen, CMCauseStopped, 0, "stopped");
    }
    if (file && file->failure) {
        return cm_fail_av(error, CMStageOpen, CMCauseInternal, AVERROR(file->failure), "reading");
    }
    if (status == AVERROR(ENOMEM)) {
        /* This is what a demuxer makes of one stream too many, too. */
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, status,
                       "too many streams, or sizes beyond memory");
    }
    if (status == AVERROR_INVALIDDATA) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, status, "%s", what);
    }
    return cm_fail_av(error, CMStageOpen, CMCauseCorrupt, status, what);
}

/* The size of every picture is bounded before a decoder sees one. */
static int find_streams(AVFormatContext *context, CMWatch *watch, CMError *error) {
    unsigned count = context->nb_streams;
    AVDictionary **options = count ? av_calloc(count, sizeof *options) : NULL;
    int status = 0;

    if (count && !options) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    for (unsigned i = 0; i < count && status >= 0; i++) {
        status = av_dict_set_int(&options[i], "max_pixels", cm_limits()->max_pixels, 0);
    }
    if (status >= 0) {
        status = avformat_find_stream_info(context, options);
    }
    for (unsigned i = 0; i < count; i++) {
        av_dict_free(&options[i]);
    }
    av_free(options);
    if (status < 0 || (watch && watch->is_stopped)) {
        return fail_input(error, status, context->pb, watch, "the streams cannot be made out");
    }
    if (context->nb_streams > (unsigned)cm_limits()->max_streams) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "more than %d streams",
                       cm_limits()->max_streams);
    }
    return 0;
}

static const char *open_failure(const char *demuxer) {
    if (strcmp(demuxer, "mov") == 0) {
        return "the index (moov) is missing or damaged, as in a recording that was not finished";
    }
    return "the header cannot be read";
}

/* Reads the header alone. */
static int open_header(int32_t input, int64_t offset, const char *demuxer, CMWatch *watch,
                       AVFormatContext **context, CMError *error) {
    const AVInputFormat *format = NULL;
    CMFile model = {.descriptor = input, .offset = offset, .watch = watch};
    AVIOContext *io = NULL;
    AVDictionary *options = NULL;
    int status = 0;

    *context = NULL;
    if (av_match_name(demuxer, cm_allowed_demuxers)) {
        format = av_find_input_format(demuxer);
    }
    if (!format) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "no demuxer %s", demuxer);
    }
    io = open_file(model, false);
    *context = io ? new_input(io, watch) : NULL;
    if (!*context || set_options(&options, demuxer) < 0) {
        avformat_free_context(*context);
        *context = NULL;
        close_file(io);
        av_dict_free(&options);
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "no memory");
    }
    status = avformat_open_input(context, "", format, &options);
    av_dict_free(&options);
    if (status < 0) {
        /* FFmpeg has freed the context, but not what we gave it to read with. */
        fail_input(error, status, io, watch, open_failure(demuxer));
        close_file(io);
        return -1;
    }
    return 0;
}

int cm_open_input(int32_t input, int64_t offset, const char *demuxer, CMWatch *watch,
                  AVFormatContext **context, CMError *error) {
    if (open_header(input, offset, demuxer, watch, context, error) < 0) {
        return -1;
    }
    if (find_streams(*context, watch, error) < 0) {
        cm_close_input(context);
        return -1;
    }
    return 0;
}

int cm_reopen_input(int32_t input, const char *demuxer, CMWatch *watch,
                    AVFormatContext **context, CMError *error) {
    if (strcmp(demuxer, "mov") == 0) {
        return open_header(input, 0, demuxer, watch, context, error);
    }
    return cm_open_input(input, 0, demuxer, watch, context, error);
}

void cm_close_input(AVFormatContext **context) {
    AVIOContext *io = *context ? (*context)->pb : NULL;

    avformat_close_input(context);
    close_file(io);
}

int64_t cm_input_size(const AVFormatContext *context) {
    return file_size(context->pb->opaque);
}

/* For the second pass of `+faststart`: the same descriptor, read from its start. */
static int reopen_output(AVFormatContext *context, AVIOContext **io, const char *url, int flags,
                         AVDictionary **options) {
    const CMFile *file = context->pb ? context->pb->opaque : NULL;

    (void)options;
    if (!file || *url != '\0' || flags != AVIO_FLAG_READ) {
        return AVERROR(EPERM);
    }
    *io = open_file((CMFile){.descriptor = file->descriptor, .offset = file->offset}, false);
    return *io ? 0 : AVERROR(ENOMEM);
}

static int close_reopened(AVFormatContext *context, AVIOContext *io) {
    (void)context;
    close_file(io);
    return 0;
}

int cm_open_output(int32_t output, const char *muxer, AVFormatContext **context, CMError *error) {
    int status = avformat_alloc_output_context2(context, NULL, muxer, NULL);

    if (status < 0) {
        return cm_fail_av(error, CMStageWrite, CMCauseInternal, status, muxer);
    }
    (*context)->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
    (*context)->io_open = reopen_output;
    (*context)->io_close2 = close_reopened;
    (*context)->pb = open_file((CMFile){.descriptor = output}, true);
    if (!(*context)->pb) {
        avformat_free_context(*context);
        *context = NULL;
        return cm_fail(error, CMStageWrite, CMCauseInternal, 0, "no memory");
    }
    return 0;
}

int cm_close_output(AVFormatContext **context, CMError *error) {
    AVIOContext *io = *context ? (*context)->pb : NULL;
    int failure = 0;

    if (io) {
        avio_flush(io);
        failure = ((CMFile *)io->opaque)->failure;
        if (!failure && io->error < 0) {
            failure = AVUNERROR(io->error);
        }
    }
    avformat_free_context(*context);
    *context = NULL;
    close_file(io);
    if (failure) {
        cm_fail_av(error, CMStageWrite, CMCauseOutput, AVERROR(failure), "writing");
        error->code = failure;
        return -1;
    }
    return 0;
}
