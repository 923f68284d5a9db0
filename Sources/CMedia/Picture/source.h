/* source.h - the bytes of a picture, and what they must look like before a decoder sees them. */

#ifndef CMEDIA_SOURCE_H
#define CMEDIA_SOURCE_H

#include <stddef.h>

#include <vips/vips.h>

#include "coding.h"

typedef struct CMLoader CMLoader;

typedef struct CMSource {
    const CMLoader *loader;
    int32_t descriptor; /* the caller's */
    int64_t offset;     /* of the picture in it */
    uint8_t *bytes;     /* of the picture; copied on write, so that they can be mended */
    size_t length;
    void *mapping; /* of the whole file */
    size_t mapped;
    int32_t scans;   /* of a JPEG */
    int32_t width, height, frames; /* of a GIF, as its blocks say */
    bool has_tracks; /* a HEIF with a sequence in it */
    bool is_lenient; /* what is damaged is shown as far as it goes */
    bool has_profile; /* it was seen, whatever becomes of it */
    CMDefect defect;
    CMCoding coding;
    size_t metadata; /* bytes of it that were seen */
} CMSource;

/* Maps the file and looks through it. Fails on a loader that is not allowed, on what is cut off
 * (unless it is lenient) or not taken, and on a stated size beyond the limits. */
int cm_source_open(CMSource *source, int32_t input, int64_t offset, const char *loader,
                   bool is_lenient, CMError *error);
void cm_source_close(CMSource *source);

/* The same bytes for libvips. The caller's to unref. */
VipsSource *cm_source_for_vips(const CMSource *source, CMError *error);

/* One side or the pixels of a picture against the limits. */
int cm_check_size(int64_t width, int64_t height, CMError *error);

/* Bytes of pixels that a decoder must hold at once, for such a reason. */
int cm_check_buffer(int64_t bytes, const char *reason, CMError *error);

/* Counts bytes of metadata, which are in memory as long as the picture is. */
int cm_add_metadata(CMSource *source, size_t bytes, CMError *error);

/* Keeps the first defect. */
void cm_note_defect(CMSource *source, CMDefect defect);

/* What each type's bytes must look like (jpeg.c, png.c, gif.c, container.c, svg.c). */
int cm_inspect_jpeg(CMSource *source, CMError *error);
int cm_inspect_png(CMSource *source, CMError *error);
int cm_inspect_gif(CMSource *source, CMError *error);
int cm_inspect_webp(CMSource *source, CMError *error);
int cm_inspect_heif(CMSource *source, CMError *error);
int cm_inspect_tiff(CMSource *source, CMError *error);
int cm_inspect_svg(CMSource *source, CMError *error);

#endif
