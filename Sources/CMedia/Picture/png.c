/* png.c - a PNG's chunks: what is cut off, what is not taken, and what they say beside pixels. */

#include <math.h>
#include <string.h>

#include <libavutil/crc.h>

#include "apng.h"
#include "source.h"

/* libpng unpacks each one to at most 8 MB, and all of them before anything else. */
#define MOST_COMPRESSED_TEXTS 16

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

typedef struct Chunk {
    const uint8_t *kind, *body;
    size_t size; /* of the body */
} Chunk;

typedef struct Header {
    int64_t width, height;
    int bytes; /* of a sample */
    int channels;
    bool is_interlaced;
    int compressed_texts;
    bool has_colours; /* a chunk that says what they are, so that gAMA does not count */
} Header;

static uint32_t big32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is(const Chunk *chunk, const char *kind) {
    return !memcmp(chunk->kind, kind, 4);
}

/* The chunk at *at, or false at the end of what is whole; *at moves on to the next one. */
static bool next_chunk(const CMSource *source, size_t *at, Chunk *chunk) {
    if (*at + 12 > source->length) {
        return false;
    }
    size_t size = big32(source->bytes + *at);
    if (size > source->length - *at - 12) {
        return false;
    }
    *chunk = (Chunk){source->bytes + *at + 4, source->bytes + *at + 8, size};
    *at += size + 12;
    return true;
}

static uint32_t checksum(const Chunk *chunk) {
    const AVCRC *table = av_crc_get_table(AV_CRC_32_IEEE_LE);

    return ~av_crc(table, UINT32_MAX, chunk->kind, chunk->size + 4);
}

static bool has_right_checksum(const Chunk *chunk) {
    return checksum(chunk) == big32(chunk->body + chunk->size);
}

/* libpng would stop at pixels with a wrong one, though it takes but one bit in it. */
static void mend_checksum(CMSource *source, const Chunk *chunk) {
    uint8_t *at = source->bytes + (chunk->body + chunk->size - source->bytes);
    uint32_t sum = checksum(chunk);

    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(sum >> (24 - 8 * i));
    }
}

static int read_header(const Chunk *chunk, Header *header, CMError *error) {
    static const int channels[] = {1, 0, 3, 3, 2, 0, 4};

    if (chunk->size < 13) {
        return 0;
    }
    int type = chunk->body[9];
    *header = (Header){.width = big32(chunk->body),
                       .height = big32(chunk->body + 4),
                       .bytes = chunk->body[8] == 16 ? 2 : 1,
                       .channels = type <= 6 ? channels[type] : 0,
                       .is_interlaced = chunk->body[12] != 0};
    return cm_check_size(header->width, header->height, error);
}

/* Counts first, where the specification has it that a profile is not looked at. */
static void take_colours(CMSource *source, const Chunk *chunk) {
    static const char name[] = "ITUR_2100_PQ_FULL";

    if (is(chunk, "cICP") && chunk->size == 4) {
        source->coding = (CMCoding){
            .primaries = chunk->body[0], .transfer = chunk->body[1], .is_first = true};
    }
    /* The way to say it before there was that chunk (W3C, "Using the ITU BT.2100 PQ EOTF with the
     * PNG Format"): the profile is for those who do not know the name. */
    if (is(chunk, "iCCP") && !source->coding.is_first && chunk->size > sizeof name &&
        !memcmp(chunk->body, name, sizeof name)) {
        source->coding = (CMCoding){.primaries = CMPrimaries2020, .transfer = CMTransferPQ};
    }
}

static bool is_compressed_text(const Chunk *chunk) {
    if (is(chunk, "iTXt")) {
        const uint8_t *end = memchr(chunk->body, 0, chunk->size);
        return end && end + 1 < chunk->body + chunk->size && end[1] != 0;
    }
    return is(chunk, "zTXt");
}

/* sRGB's own, and what differs from it by so little that it looks the same. */
#define SRGB_GAMMA 0.45455
#define SAME_GAMMA 0.009

/* Counts last, and only where nothing else is said (PNG specification, third edition, 4.3). */
static void take_gamma(CMSource *source, const Chunk *chunk, Header *header) {
    header->has_colours |= is(chunk, "sRGB") || is(chunk, "iCCP") || is(chunk, "cICP");
    if (is(chunk, "gAMA") && chunk->size == 4) {
        double gamma = big32(chunk->body) / 100000.0;
        source->coding.gamma = fabs(gamma - SRGB_GAMMA) > SAME_GAMMA ? gamma : 0;
    }
    if (header->has_colours) {
        source->coding.gamma = 0;
    }
}

/* What is beside the pixels; frames of an animation are pixels. */
static int read_ancillary(CMSource *source, const Chunk *chunk, Header *header, CMError *error) {
    source->has_profile |= is(chunk, "iCCP");
    take_gamma(source, chunk, header);
    if (cm_add_metadata(source, chunk->size, error)) {
        return -1;
    }
    if (is_compressed_text(chunk) && ++header->compressed_texts > MOST_COMPRESSED_TEXTS) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "more than %d compressed texts",
                       MOST_COMPRESSED_TEXTS);
    }
    if (!has_right_checksum(chunk)) {
        cm_note_defect(source, CMDefectChecksum);
        return 0;
    }
    if (is(chunk, "tRNS")) {
        header->channels += header->channels % 2;
    }
    take_colours(source, chunk);
    return 0;
}

static int check_memory(const Header *header, CMError *error) {
    if (!header->is_interlaced) {
        return 0;
    }
    return cm_check_buffer(header->width * header->height * header->channels * header->bytes,
                           "interlaced", error);
}

int cm_inspect_png(CMSource *source, CMError *error) {
    Header header = {0};
    Chunk chunk;
    size_t at = 8;

    if (source->length < 8 || memcmp(source->bytes, signature, 8)) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no PNG begins here");
    }
    while (next_chunk(source, &at, &chunk)) {
        bool is_ancillary = chunk.kind[0] & 0x20;
        if (is(&chunk, "CgBI")) {
            return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "Apple's own kind of PNG");
        }
        if (is(&chunk, "IHDR") && read_header(&chunk, &header, error)) {
            return -1;
        }
        if (is(&chunk, "IDAT") && check_memory(&header, error)) {
            return -1;
        }
        if (source->is_lenient && !is_ancillary) {
            mend_checksum(source, &chunk);
        }
        if (is(&chunk, "IEND")) {
            return 0;
        }
        if (is_ancillary && !is(&chunk, "fdAT") &&
            read_ancillary(source, &chunk, &header, error)) {
            return -1;
        }
    }
    if (check_memory(&header, error)) {
        return -1;
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
    Chunk chunk;
    size_t at = 8;

    memset(timing, 0, sizeof *timing);
    while (next_chunk(source, &at, &chunk)) {
        if (is(&chunk, "acTL") && chunk.size >= 8) {
            timing->plays = (int32_t)(big32(chunk.body + 4) & 0x7fffffff);
        }
        if (!is(&chunk, "fcTL") || chunk.size < 26) {
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
        timing->delays[timing->count++] = milliseconds(chunk.body);
    }
    if (timing->count == 0) {
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "there is no frame in it");
    }
    return 0;
}

void cm_apng_timing_free(CMApngTiming *timing) {
    g_clear_pointer(&timing->delays, g_free);
}
