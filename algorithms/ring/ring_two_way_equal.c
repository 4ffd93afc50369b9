/* Two-way ring, equal links: Algorithm 3 repaired.
 *
 *     ... <--(-F)-- x  x+1 --F--> x+2 --F--> ...      F_x = S_x - z: forward where S_x > z
 *
 * Lemma 6 allows tau steps. Every z with max S - tau <= z <= min S + tau lets no edge carry more
 * than tau items. Over an edge that goes forward an item moves in each of the steps 1..F_x, over
 * one that goes backward in the last -F_x of the tau steps. A host with both directions at one port
 * gives or takes their sum, at most abs(delta) <= tau, so they do not meet; and a host with one
 * direction never waits for an item, as on a one-way ring. Self-timed, backward transfers behind
 * forward ones in the same ports: no later. Of the window, z is taken where both directions have an
 * edge that carries nothing to start behind: within min S .. max S. Hypotheses: equal links; every
 * host holds at least one item before and after. */
#include "ring_two_way_equal.h"

#include "bounds.h"
#include "edge_transfers.h"

bool rd_ring_two_way_equal_accepts(const struct rd_instance *instance,
                                   const struct rd_options *options, struct rd_error *reterr)
{
    (void)options;
    return rd_ring_accepts(instance, "Theorem 3", reterr) &&
           rd_ring_accepts_equal(instance, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    (void)reterr;
    struct rd_ring ring = rd_ring_read(instance, scratch);
    int64_t z = ring.greatest_sum - rd_ring_lemma_6_steps(&ring);
    rd_assert(z >= ring.least_sum); /* what a host has to send or receive is a difference of sums */
    rd_ring_plan_net_flow(&ring, z, arena, ret_plan);
    return true;
}

const struct rd_algorithm ring_two_way_equal = {
    .name = "ring-two-way-equal",
    .summary = "two-way ring with equal links: Algorithm 3 repaired, never out of items",
    .source = "[renard2004], Lemma 6; Algorithm 3, repaired",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .accepts = rd_ring_two_way_equal_accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
