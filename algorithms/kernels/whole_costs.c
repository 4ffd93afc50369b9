#include "whole_costs.h"

#include <math.h>
#include <string.h>

enum { MOST_UNITS_OF_LEAST = 1000 };

enum { MOST_BLOCK = 256 };

/* Are all these costs, a block at the most, whole numbers of a unit? Without a branch, and divided
 * first, so that one need not wait for the one before. */
static bool are_whole(const double *cost_s, uint32_t count, double least_s, int32_t units_of_least,
                      int32_t most_units, int64_t *ret_units)
{
    double units[MOST_BLOCK];
    int64_t others = 0;
    for (uint32_t i = 0; i < count; i++)
        units[i] = cost_s[i] / least_s * units_of_least;
    for (uint32_t i = 0; i < count; i++) {
        int32_t nearest = (int32_t)(units[i] < most_units + 0.5 ? units[i] + 0.5 : 0);
        others |= fabs(units[i] - nearest) <= 1e-12 * nearest ? 0 : 1;
        ret_units[i] = nearest;
    }
    return others == 0;
}

bool rd_whole_costs_read(rd_read_costs *read, const void *context, uint32_t count, double least_s,
                         int32_t most_units, int64_t *ret_units)
{
    double cost_s[MOST_BLOCK];
    for (int32_t units = 1; units <= MOST_UNITS_OF_LEAST && least_s > 0; units++) {
        uint32_t whole = 0, most = 1; /* it doubles: mostly the first few tell */
        for (uint32_t block; whole < count; whole += block) {
            block = count - whole < most ? count - whole : most;
            most = 2 * most < MOST_BLOCK ? 2 * most : MOST_BLOCK;
            read(context, whole, block, cost_s);
            if (!are_whole(cost_s, block, least_s, units, most_units, ret_units + whole))
                break;
        }
        if (whole == count)
            return true;
    }
    return false;
}

static void read_array(const void *context, uint32_t first, uint32_t count, double *ret_cost_s)
{
    memcpy(ret_cost_s, (const double *)context + first, count * sizeof *ret_cost_s);
}

bool rd_whole_costs(const double *cost_s, uint32_t count, int32_t most_units, int64_t *ret_units)
{
    double least_s = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        least_s = cost_s[i] < least_s ? cost_s[i] : least_s;
    return rd_whole_costs_read(read_array, cost_s, count, least_s, most_units, ret_units);
}
