/* The referee's negative space: each way to break a plan is caught and named, in the words of the
 * definition where it gives them. Every case is the smallest that breaks just one rule. */
#include "tests/support/cmocka.h"

#include "bench.h"

#include <math.h>
#include <string.h>

/* 'host 2 parts with 5 items of kind 0 and never holds more than 4': 3 of its own, 1 arrives. */
static void parts_with_more_than_it_ever_holds(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(4, LOADS(0, 1, 3, 0));
    bench_send(bench, 1, 2);
    bench_row(bench, 0, 2, 3, 0, 5, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, 1, 2,
                        "host 2 parts with 5 items of kind 0 and never holds more than 4");
    bench_close(bench);
    /* In pieces, computing included, and before the deadlock that it makes. */
    bench = bench_ring(4, LOADS(0, 1, 3, 0));
    bench->test.instance.flops_per_item = 1;
    bench_row(bench, 0, 2, 3, 0, 1, 2);
    bench_row(bench, 0, 2, RD_NO_HOST, 0, 1, 1);
    bench_row(bench, 0, 2, 1, 0, 2, 1);
    bench_send(bench, 1, 2);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, SIZE_MAX, 2,
                        "host 2 parts with 5 items of kind 0 and never holds more than 4");
    bench_close(bench);
    /* Kind by kind: plenty of kind 0 does not help. */
    bench = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(9, 9, 9));
    bench->test.load[1 * 2 + 1] = 4;
    bench_row(bench, 0, 1, 2, 1, 5, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, 0, 1,
                        "host 1 parts with 5 items of kind 1 and never holds more than 4");
    bench_close(bench);
}

/* It would finish: host 1 waits for what row 1 brings. Both rows are named, the supplier is to go
 * first. */
static void is_listed_before_its_supplier(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(4, LOADS(1, 0, 0, 0));
    bench_send(bench, 1, 2);
    bench_send(bench, 0, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_ORDER, 0, 1, "transfer 0");
    assert_non_null(strstr(bench->verdict.message, "transfer 1"));
    assert_non_null(strstr(bench->verdict.message, "first"));
    bench_close(bench);
    /* In the words of the order: 2 items, and 1 is there after the rows before it. */
    bench = bench_ring(4, LOADS(1, 1, 0, 0));
    bench_send(bench, 2, 3);
    bench->plan.transfer_count = 0;
    bench_row(bench, 0, 1, 2, 0, 2, 1);
    bench_send(bench, 0, 1);
    bench_plan_is_wrong(
        bench, RD_VIOLATION_ORDER, 0, 1,
        "transfer 0: host 1 sends 2 items and holds 1 after the transfers before it");
    bench_close(bench);
    /* Twelve rows that are sound, then one that is not. */
    bench = bench_ring(4, LOADS(6, 6, 6, 1));
    for (int i = 0; i < 6; i++) {
        bench_send(bench, 0, 1);
        bench_send(bench, 1, 2);
    }
    bench_row(bench, 0, 3, 2, 0, 2, 1);
    bench_send(bench, 2, 3);
    bench_plan_is_wrong(
        bench, RD_VIOLATION_ORDER, 12, 3,
        "transfer 12: host 3 sends 2 items and holds 1 after the transfers before it");
    bench_close(bench);
}

/* '10 units round a ring of loads 1': each waits until it can send all ten. */
static void waits_in_a_circle_for_items(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(1, 1, 1));
    test_instance_set_ports(&bench->test, 0);
    for (uint32_t host = 0; host < 3; host++)
        bench_row(bench, 0, host, (host + 1) % 3, 0, 10, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_DEADLOCK, 0, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> "
                        "1>2 waits for items at 1");
    bench_close(bench);
    /* One-port all the same. */
    bench = bench_ring(3, LOADS(1, 1, 1));
    for (uint32_t host = 0; host < 3; host++)
        bench_row(bench, 0, host, (host + 1) % 3, 0, 10, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_DEADLOCK, 0, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> "
                        "1>2 waits for items at 1");
    bench_close(bench);
}

