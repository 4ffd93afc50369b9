/* Algorithm MultiBalance on the hypercube: every kind (the paper's group) balanced by itself, all
 * of them across the same dimensions.
 *
 *     u:  3 red, 0 blue          u:  2 red, 1 blue
 *     |                     ->   |                      one step: red goes down while blue goes up
 *     v:  0 red, 3 blue          v:  1 red, 2 blue
 *
 * As Balance, with the discrepancies of all kinds added up. Meant for processors that hold equally
 * many tokens, of unequal kinds: then as much goes one way as the other, both at once. The
 * ascending version does not look for dimensions, which on random loads costs little: the first
 * dimensions average most of the differences out. Where the goal asks for an error below d,
 * Leighton's algorithm spreads what is left of each kind.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "balancing.h"
#include "cube.h"

static double count_steps(const struct rd_instance *instance)
{
    return (double)instance->topology.dimension_count * instance->kind_count;
}

static double transfer_bound(const struct rd_instance *instance)
{
    return rd_balancing_transfer_bound(instance,
                                       rd_adaptive_control_steps(instance) + count_steps(instance),
                                       instance->topology.dimension_count);
}

static double transfer_bound_ascending(const struct rd_instance *instance)
{
    return rd_balancing_transfer_bound(instance, count_steps(instance),
                                       instance->topology.dimension_count);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_cube_pass_adaptive(&network, RD_TERMINATION_IDEAL, scratch);
    rd_reach_goal(&network, scratch);
    return true;
}

static bool plan_ascending(const struct rd_instance *instance, const struct rd_options *options,
                           struct rd_arena *arena, struct rd_arena *scratch,
                           struct rd_plan *ret_plan, struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_cube_pass_ascending(&network, RD_TERMINATION_IDEAL, scratch);
    rd_reach_goal(&network, scratch);
    return true;
}

const struct rd_algorithm cube_multibalance = {
    .name = "cube-multibalance",
    .summary = "every kind balanced across the dimensions of least discrepancy",
    .source = "[plaxton1989], Algorithm MultiBalance, Theorem 3.1",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};

const struct rd_algorithm cube_multibalance_ascending = {
    .name = "cube-multibalance-ascending",
    .summary = "every kind balanced across dimensions 0 to d - 1",
    .source = "[plaxton1989], 3.3, Theorem 3.3",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound_ascending,
    .bound = rd_cube_bound,
    .plan = plan_ascending,
};
