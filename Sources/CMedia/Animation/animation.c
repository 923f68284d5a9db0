/* animation.c - all frames as a GIF under a number of bytes. */

#include <math.h>
#include <string.h>

#include "buffer.h"
#include "frames.h"
#include "gif.h"

/* Each encode takes seconds, so there are few, and each one is planned from what the last one came
 * to. */
#define MOST_ENCODES 8
#define LEAST_SIDE 16

/* Of the search for colours: half the time of the most, for some hundredths of the bytes. */
#define EFFORT 6

typedef struct Step {
    double error;    /* by which a pixel may differ from the one before and yet stay */
    double dither;   /* 0...1 */
    int depth;       /* bits of a colour's number */
    double expected; /* bytes, as a share of the first step's: typical of many animations */
} Step;

/* Dither is noise to LZW and flickers, so it goes first; what hardly changes stays as it is; then
 * there are fewer colours. */
static const Step steps[] = {
    {0, 1, 8, 1},       {4, 0.8, 8, 0.8},  {8, 0.5, 8, 0.62}, {16, 0.25, 8, 0.45},
    {16, 0, 7, 0.35},   {16, 0, 6, 0.28},  {16, 0, 5, 0.22},
};

enum { LAST_STEP = G_N_ELEMENTS(steps) - 1 };

/* Where more would be lost by fewer colours than by fewer pixels. */
enum { SHRINKING_STEP = 4 };

typedef struct Ladder {
    CMPicture *picture;
    const CMImageOptions *options;
    CMSize size;
    size_t step;
    int *delays; /* in milliseconds, of whole hundredths */
    CMBuffer *buffer;
    double bytes; /* what the last encode came to, or would have */
    CMSize before; /* of the encode before it, if it was at the same step; else 0 wide */
    double bytes_before;
    CMImageResult *result;
} Ladder;

/* A GIF counts hundredths of a second. What is lost in rounding is carried on to the next frame, so
 * that the whole lasts as long as it did; but nothing that plays at its speed becomes 0 or 1, which
 * viewers slow down to 10.
 *     milliseconds   33 33 33 33   75 75   16 16   10   0
 *     GIF's           3  4  3  3    8  7    2  2    1   0   */
static int *whole_hundredths(const int *delays, int32_t count) {
    int *whole = g_new(int, count);
    double owed = 0;

    for (int32_t i = 0; i < count; i++) {
        int least = delays[i] > 10 ? 2 : 0;
        double exact = delays[i] / 10.0 + (delays[i] % 10 ? owed : 0);
        int hundredths = (int)fmin(fmax(round(exact), least), 65535);
        owed = delays[i] % 10 ? fmax(-1, fmin(1, exact - hundredths)) : owed;
        whole[i] = hundredths * 10;
    }
    return whole;
}

static int save(Ladder *ladder, CMFrames *frames, VipsTarget *target) {
    const Step *step = &steps[ladder->step];
    const CMImageFacts *facts = &ladder->picture->facts;
    bool is_resized = ladder->size.width != facts->width || ladder->size.height != facts->height;
    bool has_few_colours = ladder->picture->source.loader->inspect == cm_inspect_gif;
    /* A GIF's own colours need no dither as long as no new ones are mixed from them. */
    double dither = has_few_colours && !is_resized ? 0 : step->dither;
    int32_t plays = ladder->options->plays;

    vips_image_set_int(frames->image, "loop", plays < 0 ? facts->plays : plays);
    if (ladder->delays) {
        vips_image_set_array_int(frames->image, "delay", ladder->delays, facts->frames);
    }
    return vips_gifsave_target(frames->image, target, "dither", dither, "bitdepth", step->depth,
                               "interframe_maxerror", step->error, "effort", EFFORT, NULL);
}

/* Encodes all frames and puts down what they come to; beyond twice the room it stops, and puts down
 * what they would have come to. */
static int encode(Ladder *ladder, CMError *error) {
    int64_t limit = 2 * MIN(ladder->options->max_bytes, G_MAXINT32);
    VipsTarget *target = cm_buffer_fill(ladder->buffer, limit);
    CMFrames frames = {0};
    int status = -1;

    if (cm_frames_open(&frames, ladder->picture, ladder->size, error)) {
        goto end;
    }
    frames.is_over = &ladder->buffer->is_over;
    ladder->result->encodes++;
    status = save(ladder, &frames, target);
    ladder->bytes = ladder->buffer->bytes->len;
    if (ladder->buffer->is_over) {
        double done = frames.present > 1 ? frames.present : 1;
        ladder->bytes = (double)limit * ladder->picture->facts.frames / done;
        status = 0;
    } else if (status) {
        *error = frames.error;
        cm_fail_vips(error, CMStageEncode, CMCauseInternal, &ladder->picture->watch,
                     "it cannot be encoded");
    }

end:
    cm_frames_close(&frames);
    g_object_unref(target);
    return status;
}