/* Head of line: the item goes to host 1; 0>2 waits for an item that only 2>0 brings, which waits
 * for 0>2. In the order 0>2, 2>0, 0>1 it runs, one message after the other. */
static void waits_at_the_head_of_the_line(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(1, 0, 0));
    bench_send(bench, 0, 1);
    bench_send(bench, 0, 2);
    bench_send(bench, 2, 0);
    bench_plan_is_wrong(bench, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>2 waits for items at 0 -> 2>0 waits for items at 2");
    bench_close(bench);
    bench = bench_ring(3, LOADS(1, 0, 0));
    bench_send(bench, 0, 2);
    bench_send(bench, 2, 0);
    bench_send(bench, 0, 1);
    bench_plan_takes(bench, 3);
    bench_close(bench);
}

/* A circle through a port: 0>1 of kind 0 waits for what 1>0 brings, which stands behind 1>2 of
 * kind 1 in host 1's port, which waits for what 0>1 of kind 1 brings, which stands behind the
 * first. */
static void waits_in_a_circle_through_a_port(void **state)
{
    (void)state;
    struct bench *bench = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(0, 1, 0));
    bench->test.load[0 * 2 + 1] = 1;
    bench_row(bench, 0, 0, 1, 0, 1, 1);
    bench_row(bench, 0, 0, 1, 1, 1, 1);
    bench_row(bench, 0, 1, 2, 1, 1, 1);
    bench_row(bench, 0, 1, 0, 0, 1, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 1>0 waits");
    bench_close(bench);
}

/* Rounds: the word of round 0 waits for an item that comes in round 1, which waits for the word. */
static void waits_in_a_circle_for_knowledge(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(0, 1, 0));
    bench_row(bench, 0, 0, 1, 0, 1, 1);
    bench_row(bench, 1, 1, 0, 0, 1, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 1>0 waits");
    bench_close(bench);
}

static void sends_to_no_neighbour(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(5, LOADS(1, 1, 1, 1, 1));
    bench_send(bench, 1, 0);
    bench_send(bench, 1, 3);
    bench_plan_is_wrong(bench, RD_VIOLATION_NEIGHBOUR, 1, RD_NO_HOST, "transfer 1");
    bench_close(bench);
    bench = bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(1, 1, 1));
    bench_send(bench, 1, 0);
    bench_plan_is_wrong(bench, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(bench);
    bench = bench_open(RD_STAR, RD_NO_DIRECTION, 4, 1, LOADS(1, 1, 1, 0));
    bench_send(bench, 0, 1); /* workers reach each other through the master, host 3 */
    bench_plan_is_wrong(bench, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(bench);
    bench = bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1, LOADS(1, 1, 1, 1, 1, 1, 1, 1));
    bench_row(bench, 0, 1, 2, RD_CONTROL, 0, 1); /* a word needs a link too */
    bench_plan_is_wrong(bench, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(bench);
    /* The shuffle of 0..0 is itself: a self-loop carries nothing. */
    bench = bench_open(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4, 1, LOADS(1, 1, 1, 1));
    bench_send(bench, 0, 0);
    bench_plan_is_wrong(bench, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(bench);
}

/* Rows that mean nothing, by whatever timing. */
static void means_nothing(void **state)
{
    (void)state;
    static const struct rd_transfer rows[] = {
        {0, 3, 0, 0, 1, 1},           /* no host 3 */
        {0, 0, 3, 0, 1, 1},           /* to no host 3 */
        {0, UINT32_MAX, 1, 0, 1, 1},  /* from nobody */
        {0, 0, 1, 2, 1, 1},           /* kinds 0 and 1 only */
        {0, 0, 1, INT32_MAX, 1, 1},   /* far beyond */
        {0, 0, 1, -2, 1, 1},          /* -1 is the only kind below 0 */
        {0, 0, 1, INT32_MIN, 1, 1},   /* far below */
        {0, 0, 1, 0, -1, 1},          /* negative items */
        {0, 0, 1, 0, INT64_MIN, 1},   /* far below */
        {0, 0, 1, 0, 1, -1},          /* negative messages */
        {0, 0, 1, 0, -1, -1},         /* whose product is positive */
        {0, 0, 1, 0, 1, INT64_MIN},   /* far below */
        {2, 0, 1, 0, 1, 1},           /* rounds 0 and 1 only */
        {UINT32_MAX, 0, 1, 0, 1, 1},  /* a huge round */
        {0, 3, RD_NO_HOST, 0, 1, 1},  /* nobody computes */
        {0, 0, RD_NO_HOST, 0, -1, 1}, /* less than nothing is computed */
        {0, 3, 1, RD_CONTROL, 0, 1},  /* a word from nobody */
        {0, 0, 3, RD_CONTROL, 0, 1},  /* a word to nobody */
        {0, 0, 1, RD_CONTROL, 0, -1}, /* fewer than no words */
    };
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct bench *bench = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(5, 5, 5));
            bench->test.instance.flops_per_item = 1;
            bench->plan.timing = timing;
            bench_row(bench, 0, 1, 2, 0, 1, 1); /* sound */
            bench->plan.round_count = 2;
            bench_raw_row(bench, rows[i]);
            bench_plan_is_wrong(bench, RD_VIOLATION_TRANSFER, 1, RD_NO_HOST, "transfer 1");
            bench_close(bench);
        }
}

