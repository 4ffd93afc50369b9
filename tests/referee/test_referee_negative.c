/* The referee's negative space: each way to break a plan is caught and named, in the words of the
 * definition where it gives them. Every case is the smallest that breaks just one rule. */
#include "tests/support/cmocka.h"

#include "single_case.h"

#include <math.h>
#include <string.h>

/* 'host 2 sends and computes 5 items of kind 0 and never holds more than 4': 3 of its own, 1
 * arrives. */
static void parts_with_more_than_it_ever_holds(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(4, LOADS(0, 1, 3, 0));
    bench_send(single_case, 1, 2);
    bench_row(single_case, 0, 2, 3, 0, 5, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, 1, 2,
                        "host 2 sends and computes 5 items of kind 0 and never holds more than 4");
    bench_close(single_case);
    /* In pieces, computing included, and before the deadlock that it makes. */
    single_case = bench_ring(4, LOADS(0, 1, 3, 0));
    single_case->test.instance.flops_per_item = 1;
    bench_row(single_case, 0, 2, 3, 0, 1, 2);
    bench_row(single_case, 0, 2, RD_NO_HOST, 0, 1, 1);
    bench_row(single_case, 0, 2, 1, 0, 2, 1);
    bench_send(single_case, 1, 2);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, SIZE_MAX, 2,
                        "host 2 sends and computes 5 items of kind 0 and never holds more than 4");
    bench_close(single_case);
    /* Kind by kind: plenty of kind 0 does not help. */
    single_case = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(9, 9, 9));
    single_case->test.load[1 * 2 + 1] = 4;
    bench_row(single_case, 0, 1, 2, 1, 5, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, 0, 1,
                        "host 1 sends and computes 5 items of kind 1 and never holds more than 4");
    bench_close(single_case);
}

/* It would finish: host 1 waits for what row 1 brings. Both rows are named, the supplier is to go
 * first. */
static void is_listed_before_its_supplier(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(4, LOADS(1, 0, 0, 0));
    bench_send(single_case, 1, 2);
    bench_send(single_case, 0, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_ORDER, 0, 1, "transfer 0");
    assert_non_null(strstr(single_case->verdict.message, "transfer 1"));
    assert_non_null(strstr(single_case->verdict.message, "first"));
    bench_close(single_case);
    /* In the words of the order: 2 items, and 1 is there after the rows before it. */
    single_case = bench_ring(4, LOADS(1, 1, 0, 0));
    bench_send(single_case, 2, 3);
    single_case->plan.transfer_count = 0;
    bench_row(single_case, 0, 1, 2, 0, 2, 1);
    bench_send(single_case, 0, 1);
    bench_plan_is_wrong(
        single_case, RD_VIOLATION_ORDER, 0, 1,
        "transfer 0: host 1 sends 2 items and holds 1 after the transfers before it");
    bench_close(single_case);
    /* Twelve rows that are sound, then one that is not. */
    single_case = bench_ring(4, LOADS(6, 6, 6, 1));
    for (int i = 0; i < 6; i++) {
        bench_send(single_case, 0, 1);
        bench_send(single_case, 1, 2);
    }
    bench_row(single_case, 0, 3, 2, 0, 2, 1);
    bench_send(single_case, 2, 3);
    bench_plan_is_wrong(
        single_case, RD_VIOLATION_ORDER, 12, 3,
        "transfer 12: host 3 sends 2 items and holds 1 after the transfers before it");
    bench_close(single_case);
}

/* '10 units round a ring of loads 1': each waits until it can send all ten. */
static void waits_in_a_circle_for_items(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 1, 1));
    test_instance_set_ports(&single_case->test, 0);
    for (uint32_t host = 0; host < 3; host++)
        bench_row(single_case, 0, host, (host + 1) % 3, 0, 10, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, 0, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> "
                        "1>2 waits for items at 1");
    bench_close(single_case);
    /* One-port all the same. */
    single_case = bench_ring(3, LOADS(1, 1, 1));
    for (uint32_t host = 0; host < 3; host++)
        bench_row(single_case, 0, host, (host + 1) % 3, 0, 10, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, 0, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> "
                        "1>2 waits for items at 1");
    bench_close(single_case);
}

