/* mp3.c - the frames of MPEG layer 3, as far as cutting between them needs to know. */

#include "mp3.h"

#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavutil/intreadwrite.h>

enum { CM_HEADER = 4, CM_CRC = 2, CM_MOST_RATES = 14 /* the indices between free format and none */ };

/* Kilobits a second of layer 3 by index (ISO 11172-3, 2.4.2.3; ISO 13818-3, 2.4.2.3). */
static const int CM_BIT_RATES[2][CM_MOST_RATES + 1] = {
    {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
    {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
};

static const int CM_SAMPLE_RATES[3] = {44100, 48000, 32000};

static int version_of(uint32_t header) { return header >> 19 & 3; } /* 3: 1; 2: 2; 0: 2.5 */

static int rate_index_of(uint32_t header) { return header >> 12 & 15; }

static bool is_mono(uint32_t header) { return (header >> 6 & 3) == 3; }

static bool is_layer_3(uint32_t header) {
    int rate = rate_index_of(header);

    return header >> 21 == 0x7ff && version_of(header) != 1 && (header >> 17 & 3) == 1 &&
           rate > 0 && rate <= CM_MOST_RATES && (header >> 10 & 3) != 3;
}

static int side_bytes(uint32_t header) {
    bool is_first_version = version_of(header) == 3;

    if (is_mono(header)) {
        return is_first_version ? 17 : 9;
    }
    return is_first_version ? 32 : 17;
}

/* Without the byte of padding. */
static int frame_bytes(uint32_t header) {
    bool is_lsf = version_of(header) != 3;
    int halvings = version_of(header) == 3 ? 0 : version_of(header) == 2 ? 1 : 2;
    int rate = CM_SAMPLE_RATES[header >> 10 & 3] >> halvings;

    return (is_lsf ? 72 : 144) * 1000 * CM_BIT_RATES[is_lsf][rate_index_of(header)] / rate;
}

/* Where Xing and Info stand if there are no side data before them but zeros; VBRI has its own place. */
static bool tells_length(const AVPacket *packet, int side) {
    const uint8_t *data = packet->data;
    int xing = CM_HEADER + side, vbri = CM_HEADER + 32;

    return (packet->size >= xing + 4 &&
            (memcmp(data + xing, "Xing", 4) == 0 || memcmp(data + xing, "Info", 4) == 0)) ||
           (packet->size >= vbri + 4 && memcmp(data + vbri, "VBRI", 4) == 0);
}

bool cm_mp3_parse(const AVPacket *packet, CMMP3Frame *frame) {
    uint32_t header = packet->size >= CM_HEADER ? AV_RB32(packet->data) : 0;
    int side, begin;

    if (!is_layer_3(header)) {
        return false;
    }
    side = side_bytes(header);
    begin = CM_HEADER + (header >> 16 & 1 ? 0 : CM_CRC);
    if (packet->size < begin + side) {
        return false;
    }
    *frame = (CMMP3Frame){
        .header = header,
        .is_lsf = version_of(header) != 3,
        .main_data = begin + side,
        .reach = packet->data[begin],
        .tells_length = tells_length(packet, side),
    };
    if (!frame->is_lsf) {
        frame->reach = frame->reach << 1 | packet->data[begin + 1] >> 7;
    }
    return true;
}

void cm_reservoir_pass(CMReservoir *reservoir, const CMMP3Frame *frame, const AVPacket *packet) {
    int count = FFMIN(packet->size - frame->main_data, CM_MP3_MOST_REACH);
    int kept = FFMIN(reservoir->count, CM_MP3_MOST_REACH - count);

    memmove(reservoir->bytes, reservoir->bytes + reservoir->count - kept, kept);
    memcpy(reservoir->bytes + kept, packet->data + packet->size - count, count);
    reservoir->count = kept + count;
}

/* The header of a frame like that one with room for so many bytes of main data; 0 if none has it. The
 * bit rate is kept where it suffices, so that a file of one bit rate stays one. */
static uint32_t header_with_room(uint32_t model, int bytes) {
    uint32_t plain = (model | 1 << 16) & ~(uint32_t)(0xf << 12 | 1 << 9 | 3 << 4);

    for (uint32_t rate = rate_index_of(model); rate <= CM_MOST_RATES; rate++) {
        uint32_t header = plain | rate << 12;

        if (frame_bytes(header) >= CM_HEADER + side_bytes(header) + bytes) {
            return header;
        }
    }
    return 0;
}

int cm_mp3_silent_frame(const CMReservoir *reservoir, const CMMP3Frame *frame, AVPacket *packet,
                        CMError *error) {
    int reach = FFMIN(frame->reach, reservoir->count);
    uint32_t header = header_with_room(frame->header, reach);
    int size = header ? frame_bytes(header) : 0;

    if (size == 0 || av_new_packet(packet, size) < 0) {
        return cm_fail(error, CMStageWrite, CMCauseInternal, 0, "no silent MP3 frame");
    }
    memset(packet->data, 0, size);
    AV_WB32(packet->data, header);
    memcpy(packet->data + size - reach, reservoir->bytes + reservoir->count - reach, reach);
    packet->flags = AV_PKT_FLAG_KEY;
    return 0;
}
