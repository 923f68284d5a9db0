/* inventory.c - whether the libraries of this machine bring what is needed. */

#include <stddef.h>

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <vips/vips.h>

#include "CMedia.h"

static const char *const operations[] = {
    "jpegload_source", "pngload_source",  "gifload_source",  "webpload_source", "heifload_source",
    "tiffload_source", "jpegsave_target", "pngsave_target", "gifsave_target",
};
static const char *const encoders[] = {"libx264", "aac", "pcm_s16le", "adpcm_ima_qt"};
static const char *const filters[] = {
    "scale",  "zscale", "haldclut", "bwdif",   "fps",
    "afade",  "volume", "alimiter", "ebur128", "aresample",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool has_operation(const char *name) {
    return vips_type_find("VipsOperation", name) != 0;
}

static bool has_encoder(const char *name) { return avcodec_find_encoder_by_name(name) != NULL; }

static bool has_filter(const char *name) { return avfilter_get_by_name(name) != NULL; }

/* Names what is missing of a list, or counts *index down by as many as are. */
static const char *missing_of(const char *const *names, size_t count, bool (*has)(const char *),
                              int32_t *index) {
    for (size_t i = 0; i < count; i++) {
        if (!has(names[i]) && (*index)-- == 0) {
            return names[i];
        }
    }
    return NULL;
}

const char *cm_missing(int32_t index) {
    const char *name = missing_of(operations, COUNT(operations), has_operation, &index);

    if (name == NULL) {
        name = missing_of(encoders, COUNT(encoders), has_encoder, &index);
    }
    if (name == NULL) {
        name = missing_of(filters, COUNT(filters), has_filter, &index);
    }
    return name;
}
