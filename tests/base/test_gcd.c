/* The greatest common divisor, against a search of all candidates. */
#include "sim/base/gcd.h"

#include "tests/support/cmocka.h"

static void test_small_numbers(void **state)
{
    (void)state;
    for (int64_t a = 1; a <= 60; a++) {
        for (int64_t b = 1; b <= 60; b++) {
            int64_t greatest = a;
            while (a % greatest != 0 || b % greatest != 0)
                greatest--;
            assert_int_equal(rd_gcd(a, b), greatest);
        }
    }
}

/* 12 and 18 both divide 36, and nothing less. */
static void test_multiples(void **state)
{
    (void)state;
    assert_int_equal(rd_lcm(12, 18, 1000), 36);
    assert_int_equal(rd_lcm(12, 18, 36), 36);
    assert_int_equal(rd_lcm(12, 18, 35), 35);
    assert_int_equal(rd_lcm(7, 7, 1000), 7);
    assert_int_equal(rd_lcm(0, 7, 1000), 0);
    assert_int_equal(rd_lcm(INT64_MAX, INT64_MAX - 1, INT64_MAX), INT64_MAX);
}

static void test_zero_is_divided_by_everything(void **state)
{
    (void)state;
    assert_int_equal(rd_gcd(0, 7), 7);
    assert_int_equal(rd_gcd(7, 0), 7);
    assert_int_equal(rd_gcd(0, 0), 0);
}

static void test_large_numbers(void **state)
{
    (void)state;
    /* 2^61 - 1 is prime. */
    assert_int_equal(rd_gcd((INT64_C(1) << 61) - 1, INT64_C(1) << 62), 1);
    assert_int_equal(rd_gcd(INT64_MAX, INT64_MAX), INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_numbers),
        cmocka_unit_test(test_multiples),
        cmocka_unit_test(test_zero_is_divided_by_everything),
        cmocka_unit_test(test_large_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
