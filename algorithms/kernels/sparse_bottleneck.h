/* The bottleneck assignment problem where few edges are cheap: what the others cost follows from
 * their ends. */
#pragma once

#include "bottleneck.h"
#include "sparse_matching.h"

#define RD_NO_EDGE INT64_MAX

/* The perfect matching whose most expensive edge is cheapest.
 * Threshold search: at a threshold only rows and columns that cost more by themselves need one of
 * their listed edges, so each threshold is a matching that covers them (rd_sparse_cover). It starts
 * at the most expensive row's or column's cheapest edge, where it usually ends; then bisection.
 * In: listed, edges with their costs, each at most what it would cost unlisted; row_cost and
 *     column_cost [n]: an edge that is not listed costs the greater of its row's and column's,
 *     RD_NO_EDGE: there is none. Some perfect matching exists. n >= 1.
 * Returns: as rd_bottleneck_assign; of equal value, not always the same matching.
 * Cost: O(edges log edges), and a cover for each of O(log edges) thresholds.
 * Source: as rd_bottleneck_assign and rd_sparse_cover. */
struct rd_bottleneck_assignment rd_sparse_bottleneck_assign(const struct rd_sparse *listed,
                                                            const int64_t *row_cost,
                                                            const int64_t *column_cost,
                                                            struct rd_arena *arena,
                                                            struct rd_arena *scratch);
