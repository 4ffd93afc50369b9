#include "vertex_isoperimetry.h"

#include "sim/base/error.h"

int64_t rd_binomial(uint32_t n, uint32_t k)
{
    rd_assert(n <= RD_FRINGE_DIMENSION_LIMIT);
    if (k > n)
        return 0;
    if (k > n - k)
        k = n - k;
    int64_t value = 1; /* C(60,30) * 60 is below 2^63 */
    for (uint32_t i = 1; i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

int64_t rd_least_shadow(int64_t z, uint32_t r)
{
    int64_t shadow = 0;
    for (; z > 0 && r > 0; r--) {
        uint32_t a = r;
        while (a < RD_FRINGE_DIMENSION_LIMIT && rd_binomial(a + 1, r) <= z)
            a++;
        shadow += rd_binomial(a, r - 1);
        z -= rd_binomial(a, r);
    }
    return shadow;
}

int64_t rd_least_fringe(uint32_t d, int64_t x)
{
    rd_assert(d <= RD_FRINGE_DIMENSION_LIMIT && x >= 0 && x <= INT64_C(1) << d);
    if (x == 0 || x == INT64_C(1) << d)
        return 0;
    uint32_t r = 0;
    while (x > rd_binomial(d, r))
        x -= rd_binomial(d, r++);
    return x + rd_least_shadow(rd_binomial(d, r) - x, r);
}

int64_t rd_lemma_2_1(uint32_t d, int64_t n, int64_t m)
{
    int64_t p = INT64_C(1) << d;
    if (n <= 0 || m <= 0)
        return 0;
    int64_t x = n / m + (n % m != 0), level = n / p + (n % p != 0);
    int64_t fringe = rd_least_fringe(d, x < p ? x : p);
    int64_t excess = x <= n / level ? n - x * level : 0;
    return fringe == 0 ? 0 : excess / fringe + (excess % fringe != 0);
}
