/* CMedia.h - pictures, animations, video and sound, seen from Swift.
 *
 * The one door to libvips and FFmpeg. Every function runs on the calling thread until it is done
 * and returns 0, or -1 with *error filled. Media come in and go out as open descriptors, which
 * stay the caller's: inputs are read from their first byte, outputs must be empty, readable and
 * seekable. Loaders and demuxers are named by the caller, who has looked at the bytes; nothing here
 * guesses a type, and a name that is not on this module's own list is CMCauseUnsupported.
 * Times are seconds, sizes are pixels or bytes. */

#ifndef CMEDIA_H
#define CMEDIA_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* Errors */

typedef enum __attribute__((enum_extensibility(closed))) CMStage : int32_t {
    CMStageOpen,
    CMStageDecode,
    CMStageFilter,
    CMStageEncode,
    CMStageWrite
} CMStage;

/* What the caller acts on. */
typedef enum __attribute__((enum_extensibility(closed))) CMCause : int32_t {
    CMCauseUnsupported, /* a type, codec or feature that is not taken */
    CMCauseCorrupt,     /* the input is damaged or cut off */
    CMCauseTooLarge,    /* past CMLimits */
    CMCauseNoMedia,     /* sound in its container, but nothing to show or hear */
    CMCauseCannotFit,   /* no setting tried came under max_bytes */
    CMCauseOutput,      /* the output descriptor could not be written; code is errno */
    CMCauseStopped,     /* the progress callback said so */
    CMCauseInternal     /* anything else: ours to mend */
} CMCause;

typedef struct CMError {
    CMStage stage;
    CMCause cause;
    int32_t code; /* the library's or errno's, 0 if there is none */
    char message[256];
} CMError;

static inline const char *cm_error_message(const CMError *error) { return error->message; }

/* Called at least every 100 ms of work. fraction is 0...1. Return false to stop. */
typedef bool (*CMProgress)(void *_Nullable context, double fraction);

/* Start */

typedef struct CMLimits {
    int64_t max_pixels;  /* of a still picture, or of one frame */
    int64_t max_decoded; /* pixels of all frames of an animation together */
    int32_t max_frames;  /* of an animation */
    int32_t max_side;    /* of a picture, in pixels */
    int32_t max_streams; /* of a video or sound file */
    int64_t max_metadata; /* of a picture, in bytes */
    int32_t threads;     /* of a video decoder and its filters; a picture has one */
    /* Loaders that work only then: their libraries are untrusted, as libvips says. */
    bool allow_svg, allow_jxl, allow_jp2;
} CMLimits;

/* Starts libvips with its cache off, one thread an image, and all loaders but the allowed ones
 * blocked; silences both libraries' printing. Once, before any other call. */
int cm_start(const CMLimits *limits, CMError *error);

const char *cm_vips_version(void);
const char *cm_ffmpeg_version(void);

/* The name of a loader, saver, encoder or filter that the libraries of this machine lack, by its
 * index among those; NULL beyond the last. After cm_start. */
const char *_Nullable cm_missing(int32_t index);

/* Pictures and animations
 *
 * Loaders: "jpeg", "png", "gif", "webp", "heif" (HEIC and AVIF), "tiff" by libvips;
 * "bmp", "apng" by FFmpeg; where CMLimits allows them "svg", "jxl" and "jp2" by libvips.
 * `offset` is where in the descriptor the picture begins. */

typedef enum __attribute__((enum_extensibility(closed))) CMColour : int32_t {
    CMColourGrey,
    CMColourRGB,
    CMColourCMYK,
    CMColourOther
} CMColour;

/* What is wrong with a file but leaves every pixel right. */
typedef enum __attribute__((enum_extensibility(closed))) CMDefect : int32_t {
    CMDefectNone,
    CMDefectStrayBytes, /* that belong to nothing */
    CMDefectHeader,     /* a value without a meaning, which is known all the same */
    CMDefectChecksum    /* of something other than pixels, which is then left out */
} CMDefect;

