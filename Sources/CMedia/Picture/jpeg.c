/* jpeg.c - a JPEG's markers: what is not taken, and the harmless faults that libjpeg stumbles over.
 *
 * Some phones write JPEGs with faults that every viewer overlooks. libjpeg only counts them,
 * together with real damage. So they are mended before it looks, in the private copy, and what it
 * then still complains about is damage. */

#include <string.h>

#include "source.h"

/* A picture has some ten scans; each one is a pass over all of it, so thousands take minutes. */
#define MAX_SCANS 200

typedef enum Marker {
    SOF0 = 0xc0, /* baseline */
    SOF1 = 0xc1, /* extended */
    SOF2 = 0xc2, /* progressive */
    DHT = 0xc4,
    JPG = 0xc8,
    SOF9 = 0xc9,  /* arithmetic */
    SOF10 = 0xca, /* arithmetic, progressive */
    DAC = 0xcc,
    RST0 = 0xd0,
    RST7 = 0xd7,
    SOI = 0xd8,
    EOI = 0xd9,
    SOS = 0xda,
    DNL = 0xdc,
    APP0 = 0xe0,
    APP15 = 0xef,
    COM = 0xfe,
    TEM = 0x01
} Marker;

typedef struct Walk {
    CMSource *source;
    size_t at;
    uint8_t *frame;  /* the body of its header */
    uint8_t *height; /* two bytes in it */
    bool is_sequential;
} Walk;

static bool is_frame_header(uint8_t marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != DHT && marker != JPG && marker != DAC;
}

/* Stray bytes before a marker become fill bytes, which are allowed there. */
static bool find_marker(Walk *walk) {
    uint8_t *bytes = walk->source->bytes;
    size_t length = walk->source->length, start = walk->at;

    while (walk->at + 1 < length &&
           (bytes[walk->at] != 0xff || bytes[walk->at + 1] == 0 || bytes[walk->at + 1] == 0xff)) {
        walk->at++;
    }
    if (walk->at + 1 >= length) {
        return false;
    }
    for (size_t i = start; i < walk->at; i++) {
        if (bytes[i] != 0xff) {
            bytes[i] = 0xff;
            cm_note_defect(walk->source, CMDefectStrayBytes);
        }
    }
    return true;
}

/* Past the coded data of a scan: to the next marker that is no restart. */
static void skip_scan(Walk *walk) {
    const uint8_t *bytes = walk->source->bytes;
    size_t length = walk->source->length;

    while (walk->at + 1 < length) {
        const uint8_t *found = memchr(bytes + walk->at, 0xff, length - walk->at - 1);
        if (!found) {
            break;
        }
        walk->at = (size_t)(found - bytes);
        uint8_t next = found[1];
        if (next != 0 && next != 0xff && !(next >= RST0 && next <= RST7)) {
            return;
        }
        walk->at += next == 0xff ? 1 : 2;
    }
    walk->at = length;
}

static int read_frame_header(Walk *walk, uint8_t marker, uint8_t *body, size_t size,
                             CMError *error) {
    if (size < 6) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a frame header of %zu bytes", size);
    }
    if (marker > SOF2 && marker != SOF9 && marker != SOF10) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0,
                       "lossless or hierarchical JPEG (frame type %d)", marker - SOF0);
    }
    if (size < 6 + 3 * (size_t)body[5]) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a frame header of %zu bytes", size);
    }
    if (body[0] != 8) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "JPEG of %d bits", body[0]);
    }
    walk->is_sequential = marker != SOF2 && marker != SOF10;
    walk->frame = body;
    walk->height = body + 1;
    return 0;
}

/* What libjpeg keeps of a picture whose scans do not hold all of it: two bytes for each of the
 * numbers that blocks of 8 x 8 samples are made of, in components that may be coarser than the
 * picture. A height still open is the largest there is. */
static int64_t coefficient_bytes(const uint8_t *frame) {
    int64_t height = frame[1] << 8 | frame[2], width = frame[3] << 8 | frame[4], sum = 0;
    int across = 1, down = 1;

    for (int i = 0; i < frame[5]; i++) {
        across = MAX(across, frame[7 + 3 * i] >> 4);
        down = MAX(down, frame[7 + 3 * i] & 15);
    }
    for (int i = 0; i < frame[5]; i++) {
        int64_t columns = width * (frame[7 + 3 * i] >> 4) / across;
        int64_t rows = (height ? height : 65535) * (frame[7 + 3 * i] & 15) / down;
        sum += (columns + 7) / 8 * ((rows + 7) / 8) * 64;
    }
    return sum * 2;
}

/* Only a scan of all components, complete at once, can be decoded line by line. */
static int check_memory(const Walk *walk, int components, CMError *error) {
    if (walk->is_sequential && components >= walk->frame[5]) {
        return 0;
    }
    return cm_check_buffer(coefficient_bytes(walk->frame),
                           walk->is_sequential ? "a scan a component" : "progressive", error);
}

/* The spectral bytes mean nothing in a sequential scan, and some cameras leave rubbish there. */
static int read_scan_header(Walk *walk, uint8_t *body, size_t size, CMError *error) {
    CMSource *source = walk->source;

    if (!walk->height || size < 4) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "a scan without a frame");
    }
    if (++source->scans > MAX_SCANS) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "more than %d scans", MAX_SCANS);
    }
    if (check_memory(walk, body[0], error)) {
        return -1;
    }
    uint8_t *spectral = body + size - 3;
    if (walk->is_sequential && (spectral[0] != 0 || spectral[1] != 63 || spectral[2] != 0)) {
        spectral[0] = 0;
        spectral[1] = 63;
        spectral[2] = 0;
        cm_note_defect(source, CMDefectHeader);
    }
    return 0;
}

/* A frame header may leave the height open, for a DNL marker to state after the first scan. */
static void take_height(Walk *walk, const uint8_t *body, size_t size) {
    if (size >= 2 && walk->height && walk->height[0] == 0 && walk->height[1] == 0) {
        memcpy(walk->height, body, 2);
    }
}

static int read_segment(Walk *walk, uint8_t marker, CMError *error) {
    CMSource *source = walk->source;
    uint8_t *body = source->bytes + walk->at + 4;
    size_t left = source->length - walk->at;
    size_t size = left < 4 ? 0 : (size_t)body[-2] << 8 | body[-1];

    if (size < 2 || size + 2 > left) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "it ends within a marker");
    }
    walk->at += size + 2;
    if (is_frame_header(marker)) {
        return read_frame_header(walk, marker, body, size - 2, error);
    }
    if ((marker >= APP0 && marker <= APP15) || marker == COM) {
        return cm_add_metadata(source, size, error);
    }
    if (marker == DNL) {
        take_height(walk, body, size - 2);
    }
    if (marker != SOS) {
        return 0;
    }
    if (read_scan_header(walk, body, size - 2, error)) {
        return -1;
    }
    skip_scan(walk);
    return 0;
}

int cm_inspect_jpeg(CMSource *source, CMError *error) {
    Walk walk = {.source = source, .at = 2};

    if (source->length < 4 || source->bytes[0] != 0xff || source->bytes[1] != SOI) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no JPEG begins here");
    }
    while (find_marker(&walk)) {
        uint8_t marker = source->bytes[walk.at + 1];
        if (marker == EOI) {
            break;
        }
        if (marker == SOI || marker == TEM || (marker >= RST0 && marker <= RST7)) {
            walk.at += 2;
        } else if (read_segment(&walk, marker, error)) {
            return -1;
        }
    }
    if (source->scans == 0) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "there is no picture in it");
    }
    return 0;
}
