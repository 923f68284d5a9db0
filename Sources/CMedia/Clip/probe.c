/* probe.c - what a clip is, from its headers and the packets of its first seconds. */

#include "survey.h"

int cm_clip_probe(int32_t input, const char *demuxer, double seconds, CMClipFacts *facts,
                  CMError *error) {
    CMSurvey survey;
    int status;

    error->message[0] = '\0';
    status = cm_survey_input(input, demuxer, seconds, NULL, &survey, error);
    *facts = survey.facts;
    cm_survey_free(&survey);
    return status;
}
