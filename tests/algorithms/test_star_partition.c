/* The star that a 3-Partition problem becomes (docs/star.md): whether all can be computed by T is
 * whether the sizes can be partitioned. */
#include "tests/support/cmocka.h"

#include "tests/support/build.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"

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

static void set_worker(struct test_instance *test, uint32_t worker, int64_t link_s, int64_t work_s)
{
    uint32_t master = test->instance.topology.host_count - 1;
    test_instance_set_cost(test, worker, master, 0, (double)link_s);
    test_instance_set_cost(test, master, worker, 0, (double)link_s);
    test->speed[worker] = 1 / (double)work_s;
}

/* Returns: T. */
static int64_t reduce(const int64_t size[SIZES], struct test_instance *ret_test)
{
    int64_t sum = 0, n = 4 * SETS;
    for (int i = 0; i < SIZES; i++)
        sum += size[i];
    int64_t b = sum / SETS, more = 6 * sum + 4 * SETS, c = b + 3 * more + 1;
    int64_t end = 2 * (n + 1) * c + 1;
    *ret_test = test_instance_make(&arena, RD_STAR, RD_NO_DIRECTION, (uint32_t)n + 2, 1);
    ret_test->instance.goal = RD_FINISH;
    ret_test->instance.flops_per_item = 1;
    ret_test->load[0] = n + 1;
    set_worker(ret_test, 0, c, end);
    for (uint32_t i = 0; i < SIZES; i++)
        set_worker(ret_test, 1 + i, 4 * (size[i] + more), end - (n + 1) * c);
    for (uint32_t k = 1; k <= SETS; k++)
        set_worker(ret_test, SIZES + k, 4, end - (4 * k + 1) * c);
    return end;
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
            int64_t end = reduce(size, &test);
            bool yes = can_be_partitioned(size);
            assert_int_equal(shortest_s(&test) <= (double)end * (1 + 1e-9), yes);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_star_answers_the_partition)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
