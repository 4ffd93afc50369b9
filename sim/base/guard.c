#include "guard.h"

#include "arena.h"
#include "clock.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* Runs the body under a guard, which stays the thread's. *ret_done is changed if it returns. */
static enum rd_guard_end run(struct rd_guard *guard, bool (*body)(void *context), void *context,
                             bool *ret_done)
{
    jmp_buf place;
    guard->place = &place;
    rd_guard_set(guard);
    switch (setjmp(place)) {
    case RD_GUARD_RETURNED: *ret_done = body(context); return RD_GUARD_RETURNED;
    case RD_GUARD_MEMORY: return RD_GUARD_MEMORY;
    case RD_GUARD_STOPPED: return RD_GUARD_STOPPED;
    default: return RD_GUARD_INVARIANT;
    }
}

enum rd_guard_end rd_guard_run(struct rd_guard *guard, size_t limit_bytes, const int *stop,
                               bool (*body)(void *context), void *context, bool *ret_done)
{
    rd_assert(!rd_guard_current());
    bool done = false;
    *guard = (struct rd_guard){.limit_bytes = limit_bytes, .stop = stop};
    enum rd_guard_end end = run(guard, body, context, &done);
    rd_guard_set(NULL);
    rd_arena_leave_guard(guard, done);
    if (end == RD_GUARD_RETURNED && ret_done)
        *ret_done = done;
    return end;
}

struct rd_time_limit *rd_time_limit_current(void)
{
    const struct rd_guard *guard = rd_guard_current();
    return guard ? guard->limit : NULL;
}

bool rd_time_is_up(void)
{
    struct rd_time_limit *limit = rd_time_limit_current();
    return limit && rd_time_limit_is_over(limit);
}

double rd_time_lend(double share)
{
    struct rd_time_limit *limit = rd_time_limit_current();
    if (!limit)
        return INFINITY;
    double end_s = limit->end_s, now_s = rd_now_s();
    if (end_s > now_s && end_s < INFINITY)
        limit->end_s = now_s + share * (end_s - now_s);
    return end_s;
}

void rd_time_return(double end_s)
{
    struct rd_time_limit *limit = rd_time_limit_current();
    if (limit)
        limit->end_s = end_s;
}

void rd_time_tell(const void *about, double makespan_s)
{
    const struct rd_time_limit *limit = rd_time_limit_current();
    if (limit)
        rd_time_limit_tell(limit, about, makespan_s);
}

double rd_time_left_s(void)
{
    const struct rd_time_limit *limit = rd_time_limit_current();
    if (!limit || limit->end_s == INFINITY)
        return INFINITY;
    return limit->is_heard ? 0 : fmax(limit->end_s - rd_now_s(), 0);
}

/* What ended the inner guard, and is no matter of its time, ends the outer one; or the program. */
static void pass_on(enum rd_guard_end end, const struct rd_guard *inner)
{
    if (end == RD_GUARD_STOPPED) {
        rd_guard_look();
        return;
    }
    rd_guard_stop(end, "%s", inner->message);
    if (end == RD_GUARD_MEMORY)
        rd_out_of_memory("%s", inner->message);
    fprintf(stderr, "redist: %s\n", inner->message);
    abort();
}

bool rd_guard_run_within(struct rd_time_limit *limit, struct rd_arena *arena,
                         struct rd_arena *scratch, bool (*body)(void *context), void *context,
                         bool *ret_done)
{
    struct rd_guard *outer = rd_guard_current();
    struct rd_guard guard = {.limit_bytes =
                                 outer ? outer->limit_bytes - outer->taken_bytes : SIZE_MAX,
                             .stop = outer ? outer->stop : NULL,
                             .limit = limit};
    struct rd_arena_mark mark = rd_arena_mark(arena), scratch_mark = rd_arena_mark(scratch);
    bool done = false;
    enum rd_guard_end end = run(&guard, body, context, &done);
    if (end != RD_GUARD_RETURNED) {
        rd_arena_cut_back(arena, mark);
        rd_arena_cut_back(scratch, scratch_mark);
    }
    rd_guard_set(outer);
    rd_arena_leave_guard(&guard, end == RD_GUARD_RETURNED);
    if (end != RD_GUARD_RETURNED)
        pass_on(end, &guard);
    else if (ret_done)
        *ret_done = done;
    return end == RD_GUARD_RETURNED;
}
