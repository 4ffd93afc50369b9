/* The whole numbers that certificates count time in. */
#pragma once

#include "sim/base/integers.h"

/* No price, potential, date or duration is larger, and no scale: 2^60. */
#define RD_PRICE_LIMIT (INT64_C(1) << 60)

/* A cost in whole ticks, rounded down exactly.
 * In: cost_s at least 0 or infinite, tick_s above 0 and finite. Returns: RD_PRICE_LIMIT if it is
 * that or more. O(1). */
int64_t rd_whole_ticks(double cost_s, double tick_s);

/* ticks * tick_s, rounded down exactly. In: ticks at least 0. O(1). */
double rd_ticks_in_seconds(int64_t ticks, double tick_s);

/* The same of ticks below 2^127. */
double rd_wide_ticks_in_seconds(rd_wide ticks, double tick_s);