static void is_not_listed_by_round(void **state)
{
    (void)state;
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++) {
        struct bench *bench = bench_ring(4, LOADS(5, 5, 5, 5));
        bench->plan.timing = timing;
        bench_row(bench, 1, 0, 1, 0, 1, 1);
        bench_row(bench, 2, 1, 2, 0, 1, 1);
        bench_raw_row(bench, (struct rd_transfer){1, 2, 3, 0, 1, 1});
        bench_plan_is_wrong(bench, RD_VIOLATION_TRANSFER, 2, RD_NO_HOST, "transfer 2");
        bench_close(bench);
    }
}

/* Amounts whose product or sum does not fit are not legal, and do not wrap into something that is.
 * 2^32 times 2^32 is 0 in 64 bits. */
static void overflows(void **state)
{
    (void)state;
    static const int64_t amounts[][2] = {
        {INT64_C(1) << 32, INT64_C(1) << 32},
        {INT64_MAX, INT64_MAX},
        {INT64_MAX, 1},
        {1, INT64_MAX},
        {INT64_MAX, 2},
        {3, INT64_C(1) << 62},
    };
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++)
        for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
            struct bench *bench = bench_ring(3, LOADS(5, 5, 5));
            bench->plan.timing = timing;
            bench_row(bench, 0, 0, 1, 0, amounts[i][0], amounts[i][1]);
            bench_row(bench, 0, 1, 2, 0, amounts[i][0], amounts[i][1]);
            rd_referee_plan(&bench->test.instance, &bench->plan, &bench->arena, &bench->scratch,
                            NULL, &bench->verdict);
            enum rd_violation violation = bench->verdict.violation;
            assert_true(violation == RD_VIOLATION_TRANSFER || violation == RD_VIOLATION_SIZE ||
                        violation == RD_VIOLATION_MORE_THAN_EVER_HELD ||
                        (timing == RD_LOCK_STEP && violation == RD_VIOLATION_NOT_HELD));
            bench_close(bench);
        }
    /* Rows that are sound alone, and too much together: 2,000 times 2^53. */
    struct bench *bench = bench_ring(3, LOADS(5, 5, 5));
    for (int i = 0; i < 2000; i++)
        bench_row(bench, 0, 0, 1, 0, RD_ITEM_LIMIT, 1);
    rd_referee_plan(&bench->test.instance, &bench->plan, &bench->arena, &bench->scratch, NULL,
                    &bench->verdict);
    assert_int_not_equal(bench->verdict.violation, RD_LEGAL);
    bench_close(bench);
}

