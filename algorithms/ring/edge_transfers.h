/* Transfers of a plan that carries a flow round a ring: one transfer per edge and direction, listed
 * so that each can be executed whole, and played self-timed as soon as ports and items allow. */
#pragma once

#include "ring.h"

#include "sim/model/plan.h"

/* What crosses the edges: forward[x] - forward_z items over edge x forward, and backward_z -
 * backward[x] backward, where that is more than 0. */
struct rd_edge_flow {
    const int64_t *forward; /* [host_count]; at least one <= forward_z */
    int64_t forward_z;
    const int64_t *backward; /* [host_count]; at least one >= backward_z */
    int64_t backward_z;
};

/* The flow as a self-timed plan of one-item messages: forward transfers, then backward transfers,
 * which wait behind them in the same ports. Transfers of a direction start behind an edge that
 * carries nothing in it and go round from there, so that before its transfer a host has received
 * all it will receive. In: an empty plan. Cost: O(n). */
void rd_ring_plan_edges(uint32_t host_count, const struct rd_edge_flow *flow,
                        struct rd_arena *arena, struct rd_plan *ret_plan);

/* The same for the net flow F_x = S_x - z. In: least_sum <= z <= greatest_sum. */
void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan);
