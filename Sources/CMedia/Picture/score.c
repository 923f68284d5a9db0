/* score.c - see score.h.
 *
 * The structural similarity of Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from
 * error visibility to structural similarity", IEEE Transactions on Image Processing 13 (4), 2004:
 *
 *     SSIM = (2 ma mb + C1) (2 sab + C2) / ((ma^2 + mb^2 + C1) (sa^2 + sb^2 + C2))
 *
 * with the means m, variances s^2 and covariance sab within a window, C1 = (0.01 * 255)^2 and
 * C2 = (0.03 * 255)^2; at five sizes, each half the one before, as in Wang, Simoncelli and Bovik,
 * "Multiscale structural similarity for image quality assessment", Asilomar 2003, whose weights
 * are those below; in brightness and in both colour differences, weighted 0.8, 0.1 and 0.1 as in
 * Wang, Lu and Bovik, "Video quality assessment based on structural distortion measurement", Signal
 * Processing: Image Communication 19 (2), 2004. Windows are 8 x 8 pixels, every 4 pixels. What is
 * worst in a picture is what is seen, so the differences of the windows are averaged as squares. */

#include "score.h"

#include <math.h>
#include <string.h>

#include "resize.h"

enum { CHANNELS = 3, SCALES = 5, BLOCK = 4 };

static const double channel_weights[CHANNELS] = {0.8, 0.1, 0.1};
static const double scale_weights[SCALES] = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};

typedef struct Plane {
    int width, height;
    uint8_t *samples;
} Plane;

struct CMReference {
    Plane planes[SCALES][CHANNELS];
};

/* Planes */

static Plane plane_new(int width, int height) {
    return (Plane){width, height, g_malloc((size_t)width * (size_t)height)};
}

/* Brightness and the colour differences of JPEG, on middle grey where anything is transparent. */
static void split(VipsImage *image, Plane *planes) {
    int width = vips_image_get_width(image), height = vips_image_get_height(image);
    int bands = vips_image_get_bands(image);
    size_t count = (size_t)width * (size_t)height;
    const uint8_t *at = VIPS_IMAGE_ADDR(image, 0, 0);

    for (int channel = 0; channel < CHANNELS; channel++) {
        planes[channel] = plane_new(width, height);
    }
    for (size_t i = 0; i < count; i++, at += bands) {
        int alpha = bands == 2 || bands == 4 ? at[bands - 1] : 255;
        int shown[3];
        for (int k = 0; k < 3; k++) {
            int value = at[bands < 3 ? 0 : k];
            shown[k] = alpha == 255 ? value : (value * alpha + 128 * (255 - alpha)) / 255;
        }
        int red = shown[0], green = shown[1], blue = shown[2];
        planes[0].samples[i] = (uint8_t)((19595 * red + 38470 * green + 7471 * blue) >> 16);
        planes[1].samples[i] =
            (uint8_t)(((-11059 * red - 21709 * green + 32768 * blue + 32767) >> 16) + 128);
        planes[2].samples[i] =
            (uint8_t)(((32768 * red - 27439 * green - 5329 * blue + 32767) >> 16) + 128);
    }
}

/* The mean of each 2 x 2 pixels; the last row or column stands for its missing neighbour. */
static Plane halve(const Plane *plane) {
    Plane half = plane_new((plane->width + 1) / 2, (plane->height + 1) / 2);

    for (int y = 0; y < half.height; y++) {
        const uint8_t *upper = plane->samples + (size_t)(2 * y) * (size_t)plane->width;
        const uint8_t *lower = 2 * y + 1 < plane->height ? upper + plane->width : upper;
        uint8_t *to = half.samples + (size_t)y * (size_t)half.width;
        for (int x = 0; x < half.width; x++) {
            int next = 2 * x + 1 < plane->width ? 2 * x + 1 : 2 * x;
            to[x] = (uint8_t)((upper[2 * x] + upper[next] + lower[2 * x] + lower[next] + 2) / 4);
        }
    }
    return half;
}

CMReference *cm_reference_new(VipsImage *image) {
    CMReference *reference = g_new0(CMReference, 1);

    split(image, reference->planes[0]);
    for (int scale = 1; scale < SCALES; scale++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            reference->planes[scale][channel] = halve(&reference->planes[scale - 1][channel]);
        }
    }
    return reference;
}

void cm_reference_free(CMReference *reference) {
    if (!reference) {
        return;
    }
    for (int scale = 0; scale < SCALES; scale++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            g_free(reference->planes[scale][channel].samples);
        }
    }
    g_free(reference);
}

/* Comparison */

typedef struct Sums {
    int32_t count, a, b, aa, bb, ab;
} Sums;

