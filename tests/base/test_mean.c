/* Numbers in order, few and many, against qsort. */
#include "sim/base/mean.h"
#include "sim/base/rng.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

enum { STREAM = 7, MANY = 20000 };

static int compare_numbers(const void *one, const void *other)
{
    const double *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* Of both signs and every size, with twins; or a few values many times. */
static double random_number(struct rd_rng *rng, size_t kind)
{
    static const double ends[] = {0, -INFINITY, INFINITY, 5e-324, -5e-324, 1.7e308, -1.7e308, 1};
    double unit = rd_rng_unit(rng);
    switch (kind) {
    case 0: return unit;
    case 1: return ldexp(unit - 0.5, (int)rd_rng_below(rng, 2000) - 1000);
    case 2: return ends[rd_rng_below(rng, sizeof ends / sizeof *ends)];
    default: return floor(100 * unit) - 50;
    }
}

static void sorts_as_qsort_does(void **state)
{
    (void)state;
    static double number[MANY], expected[MANY];
    static const size_t counts[] = {0, 1, 2, 100, 8191, 8192, 8193, MANY};
    struct rd_rng rng = rd_rng_seeded(1, STREAM);
    for (size_t kind = 0; kind < 4; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t count = counts[c];
            for (size_t i = 0; i < count; i++)
                number[i] = expected[i] = random_number(&rng, kind);
            rd_sort_numbers(number, count);
            qsort(expected, count, sizeof *expected, compare_numbers);
            for (size_t i = 0; i < count; i++)
                assert_true(number[i] == expected[i]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_as_qsort_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
