/* Plans that are refused for their marks on shared links: the others are tested as the program says
 * them (scenarios.sh). */
#include "tests/support/cmocka.h"

#include "sim/execute/orders.h"
#include "tests/support/build.h"

static void bytes_are_played_only(void **state)
{
    (void)state;
    rd_arena_own(arena);
    struct test_instance test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    struct rd_error error;
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 2, 3, 0, 1, 1});
    test_instance_share(&test, &arena, 1);
    assert_true(rd_orders_check(&test.instance, &plan, &arena, &error)); /* they share */
    rd_plan_set_room(&plan, &arena, 1, RD_ROOM_BYTES);
    assert_false(rd_orders_check(&test.instance, &plan, &arena, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message,
                        "messages keep their bytes only to shared links, start before others have "
                        "ended, and no process sees when: messages of items, self-timed or in "
                        "lock-step, can be executed");
    test.instance.shared = NULL; /* nothing is shared */
    assert_true(rd_orders_check(&test.instance, &plan, &arena, &error));
}

/* What keeps to shared links is given an order by words first, unless it cannot be executed. */
static void what_computes_is_refused_where_links_are_shared(void **state)
{
    (void)state;
    rd_arena_own(arena);
    struct test_instance test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    struct rd_plan plan = {.timing = RD_SELF_TIMED, .keeps_shared = true};
    struct rd_error error;
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 1, 1});
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 1, RD_NO_HOST, 0, 1, 1});
    test_instance_share(&test, &arena, 1);
    assert_false(rd_orders_check(&test.instance, &plan, &arena, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, "the plan computes: messages of items, self-timed or in "
                                       "lock-step, can be executed");
    plan.transfer[1] = (struct rd_transfer){0, 2, 3, 0, 1, 0};
    assert_false(rd_orders_check(&test.instance, &plan, &arena, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_played_only),
        cmocka_unit_test(what_computes_is_refused_where_links_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
