#include "common_unit.h"

#include <math.h>
#include <string.h>

enum { MOST_UNITS_OF_LEAST = 1000 };

enum { MOST_BLOCK = 256, PILOTS = 8 };

/* Doubles of this size are whole numbers, which their last bits count. */
static const double SHIFT = 0x1.8p52;

/* How much nearer so many units are to a whole number than they have to be: below 0 if they are not
 * near enough. */
static inline double spare(double units)
{
    double nearest = units + SHIFT - SHIFT;
    return 1e-12 * nearest - fabs(units - nearest);
}

/* Are all these costs, a block at the most, whole numbers of a unit? Without a branch or a
 * conversion, so that compilers compute several at once: the sign bit of what is left tells. */
static bool are_whole(const double *cost_s, uint32_t count, double least_s, int32_t units_of_least,
                      int32_t most_units, int64_t *ret_units)
{
    double shifted[MOST_BLOCK], left[MOST_BLOCK], room[MOST_BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        double units = cost_s[i] / least_s * units_of_least;
        shifted[i] = units + SHIFT;
        left[i] = spare(units);
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

/* One of the first few costs that is not the least. */
static double read_pilot(rd_read_costs *read, const void *context, uint32_t count, double least_s)
{
    double cost_s[PILOTS];
    uint32_t few = count < PILOTS ? count : PILOTS, at = 0;
    read(context, 0, few, cost_s);
    while (at + 1 < few && cost_s[at] == least_s)
        at++;
    return cost_s[at];
}

/* Passes over numbers of units, from `units` on, of which a cost is not whole: of most there is no
 * other, and one cost tells, of several numbers at once. Returns: a number at or just before the
 * first of which it may be whole, or one above the limit. */
static int32_t skip_units(double cost_s, double least_s, int32_t units)
{
    for (; units <= MOST_UNITS_OF_LEAST; units += PILOTS) {
        double closest = -1;
        for (int32_t i = 0; i < PILOTS; i++) {
            double left = spare(cost_s / least_s * (units + i));
            closest = left > closest ? left : closest;
        }
        if (closest >= 0)
            break;
    }
    return units;
}

bool rd_common_unit_read(rd_read_costs *read, const void *context, uint32_t count, double least_s,
                         int32_t most_units, int64_t *ret_units)
{
    double cost_s[MOST_BLOCK];
    if (!(least_s > 0))
        return false;
    double pilot_s = count > 0 ? read_pilot(read, context, count, least_s) : least_s;
    for (int32_t units = skip_units(pilot_s, least_s, 1); units <= MOST_UNITS_OF_LEAST;
         units = skip_units(pilot_s, least_s, units + 1)) {
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

bool rd_common_unit(const double *cost_s, uint32_t count, int32_t most_units, int64_t *ret_units)
{
    double least_s = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        least_s = cost_s[i] < least_s ? cost_s[i] : least_s;
    return rd_common_unit_read(read_array, cost_s, count, least_s, most_units, ret_units);
}
