/* How far planning is, on a terminal: a line that is written over, on standard error, after
 * half a second, and is gone at the end. Nothing is shown where there is no terminal. */
#pragma once

#include "sim/base/time_limit.h"

#include <stddef.h>

struct rd_planning_progress {
    struct rd_watcher watcher; /* for the limits under which is planned */
    const char *algorithm;     /* that plans */
    double start_s, within_s;  /* since when, and for how long; INFINITY: until it is done */
    size_t done_count, count;  /* of the runs */
    bool is_shown;
};

/* Nothing is shown yet. In: about, the instance that is planned for; start_s, a date of rd_now_s;
 * how many runs there are; within_s, 0 for no limit. */
struct rd_planning_progress rd_planning_progress_open(const void *about, double start_s,
                                                      double within_s, size_t count);

/* Its watcher; NULL where there is no terminal to show it on. */
struct rd_watcher *rd_planning_progress_watcher(struct rd_planning_progress *progress);

/* The next run plans. In: its algorithm. */
void rd_planning_progress_next(struct rd_planning_progress *progress, const char *algorithm);

/* Clears what is shown, for something else, or for good. */
void rd_planning_progress_clear(struct rd_planning_progress *progress);
