/* Maximum matchings of dense bipartite graphs, a bit an edge. */
#pragma once

#include "sim/base/arena.h"

#define RD_UNMATCHED UINT32_MAX

/* n rows and n columns; bit `column` of a row's words says that they are joined. */
struct rd_bipartite {
    uint32_t n;
    uint32_t words_per_row;
    uint64_t *word; /* [n * words_per_row] */
};

/* A graph without edges. */
struct rd_bipartite rd_bipartite_make(uint32_t n, struct rd_arena *arena);

static inline void rd_bipartite_join(struct rd_bipartite *graph, uint32_t row, uint32_t column)
{
    graph->word[(uint64_t)row * graph->words_per_row + column / 64] |= UINT64_C(1) << column % 64;
}

static inline int rd_bipartite_joined(const struct rd_bipartite *graph, uint32_t row,
                                      uint32_t column)
{
    return (int)(graph->word[(uint64_t)row * graph->words_per_row + column / 64] >> column % 64 &
                 1);
}

/* Makes a matching maximum.
 * Passes of augmenting paths: in a pass every free row searches depth first through columns that no
 * row has visited in this pass, free columns first; the last pass finds none.
 * In: column_of_row [n], RD_UNMATCHED for free rows, otherwise a matching of edges of the graph.
 * Returns: its size. Cost: O(n^2 / 64) a pass, a handful of passes as a rule, n at the worst.
 * Source: Pothen and Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16
 * (1990) 303-324, with words instead of lists. */
uint32_t rd_bipartite_match(const struct rd_bipartite *graph, uint32_t *column_of_row,
                            struct rd_arena *scratch);

/* Rows whose neighbours are fewer than they: why a maximum matching is not perfect (Hall). The rows
 * that alternating paths from a free row reach.
 * In: a maximum matching. Returns: how many, in increasing order in row [n]; 0 if it is perfect. */
uint32_t rd_bipartite_hall_rows(const struct rd_bipartite *graph, const uint32_t *column_of_row,
                                uint32_t *row, struct rd_arena *scratch);
