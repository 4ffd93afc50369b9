/* The best target of a stencil on a ring, by the volume metric. */
#pragma once

#include "stencil.h"

/* The steps that it takes: items, states and owners; INFINITY where it does not apply. O(1). */
double rd_stencil_ring_program_work(const struct rd_stencil *stencil);

/* The volume metric by a dynamic program round the ring.
 * Idea: once the owners of items 0 and 1 are chosen, what is still to come depends on the loads so
 * far and on the last two owners only: item d on b costs 1 if it moves and, once its right
 * neighbour is known, K for each different owner of its neighbours, b apart. At the end the ring
 * closes on the first two, and the greatest load counts K times.
 * In: N >= 3; rd_stencil_ring_program_work at most RD_STENCIL_EXACT_LIMIT. Fills owner
 * [item_count]. Cost: O(N (N+1)^(P-1) P^5) time, a byte for each of N (N+1)^(P-1) P^2 states. */
struct rd_stencil_cost rd_stencil_ring_program(const struct rd_stencil *stencil, uint32_t *owner,
                                               struct rd_arena *scratch);
