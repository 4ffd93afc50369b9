/* Best-balance: the moves that BBA makes. */
#pragma once

#include "star.h"

/* Idea: time and again, the worker that would end last sends an item to the one that would end
 * first with it, as long as that one ends earlier. On an equal star that is optimal.
 * Ties: sender by least link, then index; receiver by its end without the item, link, index.
 * Returns: the moves, from the arena, in BBA's order. Cost: O(m) for each of some dates, mostly a
 * dozen, and O(moves log m).
 * Source: Marchal, Rehn, Robert, Vivien (2007), Fig. 5. */
struct rd_star_moves rd_star_bba(const struct rd_star *star, struct rd_arena *arena);
