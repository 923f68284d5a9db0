/* exif_text.c - see exif_text.h. */

#include "exif_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* An orientation stands in the first directory, near the start. */
#define MOST_BYTES 65536

/* The text is a name, a length and then the bytes in hexadecimal, all on lines of their own:
 *     "\nexif\n      26\n4578696600004d4d...\n" */
static size_t bytes_of(const char *text, uint8_t *bytes) {
    size_t count = 0;

    for (int line = 0; line < 3 && text; line++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    while (text && *text && count < MOST_BYTES) {
        if (*text == '\n') {
            text++;
        } else if (g_ascii_isxdigit(text[0]) && g_ascii_isxdigit(text[1])) {
            int high = g_ascii_xdigit_value(text[0]), low = g_ascii_xdigit_value(text[1]);
            bytes[count++] = (uint8_t)(high << 4 | low);
            text += 2;
        } else {
            break;
        }
    }
    return count;
}

static uint32_t number(const uint8_t *bytes, int size, bool is_big_endian) {
    uint32_t value = 0;

    for (int i = 0; i < size; i++) {
        value = value << 8 | bytes[is_big_endian ? i : size - 1 - i];
    }
    return value;
}

static int orientation_of(const uint8_t *exif, size_t length) {
    if (length < 14 || memcmp(exif, "Exif\0\0", 6)) {
        return 1;
    }
    const uint8_t *tiff = exif + 6;
    bool is_big_endian = tiff[0] == 'M';
    length -= 6;
    size_t at = number(tiff + 4, 4, is_big_endian);
    if (at > length - 2) {
        return 1;
    }
    uint32_t count = number(tiff + at, 2, is_big_endian);
    for (at += 2; count > 0 && at + 12 <= length; count--, at += 12) {
        uint32_t value = number(tiff + at + 8, 2, is_big_endian);
        if (number(tiff + at, 2, is_big_endian) == 0x0112 && value >= 1 && value <= 8) {
            return (int)value;
        }
    }
    return 1;
}

static void *find(VipsImage *image, const char *name, GValue *value, void *found) {
    const char *text = NULL;

    (void)value;
    if (!g_str_has_prefix(name, "png-comment-") ||
        (!g_str_has_suffix(name, "Raw profile type exif") &&
         !g_str_has_suffix(name, "Raw profile type APP1")) ||
        vips_image_get_string(image, name, &text)) {
        return NULL;
    }
    uint8_t *bytes = g_malloc(MOST_BYTES);
    *(int *)found = orientation_of(bytes, bytes_of(text, bytes));
    g_free(bytes);
    return image;
}

int cm_orientation_in_text(VipsImage *image) {
    int orientation = 1;

    vips_image_map(image, find, &orientation);
    return orientation;
}
