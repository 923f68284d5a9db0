/* allowed.h - the demuxers and decoders that may run at all. */

#ifndef CMEDIA_ALLOWED_H
#define CMEDIA_ALLOWED_H

/* Comma-separated names, as FFmpeg's own whitelists take them. */
extern const char cm_allowed_demuxers[];
extern const char cm_allowed_decoders[];

#endif
