/* Decodes and encodes GIFs as `run` asks, one after the other, until its input ends.
 *
 * A request is an Order and so many bytes of a GIF; the reply is an Answer, the pixels of its
 * frames if they were asked for, and what was encoded. */

#define _GNU_SOURCE /* memfd_create */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib.h>

#include "CMedia.h"
#include "decode.h"

enum { DECODES = 1, ENCODES = 2, SENDS_PIXELS = 4 };

typedef struct Order {
    int32_t length, work, box, most;
} Order;

typedef struct Answer {
    int32_t by_vips, by_ffmpeg;
    int32_t check;  /* 0, or -1 where our own check refuses it */
    int32_t status; /* of the encoder */
    int32_t cause;
    int32_t width, height;
    int32_t pixels, output; /* bytes of them */
    uint32_t sum;           /* of the pixels */
    char check_message[120], message[120];
} Answer;

static bool go_on(void *context, double fraction) {
    (void)context;
    (void)fraction;
    return true;
}

static uint32_t sum_of(const uint8_t *bytes, size_t size) {
    uint32_t sum = 2166136261u;

    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ bytes[i]) * 16777619u;
    }
    return sum;
}

static int file_of(const uint8_t *bytes, size_t length) {
    int file = memfd_create("gif", MFD_CLOEXEC);

    if (file < 0 || write(file, bytes, length) != (ssize_t)length) {
        exit(3);
    }
    return file;
}

static void check(int input, Answer *answer) {
    CMImageFacts facts;
    CMImageReport report;
    CMError error = {0};

    answer->check = cm_image_check(input, 0, "gif", true, go_on, NULL, &facts, &report, &error);
    if (answer->check) {
        g_strlcpy(answer->check_message, error.message, sizeof answer->check_message);
    }
}

static void encode(int input, int output, const Order *order, Answer *answer) {
    CMImageOptions options = {.max_width = order->box,
                              .max_height = order->box,
                              .orientation = 1,
                              .format = CMImageFormatGIF,
                              .max_bytes = order->most,
                              .plays = -1};
    CMImageResult result;
    CMError error = {0};

    answer->status =
        cm_animation_render(input, 0, "gif", output, &options, go_on, NULL, &result, &error);
    answer->cause = (int32_t)error.cause;
    if (answer->status) {
        g_strlcpy(answer->message, error.message, sizeof answer->message);
    } else {
        answer->output = (int32_t)lseek(output, 0, SEEK_END);
    }
}

static void send_all(int output, const Answer *answer, const uint8_t *pixels) {
    uint8_t *encoded = g_malloc((size_t)answer->output + 1);

    if (pread(output, encoded, (size_t)answer->output, 0) != answer->output) {
        exit(3);
    }
    fwrite(answer, sizeof *answer, 1, stdout);
    fwrite(pixels, 1, (size_t)answer->pixels, stdout);
    fwrite(encoded, 1, (size_t)answer->output, stdout);
    fflush(stdout);
    g_free(encoded);
}

static void answer(const Order *order, const uint8_t *bytes) {
    Answer answer = {0};
    Decoded decoded = {0};
    int input = file_of(bytes, (size_t)order->length), output = file_of(bytes, 0);

    if (order->work & DECODES) {
        decoded = decode_by_vips(bytes, (size_t)order->length);
        answer.by_vips = decoded.frames;
        answer.width = decoded.width;
        answer.height = decoded.height;
        answer.sum = sum_of(decoded.pixels, decoded.size);
        answer.by_ffmpeg = count_by_ffmpeg(bytes, (size_t)order->length);
        check(input, &answer);
    }
    if (order->work & ENCODES) {
        encode(input, output, order, &answer);
    }
    answer.pixels = order->work & SENDS_PIXELS ? (int32_t)decoded.size : 0;
    send_all(output, &answer, decoded.pixels ? decoded.pixels : bytes);
    g_free(decoded.pixels);
    close(input);
    close(output);
}

int main(void) {
    static const CMLimits limits = {.max_pixels = 1 << 20,
                                    .max_decoded = 1 << 24,
                                    .max_frames = 1000,
                                    .max_side = 16384,
                                    .max_streams = 8,
                                    .threads = 1};
    CMError error = {0};
    Order order;

    if (cm_start(&limits, &error)) {
        fprintf(stderr, "try-gifs: %s\n", cm_error_message(&error));
        return 1;
    }
    while (fread(&order, sizeof order, 1, stdin) == 1) {
        /* Of its very size, so that a sanitizer sees every byte read beyond it. */
        uint8_t *bytes = malloc((size_t)order.length);
        if (fread(bytes, 1, (size_t)order.length, stdin) != (size_t)order.length) {
            return 1;
        }
        answer(&order, bytes);
        free(bytes);
    }
    return 0;
}
