/* network-portfolio: the best of what the other planners for any network make of an instance.
 *
 * network-flow-in-time and network-exact first, where they accept: what they plan is optimal,
 * unless links are shared: then network-exact's is of the schedules that keep to them. Else
 * network-planner, with twice its search, from three seeds; where links have latency,
 * network-bundled; and network-steady-state, whose plan is shorter where there are very many items.
 * Then the algorithms for the instance's shape. Of plans that end at the same time it takes the one
 * in which fewer items cross links.
 * Source: docs/algorithms.md, "Any network". */
#include "bounds.h"
#include "planner.h"

#include "algorithms/algorithm.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <math.h>

extern const struct rd_algorithm network_flow_in_time, network_exact, network_steady_state;

/* The plan of an algorithm with its default options, if it accepts. */
static bool plan_by(const struct rd_algorithm *algorithm, const struct rd_options *of,
                    const struct rd_instance *instance, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    struct rd_options options = {
        .spec = algorithm->options, .seed = of->seed, .executable = of->executable};
    struct rd_plan plan = {0};
    rd_arena_borrow(scratch);
    if (!rd_algorithm_takes_goal(algorithm, instance->goal) ||
        !rd_algorithm_accepts(algorithm, instance, &options, NULL) ||
        !algorithm->plan(algorithm, instance, &options, arena, scratch, &plan, NULL))
        return false;
    *ret_plan = plan;
    ret_plan->note = rd_arena_print(arena, "by %s%s%s", algorithm->name, plan.note ? ": " : "",
                                    plan.note ? plan.note : "");
    return true;
}

struct best {
    const struct rd_instance *instance;
    struct rd_plan plan;
    double seconds; /* infinite: none yet */
    int64_t items_moved;
};

/* Of plans that end at the same time the one that moves less. */
static void keep_better(struct best *best, const struct rd_plan *plan, struct rd_arena *arena,
                        struct rd_arena *scratch)
{
    int64_t items_moved;
    double planned_s = rd_referee_own_plan_s(best->instance, plan, &items_moved, arena, scratch);
    bool as_late = planned_s < INFINITY && rd_times_agree(planned_s, best->seconds, planned_s);
    if (as_late ? items_moved < best->items_moved : planned_s < best->seconds) {
        best->plan = *plan;
        best->seconds = planned_s;
        best->items_moved = items_moved;
    }
}

/* The plans of the algorithms for this shape. Not of exact searches, which may take minutes to say
 * that they give up; and of an instance that is large only of those that are optimal there, whose
 * time is near-linear. */
static void try_shape(struct best *best, const struct rd_options *options, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    const struct rd_instance *instance = best->instance;
    bool large = rd_network_is_large(instance);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_plan made = {0};
        if (algorithm->shape == RD_ANY_SHAPE ||
            !rd_algorithm_fits(algorithm, &instance->topology) ||
            algorithm->guarantee == RD_EXACT ||
            (large && rd_algorithm_guarantee(algorithm, instance) != RD_OPTIMAL))
            continue;
        if (plan_by(algorithm, options, instance, arena, scratch, &made))
            keep_better(best, &made, arena, scratch);
    }
}

static bool plan(RD_PLAN_PARAMETERS)
{
    enum { SEEDS = 3 };
    uint64_t seed = options->seed;
    struct best best = {.instance = instance, .seconds = INFINITY};
    struct rd_plan found;
    if (plan_by(&network_flow_in_time, options, instance, arena, scratch, &found) ||
        plan_by(&network_exact, options, instance, arena, scratch, &found)) {
        keep_better(&best, &found, arena, scratch);
        if (found.searched_all) {
            try_shape(&best, options, arena, scratch); /* for one that moves less */
            *ret_plan = best.plan;
            ret_plan->searched_all = true;
            return true;
        } /* else it is the best of those that keep to shared links */
    }
    /* Where an instance is large, seeds change nearly nothing. */
    uint64_t seeds = rd_network_is_large(instance) ? 1 : SEEDS;
    int64_t work_items = rd_option_integer(options, "search") * 1000;
    for (uint64_t i = 0; i < seeds + rd_has_latency(instance); i++) {
        bool bundles = i == seeds;
        struct rd_planner_settings settings = {
            .seed = bundles ? seed : seed + i,
            .work_items = bundles ? 2 * work_items : work_items,
            .bundles = bundles,
            .executable = options->executable,
        };
        struct rd_plan made = {0};
        rd_arena_borrow(scratch);
        if (!rd_network_planner(instance, &settings, arena, scratch, &made, reterr))
            return false;
        made.note = bundles ? "by network-bundled" : "by network-planner";
        keep_better(&best, &made, arena, scratch);
    }
    struct rd_plan made;
    if (plan_by(&network_steady_state, options, instance, arena, scratch, &made))
        keep_better(&best, &made, arena, scratch);
    try_shape(&best, options, arena, scratch);
    *ret_plan = best.plan;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "100",
     "thousands of messages that the search of each seed starts, in all its schedules, and half of "
     "those of network-bundled's"},
    {0},
};

/* It looks at their plans, too; others that it takes instead are optimal, or shorter. */
static const struct rd_baseline baselines[] = {
    {"network-bundled", NULL}, {"network-steady-state", NULL}, {NULL, NULL}};

const struct rd_algorithm network_portfolio = {
    .name = "network-portfolio",
    .summary = "any network: the best plan of the other planners for any network",
    .source = "none: our own",
    RD_NETWORK_ALGORITHM,
    .options = option_specs,
    .baselines = baselines,
    .accepts = rd_network_planner_accepts,
    .plan = plan,
};
