/* One-way rings.
 *
 *     start --F--> start+1 --F--> ... --F--> start-1      nothing from start-1 to start
 *
 * ring-one-way, Algorithm 2, any links: `start` is the host behind an edge of least sum S. Host i
 * passes on F_i = S_i - min S items, the surplus of all hosts from start to i, its own and what
 * comes in, one by one as soon as it holds them. No other flow is smaller on any edge, so no
 * busiest link can be less busy; and Lemma 5 says that waiting for items makes nothing later than
 * the busiest link.
 *
 * ring-one-way-equal, Algorithm 1, equal links: the flow is the same. The paper has host i send one
 * item in each of the first F_i steps of one item's time; as soon as possible, without steps, ends
 * at the same time, so the plan is Algorithm 2's as well.
 *
 * ring-one-way-printed: the same plan, with the bound that Theorem 2 states as printed, which is
 * wrong (algorithms/bounds/ring_slice_printed.c).
 *
 * Hypotheses of all: every host holds at least one item before and after. */
#include "bounds.h"
#include "edge_transfers.h"

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts(instance, "Theorem 2", reterr);
}

static bool accepts_equal(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts(instance, "Theorem 1", reterr) &&
           rd_ring_accepts_equal(instance, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_ring ring = rd_ring_read(instance, scratch);
    rd_ring_plan_net_flow(&ring, ring.least_sum, arena, ret_plan);
    return true;
}

const struct rd_algorithm ring_one_way = {
    RD_ONE_PORT_RING(RD_ONE_WAY),
    .name = "ring-one-way",
    .summary = "one-way ring: every host passes the surplus behind it on, as soon as possible",
    .source = "[renard2006], Algorithm 2, Theorem 2",
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};

const struct rd_algorithm ring_one_way_equal = {
    RD_ONE_PORT_RING(RD_ONE_WAY),
    .name = "ring-one-way-equal",
    .summary = "one-way ring with equal links: every host passes the surplus behind it on",
    .source = "[renard2006], Algorithm 1, Theorem 1",
    .guarantee = RD_OPTIMAL,
    .accepts = accepts_equal,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};

const struct rd_algorithm ring_one_way_printed = {
    RD_ONE_PORT_RING(RD_ONE_WAY),
    .name = "ring-one-way-printed",
    .summary = "one-way ring: Algorithm 2 with its bound as printed, which is wrong",
    .source = "[renard2006], Theorem 2 as printed",
    .guarantee = RD_REFUTED,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .claim = &ring_slice_printed,
    .plan = plan,
};
