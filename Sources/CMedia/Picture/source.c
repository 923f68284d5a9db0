/* source.c - see source.h. */

#include "source.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load.h"

/* A baseline JPEG of 100 megapixels decodes in 60 MB, line by line. Where a decoder must hold the
 * whole picture, this leaves room for a progressive one of the same size, and for the rest of the
 * work within a gigabyte. */
#define MOST_BUFFERED 600000000

int cm_check_buffer(int64_t bytes, const char *reason, CMError *error) {
    if (bytes > MOST_BUFFERED) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0,
                       "%s: %lld bytes are decoded at once, more than %d", reason,
                       (long long)bytes, MOST_BUFFERED);
    }
    return 0;
}

int cm_add_metadata(CMSource *source, size_t bytes, CMError *error) {
    source->metadata += bytes;
    if ((int64_t)source->metadata > cm_limits()->max_metadata) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "more than %lld bytes of metadata",
                       (long long)cm_limits()->max_metadata);
    }
    return 0;
}

void cm_note_defect(CMSource *source, CMDefect defect) {
    if (source->defect == CMDefectNone) {
        source->defect = defect;
    }
}

int cm_check_size(int64_t width, int64_t height, CMError *error) {
    const CMLimits *limits = cm_limits();

    if (width < 1 || height < 1) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a picture of %lld x %lld",
                       (long long)width, (long long)height);
    }
    if (width > limits->max_side || height > limits->max_side) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0,
                       "%lld x %lld pixels, more than %d on a side", (long long)width,
                       (long long)height, limits->max_side);
    }
    if (width * height > limits->max_pixels) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0,
                       "%lld x %lld pixels are %lld, more than %lld", (long long)width,
                       (long long)height, (long long)(width * height),
                       (long long)limits->max_pixels);
    }
    return 0;
}

static int map(CMSource *source, CMError *error) {
    struct stat status;

    if (fstat(source->descriptor, &status)) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, errno, "fstat: %s", strerror(errno));
    }
    if (source->offset < 0 || status.st_size <= source->offset) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "there are no bytes to read");
    }
    source->mapped = (size_t)status.st_size;
    source->mapping = mmap(NULL, source->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                           source->descriptor, 0);
    if (source->mapping == MAP_FAILED) {
        source->mapping = NULL;
        return cm_fail(error, CMStageOpen, CMCauseInternal, errno, "mmap: %s", strerror(errno));
    }
    source->bytes = (uint8_t *)source->mapping + source->offset;
    source->length = source->mapped - (size_t)source->offset;
    return 0;
}

/* Read from the file, rather than from where it may have been mended. */
static bool is_streamed(const CMSource *source) {
    return source->loader->is_stream && !source->is_lenient;
}

static int inspect(CMSource *source, CMError *error) {
    if (!source->loader->inspect || !source->loader->inspect(source, error)) {
        return 0;
    }
    if (source->is_lenient && error->cause == CMCauseCorrupt) {
        error->message[0] = '\0';
        return 0;
    }
    return -1;
}

int cm_source_open(CMSource *source, int32_t input, int64_t offset, const char *loader,
                   bool is_lenient, CMError *error) {
    memset(source, 0, sizeof *source);
    source->is_lenient = is_lenient;
    source->descriptor = input;
    source->offset = offset;
    source->loader = cm_loader(loader);
    if (!source->loader) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "no loader is named %.40s",
                       loader);
    }
    if (map(source, error) || inspect(source, error)) {
        return -1;
    }
    if (is_streamed(source)) {
        /* What was looked through is not needed in memory any more, and may be large. */
        madvise(source->mapping, source->mapped, MADV_DONTNEED);
    }
    return 0;
}

void cm_source_close(CMSource *source) {
    if (source->mapping) {
        munmap(source->mapping, source->mapped);
    }
    memset(source, 0, sizeof *source);
}

VipsSource *cm_source_for_vips(const CMSource *source, CMError *error) {
    VipsSource *made = NULL;

    /* What libvips reads as a stream need not be in memory as a whole. */
    if (is_streamed(source) && source->offset == 0) {
        if (lseek(source->descriptor, 0, SEEK_SET) == 0) {
            made = vips_source_new_from_descriptor(source->descriptor);
        }
    } else {
        made = vips_source_new_from_memory(source->bytes, source->length);
    }
    if (!made) {
        cm_fail(error, CMStageOpen, CMCauseInternal, errno, "the input cannot be read");
    }
    return made;
}
