/* allowed.c - the demuxers and decoders that may run at all.
 *
 * Lists of what real cameras, recorders and editors write, rather than of what is known to be
 * dangerous: FFmpeg has some 500 decoders, and a bug in one that nobody needs (MagicYUV, 2026) is
 * reached by merely naming it in a file. */

#include "allowed.h"

#include <libavcodec/avcodec.h>
#include <libavutil/avstring.h>

#include "io.h"

const char cm_allowed_demuxers[] = "mov,matroska,avi,mpeg,mpegts,mpegvideo,flv,asf,ogg,mxf,"
                                   "mp3,wav,aiff,flac,aac,ac3,caf,amr,bmp_pipe,apng";

const char cm_allowed_decoders[] =
    /* Cameras, phones, the web */
    "h264,hevc,libdav1d,vp8,vp9,libvpx,libvpx-vp9,mpeg1video,mpeg2video,mpeg4,h263,h263p,mjpeg,"
    "theora,"
    /* Windows and Flash */
    "msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1,flv,vp6f,"
    /* Editing */
    "prores,dnxhd,dvvideo,rawvideo,v210,"
    /* QuickTime, and pictures in it */
    "qtrle,cinepak,svq1,svq3,png,apng,bmp,"
    /* Sound */
    "aac,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,ac3,eac3,dca,alac,flac,vorbis,opus,"
    "libopus,speex,libspeex,amrnb,amrwb,wmav1,wmav2,wmapro,wmavoice,wmalossless,gsm,gsm_ms,"
    "nellymoser,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,adpcm_swf,adpcm_yamaha,"
    "pcm_s8,pcm_u8,pcm_alaw,pcm_mulaw,pcm_s16le,pcm_s16be,pcm_u16le,pcm_u16be,"
    "pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_u24le,pcm_u24be,pcm_u32le,pcm_u32be,"
    "pcm_f16le,pcm_f24le,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_bluray,pcm_dvd";

const AVCodec *cm_allowed_decoder(enum AVCodecID id) {
    const AVCodec *codec = avcodec_find_decoder(id);

    if (!codec || !av_match_name(codec->name, cm_allowed_decoders)) {
        return NULL;
    }
    return codec;
}
