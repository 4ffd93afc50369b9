/* Edge colouring of bipartite multigraphs with no more colours than the greatest degree, Delta: no
 * two edges of a colour share a row or a column (Koenig 1916). A colour is a step of one-port hosts
 * behind a switch, and Delta steps are the fewest. */
#ifndef REDIST_ALGORITHMS_KERNELS_EDGE_COLOURING_H
#define REDIST_ALGORITHMS_KERNELS_EDGE_COLOURING_H

#include "heavy_matching.h"

/* The most edges, each as often as it counts, that are coloured one by one. */
#define RD_UNIT_COLOURING_LIMIT INT64_C(20000000)

/* The edges of each colour: edge[first[c]] to edge[first[c + 1] - 1] are numbers of the graph's
 * edges; an edge is listed as often as it counts. */
struct rd_unit_colouring {
    uint32_t colour_count; /* Delta */
    size_t *first;         /* [colour_count + 1] */
    uint32_t *edge;        /* [size of the graph] */
};

/* Colours edge by edge.
 * Idea: a graph is split in two halves of half its degree by pairing the edges at each vertex and
 * giving one of each pair to either half; what an edge counts is halved first, so that only odd
 * remainders are paired. Where Delta is odd, a matching that covers the heavy vertices is the first
 * colour. One half is coloured in the same way; so many of its colours go back to the other half
 * that this one's degree is a power of two, and splits alone colour it: matchings are needed for
 * log Delta graphs only.
 * In: at most RD_UNIT_COLOURING_LIMIT edges. Result from the arena; scratch is rewound.
 * Cost: O(size log Delta) as a rule; halving keeps it below that where counts are large, and the
 * number of vertices does not matter: nothing is padded.
 * Source: Gabow and Kariv, "Algorithms for edge coloring bipartite graphs and multigraphs", SIAM J.
 * Comput. 11 (1982) 117-129; counts and pairing instead of Euler tours are ours. */
struct rd_unit_colouring rd_edge_colour(const struct rd_multigraph *graph, struct rd_arena *arena,
                                        struct rd_arena *scratch);

/* An edge has the colours first, .., first + count - 1. */
struct rd_colour_run {
    uint32_t edge;
    int64_t first;
    int64_t count;
};

struct rd_run_colouring {
    int64_t colour_count;  /* Delta */
    size_t matching_count; /* different matchings that follow each other */
    size_t run_count;
    struct rd_colour_run *run; /* by first colour */
};

/* Colours by matchings that last several colours: counts may be huge.
 * Idea: a matching that covers the heavy vertices lasts until one of its edges is used up or a
 * vertex that it leaves out becomes heavy. Then it is mended, not made anew: most edges go on.
 * Returns: durations that sum to Delta; at most edges + 2 n matchings, since each uses up an edge
 * or makes a vertex heavy for good. In: sums of counts below 2^63. Result from the arena; scratch
 * is rewound. Cost: O(n) and a few searches a matching. Source: Birkhoff (1946) for matrices padded
 * to equal sums; here nothing is padded. */
struct rd_run_colouring rd_edge_colour_compact(const struct rd_multigraph *graph,
                                               struct rd_arena *arena, struct rd_arena *scratch);

#endif
