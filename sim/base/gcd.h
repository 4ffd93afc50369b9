/* The greatest common divisor and the least common multiple of two whole numbers. */
#ifndef REDIST_BASE_GCD_H
#define REDIST_BASE_GCD_H

#include <stdint.h>

/* In: a, b >= 0. Returns: their greatest common divisor; the other one where one is 0.
 * Source: Euclid's algorithm. Cost: O(log min(a, b)). */
static inline int64_t rd_gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* In: a >= 0, b > 0. Returns: the least number that both divide; `most` where it is greater. */
static inline int64_t rd_lcm(int64_t a, int64_t b, int64_t most)
{
    int64_t factor = b / rd_gcd(a, b);
    return a > most / factor ? most : a * factor;
}

#endif
