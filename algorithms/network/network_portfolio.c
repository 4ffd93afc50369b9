/* network-portfolio: the best of what the other planners for any network make of an instance.
 *
 * network-flow-in-time and network-exact first, where they accept: what they plan is optimal,
 * unless links are shared: then network-exact's is of the schedules that keep to them. Else
 * network-planner, and with twice its search from three seeds; where links have latency,
 * network-bundled; and network-steady-state, whose plan is shorter where there are very many items.
 * Then the algorithms for the instance's shape. Of plans that end at the same time it takes the one
 * in which fewer items cross links, then that of fewer messages; and relays that gain nothing are
 * taken out of it.
 * Source: docs/development/planners.md, "Any network". */
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/spare_relays.h"
#include "algorithms/port_lp/certify.h"
#include "sim/base/guard.h"
#include "sim/base/time_shares.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <math.h>

extern const struct rd_algorithm network_flow_in_time, network_exact, network_steady_state;

/* A plan to make: of an algorithm with its default options, or as network-planner makes it. */
struct task {
    const struct rd_algorithm *algorithm; /* NULL: as the settings say */
    struct rd_planner_settings settings;
    const struct rd_instance *instance;
    struct rd_options options;
    struct rd_arena *arena, *scratch;
    struct rd_plan plan;
    struct rd_error *reterr;
};

static bool make_plan(void *context)
{
    struct task *task = context;
    rd_arena_borrow(task->scratch);
    if (!task->algorithm)
        return rd_network_planner(task->instance, &task->settings, task->arena, task->scratch,
                                  &task->plan, task->reterr);
    return task->algorithm->plan(task->algorithm, task->instance, &task->options, task->arena,
                                 task->scratch, &task->plan, task->reterr);
}

/* Makes a plan; under a time limit, in a share of what is left. Returns: is there one? */
static bool make_in_share(struct task *task, double share)
{
    struct rd_time_limit *whole = rd_time_limit_current();
    if (!whole)
        return make_plan(task);
    bool made = false;
    struct rd_time_limit limit = rd_time_limit_share(whole, share);
    bool returned = rd_guard_run_within(&limit, task->arena, task->scratch, make_plan, task, &made);
    whole->is_told |= limit.is_told || !returned;
    return returned && made;
}

/* Was some plan stopped before its end? */
static bool was_stopped(void)
{
    const struct rd_time_limit *whole = rd_time_limit_current();
    return whole && whole->is_told;
}

/* The plan of an algorithm with its default options, if it accepts. */
static bool plan_by(const struct rd_algorithm *algorithm, const struct rd_options *of,
                    const struct rd_instance *instance, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    struct task task = {
        .algorithm = algorithm,
        .instance = instance,
        .options = {.spec = algorithm->options, .seed = of->seed, .executable = of->executable},
        .arena = arena,
        .scratch = scratch};
    if (!rd_algorithm_takes_goal(algorithm, instance->goal) ||
        !rd_algorithm_accepts(algorithm, instance, &task.options, NULL) ||
        !make_in_share(&task, RD_SHARE_OF_OTHER))
        return false;
    *ret_plan = task.plan;
    ret_plan->note = rd_arena_print(arena, "by %s%s%s", algorithm->name, task.plan.note ? ": " : "",
                                    task.plan.note ? task.plan.note : "");
    return true;
}

struct best {
    const struct rd_instance *instance;
    struct rd_plan plan;
    struct rd_plan_cost cost; /* its seconds infinite: none yet */
};

/* Is there time for another plan, or none to do with? */
static bool has_time(const struct best *best)
{
    return isinf(best->cost.seconds) || !rd_time_is_up();
}

static void keep_better(struct best *best, const struct rd_plan *plan, struct rd_arena *arena,
                        struct rd_arena *scratch)
{
    struct rd_plan_cost cost = rd_referee_own_plan(best->instance, plan, arena, scratch);
    rd_time_tell(best->instance, cost.seconds);
    if (isinf(best->cost.seconds) || rd_plan_cost_is_less(&cost, &best->cost)) {
        best->plan = *plan;
        best->cost = cost;
    }
}

