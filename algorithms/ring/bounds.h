/* Lower bounds of ring redistribution with one port. The paper sends items one by one, and so do
 * its bounds: where links have latency, a message of several items may beat them. */
#pragma once

#include "capacity.h"

#include "algorithms/algorithm.h"

#include "sim/model/bound.h"

/* What the algorithms of one-port rings have in common. */
#define RD_ONE_PORT_RING(DIRECTIONS)                                                               \
    .shape = RD_RING, .directions = DIRECTIONS, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_RING_GOALS

/* The bound that fits an instance, whether or not the hypotheses for reaching it hold:
 *   one-way, equal     Lemma 1: the slice that gives away most, through its last host
 *   one-way, unequal   Theorem 2 without its absolute value: the same, times its last link's cost
 *   two-way, equal     Lemma 6: the busiest host's port, or half of what a slice gives away
 *   two-way, unequal   System 6, which is at least Lemma 12; where final loads can be chosen,
 *                      Lemma 12 with the best of them
 *
 * In: a one-port ring with one of RD_RING_GOALS; `why` is taken from the arena.
 * Returns: tight is true if every host holds at least one item before and after; on unequal two-way
 *     rings if some optimal flow is light.
 * Errors: RD_ERROR_REFUSED for several kinds, and on unequal two-way rings as rd_net_flow_accepts.
 * Cost: O(n), unequal two-way rings O(n log(items)). Source: Lemma 1, Theorem 2 (corrected), Lemma
 * 6, System 6. */
bool rd_ring_bound(RD_BOUND_PARAMETERS);

/* Lemma 6 in steps of one item: max(max abs(delta_i), ceil((max S - min S) / 2)). Cost: O(n). */
int64_t rd_ring_lemma_6_steps(const struct rd_ring *ring);

/* "The slice from host 3 to host 5 has 7 items too many", or "Host 3 has 1 item too few", taken
 * from the arena: how the words of a bound begin. */
const char *rd_ring_surplus_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                                  int64_t surplus, struct rd_arena *arena);

/* What the words of every bound end with where links have latency; else "". */
const char *rd_ring_item_by_item_words(const struct rd_instance *instance);

/* Which schedules the bounds hold for, as in rd_bound: where links have latency, those that send
 * items one by one, as the paper does; else all. */
const char *rd_ring_schedule_class(const struct rd_instance *instance);

/* Are the final loads the ones of least time, as far as bounds tell: given, or chosen where all
 * links cost the same or go one way? */
bool rd_ring_targets_are_best(const struct rd_instance *instance);

/* The bound that a choice of flow shows (capacity.h).
 * In: a name, what is said besides, or "". Returns: without schedule_class and tight. */
struct rd_bound rd_ring_capacity_bound(const struct rd_instance *instance,
                                       const struct rd_ring_choice *choice, const char *name,
                                       const char *besides, struct rd_arena *arena);

/* The bound of an instance on which nothing has to move. */
struct rd_bound rd_ring_bound_zero(const char *name);
