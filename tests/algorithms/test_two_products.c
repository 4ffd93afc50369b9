/* Comparing sums of two products: against integers of 128 bits. */
#include "algorithms/kernels/sum_of_products.h"
#include "sim/base/rng.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

__extension__ typedef __int128 wide;

static wide exactly(const struct rd_sum_of_products *sum)
{
    return (wide)sum->a * (wide)sum->m + (wide)sum->b * (wide)sum->n;
}

static void check_order(const struct rd_sum_of_products *x, const struct rd_sum_of_products *y)
{
    wide difference = exactly(x) - exactly(y);
    int expected = (difference > 0) - (difference < 0);
    assert_int_equal(rd_sum_of_products_compare(x, y), expected);
    assert_int_equal(rd_sum_of_products_compare(y, x), -expected);
}

/* A whole number of up to 53 bits: few bits as often as many. */
static double whole(struct rd_rng *rng)
{
    return (double)(rd_rng_next(rng) >> (11 + rd_rng_below(rng, 53)));
}

static void orders_sums_at_random(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(53, 0);
    for (int i = 0; i < 300000; i++) {
        struct rd_sum_of_products x = {whole(&rng), whole(&rng), whole(&rng), whole(&rng)};
        struct rd_sum_of_products y = {whole(&rng), whole(&rng), whole(&rng), whole(&rng)};
        check_order(&x, &y);
    }
    print_compared("sums of two products", 300000);
}

/* Neighbouring factors: products of 106 bits that differ by less than rounding loses. */
static void orders_sums_that_nearly_agree(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(53, 1);
    for (int i = 0; i < 300000; i++) {
        double a = whole(&rng) + 1, m = whole(&rng) + 1;
        double b = whole(&rng), n = whole(&rng);
        struct rd_sum_of_products x = {a, m, b, n};
        struct rd_sum_of_products swapped = {b, n, a, m};
        assert_int_equal(rd_sum_of_products_compare(&x, &swapped), 0);
        for (int more = -1; more <= 1; more++) {
            struct rd_sum_of_products y = {a - 1, m + more, b, n};
            check_order(&x, &y);
            struct rd_sum_of_products z = {n, b, m, a + more};
            check_order(&x, &z);
        }
    }
    print_compared("sums of two products, nearly equal", 6 * 300000);
}

/* a m + b n = (a + n) m + (b - m) n, whose products round otherwise; one more or less in a factor
 * then decides. */
static void sees_through_different_products(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(53, 2);
    for (int i = 0; i < 300000; i++) {
        double m = whole(&rng), n = whole(&rng);
        double a = (double)(rd_rng_next(&rng) >> 12);
        double b = m + (double)(rd_rng_next(&rng) >> 12);
        if (a + n > 0x1p53 || b > 0x1p53)
            continue;
        struct rd_sum_of_products x = {a, m, b, n}, y = {a + n, m, b - m, n};
        assert_int_equal(rd_sum_of_products_compare(&x, &y), 0);
        y.a -= 1;
        y.m += 1;
        check_order(&x, &y);
    }
}

static void zero_is_the_least(void **state)
{
    (void)state;
    struct rd_sum_of_products nothing = {0, 0, 0, 0}, free = {0, 5, 0, 7},
                              little = {1e-200, 1, 0, 0};
    assert_int_equal(rd_sum_of_products_compare(&nothing, &free), 0);
    assert_int_equal(rd_sum_of_products_compare(&nothing, &little), -1);
    /* 1e200 * 2^53 + 1e-200 and without the little one. */
    struct rd_sum_of_products much = {1e200, 0x1p53, 1e-200, 1}, without = {1e200, 0x1p53, 0, 1};
    assert_int_equal(rd_sum_of_products_compare(&much, &without), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_sums_at_random),
        cmocka_unit_test(orders_sums_that_nearly_agree),
        cmocka_unit_test(sees_through_different_products),
        cmocka_unit_test(zero_is_the_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
