/* The star that a 3-Partition problem becomes (docs/star.md): whether all can be computed by T is
 * whether the sizes can be partitioned. */
#include "algorithms/algorithm.h"
#include "sim/platform/cost_text.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

enum { SETS = 2, SIZES = 3 * SETS, MOST = 5 };

static struct rd_arena arena;

/* Is there a set of three with the sum of the other three? */
static bool can_be_partitioned(const int64_t size[SIZES])
{
    int64_t sum = 0;
    for (int i = 0; i < SIZES; i++)
        sum += size[i];
    for (int j = 1; j < SIZES; j++)
        for (int k = j + 1; k < SIZES; k++)
            if (2 * (size[0] + size[j] + size[k]) == sum)
                return true;
    return false;
}

/* A list of costs of the star, as a scenario has it. */
static struct rd_costs costs_of(const char *name, const char *text)
{
    struct rd_costs costs;
    struct rd_error error;
    if (!rd_costs_read(name, text, 1, 0, &arena, &costs, &error))
        fail_msg("%s", error.message);
    assert_int_equal(costs.list_count, 4 * SETS + 1);
    return costs;
}

/* Returns: T, which is what the sender takes to compute an item. */
static double reduce(const int64_t size[SIZES], struct test_instance *ret_test)
{
    const char *text = "three-partition";
    for (int i = 0; i < SIZES; i++)
        text = rd_arena_print(&arena, "%s %d", text, (int)size[i]);
    struct rd_costs link = costs_of("cost", text), work = costs_of("compute", text);
    uint32_t workers = 4 * SETS + 1;
    *ret_test = test_instance_make(&arena, RD_STAR, RD_NO_DIRECTION, workers + 1, 1);
    ret_test->instance.goal = RD_FINISH;
    ret_test->instance.flops_per_item = 1;
    ret_test->load[0] = workers;
    for (uint32_t worker = 0; worker < workers; worker++) {
        test_instance_set_cost(ret_test, worker, workers, 0, link.list[worker]);
        test_instance_set_cost(ret_test, workers, worker, 0, link.list[worker]);
        ret_test->speed[worker] = 1 / work.list[worker];
    }
    return work.list[0];
}

/* 1 1 2 1 1 2: B = 4, M = 6 * 8 + 8 = 56, C = 4 + 168 + 1, N = 8, T = 2 * 9 * 173 + 1. */
static void the_costs_by_hand(void **state)
{
    static const double link[] = {173, 228, 228, 232, 228, 228, 232, 4, 4};
    static const double work[] = {3115, 1558, 1558, 1558, 1558, 1558, 1558, 2250, 1558};
    static const char *const bad[] = {
        "three-partition 1 1",       "three-partition 1 1 1 1 1 2",    "three-partition 1 1 0",
        "three-partition 1 0.5 1.5", "three-partition 1e13 1e13 1e13", "three-partition "};
    (void)state;
    const char *text = "three-partition 1 1 2 1 1 2";
    for (int i = 0; i < 9; i++) {
        assert_true(costs_of("cost", text).list[i] == link[i]);
        assert_true(costs_of("compute", text).list[i] == work[i]);
    }
    struct rd_costs costs;
    struct rd_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(rd_costs_read("cost", bad[i], 1, 0, &arena, &costs, &error));
}

static double shortest_s(const struct test_instance *test)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named("star-exact");
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_arena scratch;
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    rd_arena_open(&scratch, 0);
    if (!rd_algorithm_accepts(algorithm, &test->instance, &options, &error) ||
        !algorithm->plan(algorithm, &test->instance, &options, &arena, &scratch, &plan, &error))
        fail_msg("%s", error.message);
    assert_true(plan.searched_all);
    double seconds = rd_referee_makespan_s(&test->instance, &plan, &arena, &scratch);
    rd_arena_close(&scratch);
    return seconds;
}

/* All sizes up to MOST, in increasing order, whose sum is even. */
static void the_star_answers_the_partition(void **state)
{
    (void)state;
    long answers[2] = {0, 0};
    int64_t size[SIZES] = {1, 1, 1, 1, 1, 1};
    for (int digit = 0; digit >= 0;) {
        int64_t sum = 0;
        for (int i = 0; i < SIZES; i++)
            sum += size[i];
        if (sum % SETS == 0) {
            struct rd_arena_mark mark = rd_arena_mark(&arena);
            struct test_instance test;
            double end = reduce(size, &test);
            bool yes = can_be_partitioned(size);
            assert_int_equal(shortest_s(&test) <= end * (1 + 1e-9), yes);
            answers[yes]++;
            rd_arena_rewind(&arena, mark);
        }
        for (digit = SIZES - 1; digit >= 0 && size[digit] == MOST;)
            digit--;
        for (int i = digit; digit >= 0 && i < SIZES; i++)
            size[i] = i == digit ? size[i] + 1 : size[digit];
    }
    print_message("%ld stars that can be done by T, %ld that cannot\n", answers[1], answers[0]);
    assert_true(answers[0] > 0 && answers[1] > 0);
}

int main(void)
{
    rd_arena_open(&arena, 0);
    rd_arena_take(&arena, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_costs_by_hand),
                                       cmocka_unit_test(the_star_answers_the_partition)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
