#include "bounds.h"

#include "algorithms/kernels/whole_costs.h"
#include "relaxation.h"

#include <inttypes.h>
#include <math.h>

int64_t rd_star_computation_bound(const struct rd_star *star)
{
    int64_t low = -1, high = rd_star_time_at_rest(star); /* too early at low */
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2, left = star->item_count;
        for (uint32_t worker = 0; worker < star->worker_count && left > 0; worker++)
            left -= middle / star->w[worker];
        if (left <= 0)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The least date that passes, between one that is a bound and one that passes: if the last date
 * that was seen to fail were enough, it would have passed. */
struct rd_star_bounds rd_star_bounds_of(const struct rd_star *star, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *by_down = rd_star_by_down(star, scratch);
    struct rd_star_bounds bounds = {.computation = rd_star_computation_bound(star)};
    int64_t rest = rd_star_time_at_rest(star);
    int64_t low = bounds.computation - 1, high = rest;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (rd_star_fluid_passes(star, middle, by_down))
            high = middle;
        else
            low = middle;
    }
    bounds.fluid = high;
    /* Dates near the bound are cheap to look at, and mostly pass: so go up by doubling. */
    low = high - 1;
    for (int64_t step = 1; high < rest && !rd_star_relaxation_passes(star, high, scratch);) {
        low = high;
        high = step < rest - high ? high + step : rest;
        step *= 2;
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (rd_star_relaxation_passes(star, middle, scratch))
            high = middle;
        else
            low = middle;
    }
    bounds.deadline = high;
    rd_arena_rewind(scratch, mark);
    return bounds;
}

int64_t rd_star_bound_units(const struct rd_star *star, struct rd_arena *scratch)
{
    return rd_star_bounds_of(star, scratch).deadline;
}

/* The star that is at least as fast in everything. */
struct least_star {
    struct rd_star star;
    bool equal_ways; /* each link takes as long both ways */
    bool whole;      /* the costs have a common unit */
};

static bool read_least(const struct rd_instance *instance, struct rd_arena *scratch,
                       struct least_star *ret_least, struct rd_error *reterr)
{
    uint32_t m = instance->topology.host_count - 1;
    double *cost_s = rd_take(scratch, 3 * (size_t)m, double);
    int32_t *unit = rd_take(scratch, 3 * (size_t)m, int32_t);
    int64_t *cost = rd_take(scratch, 3 * (size_t)m, int64_t);
    struct least_star least = {.equal_ways = true};
    double greatest_s = 0, fastest_s = INFINITY;
    bool positive = true;
    for (uint32_t worker = 0; worker < m; worker++) {
        double up_s = rd_item_s(instance, worker, m), down_s = rd_item_s(instance, m, worker);
        least.equal_ways = least.equal_ways && fabs(up_s - down_s) <= 1e-12 * up_s;
        double compute_s = rd_compute_item_s(instance, worker);
        cost_s[worker] = up_s;
        cost_s[m + worker] = down_s;
        cost_s[2 * m + worker] = compute_s;
        positive = positive && up_s > 0 && down_s > 0;
        fastest_s = fmin(fastest_s, compute_s);
        greatest_s = fmax(greatest_s, fmax(compute_s, fmax(up_s, down_s)));
    }
    least.whole = positive && rd_whole_costs(cost_s, 3 * m, RD_STAR_UNITS, unit);
    double unit_s = greatest_s / RD_STAR_UNITS;
    if (!least.whole && !(fastest_s >= unit_s))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "an item takes %.10g s on one worker and %.10g s elsewhere: the bound of a "
                       "star needs times within a factor of %d",
                       fastest_s, greatest_s, RD_STAR_UNITS);
    for (uint32_t i = 0; i < 3 * m; i++)
        cost[i] = least.whole ? unit[i] : (int64_t)(cost_s[i] / unit_s);
    int64_t items = 0;
    for (uint32_t worker = 0; worker < m; worker++)
        items += rd_load(instance, worker, 0);
    least.star = (struct rd_star){.worker_count = m,
                                  .up = cost,
                                  .down = cost + m,
                                  .w = cost + 2 * (size_t)m,
                                  .load = instance->load,
                                  .item_count = items,
                                  .unit_s = least.whole ? cost_s[0] / (double)cost[0] : unit_s};
    *ret_least = least;
    return true;
}

void rd_star_add_master_bottleneck(uint32_t worker_count, struct rd_bound *bound)
{
    rd_bound_add_bottleneck_port(bound, worker_count, true);
    rd_bound_add_bottleneck_port(bound, worker_count, false);
}

static void say(const struct rd_star *star, const struct rd_star_bounds *bounds, const char *given,
                struct rd_arena *arena, struct rd_bound *bound)
{
    double bound_s = (double)bounds->deadline * star->unit_s;
    if (bounds->deadline > bounds->computation)
        rd_star_add_master_bottleneck(star->worker_count, bound);
    else
        bound->bottleneck = RD_BOTTLENECK_PROCESSORS;
    if (bounds->deadline > bounds->fluid) {
        int64_t date = bounds->deadline - 1;
        bound->name = "deadline relaxation";
        bound->why = rd_arena_print(arena,
                                    "To end before %.10g s, %" PRId64
                                    " items must leave overloaded workers, and ports "
                                    "cannot bring all of them to others in time to be computed.%s",
                                    bound_s, rd_star_excess(star, date), given);
    } else if (bounds->fluid > bounds->computation) {
        bound->name = "fluid";
        bound->why = rd_arena_print(arena,
                                    "Before %.10g s the master's ports could not pass on what "
                                    "overloaded workers have too much, even if items could be "
                                    "divided.%s",
                                    bound_s, given);
    } else {
        bound->name = "computation";
        bound->why =
            rd_arena_print(arena,
                           "Even if links were free, the workers could not compute %" PRId64
                           " items before %.10g s.%s",
                           star->item_count, bound_s, given);
    }
}

bool rd_star_bound(const struct rd_instance *instance, struct rd_arena *arena,
                   struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    struct least_star least;
    if (!rd_star_accepts_one_kind(instance, "the bound", reterr) ||
        !read_least(instance, scratch, &least, reterr))
        return false;
    const struct rd_star *star = &least.star;
    if (star->item_count > INT32_MAX)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRId64 " items: the bound of a star takes up to %" PRId32,
                       star->item_count, INT32_MAX);
    struct rd_star_bounds bounds = rd_star_bounds_of(star, scratch);
    struct rd_bound bound = {
        .seconds = (double)bounds.deadline * star->unit_s,
        .tight =
            least.whole && rd_star_links_are_equal(star) && star->item_count <= RD_STAR_ITEM_LIMIT,
        .schedule_class = rd_star_has_latency(instance) ? RD_ITEM_BY_ITEM : NULL,
    };
    const char *ways = least.equal_ways ? ""
                                        : " Links take longer one way than the other, which the "
                                          "paper leaves out: each way counts for itself.";
    const char *rounded = least.whole ? "" : " Times are rounded down to a common unit.";
    say(star, &bounds, rd_arena_print(arena, "%s%s", ways, rounded), arena, &bound);
    *ret_bound = bound;
    return true;
}
