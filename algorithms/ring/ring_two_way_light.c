/* Light redistribution on a two-way ring with any costs (section 6.1).
 *
 * How many items cross each edge, net, hangs on one integer z; System 6 is the z that keeps the
 * busiest port least busy. If under some such z every host holds from the start all the items that
 * it sends, nobody ever waits for an item, and Lemma 9's schedule reaches the bound:
 *
 *     host i-1 <== backward items, when both ports are free == host i == forward items, from 0 ==>
 *
 * ring-two-way-light: of several light optima the one that moves the fewest items over the fewest
 * links.
 *
 * ring-two-way-rounded: over the rationals System 6 is a linear program in one unknown, the net
 * flow over one edge; Theorem 4: its floor or its ceiling is an optimum over the integers, so the
 * busier ports of just two flows are compared. Of several rational optima the one nearest to the
 * light flows is rounded, so that a light optimum is found whenever there is one.
 *
 *     g(z)   \          /      z over the reals is lowest here: x
 *             \__    __/       the integers on both sides are tried
 *           |    \x_/ |
 *
 * Hypotheses of both: every host holds an item before and after; some optimum of System 6 is light.
 *
 * ring-two-way-system8: the best of the light flows, whether or not an optimum is light. They are
 * an interval of z, and g is convex, so the best is the end nearer to the optimum:
 *
 *     g(z)  \     optimum     /
 *            \___.______.____/
 *                            [ light flows ]     System 8 takes their left end
 *
 * Hypothesis: some flow is light. No promise against the bound: 1.3-1.65 times the optimum on
 * average where no optimum is light. */
#include "bounds.h"
#include "edge_transfers.h"
#include "light.h"
#include "rational_flow.h"

#include "algorithms/algorithm.h"

#include <inttypes.h>

static bool accepts_theorem(const struct rd_instance *instance, const char *theorem,
                            struct rd_error *reterr)
{
    return rd_ring_accepts(instance, theorem, reterr) &&
           rd_net_flow_accepts(instance, theorem, reterr);
}

static bool accepts_light(RD_ACCEPTS_PARAMETERS)
{
    return accepts_theorem(instance, "Lemma 9", reterr);
}

static bool accepts_rounded(RD_ACCEPTS_PARAMETERS)
{
    return accepts_theorem(instance, "Theorem 4", reterr);
}

static bool accepts_system8(RD_ACCEPTS_PARAMETERS)
{
    return rd_net_flow_accepts(instance, "System 8", reterr);
}

static bool plan_light(RD_PLAN_PARAMETERS)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (!rd_light_accepts(instance, &ring, reterr))
        return false;
    int64_t z = rd_net_flow_fewest_hops(&ring.flow, rd_light_optima(&ring));
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    return true;
}

static bool plan_rounded(RD_PLAN_PARAMETERS)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (!rd_light_accepts(instance, &ring, reterr))
        return false;
    struct rd_rational_optimum rational = rd_rational_flow(&ring);
    struct rd_flow_value floor = rd_net_flow_value(&ring.flow, rational.floor_z);
    struct rd_flow_value ceiling = rd_net_flow_value(&ring.flow, rational.ceiling_z);
    int order = rd_sum_of_products_compare(&floor.busy, &ceiling.busy);
    struct rd_interval light = ring.light.z;
    bool takes_floor = order < 0 || (order == 0 && light.first <= rational.floor_z);
    int64_t z = takes_floor ? rational.floor_z : rational.ceiling_z;
    rd_assert(light.first <= z && z <= light.last);
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    rd_plan_count(ret_plan, arena, "rational_s", rational.seconds);
    return true;
}

static bool refuse(const struct rd_instance *instance, const struct rd_two_way *ring,
                   struct rd_error *reterr)
{
    const struct rd_light *light = &ring->light;
    int64_t sum = ring->flow.ring.sum[0];
    return rd_refuse(reterr,
                     "no flow is light: with more than %" PRId64
                     " items going net from %s to %s, %s sends more than it holds, and with fewer "
                     "than %" PRId64
                     " %s does: each host must hold at the start what it sends (System 8)",
                     sum - light->z.first, rd_label(instance, 0), rd_label(instance, 1),
                     rd_label(instance, light->first_host), sum - light->z.last,
                     rd_label(instance, light->last_host));
}

static bool plan_system8(RD_PLAN_PARAMETERS)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (rd_interval_is_empty(ring.light.z))
        return refuse(instance, &ring, reterr);
    int64_t z = rd_net_flow_fewest_hops(&ring.flow, rd_light_best(&ring));
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    return true;
}

/* Where an optimal flow is light, the best light flow is one. */
static const struct rd_baseline system8_baselines[] = {
    {"ring-two-way-light", NULL}, {"ring-two-way-rounded", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_two_way_light = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-light",
    .summary = "the least busy ports (System 6), where every host holds from the start what it "
               "sends",
    .source = "[renard2006], System 6, Lemma 9",
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_targets_are_best,
    .accepts = accepts_light,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_light,
};

const struct rd_algorithm ring_two_way_rounded = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-rounded",
    .summary = "a rational optimum of System 6, rounded to the better of two integers",
    .source = "[renard2006], Theorem 4",
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_targets_are_best,
    .accepts = accepts_rounded,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_rounded,
};

const struct rd_algorithm ring_two_way_system8 = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-system8",
    .summary = "the best flow in which every host holds from the start what it sends (System 8)",
    .source = "[renard2006], System 8, Lemma 9",
    .guarantee = RD_HEURISTIC,
    .baselines = system8_baselines,
    .accepts = accepts_system8,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_system8,
};
