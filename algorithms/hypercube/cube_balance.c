/* Algorithm Balance on the hypercube: across the dimensions in an order that the loads suggest.
 *
 *     down:  d-cube chooses its dimension of least discrepancy -> two (d-1)-cubes choose -> ..
 *     up:    pairs balance -> squares balance across theirs -> .. -> the d-cube across its own
 *
 * Discrepancy across a dimension: how much more one side holds than the other. All dimensions
 * cannot have a large one, since tokens sit on processors that share only so many edges; the least
 * is at most about m p / sqrt(2 pi d). Level l halves it over 2^(l-1) pairs, in about m / sqrt(2 pi
 * l) steps; all levels take about sqrt(2/pi) m sqrt d, against m d / 2 in dimension order. Leaves
 * an error of at most d, which loads popcount(v) attain. Where only the least error will do,
 * Leighton's algorithm spreads what is left. Where dimensions cost
 * unequally, discrepancies are weighed by the mean cost of their links, so that the dearest and
 * most uneven dimension is balanced first. Hypotheses: one kind; a goal that allows an error of d,
 * or the second name.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "balancing.h"
#include "cube.h"

#include <inttypes.h>

static double transfer_bound(const struct rd_instance *instance)
{
    uint32_t d = instance->topology.dimension_count;
    return rd_balancing_transfer_bound(instance, rd_adaptive_control_steps(instance) + 2 * d, d);
}

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    int64_t error = rd_dimension_pass_error(instance);
    if (instance->balance_error < error)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "the goal allows an error of %" PRId64 ": cube-balance may leave %" PRId64
                       " on %" PRIu32
                       " processors (Lemma 2.3); cube-balance-minimum-error continues",
                       instance->balance_error, error, instance->topology.host_count);
    return rd_cube_accepts_one_kind(instance, options, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_cube_pass_adaptive(&network, rd_termination(options), scratch);
    return true;
}

static bool plan_minimum_error(const struct rd_instance *instance, const struct rd_options *options,
                               struct rd_arena *arena, struct rd_arena *scratch,
                               struct rd_plan *ret_plan, struct rd_error *reterr)
{
    (void)reterr;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    rd_cube_pass_adaptive(&network, rd_termination(options), scratch);
    rd_reach_minimum_error(&network, scratch);
    return true;
}

const struct rd_algorithm cube_balance = {
    .name = "cube-balance",
    .summary = "balance across the dimensions of least discrepancy: error at most d",
    .source = "[plaxton1989], Algorithm Balance, Theorem 2.4",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .options = rd_termination_options,
    .accepts = accepts,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};

const struct rd_algorithm cube_balance_minimum_error = {
    .name = "cube-balance-minimum-error",
    .summary = "Balance, then Leighton's algorithm on what is left: the least error",
    .source = "[plaxton1989], Algorithm Balance, Theorem 2.4",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .options = rd_termination_options,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan_minimum_error,
};
