/* tone.c - see tone.h.
 *
 * 1. The numbers become light: candela a square metre, or nits (SMPTE ST 2084; BT.2100 HLG for a
 *    screen of 1000 nits). White is at 203 nits, as BT.2408 has it.
 *        PQ   0.00  0.25   0.50   0.58  0.75   1.00      HLG  0.25   0.50   0.75   1.00
 *        nits 0     5.2   92.2  201.7   983   10000      nits 9.6   50.7  203.1   1000
 * 2. It goes through the curve of BT.2390 (5.4.1). Taking the largest channel through it, with the
 *    others in their relation to it, keeps hues but makes bright ones glare; taking each channel by
 *    itself lets them go pale; so it is the mean of both. Dark and middle tones stay as they are.
 *    From a picture of 1000 nits:
 *        nits in    10    50    95   203   400   1000
 *        nits out   10    50    95   159   194    203
 *        sRGB       63   136   182   229   250    255
 * 3. What is left is expressed in sRGB's primaries. Colours outside are cut off, as a profile does
 *    it. */

#include "tone.h"

#include <math.h>
#include <string.h>

#define WHITE 203.0

/* More is seldom graded for and hardly seen; the curve would darken everything for it. */
#define MOST_PEAK 1000.0

/* What is as bright as that has 250 of 255, where something may be brighter. */
#define OPEN_WHITE 195.0

/* Of PQ. */
#define MOST_NITS 10000.0

/* Tables are by the square root, so that they are fine where the eye is. */
#define STEPS 4096

typedef struct Tone {
    float *light;            /* of each number */
    float matrix[3][3];      /* to sRGB's primaries */
    bool is_hlg;
    float gain[STEPS + 2];   /* by the square root of nits, up to MOST_NITS */
    float shade[STEPS + 2];  /* sRGB from 0 to 255, by the square root of light up to WHITE */
} Tone;

/* From BT.2020 and P3 (D65) to BT.709: the matrices that follow from their primaries. */
static const float from_2020[3][3] = {{1.660491f, -0.587641f, -0.072850f},
                                      {-0.124550f, 1.132900f, -0.008349f},
                                      {-0.018151f, -0.100579f, 1.118730f}};
static const float from_p3[3][3] = {{1.224940f, -0.224940f, 0.0f},
                                    {-0.042057f, 1.042057f, 0.0f},
                                    {-0.019638f, -0.078636f, 1.098274f}};
