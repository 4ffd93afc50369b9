/* The bottleneck assignment problem on a dense square matrix: the perfect matching whose most
 * expensive edge is cheapest, with the rows that prove it. */
#pragma once

#include "sim/base/arena.h"

struct rd_bottleneck_assignment {
    uint32_t *column_of_row; /* [n], a permutation */
    int64_t value;           /* the greatest cost on it */
    uint32_t *hall_row;      /* [hall_row_count], increasing: by edges cheaper than `value` these */
    uint32_t hall_row_count; /* rows reach fewer columns than they are: one, if no edge is */
};

/* Threshold search: the value is one of the costs, at least the most expensive row's or column's
 * cheapest edge, where the search starts because it usually ends there, with costs read once; then
 * bisection on the costs above. In: cost [n * n], row by row. Result from the arena; scratch is
 * rewound. n >= 1. Cost: O(n^2 log n) and a maximum matching for each of O(log n) thresholds.
 * Source: Gross, "The bottleneck assignment problem" (1959), as a threshold method; Hall (1935). */
struct rd_bottleneck_assignment rd_bottleneck_assign(uint32_t n, const int64_t *cost,
                                                     struct rd_arena *arena,
                                                     struct rd_arena *scratch);

/* Is there a perfect matching up to a threshold? Keeps it. */
typedef bool rd_threshold_matches(void *context, int64_t threshold);

/* The least value up to which there is a perfect matching: bisection. In: values [count], at least
 * one, sorted here; the greatest is enough. Cost: O(count log count), and O(log count) matchings.
 */
int64_t rd_least_threshold(int64_t *value, size_t count, rd_threshold_matches *suffices,
                           void *context);

/* Does a result prove itself: a permutation of that value, and rows that violate Hall's condition
 * below it? O(n^2). */
bool rd_bottleneck_assignment_is_proved(uint32_t n, const int64_t *cost,
                                        const struct rd_bottleneck_assignment *bottleneck,
                                        struct rd_arena *scratch);
