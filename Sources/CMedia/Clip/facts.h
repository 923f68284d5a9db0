/* facts.h - what the headers of a clip say. */

#ifndef CMEDIA_FACTS_H
#define CMEDIA_FACTS_H

#include "survey.h"

/* Names, sizes and colours of the chosen streams, from their parameters. */
void cm_describe_streams(AVFormatContext *context, CMSurvey *survey);

/* Tags, places and cover art, of the chosen streams and of all others. */
void cm_describe_metadata(const AVFormatContext *context, CMClipFacts *facts);

/* Rates and times of the packets that lie within so many seconds. */
void cm_describe_timing(const AVFormatContext *context, double seconds, CMSurvey *survey);

#endif
