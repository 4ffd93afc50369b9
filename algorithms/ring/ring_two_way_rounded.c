/* Light redistribution by rounding a rational optimum (section 6.1.2).
 *
 * Over the rationals System 6 is a linear program in one unknown, the net flow over one edge;
 * Theorem 4: its floor or its ceiling is an optimum over the integers, so the busier ports of just
 * two flows are compared. Scheduled as in ring_two_way_light.c:
 *
 *     g(z)   \          /      z over the reals is lowest here: x
 *             \__    __/       the integers on both sides are tried
 *           |    \x_/ |
 *
 * Hypotheses: those of ring-two-way-light. Of several rational optima the one nearest to the light
 * flows is rounded, so that a light optimum is found whenever there is one.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "light.h"
#include "rational_flow.h"

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_ring_accepts(instance, "Theorem 4", reterr) &&
           rd_net_flow_accepts(instance, "Theorem 4", reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (!rd_light_accepts(instance, &ring, reterr))
        return false;
    struct rd_rational_optimum rational = rd_rational_flow(&ring);
    struct rd_flow_value floor = rd_net_flow_value(&ring.flow, rational.floor_z);
    struct rd_flow_value ceiling = rd_net_flow_value(&ring.flow, rational.ceiling_z);
    int order = rd_two_products_compare(&floor.busy, &ceiling.busy);
    struct rd_interval light = ring.light.z;
    bool takes_floor = order < 0 || (order == 0 && light.first <= rational.floor_z);
    int64_t z = takes_floor ? rational.floor_z : rational.ceiling_z;
    rd_assert(light.first <= z && z <= light.last);
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    return true;
}

/* The bound of all ring algorithms, and what System 6 is before it is rounded. */
static bool bound(const struct rd_instance *instance, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    if (!rd_net_flow_accepts(instance, "System 6", reterr) ||
        !rd_ring_bound(instance, arena, scratch, ret_bound, reterr))
        return false;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    const struct rd_ring *sums = &ring.flow.ring;
    if (sums->least_sum == sums->greatest_sum)
        return true;
    struct rd_rational_optimum rational = rd_rational_flow(&ring);
    char labels[2][RD_LABEL_SIZE];
    ret_bound->why = rd_arena_print(
        arena,
        "%s Over the rationals System 6 is %.10g s, with %.10g items going net from %s to %s.",
        ret_bound->why, rational.seconds, (double)sums->sum[0] - rational.z,
        rd_host_label(instance, 0, labels[0]), rd_host_label(instance, 1, labels[1]));
    return true;
}

const struct rd_algorithm ring_two_way_rounded = {
    .name = "ring-two-way-rounded",
    .summary = "a rational optimum of System 6, rounded to the better of two integers",
    .source = "[renard2004], Theorem 4",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_targets_are_best,
    .accepts = accepts,
    .bound = bound,
    .plan = plan,
};
