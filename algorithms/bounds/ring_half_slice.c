/* Two-way rings of equal links, items one by one: the busiest host's port, or half of what a slice
 * gives away, for it has two links. Source: Lemma 6. O(n). */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"

#include <inttypes.h>
#include <stdlib.h>

static void bound_by_host(const struct rd_instance *instance, const struct rd_ring *ring,
                          struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t host = rd_ring_busiest_host(ring);
    rd_bound_add_bottleneck_port(ret_bound, host, ring->delta[host] < 0);
    ret_bound->why =
        rd_arena_print(arena, "%s, and %s them one after the other, %.10g s each.%s%s",
                       rd_ring_surplus_words(instance, host, host, ring->delta[host], arena),
                       ring->delta[host] > 0 ? "sends" : "receives", rd_ring_forward_s(instance, 0),
                       rd_ring_item_by_item_words(instance), rd_ring_final_words(instance));
}

static void bound_by_slice(const struct rd_instance *instance, const struct rd_ring *ring,
                           struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t before = 0, last = 0;
    while (ring->sum[before] != ring->least_sum)
        before++;
    while (ring->sum[last] != ring->greatest_sum)
        last++;
    uint32_t first = rd_ring_next(ring->host_count, before);
    ret_bound->bottleneck = RD_BOTTLENECK_SLICE;
    ret_bound->first = first;
    ret_bound->last = last;
    ret_bound->why = rd_arena_print(
        arena, "%s and two links out: one of them carries %" PRId64 " or more, %.10g s each.%s%s",
        rd_ring_surplus_words(instance, first, last, ring->greatest_sum - ring->least_sum, arena),
        rd_ring_half_spread(ring), rd_ring_forward_s(instance, 0),
        rd_ring_item_by_item_words(instance), rd_ring_final_words(instance));
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_ring ring;
    if (!rd_ring_links_are_equal(instance))
        return rd_refuse(reterr, "links of different costs: Lemma 6 is about equal ones");
    if (!rd_ring_states_bound(instance, "Lemma 6", scratch, &ring, ret_bound, reterr))
        return false;
    if (ring.least_sum == ring.greatest_sum)
        return true;
    int64_t steps = rd_ring_lemma_6_steps(&ring);
    ret_bound->seconds = (double)steps * rd_ring_forward_s(instance, 0);
    if (llabs(ring.delta[rd_ring_busiest_host(&ring)]) == steps)
        bound_by_host(instance, &ring, arena, ret_bound);
    else
        bound_by_slice(instance, &ring, arena, ret_bound);
    return true;
}

const struct rd_problem_bound ring_half_slice = {
    .name = "ring-half-slice",
    .summary = "two-way ring of equal links: the busiest host, or half of what a slice gives away",
    .source = "[renard2006], Lemma 6",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {RD_ONE_PORT_RING(RD_TWO_WAY)},
    .compute = compute,
};
