#include "whole_costs.h"

#include <math.h>

enum { MOST_UNITS_OF_LEAST = 1000 };

bool rd_whole_costs(const double *cost_s, uint32_t count, int32_t most_units, int32_t *ret_units)
{
    double least_s = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        least_s = fmin(least_s, cost_s[i]);
    for (int32_t units_of_least = 1; units_of_least <= MOST_UNITS_OF_LEAST; units_of_least++) {
        uint32_t whole = 0;
        for (; whole < count; whole++) {
            if (whole > 0 && cost_s[whole] == cost_s[whole - 1]) {
                ret_units[whole] = ret_units[whole - 1];
                continue;
            }
            double units = cost_s[whole] / least_s * units_of_least;
            double nearest = round(units);
            if (!(nearest <= most_units) || fabs(units - nearest) > 1e-12 * nearest)
                break;
            ret_units[whole] = (int32_t)nearest;
        }
        if (whole == count)
            return true;
    }
    return false;
}
