/* Light redistribution on a two-way ring with any costs (section 6.1).
 *
 * How many items cross each edge, net, hangs on one integer z; System 6 is the z that keeps the
 * busiest port least busy. If under some such z every host holds from the start all the items that
 * it sends, nobody ever waits for an item, and Lemma 9's schedule reaches the bound:
 *
 *     host i-1 <== backward items, when both ports are free == host i == forward items, from 0 ==>
 *
 * Hypotheses: every host holds an item before and after; some optimum of System 6 is light. Of
 * several light optima the one that moves the fewest items over the fewest links is taken.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "light.h"

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_ring_accepts(instance, "Lemma 9", reterr) &&
           rd_net_flow_accepts(instance, "Lemma 9", reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (!rd_light_accepts(instance, &ring, reterr))
        return false;
    int64_t z = rd_net_flow_fewest_hops(&ring.flow, rd_light_optima(&ring));
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    return true;
}

const struct rd_algorithm ring_two_way_light = {
    .name = "ring-two-way-light",
    .summary = "the least busy ports (System 6), where every host holds from the start what it "
               "sends",
    .source = "[renard2004], System 6, Lemma 9",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_targets_are_best,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
