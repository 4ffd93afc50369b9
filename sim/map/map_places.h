/* Where the nodes of a map lie: by the shape of the network, which is read off its lines. */
#pragma once

#include "map.h"

/* Places the nodes, about one unit from their neighbours, and bends the lines that would run over a
 * node. Cost: O(places^2 + lines * nodes), and for a network without a shape that of the layout
 * library. */
void rd_map_place(struct rd_map *map, struct rd_arena *arena);

/* How far the nearest two places are from each other; 1 of a single one. O(places^2). */
double rd_map_nearest(const struct rd_map *map);
