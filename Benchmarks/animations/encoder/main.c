/* Makes a GIF of an animation with the product's encoder alone, to be measured beside others.
 *
 *     encode-animation INPUT.gif OUTPUT.gif BOX [BYTES]
 *
 * It fits within BOX x BOX pixels, and within so many bytes. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "CMedia.h"

static int complain(const char *what) {
    fprintf(stderr, "encode-animation: %s\n", what);
    return 1;
}

static bool go_on(void *context, double fraction) {
    (void)context;
    (void)fraction;
    return true;
}

int main(int count, char **arguments) {
    static const CMLimits limits = {.max_pixels = 100000000,
                                    .max_decoded = 10000000000,
                                    .max_frames = 100000,
                                    .max_side = 65535,
                                    .max_streams = 8,
                                    .threads = 1};
    CMImageResult result;
    CMError error = {0};

    if (count < 4) {
        return complain("INPUT.gif OUTPUT.gif BOX [BYTES]");
    }
    int32_t box = (int32_t)strtol(arguments[3], NULL, 10);
    CMImageOptions options = {.max_width = box,
                              .max_height = box,
                              .orientation = 1,
                              .format = CMImageFormatGIF,
                              .max_bytes = count > 4 ? strtoll(arguments[4], NULL, 10) : 1 << 30,
                              .plays = -1};
    int input = open(arguments[1], O_RDONLY);
    int output = open(arguments[2], O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (input < 0 || output < 0) {
        return complain("a file cannot be opened");
    }
    if (cm_start(&limits, &error) || cm_animation_render(input, 0, "gif", output, &options,
                                                         go_on, NULL, &result, &error)) {
        return complain(cm_error_message(&error));
    }
    printf("%d x %d, %d frames, %lld bytes, %d encodes\n", result.width, result.height,
           result.frames, (long long)result.bytes, result.encodes);
    return close(output) || close(input) ? complain("the output cannot be closed") : 0;
}
