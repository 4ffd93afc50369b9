/* Traffic: the fewest items times hops.
 *
 *     edges' items in decreasing order:  5 4 3 | 3 2 0   h = the median: half the edges each way
 *
 * Taking h off every edge changes the traffic by (edges going counter-clockwise) - (edges going
 * clockwise) items, so the median of Linear is the least. Linear itself is kept where it already
 * is.
 * Hypotheses: the hosts divide the items; links of one latency. */
#include "common.h"

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    (void)given;
    (void)multi_send;
    (void)reterr;
    *ret_h = rd_traffic_shift(ring, scratch);
    return true;
}

RD_RING_LOAD_ALGORITHMS(ring_load_traffic, "ring-load-traffic", "fewest items times hops",
                        "algorithm Traffic", RD_HEURISTIC, NULL, NULL, NULL, choose)
