/* film.c - an animation as a video: every frame for as long as viewers show it, once. */

#include <math.h>
#include <string.h>

#include <libswscale/swscale.h>

#include "budget.h"
#include "encode.h"
#include "frames.h"
#include "gif.h"
#include "timetable.h"

#define MOST_ENCODES 3

/* One film being made. */
typedef struct Film {
    CMPicture *picture;
    const CMFilmOptions *options;
    CMTimetable table;
    CMFrames frames;
    uint8_t *rooms[2]; /* the present frame and the one before it, where they are not kept */
    uint8_t *even;     /* a frame with a last row and column more */
    struct SwsContext *scaler;
    AVFrame *printed;
    AVCodecContext *encoder;
    CMVideoPlan plan;
    CMReel reel;
    int64_t bytes;
} Film;

/* Planning */

static double seconds(const Film *film) {
    return (double)film->table.times[film->table.count] / 1000;
}

/* Within the side; 4:2:0 wants even sizes, for which a row or column is repeated, since pixels that
 * are resized by so little only get blurred. */
static CMSize plan_size(Film *film, int32_t side) {
    CMSize stored = {film->picture->facts.width, film->picture->facts.height};
    CMImageOptions box = {.max_width = MAX(side & ~1, 2), .max_height = MAX(side & ~1, 2)};
    CMSize size = cm_plan_fit(stored, &box).scaled;

    film->plan.width = (size.width + 1) & ~1;
    film->plan.height = (size.height + 1) & ~1;
    return size;
}

static int plan(Film *film, double share, CMSize *size, CMError *error) {
    const CMTimetable *table = &film->table;
    CMBudget budget = {.bytes = (double)film->options->max_bytes,
                       .seconds = seconds(film),
                       .pictures = table->count,
                       .packets = table->count,
                       .share = share};

    film->plan.keeps_times = table->step == 0;
    film->plan.frame_rate = table->step > 0
                                ? av_make_q(1000, (int)table->step)
                                : av_d2q(table->count / seconds(film), 100000);
    if (cm_plan_rate(&budget, &film->plan, error)) {
        return -1;
    }
    *size = plan_size(film, film->options->max_side);
    int32_t side = cm_planned_side(&budget, &film->plan);
    if (side < MAX(film->plan.width, film->plan.height)) {
        *size = plan_size(film, side);
    }
    return 0;
}

/* Opening */

static void close_run(Film *film) {
    cm_frames_close(&film->frames);
    for (int i = 0; i < 2; i++) {
        g_clear_pointer(&film->rooms[i], g_free);
    }
    g_clear_pointer(&film->even, g_free);
    g_clear_pointer(&film->scaler, sws_freeContext);
    av_frame_free(&film->printed);
    avcodec_free_context(&film->encoder);
}

static int open_scaler(Film *film, CMError *error) {
    int width = film->plan.width, height = film->plan.height;
    const int *matrix = sws_getCoefficients(SWS_CS_ITU709);

    film->scaler = sws_getContext(width, height, AV_PIX_FMT_RGBA, width, height,
                                  AV_PIX_FMT_YUV420P,
                                  SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, NULL, NULL,
                                  NULL);
    if (!film->scaler || sws_setColorspaceDetails(film->scaler, matrix, 1, matrix, 0, 0, 1 << 16,
                                                  1 << 16) < 0) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no conversion to 4:2:0");
    }
    return 0;
}

static int open_picture(Film *film, CMError *error) {
    film->printed = av_frame_alloc();
    if (film->printed) {
        film->printed->format = AV_PIX_FMT_YUV420P;
        film->printed->width = film->plan.width;
        film->printed->height = film->plan.height;
    }
    if (!film->printed || av_frame_get_buffer(film->printed, 0) < 0) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory for a frame");
    }
    return 0;
}

static int open_run(Film *film, CMSize size, CMError *error) {
    size_t bytes = (size_t)film->plan.width * (size_t)film->plan.height * 4;

    for (int i = 0; i < 2; i++) {
        film->rooms[i] = g_try_malloc(bytes);
    }
    film->even = g_try_malloc(bytes);
    if (!film->rooms[0] || !film->rooms[1] || !film->even) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "no memory for a frame");
    }
    if (cm_frames_open(&film->frames, film->picture, size, 1, error)) {
        return -1;
    }
    film->frames.is_flat = true;
    film->frames.background = film->options->background;
    return open_picture(film, error) || open_scaler(film, error) ||
                   cm_open_video_encoder(&film->plan, &film->reel, &film->encoder, error)
               ? -1
               : 0;
}

/* Frames */

/* The last row and column once more, where the sides are odd. */
static const uint8_t *make_even(Film *film, const uint8_t *frame) {
    CMSize size = film->frames.size;
    size_t from = (size_t)size.width * 4, to = (size_t)film->plan.width * 4;

    if (size.width == film->plan.width && size.height == film->plan.height) {
        return frame;
    }
    for (int32_t y = 0; y < film->plan.height; y++) {
        uint8_t *line = film->even + (size_t)y * to;
        memcpy(line, frame + (size_t)MIN(y, size.height - 1) * from, from);
        memcpy(line + to - 4, line + from - 4, 4);
    }
    return film->even;
}

