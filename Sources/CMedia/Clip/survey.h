/* survey.h - what a clip holds, learnt from its packets without decoding them. */

#ifndef CMEDIA_SURVEY_H
#define CMEDIA_SURVEY_H

#include "io.h"

/* One packet, in the time base of its stream. */
typedef struct CMPacketNote {
    int64_t pts, dts, duration; /* AV_NOPTS_VALUE, 0 where unknown */
    int32_t size;
    int32_t flags;            /* AV_PKT_FLAG_... */
    int32_t skipped, padding; /* samples not meant to be heard, from its start on and at its end */
} CMPacketNote;

/* The packets of one stream, in the order of decoding. */
typedef struct CMTrackNotes {
    int index; /* of the stream; -1: none is chosen */
    AVRational time_base;
    AVCodecParameters *parameters; /* NULL: none is chosen */
    CMPacketNote *packets;
    size_t count, capacity;
} CMTrackNotes;

typedef struct CMSurvey {
    CMClipFacts facts;
    CMTrackNotes video, audio;
    AVRational frame_rate;      /* constant, or meant by most pictures; 0/1 where there is none */
    bool is_interlaced_flagged; /* pictures say themselves that they are interlaced */
    double missing_from; /* seconds after the first picture or sound; INFINITY: nothing is */
} CMSurvey;

/* Chooses the streams and reads the packets of the first `seconds` (of each chosen stream). */
int cm_survey(AVFormatContext *context, double seconds, CMWatch *watch, CMSurvey *survey,
              CMError *error);
void cm_survey_free(CMSurvey *survey);

/* The same for a descriptor. */
int cm_survey_input(int32_t input, const char *demuxer, double seconds, CMWatch *watch,
                    CMSurvey *survey, CMError *error);

/* Samples of a packet that are not meant to be heard, as its container says: from its start on, into
 * the next packets if there are more than it has, and at its end. */
void cm_hidden_samples(const AVPacket *packet, int32_t *skipped, int32_t *padding);

#endif
