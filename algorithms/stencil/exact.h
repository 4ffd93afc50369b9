/* The best target of a stencil, where it can be found exactly. */
#pragma once

#include "stencil.h"

/* The steps that the cheaper exact method takes: targets times hosts, or for the volume metric and
 * N >= 3, if that is less, states times owners of the program round the ring. O(items). */
double rd_stencil_exact_work(const struct rd_stencil *stencil);

/* All P^N targets, one after the other; of equally good ones the first, item 0 counting fastest.
 * Fills owner [item_count]. Cost: O(P^N P). */
struct rd_stencil_cost rd_stencil_all_targets(const struct rd_stencil *stencil, uint32_t *owner,
                                              struct rd_arena *scratch);

/* The cheaper of the two. In: as there. Fills owner [item_count]; scratch is rewound. */
struct rd_stencil_cost rd_stencil_exact(const struct rd_stencil *stencil, uint32_t *owner,
                                        struct rd_arena *scratch);