typedef struct CMImageFacts {
    int32_t width, height; /* as stored; of one frame */
    int32_t frames;
    int32_t bits; /* per channel as decoded: 8, 16, 32 */
    CMColour colour;
    int32_t orientation; /* the Exif value still to be applied, 1...8; 1 where the loader does */
    bool has_alpha;
    bool has_profile; /* an ICC profile is embedded */
    bool is_progressive;
    double duration; /* of all frames; 0 for one frame */
    int32_t plays;   /* 0 for ever */
    CMDefect defect; /* the first one, as far as it is seen without decoding */
} CMImageFacts;

/* Reads the header. Fails with CMCauseTooLarge before any pixel is decoded. After CMCauseCorrupt,
 * a width of more than 0 says that the header can be read though what follows is damaged:
 * CMImageOptions.repair may then make a picture of it. */
int cm_image_probe(int32_t input, int64_t offset, const char *loader, CMImageFacts *facts,
                   CMError *error);

typedef struct CMUnitRectangle {
    double x, y, width, height; /* shares of the picture's sides, from its upper left corner */
} CMUnitRectangle;

/* Where to look for an animation's thumbnail. */
typedef struct CMImageReport {
    bool has_thumbnail;        /* it is an animation of 8-bit RGB */
    int32_t thumbnail_frame;   /* from 0 on; chosen as cm_clip_check chooses */
    CMUnitRectangle thumbnail; /* in that frame, as cm_image_thumbnail has it */
} CMImageReport;

/* Reads the header as cm_image_probe does, and decodes every pixel of every frame, strictly: anything
 * cut off or damaged is CMCauseCorrupt. The thumbnail of an animation is looked for if it is wanted,
 * which takes longer. */
int cm_image_check(int32_t input, int64_t offset, const char *loader, bool wants_thumbnail,
                   CMProgress progress, void *_Nullable context, CMImageFacts *facts,
                   CMImageReport *report, CMError *error);

typedef enum __attribute__((enum_extensibility(closed))) CMFit : int32_t {
    CMFitInside, /* within the box, shape kept */
    CMFitCover,  /* fills the box (or the largest like it that needs no enlarging), cropped */
    CMFitContain /* within the box, padded to it */
} CMFit;

typedef enum __attribute__((enum_extensibility(closed))) CMImageFormat : int32_t {
    CMImageFormatJPEG,
    CMImageFormatPNG,
    CMImageFormatSmaller, /* the smaller of the two; PNG if anything is transparent */
    CMImageFormatGIF
} CMImageFormat;

typedef struct CMImageOptions {
    int32_t max_width, max_height; /* the box; nothing is ever enlarged */
    CMFit fit;
    int32_t orientation; /* the Exif value to apply, 1...8 */
    CMImageFormat format;
    uint32_t background; /* 0xRRGGBB, under what is transparent where the format has no alpha */
    bool is_opaque;      /* the background goes under a PNG, too, and around a contained picture */
    int64_t max_bytes;
    int32_t plays; /* of an animation: 0 for ever, -1 as the loader says */
    bool repair;   /* shows what there is of a damaged still picture, as browsers do */
} CMImageOptions;

typedef struct CMImageResult {
    CMImageFormat format; /* never CMImageFormatSmaller */
    int32_t width, height, frames;
    int32_t encodes; /* how many were made to come under max_bytes */
    int64_t bytes;
    bool profile_ignored; /* a wrong or corrupt ICC profile was taken for sRGB */
    bool repaired;        /* it was damaged, and what could be decoded is shown */
    CMDefect defect;      /* the first one, those seen while decoding among them */
} CMImageResult;

/* The first picture: upright, sRGB, 8 bits, without metadata, under max_bytes. */
int cm_image_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                    const CMImageOptions *options, CMProgress progress, void *_Nullable context,
                    CMImageResult *result, CMError *error);

/* All frames as a GIF: count, timing, loop and transparency kept, under max_bytes. options->plays
 * is the loop count where the loader does not know it ("apng"). */
int cm_animation_render(int32_t input, int64_t offset, const char *loader, int32_t output,
                        const CMImageOptions *options, CMProgress progress,
                        void *_Nullable context, CMImageResult *result, CMError *error);

