/* What libraries do today: pairs of hosts swap kinds. */
#ifndef REDIST_ALGORITHMS_SWITCH_GREEDY_SWAPS_H
#define REDIST_ALGORITHMS_SWITCH_GREEDY_SWAPS_H

#include "switch.h"

/* The canonical relabelling after greedy swaps.
 * Idea: of all pairs i < j with a gain q_ij + q_ji - q_ii - q_jj above 0, by falling gain and then
 * by (i, j), a pair swaps its kinds if neither host has swapped.
 * Returns: [n] the host of each kind, from the arena.
 * Cost: O(E log E) for E pairs of a host and a kind that it holds.
 * Source: the idea of COSTA's relabelling, with ties in a written order. */
uint32_t *rd_switch_greedy_swaps(const struct rd_switch *of, struct rd_arena *arena,
                                 struct rd_arena *scratch);

#endif