static int print(Film *film, const uint8_t *frame, int32_t number, CMError *error) {
    const uint8_t *planes[4] = {make_even(film, frame)};
    int strides[4] = {film->plan.width * 4};

    if (av_frame_make_writable(film->printed) < 0 ||
        sws_scale(film->scaler, planes, strides, 0, film->plan.height, film->printed->data,
                  film->printed->linesize) < 0) {
        return cm_fail(error, CMStageFilter, CMCauseInternal, 0, "a frame cannot be converted");
    }
    film->printed->pts = film->plan.keeps_times ? film->table.times[number] : number;
    return cm_encode_frame(film->encoder, film->printed, &film->reel, &film->picture->watch, error);
}

static int next_shown(Film *film, int32_t number, const uint8_t **frame, CMError *error) {
    while (film->frames.present + 1 < film->table.frames[number]) {
        if (cm_frames_skip(&film->frames, error)) {
            return -1;
        }
    }
    return cm_frames_next(&film->frames, film->rooms[number % 2], frame, error);
}

/* What is stored in the order of showing lasts until the next one; the others last equally long. */
static void set_durations(Film *film) {
    for (size_t i = 0; i < film->reel.count; i++) {
        film->reel.packets[i]->duration =
            film->plan.keeps_times ? film->table.times[i + 1] - film->table.times[i] : 1;
    }
}

/* Ends early once there are too many bytes. */
static int shoot(Film *film, CMError *error) {
    const CMTimetable *table = &film->table;

    for (int32_t i = 0; i < table->count && film->reel.bytes <= film->plan.max_bytes; i++) {
        const uint8_t *frame = NULL;
        cm_watch_report(&film->picture->watch, 0.95 * i / table->count);
        if (next_shown(film, i, &frame, error) || print(film, frame, i, error)) {
            return -1;
        }
    }
    if (cm_encode_frame(film->encoder, NULL, &film->reel, &film->picture->watch, error)) {
        return -1;
    }
    set_durations(film);
    return 0;
}

/* Rendering */

/* One try. The bytes it came to are left in film->bytes, or that they are too many. */
static int attempt(Film *film, double share, int32_t output, CMError *error) {
    CMReel silence = {0};
    CMSize size;
    int status = -1;

    cm_reel_free(&film->reel);
    if (plan(film, share, &size, error)) {
        return -1;
    }
    if (!open_run(film, size, error)) {
        status = shoot(film, error);
    }
    close_run(film);
    if (status) {
        return -1;
    }
    if (film->reel.bytes > film->plan.max_bytes) {
        film->bytes = film->options->max_bytes + film->reel.bytes - film->plan.max_bytes;
        return 0;
    }
    return cm_mux(output, CMContainerMP4, &film->reel, &silence, &film->bytes, error);
}

static int render(Film *film, int32_t output, CMClipResult *result, CMError *error) {
    const CMPicture *picture = film->picture;
    double share = 1;

    if (!picture->source.loader->is_animated || !picture->delays) {
        return cm_fail(error, CMStageOpen, CMCauseUnsupported, 0, "it does not move");
    }
    if (cm_gif_check(&picture->source, error)) {
        return -1;
    }
    cm_timetable_init(&film->table, picture->delays, picture->facts.frames,
                      film->options->max_seconds, film->options->max_frame_rate);
    for (result->encodes = 1; result->encodes <= MOST_ENCODES; result->encodes++) {
        if (attempt(film, share, output, error)) {
            return -1;
        }
        if (film->bytes <= film->options->max_bytes) {
            return 0;
        }
        share *= 0.95 * (double)film->options->max_bytes / (double)film->bytes;
    }
    return cm_fail(error, CMStageWrite, CMCauseCannotFit, 0, "%lld bytes, where %lld are allowed",
                   (long long)film->bytes, (long long)film->options->max_bytes);
}

int cm_animation_film(int32_t input, int64_t offset, const char *loader, int32_t output,
                      const CMFilmOptions *options, CMProgress progress, void *context,
                      CMClipResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};
    Film film = {.picture = &picture, .options = options};

    error->message[0] = '\0';
    memset(result, 0, sizeof *result);
    int status = cm_picture_open(&picture, input, offset, loader, error);
    if (!status) {
        status = render(&film, output, result, error);
    }
    if (!status) {
        result->width = film.plan.width;
        result->height = film.plan.height;
        result->frames = film.table.count;
        result->duration = seconds(&film);
        result->bytes = film.bytes;
    }
    cm_reel_free(&film.reel);
    cm_timetable_free(&film.table);
    cm_picture_close(&picture);
    return status;
}
