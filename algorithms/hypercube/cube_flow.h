/* Balancing a hypercube or shuffle-exchange as a maximum flow in time. */
#pragma once

#include "cube_goal.h"

#include "algorithms/flow/flow_over_time.h"

/* The flow in time of one kind: its final loads lie in one of rd_cube_low_loads windows.
 * Errors: as rd_network_read. Cost: O(links log). */
bool rd_cube_time_problem(const struct rd_cube_goal *goal, uint32_t kind, struct rd_arena *arena,
                          struct rd_time_problem *ret_problem, struct rd_error *reterr);

/* The least number of steps, at least `from`, that has a flow, and the flow, as
 * rd_flow_over_time_least. In: a hypercube or shuffle-exchange, ports one or pipelined (hypercube).
 * Both arenas may be the same. */
bool rd_cube_least_flow(const struct rd_cube_goal *goal, uint32_t kind, int64_t from,
                        uint64_t arc_limit, struct rd_flow_over_time *ret_flow,
                        struct rd_arena *arena, struct rd_arena *scratch);
