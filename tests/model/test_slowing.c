/* Who slows whom, by hand: an uplink of 2 s an item, two downlinks of 3 s. Alone an item takes 3 s;
 * two at once have half of the uplink each, 4 s. */
#include "sim/model/slowing.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

static struct test_instance fork(void)
{
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    static const double item_s[] = {2, 2, 2, 3, 2, 3};
    test_instance_set_ports(&test, 0);
    test_instance_wire(&test, &test_arena, item_s);
    return test;
}

static void add(struct rd_trace *trace, double start_s, double end_s, uint32_t from, uint32_t to)
{
    rd_trace_add(trace, &test_arena, (struct rd_timed_transfer){start_s, end_s, from, to, 0, 1});
}

static void two_slow_each_other(void **state)
{
    (void)state;
    struct test_instance test = fork();
    struct rd_trace trace = {0};
    add(&trace, 0, 4, 0, 1);
    add(&trace, 0, 4, 0, 2);
    add(&trace, 4, 7, 0, 1); /* alone again */
    struct rd_slowing *slowing;
    assert_int_equal(rd_find_slowing(&test.instance, &trace, &test_arena, &slowing), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(slowing[i].transfer, i);
        assert_true(slowing[i].lost_s == 1);
        assert_int_equal(slowing[i].shared, 0);
        assert_int_equal(slowing[i].other_count, 1);
        assert_int_equal(slowing[i].other[0], 1 - i);
    }
    const char *const *row = rd_slowed_rows(&test.instance, &trace, &test_arena);
    assert_string_equal(row[0], "1 s on shared link 0 by host 0 > host 2");
    assert_string_equal(row[1], "1 s on shared link 0 by host 0 > host 1");
    assert_null(row[2]);
}

/* Behind a latency of 4 s, bytes do not meet those of a message that has ended by then, nor do
 * messages that follow each other. */
static void bytes_meet(void **state)
{
    (void)state;
    struct test_instance test = fork();
    struct rd_trace trace = {0};
    test_instance_set_cost(&test, 0, 2, 4, 3);
    add(&trace, 0, 3, 0, 1);
    add(&trace, 0, 8, 0, 2); /* 1 s longer than alone, and nobody is there */
    add(&trace, 8, 11, 0, 1);
    struct rd_slowing *slowing;
    assert_int_equal(rd_find_slowing(&test.instance, &trace, &test_arena, &slowing), 0);
    assert_null(rd_slowed_rows(&test.instance, &trace, &test_arena));
}

static void many_others(void **state)
{
    (void)state;
    struct test_instance test = fork();
    struct rd_trace trace = {0};
    for (int i = 0; i < 4; i++)
        add(&trace, 0, 8, 0, 1 + (uint32_t)i % 2);
    const char *const *row = rd_slowed_rows(&test.instance, &trace, &test_arena);
    assert_string_equal(row[0],
                        "5 s on shared link 0 by host 0 > host 2, host 0 > host 1 and 1 more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(two_slow_each_other),
        ARENAS_TEST(bytes_meet),
        ARENAS_TEST(many_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
