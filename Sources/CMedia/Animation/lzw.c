/* lzw.c - see lzw.h.
 *
 * Among all strings in the dictionary the one is sought that pays best: the pixels that it covers,
 * at what a pixel costs at present, less what it loses in likeness. A few of the cheapest strings
 * are followed at a time, from one pixel to the next (a beam). */

#include "lzw.h"

#include <math.h>
#include <string.h>

enum { CODES = 4096, MOST_BITS = 12, BEAM = 4 };

/* A string that costs so much more than the cheapest one will not come back. */
#define SLACK (16 * CM_BIT)

/* At equal cost what is shown is kept: else no string of kept pixels would ever come to be. */
#define BONUS (CM_BIT / 10)

/* The present cost of a pixel is a mean in which a string counts for so little. */
#define FADE 64.0

/* Of codes with a full dictionary, before it is asked whether a new one would be better. */
#define TRIAL 512

typedef struct Node {
    uint16_t parent, child, sibling; /* 0 for none: the string of one pixel 0 is nobody's child */
    uint8_t symbol, first;
} Node;

typedef struct Path {
    int32_t cost;
    uint16_t node;
} Path;

typedef struct Beam {
    Path paths[BEAM];
    int32_t count;
} Beam;

typedef struct Match {
    uint16_t node;
    size_t length;
    int32_t cost;
} Match;

typedef struct Rate {
    int64_t cost, pixels;
} Rate;

struct CMLzw {
    Node nodes[CODES];
    CMPalette *palette;
    CMSymbols symbols;
    int32_t bound;
    GByteArray *bytes;
    int32_t clear, next, width;
    uint16_t last;      /* the string before; only if has_last */
    uint16_t kept[CODES]; /* the string of so many kept pixels, up to the longest one */
    int32_t longest;
    bool has_last;
    double pixel_cost;  /* at present */
    Rate growing, full; /* since the dictionary was cleared; since it is full */
    int32_t codes_full;
    uint32_t held; /* bits that make no byte yet */
    int32_t held_count;
    size_t block; /* where the length of the present sub-block stands */
    int64_t cost;
};

double cm_weight(double lambda, double stays) {
    return lambda * CM_BIT * sqrt(1 + stays) * (1 << CM_WEIGHT_SHIFT);
}

CMLzw *cm_lzw_new(int32_t bound) {
    CMLzw *lzw = g_new0(CMLzw, 1);

    lzw->bound = bound;
    lzw->pixel_cost = 2 * CM_BIT;
    return lzw;
}

void cm_lzw_free(CMLzw *lzw) { g_free(lzw); }

CMSymbols cm_symbols_of(const CMPalette *palette) {
    CMSymbols symbols = {2, palette->count};

    while (1 << symbols.bits < palette->count + 1) {
        symbols.bits++;
    }
    return symbols;
}

/* Sub-blocks */

static void put_byte(CMLzw *lzw, uint8_t byte) {
    if (lzw->bytes->data[lzw->block] == 255) {
        lzw->block = lzw->bytes->len;
        g_byte_array_append(lzw->bytes, (const uint8_t[]){0}, 1);
    }
    g_byte_array_append(lzw->bytes, &byte, 1);
    lzw->bytes->data[lzw->block]++;
}

static void put_code(CMLzw *lzw, int32_t code) {
    lzw->held |= (uint32_t)code << lzw->held_count;
    lzw->held_count += lzw->width;
    lzw->cost += lzw->width * CM_BIT;
    while (lzw->held_count >= 8) {
        put_byte(lzw, (uint8_t)lzw->held);
        lzw->held >>= 8;
        lzw->held_count -= 8;
    }
}

static void begin_blocks(CMLzw *lzw) {
    const uint8_t start[] = {(uint8_t)lzw->symbols.bits, 0};

    g_byte_array_append(lzw->bytes, start, 2);
    lzw->block = lzw->bytes->len - 1;
    lzw->held = 0;
    lzw->held_count = 0;
}

static void end_blocks(CMLzw *lzw) {
    if (lzw->held_count > 0) {
        put_byte(lzw, (uint8_t)lzw->held);
    }
    /* An empty block ends them: the present one, if nothing came into it. */
    if (lzw->bytes->data[lzw->block] != 0) {
        g_byte_array_append(lzw->bytes, (const uint8_t[]){0}, 1);
    }
}

/* The dictionary */

static void clear(CMLzw *lzw) {
    put_code(lzw, lzw->clear);
    for (int32_t i = 0; i < lzw->clear; i++) {
        lzw->nodes[i] = (Node){.symbol = (uint8_t)i, .first = (uint8_t)i};
    }
    lzw->kept[1] = (uint16_t)lzw->symbols.kept;
    lzw->longest = 1;
    lzw->next = lzw->clear + 2;
    lzw->width = lzw->symbols.bits + 1;
    lzw->has_last = false;
    lzw->growing = lzw->full = (Rate){0};
    lzw->codes_full = 0;
}

