/* The assignment problem on a dense square matrix of costs, with the duals that prove it. */
#pragma once

#include "sim/base/arena.h"

struct rd_assignment {
    uint32_t *column_of_row; /* [n], a permutation */
    int64_t *row_dual;       /* [n]; row_dual[i] + column_dual[j] <= cost[i][j], with equality on */
    int64_t *column_dual;    /* [n]  the matched pairs: their sum is the cost, so none is cheaper */
    int64_t cost;
};

/* The costs that the kernel takes, in absolute value: no sum of them overflows. */
#define RD_ASSIGNMENT_COST_LIMIT (INT64_C(1) << 53)

/* A perfect matching of least total cost.
 * Shortest augmenting paths: columns are reduced first, rows then fight for their cheapest column
 * (which settles most of them), and each row left over grows a tree of shortest reduced paths to a
 * free column.
 * In: cost [n * n], row by row, |cost| <= RD_ASSIGNMENT_COST_LIMIT / n. Arrays of the result from
 *     the arena; scratch is rewound. Ties: the smallest column index.
 * Cost: O(n^3) at the worst; a few passes over the matrix as a rule.
 * Source: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
 * assignment problems", Computing 38 (1987) 325-340. */
struct rd_assignment rd_assign(uint32_t n, const int64_t *cost, struct rd_arena *arena,
                               struct rd_arena *scratch);

/* Does a result prove itself: a permutation, feasible duals, equal sums? O(n^2). */
bool rd_assignment_is_proved(uint32_t n, const int64_t *cost,
                             const struct rd_assignment *assignment, struct rd_arena *scratch);
