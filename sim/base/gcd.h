/* The greatest common divisor and the least common multiple of two whole numbers. */
#pragma once

#include <stdint.h>

/* In: a, b >= 0. Returns: their greatest common divisor; the other one where one is 0.
 * Source: Stein, "Computational problems associated with Racah algebra", 1967: without divisions.
 * Cost: O(log a + log b), and one step where one of them is 1. */
static inline int64_t rd_gcd(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return a + b;
    int twos = __builtin_ctzll((unsigned long long)(a | b));
    a >>= __builtin_ctzll((unsigned long long)a);
    b >>= __builtin_ctzll((unsigned long long)b);
    while (a != b && a != 1 && b != 1) {
        int64_t larger = a > b ? a - b : b - a;
        b = a < b ? a : b;
        a = larger >> __builtin_ctzll((unsigned long long)larger);
    }
    return (a < b ? a : b) << twos;
}

/* In: a >= 0, b > 0. Returns: the least number that both divide; `most` where it is greater. */
static inline int64_t rd_lcm(int64_t a, int64_t b, int64_t most)
{
    int64_t factor = b / rd_gcd(a, b);
    return a > most / factor ? most : a * factor;
}
