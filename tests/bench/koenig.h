/* Edge colouring by alternating paths, the textbook method: what the benchmark compares with. */
#ifndef REDIST_TESTS_BENCH_KOENIG_H
#define REDIST_TESTS_BENCH_KOENIG_H

#include "algorithms/kernels/maximum_weight_matching.h"

/* Colours edge by edge: with the least colour that is free at both ends, or else with the least
 * that is free at the row, after two colours were exchanged along the path from the column.
 * Returns: the number of colours, Delta. Cost: O(n) an edge; memory 8 n Delta bytes.
 * Source: Koenig (1916). */
int64_t koenig_colours(const struct rd_multigraph *graph, struct rd_arena *scratch);

#endif
