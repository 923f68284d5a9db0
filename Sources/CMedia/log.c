/* log.c - see log.h. */

#include "log.h"

#include <stdatomic.h>
#include <stdarg.h>

#include <libavutil/log.h>

/* Decoders have threads of their own. */
static atomic_int complaints;

static int is_decoder(void *context) {
    const AVClass *class = context ? *(const AVClass **)context : NULL;

    return class && class->get_category && class->get_category(context) == AV_CLASS_CATEGORY_DECODER;
}

static void count(void *context, int level, const char *format, va_list arguments) {
    (void)format;
    (void)arguments;
    if (level <= AV_LOG_ERROR && is_decoder(context)) {
        atomic_fetch_add(&complaints, 1);
    }
}

void cm_log_catch(void) {
    av_log_set_callback(count);
}

int cm_log_take_complaints(void) {
    return atomic_exchange(&complaints, 0);
}