/* How bytes follow the sides of a picture: to the power of two at most and of one at least, and between
 * as the last two encodes say if they differ in nothing else. */
static double power(const Ladder *ladder) {
    double sides = (double)ladder->size.width / ladder->before.width;

    if (ladder->before.width == 0 || sides == 1) {
        return 2;
    }
    return fmax(1, fmin(2, log(ladder->bytes / ladder->bytes_before) / log(sides)));
}

static int32_t shorter_side(CMSize size) { return MIN(size.width, size.height); }

/* Not below the least side in one step: what is too small by a guess may still have been needless. */
static void shrink(Ladder *ladder, double share) {
    CMSize size = ladder->size;
    double least = (double)LEAST_SIDE / shorter_side(size);
    double scale = fmin(0.9, pow(share, 1 / power(ladder)));

    ladder->size = cm_scaled(size, least < 1 ? fmax(scale, least) : scale);
    ladder->before = size;
    ladder->bytes_before = ladder->bytes;
}

/* The first step that is likely to do; where one was not, from there on pixels go: what does not
 * give way to one of these steps seldom does to the next. */
static void plan(Ladder *ladder) {
    double first = ladder->bytes / steps[ladder->step].expected;
    double room = 0.95 * (double)ladder->options->max_bytes;

    for (size_t step = 1; ladder->step == 0 && step <= LAST_STEP; step++) {
        if (first * steps[step].expected <= room) {
            ladder->step = step;
            return;
        }
    }
    bool is_shrinking = ladder->step >= SHRINKING_STEP;
    ladder->step = MAX(ladder->step, SHRINKING_STEP);
    double share = room / (first * steps[ladder->step].expected);
    if (is_shrinking || share < 1) {
        shrink(ladder, share);
        ladder->before.width = is_shrinking ? ladder->before.width : 0;
    }
}

static int climb(Ladder *ladder, CMError *error) {
    for (;;) {
        if (encode(ladder, error)) {
            return -1;
        }
        if (ladder->bytes <= (double)ladder->options->max_bytes) {
            return 0;
        }
        plan(ladder);
        if (ladder->result->encodes == MOST_ENCODES || shorter_side(ladder->size) < LEAST_SIDE) {
            return cm_fail(error, CMStageEncode, CMCauseCannotFit, 0,
                           "more than %lld bytes after %d encodes",
                           (long long)ladder->options->max_bytes, ladder->result->encodes);
        }
    }
}

static int render(CMPicture *picture, int32_t output, const CMImageOptions *options,
                  CMImageResult *result, CMError *error) {
    CMBuffer buffer = {0};
    CMSize stored = {picture->facts.width, picture->facts.height};
    /* Frames are neither cropped nor padded: what draws the eye moves. */
    CMImageOptions inside = *options;
    inside.fit = CMFitInside;
    Ladder ladder = {.picture = picture,
                     .options = options,
                     .size = cm_plan_fit(stored, &inside).scaled,
                     .buffer = &buffer,
                     .result = result};
    int status = -1;

    if (!picture->source.loader->is_animated) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "no animations in %s",
                       picture->source.loader->name);
    }
    if (picture->delays) {
        ladder.delays = whole_hundredths(picture->delays, picture->facts.frames);
    }
    if (!cm_gif_check(&picture->source, error) && !climb(&ladder, error) &&
        !cm_buffer_write(&buffer, output, error)) {
        result->format = CMImageFormatGIF;
        result->width = ladder.size.width;
        result->height = ladder.size.height;
        /* Neighbours that are alike were made one. */
        result->frames = cm_gif_facts(buffer.bytes->data, buffer.bytes->len, false).frames;
        result->bytes = buffer.bytes->len;
        status = 0;
    }
    cm_buffer_free(&buffer);
    g_free(ladder.delays);
    return status;
}

int cm_animation_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                        const CMImageOptions *options, CMProgress progress, void *context,
                        CMImageResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};

    error->message[0] = '\0';
    memset(result, 0, sizeof *result);
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status) {
        status = render(&picture, output, options, result, error);
    }
    cm_picture_close(&picture);
    return status;
}
