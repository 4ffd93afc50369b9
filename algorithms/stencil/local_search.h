/* Good targets of a stencil by local search. */
#pragma once

#include "stencil.h"

enum { RD_STENCIL_SEARCH_HOSTS = 512, RD_STENCIL_SEARCH_ITEMS = 65536 };

/* The best target found.
 * Idea: start from the 6 best of: in place; all items on the host that holds most; k = 1..P equal
 * blocks at every rotation below ceil(N/k), mapped by rd_stencil_map (where these would take more
 * than 2^30 steps, at every second, third, ... rotation). Each start is improved, the first better
 * target taken at once, until nothing improves or its share of `moves` is looked at:
 *   a run of 1, 2, 3, 5 or 8 items to the owner of a neighbour, or each of it back home
 *   one item to any host
 *   two hosts swap all their items
 *   two items swap their owners
 * In: at most RD_STENCIL_SEARCH_HOSTS hosts and RD_STENCIL_SEARCH_ITEMS items. Fills owner
 *     [item_count]; scratch is rewound. Ties: the earlier start.
 * Cost: O(hosts + items swapped) a move. */
struct rd_stencil_cost rd_stencil_search(const struct rd_stencil *stencil, int64_t moves,
                                         uint32_t *owner, struct rd_arena *scratch);
