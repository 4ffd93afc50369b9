/* Where the places of a network without a shape lie, as a layout program says. */
#pragma once

#include "map.h"

/* Places a map so that places that are joined lie about one unit from each other, by Graphviz'
 * neato, always alike. Returns: false if there is no such program, or it has no layout.
 * Cost: about O(places^2). Source: E. Gansner, Y. Koren, S. North, "Graph drawing by stress
 * majorization", Graph Drawing 2004. */
bool rd_map_lay_out(struct rd_map *map);
