/* Bandwidths that vary at random: what is drawn against what it is said to be. */
#include "sim/platform/profile.h"
#include "tests/support/arenas.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

enum { LINKS = 400 };

/* The factors of many links, from 1 to 3. Returns: [LINKS * RD_PROFILE_STEPS]. */
static double *draw(const char *text)
{
    struct rd_profile profile;
    double *factor = rd_take(&test_arena, LINKS * RD_PROFILE_STEPS, double);
    assert_true(rd_profile_read("profile", text, 7, 0, &profile, NULL));
    for (int link = 0; link < LINKS; link++) {
        char *rest = (char *)(uintptr_t)rd_profile_next(&profile, 10, &test_arena);
        for (int step = 0; step < RD_PROFILE_STEPS; step++) {
            assert_true(strtod(rest, &rest) == 5.0 * (step + 1));
            factor[link * RD_PROFILE_STEPS + step] = strtod(rest, &rest) / 10;
        }
    }
    return factor;
}

static void two_states_change_one_time_in_four(void **state)
{
    (void)state;
    const double *factor = draw("two-state 5 1 3");
    int high = 0, changes = 0, all = LINKS * RD_PROFILE_STEPS, pairs = all - LINKS;
    for (int i = 0; i < all; i++) {
        assert_true(factor[i] == 1 || factor[i] == 3);
        high += factor[i] == 3;
        changes += i % RD_PROFILE_STEPS > 0 && factor[i] != factor[i - 1];
    }
    /* Four standard errors; neighbours are correlated by 1/2, so that a mean is of all / 3. */
    assert_true(fabs((double)high / all - 0.5) < 4 * 0.5 / sqrt(all / 3.0));
    assert_true(fabs((double)changes / pairs - 0.25) < 4 * sqrt(0.25 * 0.75 / pairs));
}

/* Normal with mean 2 and deviation 1/2, cut at two deviations: the variance of what is cut there is
 * (1 - 2 * 2 phi(2) - 2 (1 - Phi(2)) + 4 * 2 (1 - Phi(2))) / 4 = 0.2301, and that the correlation
 * of what is cut is not above e^(-1/4) is Gebelein's inequality. */
static void a_walk_is_an_ornstein_uhlenbeck_process(void **state)
{
    (void)state;
    const double *factor = draw("walk 5 1 3");
    int all = LINKS * RD_PROFILE_STEPS;
    double sum = 0, squares = 0, products = 0;
    for (int i = 0; i < all; i++) {
        double x = factor[i] - 2;
        assert_true(factor[i] >= 1 && factor[i] <= 3);
        sum += x;
        squares += x * x;
        products += i % RD_PROFILE_STEPS > 0 ? x * (factor[i - 1] - 2) : 0;
    }
    double variance = squares / all, correlation = products / (all - LINKS) / variance;
    /* A link's 64 values count for about 64 (1 - r) / (1 + r) = 8. */
    assert_true(fabs(sum / all) < 4 * 0.5 / sqrt(LINKS * 8.0));
    assert_true(fabs(variance - 0.2301) < 4 * 0.25 * sqrt(2 / (LINKS * 8.0)));
    assert_true(correlation < exp(-0.25) + 0.02 && correlation > exp(-0.25) - 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(two_states_change_one_time_in_four),
        ARENAS_TEST(a_walk_is_an_ornstein_uhlenbeck_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