typedef struct CMFilmOptions {
    uint32_t background; /* 0xRRGGBB, under what is transparent */
    double max_seconds;  /* later frames are left out */
    int32_t max_side;
    double max_frame_rate; /* of more frames some are left out, and those before them stay longer */
    int64_t max_bytes;
} CMFilmOptions;

typedef struct CMClipResult {
    int32_t width, height;
    int64_t frames;
    double duration;
    int64_t bytes;
    int32_t encodes;       /* how many were made to come under max_bytes */
    int64_t decode_errors; /* after the first clean picture or sound */
    double damaged_at;     /* seconds shown of a damaged clip, whose rest was left out; 0: whole */
} CMClipResult;

/* All frames as a silent MP4 that plays once, each for as long as viewers show it, under max_bytes.
 * "gif", "webp", "apng". */
int cm_animation_film(int32_t input, int64_t offset, const char *loader, int32_t output,
                      const CMFilmOptions *options, CMProgress progress, void *_Nullable context,
                      CMClipResult *result, CMError *error);

/* The largest square of an upright picture, or of an animation's first frame, around what draws the
 * eye, or in the middle where nothing does. The same bytes give the same one. */
int cm_image_thumbnail(int32_t input, int64_t offset, const char *loader,
                       CMUnitRectangle *rectangle, CMError *error);

/* Video and sound
 *
 * Demuxers by FFmpeg's names: "mov", "matroska", "avi", "mpeg", "mpegts", "flv", "asf", "ogg",
 * "mxf", "mp3", "wav", "aiff", "flac", "aac", "ac3", "caf", "amr", and elementary streams
 * "mpegvideo". */

typedef struct CMVideoFacts {
    int32_t index; /* of the stream; -1 where there is no video (cover art is none) */
    int32_t width, height;
    int32_t profile, level;          /* FFmpeg's numbers; -99 unknown */
    int32_t bits;                    /* per component */
    int32_t rotation;                /* clockwise degrees to turn for upright: 0, 90, 180, 270 */
    bool is_flipped;                 /* mirrored left-right after the turn */
    bool is_420, has_alpha;          /* subsampling 4:2:0; an alpha plane or channel */
    bool is_interlaced;              /* by its header or by any of the frames looked at */
    bool is_full_range;              /* 0...255 rather than 16...235 */
    bool is_hdr;                     /* PQ or HLG */
    bool is_dolby_only;              /* Dolby Vision in colours that only its decoders know */
    bool is_constant_rate;           /* every picture lasts equally long */
    bool has_skipped;                /* an edit list hides pictures that must be decoded */
    bool starts_clean;               /* its first packet is a key frame */
    double pixel_aspect;             /* width : height of a pixel; 1 where unknown */
    double frame_rate;               /* pictures a second on average, over what was read */
    int32_t busiest_second;          /* most pictures shown within any one second */
    int64_t frames;                  /* packets read */
    double start, end, duration;     /* first shown, last shown until; stated by the container */
    int64_t bytes;                   /* of the packets read */
} CMVideoFacts;

typedef struct CMAudioFacts {
    int32_t index; /* of the stream; -1 where there is no sound */
    int32_t sample_rate, channels, bits;
    int32_t profile; /* FFmpeg's number; -99 unknown */
    double start, end, duration;
    int64_t bytes;
} CMAudioFacts;

typedef struct CMClipFacts {
    CMVideoFacts video;
    CMAudioFacts audio;
    double duration;       /* stated by the container; 0 where it states none */
    int32_t other_streams; /* data, subtitles, attachments, further videos and sounds */
    bool has_cover_art;
    bool has_metadata; /* any tag beyond the muxer's own brand and encoder notes */
    bool has_location; /* one that tells a place */
    bool is_truncated; /* ends before its own index or header says */
    bool read_to_end;  /* else it was longer than the seconds asked for */
    char video_codec[32], video_tag[8], pixel_format[32], audio_codec[32];
    char primaries[32], transfer[32], matrix[32];
} CMClipFacts;

