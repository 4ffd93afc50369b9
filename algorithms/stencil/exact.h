/* The best target of a stencil, where it can be found exactly. */
#pragma once

#include "stencil.h"

/* Steps of work, as rd_stencil_exact_work counts them, up to which an exact answer is sought. */
#define RD_STENCIL_EXACT_LIMIT ((double)(1 << 30))

/* The steps that the cheaper exact method takes: targets times hosts, or for the volume metric and
 * N >= 3, if that is less, states times owners of the program round the ring. O(items). */
double rd_stencil_exact_work(const struct rd_stencil *stencil);

/* All P^N targets, one after the other; of equally good ones the first, item 0 counting fastest.
 * Fills owner [item_count]. Cost: O(P^N P). */
struct rd_stencil_cost rd_stencil_all_targets(const struct rd_stencil *stencil, uint32_t *owner,
                                              struct rd_arena *scratch);

/* The volume metric by a dynamic program round the ring.
 * Idea: once the owners of items 0 and 1 are chosen, what is still to come depends on the loads so
 * far and on the last two owners only: item d on b costs 1 if it moves and, once its right
 * neighbour is known, K for each different owner of its neighbours, b apart. At the end the ring
 * closes on the first two, and the greatest load counts K times.
 * In: N >= 3; rd_stencil_exact_work at most RD_STENCIL_EXACT_LIMIT. Fills owner [item_count].
 * Cost: O(N (N+1)^(P-1) P^5) time, a byte for each of N (N+1)^(P-1) P^2 states. */
struct rd_stencil_cost rd_stencil_ring_program(const struct rd_stencil *stencil, uint32_t *owner,
                                               struct rd_arena *scratch);

/* The cheaper of the two. In: as there. Fills owner [item_count]; scratch is rewound. */
struct rd_stencil_cost rd_stencil_exact(const struct rd_stencil *stencil, uint32_t *owner,
                                        struct rd_arena *scratch);
