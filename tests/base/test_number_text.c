/* Numbers as text: what is at most so much is never shown as less, and what is written exactly
 * reads back the same. */
#include "tests/support/cmocka.h"

#include "sim/base/number_text.h"
#include "sim/base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(double value, int digits, const char *expected)
{
    char text[RD_NUMBER_SIZE];
    assert_string_equal(rd_limit_text(value, digits, text), expected);
}

static void rounds_limits_up(void **state)
{
    (void)state;
    check(1.00001, 5, "1.0001");
    check(1.0000999, 5, "1.0001");
    check(4.0 / 3, 5, "1.3334");
    check(18.0 / 11, 5, "1.6364"); /* 1.63636: to the nearest, too */
    check(9.99991, 5, "10");
    check(12345.4, 5, "12346");
    check(123451, 5, "1.2346e+05");
    check(0.00571, 2, "0.0058");
}

/* What is shown in full, or lies above by less than 1e-9, is not one more. */
static void leaves_whole_limits(void **state)
{
    (void)state;
    check(0, 5, "0");
    check(1, 5, "1");
    check(2.5, 5, "2.5");
    check(1.0001, 5, "1.0001");
    check(1 + 1e-12, 5, "1");
    check(0.1 + 0.2, 1, "0.3"); /* a little more than 0.3 */
    check(3.9, 1, "4");
}

/* Only what is 1, but for 1e-9, reads 1. */
static void shows_factors_to_the_nearest(void **state)
{
    (void)state;
    char text[RD_NUMBER_SIZE];
    assert_string_equal(rd_factor_text(4.0 / 3, 5, text), "1.3333");
    assert_string_equal(rd_factor_text(1.00006, 5, text), "1.0001");
    assert_string_equal(rd_factor_text(1.00001, 5, text), "1.0001");
    assert_string_equal(rd_factor_text(1 + 1e-12, 5, text), "1");
    assert_string_equal(rd_factor_text(0.5, 5, text), "0.5");
}

/* As printf writes them with 15 digits, or as many as read back the same. */
static void writes_whole_numbers(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } number[] = {{0, "0"},        {-0.0, "-0"},
                  {7, "7"},        {10, "10"},
                  {-12, "-12"},    {999999999999999, "999999999999999"},
                  {1e15, "1e+15"}, {4503599627370497, "4503599627370497"},
                  {0.5, "0.5"}};
    char text[RD_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        assert_string_equal(rd_number_exact(number[i].value, 15, text), number[i].text);
    assert_string_equal(rd_number_exact(100, 1, text), "1e+02");
}

/* As printf writes it with the fewest digits from 15 on that strtod reads back the same. */
static void check_as_printed(double value)
{
    char text[RD_NUMBER_SIZE], printed[64];
    int digits = 15;
    do
        snprintf(printed, sizeof printed, "%.*g", digits, value);
    while (strtod(printed, NULL) != value && ++digits <= 17);
    assert_string_equal(rd_number_exact(value, 15, text), printed);
}

/* Of any size, short and long; beside powers of two and ten; half the way between two decimals. */
static void writes_as_few_digits_as_read_back(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 1);
    for (int i = 0; i < 100000; i++) {
        double part = rd_rng_unit(&rng);
        int choice = (int)(part * 64);
        check_as_printed(part);
        check_as_printed(exp(46 * part - 11));
        check_as_printed(floor(1e6 * part) / 1000);
        double aside = i % 2 == 0 ? 0 : INFINITY;
        check_as_printed(nextafter(pow(10, choice % 20 - 4), aside));
        check_as_printed(nextafter(ldexp(1, choice - 14), aside));
        check_as_printed(ldexp(2 * floor(4096 * part) + 1, -choice / 3));
    }
    char text[RD_NUMBER_SIZE];
    assert_string_equal(rd_number_exact(0x1.b45p-7, 15, text), "0.013315200805664062");
    assert_string_equal(rd_number_exact(0x1.0000000000004p+47, 15, text), "140737488355328.12");
    assert_string_equal(rd_number_exact(0.1, 15, text), "0.1");
    assert_string_equal(rd_number_exact(1.0 / 3, 15, text), "0.3333333333333333");
    assert_string_equal(rd_number_exact(0.1 + 0.2, 15, text), "0.30000000000000004");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_limits_up),
        cmocka_unit_test(leaves_whole_limits),
        cmocka_unit_test(shows_factors_to_the_nearest),
        cmocka_unit_test(writes_whole_numbers),
        cmocka_unit_test(writes_as_few_digits_as_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
