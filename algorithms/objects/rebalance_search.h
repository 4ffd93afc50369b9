/* Rebalancings: all of them for a few objects, else a search. */
#pragma once

#include "placement.h"

/* Tries every placement. In: an open placement. Returns: were there few enough? If so the best is
 * in *placement; where none keeps groups apart, *ret_apart is false and it is as it was.
 * Cost: O(hosts^objects), at most 2e7. */
bool rd_rebalance_all(struct rd_placement *placement, bool *ret_apart, struct rd_arena *scratch);

/* Searches for a good placement. In: an open placement; bytes that no placement within the
 * tolerance moves less than. Returns: false where an object of a group that shares a rack found no
 * host, which *ret_object is. Cost: up to 4e8 steps. */
bool rd_rebalance_search(struct rd_placement *placement, int64_t bound_bytes,
                         struct rd_arena *scratch, uint32_t *ret_object);
