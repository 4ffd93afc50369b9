/* Costs as whole numbers of one unit, for planners that search over dates. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Reads costs first .. first + count - 1: at or above 0. */
typedef void rd_read_costs(const void *context, uint32_t first, uint32_t count, double *ret_cost_s);

/* Finds the largest unit such that every cost is a whole number of it.
 * Idea: the least cost is 1, 2, .. units of its own; a double like 0.1 stands for a fraction it
 * only comes close to, so a cost is taken for a whole number of units if it is within 1e-12 of it,
 * relatively. Times then move by no more than that.
 * In: costs that are read a few at a time, so that nobody need keep them; the least of them;
 * most_units, below 2^31 - 1.
 * Returns: false if a cost is 0, the least has to be more than 1000 units, or another more than
 * most_units; ret_units [count] is of no use then. Cost: O(1000 count). */
bool rd_common_unit_read(rd_read_costs *read, const void *context, uint32_t count, double least_s,
                         int32_t most_units, int64_t *ret_units);

/* The same of costs in an array. */
bool rd_common_unit(const double *cost_s, uint32_t count, int32_t most_units, int64_t *ret_units);
