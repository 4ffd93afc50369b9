/* What a map shows of a network: its places, and the lines between them. */
#pragma once

#include "map.h"

/* Fills the nodes and lines of a map, but not where they are, nor what moves.
 * In: a map with its instance and bound; zone [hosts], or NULL; routes, with names, of the map's
 * instance, or NULL. Cost: O(links + uses of shared links, times those of a route). */
void rd_map_take_network(struct rd_map *map, const char *const *zone,
                         const struct rd_shared_links *routes, struct rd_arena *arena);
