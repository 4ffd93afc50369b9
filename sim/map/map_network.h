/* What a map shows of a network: its places, and the lines between them. */
#pragma once

#include "map.h"

/* Fills the nodes and lines of a map, but not where they are, nor what moves.
 * In: a map with its instance and bound; zone [hosts], or NULL. Cost: O(links + uses of shared
 * links). */
void rd_map_take_network(struct rd_map *map, const char *const *zone, struct rd_arena *arena);
