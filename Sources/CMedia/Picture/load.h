/* load.h - the loaders that may be asked for, and how a picture is opened with one. */

#ifndef CMEDIA_LOAD_H
#define CMEDIA_LOAD_H

#include "io.h"
#include "source.h"

struct CMLoader {
    const char *name;
    const char *operation; /* libvips' */
    int (*load)(VipsSource *, VipsImage **, ...);
    const char *demuxer; /* FFmpeg's, where there is no libvips operation */
    int (*inspect)(CMSource *, CMError *);
    bool is_animated; /* all frames may be loaded as one tall strip */
    bool has_pages;   /* of sizes of their own */
    bool is_stream;   /* read piece by piece rather than as a whole */
    bool is_upright;  /* the loader turns the picture itself */
    bool is_drawn;    /* in any size: there are no pixels in it */
    int held;         /* bytes that it holds of each sample of the whole picture, if it must */
};

/* All of them, up to one without a name. */
const CMLoader *cm_loaders(void);
const CMLoader *cm_loader(const char *name);

/* Whether the limits let it work. */
bool cm_is_allowed(const CMLoader *loader);

/* A picture that was opened, looked through and found to be within the limits. */
typedef struct CMPicture {
    CMSource source;
    CMImageFacts facts;
    int32_t pages; /* of a loader that has them */
    double scale;  /* of one that is drawn */
    bool is_lenient;
    bool is_cropped; /* the loader shows less than the canvas: it is told but cannot be rendered */
    int *delays; /* facts.frames of them, in milliseconds; NULL for one frame */
    const struct CMFootage *footage; /* a clip, which then is the source; the caller's */
    CMWatch watch;
} CMPicture;

/* Of a lenient picture as much as can be read. */
int cm_picture_open(CMPicture *picture, int32_t input, int64_t offset, const char *loader,
                    CMError *error);

/* Gives what is drawn the size that fills a box, or covers it; others keep the size they have. */
int cm_picture_fill(CMPicture *picture, const CMImageOptions *options, CMError *error);

/* Fails where the loader would show another canvas than viewers do. */
int cm_picture_check_canvas(const CMPicture *picture, CMError *error);

/* Lets go of everything of a job, libvips' buffers for this thread among it. */
void cm_picture_close(CMPicture *picture);

/* How much to load: the default is the first page in full size. */
typedef struct CMPortion {
    int32_t page;
    bool has_all_frames; /* as one strip */
    double shrink;       /* at most by so much, as far as the loader can do it by itself */
} CMPortion;

/* The picture as a pipeline that decodes from the top down when it is evaluated, strictly, and that
 * asks picture->watch on the way. The caller's to unref. */
int cm_load(CMPicture *picture, CMPortion portion, VipsImage **image, CMError *error);

/* After a pipeline was evaluated and let go of: whether what it showed was whole. */
int cm_load_verdict(CMPicture *picture, CMError *error);

/* Has everything that is evaluated from an image ask the watch whether to go on. */
void cm_watch_image(CMWatch *watch, VipsImage *image);

/* Fills *error after libvips failed: with CMCauseStopped if the caller wanted to stop. */
int cm_fail_vips(CMError *error, CMStage stage, CMCause cause, const CMWatch *watch,
                 const char *what);

#endif
