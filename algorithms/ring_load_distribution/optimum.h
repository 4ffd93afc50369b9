/* The best times that any schedule, or any protocol, can reach on the ring, with every h that
 * reaches them. */
#pragma once

#include "schedule.h"

struct rd_ring_optimum {
    int64_t steps;
    struct rd_shifts shifts; /* the h that take just these steps */
};

/* T_m*: ceil((max - min of Linear) / (2 average)), reached by h in [max - T average, min + T
 * average]. No protocol whatever beats it: the load of an arc has to fit in the arc widened by T
 * both ways. Cost: O(1). */
struct rd_ring_optimum rd_multi_send_optimum(const struct rd_ring_loads *ring);

/* T_s*: the least T such that the greatest minimum of Linear over T consecutive edges exceeds the
 * least maximum by at most 2 averages; reached by h in [greatest minimum - average, least maximum +
 * average]. No single-send protocol beats it.
 * The longest run above h + average shrinks as h grows, that below h - average grows: their
 * crossing gives T, and where each gets as short as T - 1 the interval.
 * Cost: O(n log(max - min)). */
struct rd_ring_optimum rd_single_send_optimum(const struct rd_ring_loads *ring);

/* The h of an interval whose traffic is least: inside the least-traffic shifts if they meet, else
 * the end nearest to them (traffic is convex in h). Ties to the least h. */
int64_t rd_least_traffic_within(struct rd_shifts shifts, struct rd_shifts least_traffic);

/* The least h in `shifts` whose time is least there. In: multi_send chooses the clock.
 * Cost: O(n log(high - low)) for single-send, O(1) for multi-send. */
int64_t rd_best_shift_within(const struct rd_ring_loads *ring, struct rd_shifts shifts,
                             bool multi_send);
