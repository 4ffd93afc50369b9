/* Matchings of a bipartite multigraph that cover every vertex of the greatest degree: what edge
 * colouring takes off, colour by colour. */
#ifndef REDIST_ALGORITHMS_KERNELS_HEAVY_MATCHING_H
#define REDIST_ALGORITHMS_KERNELS_HEAVY_MATCHING_H

#include "sim/core/arena.h"

#include <stddef.h>
#include <stdint.h>

/* `count` equal edges between a row and a column. */
struct rd_multi_edge {
    uint32_t row;
    uint32_t column;
    int64_t count;
};

/* n rows and n columns. Pairs may be listed twice; n <= RD_MULTIGRAPH_ROW_LIMIT. */
struct rd_multigraph {
    uint32_t n;
    size_t edge_count;
    const struct rd_multi_edge *edge;
};

enum { RD_MULTIGRAPH_ROW_LIMIT = 65535 };

/* Edges, each as often as it counts; the greatest degree (Delta). In: sums below 2^63. O(edges). */
int64_t rd_multigraph_size(const struct rd_multigraph *graph);
int64_t rd_multigraph_degree(const struct rd_multigraph *graph, struct rd_arena *scratch);

#define RD_NO_EDGE UINT32_MAX

enum { RD_ROWS, RD_COLUMNS, RD_SIDES };

/* A graph whose edges are used up, and a matching of what is left. */
struct rd_heavy_matching {
    uint32_t n;
    struct rd_multi_edge *edge; /* counts go down; 0: used up */
    int64_t *degree[RD_SIDES];  /* [n] */
    int64_t greatest;           /* degree of the heavy vertices */
    uint32_t *mate[RD_SIDES];   /* [n] the edge that covers a vertex, or RD_NO_EDGE */

    size_t *first[RD_SIDES];    /* [n] into list */
    uint32_t *length[RD_SIDES]; /* [n] edges of a vertex that may be left */
    uint32_t *list[RD_SIDES];   /* [edges] */
    uint32_t *seen;             /* [n] search in which a vertex of the far side was reached */
    uint32_t *via;              /* [n] by which edge */
    uint32_t *queue;            /* [n] */
    uint32_t search;
};

/* Copies a graph; an empty matching. Everything from the arena. O(n + edges). */
struct rd_heavy_matching rd_heavy_matching_open(const struct rd_multigraph *graph,
                                                struct rd_arena *arena);

/* Makes the matching cover every row and column of degree `greatest`.
 * Idea: a search by alternating paths from a heavy vertex ends at a free vertex, or at one whose
 * partner is not heavy and can do without. Nobody heavy is ever uncovered, and no vertex of the
 * other side at all, so the two sides may be settled one after the other. A search cannot fail:
 * heavy vertices reach at least as many as they are (Hall).
 * In: no degree above `greatest`. Ties: the first edge in the graph's order, used up ones apart.
 * Cost: O(edges) a search; shortest paths, so a few steps as a rule.
 * Source: Mendelsohn and Dulmage, "Some generalizations of the problem of distinct
 * representatives", Canadian J. Math. 10 (1958) 230-241. */
void rd_heavy_matching_cover(struct rd_heavy_matching *matching);

/* Uses `count` of an edge. The caller keeps `greatest` and takes a used-up edge from the matching.
 */
void rd_heavy_matching_use(struct rd_heavy_matching *matching, uint32_t edge, int64_t count);

/* Takes an edge into the matching, or out of it. In: ends that are free; an edge in it. */
void rd_heavy_matching_join(struct rd_heavy_matching *matching, uint32_t edge);
void rd_heavy_matching_part(struct rd_heavy_matching *matching, uint32_t edge);

/* A vertex's edge that is left and has a free far end, or RD_NO_EDGE. O(degree). */
uint32_t rd_heavy_matching_free_edge(struct rd_heavy_matching *matching, int side, uint32_t vertex);

#endif
