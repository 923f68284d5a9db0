/* coding.c - see coding.h. */

#include "coding.h"

#include <string.h>

static const char primaries_field[] = "cm-primaries", transfer_field[] = "cm-transfer",
                  first_field[] = "cm-coding-first", gamma_field[] = "cm-gamma";

bool cm_coding_is_hdr(CMCoding coding) {
    return coding.transfer == CMTransferPQ || coding.transfer == CMTransferHLG;
}

bool cm_coding_is_foreign(CMCoding coding) {
    return cm_coding_is_hdr(coding) || coding.primaries == CMPrimaries2020 ||
           coding.primaries == CMPrimariesDCI || coding.primaries == CMPrimariesP3 ||
           coding.transfer == CMTransferGamma22 || coding.transfer == CMTransferGamma28 ||
           coding.transfer == CMTransferLinear || coding.gamma > 0;
}

void cm_coding_attach(VipsImage *image, CMCoding coding) {
    if (coding.primaries || coding.transfer || coding.gamma > 0) {
        vips_image_set_int(image, primaries_field, coding.primaries);
        vips_image_set_int(image, transfer_field, coding.transfer);
        vips_image_set_int(image, first_field, coding.is_first);
        vips_image_set_double(image, gamma_field, coding.gamma);
    }
}

CMCoding cm_coding_of(VipsImage *image) {
    CMCoding coding = {0};
    int is_first = 0;

    if (vips_image_get_typeof(image, transfer_field)) {
        vips_image_get_int(image, primaries_field, &coding.primaries);
        vips_image_get_int(image, transfer_field, &coding.transfer);
        vips_image_get_int(image, first_field, &is_first);
        vips_image_get_double(image, gamma_field, &coding.gamma);
    }
    coding.is_first = is_first;
    return coding;
}

/* Boxes: ISO/IEC 14496-12 and 23008-12 */

typedef struct Span {
    const uint8_t *bytes;
    size_t length;
} Span;

/* Reads a big-endian number off the front; 0 where there are not as many bytes. */
static uint32_t take(Span *span, size_t size) {
    uint32_t value = 0;

    if (span->length < size) {
        span->length = 0;
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        value = value << 8 | span->bytes[i];
    }
    span->bytes += size;
    span->length -= size;
    return value;
}

/* Takes a box off the front: its type, and what is in it. False at the end, and at a box that is
 * not whole. */
static bool take_box(Span *span, char type[static 4], Span *body) {
    Span rest = *span;
    uint64_t size = take(&rest, 4), head = 8;

    if (span->length < 8) {
        return false;
    }
    memcpy(type, rest.bytes, 4);
    take(&rest, 4);
    if (size == 1) {
        head = 16;
        size = (uint64_t)take(&rest, 4) << 32;
        size |= take(&rest, 4);
    } else if (size == 0) {
        size = span->length;
    }
    if (size < head || size > span->length) {
        return false;
    }
    *body = (Span){span->bytes + head, (size_t)(size - head)};
    span->bytes += size;
    span->length -= (size_t)size;
    return true;
}

/* The content of the first box of a type, or an empty span. */
static Span find_box(Span within, const char *type) {
    char found[4];
    Span body;

    while (take_box(&within, found, &body)) {
        if (!memcmp(found, type, 4)) {
            return body;
        }
    }
    return (Span){within.bytes, 0};
}

/* The colours that the property of a number tells, if it tells any. */
static bool read_property(Span properties, uint32_t number, CMCoding *coding) {
    char type[4];
    Span body;

    for (uint32_t i = 1; take_box(&properties, type, &body); i++) {
        if (i != number) {
            continue;
        }
        if (memcmp(type, "colr", 4) || body.length < 8 || memcmp(body.bytes, "nclx", 4)) {
            return false;
        }
        take(&body, 4);
        coding->primaries = (int32_t)take(&body, 2);
        coding->transfer = (int32_t)take(&body, 2);
        return true;
    }
    return false;
}

/* Goes through the properties of an item; they are named by their numbers. */
static CMCoding coding_of_item(Span properties, Span associations, uint32_t item) {
    CMCoding coding = {0};
    uint32_t version = take(&associations, 1), flags = take(&associations, 3);
    uint32_t items = take(&associations, 4);

    for (; items > 0 && associations.length > 0; items--) {
        uint32_t id = take(&associations, version < 1 ? 2 : 4);
        for (uint32_t count = take(&associations, 1); count > 0; count--) {
            uint32_t number = flags & 1 ? take(&associations, 2) & 0x7fff
                                        : take(&associations, 1) & 0x7f;
            if (id == item && read_property(properties, number, &coding)) {
                return coding;
            }
        }
        /* It is there once; to look on would take for ever in a file made for that. */
        if (id == item) {
            break;
        }
    }
    return coding;
}

CMCoding cm_coding_in_heif(const uint8_t *bytes, size_t length) {
    Span meta = find_box((Span){bytes, length}, "meta");

    take(&meta, 4);
    Span primary = find_box(meta, "pitm"), all = find_box(meta, "iprp");
    uint32_t version = take(&primary, 4) >> 24;
    uint32_t item = take(&primary, version == 0 ? 2 : 4);
    return coding_of_item(find_box(all, "ipco"), find_box(all, "ipma"), item);
}