static Sums block_sums(const Plane *a, const Plane *b, int left, int top) {
    int right = MIN(left + BLOCK, a->width), bottom = MIN(top + BLOCK, a->height);
    Sums sums = {.count = (right - left) * (bottom - top)};

    for (int y = top; y < bottom; y++) {
        size_t row = (size_t)y * (size_t)a->width;
        for (int x = left; x < right; x++) {
            int one = a->samples[row + (size_t)x], other = b->samples[row + (size_t)x];
            sums.a += one;
            sums.b += other;
            sums.aa += one * one;
            sums.bb += other * other;
            sums.ab += one * other;
        }
    }
    return sums;
}

static void add(Sums *sums, const Sums *more) {
    sums->count += more->count;
    sums->a += more->a;
    sums->b += more->b;
    sums->aa += more->aa;
    sums->bb += more->bb;
    sums->ab += more->ab;
}

static double similarity(const Sums *sums) {
    const double c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
    double n = sums->count, a = sums->a / n, b = sums->b / n;
    double aa = sums->aa / n - a * a, bb = sums->bb / n - b * b, ab = sums->ab / n - a * b;

    return (2 * a * b + c1) * (2 * ab + c2) / ((a * a + b * b + c1) * (aa + bb + c2));
}

/* Windows of two by two blocks, or of as many as there are. */
static double compare(const Plane *a, const Plane *b) {
    int across = (a->width + BLOCK - 1) / BLOCK, down = (a->height + BLOCK - 1) / BLOCK;
    Sums *rows[2] = {g_new(Sums, across), g_new(Sums, across)};
    double total = 0;
    int64_t windows = 0;

    for (int y = 0; y < down; y++) {
        Sums *row = rows[y % 2], *before = rows[(y + 1) % 2];
        for (int x = 0; x < across; x++) {
            row[x] = block_sums(a, b, x * BLOCK, y * BLOCK);
        }
        for (int x = 0; x < across && (y > 0 || down == 1); x++) {
            if (x == 0 && across > 1) {
                continue;
            }
            Sums window = row[x];
            if (x > 0) {
                add(&window, &row[x - 1]);
            }
            if (y > 0) {
                add(&window, &before[x]);
            }
            if (x > 0 && y > 0) {
                add(&window, &before[x - 1]);
            }
            double difference = 1 - similarity(&window);
            total += difference * difference;
            windows++;
        }
    }
    g_free(rows[0]);
    g_free(rows[1]);
    return 1 - sqrt(total / (double)windows);
}

/* Enlarged to the size of the reference, in memory, middle of pixel on middle of pixel (libvips'
 * own resize is off by a part of one, which would cost more than the pixels do). The caller's to
 * unref, or NULL. */
static VipsImage *shown_as(VipsImage *image, const Plane *size) {
    double across = (double)size->width / vips_image_get_width(image);
    double down = (double)size->height / vips_image_get_height(image);
    VipsArrayInt *area = NULL;
    VipsInterpolate *bicubic = NULL;
    VipsImage *shown = NULL;
    int status = -1;

    if (across == 1 && down == 1) {
        status = vips_copy(image, &shown, NULL);
    } else if ((bicubic = vips_interpolate_new("bicubic"))) {
        area = vips_array_int_newv(4, 0, 0, size->width, size->height);
        status = vips_affine(image, &shown, across, 0.0, 0.0, down, "interpolate", bicubic,
                             "oarea", area, "idx", 0.5, "idy", 0.5, "odx", -0.5, "ody", -0.5,
                             "extend", VIPS_EXTEND_COPY, NULL);
        vips_area_unref(VIPS_AREA(area));
        g_object_unref(bicubic);
    }
    if (status || cm_evaluate(&shown)) {
        g_clear_object(&shown);
    }
    return shown;
}

double cm_score(const CMReference *reference, VipsImage *image) {
    VipsImage *shown = shown_as(image, &reference->planes[0][0]);
    Plane planes[CHANNELS];
    double score = 0;

    if (!shown) {
        return -1;
    }
    split(shown, planes);
    g_object_unref(shown);
    for (int channel = 0; channel < CHANNELS; channel++) {
        double product = 1;
        for (int scale = 0; scale < SCALES; scale++) {
            double alike = compare(&reference->planes[scale][channel], &planes[channel]);
            product *= pow(fmax(alike, 0.001), scale_weights[scale]);
            if (scale + 1 < SCALES) {
                Plane half = halve(&planes[channel]);
                g_free(planes[channel].samples);
                planes[channel] = half;
            }
        }
        g_free(planes[channel].samples);
        score += channel_weights[channel] * product;
    }
    return score;
}
