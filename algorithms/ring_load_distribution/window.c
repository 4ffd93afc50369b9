/* The paper's search of a window (Figure 9).
 *
 *     Traffic - h for every h from the least to the largest deficit of Traffic's red hosts
 *
 * A host is red if it owes more than it holds; its deficit is what it lacks. The paper's Lemma 5
 * says that the best h lies in this window, which holds for multi-send and fails for single-send
 * when all deficits have one sign (loads 4 0 0 0 1). Figure 9 begins with h = 0, Traffic itself;
 * kept as a candidate, it makes the search exact. If the least deficit is above 0, an h between 0
 * and it lets no host turn from red to green, since each lacks more, and only makes chains of hosts
 * that owe the other way longer; likewise below 0. So nothing between 0 and the window is better.
 * Hypotheses: the hosts divide the items; links of one latency. Cost: O(n * width of the window);
 * O(n + width) for multi-send. */
#include "window.h"

#include "common.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The steps that a search may take: about a minute. */
#define WORK_LIMIT (INT64_C(1) << 36)

struct rd_shifts rd_deficit_window(const struct rd_ring_loads *ring, int64_t h)
{
    struct rd_shifts window = {INT64_MAX, INT64_MIN};
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        int64_t items = ring->linear[edge] - h;
        if (llabs(items) <= ring->average)
            continue;
        int64_t deficit = items > 0 ? items - ring->average : items + ring->average;
        if (deficit < window.low)
            window.low = deficit;
        if (deficit > window.high)
            window.high = deficit;
    }
    return window;
}

static int64_t steps_of(const struct rd_ring_loads *ring, bool multi_send, int64_t h)
{
    return multi_send ? rd_multi_send_steps(ring, h) : rd_single_send_steps(ring, h);
}

int64_t rd_window_search(const struct rd_ring_loads *ring, bool multi_send,
                         struct rd_arena *scratch)
{
    int64_t traffic = rd_traffic_shift(ring, scratch);
    struct rd_shifts window = rd_deficit_window(ring, traffic);
    int64_t best_h = traffic, best_steps = RD_NEVER;
    for (int64_t w = window.low; w <= window.high; w++) {
        int64_t steps = steps_of(ring, multi_send, traffic + w);
        if (steps < best_steps) {
            best_steps = steps;
            best_h = traffic + w;
        }
    }
    return best_h;
}

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    struct rd_shifts window = rd_deficit_window(ring, rd_traffic_shift(ring, scratch));
    int64_t values = window.low <= window.high ? window.high - window.low + 1 : 0;
    int64_t work_per_value = multi_send ? 1 : ring->host_count;
    if (values > WORK_LIMIT / work_per_value)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "a window of %" PRId64 " values of h: hosts times values up to 2^36 are "
                       "searched (the ring-load-optimal algorithms need no search)",
                       values);
    int64_t traffic = rd_traffic_shift(ring, scratch);
    *ret_h = rd_window_search(ring, multi_send, scratch);
    if (strcmp(rd_option_text(given, "first-line"), "yes") == 0 &&
        steps_of(ring, multi_send, traffic) <= steps_of(ring, multi_send, *ret_h))
        *ret_h = traffic;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"first-line", "yes|no", "yes", "keep h = 0, with which Figure 9 begins, as a candidate"},
    {NULL, NULL, NULL, NULL},
};

RD_RING_LOAD_ALGORITHMS(ring_load_window, "ring-load-window",
                        "search of the window of Traffic's deficits", "Figure 9", RD_OPTIMAL,
                        option_specs, NULL, NULL, choose)