static inline const char *cm_video_codec(const CMClipFacts *facts) { return facts->video_codec; }
static inline const char *cm_video_tag(const CMClipFacts *facts) { return facts->video_tag; }
static inline const char *cm_pixel_format(const CMClipFacts *facts) { return facts->pixel_format; }
static inline const char *cm_audio_codec(const CMClipFacts *facts) { return facts->audio_codec; }
static inline const char *cm_primaries(const CMClipFacts *facts) { return facts->primaries; }
static inline const char *cm_transfer(const CMClipFacts *facts) { return facts->transfer; }
static inline const char *cm_matrix(const CMClipFacts *facts) { return facts->matrix; }

/* Chooses the streams (the default or first video that is no cover art, the default or first
 * sound), and reads the packets of the first `seconds` to say what they are. */
int cm_clip_probe(int32_t input, const char *demuxer, double seconds, CMClipFacts *facts,
                  CMError *error);

typedef struct CMClipReport {
    int64_t frames;         /* pictures decoded */
    int64_t samples;        /* of sound decoded, per channel */
    int64_t errors;         /* decoder complaints after the first clean picture or sound */
    double video_seconds, audio_seconds;
    bool has_thumbnail;        /* it has pictures of 8-bit luma */
    double thumbnail_time;     /* when one of them is shown, rounded up to the millisecond */
    CMUnitRectangle thumbnail; /* in that picture, as cm_image_thumbnail has it */
} CMClipReport;

/* Decodes every packet of the chosen streams to the end of the file, and chooses, where a thumbnail is
 * wanted, a picture that is neither black nor a single colour, neither blurred nor part of a fade: the
 * first if it is good. */
int cm_clip_check(int32_t input, const char *demuxer, bool wants_thumbnail, CMProgress progress,
                  void *_Nullable context, CMClipReport *report, CMError *error);

typedef enum __attribute__((enum_extensibility(closed))) CMContainer : int32_t {
    CMContainerMP4, /* `moov` first */
    CMContainerM4A, /* the same, with the brand of sound alone */
    CMContainerMP3, /* with a right Xing/Info header, no ID3 */
    CMContainerWAV,
    CMContainerAIFF,
    CMContainerCAF
} CMContainer;

typedef enum __attribute__((enum_extensibility(closed))) CMTrack : int32_t {
    CMTrackDrop,
    CMTrackCopy,  /* packets as they are */
    CMTrackEncode /* H.264 and AAC; in a CAF 16-bit PCM, or IMA4 where that is too large */
} CMTrack;

typedef struct CMClipOptions {
    CMContainer container;
    CMTrack video, audio;
    double start, max_seconds; /* shown from `start` on, for at most so long */
    int32_t max_side;          /* of the picture; smaller ones stay as they are */
    double max_frame_rate;
    int64_t max_bytes;
    double loudness; /* of encoded sound, in LUFS; 0 leaves it as it is */
    bool repair; /* ends before the first damage, if that leaves a second or more */
} CMClipOptions;

/* The picture, from `start` on for at most so many seconds, as a GIF: upright, timing kept to the
 * hundredth, under options->max_bytes. It is shown options->plays times. */
int cm_clip_animate(int32_t input, const char *demuxer, int32_t output, double start,
                    double seconds, const CMImageOptions *options, CMProgress progress,
                    void *_Nullable context, CMImageResult *result, CMError *error);

/* Whether nothing can be heard of the chosen sound in its first `seconds`, or there is none. A sound
 * that cannot be decoded is none of silence. */
int cm_clip_is_silent(int32_t input, const char *demuxer, double seconds, CMProgress progress,
                      void *_Nullable context, bool *is_silent, CMError *error);

/* Renders the chosen streams into a container without metadata. A copy that does not come under
 * max_bytes is CMCauseCannotFit; an encode is planned to fit, measured, and made again smaller at
 * most twice. Damage after the first clean picture or sound is CMCauseCorrupt, unless it is to be
 * repaired; what is copied is not looked at for damage. */
int cm_clip_render(int32_t input, const char *demuxer, int32_t output,
                   const CMClipOptions *options, CMProgress progress, void *_Nullable context,
                   CMClipResult *result, CMError *error);

#pragma clang assume_nonnull end

#endif
