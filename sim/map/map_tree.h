/* Trees, whatever they were made from. */
#pragma once

#include "map.h"

/* Places a map whose lines make a tree: its middle on top and a row for each distance from it; or,
 * where it has many leaves or is a star, in the middle, with circles round it. Returns: false if it
 * is no tree, or has hubs. Cost: O(places^2 + lines). */
bool rd_map_place_tree(struct rd_map *map, struct rd_arena *arena);
