/* loop.c - a short clip as an animation. */

#include <string.h>

#include "animation.h"
#include "footage.h"

static void describe(CMPicture *picture, const CMFootage *footage) {
    CMImageFacts *facts = &picture->facts;

    picture->footage = footage;
    picture->delays = cm_footage_delays(footage);
    facts->width = footage->size.width;
    facts->height = footage->size.height;
    facts->frames = (int32_t)footage->times->len;
    for (int32_t i = 0; i < facts->frames; i++) {
        facts->duration += picture->delays[i] / 1000.0;
    }
}

int cm_clip_animate(int32_t input, const char *demuxer, int32_t output, double start,
                    double seconds, const CMImageOptions *options, CMProgress progress,
                    void *context, CMImageResult *result, CMError *error) {
    CMPicture picture = {.watch = {.progress = progress, .context = context}};
    CMFootage footage = {.input = input, .demuxer = demuxer, .watch = &picture.watch};

    error->message[0] = '\0';
    memset(result, 0, sizeof *result);
    int status = cm_footage_open(&footage, options, start, seconds, error);
    if (!status) {
        describe(&picture, &footage);
        status = cm_animate(&picture, options, output, result, error);
    }
    cm_footage_close(&footage);
    cm_picture_close(&picture);
    return status;
}
