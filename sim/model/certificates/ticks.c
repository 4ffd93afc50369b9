#include "ticks.h"

#include <math.h>

__extension__ typedef unsigned __int128 wide_unsigned;

/* The mantissa as a whole number of 53 bits: value = mantissa * 2^exponent. */
static int64_t split(double value, int *ret_exponent)
{
    double mantissa = frexp(value, ret_exponent) * 0x1p53;
    *ret_exponent -= 53;
    return (int64_t)mantissa;
}

int64_t rd_whole_ticks(double cost_s, double tick_s)
{
    if (cost_s == 0)
        return 0;
    if (isinf(cost_s))
        return RD_PRICE_LIMIT;
    int cost_exponent, tick_exponent;
    wide_unsigned cost = (wide_unsigned)split(cost_s, &cost_exponent);
    wide_unsigned tick = (wide_unsigned)split(tick_s, &tick_exponent);
    int shift = cost_exponent - tick_exponent;
    if (shift > 74 || shift < -64)
        return shift > 0 ? RD_PRICE_LIMIT : 0;
    /* Rounding down twice, by a power of two and by the tick, is rounding down once. */
    wide_unsigned whole = (shift >= 0 ? cost << shift : cost >> -shift) / tick;
    return whole < (wide_unsigned)RD_PRICE_LIMIT ? (int64_t)whole : RD_PRICE_LIMIT;
}

/* Drops digits until a product with a mantissa fits: rounding down twice, by powers of two, is
 * rounding down once. */
double rd_wide_ticks_in_seconds(rd_wide ticks, double tick_s)
{
    int exponent, dropped = 0;
    wide_unsigned left = (wide_unsigned)ticks, mantissa = (wide_unsigned)split(tick_s, &exponent);
    for (; left >> 74 != 0; left >>= 1)
        dropped++;
    wide_unsigned product = mantissa * left;
    for (; product >> 53 != 0; product >>= 1)
        dropped++;
    return ldexp((double)(int64_t)product, exponent + dropped);
}

double rd_ticks_in_seconds(int64_t ticks, double tick_s)
{
    return rd_wide_ticks_in_seconds(ticks, tick_s);
}
