#include "bounds.h"

#include "deadlines.h"
#include "relaxation.h"

#include "sim/base/integers.h"

#include <math.h>

/* Does a port pass on by a date what these workers must send, and nobody else must? */
static bool port_passes(const struct rd_star *star, const uint32_t *worker, uint32_t count,
                        int64_t date)
{
    int64_t other = star->one_link ? rd_least(star->up[0], star->down[0]) : 0, time = 0;
    for (uint32_t i = 0; i < count && time <= date; i++)
        if (star->load[worker[i]] * star->w[worker[i]] > date) /* saves most divisions */
            time -=
                rd_star_capacity(star, worker[i], date) *
                (star->one_link ? rd_greatest(star->up[0], star->down[0]) : star->up[worker[i]]);
    return time == 0 || time + other <= date;
}

int64_t rd_star_port_bound(const struct rd_star *star, uint32_t **ret_worker, uint32_t *ret_count,
                           struct rd_arena *arena)
{
    /* A date that is too early is guessed: a part before the last end of every so many workers. */
    enum { SAMPLE = 64, PART = 8 };
    uint32_t count, *laden = rd_take(arena, (size_t)star->worker_count + 1, uint32_t);
    int64_t low = 0, high;
    for (uint32_t worker = 0; worker < star->worker_count; worker += SAMPLE)
        low = rd_greatest(low, star->load[worker] * star->w[worker]);
    low -= low / PART;
    for (;; low /= 2) {
        count = rd_star_keep_laden(star, low, NULL, star->worker_count, laden);
        if (low == 0 || !port_passes(star, laden, count, low))
            break;
    }
    high = low;
    for (uint32_t i = 0; i < count; i++)
        high = rd_greatest(high, star->load[laden[i]] * star->w[laden[i]]);
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (port_passes(star, laden, count, middle)) {
            high = middle;
        } else {
            low = middle;
            count = rd_star_keep_laden(star, middle, laden, count, laden);
        }
    }
    *ret_worker = laden;
    *ret_count = count;
    return high;
}

int64_t rd_star_least_date(const struct rd_star *part, int64_t date, int64_t rest,
                           struct rd_arena *scratch)
{
    int64_t low = date;
    /* Dates near a bound are cheap to look at, and mostly pass: so go up by doubling. */
    for (int64_t step = 1; date < rest && !rd_star_relaxation_passes(part, date, scratch);) {
        low = date + 1;
        date = step < rest - date ? date + step : rest;
        step *= 2;
    }
    RD_FIND_FIRST(low, date, middle, rd_star_relaxation_passes(part, middle, scratch));
    return date;
}

/* The least date that passes, between one that is a bound and one that passes: if the last date
 * that was seen to fail were enough, it would have passed. */
struct rd_star_bounds rd_star_bounds_of(const struct rd_star *star, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *by_down = rd_star_by_down(star, scratch);
    struct rd_star_bounds bounds = {.computation = rd_star_computation_bound(star)};
    int64_t rest = rd_star_time_at_rest(star);
    int64_t low = bounds.computation, high = rest;
    RD_FIND_FIRST(low, high, date, rd_star_fluid_passes(star, date, by_down));
    bounds.fluid = high;
    const struct rd_star part = rd_star_relaxation_part(star, high, scratch);
    bounds.deadline = rd_star_least_date(&part, high, rest, scratch);
    rd_arena_rewind(scratch, mark);
    return bounds;
}

int64_t rd_star_bound_units(const struct rd_star *star, struct rd_arena *scratch)
{
    return rd_star_bounds_of(star, scratch).deadline;
}

void rd_star_add_master_bottleneck(uint32_t worker_count, struct rd_bound *bound)
{
    rd_bound_add_bottleneck_port(bound, worker_count, true);
    rd_bound_add_bottleneck_port(bound, worker_count, false);
}
