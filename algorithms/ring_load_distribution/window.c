/* The paper's search of a window (Figure 9).
 *
 *     Traffic - h for every h from the least to the largest deficit of Traffic's red hosts
 *
 * A host is red if it owes more than it holds; its deficit is what it lacks. The paper's Lemma 5
 * says that the best h lies in this window, which holds for multi-send and fails for single-send
 * when all deficits have one sign (loads 4 0 0 0 1): so the search is no guarantee.
 * Hypotheses: the hosts divide the items; links of one latency. Cost: O(n * width of the window);
 * O(n + width) for multi-send. */
#include "common.h"

#include <inttypes.h>

/* The steps that a search may take: about a minute. */
#define WORK_LIMIT (INT64_C(1) << 36)

/* The least and the largest deficit of the red hosts of Linear - h; empty if no host is red. */
static struct rd_shifts deficits(const struct rd_ring_loads *ring, int64_t h)
{
    struct rd_shifts window = {INT64_MAX, INT64_MIN};
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        int64_t items = ring->linear[edge] - h;
        int64_t deficit = items > ring->average    ? items - ring->average
                          : items < -ring->average ? items + ring->average
                                                   : 0;
        if (deficit == 0)
            continue;
        if (deficit < window.low)
            window.low = deficit;
        if (deficit > window.high)
            window.high = deficit;
    }
    return window;
}

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    (void)given;
    int64_t traffic = rd_traffic_shift(ring, scratch);
    struct rd_shifts window = deficits(ring, traffic);
    int64_t best_h = traffic, best_steps = RD_NEVER;
    if (window.low <= window.high && !multi_send &&
        window.high - window.low >= WORK_LIMIT / ring->host_count)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "a window of %" PRId64 " values of h: hosts times values up to 2^36 are "
                       "searched (ring-load-optimal-single-send needs no search)",
                       window.high - window.low + 1);
    for (int64_t h = window.low; h <= window.high; h++) {
        int64_t steps = multi_send ? rd_multi_send_steps(ring, traffic + h)
                                   : rd_single_send_steps(ring, traffic + h);
        if (steps < best_steps) {
            best_steps = steps;
            best_h = traffic + h;
        }
    }
    *ret_h = best_h;
    return true;
}

RD_RING_LOAD_ALGORITHMS(ring_load_window, "ring-load-window",
                        "search of the window of Traffic's deficits", "Figure 9", RD_HEURISTIC,
                        NULL, choose)
