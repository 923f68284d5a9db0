/* container.c - the boxes, chunks and directories that PNG, WebP, HEIF and TIFF are made of: what
 * is cut off, and what is well made but not taken. */

#include <string.h>

#include "apng.h"
#include "source.h"

static uint32_t big32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t little32(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* PNG */

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

/* The chunk at *at, or false at the end of what is whole; *at moves on to the next one. */
static bool next_chunk(const CMSource *source, size_t *at, const uint8_t **kind, size_t *size) {
    if (*at + 12 > source->length) {
        return false;
    }
    *size = big32(source->bytes + *at);
    *kind = source->bytes + *at + 4;
    if (*size > source->length - *at - 12) {
        return false;
    }
    *at += *size + 12;
    return true;
}

int cm_inspect_png(CMSource *source, CMError *error) {
    const uint8_t *kind = NULL;
    size_t at = 8, size = 0;

    if (source->length < 8 || memcmp(source->bytes, png_signature, 8)) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no PNG begins here");
    }
    while (next_chunk(source, &at, &kind, &size)) {
        if (!memcmp(kind, "CgBI", 4)) {
            return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "Apple's own kind of PNG");
        }
        if (!memcmp(kind, "IHDR", 4) && size >= 8 &&
            cm_check_size(big32(kind + 4), big32(kind + 8), error)) {
            return -1;
        }
        if (!memcmp(kind, "IEND", 4)) {
            return 0;
        }
    }
    return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "it ends before its last chunk");
}

/* A denominator of 0 stands for 100. */
static int32_t milliseconds(const uint8_t *control) {
    int32_t numerator = control[20] << 8 | control[21];
    int32_t denominator = control[22] << 8 | control[23];

    return (int32_t)(numerator * 1000.0 / (denominator ? denominator : 100) + 0.5);
}

int cm_apng_timing(const CMSource *source, CMApngTiming *timing, CMError *error) {
    const uint8_t *kind = NULL;
    size_t at = 8, size = 0;

    memset(timing, 0, sizeof *timing);
    while (next_chunk(source, &at, &kind, &size)) {
        if (!memcmp(kind, "acTL", 4) && size >= 8) {
            timing->plays = (int32_t)(big32(kind + 8) & 0x7fffffff);
        }
        if (memcmp(kind, "fcTL", 4) || size < 26) {
            continue;
        }
        if (timing->count == cm_limits()->max_frames) {
            cm_apng_timing_free(timing);
            return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "more than %d frames",
                           cm_limits()->max_frames);
        }
        if (timing->count % 64 == 0) {
            timing->delays = g_renew(int, timing->delays, timing->count + 64);
        }
        timing->delays[timing->count++] = milliseconds(kind + 4);
    }
    if (timing->count == 0) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "there is no frame in it");
    }
    return 0;
}

void cm_apng_timing_free(CMApngTiming *timing) {
    g_clear_pointer(&timing->delays, g_free);
}

/* WebP */

int cm_inspect_webp(CMSource *source, CMError *error) {
    const uint8_t *bytes = source->bytes;

    if (source->length < 20 || memcmp(bytes, "RIFF", 4) || memcmp(bytes + 8, "WEBP", 4)) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no WebP begins here");
    }
    if (little32(bytes + 4) > source->length - 8) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "%zu bytes of %llu are there",
                       source->length, (unsigned long long)little32(bytes + 4) + 8);
    }
    return 0;
}

/* HEIF and AVIF */

/* A picture is an item of the `meta` box; a sequence alone has tracks in a `moov` box. */
int cm_inspect_heif(CMSource *source, CMError *error) {
    bool has_items = false;
    size_t at = 0;

    while (at + 8 <= source->length) {
        const uint8_t *box = source->bytes + at;
        uint64_t size = big32(box);
        if (size == 1 && at + 16 <= source->length) {
            size = (uint64_t)big32(box + 8) << 32 | big32(box + 12);
        }
        has_items = has_items || !memcmp(box + 4, "meta", 4);
        source->has_tracks |= !memcmp(box + 4, "moov", 4);
        if (!memcmp(box + 4, "mini", 4)) {
            return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "a HEIF of the minimal kind");
        }
        if (size == 0) {
            return 0;
        }
        if (size < 8) {
            return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a box of %d bytes", (int)size);
        }
        if (size > source->length - at) {
            return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "it ends within a box");
        }
        at += (size_t)size;
    }
    if (source->has_tracks && !has_items) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "a sequence without a picture");
    }
    return 0;
}

/* TIFF */

#define TIFF_COMPRESSION 259
#define TIFF_OLD_JPEG 6

static uint64_t number(const uint8_t *bytes, int size, bool is_big_endian) {
    uint64_t value = 0;

    for (int i = 0; i < size; i++) {
        value = value << 8 | bytes[is_big_endian ? i : size - 1 - i];
    }
    return value;
}

/* The compression that the first directory states; 0 where there is none to be read. */
static int tiff_compression(const CMSource *source) {
    const uint8_t *bytes = source->bytes;
    bool is_big_endian = bytes[0] == 'M';
    bool is_wide = number(bytes + 2, 2, is_big_endian) == 43;
    int word = is_wide ? 8 : 2, entry = is_wide ? 20 : 12;
    uint64_t at = number(bytes + (is_wide ? 8 : 4), is_wide ? 8 : 4, is_big_endian);

    if (at > source->length || source->length - at < (size_t)word) {
        return 0;
    }
    uint64_t count = number(bytes + at, word, is_big_endian);
    at += (size_t)word;
    for (uint64_t i = 0; i < count && source->length - at >= (size_t)entry; i++) {
        if (number(bytes + at, 2, is_big_endian) == TIFF_COMPRESSION) {
            return (int)number(bytes + at + (is_wide ? 12 : 8), 2, is_big_endian);
        }
        at += (size_t)entry;
    }
    return 0;
}

int cm_inspect_tiff(CMSource *source, CMError *error) {
    if (source->length < 16 || (memcmp(source->bytes, "II", 2) && memcmp(source->bytes, "MM", 2))) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no TIFF begins here");
    }
    if (tiff_compression(source) == TIFF_OLD_JPEG) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "old-style JPEG in a TIFF");
    }
    return 0;
}
