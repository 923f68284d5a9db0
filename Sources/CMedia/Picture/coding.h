/* coding.h - what a picture's numbers mean where no ICC profile says it: the code points of ITU-T
 * H.273, which HEIF, AVIF and PNG carry. */

#ifndef CMEDIA_CODING_H
#define CMEDIA_CODING_H

#include <stddef.h>

#include <vips/vips.h>

#include "error.h"

typedef enum CMPrimaries {
    CMPrimaries709 = 1,
    CMPrimariesUnspecified = 2,
    CMPrimaries2020 = 9,
    CMPrimariesDCI = 11, /* P3 with the white of cinemas */
    CMPrimariesP3 = 12   /* P3 with that of screens */
} CMPrimaries;

typedef enum CMTransfer {
    CMTransferGamma22 = 4,
    CMTransferGamma28 = 5,
    CMTransferLinear = 8,
    CMTransferPQ = 16,
    CMTransferHLG = 18
} CMTransfer;

typedef struct CMCoding {
    int32_t primaries, transfer; /* 0 where nothing is said */
    bool is_first;               /* it counts before a profile, as the format has it */
    double gamma;                /* numbers are light to this power, in place of a transfer; 0 for none */
} CMCoding;

/* Whether the picture is brighter than a screen's white. */
bool cm_coding_is_hdr(CMCoding coding);

/* Whether the numbers mean other colours than sRGB's would. BT.601 and BT.709 are taken for it, as
 * viewers do, and so is what is not specified. */
bool cm_coding_is_foreign(CMCoding coding);

/* That of the primary picture, from the `colr` box of a HEIF or AVIF. */
CMCoding cm_coding_in_heif(const uint8_t *bytes, size_t length);

/* Goes with an image through a pipeline. */
void cm_coding_attach(VipsImage *image, CMCoding coding);
CMCoding cm_coding_of(VipsImage *image);

#endif
