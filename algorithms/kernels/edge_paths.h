/* Edge colouring by alternating paths, where few of them are needed. */
#pragma once

#include "edge_halving.h"

/* Colours edge by edge with Delta colours, or gives up.
 * Idea: an edge gets the first colour that is free at both of its ends, which bits tell for 64
 * colours at a time. Where there is none, two colours are exchanged along the path that leaves its
 * column by them. Few edges need that unless many vertices have the greatest degree.
 * In: at most RD_HALVING_LIMIT edges. Result from the arena, edges of a colour by row; scratch is
 * rewound. Returns: false if a table of n Delta colours has more than four times as many entries as
 * there are edges, or if paths would be longer in all than twice as many.
 * Cost: O(size (1 + Delta / 64)). Source: Koenig (1916); the bits are ours. */
bool rd_edge_paths(const struct rd_multigraph *graph, struct rd_arena *arena,
                   struct rd_arena *scratch, struct rd_unit_colouring *ret_colouring);
