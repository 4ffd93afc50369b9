/* When planning is to come to an end: by a date, or because somebody asks for it. Whoever works in
 * steps asks between them (guard.h: rd_time_is_up) and ends with the best that it has; whoever does
 * not is cut off a little later. Without a date, and with nobody who watches, nothing here reads a
 * clock. */
#pragma once

#include <stdbool.h>

/* Who watches planning that lasts. */
struct rd_watcher {
    void (*show)(struct rd_watcher *watcher, double now_s); /* the date of rd_now_s */
    double next_s;     /* date from which on it is shown; `show` says when it is shown again */
    const void *about; /* the instance whose plans count */
    double best_s;     /* the shortest plan that was told; INFINITY: none */
};

struct rd_time_limit {
    double end_s;     /* date of rd_now_s from which on it is to end; INFINITY: never */
    double cut_s;     /* date from which on it is cut off; INFINITY: never */
    double last_s;    /* date by which all is to be done that it is a share of; INFINITY: none */
    const int *asked; /* NULL, or where a handler of signals writes something else than 0 for an end
                         at once: it is cut off after a moment of grace */
    struct rd_watcher *watcher; /* shown now and then to whoever asks whether time is up; NULL */
    bool is_heard;              /* that it was asked for */
    bool is_told; /* somebody was told that it is over, and has less than it would have */
};

/* Nothing ends it. */
struct rd_time_limit rd_time_limit_none(void);

/* Within so many seconds from now: over after `part` of them, cut off at their end. */
struct rd_time_limit rd_time_limit_within(double seconds, double part, const int *asked);

/* For one of several tasks under a limit: a share, 0 to 1, of what is left. NULL: no limit. */
struct rd_time_limit rd_time_limit_share(const struct rd_time_limit *whole, double share);

/* Ends so many seconds later than it would. NULL: no limit. */
void rd_time_limit_put_off(struct rd_time_limit *limit, double seconds);

/* Tells whoever watches of a plan that was found. In: about, its instance. O(1). */
void rd_time_limit_tell(const struct rd_time_limit *limit, const void *about, double makespan_s);

/* Is it to end? Marks is_told. Is it to be cut off? A few instructions, and a look at the clock. */
bool rd_time_limit_is_over(struct rd_time_limit *limit);
bool rd_time_limit_is_past(struct rd_time_limit *limit);
