/* complaint.h - what libvips logs, kept from the terminal and counted. */

#ifndef CMEDIA_COMPLAINT_H
#define CMEDIA_COMPLAINT_H

#include <stdint.h>

/* libvips says how often libjpeg complained about a picture only in its log, when the picture is
 * closed; and a damaged JPEG is nothing but a number of complaints. */
typedef struct CMComplaints {
    int64_t count;
    char first[160]; /* the text of the first one */
} CMComplaints;

/* Takes over libvips' log. Once. */
void cm_complaints_catch(void);

/* Forgets what was logged on this thread. */
void cm_complaints_forget(void);

/* What was logged on this thread since. */
const CMComplaints *cm_complaints(void);

#endif
