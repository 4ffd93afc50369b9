/* Which runs of a sweep are worth a look. */
#pragma once

#include "results_table.h"

struct rd_worst_run {
    size_t row;       /* of the table */
    const char *name; /* the algorithm, with its options if it has some */
};

/* The runs of each algorithm that are furthest from their bound, at most count_each of one, by
 * algorithm and then from the furthest on; equal ones in the order of the table. Only runs that
 * ended well and can be drawn: with a bound above 0, and at most transfer_limit transfers.
 * Returns: how many, in *ret_run (arena). Cost: O(rows log rows). */
size_t rd_worst_runs(const struct rd_results_table *table, size_t count_each,
                     int64_t transfer_limit, struct rd_arena *arena, struct rd_worst_run **ret_run);
