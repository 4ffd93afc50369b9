/* The sum of two products, never rounded: how long a port is busy with m items at a seconds each
 * and n items at b seconds each. Costs are doubles, as the platform gave them, and counts go up to
 * 2^53, so a product may need 106 bits; yet whether one port is busier than another decides which
 * integer is an optimum. Comparing is exact; only the value for people is rounded. */
#pragma once

#include <stdbool.h>

/* a * m + b * n. The counts are integers from 0 to 2^53, kept as doubles; the costs are 0 or lie in
 * RD_LEAST_COST_S..RD_GREATEST_COST_S, so that no product over- or underflows. */
struct rd_sum_of_products {
    double a, m;
    double b, n;
};

#define RD_LEAST_COST_S 1e-200
#define RD_GREATEST_COST_S 1e200

/* Can this cost be compared exactly? */
static inline bool rd_cost_is_comparable(double cost_s)
{
    return cost_s == 0 || (cost_s >= RD_LEAST_COST_S && cost_s <= RD_GREATEST_COST_S);
}

/* Rounded: within a relative 2^-51 of the sum. */
static inline double rd_sum_of_products_value(const struct rd_sum_of_products *sum)
{
    return sum->a * sum->m + sum->b * sum->n;
}

/* More than this apart, relatively, two rounded values are in the right order. */
#define RD_SUM_OF_PRODUCTS_DOUBT 0x1p-50

/* The sign of x - y: -1, 0 or 1, always right.
 * Idea: rounded values decide unless they are within RD_SUM_OF_PRODUCTS_DOUBT; then each product is
 * split into its rounded value and its rounding error, and the eight terms are summed without loss.
 * Source: J. R. Shewchuk, "Adaptive precision floating-point arithmetic", 1997: grow-expansion.
 * Cost: O(1). */
int rd_sum_of_products_compare(const struct rd_sum_of_products *x,
                               const struct rd_sum_of_products *y);
