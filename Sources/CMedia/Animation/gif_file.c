/* gif_file.c - see gif_file.h. */

#include "gif_file.h"

#include <string.h>

static void put(CMGifFile *file, const uint8_t *bytes, size_t count) {
    g_byte_array_append(file->bytes, bytes, (guint)count);
}

static void put_little(CMGifFile *file, int32_t value) {
    put(file, (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
}

static void put_colours(CMGifFile *file, const CMPalette *palette) {
    for (int32_t i = 0; i < 1 << cm_symbols_of(palette).bits; i++) {
        uint8_t colour[3] = {0};
        for (int k = 0; i < palette->count && k < 3; k++) {
            colour[k] = (uint8_t)palette->colours[i][k];
        }
        put(file, colour, 3);
    }
}

static uint8_t table_flags(const CMPalette *palette) {
    return (uint8_t)(0x80 | (cm_symbols_of(palette).bits - 1));
}

void cm_gif_begin(CMGifFile *file, CMSize size, const CMPalette *global, int32_t plays) {
    put(file, (const uint8_t *)"GIF89a", 6);
    put_little(file, size.width);
    put_little(file, size.height);
    put(file, (const uint8_t[]){(uint8_t)(0x70 | table_flags(global)), 0, 0}, 3);
    put_colours(file, global);
    if (plays != 1) {
        put(file, (const uint8_t *)"\x21\xff\x0bNETSCAPE2.0\x03\x01", 16);
        put_little(file, plays ? MIN(plays - 1, 65535) : 0);
        put(file, (const uint8_t[]){0}, 1);
    }
}

static void write_delay(CMGifFile *file) {
    file->bytes->data[file->control + 4] = (uint8_t)file->delay;
    file->bytes->data[file->control + 5] = (uint8_t)(file->delay >> 8);
}

void cm_gif_frame(CMGifFile *file, const CMChange *change, const CMPalette *local, int32_t kept,
                  int32_t delay) {
    uint8_t disposal = change->is_cleared ? 2 : 1;

    file->frames++;
    file->control = file->bytes->len;
    file->delay = delay;
    put(file,
        (const uint8_t[]){0x21, 0xf9, 4, (uint8_t)(disposal << 2 | (kept >= 0)), 0, 0,
                          (uint8_t)MAX(kept, 0), 0},
        8);
    write_delay(file);
    put(file, (const uint8_t[]){0x2c}, 1);
    put_little(file, change->rectangle.left);
    put_little(file, change->rectangle.top);
    put_little(file, change->rectangle.width);
    put_little(file, change->rectangle.height);
    put(file, (const uint8_t[]){local ? table_flags(local) : 0}, 1);
    if (local) {
        put_colours(file, local);
    }
}

bool cm_gif_prolong(CMGifFile *file, int32_t delay) {
    if (file->frames == 0 || file->delay + delay > 65535) {
        return false;
    }
    file->delay += delay;
    write_delay(file);
    return true;
}

void cm_gif_end(CMGifFile *file) { put(file, (const uint8_t[]){0x3b}, 1); }
