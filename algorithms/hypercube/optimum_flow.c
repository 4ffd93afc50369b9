/* cube-optimum-flow, shuffle-optimum-flow: as few steps as any schedule, for small networks.
 *
 * Items are alike, so a schedule of T steps is a flow in a network of T copies of the hosts:
 *
 *        step 0            step 1
 *   (0) ---------> (0) ---------> (0)      a host keeps what it does not send,
 *      \  1    1  /   \          /         sends one item a step and receives one,
 *       s ---> r       s ---> r            over an edge that carries one;
 *      /          \   /          \         in the end each holds what the goal lets it
 *   (1) ---------> (1) ---------> (1)
 *
 * The cut bound says where to begin; each number of steps that fails shows a cut that holds fewer
 * than all items, and the least that does not fail is the plan. No word is sent: the plan knows all
 * loads, which hosts do not. It is what algorithms are measured by.
 * Hypotheses: one kind, one cost for all links, a network in time of up to 2^23 arcs.
 * Source: docs/hypercube.md, "The optimum". */
#include "bounds.h"
#include "cube.h"
#include "cube_flow.h"

#include "algorithms/algorithm.h"

#include <inttypes.h>

static const uint64_t arc_limit = UINT64_C(1) << 23;

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    static const int64_t low_load_limit = 64;
    if (!rd_cube_accepts_one_kind(instance, options, reterr))
        return false;
    if (!rd_costs_are_equal(instance))
        return rd_refuse(reterr, "links of different costs: one cost for all links is accepted");
    if (instance->balance_error > low_load_limit)
        return rd_refuse(reterr,
                         "error %" PRId64 ": at most %" PRId64
                         " is accepted, since each least load that it allows is a flow of its own",
                         instance->balance_error, low_load_limit);
    return true;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
    int64_t from = rd_cube_best_cut(&goal, scratch).steps;
    struct rd_time_problem problem;
    struct rd_flow_over_time found;
    if (!rd_cube_time_problem(&goal, 0, scratch, &problem, reterr))
        return false;
    if (!rd_flow_over_time_least(&problem, from, arc_limit, &found, scratch, scratch))
        return rd_refuse(reterr,
                         "%" PRIu32 " hosts over %" PRId64
                         " steps or more: a network in time of at "
                         "most %" PRIu64 " arcs is accepted",
                         goal.host_count, found.steps, arc_limit);
    ret_plan->timing = RD_LOCK_STEP;
    ret_plan->step_s = found.steps == 0 ? 0 : rd_cube_item_step_s(instance);
    rd_flow_over_time_write(&problem, &found, arena, ret_plan);
    ret_plan->round_count = (uint32_t)found.steps;
    ret_plan->searched_all = true; /* a cut stands against each smaller number of steps */
    return true;
}

#define OPTIMUM_FLOW                                                                               \
    .summary = "as few steps as any schedule, by maximum flow in time, without control words",     \
    .source = "none: our own, by maximum flow in time", RD_CUBE_FAMILY, .guarantee = RD_EXACT,     \
    .accepts = accepts, .plan = plan

const struct rd_algorithm cube_optimum_flow = {
    .name = "cube-optimum-flow",
    .shape = RD_HYPERCUBE,
    OPTIMUM_FLOW,
};

const struct rd_algorithm shuffle_optimum_flow = {
    .name = "shuffle-optimum-flow",
    .shape = RD_SHUFFLE_EXCHANGE,
    OPTIMUM_FLOW,
};
