/* complaint.c - see complaint.h. */

#include "complaint.h"

#include <stdio.h>
#include <string.h>

#include <glib.h>

/* Pictures are closed on the thread of their job, and jobs of several threads must not mix. */
static _Thread_local CMComplaints complaints;

/* A picture with complaints logs two lines: "read gave 12 warnings", and the first one's text. */
static void take_line(const char *domain, GLogLevelFlags level, const char *line, void *unused) {
    long count = 0;

    (void)domain;
    (void)level;
    (void)unused;
    if (sscanf(line, "read gave %ld warning", &count) == 1) {
        complaints.count += count;
    } else if (complaints.count && !complaints.first[0]) {
        snprintf(complaints.first, sizeof complaints.first, "%s", line);
    }
}

void cm_complaints_catch(void) {
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, take_line, NULL);
}

void cm_complaints_forget(void) {
    memset(&complaints, 0, sizeof complaints);
}

const CMComplaints *cm_complaints(void) {
    return &complaints;
}
