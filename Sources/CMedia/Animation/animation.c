/* animation.c - see animation.h. */

#include "animation.h"

#include <math.h>
#include <string.h>

#include "buffer.h"
#include "choice.h"
#include "encode_animation.h"
#include "gif.h"
#include "ladder.h"

/* Each encode takes seconds, so there are few, and each one is planned from what the last one came
 * to. */
#define MOST_ENCODES 8

typedef struct Work {
    CMPicture *picture;
    const CMImageOptions *options;
    CMFrames frames;    /* of the present rung's size and step, and */
    CMPreview *preview; /* what they are like */
    CMLadder ladder;
    GByteArray *fitting; /* the best one so far */
    CMImageResult *result;
} Work;

/* A GIF counts hundredths of a second. What is lost in rounding is carried on to the next frame, so
 * that the whole lasts as long as it did; but nothing that plays at its speed becomes 0 or 1, which
 * viewers slow down to 10; that is what these become.
 *     milliseconds   33 33 33 33   75 75   16 16   10   0
 *     GIF's           3  4  3  3    8  7    2  2   10  10   */
static int *whole_hundredths(const int *delays, int32_t count) {
    int *whole = g_new(int, count);
    double owed = 0;

    for (int32_t i = 0; i < count; i++) {
        if (delays[i] <= 10) {
            whole[i] = 10;
            continue;
        }
        double exact = delays[i] / 10.0 + (delays[i] % 10 ? owed : 0);
        int hundredths = (int)fmin(fmax(round(exact), 2), 65535);
        owed = delays[i] % 10 ? fmax(-1, fmin(1, exact - hundredths)) : owed;
        whole[i] = hundredths;
    }
    return whole;
}

/* How long each frame is shown that stands for `step` of them. */
static int *delays_of(const CMPicture *picture, int32_t step) {
    int32_t count = picture->facts.frames;
    int *single = g_new0(int, count);

    if (picture->delays) {
        g_free(single);
        single = whole_hundredths(picture->delays, count);
    }
    for (int32_t i = 0; step > 1 && i < count; i++) {
        int delay = single[i];
        single[i] = 0;
        single[i / step] = MIN(65535, single[i / step] + delay);
    }
    return single;
}

/* One encode */

static int open_frames(Work *work, const CMRung *rung, CMError *error) {
    CMFrames *frames = &work->frames;

    if (work->preview && rung->step == frames->step && rung->size.width == frames->size.width &&
        rung->size.height == frames->size.height) {
        return cm_frames_rewind(frames, error);
    }
    cm_preview_free(work->preview);
    work->preview = NULL;
    cm_frames_close(frames);
    if (cm_frames_open(frames, work->picture, rung->size, rung->step, error)) {
        return -1;
    }
    work->preview = cm_preview_new(frames, error);
    return work->preview ? 0 : -1;
}

static int encode(Work *work, const CMRung *rung, CMError *error) {
    int32_t plays = work->options->plays;
    int64_t most = 2 * MIN(work->options->max_bytes, G_MAXINT32 / 2);
    CMAnimationOutcome outcome = {0};

    if (open_frames(work, rung, error)) {
        return -1;
    }
    double lambda = cm_choose_lambda(work->preview, rung->quality);
    CMPalette *palette = cm_choose_colours(work->preview, lambda);
    if (!palette) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no colours can be chosen");
    }
    int *delays = delays_of(work->picture, rung->step);
    CMAnimationSettings settings = {.palette = palette,
                                    .lambda = lambda,
                                    .is_lossless = rung->is_lossless,
                                    .delays = delays,
                                    .plays = plays < 0 ? work->picture->facts.plays : plays,
                                    .most_bytes = most};
    work->result->encodes++;
    int status = cm_encode_animation(&work->frames, &settings, &outcome, error);
    work->ladder.before = work->ladder.last;
    work->ladder.last = (CMAttempt){*rung, outcome.bytes ? outcome.bytes->len / outcome.done : 0,
                                    outcome.likeness};
    if (!status && work->ladder.last.bytes <= work->ladder.room) {
        g_clear_pointer(&work->fitting, g_byte_array_unref);
        work->fitting = g_byte_array_ref(outcome.bytes);
        work->result->frames = outcome.frames;
        work->result->width = rung->size.width;
        work->result->height = rung->size.height;
    }
    g_clear_pointer(&outcome.bytes, g_byte_array_unref);
    cm_palette_free(palette);
    g_free(delays);
    return status;
}

/* Down until it fits */

static CMRung first_rung(Work *work, CMError *error) {
    CMSize stored = {work->picture->facts.width, work->picture->facts.height};
    /* Frames are neither cropped nor padded: what draws the eye moves. */
    CMImageOptions inside = *work->options;
    inside.fit = CMFitInside;
    CMRung rung = {.quality = 1, .step = 1, .size = cm_plan_fit(stored, &inside).scaled};

    if (!open_frames(work, &rung, error)) {
        bool is_resized = rung.size.width != stored.width || rung.size.height != stored.height;
        rung.is_lossless = !is_resized && cm_preview_is_exact(work->preview);
    }
    return rung;
}

static int climb_down(Work *work, CMRung rung, CMError *error) {
    while (!work->fitting) {
        if (encode(work, &rung, error)) {
            return -1;
        }
        rung = cm_ladder_next(&work->ladder);
        bool is_too_small = MIN(rung.size.width, rung.size.height) < CM_LEAST_SIDE;
        if (!work->fitting && (work->result->encodes == MOST_ENCODES || is_too_small)) {
            return cm_fail(error, CMStageEncode, CMCauseCannotFit, 0,
                           "more than %lld bytes after %d encodes",
                           (long long)work->options->max_bytes, work->result->encodes);
        }
    }
    if (work->result->encodes < MOST_ENCODES && cm_ladder_rises(&work->ladder, &rung)) {
        return encode(work, &rung, error);
    }
    return 0;
}

static double mean_seconds(const CMPicture *picture) {
    return picture->facts.duration / MAX(1, picture->facts.frames);
}

static int render(Work *work, int32_t output, CMError *error) {
    CMPicture *picture = work->picture;

    work->ladder = (CMLadder){.room = (double)work->options->max_bytes,
                              .seconds = mean_seconds(picture)};
    CMRung rung = first_rung(work, error);
    if (!work->preview || climb_down(work, rung, error)) {
        return -1;
    }
    CMBuffer buffer = {.bytes = work->fitting};
    work->result->format = CMImageFormatGIF;
    work->result->bytes = work->fitting->len;
    return cm_buffer_write(&buffer, output, error);
}

int cm_animate(CMPicture *picture, const CMImageOptions *options, int32_t output,
               CMImageResult *result, CMError *error) {
    Work work = {.picture = picture, .options = options, .result = result};
    int status = render(&work, output, error);

    cm_preview_free(work.preview);
    cm_frames_close(&work.frames);
    g_clear_pointer(&work.fitting, g_byte_array_unref);
    return status;
}

static int check(const CMPicture *picture, CMError *error) {
    if (!picture->source.loader->is_animated) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "no animations in %s",
                       picture->source.loader->name);
    }
    return cm_gif_check(&picture->source, error);
}

int cm_animation_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                        const CMImageOptions *options, CMProgress progress, void *context,
                        CMImageResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    error->message[0] = '\0';
    memset(result, 0, sizeof *result);
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status && !(status = check(&picture, error))) {
        status = cm_animate(&picture, options, output, result, error);
    }
    cm_picture_close(&picture);
    return status;
}
