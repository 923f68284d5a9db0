/* render-clip - cuts or encodes videos as the product does, without its queue and its verdict.
 *
 *     render-clip copy|encode FILE.mp4 OUTPUT.mp4 [FILE.mp4 OUTPUT.mp4 ...]
 *
 * One after the other; prints the seconds that each took. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CMedia.h"

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool go_on(void *context, double fraction) {
    (void)context;
    (void)fraction;
    return true;
}

static int fail(const char *what, const char *why) {
    fprintf(stderr, "render-clip: %s: %s\n", what, why);
    return -1;
}

static int render(const char *source, const char *target, CMTrack track) {
    CMClipOptions options = {.container = CMContainerMP4, .video = track, .audio = CMTrackCopy,
                             .max_seconds = 30, .max_side = 1280, .max_frame_rate = 30,
                             .max_bytes = 50000000};
    CMClipResult result;
    CMError error;
    int input = open(source, O_RDONLY | O_CLOEXEC);
    int output = open(target, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), status = -1;
    double began = now();

    if (input < 0 || output < 0) {
        fail(input < 0 ? source : target, strerror(errno));
    } else {
        if (track == CMTrackEncode) {
            options.max_bytes = 10000000;
        }
        status = cm_clip_render(input, "mov", output, &options, go_on, NULL, &result,
                                &error);
        if (status < 0) {
            fail(source, cm_error_message(&error));
        } else {
            printf("%.4f %lld %s\n", now() - began, (long long)result.bytes, source);
        }
    }
    if (input >= 0) {
        close(input);
    }
    if (output >= 0) {
        close(output);
    }
    return status;
}

int main(int argc, char *argv[]) {
    CMLimits limits = {.max_pixels = 100000000, .max_decoded = 2000000000, .max_frames = 4096,
                       .max_side = 65500, .max_streams = 64, .threads = 2};
    CMError error;
    CMTrack track;

    if (argc < 4 || argc % 2 != 0 ||
        (strcmp(argv[1], "copy") != 0 && strcmp(argv[1], "encode") != 0)) {
        fprintf(stderr, "usage: render-clip copy|encode FILE OUTPUT [FILE OUTPUT ...]\n");
        return 2;
    }
    track = strcmp(argv[1], "copy") == 0 ? CMTrackCopy : CMTrackEncode;
    if (cm_start(&limits, &error) < 0) {
        return fail("start", cm_error_message(&error)) < 0;
    }
    for (int i = 2; i < argc; i += 2) {
        if (render(argv[i], argv[i + 1], track) < 0) {
            return 1;
        }
    }
    return 0;
}