static bool has_child(const CMLzw *lzw, uint16_t parent, uint8_t symbol) {
    uint16_t child = lzw->nodes[parent].child;

    while (child && lzw->nodes[child].symbol != symbol) {
        child = lzw->nodes[child].sibling;
    }
    return child != 0;
}

/* The next string is the last one and the first pixel of the one to come. Until that is known it
 * can be taken only as its own successor, beginning as the last one does. */
static bool add_next(CMLzw *lzw, uint8_t symbol) {
    uint16_t next = (uint16_t)lzw->next, last = lzw->last;

    if (has_child(lzw, last, symbol)) {
        return false;
    }
    lzw->nodes[next] = (Node){.parent = last,
                              .sibling = lzw->nodes[last].child,
                              .symbol = symbol,
                              .first = lzw->nodes[last].first};
    lzw->nodes[last].child = next;
    if (last == lzw->kept[lzw->longest] && symbol == lzw->symbols.kept) {
        lzw->kept[++lzw->longest] = next;
    }
    return true;
}

static void take_back_next(CMLzw *lzw) {
    lzw->nodes[lzw->last].child = lzw->nodes[lzw->next].sibling;
    lzw->longest -= lzw->kept[lzw->longest] == lzw->next;
}

/* The search */

static inline void offer(Beam *beam, int32_t cost, uint16_t node) {
    int32_t at = beam->count;

    if (at == BEAM) {
        if (cost >= beam->paths[BEAM - 1].cost) {
            return;
        }
        at--;
    } else {
        beam->count++;
    }
    while (at > 0 && beam->paths[at - 1].cost > cost) {
        beam->paths[at] = beam->paths[at - 1];
        at--;
    }
    beam->paths[at] = (Path){cost, node};
}

static inline int32_t symbol_cost(const CMLzw *lzw, const CMPixel *pixel, int32_t symbol) {
    if (symbol == lzw->symbols.kept) {
        return pixel->keep - BONUS;
    }
    int32_t distance = cm_distance(lzw->palette->colours[symbol], pixel->colour);
    return distance <= lzw->bound ? (pixel->weight * distance >> CM_WEIGHT_SHIFT) - pixel->base
                                  : CM_FORBIDDEN;
}

static inline bool is_colour(const CMLzw *lzw, int32_t symbol) {
    return symbol < lzw->clear && symbol != lzw->symbols.kept;
}

static void begin(CMLzw *lzw, const CMPixel *pixel, Beam *beam) {
    const uint8_t *near = cm_palette_near(lzw->palette, pixel->colour);
    int32_t kept = lzw->symbols.kept, most = MIN(lzw->clear, lzw->palette->count);

    beam->count = 0;
    if (kept >= 0) {
        offer(beam, symbol_cost(lzw, pixel, kept), (uint16_t)kept);
    }
    for (int i = 1; i <= near[0]; i++) {
        if (is_colour(lzw, near[i])) {
            offer(beam, symbol_cost(lzw, pixel, near[i]), near[i]);
        }
    }
    /* Where there are fewer symbols than colours, none of them may be near. */
    bool is_alone = beam->count <= 1;
    for (int32_t i = 0; is_alone && i < most; i++) {
        if (i != kept) {
            offer(beam, symbol_cost(lzw, pixel, i), (uint16_t)i);
        }
    }
}

static void extend(const CMLzw *lzw, const CMPixel *pixel, const Beam *from, Beam *to) {
    const CMPixel wanted = *pixel;
    int32_t most = from->paths[0].cost + SLACK, least = MIN(0, wanted.keep - BONUS);

    to->count = 0;
    for (int32_t i = 0; i < from->count && from->paths[i].cost <= most; i++) {
        int32_t cost = from->paths[i].cost;
        /* No symbol costs less, and the paths cost more and more. */
        if (to->count == BEAM && cost + least >= to->paths[BEAM - 1].cost) {
            break;
        }
        for (uint16_t child = lzw->nodes[from->paths[i].node].child; child;) {
            const Node *node = &lzw->nodes[child];
            offer(to, cost + symbol_cost(lzw, &wanted, node->symbol), child);
            child = node->sibling;
        }
    }
}

/* So many pixels in a row that look best as they are need no search. */
enum { RUN = 8 };