/* Every goal: the plan is legal, and misses it; the first host that does is named. */
static void misses_its_goal(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(2, 0, 1));
    test_instance_reach(&bench->test, LOADS(2, 0, 1), LOADS(1, 1, 1));
    bench_plan_takes(bench, 0);
    assert_false(bench->verdict.goal_reached);
    assert_non_null(strstr(bench->verdict.goal_message, "host 0"));
    bench_send(bench, 0, 1);
    bench_plan_takes(bench, 1);
    assert_true(bench->verdict.goal_reached);
    assert_string_equal(bench->verdict.goal_message, "");
    bench_row(bench, 0, 2, 1, 0, 1, 1); /* one item too far */
    bench_plan_takes(bench, 2);
    assert_false(bench->verdict.goal_reached);
    assert_non_null(strstr(bench->verdict.goal_message, "host 1"));
    bench_close(bench);

    bench = bench_ring(3, LOADS(3, 1, 1)); /* 5 items: 3 - 1 is more than 1 */
    bench->test.instance.balance_error = 0;
    bench_plan_takes(bench, 0);
    assert_false(bench->verdict.goal_reached);
    bench_send(bench, 0, 1); /* 2 2 1 */
    bench_plan_takes(bench, 1);
    assert_true(bench->verdict.goal_reached);
    bench_close(bench);

    bench =
        bench_ring(3, LOADS(3, 2, 1)); /* 6 items: 3 hosts divide them, so an error of 1 is one */
    bench->test.instance.balance_error = 0;
    bench_row(bench, 0, 0, 1, 0, 1, 1); /* 2 3 1 */
    bench_plan_takes(bench, 1);
    assert_false(bench->verdict.goal_reached);
    bench->test.instance.balance_error = 2;
    bench_plan_takes(bench, 1);
    assert_true(bench->verdict.goal_reached);
    bench_close(bench);
}

static void misses_gathering_and_finishing(void **state)
{
    (void)state;
    struct bench *bench = bench_open(RD_SWITCH, RD_NO_DIRECTION, 3, 2, LOADS(1, 1, 0));
    bench->test.instance.goal = RD_GATHER;
    bench->test.load[0 * 2 + 1] = 2;
    bench_plan_takes(bench, 0); /* kind 0 on hosts 0 and 1 */
    assert_false(bench->verdict.goal_reached);
    bench_row(bench, 0, 1, 0, 0, 1, 1); /* both kinds on host 0 */
    bench_plan_takes(bench, 1);
    assert_false(bench->verdict.goal_reached);
    bench->plan.transfer_count = 0;
    bench_row(bench, 0, 0, 1, 0, 1, 1); /* kind 0 on host 1, kind 1 on host 0 */
    bench_plan_takes(bench, 1);
    assert_true(bench->verdict.goal_reached);
    bench_close(bench);

    bench = bench_ring(3, LOADS(1, 1, 0));
    bench->test.instance.goal = RD_FINISH;
    bench->test.instance.flops_per_item = 1;
    bench_row(bench, 0, 0, RD_NO_HOST, 0, 1, 1);
    bench_plan_takes(bench, 1);
    assert_false(bench->verdict.goal_reached);
    assert_non_null(strstr(bench->verdict.goal_message, "host 1"));
    bench_row(bench, 0, 1, RD_NO_HOST, 0, 1, 1);
    bench_plan_takes(bench, 1);
    assert_true(bench->verdict.goal_reached);
    bench_close(bench);
}

/* 'computing what is not held', and what is computed is gone. */
static void computes_what_it_does_not_hold(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(2, 0, 0));
    bench->test.instance.flops_per_item = 1;
    bench_row(bench, 0, 0, RD_NO_HOST, 0, 1, 3);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, 0, 0,
                        "host 0 parts with 3 items of kind 0 and never holds more than 2");
    bench->plan.transfer_count = 0;
    bench_row(bench, 0, 0, RD_NO_HOST, 0, 1, 2);
    bench_send(bench, 0, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, 1, 0,
                        "host 0 parts with 3 items of kind 0 and never holds more than 2");
    bench_close(bench);
    bench = bench_ring(3, LOADS(2, 0, 0));
    bench->test.instance.flops_per_item = 1;
    bench_row(bench, 0, 1, RD_NO_HOST, 0, 2, 1);
    bench_row(bench, 0, 0, 1, 0, 2, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_ORDER, 0, 1, "transfer 0: host 1");
    bench_close(bench);
    bench = bench_ring(3, LOADS(2, 0, 0));
    bench->test.instance.flops_per_item = 1;
    bench->plan.timing = RD_LOCK_STEP;
    bench_row(bench, 1, 0, 1, 0, 2, 1);
    bench_row(bench, 1, 1, RD_NO_HOST, 0, 2, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_NOT_HELD, 1, 1, "round 1: host 1");
    bench_close(bench);
}

