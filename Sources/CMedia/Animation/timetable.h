/* timetable.h - which frames of an animation are shown in a video, and when. */

#ifndef CMEDIA_TIMETABLE_H
#define CMEDIA_TIMETABLE_H

#include <stdint.h>

typedef struct CMTimetable {
    int32_t *frames; /* their numbers in the animation */
    int64_t *times;  /* when each begins, in milliseconds; one more says when the last one ends */
    int32_t count;
    int64_t step; /* each lasts so long; 0 where they differ */
} CMTimetable;

/* Of `count` frames with their delays in milliseconds, as viewers play them. Frames from `seconds` on
 * are left out, and as many as are beyond `rate` in a second; those that stay keep their times. Free
 * it. */
void cm_timetable_init(CMTimetable *table, const int *delays, int32_t count, double seconds,
                       double rate);
void cm_timetable_free(CMTimetable *table);

#endif
