#include "whole_costs.h"

#include <math.h>
#include <string.h>

enum { MOST_UNITS_OF_LEAST = 1000 };

enum { MOST_BLOCK = 256 };

/* Are all these costs, a block at the most, whole numbers of a unit? Without a branch or a
 * conversion, so that compilers compute several at once: doubles above 2^52 are whole numbers,
 * which their last bits count, and the sign bit of what is left tells. */
static bool are_whole(const double *cost_s, uint32_t count, double least_s, int32_t units_of_least,
                      int32_t most_units, int64_t *ret_units)
{
    static const double SHIFT = 0x1.8p52;
    double shifted[MOST_BLOCK], left[MOST_BLOCK], room[MOST_BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        double units = cost_s[i] / least_s * units_of_least;
        shifted[i] = units + SHIFT;
        double nearest = shifted[i] - SHIFT;
        left[i] = 1e-12 * nearest - fabs(units - nearest);
        room[i] = most_units + 0.5 - units;
    }
    int64_t zero, signs = 0;
    memcpy(&zero, &SHIFT, sizeof zero);
    for (uint32_t i = 0; i < count; i++) {
        int64_t whole, left_bits, room_bits;
        memcpy(&whole, &shifted[i], sizeof whole);
        memcpy(&left_bits, &left[i], sizeof left_bits);
        memcpy(&room_bits, &room[i], sizeof room_bits);
        ret_units[i] = whole - zero;
        signs |= left_bits | room_bits;
    }
    return signs >= 0;
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
