/* What the bounds of ring redistribution share. The paper sends items one by one, and so do its
 * bounds: where links have latency, a message of several items may beat them. */
#pragma once

#include "reading.h"

#include "algorithms/algorithm.h"

#include "sim/model/bound.h"

/* What the algorithms of one-port rings have in common. */
#define RD_ONE_PORT_RING(DIRECTIONS)                                                               \
    .shape = RD_RING, .directions = DIRECTIONS, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_RING_GOALS

/* Lemma 6 in steps of one item: max(max abs(delta_i), ceil((max S - min S) / 2)). Cost: O(n). */
int64_t rd_ring_lemma_6_steps(const struct rd_ring *ring);

/* The host that gives or takes most; of several the first. O(n). */
uint32_t rd_ring_busiest_host(const struct rd_ring *ring);

/* Half of a sum's spread, rounded up: what one of a slice's two links carries. O(1). */
int64_t rd_ring_half_spread(const struct rd_ring *ring);

/* Reads a ring of one kind, and begins a bound of the paper's: tight where each host holds an item
 * before and after, of rd_ring_schedule_class; where nothing moves it is whole. Errors:
 * RD_ERROR_REFUSED for several kinds. O(n), arrays from scratch. */
bool rd_ring_states_bound(const struct rd_instance *instance, const char *name,
                          struct rd_arena *scratch, struct rd_ring *ret_ring,
                          struct rd_bound *ret_bound, struct rd_error *reterr);

/* " No other final loads need less.", where they can be chosen; else "". */
const char *rd_ring_final_words(const struct rd_instance *instance);

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
