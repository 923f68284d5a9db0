/* parameter_sets.c - H.264 that carries its parameters among the pictures, made ordinary. */

#include "parameter_sets.h"

#include <string.h>

#include "clip.h"

static int fail(CMError *error, int status) {
    return cm_fail_av(error, CMStageOpen, CMCauseInternal, status, "parameter sets");
}

static bool has_start_codes(const AVCodecParameters *parameters) {
    return parameters->extradata_size < 1 || parameters->extradata[0] != 1;
}

int cm_open_parameter_sets(CMParameterSets *sets, const CMTrackNotes *track, CMError *error) {
    const AVCodecParameters *parameters = track->parameters;
    const char *filters = "h264_mp4toannexb,extract_extradata=remove=1";
    int status;

    *sets = (CMParameterSets){0};
    if (has_start_codes(parameters)) {
        filters = "extract_extradata=remove=1";
    } else if (parameters->codec_tag != MKTAG('a', 'v', 'c', '3')) {
        return 0;
    }
    status = av_bsf_list_parse_str(filters, &sets->filter);
    if (status >= 0) {
        status = avcodec_parameters_copy(sets->filter->par_in, parameters);
    }
    if (status >= 0) {
        sets->filter->time_base_in = track->time_base;
        status = av_bsf_init(sets->filter);
    }
    return status < 0 ? fail(error, status) : 0;
}

void cm_close_parameter_sets(CMParameterSets *sets) {
    av_bsf_free(&sets->filter);
}

int cm_gather_parameter_sets(CMParameterSets *sets, AVPacket *packet, CMReel *reel,
                             CMError *error) {
    const AVCodecParameters *parameters = reel->parameters;
    const uint8_t *found;
    size_t size = 0;
    int status;

    if (sets->filter) {
        status = av_bsf_send_packet(sets->filter, packet);
        if (status >= 0) {
            status = av_bsf_receive_packet(sets->filter, packet);
        }
        if (status < 0) {
            return cm_unfit(error, "pictures that cannot be taken apart");
        }
    }
    found = av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size);
    if (!found) {
        return 0;
    }
    if (sets->filter && !sets->is_known) {
        sets->is_known = true;
        return cm_reel_set_extradata(reel, found, size, error);
    }
    if (size != (size_t)parameters->extradata_size ||
        memcmp(found, parameters->extradata, size) != 0) {
        return cm_unfit(error, "the picture's parameters change on the way");
    }
    return 0;
}
