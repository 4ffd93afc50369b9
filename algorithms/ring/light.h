/* Light redistribution (Renard, Robert, Vivien 2004): flows under which every host holds from the
 * start all the items that it sends, so that no host waits for an item. */
#pragma once

#include "reading.h"

/* The flows under which no host sends more items than it holds at the start. */
struct rd_light {
    struct rd_interval z;
    uint32_t first_host; /* would send too much forward below z.first */
    uint32_t last_host;  /* would send too much backward above z.last */
};

/* Source: 'light redistribution', section 6.1. Cost: O(n). */
struct rd_light rd_light_flows(const struct rd_net_flow *flow);

/* What every algorithm for two-way rings with any costs starts from. */
struct rd_two_way {
    struct rd_net_flow flow;
    struct rd_flow_optimum optimum;
    struct rd_light light;
};

/* In: as rd_net_flow_read. Cost: O(n log(items)), arrays from the arena. */
struct rd_two_way rd_two_way_read(const struct rd_instance *instance, struct rd_arena *arena);

/* The optima of System 6 that are light; may be empty. O(1). */
static inline struct rd_interval rd_light_optima(const struct rd_two_way *ring)
{
    return rd_interval_common(ring->optimum.z, ring->light.z);
}

/* The z of least g among the light ones: System 8. g is convex, so where no optimum is light it is
 * the light end nearer to the optimum. In: ring->light.z is not empty. Cost: O(1). */
struct rd_interval rd_light_best(const struct rd_two_way *ring);

/* Is some optimum light?
 * Errors: RD_ERROR_REFUSED, naming a host that sends more than it holds, and the algorithms that
 * take such rings. Cost: O(1); O(n) to refuse. */
bool rd_light_accepts(const struct rd_instance *instance, const struct rd_two_way *ring,
                      struct rd_error *reterr);
