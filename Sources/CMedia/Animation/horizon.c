/* horizon.c - see horizon.h. */

#include "horizon.h"

#include <string.h>

#include "pixel.h"

/* Squared distance below which a pixel is still. */
enum { STILL = 30 };

static bool is_still(const uint8_t *a, const uint8_t *b) {
    return a[3] == b[3] && cm_pixel_distance(a, b) <= STILL;
}

/* Adds what two neighbours say of each pixel as the bit of the later one. */
static void compare(CMHorizon *horizon, int32_t ahead) {
    const uint8_t *before = horizon->kept[ahead], *after = horizon->kept[ahead + 1];

    for (size_t i = 0; i < horizon->pixels; i++, before += 4, after += 4) {
        horizon->still[i] = (uint16_t)(horizon->still[i] | is_still(before, after) << ahead);
    }
}

/* Past the end, what was still stays so. */
static void repeat(CMHorizon *horizon, int32_t ahead) {
    for (size_t i = 0; i < horizon->pixels; i++) {
        uint16_t still = horizon->still[i];
        horizon->still[i] = (uint16_t)(still | (still >> (ahead - 1) & 1) << ahead);
    }
}

/* Reads the frame that is so far ahead of the present one, if there is one. */
static int look(CMHorizon *horizon, int32_t ahead, CMError *error) {
    if (ahead >= horizon->left) {
        repeat(horizon, ahead);
        return 0;
    }
    uint8_t *room = horizon->rooms[horizon->read++ % (CM_AHEAD + 2)];
    if (cm_frames_next(horizon->frames, room, &horizon->kept[ahead + 1], error)) {
        return -1;
    }
    compare(horizon, ahead);
    return 0;
}

static bool make_rooms(CMHorizon *horizon) {
    int32_t count = horizon->frames->kept ? 0 : CM_AHEAD + 2;

    for (int32_t i = 0; i < count; i++) {
        horizon->rooms[i] = g_try_malloc(horizon->pixels * 4);
        if (!horizon->rooms[i]) {
            return false;
        }
    }
    horizon->still = g_try_malloc0(horizon->pixels * sizeof *horizon->still);
    horizon->empty = g_try_malloc0(horizon->pixels * 4);
    return horizon->still && horizon->empty;
}

int cm_horizon_open(CMHorizon *horizon, CMFrames *frames, CMError *error) {
    CMSize size = frames->size;

    *horizon = (CMHorizon){.frames = frames, .left = frames->count + 1};
    horizon->pixels = (size_t)size.width * (size_t)size.height;
    if (!make_rooms(horizon)) {
        return cm_fail(error, CMStageDecode, CMCauseInternal, 0, "no memory for frames");
    }
    horizon->kept[1] = horizon->empty;
    /* Before the first frame stands an empty one. */
    for (int32_t ahead = 1; ahead <= CM_AHEAD; ahead++) {
        if (look(horizon, ahead, error)) {
            return -1;
        }
    }
    return 0;
}

int cm_horizon_advance(CMHorizon *horizon, CMError *error) {
    memmove(horizon->kept, horizon->kept + 1, (CM_AHEAD + 1) * sizeof *horizon->kept);
    for (size_t i = 0; i < horizon->pixels; i++) {
        horizon->still[i] >>= 1;
    }
    horizon->left--;
    return horizon->left > 0 ? look(horizon, CM_AHEAD, error) : 0;
}

void cm_horizon_close(CMHorizon *horizon) {
    for (int32_t i = 0; i < CM_AHEAD + 2; i++) {
        g_free(horizon->rooms[i]);
    }
    g_free(horizon->empty);
    g_free(horizon->still);
    memset(horizon, 0, sizeof *horizon);
}