/* The plans of the algorithms for this shape; of an instance that is large only of those that are
 * optimal there, whose time is near-linear. */
static void try_shape(struct best *best, const struct rd_options *options, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    const struct rd_instance *instance = best->instance;
    bool large = rd_network_is_large(instance);
    for (size_t i = 0; i < rd_algorithm_count && has_time(best); i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_plan made = {0};
        if (!rd_algorithm_is_of_shape(algorithm, &instance->topology) ||
            (large && rd_algorithm_guarantee(algorithm, instance) != RD_OPTIMAL))
            continue;
        if (plan_by(algorithm, options, instance, arena, scratch, &made))
            keep_better(best, &made, arena, scratch);
    }
}

/* The best plan, without relays that gain nothing: where words are to tell the order, fewer
 * messages may need more words. */
static void spare(const struct best *best, const struct rd_options *options, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    *ret_plan = best->plan;
    if (!(options->executable && best->instance->shared))
        rd_spare_relays(best->instance, arena, scratch, ret_plan);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    enum { SEEDS = 3 };
    uint64_t seed = options->seed;
    struct best best = {.instance = instance, .cost = {.seconds = INFINITY}};
    struct rd_plan found;
    if (plan_by(&network_flow_in_time, options, instance, arena, scratch, &found) ||
        plan_by(&network_exact, options, instance, arena, scratch, &found)) {
        keep_better(&best, &found, arena, scratch);
        if (found.searched_all) {
            try_shape(&best, options, arena, scratch); /* for one that moves less */
            spare(&best, options, arena, scratch, ret_plan);
            ret_plan->searched_all = true;
            return true;
        } /* else it is the best of those that keep to shared links */
    }
    if (isinf(best.cost.seconds) &&
        rd_proved_plan_of_shape(instance, options, arena, scratch, ret_plan))
        return true;
    /* Where an instance is large, seeds and more search change nearly nothing. */
    bool large = rd_network_is_large(instance);
    uint64_t seeds = large ? 1 : SEEDS;
    int64_t work_items = rd_option_integer(options, "search") * 1000;
    /* By network-planner as it is by default; by twice its search from some seeds; in bundles. */
    for (uint64_t i = large; i < 1 + seeds + rd_has_latency(instance) && has_time(&best); i++) {
        bool bundles = i > seeds, by_default = i == 0;
        struct task task = {
            .settings = {.seed = bundles || by_default ? seed : seed + i - 1,
                         .work_items = bundles      ? 2 * work_items
                                       : by_default ? work_items / 2
                                                    : work_items,
                         .bundles = bundles,
                         .executable = options->executable},
            .instance = instance,
            .arena = arena,
            .scratch = scratch,
            .reterr = reterr,
        };
        if (!make_in_share(&task, RD_SHARE_OF_PLANNER)) {
            if (!was_stopped())
                return false;
            continue; /* another one may be in time */
        }
        task.plan.note = bundles ? "by network-bundled" : "by network-planner";
        keep_better(&best, &task.plan, arena, scratch);
    }
    struct rd_plan made;
    if (has_time(&best) && plan_by(&network_steady_state, options, instance, arena, scratch, &made))
        keep_better(&best, &made, arena, scratch);
    try_shape(&best, options, arena, scratch);
    if (isinf(best.cost.seconds) && was_stopped())
        return rd_refuse(reterr, "no plan was made in time");
    spare(&best, options, arena, scratch, ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "100",
     "thousands of messages that the search of each seed starts, in all its schedules, and half of "
     "those of network-bundled's; near the bound as many again"},
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
    .sizes_by_kind = true,
    .options = option_specs,
    .baselines = baselines,
    .accepts = rd_network_planner_accepts,
    .plan = plan,
};
