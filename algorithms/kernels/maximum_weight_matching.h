/* A matching of a bipartite multigraph that covers every vertex of the greatest degree, kept up
 * while time passes and uses up its edges: what edge colouring takes off, colour by colour. */
#pragma once

#include "bucket_queue.h"
#include "dense_edges.h"

#include "sim/base/arena.h"

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

/* Edges, each as often as it counts; the greatest degree (Delta). In: sums below 2^62. O(edges). */
int64_t rd_multigraph_size(const struct rd_multigraph *graph);
int64_t rd_multigraph_degree(const struct rd_multigraph *graph, struct rd_arena *scratch);

/* The same, with the degrees of all rows, then of all columns, in degree [2n], zeros before. */
int64_t rd_multigraph_degrees(const struct rd_multigraph *graph, int64_t *degree);

#define RD_NO_MATE UINT32_MAX

enum { RD_ROWS, RD_COLUMNS, RD_SIDES };

/* An edge of the graph, 32 bytes: all that changes with it shares a cache line. */
struct rd_weighted_edge {
    uint32_t end[RD_SIDES];
    uint32_t place[RD_SIDES]; /* in its ends' lists, if there are */
    int64_t count;            /* left when it joined the matching, or now */
    size_t run;               /* the caller's */
};

/* An edge as one of its ends sees it. */
struct rd_weighted_incidence {
    uint32_t edge;
    uint32_t far;
};

/* When a vertex without an edge becomes heavy, or an edge of the matching is used up, if `soon` has
 * no room for that date. */
struct rd_weighted_event {
    int64_t time;
    uint32_t vertex;
    uint32_t side; /* RD_SIDES: the edge of row `vertex` */
};

struct rd_weighted_matching {
    uint32_t n;
    struct rd_weighted_edge *edge;
    uint32_t *mate[RD_SIDES]; /* [n] the edge that covers a vertex, or RD_NO_MATE */
    int64_t time;             /* colours so far: every edge of the matching is used once in each */
    int64_t end;              /* the greatest degree at the start */

    /* [n] By how much a covered vertex's degree is below the greatest; of one that is not covered,
     * the time at which it is not below any more. */
    int64_t *slack[RD_SIDES];
    int64_t *used_up; /* [n] when the edge of a row will be */

    uint32_t *first[RD_SIDES];                    /* [n + 1] into list */
    uint32_t *length[RD_SIDES];                   /* [n] edges that are left */
    struct rd_weighted_incidence *list[RD_SIDES]; /* [edges] by vertex */

    /* Instead of lists, where many pairs have an edge: those, and a bit for each vertex
     * that is free, and for each far one that a search has not reached. */
    bool is_dense;
    struct rd_dense_edges dense;
    uint64_t *free[RD_SIDES], *unseen; /* [dense.words] */

    /* What happens next; some of it is out of date. */
    struct rd_bucket_queue soon;    /* rows whose edges are used up */
    struct rd_weighted_event *heap; /* all else, the earliest first */
    size_t heap_count;
    size_t heap_capacity;
    struct rd_arena *arena;

    uint32_t *freed; /* [n] edges that have just been used up */
    uint32_t *seen;  /* [n] the search in which a far vertex was reached */
    uint32_t *via;   /* [n] by which edge */
    uint32_t *queue; /* [n] */
    uint32_t search;

    /* Told of every edge that joins or leaves, at `time`. NULL if nobody needs to know. */
    void (*joins)(void *context, uint32_t edge);
    void (*leaves)(void *context, uint32_t edge);
    void *context;
};

/* Time 0: an empty matching of a graph, which is copied. Everything from the arena, also later.
 * In: the edges that count. O(n + edges). */
struct rd_weighted_matching rd_weighted_matching_open(const struct rd_multigraph *graph,
                                                      struct rd_arena *arena);

/* Takes edges between vertices that are free, the first that is found at each row. O(edges). */
void rd_weighted_matching_fill(struct rd_weighted_matching *matching);

/* Makes the matching cover every vertex whose degree is the greatest.
 * Idea: a search by alternating paths from a heavy vertex ends at a free vertex, or at one whose
 * partner is not heavy and can do without. Nobody heavy is ever uncovered, and no vertex of the
 * other side at all, so each vertex is settled once. A search cannot fail: heavy vertices reach at
 * least as many as they are (Hall).
 * Ties: in a list a vertex's edges in the graph's order at first, and the last takes the place of a
 * used-up one; where the graph is dense, the far vertex of the least number.
 * Cost: O(edges) a search; shortest paths, so a few steps as a rule.
 * Source: Mendelsohn and Dulmage, "Some generalizations of the problem of distinct
 * representatives", Canadian J. Math. 10 (1958) 230-241. */
void rd_weighted_matching_cover(struct rd_weighted_matching *matching);

/* Lets time pass until an edge is used up or a vertex becomes heavy, takes edges between vertices
 * that have come free, and covers the heavy ones again.
 * In: a matching that covers them. Returns: false at the end: no edge is left.
 * Cost: O(log n) an edge that joins, a look at the edges of what has come free (64 at a time where
 * the graph is dense), and the searches. */
bool rd_weighted_matching_advance(struct rd_weighted_matching *matching);
