/* svg.c - what a drawing may have in it. */

#include <string.h>

#include "source.h"

/* As text; what is read from it takes several times as much. */
#define MOST_BYTES (8 << 20)

static bool is_part_of_name(uint8_t letter) {
    return g_ascii_isalnum(letter) || letter == '-' || letter == '_' || letter == '.';
}

/* Whether a tag has this name, with or without a prefix. */
static bool is_named(const uint8_t *tag, const uint8_t *end, const char *name) {
    size_t length = strlen(name);
    const uint8_t *at = tag;

    while (at < end && is_part_of_name(*at)) {
        at++;
    }
    at = at < end && *at == ':' ? at + 1 : tag;
    return (size_t)(end - at) > length && !memcmp(at, name, length) &&
           !is_part_of_name(at[length]);
}

/* Letters need fonts, which are not in the file, are not the same everywhere, and cannot be opened
 * from a sandbox: they would be missing without a word. Pictures would reach decoders that nobody
 * asked for. */
int cm_inspect_svg(CMSource *source, CMError *error) {
    const uint8_t *at = source->bytes, *end = at + source->length;

    if (source->length > MOST_BYTES) {
        return cm_fail(error, CMStageOpen, CMCauseTooLarge, 0, "an SVG of %zu bytes, more than %d",
                       source->length, MOST_BYTES);
    }
    /* Compressed, or in an encoding of two bytes a letter. */
    if (memchr(at, 0, source->length)) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "an SVG that is no plain text");
    }
    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        at++;
        if (is_named(at, end, "text")) {
            return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0,
                           "text in it; convert it to paths");
        }
        if (is_named(at, end, "image") || is_named(at, end, "feImage")) {
            return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "pictures in it");
        }
    }
    return 0;
}
