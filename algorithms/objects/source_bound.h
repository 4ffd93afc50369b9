/* B5 and B9: prices of ports, pairs of hosts and shared links, where objects have several sources.
 */
#pragma once

#include "object_list.h"

/* Prices that show a bound. Before `seconds` only ways shorter than that can be used; a schedule
 * that ends by then has `seconds` times the capacity of each place, and each object takes at least
 * what its cheapest way costs. */
struct rd_source_bound {
    double seconds;
    double *out_price, *in_price; /* [host_count] of a second of one place of a port; the same
                                     array where ports are combined */
    double *shared_price;         /* [shared links] of a second of all of it, or NULL */
    bool prunes;                  /* ways that last `seconds` or longer were left off for it */
};

/* Finds prices by multiplicative weights: objects take their cheapest ways, busy places get dearer,
 * some hundred times; the best prices of all rounds are kept. Then the ways that are too long for
 * it are left off, as often as that shows more.
 * Arrays from the arena. Cost: O(sources and the shared links on their ways) a round.
 * Source: our own, by duality; Plotkin, Shmoys and Tardos (1995) for the weights. */
struct rd_source_bound rd_source_bound_find(const struct rd_object_list *copies,
                                            struct rd_arena *arena, struct rd_arena *scratch);
