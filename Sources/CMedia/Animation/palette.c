/* palette.c - see palette.h. */

#include "palette.h"

#include <string.h>

CMPalette *cm_palette_new(const uint8_t (*colours)[4], int32_t count) {
    CMPalette *palette = g_new0(CMPalette, 1);

    palette->count = count;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            palette->colours[i][k] = colours[i][k];
        }
    }
    palette->lists = g_byte_array_new();
    /* 0 stands for no list. */
    g_byte_array_append(palette->lists, (const uint8_t[]){0}, 1);
    return palette;
}

void cm_palette_free(CMPalette *palette) {
    if (palette) {
        g_byte_array_unref(palette->lists);
        g_free(palette);
    }
}

typedef struct Reach {
    int32_t least, most, middle; /* squared distances of a colour to points of a cell */
    uint8_t colour;
} Reach;

static Reach reach(const int16_t *colour, const int32_t *corner) {
    Reach reach = {0};

    for (int k = 0; k < 3; k++) {
        int32_t low = corner[k] - colour[k], high = colour[k] - (corner[k] + 7);
        int32_t outside = low > 0 ? low : high > 0 ? high : 0;
        int32_t farthest = MAX(corner[k] + 7 - colour[k], colour[k] - corner[k]);
        int32_t from_middle = 2 * (colour[k] - corner[k]) - 7;
        reach.least += outside * outside;
        reach.most += farthest * farthest;
        reach.middle += from_middle * from_middle;
    }
    return reach;
}

static void sort(Reach *reaches, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        Reach reach = reaches[i];
        int32_t at = i;
        while (at > 0 && reaches[at - 1].middle > reach.middle) {
            reaches[at] = reaches[at - 1];
            at--;
        }
        reaches[at] = reach;
    }
}

static uint32_t list_cell(CMPalette *palette, const int32_t *corner) {
    Reach reaches[CM_MOST_COLOURS];
    int32_t bound = G_MAXINT32, farthest = 0;
    uint8_t listed = 0;

    for (int32_t i = 0; i < palette->count; i++) {
        reaches[i] = reach(palette->colours[i], corner);
        reaches[i].colour = (uint8_t)i;
        bound = MIN(bound, reaches[i].most);
    }
    /* Twice as far as the nearest can be there is choice enough. */
    for (int32_t i = 0; i < palette->count; i++) {
        if (reaches[i].least <= bound) {
            reaches[farthest++] = reaches[i];
        }
    }
    sort(reaches, farthest);
    uint32_t start = palette->lists->len;
    g_byte_array_append(palette->lists, &listed, 1);
    for (int32_t i = 0; i < farthest; i++) {
        g_byte_array_append(palette->lists, &reaches[i].colour, 1);
        listed++;
    }
    palette->lists->data[start] = listed;
    return start;
}

const uint8_t *cm_palette_near(CMPalette *palette, const uint8_t *pixel) {
    int32_t cell = pixel[0] >> 3 << 10 | pixel[1] >> 3 << 5 | pixel[2] >> 3;

    if (palette->starts[cell] == 0) {
        int32_t corner[3] = {pixel[0] & ~7, pixel[1] & ~7, pixel[2] & ~7};
        palette->starts[cell] = list_cell(palette, corner);
    }
    return palette->lists->data + palette->starts[cell];
}

int32_t cm_palette_distance(CMPalette *palette, const uint8_t *pixel) {
    const uint8_t *near = cm_palette_near(palette, pixel);
    int32_t least = G_MAXINT32;

    for (int i = 1; i <= near[0]; i++) {
        int32_t distance = cm_distance(palette->colours[near[i]], pixel);
        least = MIN(least, distance);
    }
    return least;
}

CMPalette *cm_palette_sorted(const CMPalette *palette, const int64_t *uses) {
    uint8_t colours[CM_MOST_COLOURS + 1][4] = {{0}};
    int32_t order[CM_MOST_COLOURS];

    for (int32_t i = 0; i < palette->count; i++) {
        int32_t at = i;
        while (at > 0 && uses[order[at - 1]] < uses[i]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    for (int32_t i = 0; i < palette->count; i++) {
        for (int k = 0; k < 3; k++) {
            colours[i][k] = (uint8_t)palette->colours[order[i]][k];
        }
    }
    return cm_palette_new((const uint8_t(*)[4])colours, palette->count);
}
