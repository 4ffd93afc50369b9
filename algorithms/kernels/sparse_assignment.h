/* The assignment problem where few edges gain anything, with the duals that prove it. */
#pragma once

#include "sparse_matching.h"

struct rd_sparse_assignment {
    uint32_t *column_of_row; /* [n], a permutation */
    int64_t *row_dual;       /* [n]; row_dual[i] + column_dual[j] >= the gain of an edge, with */
    int64_t *column_dual;    /* [n]  equality on the matched pairs: none gains more in all */
    int64_t gain;
};

/* A perfect matching of greatest total gain, over the listed edges and, at no gain, over every
 * other pair of a row and a column that are in no need.
 * Idea: a matching of the listed edges of greatest gain, where whoever is in need counts for more
 * than all gains together, and whoever is left over is in no need. Rows take their most expensive
 * column if it is free; each row left over grows a tree of least reduced losses to a free column,
 * or to a row that can be left over at no loss more. In: listed, with gains of 0 or more;
 * row_needs, column_needs [n], or both NULL: none is in need. Some perfect matching exists. |n *
 * the sum of the gains| <= 2^53. Arrays of the result from the arena; scratch is rewound. Duals of
 * rows and columns in no need are 0 or more. Cost: O(n (edges + n) log n) at the worst; about
 * O(edges) where gains are small and many. Source: Kuhn's Hungarian method (1955) with Dijkstra's
 * heap, as in Mehlhorn and Naeher, LEDA (1999), section 7.8. */
struct rd_sparse_assignment rd_sparse_assign(const struct rd_sparse *listed, const bool *row_needs,
                                             const bool *column_needs, struct rd_arena *arena,
                                             struct rd_arena *scratch);
