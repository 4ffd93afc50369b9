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
 * ring-one-way-printed: Theorem 2 as printed. Its lower bound takes the absolute value of a slice's
 * surplus.
 *
 *     ... k-1 --> [ k .. l ] --> l+1 ...      a slice that lacks items is fed by the link into k;
 *                                             the printed bound charges it for the link out of l
 *
 * Wrong for every slice that lacks items and whose link out is slower than its link in: two hosts,
 * loads (1, 2), surplus (-1, 1), 2 s from 0 to 1 and 1 s from 1 to 0: 2 s claimed, 1 s taken. The
 * plan is Algorithm 2's, which is right.
 *
 * Hypotheses of all: every host holds at least one item before and after. */
#include "bounds.h"
#include "edge_transfers.h"

#include <stdlib.h>

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
    .bound = rd_ring_bound,
    .plan = plan,
};

const struct rd_algorithm ring_one_way_equal = {
    RD_ONE_PORT_RING(RD_ONE_WAY),
    .name = "ring-one-way-equal",
    .summary = "one-way ring with equal links: every host passes the surplus behind it on",
    .source = "[renard2006], Algorithm 1, Theorem 1",
    .guarantee = RD_OPTIMAL,
    .accepts = accepts_equal,
    .bound = rd_ring_bound,
    .plan = plan,
};

static bool bound(RD_BOUND_PARAMETERS)
{
    static const char name[] = "Theorem 2, as printed";
    if (!rd_ring_accepts_one_kind(instance, name, reterr))
        return false;
    struct rd_ring ring = rd_ring_read(instance, scratch);
    if (ring.least_sum == ring.greatest_sum) {
        *ret_bound = rd_ring_bound_zero(name);
        return true;
    }
    uint32_t n = ring.host_count, last = 0;
    int64_t items = 0;
    double seconds = -1;
    for (uint32_t host = 0; host < n; host++) {
        int64_t above = ring.sum[host] - ring.least_sum;
        int64_t below = ring.greatest_sum - ring.sum[host];
        int64_t most = above > below ? above : below;
        if ((double)most * rd_ring_forward_s(instance, host) > seconds) {
            seconds = (double)most * rd_ring_forward_s(instance, host);
            items = most;
            last = host;
        }
    }
    uint32_t before = 0;
    while (llabs(ring.sum[last] - ring.sum[before]) != items)
        before++;
    uint32_t first = rd_ring_next(n, before);
    const char *why = rd_arena_print(
        arena, "%s, times %.10g s, the cost of the link from %s to %s.",
        rd_ring_surplus_words(instance, first, last, ring.sum[last] - ring.sum[before], arena),
        rd_ring_forward_s(instance, last), rd_label(instance, last),
        rd_label(instance, rd_ring_next(n, last)));
    *ret_bound = (struct rd_bound){.seconds = seconds,
                                   .name = name,
                                   .why = why,
                                   .tight = rd_ring_accepts(instance, name, NULL),
                                   .bottleneck = RD_BOTTLENECK_SLICE,
                                   .first = first,
                                   .last = last,
                                   .schedule_class = rd_ring_schedule_class(instance)};
    return true;
}

const struct rd_algorithm ring_one_way_printed = {
    RD_ONE_PORT_RING(RD_ONE_WAY),
    .name = "ring-one-way-printed",
    .summary = "one-way ring: Algorithm 2 with its bound as printed, which is wrong",
    .source = "[renard2006], Theorem 2 as printed",
    .guarantee = RD_REFUTED,
    .accepts = accepts,
    .bound = bound,
    .plan = plan,
};
