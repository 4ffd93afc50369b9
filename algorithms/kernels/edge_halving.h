/* Edge colouring by splitting graphs in halves: edge by edge, whatever the graph looks like. */
#pragma once

#include "maximum_weight_matching.h"

/* The most edges, each as often as it counts, that are coloured one by one. */
#define RD_HALVING_LIMIT INT64_C(20000000)

/* The edges of each colour: edge[first[c]] to edge[first[c + 1] - 1] are numbers of the graph's
 * edges; an edge is listed as often as it counts. */
struct rd_unit_colouring {
    uint32_t colour_count; /* Delta */
    size_t *first;         /* [colour_count + 1] */
    uint32_t *edge;        /* [size of the graph] */
};

/* Colours edge by edge with Delta colours.
 * Idea: a graph is split in two halves of half its degree by pairing the edges at each vertex and
 * giving one of each pair to either half; what an edge counts is halved first, so that only odd
 * remainders are paired. Where Delta is odd, a matching that covers the heavy vertices is the first
 * colour. Of one half so many colours are found in the same way that what is left of the graph has
 * a power of two as its degree, and splits alone colour it: matchings are needed for log Delta
 * graphs only.
 * In: at most RD_HALVING_LIMIT edges. Result from the arena; scratch is rewound.
 * Cost: O(size log Delta) and the matchings. Nothing is padded: how many vertices there are, and
 * how far their degrees are below Delta, does not matter.
 * Source: Gabow and Kariv, "Algorithms for edge coloring bipartite graphs and multigraphs", SIAM J.
 * Comput. 11 (1982) 117-129; counts, and pairs instead of Euler tours, are ours. */
struct rd_unit_colouring rd_edge_halving(const struct rd_multigraph *graph, struct rd_arena *arena,
                                         struct rd_arena *scratch);
