/* Theorem 2 as printed. Its lower bound takes the absolute value of a slice's
 * surplus.
 *
 *     ... k-1 --> [ k .. l ] --> l+1 ...      a slice that lacks items is fed by the link into k;
 *                                             the printed bound charges it for the link out of l
 *
 * Wrong for every slice that lacks items and whose link out is slower than its link in: two hosts,
 * loads (1, 2), surplus (-1, 1), 2 s from 0 to 1 and 1 s from 1 to 0: 2 s claimed, 1 s taken. */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"

#include <stdlib.h>

static bool compute(RD_BOUND_PARAMETERS)
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

const struct rd_problem_bound ring_slice_printed = {
    .name = "ring-slice-printed",
    .summary = "one-way ring: the same with an absolute value, as printed, which is wrong",
    .source = "[renard2006], Theorem 2 as printed",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {RD_ONE_PORT_RING(RD_ONE_WAY)},
    .claimed = true,
    .compute = compute,
};
