/* bmp.c - bitmaps whose header says itself which bits are which colour. FFmpeg knows only the usual
 * ones, and those only when they are whole; uncompressed as they are, all of them are read here. */

#include "bmp.h"

#include <string.h>

#define FILE_HEADER 14
#define HEADER_WITH_ALPHA 56

enum { BI_RGB = 0, BI_BITFIELDS = 3, BI_ALPHABITFIELDS = 6 };

typedef struct Field {
    uint32_t mask;
    int shift;
    uint64_t most; /* the largest value, after the shift */
} Field;

typedef struct Bitmap {
    int32_t width, height;
    bool is_downward; /* its rows; most go up */
    int bytes;       /* a pixel */
    Field fields[4]; /* red, green, blue, alpha */
} Bitmap;

static uint32_t little(const uint8_t *bytes, int size) {
    uint32_t value = 0;

    for (int i = size - 1; i >= 0; i--) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static Field field(uint32_t mask) {
    int shift = mask ? __builtin_ctz(mask) : 0;

    return (Field){.mask = mask, .shift = shift, .most = mask >> shift};
}

static bool read_header(const CMSource *source, Bitmap *bitmap) {
    const uint8_t *head = source->bytes + FILE_HEADER;

    memset(bitmap, 0, sizeof *bitmap);
    if (source->length < FILE_HEADER + HEADER_WITH_ALPHA || memcmp(source->bytes, "BM", 2)) {
        return false;
    }
    uint32_t size = little(head, 4);
    uint32_t bits = little(head + 14, 2), compression = little(head + 16, 4);
    bool is_usual = compression == BI_RGB && (bits == 24 || bits == 32) && source->is_lenient;
    bool has_masks = (compression == BI_BITFIELDS || compression == BI_ALPHABITFIELDS) &&
                     (bits == 16 || bits == 32);
    if (size < 40 || !(is_usual || has_masks)) {
        return false;
    }
    int32_t height = (int32_t)little(head + 8, 4);
    bitmap->is_downward = height < 0;
    bitmap->width = (int32_t)little(head + 4, 4);
    bitmap->height = height < 0 && height != INT32_MIN ? -height : height;
    bitmap->bytes = (int)bits / 8;
    bool has_alpha = size >= HEADER_WITH_ALPHA || compression == BI_ALPHABITFIELDS;
    for (int i = 0; i < (has_alpha && has_masks ? 4 : 3); i++) {
        bitmap->fields[i] = field(has_masks ? little(head + 40 + 4 * i, 4) : 0xff0000u >> 8 * i);
    }
    return true;
}

bool cm_bmp_facts(const CMSource *source, CMImageFacts *facts) {
    Bitmap bitmap;

    if (!read_header(source, &bitmap)) {
        return false;
    }
    facts->width = bitmap.width;
    facts->height = bitmap.height;
    facts->bits = 8;
    facts->colour = CMColourRGB;
    facts->has_alpha = bitmap.fields[3].mask != 0;
    return true;
}

static void read_row(const Bitmap *bitmap, const uint8_t *row, uint8_t *pixels) {
    for (int32_t x = 0; x < bitmap->width; x++, row += bitmap->bytes, pixels += 4) {
        uint32_t bits = little(row, bitmap->bytes);
        for (int i = 0; i < 4; i++) {
            const Field *part = &bitmap->fields[i];
            uint64_t value = (bits & part->mask) >> part->shift;
            if (part->most) {
                pixels[i] = (uint8_t)((value * 255 + part->most / 2) / part->most);
            } else {
                pixels[i] = i == 3 ? 255 : 0;
            }
        }
    }
}

int cm_bmp_decode(const CMSource *source, uint8_t *pixels, CMError *error) {
    Bitmap bitmap;

    if (!read_header(source, &bitmap)) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no such bitmap");
    }
    size_t stride = ((size_t)bitmap.width * (size_t)bitmap.bytes + 3) / 4 * 4;
    size_t start = little(source->bytes + 10, 4);
    size_t there = start < source->length ? source->length - start : 0;
    if (there < stride * (size_t)bitmap.height && !source->is_lenient) {
        return cm_fail(error, CMStageDecode, CMCauseCorrupt, 0, "it ends within its pixels");
    }
    memset(pixels, 0, (size_t)bitmap.width * (size_t)bitmap.height * 4);
    for (int32_t row = 0; row < bitmap.height && there >= stride * ((size_t)row + 1); row++) {
        int32_t y = bitmap.is_downward ? row : bitmap.height - 1 - row;
        read_row(&bitmap, source->bytes + start + (size_t)row * stride,
                 pixels + (size_t)y * (size_t)bitmap.width * 4);
    }
    return 0;
}
