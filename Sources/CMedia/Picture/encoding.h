/* encoding.h - trying out how a finished picture can be encoded. */

#ifndef CMEDIA_ENCODING_H
#define CMEDIA_ENCODING_H

#include "content.h"
#include "fit.h"
#include "load.h"
#include "score.h"
#include "write_jpeg.h"

typedef struct CMEncoding {
    VipsImage *raster; /* see raster.h */
    CMSize size;       /* of it */
    CMContent content;
    const CMImageOptions *options;
    CMWatch *watch;
    CMReference *reference; /* of the raster, once it was needed */
    int32_t encodes;
    CMError *error;
} CMEncoding;

/* One picture encoded. */
typedef struct CMAttempt {
    CMImageFormat format;
    CMSize size;
    CMJpegStep step; /* of a JPEG */
    CMBuffer buffer;
    double score; /* see score.h; 0: not looked at yet */
} CMAttempt;

/* In a size of at most the raster's. */
int cm_attempt_jpeg(CMEncoding *encoding, CMSize size, CMJpegStep step, CMAttempt *attempt);

/* With at most so many colours (2, 4, 16 or 256), or with all of them where that is 0. */
int cm_attempt_png(CMEncoding *encoding, CMSize size, int colours, CMAttempt *attempt);

/* Decodes it again and compares it with the raster, unless that was done. */
int cm_attempt_look(CMEncoding *encoding, CMAttempt *attempt);

/* Whether it is there and within options->max_bytes. */
bool cm_attempt_fits(const CMEncoding *encoding, const CMAttempt *attempt);

/* 0 where there are none. */
int64_t cm_attempt_bytes(const CMAttempt *attempt);

/* Takes the place of another attempt, which is let go of. */
void cm_attempt_replace(CMAttempt *kept, CMAttempt *attempt);
void cm_attempt_free(CMAttempt *attempt);

#endif
