/* MultiBalance and dimension order on the shuffle-exchange.
 *
 *     exchange edge:  u -- u^1        balance: dimension r of the virtual processors
 *     unshuffle:      u -> rotr(u)    brings their dimension r + 1 to the exchange edge
 *
 * Loads are not moved through the unshuffle: tokens of a kind are alike, so it is enough that
 * rotr(u) then holds as many as u did. Along each cycle u, rotr(u), rotr(rotr(u)), .. all pass on
 * what they hold above the least of the cycle, forward. The constant matters: a processor that
 * sends just what the next one lacks gets something else (docs/findings.md). d balances, d - 1
 * unshuffles. Where the goal asks for an error below d, Leighton's algorithm spreads what is left.
 * Hypotheses: for dimension order, one kind.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "balancing.h"
#include "cube.h"

static double transfer_bound(const struct rd_instance *instance)
{
    double d = instance->topology.dimension_count, g = instance->kind_count;
    double unshuffles = d == 0 ? 0 : d - 1;
    return rd_balancing_transfer_bound(instance, g * (d + unshuffles * unshuffles), d + unshuffles);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_shuffle_pass(&network, scratch);
    rd_reach_goal(&network, scratch);
    return true;
}

const struct rd_algorithm shuffle_multibalance = {
    .name = "shuffle-multibalance",
    .summary = "every kind balanced across the exchange edge, d times, with unshuffles between",
    .source = "[plaxton1989], 3.3, Theorem 3.3",
    .shape = RD_SHUFFLE_EXCHANGE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};

const struct rd_algorithm shuffle_dimension_order = {
    .name = "shuffle-dimension-order",
    .summary = "balance across the exchange edge, d times, with unshuffles between",
    .source = "[plaxton1989], Lemma 2.3 and 3.3",
    .shape = RD_SHUFFLE_EXCHANGE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
