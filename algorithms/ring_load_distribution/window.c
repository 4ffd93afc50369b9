#include "window.h"

#include "sim/base/integers.h"

#include <stdlib.h>

struct rd_shifts rd_deficit_window(const struct rd_ring_loads *ring, int64_t h)
{
    struct rd_shifts window = {INT64_MAX, INT64_MIN};
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        int64_t items = ring->linear[edge] - h;
        if (llabs(items) <= ring->average)
            continue;
        int64_t deficit = items > 0 ? items - ring->average : items + ring->average;
        window.low = rd_least(window.low, deficit);
        window.high = rd_greatest(window.high, deficit);
    }
    return window;
}

int64_t rd_window_search(const struct rd_ring_loads *ring, bool multi_send,
                         struct rd_arena *scratch)
{
    int64_t traffic = rd_traffic_shift(ring, scratch);
    struct rd_shifts window = rd_deficit_window(ring, traffic);
    int64_t best_h = traffic, best_steps = RD_NEVER;
    for (int64_t w = window.low; w <= window.high; w++) {
        int64_t steps = rd_ring_load_steps(ring, multi_send, traffic + w);
        if (steps < best_steps) {
            best_steps = steps;
            best_h = traffic + w;
        }
    }
    return best_h;
}
