/* Hypercubes and shuffle-exchanges by halves, dimension by dimension, for any links, ports and
 * final loads.
 *
 *     cube-halving                                cube-rotated-halving
 *     a subcube crosses the dimension of          the items in d parts, in stage s part k
 *     greatest cost times items, then each        crosses dimension (k + s) mod d:
 *     of its halves its own                           stage 0   0 1 2
 *                                                     stage 1   1 2 0      all ports are busy
 *                                                     stage 2   2 0 1
 *
 * As in dimension order each half gets its total before it is looked at, but the plan knows all
 * loads: no words are sent, each half's total is what its hosts are to hold, so that any final
 * loads can be asked for, and averages that are no integers cost nothing. Links start as soon as
 * they can; a stage is no step. Some rules to share out what must cross (halving.h), and messages
 * of one item or of all, are tried where that is cheap, and the shortest plan counts.
 *
 *     shuffle-halving    u -- u^1, then u -> rotr(u), as shuffle-dimension-order; hosts of a cycle
 *                        of unshuffles pass on what they hold above the median, and give back to
 *                        those below it what they lack
 *
 * Hypotheses: none. */
#include "algorithms/algorithm.h"

#include "halving_plan.h"

/* A transfer a pair, stage and part, and one for what rounding left. */
static double transfer_bound(const struct rd_instance *instance)
{
    return (double)instance->topology.host_count * instance->topology.dimension_count *
           instance->kind_count;
}

/* And one a host, stage and kind for the unshuffle. */
static double transfer_bound_shuffle(const struct rd_instance *instance)
{
    return 2 * transfer_bound(instance);
}

static double transfer_bound_rotated(const struct rd_instance *instance)
{
    return transfer_bound(instance) * instance->topology.dimension_count;
}

enum { STRAIGHT, ROTATED };

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_halving_plan_best(instance, self->variant == ROTATED, arena, scratch, ret_plan);
    return true;
}

#define HALVING                                                                                    \
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE), .guarantee = RD_HEURISTIC,                     \
    .source = "none: our own, after dimension order", .asks_dear_bounds = rd_on_every_instance

const struct rd_algorithm cube_halving = {
    .name = "cube-halving",
    .summary = "any links and final loads: halves get their totals, the dearest dimension first",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    HALVING,
    .transfer_bound = transfer_bound,
    .plan = plan,
};

const struct rd_algorithm cube_rotated_halving = {
    .name = "cube-rotated-halving",
    .summary = "items in d parts, each by halves in dimension order from another dimension on",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    HALVING,
    .transfer_bound = transfer_bound_rotated,
    .plan = plan,
    .variant = ROTATED,
};

const struct rd_algorithm shuffle_halving = {
    .name = "shuffle-halving",
    .summary = "any links, ports and final loads: halves get their totals, with unshuffles between",
    .shape = RD_SHUFFLE_EXCHANGE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    HALVING,
    .transfer_bound = transfer_bound_shuffle,
    .plan = plan,
};
