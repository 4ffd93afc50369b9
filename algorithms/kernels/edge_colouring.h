/* Edge colouring of bipartite multigraphs with no more colours than the greatest degree, Delta: no
 * two edges of a colour share a row or a column (Koenig 1916). A colour is a step of one-port hosts
 * behind a switch, and Delta steps are the fewest. */
#pragma once

#include "maximum_weight_matching.h"

/* An edge has the colours first, .., first + count - 1. */
struct rd_colour_run {
    uint32_t edge;
    int64_t first;
    int64_t count;
};

struct rd_edge_colouring {
    int64_t colour_count;  /* Delta */
    size_t matching_count; /* different matchings that follow each other */
    size_t run_count;
    struct rd_colour_run *run; /* [run_count] by first colour; no run goes on where one ends */
    size_t run_capacity;       /* there is room for so many */
};

/* Colours, by the kernel that is faster as a rule: by matchings if edges count 1.5 or more on
 * average or are more than RD_HALVING_LIMIT; else, from 10^5 edges on, by alternating paths
 * (edge_paths.h) where few are needed; else by halving (edge_halving.h).
 * In: sums of counts below 2^62. Result from the arena; scratch is rewound. */
struct rd_edge_colouring rd_edge_colour(const struct rd_multigraph *graph, struct rd_arena *arena,
                                        struct rd_arena *scratch);

/* Colours by matchings that last many colours, in few runs; counts may be huge.
 * Idea: a matching that covers the heavy vertices lasts until one of its edges is used up or a
 * vertex that it leaves out becomes heavy. Then it is fixed, not made anew: other edges go on.
 * Returns: at most edges + 2 n matchings, since each uses up an edge or makes a vertex heavy for
 * good; as a rule hardly more runs than edges.
 * Cost: O(log n) a run, and a search where a heavy vertex finds nobody free
 * (maximum_weight_matching.h). Source: Birkhoff (1946) for matrices padded to equal sums; here
 * nothing is padded. */
struct rd_edge_colouring rd_edge_colour_compact(const struct rd_multigraph *graph,
                                                struct rd_arena *arena, struct rd_arena *scratch);

/* Begins a run of an edge, of no length yet; or goes on with its last, if that has just ended.
 * In: number, of its last run, counted from 1; 0: none yet. The runs are from the arena. */
void rd_colour_run_begin(struct rd_edge_colouring *result, uint32_t edge, int64_t now,
                         size_t *number, struct rd_arena *arena);

/* Drops runs of no length: edges that joined and left at one time. O(runs). */
void rd_colour_runs_drop_empty(struct rd_edge_colouring *colouring);
