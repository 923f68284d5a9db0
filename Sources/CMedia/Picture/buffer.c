/* buffer.c - see buffer.h. */

#include "buffer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void cm_buffer_free(CMBuffer *buffer) {
    g_clear_pointer(&buffer->bytes, g_byte_array_unref);
}

static gint64 take(VipsTargetCustom *target, const void *bytes, gint64 length, CMBuffer *buffer) {
    (void)target;
    if (buffer->is_over || buffer->bytes->len + length > buffer->limit) {
        buffer->is_over = true;
        return -1;
    }
    g_byte_array_append(buffer->bytes, bytes, (guint)length);
    return length;
}

VipsTarget *cm_buffer_fill(CMBuffer *buffer, int64_t limit) {
    VipsTargetCustom *target = vips_target_custom_new();

    cm_buffer_free(buffer);
    buffer->bytes = g_byte_array_new();
    /* GLib counts in 32 bits. */
    buffer->limit = limit < G_MAXINT32 ? limit : G_MAXINT32;
    buffer->is_over = false;
    g_signal_connect(target, "write", G_CALLBACK(take), buffer);
    return VIPS_TARGET(target);
}

int cm_buffer_write(const CMBuffer *buffer, int32_t output, CMError *error) {
    size_t written = 0;

    while (written < buffer->bytes->len) {
        ssize_t count = pwrite(output, buffer->bytes->data + written,
                               buffer->bytes->len - written, (off_t)written);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            int code = count < 0 ? errno : ENOSPC;
            return cm_fail(error, CMStageWrite, CMCauseOutput, code, "writing: %s",
                           strerror(code));
        }
        written += (size_t)count;
    }
    return 0;
}
