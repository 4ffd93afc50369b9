/* What stands between a program that links the library and the end of the process: while a guard
 * runs, memory that is refused and a broken invariant end the call instead, and all memory that
 * the call took is given back, also that of arenas which nobody closed on the way out. */
#pragma once

#include "error.h"
#include "time_limit.h"

struct rd_arena;

/* Runs body(context), which may call anything that takes arenas. Guards of this kind do not nest.
 * In: limit_bytes, for the chunks of all arenas together; stop, or NULL. Returns: how it ended,
 * with words in guard->message. If the body returned true, what its arenas hold stays theirs; else
 * all of it was given back. *ret_done, unless NULL, is what the body returned. */
enum rd_guard_end rd_guard_run(struct rd_guard *guard, size_t limit_bytes, const int *stop,
                               bool (*body)(void *context), void *context, bool *ret_done);

/* Runs body(context) under a time limit, and under the guard that this thread may have already,
 * whose limits hold, too. In: limit, changed; the arenas that the body takes from and that it did
 * not open itself. Returns: false if it was cut off; then all that it took is given back.
 * *ret_done, unless NULL, is what the body returned. Cost: the body's, which looks at the clock
 * whenever it takes memory. */
bool rd_guard_run_within(struct rd_time_limit *limit, struct rd_arena *arena,
                         struct rd_arena *scratch, bool (*body)(void *context), void *context,
                         bool *ret_done);

/* The limit that this thread runs under, or NULL. O(1). */
struct rd_time_limit *rd_time_limit_current(void);

/* Is what runs here to end, with the best that it has? For loops that can last. A few instructions;
 * under a time limit also a look at the clock. */
bool rd_time_is_up(void);

/* Lets what runs here until rd_time_return have a share, 0 to 1, of the time that is left before it
 * is to end. Returns: the date to give back; INFINITY without a limit. */
double rd_time_lend(double share);
void rd_time_return(double end_s);

/* rd_time_limit_tell of the limit that this thread runs under, if there is one. O(1). */
void rd_time_tell(const void *about, double makespan_s);

/* Seconds until what runs here is to end; INFINITY: nothing ends it. */
double rd_time_left_s(void);