/* Free order is checked for what it holds and for the order of its rows. */
static void breaks_free_order(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(4, LOADS(1, 0, 3, 0));
    bench->plan.timing = RD_FREE_ORDER;
    bench_send(bench, 0, 1);
    bench_send(bench, 1, 2);
    bench_row(bench, 0, 2, 3, 0, 2, 2);
    rd_referee_plan(&bench->test.instance, &bench->plan, &bench->arena, &bench->scratch, NULL,
                    &bench->verdict);
    assert_int_equal(bench->verdict.violation, RD_LEGAL);
    assert_true(isnan(bench->verdict.makespan_s));
    bench_ends_with(bench, LOADS(0, 0, 0, 4));
    bench_send(bench, 2, 3);
    bench_plan_is_wrong(bench, RD_VIOLATION_MORE_THAN_EVER_HELD, SIZE_MAX, 2,
                        "host 2 parts with 5 items of kind 0 and never holds more than 4");
    bench->plan.transfer_count = 0;
    bench_send(bench, 1, 2);
    bench_send(bench, 0, 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_ORDER, 0, 1, "transfer 0: host 1");
    bench_close(bench);
}

/* More rows than a trace may have: not judged with one, judged without. */
static void is_too_long_for_a_trace(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(30000000, 0, 0));
    bench_row(bench, 0, 0, 1, 0, 1, RD_TRACE_TRANSFER_LIMIT + 1);
    bench_plan_is_wrong(bench, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST, "");
    rd_referee_plan(&bench->test.instance, &bench->plan, &bench->arena, &bench->scratch, NULL,
                    &bench->verdict);
    assert_int_equal(bench->verdict.violation, RD_LEGAL);
    assert_true(bench->verdict.makespan_s == RD_TRACE_TRANSFER_LIMIT + 1);
    bench_close(bench);
}

/* Rounds are a mark, not an array: four thousand million of them cost nothing. */
static void has_huge_round_numbers(void **state)
{
    (void)state;
    struct bench *bench = bench_ring(3, LOADS(2, 0, 0));
    bench_row(bench, 0, 0, 1, 0, 1, 1);
    bench_row(bench, 4000000000u, 0, 1, 0, 1, 1);
    bench_plan_takes(bench, 2);
    bench->plan.timing = RD_LOCK_STEP;
    bench->plan.step_s = 1;
    bench_plan_takes(bench, 4000000001.0);
    assert_int_equal(bench->verdict.steps, 4000000001);
    bench_message_runs(bench, 0, 1, 1, 4000000000.0, 4000000001.0);
    bench_close(bench);
    bench = bench_cube(4, LOADS(2, 0, 0, 0));
    bench_packet(bench, 0, 0, 3, 0, 1);
    bench_packet(bench, 4000000000u, 0, 3, 1, 0);
    bench_plan_takes(bench, 4000000002.0);
    bench_close(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_with_more_than_it_ever_holds),
        cmocka_unit_test(is_listed_before_its_supplier),
        cmocka_unit_test(waits_in_a_circle_for_items),
        cmocka_unit_test(waits_at_the_head_of_the_line),
        cmocka_unit_test(waits_in_a_circle_through_a_port),
        cmocka_unit_test(waits_in_a_circle_for_knowledge),
        cmocka_unit_test(sends_to_no_neighbour),
        cmocka_unit_test(means_nothing),
        cmocka_unit_test(is_not_listed_by_round),
        cmocka_unit_test(overflows),
        cmocka_unit_test(misses_its_goal),
        cmocka_unit_test(misses_gathering_and_finishing),
        cmocka_unit_test(computes_what_it_does_not_hold),
        cmocka_unit_test(breaks_free_order),
        cmocka_unit_test(is_too_long_for_a_trace),
        cmocka_unit_test(has_huge_round_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
