/* Costs as whole numbers of one unit, for planners that search over dates. */
#ifndef REDIST_ALGORITHMS_KERNELS_WHOLE_COSTS_H
#define REDIST_ALGORITHMS_KERNELS_WHOLE_COSTS_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the largest unit such that every cost is a whole number of it.
 * Idea: the least cost is 1, 2, .. units of its own; a double like 0.1 stands for a fraction it
 * only comes close to, so a cost is taken for a whole number of units if it is within 1e-12 of it,
 * relatively. Times then move by no more than that.
 * In: cost_s [count], all above 0; most_units.
 * Returns: false if the least cost has to be more than 1000 units, or another more than most_units.
 * Cost: O(1000 count). */
bool rd_whole_costs(const double *cost_s, uint32_t count, int32_t most_units, int32_t *ret_units);

#endif
