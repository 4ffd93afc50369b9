/* Edge colouring of bipartite multigraphs whose vertices take several edges of a colour, but of
 * parallel edges one only: a colour is a step of k-port hosts behind a switch. */
#pragma once

#include "edge_colouring.h"

/* Colours with as few colours as there can be: at least degree / ports of each vertex, and the
 * edges of each pair; these are enough (de Werra).
 * Idea: what is left of the graph, by the colours that are left, is a flow of fractions from rows
 * to columns that keeps to the ports; so there is a flow of whole edges, in which every pair and
 * every vertex that can wait no longer takes part. It lasts until an edge of it is used up or
 * another pair or vertex can wait no longer; then it is mended along alternating paths.
 * In: ports [n], 1 or more, those of row i and of column i; no pair is listed twice; sums of counts
 *     times ports below 2^62. Result from the arena; scratch is rewound.
 * Returns: at most 2 edges flows, and by vertex as many as it has ports, or one more than it has
 * pairs; its runs as those of rd_edge_colour_compact.
 * Cost: O(n) a flow, O(edges) a path at the worst.
 * Source: de Werra, "Balanced schedules", INFOR 9 (1971) 230-237. */
struct rd_edge_colouring rd_port_colour(const struct rd_multigraph *graph, const uint32_t *ports,
                                        struct rd_arena *arena, struct rd_arena *scratch);
