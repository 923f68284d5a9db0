/* profile.c - see profile.h. */

#include "profile.h"

#include <ctype.h>
#include <string.h>

#define HEADER 128

/* The largest ones in use, tables for printing presses, have some 2 MB; every conversion reads all
 * of it anew. */
#define MOST_BYTES (4 << 20)

static uint32_t big32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* libvips would take another profile in the place of one for other channels, with other colours, or
 * refuse the picture. */
bool cm_profile_fits(const uint8_t *profile, size_t length, VipsImage *image) {
    int bands = vips_image_get_bands(image);
    const char *space = bands == 1 ? "GRAY" : bands == 3 ? "RGB " : "CMYK";

    return length > HEADER + 4 && length <= MOST_BYTES && big32(profile) <= length &&
           big32(profile) > HEADER && !memcmp(profile + 36, "acsp", 4) &&
           !memcmp(profile + 16, space, 4) &&
           vips_icc_is_compatible_profile(image, profile, length);
}

/* The content of a tag; NULL where there is none, or none that is whole. */
static const uint8_t *find_tag(const uint8_t *profile, size_t length, const char *tag,
                               size_t *size) {
    uint32_t count = big32(profile + HEADER);

    for (size_t at = HEADER + 4; count > 0 && at + 12 <= length; at += 12, count--) {
        if (memcmp(profile + at, tag, 4)) {
            continue;
        }
        size_t start = big32(profile + at + 4);
        *size = big32(profile + at + 8);
        return start > length || *size > length - start ? NULL : profile + start;
    }
    return NULL;
}

/* A profile of tables alone may have one for photographs only. */
VipsIntent cm_profile_intent(const uint8_t *profile, size_t length) {
    size_t size = 0;
    bool is_perceptual = find_tag(profile, length, "A2B0", &size) &&
                         !find_tag(profile, length, "A2B1", &size);

    return is_perceptual ? VIPS_INTENT_PERCEPTUAL : VIPS_INTENT_RELATIVE;
}

/* The description in small letters, its words between single spaces. */
static void read_description(const uint8_t *profile, size_t length, char *words, size_t room) {
    size_t size = 0, start = 12, end = 0, step = 1, used = 0;
    const uint8_t *tag = find_tag(profile, length, "desc", &size);

    if (tag && size >= 12 && !memcmp(tag, "desc", 4)) {
        end = start + big32(tag + 8);
    } else if (tag && size >= 28 && !memcmp(tag, "mluc", 4)) {
        /* UTF-16 in several languages, of which the first will do. */
        start = (size_t)big32(tag + 24) + 1;
        end = start + big32(tag + 20);
        step = 2;
    }
    words[used++] = ' ';
    for (size_t at = start; at < end && at < size && used + 2 < room; at += step) {
        char letter = isalnum(tag[at]) ? (char)tolower(tag[at]) : ' ';
        if (letter != ' ' || words[used - 1] != ' ') {
            words[used++] = letter;
        }
    }
    words[used++] = ' ';
    words[used] = '\0';
}

/* Newer profiles say it in a tag. Older ones, such as Skia's "Rec2020 Gamut with PQ Transfer",
 * Apple's "ITU-R BT.2100 HLG" and libjxl's "RGB_D65_202_Rel_PeQ", in their description only; their
 * tables leave it open where white is, and what comes out is dark or washed out. */
CMCoding cm_profile_coding(const uint8_t *profile, size_t length) {
    CMCoding coding = {0}, none = {0};
    char words[128];
    size_t size = 0;
    const uint8_t *tag = find_tag(profile, length, "cicp", &size);

    if (tag && size >= 12 && !memcmp(tag, "cicp", 4)) {
        coding = (CMCoding){.primaries = tag[8], .transfer = tag[9]};
        return cm_coding_is_hdr(coding) ? coding : none;
    }
    read_description(profile, length, words, sizeof words);
    if (strstr(words, " pq ") || strstr(words, " peq ") || strstr(words, " 2084 ")) {
        coding.transfer = CMTransferPQ;
    } else if (strstr(words, " hlg ")) {
        coding.transfer = CMTransferHLG;
    } else {
        return none;
    }
    coding.primaries = strstr(words, " p3 ")     ? CMPrimariesP3
                       : strstr(words, " srgb ") ? CMPrimaries709
                                                 : CMPrimaries2020;
    return coding;
}
