/* gif.c - see gif.h. */

#include "gif.h"

#include <string.h>

#include "load.h"

#define MAX_CODES 4096

typedef struct Walk {
    const uint8_t *bytes;
    size_t length, at;
    bool unpacks;
    CMGifFacts facts;
} Walk;

/* LZW data in sub-blocks, read as codes of growing width. */
typedef struct Codes {
    const uint8_t *bytes;
    size_t at, end; /* of the sub-blocks; the last one is empty */
    int32_t block;  /* bytes left in the present one */
    uint32_t bits;
    int32_t held; /* bits of them */
} Codes;

static int32_t next_code(Codes *codes, int32_t width) {
    while (codes->held < width) {
        if (codes->block == 0) {
            codes->block = codes->at < codes->end ? codes->bytes[codes->at++] : 0;
            if (codes->block == 0) {
                return -1;
            }
        }
        codes->bits |= (uint32_t)codes->bytes[codes->at++] << codes->held;
        codes->held += 8;
        codes->block--;
    }
    int32_t code = (int32_t)(codes->bits & ((1u << width) - 1));
    codes->bits >>= width;
    codes->held -= width;
    return code;
}

/* Whether the data hold all pixels of a frame. A string's length is all that is kept of it:
 *     code             its string                        length
 *     below clear      one pixel                         1
 *     in the table     that string                       as stored
 *     the next free    the last one and its first pixel  last + 1 */
static bool holds_pixels(Codes *codes, int32_t root, int64_t pixels) {
    uint16_t lengths[MAX_CODES];
    int32_t clear = 1 << root, next = clear + 2, width = root + 1, last = 0;
    int64_t seen = 0;

    while (seen < pixels) {
        int32_t code = next_code(codes, width);
        if (code < 0 || code == clear + 1) {
            return false;
        }
        if (code == clear) {
            next = clear + 2;
            width = root + 1;
            last = 0;
            continue;
        }
        if (code > next || (code == next && last == 0)) {
            return false;
        }
        int32_t length = code < clear ? 1 : code < next ? lengths[code] : last + 1;
        if (last && next < MAX_CODES) {
            lengths[next++] = (uint16_t)(last + 1);
            if (next == 1 << width && width < 12) {
                width++;
            }
        }
        last = length;
        seen += length;
    }
    return true;
}

static uint32_t little(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static size_t table_size(uint8_t flags) {
    return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

/* Past a run of sub-blocks; false where it is cut off. */
static bool skip_blocks(Walk *walk) {
    while (walk->at < walk->length) {
        size_t size = walk->bytes[walk->at];
        walk->at += 1 + size;
        if (size == 0) {
            return true;
        }
    }
    return false;
}

/* From after the comma to after the frame's data. */
static CMGifState read_frame(Walk *walk) {
    if (walk->at + 9 > walk->length) {
        return CMGifCut;
    }
    const uint8_t *head = walk->bytes + walk->at;
    int64_t pixels = (int64_t)little(head + 4) * little(head + 6);
    walk->at += 9 + table_size(head[8]);
    if (walk->at >= walk->length) {
        return CMGifCut;
    }
    int32_t root = walk->bytes[walk->at++];
    Codes codes = {.bytes = walk->bytes, .at = walk->at};
    if (!skip_blocks(walk)) {
        return CMGifCut;
    }
    walk->facts.frames++;
    codes.end = walk->at;
    if (root < 1 || root > 11 || (walk->unpacks && !holds_pixels(&codes, root, pixels))) {
        return CMGifDamaged;
    }
    return CMGifWhole;
}

static bool is_blank(const Walk *walk) {
    for (size_t i = walk->at; i < walk->length; i++) {
        if (walk->bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static CMGifState read_blocks(Walk *walk) {
    CMGifState state = CMGifWhole;

    while (state == CMGifWhole && walk->at < walk->length && !is_blank(walk)) {
        uint8_t block = walk->bytes[walk->at++];
        if (block == 0x3b) {
            break;
        }
        if (block == 0x2c) {
            state = read_frame(walk);
        } else if (block == 0x21) {
            walk->at++;
            state = skip_blocks(walk) ? CMGifWhole : CMGifCut;
        } else {
            state = CMGifDamaged;
        }
    }
    return state == CMGifWhole && walk->facts.frames == 0 ? CMGifCut : state;
}

CMGifFacts cm_gif_facts(const uint8_t *bytes, size_t length, bool unpacks) {
    Walk walk = {.bytes = bytes, .length = length, .at = 13, .unpacks = unpacks};

    walk.facts.state = CMGifNone;
    if (length < 13 || (memcmp(bytes, "GIF87a", 6) && memcmp(bytes, "GIF89a", 6))) {
        return walk.facts;
    }
    walk.facts.width = (int32_t)little(bytes + 6);
    walk.facts.height = (int32_t)little(bytes + 8);
    walk.at += table_size(bytes[10]);
    walk.facts.state = read_blocks(&walk);
    return walk.facts;
}

static int verdict(const CMGifFacts *facts, CMError *error) {
    switch (facts->state) {
    case CMGifWhole:
        return 0;
    case CMGifCut:
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "it ends within frame %d",
                       facts->frames + 1);
    case CMGifDamaged:
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "frame %d is damaged", facts->frames);
    case CMGifNone:
        return cm_fail(error, CMStageOpen, CMCauseCorrupt, 0, "no GIF begins here");
    }
}

int cm_inspect_gif(CMSource *source, CMError *error) {
    CMGifFacts facts = cm_gif_facts(source->bytes, source->length, false);

    source->width = facts.width;
    source->height = facts.height;
    source->frames = facts.frames;
    if (facts.state != CMGifNone && cm_check_size(facts.width, facts.height, error)) {
        return -1;
    }
    return verdict(&facts, error);
}

int cm_gif_check(const CMSource *source, CMError *error) {
    if (source->loader->inspect != cm_inspect_gif) {
        return 0;
    }
    CMGifFacts facts = cm_gif_facts(source->bytes, source->length, true);
    return verdict(&facts, error);
}
