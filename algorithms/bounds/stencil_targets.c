/* Stencils whose items move first, and then iterate: the least of all targets where that is quickly
 * found, else what any target of so many hosts and so great a load needs
 * (rd_stencil_counting_bound). With the volume metric it is about one transfer at a time. Where
 * iterations overlap with words, what some host must compute, which holds for all schedules.
 * Source: our own; docs/stencil.md. */
#include "problem_bound.h"

#include "algorithms/stencil/bounds.h"
#include "algorithms/stencil/exact.h"

#include <inttypes.h>

/* Steps of work for a bound: some hundredths of a second. */
static const double work_limit = 1 << 22;

static void say_exact(const struct rd_stencil *stencil, struct rd_stencil_cost cost,
                      struct rd_arena *arena, struct rd_bound *bound)
{
    bound->seconds = rd_stencil_s(stencil, cost);
    bound->name = "best target";
    bound->tight = true;
    bound->why = rd_arena_print(arena,
                                "no target of these %" PRIu32 " items on %" PRIu32
                                " hosts costs less than %" PRId64 " communications of %.6g s and "
                                "%" PRId64 " computations of %.6g s, in all: all were compared.",
                                stencil->item_count, stencil->host_count, cost.communications,
                                stencil->item_s, cost.computations, stencil->compute_s);
}

static void say_shape(const struct rd_stencil *stencil, double seconds,
                      const struct rd_stencil_shape *shape, struct rd_arena *arena,
                      struct rd_bound *bound)
{
    bool volume = stencil->metric == RD_VOLUME_METRIC;
    bound->seconds = seconds;
    bound->name = "loads, moves and words";
    bound->why =
        rd_arena_print(arena,
                       "at the best %" PRIu32 " hosts in use, none with more than %" PRId64
                       " items, can do with %" PRId64 " %s and %" PRId64 " %s an iteration.",
                       shape->hosts_in_use, shape->greatest_load, shape->redistribution,
                       volume ? "items moved" : "steps of redistribution",
                       shape->words_per_iteration, volume ? "words" : "steps of words");
}

/* Some host computes ceil(N / P) items in every iteration. */
static void say_computation(const struct rd_stencil *stencil, struct rd_arena *arena,
                            struct rd_bound *bound)
{
    int64_t most = rd_stencil_quotient_up(stencil->item_count, stencil->host_count);
    bound->schedule_class = NULL;
    bound->seconds = (double)(stencil->iterations * most) * stencil->compute_s;
    bound->name = "computation";
    bound->why = rd_arena_print(arena,
                                "some host computes %" PRId64 " items or more in each of %" PRId64
                                " iterations, %.6g s an item.",
                                most, stencil->iterations, stencil->compute_s);
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_stencil_accepts(instance, reterr))
        return false;
    struct rd_stencil stencil = rd_stencil_read(instance, scratch);
    struct rd_bound bound = {
        .schedule_class = stencil.metric == RD_VOLUME_METRIC ? RD_PHASED_ONE_AT_A_TIME : RD_PHASED};
    if (stencil.overlap) {
        say_computation(&stencil, arena, &bound);
    } else if (rd_stencil_exact_work(&stencil) <= work_limit) {
        uint32_t *owner = rd_take(scratch, stencil.item_count, uint32_t);
        say_exact(&stencil, rd_stencil_exact(&stencil, owner, scratch), arena, &bound);
    } else {
        struct rd_stencil_shape shape;
        double seconds = rd_stencil_counting_bound(&stencil, scratch, &shape);
        say_shape(&stencil, seconds, &shape, arena, &bound);
    }
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound stencil_targets = {
    .name = "stencil-targets",
    .summary = "stencil, phase by phase: the least of all targets, or of their loads and words",
    .source = "none: our own",
    .schedules = RD_PHASED_ONE_AT_A_TIME,
    .domain = {.shape = RD_SWITCH, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_STENCIL)},
    .compute = compute,
};
