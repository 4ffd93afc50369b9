/* One net flow of a two-way ring as blocks: an order of messages at each port that takes at most
 * 5/4 of the time of the busiest port. docs/ring_theorems.md, B, has the proof.
 *
 * Edges that carry items the same way one behind the other are a run. A run of one edge is direct:
 * its items are sent in one block. A longer run is a pipeline, which must start early where it
 * begins and end late where it ends. */
#pragma once

#include "greedy_flow.h"

#include "algorithms/kernels/port_order.h"

/* The order of messages at each port. A chain of direct runs between two pipelines suits only one
 * of its two ends.
 * In: a flow that greedy was set to, z's; costs above 0; last_is_bad: which end does not suit, the
 *     one with the greater edges or the other. Cost: O(items). */
struct rd_port_orders rd_block_orders(const struct rd_greedy *greedy, int64_t z, bool last_is_bad,
                                      struct rd_arena *arena);
