/* The baseline, row by row: who sends what which way, and in which order. */
#include "tests/support/cmocka.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include "algorithms/algorithm.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

static struct test_instance make(enum rd_direction direction, uint32_t n, const int64_t *load,
                                 const int64_t *target)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, direction, n, 1);
    test_instance_reach(&test, load, target);
    return test;
}

struct expected {
    uint32_t from, to;
    int64_t messages;
};

static void plans(const struct test_instance *test, double makespan_s,
                  const struct expected *expected, size_t count)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-shorter-way");
    struct rd_options options = {0};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    assert_true(rd_instance_check(&test->instance, &error));
    assert_true(rd_algorithm_accepts(algorithm, &test->instance, &options, &error));
    assert_true(algorithm->plan(algorithm, &test->instance, &options, &test_arena, &test_scratch,
                                &plan, &error));
    assert_int_equal(plan.transfer_count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(plan.transfer[i].from, expected[i].from);
        assert_int_equal(plan.transfer[i].to, expected[i].to);
        assert_int_equal(plan.transfer[i].items, 1);
        assert_int_equal(plan.transfer[i].messages, expected[i].messages);
    }
    rd_referee_plan(&test->instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_true(verdict.goal_reached);
    assert_true(verdict.makespan_s == makespan_s);
}

#define PLANS(test, makespan_s, ...)                                                               \
    do {                                                                                           \
        static const struct expected expected[] = {__VA_ARGS__};                                   \
        plans(&(test), makespan_s, expected, sizeof expected / sizeof *expected);                  \
    } while (0)

/* Host 2 is as far ahead of host 0 as behind it; sums of 0.1 s would not say so. */
static void ties_go_forward(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 0, 0, 0, 0, 2}, target[] = {0, 0, 1, 0, 2, 0};
    struct test_instance test = make(RD_TWO_WAY, 6, load, target);
    PLANS(test, 2, {0, 1, 1}, {1, 2, 1}, {5, 4, 2});
    static const int64_t load_7[] = {0, 0, 0, 0, 0, 0, 0, 1}, target_7[] = {0, 0, 0, 1, 0, 0, 0, 0};
    test = make(RD_TWO_WAY, 8, load_7, target_7);
    for (uint64_t link = 0; link < 16; link++)
        test.cost[link].bandwidth_bytes_per_s = 8;
    PLANS(test, 0.5, {7, 0, 1}, {0, 1, 1}, {1, 2, 1}, {2, 3, 1});
}

/* Host 0 has two items for its two neighbours. */
static void goes_both_ways(void **state)
{
    (void)state;
    static const int64_t load[] = {4, 0, 1, 0}, target[] = {1, 2, 1, 1};
    struct test_instance test = make(RD_TWO_WAY, 4, load, target);
    /* 2 forward first, then 1 backward at the same port. */
    PLANS(test, 3, {0, 1, 2}, {0, 3, 1});
}

/* Two cheap hops beat one that is dear. */
static void nearest_is_cheapest(void **state)
{
    (void)state;
    static const int64_t load[] = {3, 1, 1}, target[] = {1, 3, 1};
    struct test_instance test = make(RD_TWO_WAY, 3, load, target);
    test_instance_set_cost(&test, 0, 1, 0, 8);
    test_instance_set_cost(&test, 0, 2, 0, 2);
    test_instance_set_cost(&test, 2, 1, 0, 4);
    /* Host 2 has an item of its own: it sends from 0 to 4 and from 4 to 8. */
    PLANS(test, 8, {0, 2, 2}, {2, 1, 2});
    test_instance_set_cost(&test, 0, 1, 0, 4);
    PLANS(test, 8, {0, 1, 2});
}

/* Hosts in turn take what is nearest; the last one finds what is left far away. Two items cross
 * the same edges, and rows start behind an edge that carries nothing. */
static void hosts_choose_in_turn(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 1, 0, 0, 1, 0, 0}, target[] = {0, 0, 1, 1, 0, 0, 1};
    struct test_instance test = make(RD_TWO_WAY, 7, load, target);
    /* 0 to 6, behind it; 1 to 2; 4 to 3: */
    PLANS(test, 1, {1, 2, 1}, {0, 6, 1}, {4, 3, 1});
    static const int64_t load_2[] = {0, 1, 0, 0, 1, 0, 0}, target_2[] = {0, 0, 0, 1, 0, 0, 1};
    test = make(RD_TWO_WAY, 7, load_2, target_2);
    /* 1 finds 3 and 6 two hops away, and takes 3; 4 has 6 left: */
    PLANS(test, 2, {1, 2, 1}, {2, 3, 1}, {4, 5, 1}, {5, 6, 1});
}

/* One way there is no choice: round to the next that wants one, over host 0 too. */
static void one_way_goes_round(void **state)
{
    (void)state;
    static const int64_t load[] = {0, 1, 0, 2}, target[] = {1, 0, 1, 1};
    struct test_instance test = make(RD_ONE_WAY, 4, load, target);
    PLANS(test, 1, {1, 2, 1}, {3, 0, 1});
    static const int64_t load_2[] = {0, 0, 0, 3}, target_2[] = {1, 2, 0, 0};
    test = make(RD_ONE_WAY, 4, load_2, target_2);
    /* Host 0 passes items on as they come, at 1 and 2, and keeps the third. */
    PLANS(test, 3, {3, 0, 3}, {0, 1, 2});
}

static void nothing_to_move(void **state)
{
    (void)state;
    static const int64_t load[] = {3, 0, 2};
    struct test_instance test = make(RD_TWO_WAY, 3, load, load);
    plans(&test, 0, NULL, 0);
    test = make(RD_ONE_WAY, 1, load, load);
    plans(&test, 0, NULL, 0);
}

static void refuses_several_kinds(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 2);
    static const int64_t load[] = {0, 0, 0, 0, 0, 0};
    struct rd_options options = {0};
    struct rd_error error;
    struct rd_bound bound;
    test_instance_reach(&test, load, load);
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-shorter-way");
    assert_false(rd_algorithm_accepts(algorithm, &test.instance, &options, &error));
    assert_string_equal(error.message, "2 kinds of items: ring-shorter-way is for one kind");
    assert_false(
        test_named_bound("ring-slice", &test.instance, &test_arena, &test_scratch, &bound, &error));
    assert_string_equal(error.message, "2 kinds of items: Lemma 1 is for one kind");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(ties_go_forward),       ARENAS_TEST(goes_both_ways),
        ARENAS_TEST(nearest_is_cheapest),   ARENAS_TEST(hosts_choose_in_turn),
        ARENAS_TEST(one_way_goes_round),    ARENAS_TEST(nothing_to_move),
        ARENAS_TEST(refuses_several_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