/* Head of line: the item goes to host 1; 0>2 waits for an item that only 2>0 brings, which waits
 * for 0>2. In the order 0>2, 2>0, 0>1 it runs, one message after the other. */
static void waits_at_the_head_of_the_line(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(1, 0, 0));
    bench_send(single_case, 0, 1);
    bench_send(single_case, 0, 2);
    bench_send(single_case, 2, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>2 waits for items at 0 -> 2>0 waits for items at 2");
    bench_close(single_case);
    single_case = bench_ring(3, LOADS(1, 0, 0));
    bench_send(single_case, 0, 2);
    bench_send(single_case, 2, 0);
    bench_send(single_case, 0, 1);
    bench_plan_takes(single_case, 3);
    bench_close(single_case);
}

/* A circle through a port: 0>1 of kind 0 waits for what 1>0 brings, which stands behind 1>2 of
 * kind 1 in host 1's port, which waits for what 0>1 of kind 1 brings, which stands behind the
 * first. */
static void waits_in_a_circle_through_a_port(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(0, 1, 0));
    single_case->test.load[0 * 2 + 1] = 1;
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 0, 0, 1, 1, 1, 1);
    bench_row(single_case, 0, 1, 2, 1, 1, 1);
    bench_row(single_case, 0, 1, 0, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 1>0 waits");
    bench_close(single_case);
}

/* Rounds: the word of round 0 waits for an item that comes in round 1, which waits for the word. */
static void waits_in_a_circle_for_knowledge(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(0, 1, 0));
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 1, 1, 0, 0, 1, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_DEADLOCK, SIZE_MAX, RD_NO_HOST,
                        "deadlock: 0>1 waits for items at 0 -> 1>0 waits");
    bench_close(single_case);
}

static void sends_to_no_neighbour(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(5, LOADS(1, 1, 1, 1, 1));
    bench_send(single_case, 1, 0);
    bench_send(single_case, 1, 3);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 1, RD_NO_HOST, "transfer 1");
    bench_close(single_case);
    single_case = bench_open(RD_RING, RD_ONE_WAY, 3, 1, LOADS(1, 1, 1));
    bench_send(single_case, 1, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(single_case);
    single_case = bench_open(RD_STAR, RD_NO_DIRECTION, 4, 1, LOADS(1, 1, 1, 0));
    bench_send(single_case, 0, 1); /* workers reach each other through the master, host 3 */
    bench_plan_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(single_case);
    single_case = bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1, LOADS(1, 1, 1, 1, 1, 1, 1, 1));
    bench_row(single_case, 0, 1, 2, RD_CONTROL, 0, 1); /* a word needs a link too */
    bench_plan_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(single_case);
    /* The shuffle of 0..0 is itself: a self-loop carries nothing. */
    single_case = bench_open(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4, 1, LOADS(1, 1, 1, 1));
    bench_send(single_case, 0, 0);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NEIGHBOUR, 0, RD_NO_HOST, "transfer 0");
    bench_close(single_case);
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
            struct single_case *single_case = bench_open(RD_RING, RD_TWO_WAY, 3, 2, LOADS(5, 5, 5));
            single_case->test.instance.flops_per_item = 1;
            single_case->plan.timing = timing;
            bench_row(single_case, 0, 1, 2, 0, 1, 1); /* sound */
            single_case->plan.round_count = 2;
            bench_raw_row(single_case, rows[i]);
            bench_plan_is_wrong(single_case, RD_VIOLATION_TRANSFER, 1, RD_NO_HOST, "transfer 1");
            bench_close(single_case);
        }
}

