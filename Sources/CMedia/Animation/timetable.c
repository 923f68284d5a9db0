/* timetable.c - see timetable.h. */

#include "timetable.h"

#include <math.h>
#include <stdbool.h>

#include <glib.h>

/* Viewers slow these down: milliseconds, and to what. */
enum { IGNORED_DELAY = 10, USUAL_DELAY = 100 };

/* The highest rate divided evenly is fluent if so much of it is left; else the excess is spread. */
#define FLUENT 0.8

/* Frames: with those of a second at the highest rate, one more than that at most. */
#define MOST_ROOM 1.9

static void fill(CMTimetable *table, const int *delays, int32_t count, int64_t end) {
    int64_t time = 0;

    for (int32_t i = 0; i < count && time < end; i++) {
        table->frames[i] = i;
        table->times[i] = time;
        table->count = i + 1;
        time += delays[i] > IGNORED_DELAY ? delays[i] : USUAL_DELAY;
    }
    table->times[table->count] = MIN(time, end);
}

static void find_step(CMTimetable *table) {
    table->step = table->times[1];
    for (int32_t i = 0; i < table->count; i++) {
        if (table->times[i + 1] - table->times[i] != table->step) {
            table->step = 0;
        }
    }
}

/* Most frames that begin within any one second. */
static int32_t busiest_second(const CMTimetable *table) {
    int32_t most = 0;

    for (int32_t last = 0, first = 0; last < table->count; last++) {
        while (table->times[last] - table->times[first] >= 1000) {
            first++;
        }
        most = MAX(most, last - first + 1);
    }
    return most;
}

static bool is_over(const CMTimetable *table, double rate) {
    return table->count * 1000.0 > rate * (double)table->times[table->count];
}

/* A frame goes; the one before it stays until the next one. */
static void drop(CMTimetable *table, int32_t number) {
    for (int32_t i = number; i < table->count; i++) {
        table->frames[i] = i + 1 < table->count ? table->frames[i + 1] : 0;
        table->times[i] = table->times[i + 1];
    }
    table->count--;
}

/* Whether every so many frames are few enough and still fluent; else 0. */
static int32_t even_parts(const CMTimetable *table, double rate) {
    double step = (double)table->step, parts = step > 0 ? ceil(1000 / (rate * step)) : 0;

    return parts > 0 && 1000 / (step * parts) >= FLUENT * rate ? (int32_t)parts : 0;
}

/* Keeps the first of every so many frames; or else a frame that there is still room for: room grows
 * with time, at the rate, but not to much more than one frame.
 *     50 a second, 30 allowed    0 40 80 120                  every second one
 *     33 a second, 30 allowed    0 30 ... 270 330 ... 570 630  one in ten goes */
static void thin(CMTimetable *table, double rate) {
    int32_t parts = even_parts(table, rate), kept = 0;
    double room = MOST_ROOM;
    int64_t before = 0;

    for (int32_t i = 0; i < table->count; i++) {
        room = MIN(room + (double)(table->times[i] - before) * rate / 1000, MOST_ROOM);
        before = table->times[i];
        if (parts > 0 ? i % parts == 0 : room >= 1) {
            room -= 1;
            table->frames[kept] = table->frames[i];
            table->times[kept++] = table->times[i];
        }
    }
    table->times[kept] = table->times[table->count];
    table->count = kept;
}

/* For the room that there was at the beginning: what is shown shortest goes. */
static void drop_shortest(CMTimetable *table) {
    int32_t shortest = 1;

    for (int32_t i = 1; i < table->count; i++) {
        if (table->times[i + 1] - table->times[i] <
            table->times[shortest + 1] - table->times[shortest]) {
            shortest = i;
        }
    }
    drop(table, shortest);
}

void cm_timetable_init(CMTimetable *table, const int *delays, int32_t count, double seconds,
                       double rate) {
    *table = (CMTimetable){.frames = g_new0(int32_t, count), .times = g_new0(int64_t, count + 1)};
    fill(table, delays, count, llrint(seconds * 1000));
    find_step(table);
    /* Rounded to milliseconds, a second of the highest rate may hold one more. */
    if (is_over(table, rate) || busiest_second(table) > rate + 1) {
        thin(table, rate);
        while (table->count > 1 && is_over(table, rate)) {
            drop_shortest(table);
        }
    }
    table->times[table->count] = MAX(table->times[table->count], (int64_t)ceil(1000 / rate));
    find_step(table);
}

void cm_timetable_free(CMTimetable *table) {
    g_free(table->frames);
    g_free(table->times);
    *table = (CMTimetable){0};
}