static size_t still_pixels(const CMLzw *lzw, const CMPixel *pixels, size_t count) {
    size_t most = lzw->symbols.kept < 0 ? 0 : MIN(count, (size_t)lzw->longest), still = 0;

    while (still < most && pixels[still].keep <= 0) {
        still++;
    }
    return still;
}

static size_t start(CMLzw *lzw, const CMPixel *pixels, size_t count, Beam *beam) {
    size_t still = still_pixels(lzw, pixels, count);

    if (still < RUN) {
        begin(lzw, pixels, beam);
        return 1;
    }
    beam->count = 1;
    beam->paths[0] = (Path){-BONUS * (int32_t)still, lzw->kept[still]};
    return still;
}

static Match search(CMLzw *lzw, const CMPixel *pixels, size_t count) {
    int32_t gain = (int32_t)lzw->pixel_cost, best = G_MININT32;
    Beam beams[2];
    Match match = {0};

    for (size_t length = start(lzw, pixels, count, &beams[0]), turn = 0;; length++, turn ^= 1) {
        const Beam *beam = &beams[turn];
        int32_t score = (int32_t)MIN(length, 1 << 16) * gain - beam->paths[0].cost;
        if (score > best) {
            best = score;
            match = (Match){beam->paths[0].node, length, beam->paths[0].cost};
        } else if (score < best - SLACK) {
            break;
        }
        if (length == count) {
            break;
        }
        extend(lzw, &pixels[length], beam, &beams[turn ^ 1]);
        if (beams[turn ^ 1].count == 0) {
            break;
        }
    }
    return match;
}

/* Frames */

static void account(CMLzw *lzw, const Match *match) {
    int32_t cost = lzw->width * CM_BIT + match->cost;
    Rate *rate = lzw->next < CODES ? &lzw->growing : &lzw->full;

    rate->cost += cost;
    rate->pixels += (int64_t)match->length;
    double share = (double)match->length / (FADE + (double)match->length);
    lzw->pixel_cost += share * ((double)cost / (double)match->length - lzw->pixel_cost);
    lzw->pixel_cost = CLAMP(lzw->pixel_cost, 1, 16 * CM_BIT);
    lzw->cost += match->cost;
}

/* Whether pixels cost more with the full dictionary than they did while it grew. */
static bool is_stale(CMLzw *lzw) {
    if (lzw->next < CODES || ++lzw->codes_full < TRIAL) {
        return false;
    }
    lzw->codes_full = 0;
    bool is_worse = (double)lzw->full.cost * (double)lzw->growing.pixels >
                    (double)lzw->growing.cost * (double)lzw->full.pixels;
    lzw->full = (Rate){0};
    return is_worse;
}

static void tell(CMLzw *lzw, const Match *match, uint8_t *chosen) {
    uint16_t node = match->node;

    for (size_t i = match->length; i-- > 0;) {
        bool is_kept = lzw->nodes[node].symbol == lzw->symbols.kept;
        chosen[i] = is_kept ? (uint8_t)lzw->palette->count : lzw->nodes[node].symbol;
        lzw->cost += is_kept ? BONUS : 0;
        node = lzw->nodes[node].parent;
    }
}

static size_t put_string(CMLzw *lzw, const CMPixel *pixels, size_t count, uint8_t *chosen) {
    bool grows = lzw->has_last && lzw->next < CODES;
    bool is_added = grows && add_next(lzw, lzw->nodes[lzw->last].first);
    Match match = search(lzw, pixels, count);

    tell(lzw, &match, chosen);
    account(lzw, &match);
    put_code(lzw, match.node);
    if (is_added && match.node != lzw->next) {
        take_back_next(lzw);
    }
    if (grows) {
        if (!is_added || match.node != lzw->next) {
            add_next(lzw, lzw->nodes[match.node].first);
        }
        lzw->next++;
        if (lzw->next == 1 << lzw->width && lzw->width < MOST_BITS) {
            lzw->width++;
        }
    }
    lzw->last = match.node;
    lzw->has_last = true;
    if (is_stale(lzw)) {
        clear(lzw);
    }
    return match.length;
}

int64_t cm_lzw_encode(CMLzw *lzw, CMPalette *palette, CMSymbols symbols, const CMPixel *pixels,
                      size_t count, GByteArray *bytes, uint8_t *chosen) {
    lzw->palette = palette;
    lzw->symbols = symbols;
    lzw->bytes = bytes;
    lzw->clear = 1 << symbols.bits;
    lzw->width = symbols.bits + 1;
    lzw->cost = 0;
    begin_blocks(lzw);
    clear(lzw);
    for (size_t done = 0; done < count;) {
        done += put_string(lzw, pixels + done, count - done, chosen + done);
    }
    put_code(lzw, lzw->clear + 1);
    end_blocks(lzw);
    return lzw->cost;
}
