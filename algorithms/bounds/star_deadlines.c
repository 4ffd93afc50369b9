/* Stars of one port that compute: the best of computation (no links at all), fluid (items that
 * divide), and the deadline relaxation (each item alone, with the date by which it must arrive).
 * Where a link takes longer one way than the other, each way counts for itself (proof:
 * docs/star.md); costs without a common unit are rounded down: less can only take less time.
 * Refused: several kinds, a master that holds items, costs too far apart. Cost: O(log T) times
 * O(m + jobs log jobs) for the jobs of the relaxation, which is left out where they are more than
 * 200,000. Source: docs/star.md, "Bounds". */
#include "problem_bound.h"

#include "algorithms/star/bounds.h"

#include <inttypes.h>
#include <math.h>

/* Does each link take as long both ways? */
static bool ways_are_equal(const struct rd_instance *instance)
{
    uint32_t m = instance->topology.host_count - 1;
    for (uint32_t worker = 0; worker < m; worker++)
        if (!rd_same_cost(rd_star_item_s(instance, worker, true),
                          rd_star_item_s(instance, worker, false)))
            return false;
    return true;
}

static void say(const struct rd_star *star, const struct rd_star_bounds *bounds, const char *given,
                struct rd_arena *arena, struct rd_bound *bound)
{
    double bound_s = bound->seconds;
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

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_star_accepts_one_kind(instance, "the bound", reterr) ||
        !rd_star_accepts_times(instance, "the bound", reterr))
        return false;
    struct rd_star read = rd_star_read(instance, scratch);
    const struct rd_star *star = &read;
    if (star->item_count > INT32_MAX)
        return rd_refuse(reterr, "%" PRId64 " items: the bound of a star takes up to %" PRId32,
                         star->item_count, INT32_MAX);
    struct rd_star_bounds bounds = rd_star_bounds_of(star, scratch);
    struct rd_bound bound = {
        .seconds = fmax((double)(bounds.deadline - star->lifted) * star->unit_s, 0),
        .tight = star->precise && star->up[0] > 0 && star->down[0] > 0 &&
                 rd_star_links_are_equal(star) && star->item_count <= RD_STAR_ITEM_LIMIT,
        .schedule_class = rd_has_latency(instance) ? RD_ITEM_BY_ITEM : NULL,
    };
    const char *ways = ways_are_equal(instance)
                           ? ""
                           : " Links take longer one way than the other, which the "
                             "paper leaves out: each way counts for itself.";
    const char *rounded = star->whole ? "" : " Times are rounded down to a common unit.";
    say(star, &bounds, rd_arena_print(arena, "%s%s", ways, rounded), arena, &bound);
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound star_deadlines = {
    .name = "star-deadlines",
    .summary = "one-port star that computes: workers, the master's ports, and latest arrivals",
    .source = "none: our own",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {.shape = RD_STAR, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_FINISH)},
    .compute = compute,
};
