/* One-way ring, any links: Algorithm 2.
 *
 *     start --F--> start+1 --F--> ... --F--> start-1      nothing from start-1 to start
 *
 * `start` is the host behind an edge of least sum S. Host i passes on F_i = S_i - min S items, the
 * surplus of all hosts from start to i, its own and what comes in, one by one as soon as it holds
 * them. No other flow is smaller on any edge, so no busiest link can be less busy; and Lemma 5 says
 * that waiting for items makes nothing later than the busiest link.
 * Hypotheses: every host holds at least one item before and after. */
#include "ring_one_way.h"

#include "bounds.h"
#include "edge_transfers.h"

bool rd_ring_one_way_accepts(const struct rd_instance *instance, const struct rd_options *options,
                             struct rd_error *reterr)
{
    (void)options;
    return rd_ring_accepts(instance, "Theorem 2", reterr);
}

bool rd_ring_one_way_plan(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_arena *arena, struct rd_arena *scratch,
                          struct rd_plan *ret_plan, struct rd_error *reterr)
{
    (void)options;
    (void)reterr;
    struct rd_ring ring = rd_ring_read(instance, scratch);
    rd_ring_plan_net_flow(&ring, ring.least_sum, arena, ret_plan);
    return true;
}

const struct rd_algorithm ring_one_way = {
    .name = "ring-one-way",
    .summary = "one-way ring: every host passes the surplus behind it on, as soon as possible",
    .source = "[renard2004], Algorithm 2, Theorem 2",
    .shape = RD_RING,
    .directions = RD_ONE_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .accepts = rd_ring_one_way_accepts,
    .bound = rd_ring_bound,
    .plan = rd_ring_one_way_plan,
};
