/* One-way rings, items one by one (Lemma 1 where links are equal, else Theorem 2 without its
 * absolute value): the slice from behind an edge of least sum S to a host x gives away S_x - min S
 * items, and x alone has a link out of it. O(n). */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"

static void rest_on_slice(const struct rd_instance *instance, const struct rd_ring *ring,
                          struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t n = ring->host_count;
    uint32_t before = 0, last = 0;
    double seconds = -1;
    for (uint32_t host = 0; host < n; host++) {
        double busy_s =
            (double)(ring->sum[host] - ring->least_sum) * rd_ring_forward_s(instance, host);
        if (busy_s > seconds || (busy_s == seconds && ring->sum[host] > ring->sum[last])) {
            seconds = busy_s;
            last = host;
        }
        if (ring->sum[host] == ring->least_sum)
            before = host;
    }
    uint32_t first = rd_ring_next(n, before);
    ret_bound->seconds = seconds;
    ret_bound->bottleneck = RD_BOTTLENECK_SLICE;
    ret_bound->first = first;
    ret_bound->last = last;
    ret_bound->why = rd_arena_print(
        arena, "%s, and all leave over one link, from %s to %s, which takes %.10g s an item.%s%s",
        rd_ring_surplus_words(instance, first, last, ring->sum[last] - ring->least_sum, arena),
        rd_label(instance, last), rd_label(instance, rd_ring_next(n, last)),
        rd_ring_forward_s(instance, last), rd_ring_item_by_item_words(instance),
        rd_ring_final_words(instance));
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_ring ring;
    const char *name =
        rd_ring_links_are_equal(instance) ? "Lemma 1" : "Theorem 2, corrected (no absolute value)";
    if (!rd_ring_states_bound(instance, name, scratch, &ring, ret_bound, reterr))
        return false;
    if (ring.least_sum < ring.greatest_sum)
        rest_on_slice(instance, &ring, arena, ret_bound);
    return true;
}

const struct rd_problem_bound ring_slice = {
    .name = "ring-slice",
    .summary = "one-way ring: what a slice has too many leaves over its last host's link",
    .source = "[renard2006], Lemma 1, Theorem 2 corrected",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {RD_ONE_PORT_RING(RD_ONE_WAY)},
    .compute = compute,
};