static void is_not_listed_by_round(void **state)
{
    (void)state;
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++) {
        struct single_case *single_case = bench_ring(4, LOADS(5, 5, 5, 5));
        single_case->plan.timing = timing;
        bench_row(single_case, 1, 0, 1, 0, 1, 1);
        bench_row(single_case, 2, 1, 2, 0, 1, 1);
        bench_raw_row(single_case, (struct rd_transfer){1, 2, 3, 0, 1, 1});
        bench_plan_is_wrong(single_case, RD_VIOLATION_TRANSFER, 2, RD_NO_HOST, "transfer 2");
        bench_close(single_case);
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
            struct single_case *single_case = bench_ring(3, LOADS(5, 5, 5));
            single_case->plan.timing = timing;
            bench_row(single_case, 0, 0, 1, 0, amounts[i][0], amounts[i][1]);
            bench_row(single_case, 0, 1, 2, 0, amounts[i][0], amounts[i][1]);
            rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                            &single_case->scratch, NULL, &single_case->verdict);
            enum rd_violation violation = single_case->verdict.violation;
            assert_true(violation == RD_VIOLATION_TRANSFER || violation == RD_VIOLATION_SIZE ||
                        violation == RD_VIOLATION_MORE_THAN_EVER_HELD ||
                        (timing == RD_LOCK_STEP && violation == RD_VIOLATION_NOT_HELD));
            bench_close(single_case);
        }
    /* Rows that are sound alone, and too much together: 2,000 times 2^53. */
    struct single_case *single_case = bench_ring(3, LOADS(5, 5, 5));
    for (int i = 0; i < 2000; i++)
        bench_row(single_case, 0, 0, 1, 0, RD_ITEM_LIMIT, 1);
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch, NULL, &single_case->verdict);
    assert_int_not_equal(single_case->verdict.violation, RD_LEGAL);
    bench_close(single_case);
}

/* Every goal: the plan is legal, and misses it; the first host that does is named. */
static void misses_its_goal(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(2, 0, 1));
    test_instance_reach(&single_case->test, LOADS(2, 0, 1), LOADS(1, 1, 1));
    bench_plan_takes(single_case, 0);
    assert_false(single_case->verdict.goal_reached);
    assert_non_null(strstr(single_case->verdict.goal_message, "host 0"));
    bench_send(single_case, 0, 1);
    bench_plan_takes(single_case, 1);
    assert_true(single_case->verdict.goal_reached);
    assert_string_equal(single_case->verdict.goal_message, "");
    bench_row(single_case, 0, 2, 1, 0, 1, 1); /* one item too far */
    bench_plan_takes(single_case, 2);
    assert_false(single_case->verdict.goal_reached);
    assert_non_null(strstr(single_case->verdict.goal_message, "host 1"));
    bench_close(single_case);

    single_case = bench_ring(3, LOADS(3, 1, 1)); /* 5 items: 3 - 1 is more than 1 */
    single_case->test.instance.balance_error = 0;
    bench_plan_takes(single_case, 0);
    assert_false(single_case->verdict.goal_reached);
    bench_send(single_case, 0, 1); /* 2 2 1 */
    bench_plan_takes(single_case, 1);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);

    single_case =
        bench_ring(3, LOADS(3, 2, 1)); /* 6 items: 3 hosts divide them, so an error of 1 is one */
    single_case->test.instance.balance_error = 0;
    bench_row(single_case, 0, 0, 1, 0, 1, 1); /* 2 3 1 */
    bench_plan_takes(single_case, 1);
    assert_false(single_case->verdict.goal_reached);
    single_case->test.instance.balance_error = 2;
    bench_plan_takes(single_case, 1);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);
}

static void misses_gathering_and_finishing(void **state)
{
    (void)state;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 3, 2, LOADS(1, 1, 0));
    single_case->test.instance.goal = RD_GATHER;
    single_case->test.load[0 * 2 + 1] = 2;
    bench_plan_takes(single_case, 0); /* kind 0 on hosts 0 and 1 */
    assert_false(single_case->verdict.goal_reached);
    bench_row(single_case, 0, 1, 0, 0, 1, 1); /* both kinds on host 0 */
    bench_plan_takes(single_case, 1);
    assert_false(single_case->verdict.goal_reached);
    single_case->plan.transfer_count = 0;
    bench_row(single_case, 0, 0, 1, 0, 1, 1); /* kind 0 on host 1, kind 1 on host 0 */
    bench_plan_takes(single_case, 1);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);

    single_case = bench_ring(3, LOADS(1, 1, 0));
    single_case->test.instance.goal = RD_FINISH;
    single_case->test.instance.flops_per_item = 1;
    bench_row(single_case, 0, 0, RD_NO_HOST, 0, 1, 1);
    bench_plan_takes(single_case, 1);
    assert_false(single_case->verdict.goal_reached);
    assert_non_null(strstr(single_case->verdict.goal_message, "host 1"));
    bench_row(single_case, 0, 1, RD_NO_HOST, 0, 1, 1);
    bench_plan_takes(single_case, 1);
    assert_true(single_case->verdict.goal_reached);
    bench_close(single_case);
}

