/* write_jpeg.c - see write_jpeg.h. */

#include "write_jpeg.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

/* Below so many pixels the tables of the further scans outweigh what they save. */
#define PROGRESSIVE_PIXELS 16384

/* The step to which a frequency is rounded grows with its distance from the middle value, as the
 * eye's sensitivity falls, and the more so the coarser the picture is anyway:
 *     10 * coarseness * (1 + (distance / knee) ^ power)
 * The numbers are near the best for SSIMULACRA2 at equal bytes, on photographs at two sizes.
 *     brightness, coarseness 0.3     distance  0: 3    2: 4    4: 6    6: 9    8: 13
 *                            1.0               0: 10   2: 19   4: 38   6: 64   8: 95   */
#define STEP 10
#define KNEE 2.1 /* of brightness, at a coarseness of 1; with its square root elsewhere */
#define POWER 1.6
#define COLOUR_KNEE 2.7
#define COLOUR_POWER 1.7

typedef struct Failure {
    struct jpeg_error_mgr manager; /* first, so that libjpeg's pointer is one to this */
    jmp_buf jump;
} Failure;

static void leave(j_common_ptr compressor) {
    longjmp(((Failure *)compressor->err)->jump, 1);
}

static void say_nothing(j_common_ptr compressor) {
    (void)compressor;
}

typedef struct Destination {
    struct jpeg_destination_mgr manager; /* first, as above */
    CMBuffer *buffer;
    JOCTET chunk[16384];
} Destination;

static void begin_chunk(j_compress_ptr compressor) {
    Destination *destination = (Destination *)compressor->dest;

    destination->manager.next_output_byte = destination->chunk;
    destination->manager.free_in_buffer = sizeof destination->chunk;
}

static boolean take_chunk(j_compress_ptr compressor) {
    Destination *destination = (Destination *)compressor->dest;

    g_byte_array_append(destination->buffer->bytes, destination->chunk, sizeof destination->chunk);
    begin_chunk(compressor);
    return TRUE;
}

static void take_last_chunk(j_compress_ptr compressor) {
    Destination *destination = (Destination *)compressor->dest;

    g_byte_array_append(destination->buffer->bytes, destination->chunk,
                        (guint)(sizeof destination->chunk - destination->manager.free_in_buffer));
}

static void set_table(struct jpeg_compress_struct *compressor, int which, double knee,
                      double power, double coarseness) {
    unsigned int table[DCTSIZE2];

    for (int v = 0; v < DCTSIZE; v++) {
        for (int u = 0; u < DCTSIZE; u++) {
            double step = STEP * coarseness * (1 + pow(hypot(u, v) / knee, power));
            table[v * DCTSIZE + u] = (unsigned int)fmin(fmax(round(step), 1), 255);
        }
    }
    jpeg_add_quant_table(compressor, which, table, 100, TRUE);
}

static void set_up(struct jpeg_compress_struct *compressor, VipsImage *image, CMJpegStep step) {
    compressor->image_width = (JDIMENSION)vips_image_get_width(image);
    compressor->image_height = (JDIMENSION)vips_image_get_height(image);
    compressor->input_components = vips_image_get_bands(image);
    compressor->in_color_space = vips_image_get_bands(image) == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(compressor);
    compressor->optimize_coding = TRUE;
    compressor->dct_method = JDCT_ISLOW;
    set_table(compressor, 0, KNEE / sqrt(step.coarseness), POWER, step.coarseness);
    set_table(compressor, 1, COLOUR_KNEE, COLOUR_POWER, step.coarseness);
    if (compressor->num_components == 3) {
        compressor->comp_info[0].h_samp_factor = step.has_full_colour ? 1 : 2;
        compressor->comp_info[0].v_samp_factor = step.has_full_colour ? 1 : 2;
    }
    if (VIPS_IMAGE_N_PELS(image) >= PROGRESSIVE_PIXELS) {
        jpeg_simple_progression(compressor);
    }
}

/* False if the watch wants to stop. */
static bool write_rows(struct jpeg_compress_struct *compressor, VipsImage *image, CMWatch *watch) {
    while (compressor->next_scanline < compressor->image_height) {
        JDIMENSION row = compressor->next_scanline;
        JSAMPROW samples = (JSAMPROW)VIPS_IMAGE_ADDR(image, 0, (int)row);
        jpeg_write_scanlines(compressor, &samples, 1);
        if (row % 64 == 0 && !cm_watch_report(watch, (double)row / compressor->image_height)) {
            return false;
        }
    }
    return true;
}

int cm_write_jpeg(VipsImage *image, CMJpegStep step, CMWatch *watch, CMBuffer *buffer,
                  CMError *error) {
    Failure failure;
    Destination destination = {.manager = {.init_destination = begin_chunk,
                                           .empty_output_buffer = take_chunk,
                                           .term_destination = take_last_chunk},
                               .buffer = buffer};
    struct jpeg_compress_struct compressor = {.err = jpeg_std_error(&failure.manager)};
    volatile int status = -1;

    failure.manager.error_exit = leave;
    failure.manager.output_message = say_nothing;
    cm_buffer_free(buffer);
    buffer->bytes = g_byte_array_new();
    if (setjmp(failure.jump)) {
        cm_fail(error, CMStageEncode, CMCauseInternal, failure.manager.msg_code,
                "it cannot be encoded");
        goto end;
    }
    jpeg_create_compress(&compressor);
    compressor.dest = &destination.manager;
    set_up(&compressor, image, step);
    jpeg_start_compress(&compressor, TRUE);
    if (!write_rows(&compressor, image, watch)) {
        cm_fail(error, CMStageEncode, CMCauseStopped, 0, "stopped");
        goto end;
    }
    jpeg_finish_compress(&compressor);
    status = 0;

end:
    jpeg_destroy_compress(&compressor);
    return status;
}
