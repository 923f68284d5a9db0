/* frames.c - see frames.h. */

#include "frames.h"

#include <string.h>

#include "resize_frame.h"

/* Bytes of frames that are kept. */
#define MOST_KEPT (96 << 20)

/* Decoding */

/* Rows that are asked for at once. libvips keeps a list of the rows of a request and goes through it for
 * each of them: all rows of a frame that is 4 pixels wide and 65,000 high took half a minute. */
#define STRIP 256

static int read_region(CMFrames *frames, CMError *error) {
    const CMImageFacts *facts = &frames->picture->facts;
    int32_t top = frames->present * frames->step * facts->height;
    size_t line = (size_t)facts->width * (size_t)frames->bands;

    for (int32_t y = 0; y < facts->height; y++) {
        VipsRect strip = {0, top + y, facts->width, MIN(STRIP, facts->height - y)};

        if (y % STRIP == 0 && vips_region_prepare(frames->region, &strip)) {
            return cm_fail_vips(error, CMStageDecode, CMCauseCorrupt, &frames->picture->watch,
                                "a frame is damaged");
        }
        memcpy(frames->decoded + (size_t)y * line, VIPS_REGION_ADDR(frames->region, 0, top + y),
               line);
    }
    return 0;
}

static int decode(CMFrames *frames, CMError *error) {
    uint8_t *oldest = frames->before;

    frames->before = frames->decoded;
    frames->decoded = oldest;
    frames->present++;
    if (frames->region) {
        return read_region(frames, error);
    }
    int status = 0;
    int32_t passed = frames->present == 0 ? frames->step - 1 : 0;
    for (int32_t i = passed; !status && i < frames->step; i++) {
        status = frames->footage
                     ? cm_footage_next(frames->footage, frames->decoded, error)
                     : cm_picture_reader_next(frames->reader, frames->decoded, error);
    }
    return status;
}

/* One after the other */

int cm_frames_next(CMFrames *frames, uint8_t *room, const uint8_t **frame, CMError *error) {
    int32_t number = frames->present + 1;
    uint8_t *to = frames->kept ? frames->kept + (size_t)number * cm_frame_size(frames) : room;

    *frame = to;
    if (number < frames->kept_frames) {
        frames->present = number;
        return 0;
    }
    if (decode(frames, error) || cm_resize_frame(frames, to, error)) {
        return -1;
    }
    frames->shown = to;
    frames->kept_frames += frames->kept ? 1 : 0;
    return 0;
}

int cm_frames_skip(CMFrames *frames, CMError *error) {
    const uint8_t *frame = NULL;

    if (frames->kept) {
        return cm_frames_next(frames, NULL, &frame, error);
    }
    frames->shown = NULL;
    return decode(frames, error);
}

static void close_decoder(CMFrames *frames) {
    g_clear_object(&frames->region);
    g_clear_object(&frames->source);
    cm_picture_reader_close(frames->reader);
    frames->reader = NULL;
    cm_footage_reader_close(frames->footage);
    frames->footage = NULL;
}

static int open_decoder(CMFrames *frames, CMError *error) {
    CMPortion portion = {.has_all_frames = true};

    frames->present = -1;
    frames->shown = NULL;
    frames->kept_frames = 0;
    if (frames->picture->footage) {
        frames->bands = 3;
        frames->footage = cm_footage_reader_open(frames->picture->footage, error);
        return frames->footage ? 0 : -1;
    }
    if (!frames->picture->source.loader->load) {
        frames->bands = 4;
        frames->reader = cm_picture_reader_open(frames->picture, error);
        return frames->reader ? 0 : -1;
    }
    if (cm_picture_check_canvas(frames->picture, error) ||
        cm_load(frames->picture, portion, &frames->source, error)) {
        return -1;
    }
    frames->bands = vips_image_get_bands(frames->source);
    frames->region = vips_region_new(frames->source);
    return frames->region
               ? 0
               : cm_fail_vips(error, CMStageDecode, CMCauseInternal, NULL, "no frames");
}

int cm_frames_open(CMFrames *frames, CMPicture *picture, CMSize size, int32_t step,
                   CMError *error) {
    *frames = (CMFrames){.picture = picture,
                         .size = size,
                         .step = step,
                         .count = (picture->facts.frames + step - 1) / step};
    if (open_decoder(frames, error)) {
        return -1;
    }
    size_t all = cm_frame_size(frames) * (size_t)frames->count;
    frames->decoded = g_try_malloc(cm_decoded_size(frames));
    frames->before = g_try_malloc(cm_decoded_size(frames));
    frames->packed = g_try_malloc(cm_decoded_size(frames));
    frames->kept = all <= MOST_KEPT ? g_try_malloc(all) : NULL;
    if (!frames->decoded || !frames->before || !frames->packed) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory for a frame");
    }
    return 0;
}

int cm_frames_rewind(CMFrames *frames, CMError *error) {
    if (frames->kept_frames == frames->count) {
        frames->present = -1;
        return 0;
    }
    close_decoder(frames);
    return open_decoder(frames, error);
}

void cm_frames_close(CMFrames *frames) {
    close_decoder(frames);
    g_free(frames->decoded);
    g_free(frames->before);
    g_free(frames->packed);
    g_free(frames->kept);
    memset(frames, 0, sizeof *frames);
}
