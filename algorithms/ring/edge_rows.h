/* Rows of a plan that carries a flow round a ring: one row per edge, listed so that each can be
 * executed whole, and played self-timed as soon as ports and items allow. */
#ifndef REDIST_ALGORITHMS_RING_EDGE_ROWS_H
#define REDIST_ALGORITHMS_RING_EDGE_ROWS_H

#include "ring.h"

#include "sim/core/plan.h"

/* Adds a row of level[x] - z one-item messages over each edge x where that is more than 0,
 * forward. The rows start behind an edge that carries nothing and go round from there, so that
 * before its row a host has received all it will receive.
 * In: level [host_count]; at least one level <= z. Rows go to round 0. Cost: O(n). */
void rd_ring_add_forward_rows(struct rd_plan *plan, struct rd_arena *arena, uint32_t host_count,
                              const int64_t *level, int64_t z);

/* Adds a row of z - level[x] one-item messages over each edge x where that is more than 0,
 * backward. In: at least one level >= z. Otherwise as above. */
void rd_ring_add_backward_rows(struct rd_plan *plan, struct rd_arena *arena, uint32_t host_count,
                               const int64_t *level, int64_t z);

/* The net flow F_x = S_x - z as a self-timed plan: forward rows, then backward rows, which wait
 * behind them in the same ports.
 * In: least_sum <= z <= greatest_sum; an empty plan. Cost: O(n). */
void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan);

#endif
