/* Components of a ring of items, and the hosts that they are best put on. */
#pragma once

#include "stencil.h"

/* Cuts the ring into k blocks of equal size, up to one item: the item that is `rotation` behind
 * item i of N belongs to block floor(i k / N). In: 1 <= k <= hosts. Fills block [item_count]. */
void rd_stencil_blocks(const struct rd_stencil *stencil, uint32_t k, uint32_t rotation,
                       uint32_t *block);

/* Puts each component on a host of its own: with the least volume (Algorithm 1) if that is the
 * metric, else in the fewest steps (Algorithm 2). The number of components is padded to the hosts
 * with empty ones.
 * In: component [item_count], each below host_count; fills owner [item_count], which may be the
 * same array. Cost: an assignment, or a bottleneck assignment, of hosts to components. */
void rd_stencil_map(const struct rd_stencil *stencil, const uint32_t *component, uint32_t *owner,
                    struct rd_arena *scratch);