static const float from_709[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static double pq_to_nits(double value) {
    double power = pow(value, 32.0 / 2523);
    double ratio = fmax(power - 107.0 / 128, 0) / (2413.0 / 128 - 2392.0 / 128 * power);

    return MOST_NITS * pow(ratio, 16384.0 / 2610);
}

static double nits_to_pq(double nits) {
    double power = pow(nits / MOST_NITS, 2610.0 / 16384);

    return pow((107.0 / 128 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32);
}

/* Light of the scene, from 0 to 1. */
static double hlg_to_scene(double value) {
    return value <= 0.5 ? value * value / 3
                        : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

static double srgb_to_light(double value) {
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double light_to_srgb(double light) {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

static double light_of(double value, CMCoding coding) {
    if (coding.gamma > 0) {
        return WHITE * pow(value, 1 / coding.gamma);
    }
    switch (coding.transfer) {
    case CMTransferPQ:
        return pq_to_nits(value);
    case CMTransferHLG:
        return hlg_to_scene(value);
    case CMTransferGamma22:
        return WHITE * pow(value, 2.2);
    case CMTransferGamma28:
        return WHITE * pow(value, 2.8);
    case CMTransferLinear:
        return WHITE * value;
    default:
        return WHITE * srgb_to_light(value);
    }
}

/* BT.2390's curve: a picture of so many nits for a screen of `white`. */
static double compress(double nits, double peak, double white) {
    double most = nits_to_pq(peak), target = nits_to_pq(white) / most;
    double knee = 1.5 * target - 0.5, value = fmin(nits_to_pq(nits) / most, 1);

    if (value <= knee) {
        return nits;
    }
    double t = (value - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
    return pq_to_nits(most * ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) +
                              (3 * t2 - 2 * t3) * target));
}

static float look_up(const float *table, float share) {
    float at = sqrtf(share < 1 ? share : 1) * STEPS;
    int step = (int)at;

    return table[step] + (at - (float)step) * (table[step + 1] - table[step]);
}

static void prepare(Tone *tone, CMCoding coding, size_t numbers) {
    const float(*matrix)[3] = from_709;

    switch (coding.primaries) {
    case CMPrimaries2020:
        matrix = from_2020;
        break;
    case CMPrimariesUnspecified:
        matrix = cm_coding_is_hdr(coding) ? from_2020 : from_709;
        break;
    case CMPrimariesDCI:
    case CMPrimariesP3:
        matrix = from_p3;
        break;
    default:
        break;
    }
    memcpy(tone->matrix, matrix, sizeof tone->matrix);
    tone->is_hlg = coding.transfer == CMTransferHLG;
    for (size_t i = 0; i < numbers; i++) {
        tone->light[i] = (float)light_of((double)i / (double)(numbers - 1), coding);
    }
    for (int i = 0; i < STEPS + 2; i++) {
        double root = (double)i / STEPS;
        tone->gain[i] = 1;
        tone->shade[i] = (float)(255 * light_to_srgb(fmin(root * root, 1)));
    }
}

/* The curve for a picture of so many nits. */
static void bend(Tone *tone, double peak) {
    for (int i = 1; i < STEPS + 2; i++) {
        double root = (double)i / STEPS, nits = root * root * MOST_NITS;
        tone->gain[i] = (float)(compress(nits, peak, WHITE) / nits);
    }
}

/* The curve for pictures of MOST_PEAK, beyond which some of them may go: what is there shares the
 * rest of the white by its number. */
static void bend_openly(Tone *tone) {
    double known = nits_to_pq(MOST_PEAK);

    for (int i = 1; i < STEPS + 2; i++) {
        double root = (double)i / STEPS, nits = root * root * MOST_NITS;
        double beyond = fmax(nits_to_pq(nits) - known, 0) / (1 - known);
        double shown = compress(nits, MOST_PEAK, OPEN_WHITE) + beyond * (WHITE - OPEN_WHITE);
        tone->gain[i] = (float)(shown / nits);
    }
}

/* Light in sRGB's primaries. */
static void to_srgb_primaries(const Tone *tone, const float in[3], float out[3]) {
    for (int i = 0; i < 3; i++) {
        const float *row = tone->matrix[i];
        out[i] = row[0] * in[0] + row[1] * in[1] + row[2] * in[2];
    }
}

/* The numbers of a picture, of either size. */
typedef struct Samples {
    const void *numbers;
    bool is_wide;
    int bands;
    size_t count; /* of pixels */
} Samples;

/* In the primaries of the picture. */
static void read_light(const Tone *tone, const Samples *samples, size_t pixel, float light[3]) {
    for (int i = 0; i < 3; i++) {
        size_t at = pixel * (size_t)samples->bands + (size_t)(samples->bands == 1 ? 0 : i);
        light[i] = tone->light[samples->is_wide ? ((const uint16_t *)samples->numbers)[at]
                                             : ((const uint8_t *)samples->numbers)[at]];
    }
    if (tone->is_hlg) {
        /* The system gamma of 1.2 is for luminance, so that hues stay. */
        float bright = 0.2627f * light[0] + 0.6780f * light[1] + 0.0593f * light[2];
        float scale = 1000 * powf(bright, 0.2f);
        for (int i = 0; i < 3; i++) {
            light[i] *= scale;
        }
    }
}

/* The largest channel of a pixel that sRGB would have. */
static float most_of(const Tone *tone, const float light[3]) {
    float seen[3];

    to_srgb_primaries(tone, light, seen);
    return fmaxf(0, fmaxf(seen[0], fmaxf(seen[1], seen[2])));
}

/* How bright the picture gets but for a thousandth of it: a glint or noise does not darken it. */
static double peak_of(const Tone *tone, const Samples *samples) {
    size_t counts[STEPS + 1] = {0}, above = 0;
    float light[3];
    int step = STEPS;

    for (size_t i = 0; i < samples->count; i++) {
        read_light(tone, samples, i, light);
        float share = most_of(tone, light) / (float)MOST_NITS;
        counts[(int)(sqrtf(share < 1 ? share : 1) * STEPS)]++;
    }
    while (step > 0 && (above += counts[step]) <= samples->count / 1000) {
        step--;
    }
    double root = (double)(step + 1) / STEPS;
    return fmax(WHITE, fmin(root * root * MOST_NITS, MOST_PEAK));
}

/* A pixel's sRGB, from 0 to 255. */
static void show(const Tone *tone, const Samples *samples, size_t pixel, float shown[3]) {
    float light[3], seen[3], whole;

    read_light(tone, samples, pixel, light);
    whole = look_up(tone->gain, most_of(tone, light) / (float)MOST_NITS);
    for (int i = 0; i < 3; i++) {
        light[i] *= (whole + look_up(tone->gain, light[i] / (float)MOST_NITS)) / 2;
    }
    to_srgb_primaries(tone, light, seen);
    for (int i = 0; i < 3; i++) {
        shown[i] = look_up(tone->shade, fmaxf(seen[i], 0) / (float)WHITE);
    }
}

static void draw(const Tone *tone, const Samples *samples, uint8_t *pixels) {
    float shown[3];

    for (size_t pixel = 0; pixel < samples->count; pixel++, pixels += 3) {
        show(tone, samples, pixel, shown);
        for (int i = 0; i < 3; i++) {
            pixels[i] = (uint8_t)(shown[i] + 0.5f);
        }
    }
}

int cm_tone_to_srgb(VipsImage *in, CMCoding coding, VipsImage **out) {
    Samples samples = {.is_wide = vips_image_get_format(in) == VIPS_FORMAT_USHORT,
                       .bands = vips_image_get_bands(in)};
    size_t numbers = samples.is_wide ? 65536 : 256, size = 0;
    VipsImage *made = NULL;
    Tone *tone = g_new0(Tone, 1);
    void *stored = vips_image_write_to_memory(in, &size);
    int status = -1;

    *out = NULL;
    if (!stored) {
        goto end;
    }
    made = vips_image_new_memory();
    vips_image_init_fields(made, vips_image_get_width(in), vips_image_get_height(in), 3,
                           VIPS_FORMAT_UCHAR, VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1, 1);
    if (vips_image_write_prepare(made)) {
        goto end;
    }
    samples.numbers = stored;
    samples.count = VIPS_IMAGE_N_PELS(in);
    tone->light = g_new(float, numbers);
    prepare(tone, coding, numbers);
    if (cm_coding_is_hdr(coding)) {
        bend(tone, peak_of(tone, &samples));
    }
    draw(tone, &samples, VIPS_IMAGE_ADDR(made, 0, 0));
    *out = made;
    made = NULL;
    status = 0;

end:
    g_clear_object(&made);
    g_free(stored);
    g_free(tone->light);
    g_free(tone);
    return status;
}

void cm_tone_table(CMCoding coding, int level, uint16_t *pixels, size_t stride) {
    size_t steps = (size_t)level * level, side = steps * level;
    Tone *tone = g_new0(Tone, 1);
    float shown[3];

    tone->light = g_new(float, steps);
    prepare(tone, coding, steps);
    if (tone->is_hlg) {
        bend(tone, MOST_PEAK); /* which is all that there is */
    } else {
        bend_openly(tone); /* whatever the metadata say: they are copied from video to video */
    }
    for (size_t i = 0; i < side * side; i++) {
        uint16_t colour[3] = {i % steps, i / steps % steps, i / (steps * steps)};
        Samples samples = {.numbers = colour, .is_wide = true, .bands = 3, .count = 1};

        show(tone, &samples, 0, shown);
        for (size_t j = 0; j < 3; j++) {
            pixels[i / side * stride + i % side * 3 + j] = (uint16_t)(shown[j] * 257 + 0.5f);
        }
    }
    g_free(tone->light);
    g_free(tone);
}
