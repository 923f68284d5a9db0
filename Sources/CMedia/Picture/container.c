/* container.c - the boxes, chunks and directories that WebP, HEIF and TIFF are made of: what is cut
 * off, and what is well made but not taken. */

#include <string.h>

#include "source.h"

static uint32_t big32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t little32(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
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
    for (size_t at = 12; at + 8 <= source->length; at += 8) {
        size_t size = little32(bytes + at + 4);
        if ((!memcmp(bytes + at, "EXIF", 4) || !memcmp(bytes + at, "XMP ", 4)) &&
            cm_add_metadata(source, size, error)) {
            return -1;
        }
        at += MIN(size + size % 2, source->length - at - 8);
    }
    return 0;
}

/* HEIF and AVIF */

/* A picture is an item of the `meta` box; a sequence alone has tracks in a `moov` box. */
int cm_inspect_heif(CMSource *source, CMError *error) {
    bool has_items = false;
    size_t at = 0;

    source->coding = cm_coding_in_heif(source->bytes, source->length);
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