/* 'computing what is not held', and what is computed is gone. */
static void computes_what_it_does_not_hold(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(2, 0, 0));
    single_case->test.instance.flops_per_item = 1;
    bench_row(single_case, 0, 0, RD_NO_HOST, 0, 1, 3);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, 0, 0,
                        "host 0 sends and computes 3 items of kind 0 and never holds more than 2");
    single_case->plan.transfer_count = 0;
    bench_row(single_case, 0, 0, RD_NO_HOST, 0, 1, 2);
    bench_send(single_case, 0, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, 1, 0,
                        "host 0 sends and computes 3 items of kind 0 and never holds more than 2");
    bench_close(single_case);
    single_case = bench_ring(3, LOADS(2, 0, 0));
    single_case->test.instance.flops_per_item = 1;
    bench_row(single_case, 0, 1, RD_NO_HOST, 0, 2, 1);
    bench_row(single_case, 0, 0, 1, 0, 2, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_ORDER, 0, 1, "transfer 0: host 1");
    bench_close(single_case);
    single_case = bench_ring(3, LOADS(2, 0, 0));
    single_case->test.instance.flops_per_item = 1;
    single_case->plan.timing = RD_LOCK_STEP;
    bench_row(single_case, 1, 0, 1, 0, 2, 1);
    bench_row(single_case, 1, 1, RD_NO_HOST, 0, 2, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_NOT_HELD, 1, 1, "round 1: host 1");
    bench_close(single_case);
}

/* Free order is checked for what it holds and for the order of its rows. */
static void breaks_free_order(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(4, LOADS(1, 0, 3, 0));
    single_case->plan.timing = RD_FREE_ORDER;
    bench_send(single_case, 0, 1);
    bench_send(single_case, 1, 2);
    bench_row(single_case, 0, 2, 3, 0, 2, 2);
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch, NULL, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_LEGAL);
    assert_true(isnan(single_case->verdict.makespan_s));
    bench_ends_with(single_case, LOADS(0, 0, 0, 4));
    bench_send(single_case, 2, 3);
    bench_plan_is_wrong(single_case, RD_VIOLATION_MORE_THAN_EVER_HELD, SIZE_MAX, 2,
                        "host 2 sends and computes 5 items of kind 0 and never holds more than 4");
    single_case->plan.transfer_count = 0;
    bench_send(single_case, 1, 2);
    bench_send(single_case, 0, 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_ORDER, 0, 1, "transfer 0: host 1");
    bench_close(single_case);
}

/* More rows than a trace may have: not judged with one, judged without. */
static void is_too_long_for_a_trace(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(30000000, 0, 0));
    bench_row(single_case, 0, 0, 1, 0, 1, RD_TRACE_TRANSFER_LIMIT + 1);
    bench_plan_is_wrong(single_case, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST, "");
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch, NULL, &single_case->verdict);
    assert_int_equal(single_case->verdict.violation, RD_LEGAL);
    assert_true(single_case->verdict.makespan_s == RD_TRACE_TRANSFER_LIMIT + 1);
    bench_close(single_case);
}

/* Rounds are a mark, not an array: four thousand million of them cost nothing. */
static void has_huge_round_numbers(void **state)
{
    (void)state;
    struct single_case *single_case = bench_ring(3, LOADS(2, 0, 0));
    bench_row(single_case, 0, 0, 1, 0, 1, 1);
    bench_row(single_case, 4000000000u, 0, 1, 0, 1, 1);
    bench_plan_takes(single_case, 2);
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    bench_plan_takes(single_case, 4000000001.0);
    assert_int_equal(single_case->verdict.steps, 4000000001);
    bench_message_runs(single_case, 0, 1, 1, 4000000000.0, 4000000001.0);
    bench_close(single_case);
    single_case = bench_cube(4, LOADS(2, 0, 0, 0));
    bench_packet(single_case, 0, 0, 3, 0, 1);
    bench_packet(single_case, 4000000000u, 0, 3, 1, 0);
    bench_plan_takes(single_case, 4000000002.0);
    bench_close(single_case);
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
