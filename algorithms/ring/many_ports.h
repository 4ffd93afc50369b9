/* Rings whose ports limit nobody: which they are, and the flows that need least time there. */
#pragma once

#include "capacity.h"

/* One kind, and ports of which none limits anybody: two ports a host, or a ring that goes one way;
 * with a number of ports, links that cost something. Errors: RD_ERROR_REFUSED. O(n). */
bool rd_ring_accepts_many_ports(const struct rd_instance *instance, struct rd_error *reterr);

/* Do all messages take as long, or carry one item? Then hosts that send what they have at once lose
 * nothing. O(1). */
bool rd_ring_sends_at_once(const struct rd_instance *instance);

/* Is the date of rd_ring_best_edges reached, if each host sends what it holds and owes at once?
 * Also asked of other shapes. O(1). */
bool rd_ring_edges_are_reached(const struct rd_instance *instance);

/* The flow, and the final loads, that need least time, as edges and waiting hosts limit it. Cost:
 * as rd_ring_choose. */
struct rd_ring_choice rd_ring_best_edges(const struct rd_instance *instance,
                                         struct rd_arena *scratch);

/* The same in messages of at most so many items. */
struct rd_ring_choice rd_ring_best_capped(const struct rd_instance *instance, int64_t message_items,
                                          struct rd_arena *scratch);

/* Is that date reached with one item a message, likewise? O(1). */
bool rd_ring_capped_is_reached(const struct rd_instance *instance);

/* The least time in which each edge carries what it has to in one message; the flow in *ret_z.
 * Idea: a greater z leaves less to send forward on every edge, and more backward; so the heaviest
 * chain of waiting hosts gets no heavier forward as z grows, and no lighter backward, and the best
 * z is where the two cross. O(n log(items)). */
double rd_ring_best_chain_s(const struct rd_instance *instance, const struct rd_ring *ring,
                            int64_t *ret_z);

/* Is that time known of the final loads of an instance, and reached? O(1). */
bool rd_ring_chains_are_reached(const struct rd_instance *instance);
