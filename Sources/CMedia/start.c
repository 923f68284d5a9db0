/* start.c - starting both libraries, quietly and with only what is wanted of them. */

#include <libavcodec/avcodec.h>
#include <libavutil/avutil.h>
#include <libavutil/log.h>
#include <vips/vips.h>

#include "complaint.h"
#include "log.h"
#include "load.h"

/* Written by cm_start before any other call, and only read from then on. */
static CMLimits limits;

const CMLimits *cm_limits(void) {
    return &limits;
}

/* All loaders are blocked but those that cm_loader names: a file that lies about its type must not
 * reach a decoder that nobody asked for. */
static int allow_loaders(CMError *error) {
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (const CMLoader *loader = cm_loaders(); loader->name; loader++) {
        if (!loader->load || !cm_is_allowed(loader)) {
            continue;
        }
        /* Looking the type up loads the module that it lives in, if it is not there yet: once the
         * caller has closed its sandbox, no file can be opened any more. */
        GType type = vips_type_find("VipsOperation", loader->operation);
        if (!type) {
            return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "libvips has no %s",
                           loader->operation);
        }
        vips_operation_block_set(g_type_name(type), FALSE);
    }
    return 0;
}

int cm_start(const CMLimits *given, CMError *error) {
    error->message[0] = '\0';
    limits = *given;
    cm_log_catch();
    cm_complaints_catch();
    if (vips_init("pushmedia")) {
        return cm_fail(error, CMStageOpen, CMCauseInternal, 0, "libvips does not start");
    }
    /* A cache would keep the pictures of finished jobs; lanes are processes, not threads. */
    vips_cache_set_max(0);
    vips_concurrency_set(1);
    return allow_loaders(error);
}

const char *cm_vips_version(void) {
    const char *version = vips_version_string();

    return version ? version : "";
}

const char *cm_ffmpeg_version(void) {
    return av_version_info();
}
