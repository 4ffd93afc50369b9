/* Matchings of sparse bipartite graphs that cover given rows and columns. */
#pragma once

#include "bipartite_matching.h"

#include "sim/base/arena.h"

/* n rows and n columns, and the edges of each row with a value each. */
struct rd_sparse {
    uint32_t n;
    const uint64_t *row_start; /* [n + 1]; row i's edges are row_start[i] .. row_start[i + 1] - 1 */
    const uint32_t *column;    /* [row_start[n]], increasing in each row */
    const int64_t *value;      /* [row_start[n]] */
};

/* A matching that covers every row and every column that needs it. Those left over need none: they
 * are matched with each other in order, as if every two of them were joined, so that the result is
 * a permutation.
 * Idea: what needs no partner may lose it, so rows are covered by augmenting paths that end at a
 * free column or at a row in no need; then columns likewise, over rows that stay covered. That both
 * sides can be covered at once if each can alone is the theorem of Mendelsohn and Dulmage.
 * In: row_needs, column_needs [n]; column_of_row [n] and hall_row [n] to fill.
 * Returns: true with the permutation in column_of_row; or false with *ret_hall_row_count rows in
 *     hall_row, increasing, that fewer columns are joined to than they are, where rows and columns
 *     in no need are all joined to each other (Hall). Neither's rest is meant.
 * Cost: O(edges) a pass of augmenting paths, a handful of passes as a rule, n at the worst.
 * Source: Mendelsohn and Dulmage, "Some generalizations of the problem of distinct representatives"
 * (1958); Pothen and Fan (1990) for the passes. */
bool rd_sparse_cover(const struct rd_sparse *graph, const bool *row_needs, const bool *column_needs,
                     uint32_t *column_of_row, uint32_t *hall_row, uint32_t *ret_hall_row_count,
                     struct rd_arena *scratch);

/* Matches the rows that are left over with the columns that are, in order. In: column_of_row and
 * row_of_column [n], RD_UNMATCHED where free. O(n). */
void rd_match_remaining(uint32_t n, uint32_t *column_of_row, const uint32_t *row_of_column);
