/* The matching kernels against every permutation, and their certificates against their own checks.
 * The argument multiplies the random matrices. */
#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/bottleneck.h"

#include "sim/base/rng.h"
#include "tests/support/campaign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 7 };

static struct rd_arena arena, scratch;
static uint64_t times = 1;

static int64_t least_cost(uint32_t n, const int64_t *cost, uint32_t row, unsigned taken)
{
    if (row == n)
        return 0;
    int64_t least = INT64_MAX;
    for (uint32_t column = 0; column < n; column++) {
        if (taken >> column & 1)
            continue;
        int64_t total = cost[row * n + column] + least_cost(n, cost, row + 1, taken | 1u << column);
        if (total < least)
            least = total;
    }
    return least;
}

static int64_t least_bottleneck(uint32_t n, const int64_t *cost, uint32_t row, unsigned taken)
{
    if (row == n)
        return INT64_MIN;
    int64_t least = INT64_MAX;
    for (uint32_t column = 0; column < n; column++) {
        if (taken >> column & 1)
            continue;
        int64_t most_expensive = least_bottleneck(n, cost, row + 1, taken | 1u << column);
        if (cost[row * n + column] > most_expensive)
            most_expensive = cost[row * n + column];
        if (most_expensive < least)
            least = most_expensive;
    }
    return least;
}

static void test_against_every_permutation(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(6, 1);
    for (uint64_t trial = 0; trial < 10000 * times; trial++) {
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, trial % 20 ? 6 : MOST);
        int64_t cost[MOST * MOST], most = rd_rng_between(&rng, 0, 12);
        for (uint32_t edge = 0; edge < n * n; edge++)
            cost[edge] = rd_rng_between(&rng, -most, most);
        struct rd_assignment assignment = rd_assign(n, cost, &arena, &scratch);
        assert_true(rd_assignment_is_proved(n, cost, &assignment, &scratch));
        assert_int_equal(assignment.cost, least_cost(n, cost, 0, 0));
        struct rd_bottleneck_assignment bottleneck =
            rd_bottleneck_assign(n, cost, &arena, &scratch);
        assert_true(rd_bottleneck_assignment_is_proved(n, cost, &bottleneck, &scratch));
        assert_int_equal(bottleneck.value, least_bottleneck(n, cost, 0, 0));
        rd_arena_close(&arena);
    }
    print_compared("assignment", 10000 * times);
    print_compared("bottleneck assignment", 10000 * times);
}

/* Larger ones prove themselves, across the 64 columns of a word. */
static void test_larger_ones_prove_themselves(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {63, 64, 65, 130};
    struct rd_rng rng = rd_rng_seeded(6, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t n = sizes[i];
        int64_t *cost = rd_take(&arena, (size_t)n * n, int64_t);
        for (uint64_t edge = 0; edge < (uint64_t)n * n; edge++)
            cost[edge] = rd_rng_between(&rng, 0, i % 2 ? 5 : 1000000);
        struct rd_assignment assignment = rd_assign(n, cost, &arena, &scratch);
        assert_true(rd_assignment_is_proved(n, cost, &assignment, &scratch));
        struct rd_bottleneck_assignment bottleneck =
            rd_bottleneck_assign(n, cost, &arena, &scratch);
        assert_true(rd_bottleneck_assignment_is_proved(n, cost, &bottleneck, &scratch));
        rd_arena_close(&arena);
    }
}

/* The checks can say no. */
static void test_false_proofs_are_refused(void **state)
{
    (void)state;
    static const int64_t cost[] = {1, 2, 3, 9};
    struct rd_assignment assignment = rd_assign(2, cost, &arena, &scratch);
    assert_int_equal(assignment.cost, 5); /* 2 + 3 against 1 + 9 */
    assignment.row_dual[0]++;
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &scratch));
    assignment.row_dual[0]--;
    assignment.column_of_row[0] = 0;
    assert_false(rd_assignment_is_proved(2, cost, &assignment, &scratch));

    struct rd_bottleneck_assignment bottleneck = rd_bottleneck_assign(2, cost, &arena, &scratch);
    assert_int_equal(bottleneck.value, 3); /* row 1 reaches nothing below 3 */
    bottleneck.hall_row[0] = 0;
    bottleneck.hall_row_count = 1;
    assert_false(rd_bottleneck_assignment_is_proved(2, cost, &bottleneck, &scratch));
    rd_arena_close(&arena);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_every_permutation),
        cmocka_unit_test(test_larger_ones_prove_themselves),
        cmocka_unit_test(test_false_proofs_are_refused),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return failures;
}
