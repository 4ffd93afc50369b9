/* Random changes to a plan for a star, kept if they make it no worse. */
#ifndef REDIST_ALGORITHMS_STAR_LOCAL_SEARCH_H
#define REDIST_ALGORITHMS_STAR_LOCAL_SEARCH_H

#include "portfolio.h"

#include "sim/base/rng.h"

/* Idea: swap the receivers of two items, give one to another receiver, move one to another place,
 * drop one, or send one more; then senders by link. Keep what does not raise (end, sum of the
 * workers' ends squared, number of items), compared in that order.
 * In: found, the moves to start from; tries. Returns in found: the last ones kept, from the arena.
 * Cost: O(tries (m + N)). */
void rd_star_local_search(const struct rd_star *star, struct rd_star_found *found, int64_t tries,
                          struct rd_rng *rng, struct rd_arena *arena, struct rd_arena *scratch);

#endif
