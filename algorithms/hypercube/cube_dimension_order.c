/* Dimension order on the hypercube: what one writes first.
 *
 *     dimension 0:  000 -- 001   dimension 1:  000 -- 010   dimension 2:  000 -- 100   ..
 *
 * Across one dimension after the other, every processor tells its partner how much it holds, and
 * the one that holds more sends half of the difference. Afterwards no two processors are more than
 * d apart. On bad loads the same tokens cross dimension after dimension: up to d floor(m/2) steps,
 * where Balance (cube_balance.c) needs about m sqrt d. Where the goal asks for less than d,
 * Leighton's algorithm spreads what is left. Hypotheses: one kind.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "balancing.h"
#include "cube.h"

static double transfer_bound(const struct rd_instance *instance)
{
    uint32_t d = instance->topology.dimension_count;
    return rd_balancing_transfer_bound(instance, 2.0 * d, d);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_cube_pass_ascending(&network, rd_termination(options), scratch);
    rd_reach_goal(&network, scratch);
    return true;
}

const struct rd_algorithm cube_dimension_order = {
    .name = "cube-dimension-order",
    .summary = "balance across dimensions 0 to d - 1: error at most d",
    .source = "[plaxton1989], Lemma 2.3",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .options = rd_termination_options,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
