/* Which algorithm is named where another one refuses. */
#include "two_way_case.h"

#include "tests/support/arenas.h"
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"

static const char *alternative(const char *refused, const struct rd_instance *instance)
{
    const struct rd_algorithm *other =
        rd_algorithm_alternative(rd_algorithm_named(refused), instance, &test_arena, &test_scratch);
    return other ? other->name : "none";
}

/* Unequal links; hosts 0 and 1 send one item each, which they hold: the flow is light. */
static const struct two_way_case light = {3, {2, 2, 1}, {1, 1, -2}, {1, 1, 2}, {2, 3, 1}};

/* No flow is light, which only planning tells (test_two_way.c). */
static const struct two_way_case never_light = {
    6, {9, 1, 1, 1, 1, 1}, {4, 0, 0, -4, 0, 0}, {1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1, 1}};

/* The same, each item a hundred times. */
static const struct two_way_case never_light_and_large = {6,
                                                          {900, 100, 100, 100, 100, 100},
                                                          {400, 0, 0, -400, 0, 0},
                                                          {1, 1, 1, 1, 1, 2},
                                                          {1, 1, 1, 1, 1, 1}};

/* For the shape there are, in this order, optimal algorithms, an exact one, one with a ratio. */
static void the_strongest_guarantee_comes_first(void **state)
{
    (void)state;
    struct test_instance test = case_instance(&light, 1, &test_arena);
    assert_string_equal(alternative("ring-two-way-equal", &test.instance), "ring-two-way-light");
    assert_string_equal(alternative("ring-two-way-light", &test.instance), "ring-two-way-rounded");
    test = case_instance(&never_light, 1, &test_arena);
    assert_string_equal(alternative("ring-two-way-light", &test.instance), "ring-two-way-exact");
    /* So many items are not searched. */
    test = case_instance(&never_light_and_large, 1, &test_arena);
    assert_string_equal(alternative("ring-two-way-light", &test.instance), "ring-two-way-blocks");
}

/* Where nothing is made for the shape: a maximum flow in time for equal links, the search for ten
 * unequal ones (an item each for hosts 0 and 2), a planner for more. */
static void others_are_for_any_shape(void **state)
{
    (void)state;
    struct test_instance test = test_instance_on(&test_arena, test_circulant(&test_arena, 5), 1);
    test.load[0] = test.load[2] = 1;
    assert_string_equal(alternative("star-order", &test.instance), "network-flow-in-time");
    test_instance_set_cost(&test, 0, 1, 0, 3);
    assert_string_equal(alternative("star-order", &test.instance), "network-exact");
    assert_string_equal(alternative("network-exact", &test.instance), "network-planner");
    test_instance_set_cost(&test, 0, 1, 1, 3); /* a latency */
    assert_string_equal(alternative("star-order", &test.instance), "network-planner");
    test = test_instance_on(&test_arena, test_circulant(&test_arena, 11), 1); /* 22 links */
    test_instance_set_cost(&test, 0, 1, 0, 3);
    assert_string_equal(alternative("star-order", &test.instance), "network-planner");
}

/* Host 1 holds what host 0 lacks and cannot send it there; nobody gathers kinds on a ring. */
static void there_may_be_none(void **state)
{
    (void)state;
    static const struct rd_edge edge = {.from = 0, .to = 1};
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, 2, &edge, 1), 1);
    test.load[1] = 2;
    assert_string_equal(alternative("star-order", &test.instance), "none");
    test = case_instance(&light, 1, &test_arena);
    test.instance.goal = RD_GATHER;
    assert_string_equal(alternative("ring-two-way-light", &test.instance), "none");
}

/* On a one-way ring the statement as printed takes what Theorem 2 takes; messages of many items are
 * behind it in the table. */
static void what_is_refuted_is_never_named(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1);
    static const int64_t load[] = {2, 1, 1}, target[] = {1, 1, 2};
    test_instance_reach(&test, load, target);
    test_instance_set_cost(&test, 0, 1, 0, 2);
    assert_string_equal(alternative("ring-one-way-equal", &test.instance), "ring-one-way");
    const char *next = alternative("ring-one-way", &test.instance);
    assert_string_equal(next, "ring-bundled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_strongest_guarantee_comes_first),
        cmocka_unit_test(others_are_for_any_shape),
        cmocka_unit_test(there_may_be_none),
        cmocka_unit_test(what_is_refuted_is_never_named),
    };
    return cmocka_run_group_tests(tests, test_arenas_open, test_arenas_close);
}
