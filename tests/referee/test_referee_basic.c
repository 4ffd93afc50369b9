/* A few plans for each rule of docs/model.md, small enough to be worked out by hand: the numbers
 * were derived first, in the comments, from the rules. */
#include "judging.h"

/* An item of 1 s a hop from 0 to 2: 0>1 in [0,1], 1>2 must wait for it, [1,2]. */
static void test_store_and_forward(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 0, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 1, 2, 0, 1, 1});
    expect_time(2);
    assert_int_equal(trace.transfer_count, 2);
    expect_row(0, 0, 1, 1);
    expect_row(1, 1, 2, 1);
    assert_int_equal(verdict.final[0], 0);
    assert_int_equal(verdict.final[1], 0);
    assert_int_equal(verdict.final[2], 1);
    assert_int_equal(verdict.items_moved, 2);
    assert_int_equal(verdict.transfers, 2);
    assert_int_equal(verdict.steps, -1);
    assert_true(verdict.goal_reached); /* 1 item on 3 hosts: 0, 0, 1 */
    assert_null(verdict.computed);
}

/* Nothing to do takes no time. */
static void test_empty_plan(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){3, 0, 0});
    judge(&test, RD_SELF_TIMED, NULL, 0);
    expect_time(0);
    assert_false(verdict.goal_reached);
    assert_string_equal(verdict.goal_message, "host 0 ends with 3 items and host 1 with 0: at "
                                              "most 1 apart is wanted");
}

/* One port: 0>1 (1 s), 0>2 (1 s) one after the other, as are 2>1 behind 0>1 at host 1's in-port:
 * 0>1 [0,1], 0>2 [1,2], 2>1 [1,2]. */
static void test_one_port_queues(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 3, 1, (int64_t[]){2, 0, 1});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 0, 2, 0, 1, 1}, {0, 2, 1, 0, 1, 1});
    expect_time(2);
    expect_row(1, 1, 2, 1);
    expect_row(2, 1, 2, 1);
}

/* Promises: host 1 holds 1. Its first row (2 items to 2) waits for 0>1 (3 s); its second (1 item
 * back to 0) could leave at once, but that item is promised: 0>1 [0,3], 1>2 [3,5], 1>0 behind it
 * at the out-port [5,6]. With all ports 1>0 needs no port, and waits for a third item all the
 * same: loads 2, 1, 0 bring it with the second 0>1 at 6. */
static void test_promises_in_plan_order(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_TWO_WAY, 3, (int64_t[]){2, 1, 0});
    test_instance_set_cost(&test, 0, 1, 0, 3);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 2}, {0, 1, 2, 0, 2, 1}, {0, 1, 0, 0, 1, 1});
    expect_time(7); /* 1>2 [3,5]; third item at 6: 1>0 [6,7] */
    expect_row(1, 3, 5, 2);
    expect_row(3, 6, 7, 1);
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 2}, {0, 1, 2, 0, 2, 1}, {0, 1, 0, 0, 1, 1});
    expect_time(7);
    /* The other order gives the item it holds to 0 at once: [0,1], and 1>2 at 6. */
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 2}, {0, 1, 0, 0, 1, 1}, {0, 1, 2, 0, 2, 1});
    expect_time(8);
}

/* Knowledge: a word 1>0 of 5 s in round 0; in round 1 host 0 sends an item that it holds, which
 * must wait for the word; in the same round it need not. */
static void test_knowledge_of_earlier_rounds(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_TWO_WAY, 3, (int64_t[]){1, 0, 0});
    test_instance_set_cost(&test, 1, 0, 4, 1);
    JUDGE(&test, RD_SELF_TIMED, {0, 1, 0, RD_CONTROL, 0, 1}, {1, 0, 1, 0, 1, 1});
    expect_time(6);
    JUDGE(&test, RD_SELF_TIMED, {0, 1, 0, RD_CONTROL, 0, 1}, {0, 0, 1, 0, 1, 1});
    expect_time(5);
    assert_int_equal(verdict.transfers, 2);
    assert_int_equal(verdict.items_moved, 1);
}

/* A line 0 > 1 > 2 of 10^9 items, 2 s then 1/3 s an item: arrivals at 2, 4, ..., 2 10^9, each sent
 * on when it comes; the end is 2 10^9 + 1/3. The other way round, 1/3 s then 2 s: the second link
 * never waits after the first item: 1/3 + 2 10^9. */
static void test_runs_of_a_billion(void **state)
{
    (void)state;
    int64_t billion = 1000000000;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){billion, 0, 0});
    struct rd_transfer row[] = {{0, 0, 1, 0, 1, billion}, {0, 1, 2, 0, 1, billion}};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 2);
    test_instance_set_cost(&test, 0, 1, 0, 2);
    test_instance_set_cost(&test, 1, 2, 1.0 / 3, 0);
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_time(2e9 + 1.0 / 3);
    test_instance_set_cost(&test, 0, 1, 1.0 / 3, 0);
    test_instance_set_cost(&test, 1, 2, 0, 2);
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_time(2e9 + 1.0 / 3);
    /* With a trace it would have 2 10^9 rows. */
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, &trace, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_SIZE);
    assert_int_equal(trace.transfer_count, 0);
}

/* A billion items pass along a line on which every host holds one: it sends that at 0 and then what
 * comes, without a pause, so 3 s an item make 3 10^9 s. Were each host's own item a run apart, the
 * hosts would have 1, 2, 3, .. of them, 450 million in all. */
static void test_runs_that_go_on(void **state)
{
    (void)state;
    enum { LINE = 30000 };
    int64_t billion = 1000000000;
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_ONE_WAY, LINE, 1);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    for (uint32_t host = 0; host < LINE; host++) {
        test.load[host] = host == 0 ? billion : 1;
        test_instance_set_cost(&test, host, (host + 1) % LINE, 0, 3);
        if (host + 1 < LINE)
            rd_plan_add(&plan, &arena, (struct rd_transfer){0, host, host + 1, 0, 1, billion});
    }
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_time(3e9);
}

/* Host 1 owes 4 and holds 2. It sends its own from 0 on, 1 s each; the two that it gets come at 3
 * and 6: sends at 0, 1, then 3, 6. A run that changes line twice. */
static void test_own_items_first_then_arrivals(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){2, 2, 0});
    test_instance_set_cost(&test, 0, 1, 0, 3);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 2}, {0, 1, 2, 0, 1, 4});
    expect_time(7);
    /* Sorted by start, then end: 1>2 [0,1], 0>1 [0,3], 1>2 [1,2], 0>1 [3,6], 1>2 [3,4], [6,7]. */
    expect_row(0, 0, 1, 1);
    expect_row(2, 1, 2, 1);
    expect_row(3, 3, 4, 1);
    expect_row(5, 6, 7, 1);
}

/* As held, a message of any size 1 s: host 1 gets 3 items at 1, 2, 3 and owes them all to 2:
 * [1,2] takes one, [2,3] the one of 2, [3,4] the last. With the message of 2 s: [1,3] one, [3,5]
 * the two that came at 2 and 3. */
static void test_as_held(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){3, 0, 0});
    test.instance.item_bytes = 0;
    test_instance_set_cost(&test, 0, 1, 1, 0);
    test_instance_set_cost(&test, 1, 2, 1, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 3}, {0, 1, 2, 0, 3, 0});
    expect_time(4);
    assert_int_equal(verdict.transfers, 6);
    test_instance_set_cost(&test, 1, 2, 2, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 3}, {0, 1, 2, 0, 3, 0});
    expect_time(5);
    assert_int_equal(verdict.transfers, 5);
    expect_row(4, 3, 5, 2);
    /* All ports, the same. Without anything to wait for it is one message. */
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 3}, {0, 1, 2, 0, 3, 0});
    expect_time(5);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 3, 0});
    expect_time(1);
    assert_int_equal(verdict.transfers, 1);
}

/* 0.1 + 0.2 is not 0.3 in doubles, and one date all the same. On a line host 1 is free at 0.3, when
 * the third of the items that come every 0.1 s arrives: all three leave in one message, at 0.6 it
 * has ended. All ports, and two ways to host 2: one item after 0.1 + 0.2 s over host 0, one after
 * 0.3 s from host 1; both leave in one message. */
static void test_as_held_dates_that_rounding_splits(void **state)
{
    (void)state;
    struct test_instance line = ring(RD_ONE_WAY, 3, (int64_t[]){3, 1, 0});
    line.instance.item_bytes = 0;
    test_instance_set_cost(&line, 0, 1, 0.1, 0);
    test_instance_set_cost(&line, 1, 2, 0.3, 0);
    JUDGE(&line, RD_SELF_TIMED, {0, 0, 1, 0, 1, 3}, {0, 1, 2, 0, 1, 1}, {0, 1, 2, 0, 3, 0});
    expect_time(0.6);
    assert_int_equal(verdict.transfers, 5);
    struct test_instance two = shape(RD_SWITCH, 5, 1, (int64_t[]){0, 1, 0, 0, 1});
    two.instance.item_bytes = 0;
    test_instance_set_ports(&two, 0);
    test_instance_set_cost(&two, 4, 0, 0.1, 0);
    test_instance_set_cost(&two, 0, 2, 0.2, 0);
    test_instance_set_cost(&two, 1, 2, 0.3, 0);
    test_instance_set_cost(&two, 2, 3, 1, 0);
    JUDGE(&two, RD_SELF_TIMED, {0, 4, 0, 0, 1, 1}, {0, 0, 2, 0, 1, 1}, {0, 1, 2, 0, 1, 1},
          {0, 2, 3, 0, 2, 0});
    expect_time(1.3);
    assert_int_equal(verdict.transfers, 4);
}

/* A thousand messages of 0.1 s end at 1000 times 0.1, to the last digit, not at the sum, which is
 * 99.9999999999986: by the pass, and by the heap, which a second supplier of host 2 asks for. */
static void test_dates_are_multiplied_out(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 4, 1, (int64_t[]){1001, 1, 0, 0});
    test_instance_set_ports(&test, 0);
    test_instance_set_cost(&test, 0, 3, 0.1, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 3, 0, 1, 1000});
    assert_true(verdict.makespan_s == 1000 * 0.1);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 3, 0, 1, 1000}, {0, 0, 2, 0, 1, 1}, {0, 1, 2, 0, 1, 1},
          {0, 2, 3, 0, 2, 1});
    assert_true(verdict.makespan_s == 1000 * 0.1);
}

/* Computing: host 1 computes 2 items at 4 s each, one of them from host 0 (1 s): [0,4] its own,
 * [4,8] the other; sending does not disturb it. Plain work of 3 items after that: [8,20]. */
static void test_computing(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 2, (int64_t[]){1, 1});
    test.instance.flops_per_item = 4;
    test.instance.goal = RD_FINISH;
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 1, RD_NO_HOST, 0, 1, 2});
    expect_time(8);
    assert_int_equal(verdict.computed[0], 0);
    assert_int_equal(verdict.computed[1], 2);
    assert_true(verdict.goal_reached);
    assert_int_equal(verdict.transfers, 1);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 1, RD_NO_HOST, 0, 1, 2},
          {0, 1, RD_NO_HOST, RD_CONTROL, 3, 1});
    expect_time(20);
    assert_int_equal(verdict.computed[1], 2);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 1, RD_NO_HOST, 0, 1, 1});
    assert_false(verdict.goal_reached);
    assert_string_equal(verdict.goal_message, "host 1 ends with 1 items that are not computed");
}

/* A bus carries one message at a time, whoever sends: 1 + 2 + 3 s. */
static void test_bus(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_BUS, 6, 1, (int64_t[]){1, 0, 2, 0, 3, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 2, 3, 0, 2, 1}, {0, 4, 5, 0, 3, 1});
    expect_time(6);
    JUDGE(&test, RD_LOCK_STEP, {0, 0, 1, 0, 1, 1}, {0, 2, 3, 0, 2, 1});
    expect_refusal(RD_VIOLATION_PORT, 1, "round 0: host 0 and host 2 send on the bus");
}

/* Two ports: of three messages of host 0 (1, 2 and 4 s) the third starts when the first has ended:
 * [1,5]. Two rows on one link never overlap: 0>1 twice, [0,1] and [1,2]. */
static void test_two_ports(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 4, 1, (int64_t[]){9, 0, 0, 0});
    test_instance_set_ports(&test, 2);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 0, 2, 0, 2, 1}, {0, 0, 3, 0, 4, 1});
    expect_time(5);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 0, 1, 0, 1, 1}, {0, 0, 2, 0, 2, 1});
    /* 0>2 is third: it waits for the first 0>1, though 0>1 leaves a port idle until then. */
    expect_time(3);
    expect_row(1, 1, 2, 1);
    expect_row(2, 1, 3, 2);
}

/* Lock-step: 0>1 and 1>2 in one round need the item of host 1 at its start. Rounds of 1 s; an idle
 * round counts, in the middle and at the end. */
/* Six hosts, one cable for all messages; rates 1/3 (0>1), 1 (2>3) and 1 (4>5). */
static struct test_instance on_a_cable(double bandwidth)
{
    struct test_instance test = shape(RD_SWITCH, 6, 1, (int64_t[]){1, 0, 1, 0, 1, 0});
    test_instance_set_cost(&test, 0, 1, 0, 3);
    test_instance_share(&test, &arena, bandwidth);
    return test;
}

static void judge_keeping(struct test_instance *test, const struct rd_transfer *row, size_t count)
{
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, count);
    plan.keeps_shared = true;
    rd_referee_plan(&test->instance, &plan, &arena, &scratch, &trace, &verdict);
}

/* A cable of 1.2: parts 5/18, 5/6, 5/6. No two fit: in plan order, one after the other, though in
 * [1,2] two of the three would be free of ports. A cable of 4/3: 1/4, 3/4, 3/4. 0>1 and 2>3 fit
 * exactly: [0,3], [0,1], and 4>5 in [1,2]; behind two that wait, it would wait, too: 2>3 [0,1], 4>5
 * [1,2], 0>1 [0,3] if listed second, but [1,4] if listed last: 4>5 before it leaves no room until
 * 2, less 1/4 that is free from 1 on. If they share the cable of 1.2, 0>1 has its rate of 1/3, and
 * the others halve what is left, 13/30 each. */
static void test_shared_links(void **state)
{
    (void)state;
    const struct rd_transfer rows[] = {{0, 0, 1, 0, 1, 1}, {0, 2, 3, 0, 1, 1}, {0, 4, 5, 0, 1, 1}};
    const struct rd_transfer last[] = {{0, 2, 3, 0, 1, 1}, {0, 4, 5, 0, 1, 1}, {0, 0, 1, 0, 1, 1}};
    struct test_instance narrow = on_a_cable(1.2), wide = on_a_cable(4.0 / 3);
    judge(&narrow, RD_SELF_TIMED, rows, 3);
    expect_time(3);
    expect_row(0, 0, 30.0 / 13, 1);
    expect_row(1, 0, 30.0 / 13, 1);
    expect_row(2, 0, 3, 1);
    judge_keeping(&narrow, rows, 3);
    expect_time(5);
    expect_row(0, 0, 3, 1);
    expect_row(1, 3, 4, 1);
    expect_row(2, 4, 5, 1);
    judge_keeping(&wide, rows, 3);
    expect_time(3);
    expect_row(2, 1, 2, 1);
    judge_keeping(&wide, last, 3);
    expect_time(4);
    expect_row(1, 1, 2, 1);
    expect_row(2, 1, 4, 1);
    wide.instance.shared = NULL; /* nothing to keep to */
    judge_keeping(&wide, last, 3);
    expect_time(3);
}

/* Three thirds fill a link: 0.1 of 0.3 is more than a third as a double. */
static void test_parts_that_rounding_moves(void **state)
{
    (void)state;
    assert_true(3 * rd_shared_part(0.1, 1, 0.3) <= RD_SHARED_ROOM);
    assert_true(3 * rd_shared_part(0.1, 1, 0.3) > RD_SHARED_ROOM - 4);
    assert_int_equal(rd_shared_part(0.5, 2, 1), RD_SHARED_ROOM);
    assert_int_equal(rd_shared_part(3, 1, 1), RD_SHARED_ROOM);
}

static void test_lock_step(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 0, 0});
    struct rd_transfer row[] = {{0, 0, 1, 0, 1, 1}, {2, 1, 2, 0, 1, 1}};
    struct rd_plan plan = plan_of(RD_LOCK_STEP, row, 2);
    plan.round_count = 5;
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, &trace, &verdict);
    expect_time(5);
    assert_int_equal(verdict.steps, 5);
    expect_row(1, 2, 3, 1);
    JUDGE(&test, RD_LOCK_STEP, {0, 0, 1, 0, 1, 1}, {0, 1, 2, 0, 1, 1});
    expect_refusal(RD_VIOLATION_NOT_HELD, 1, "round 0: host 1 sends 1 items and holds 0");
    assert_int_equal(verdict.host, 1);
}

/* A round lasts as long as its longest row: 3 messages of 2 s make it 6; the next is one step. */
static void test_lock_step_long_round(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 4, (int64_t[]){3, 0, 1, 0});
    test_instance_set_cost(&test, 0, 1, 0, 2);
    JUDGE(&test, RD_LOCK_STEP, {0, 0, 1, 0, 1, 3}, {0, 2, 3, 0, 1, 1}, {1, 1, 2, RD_CONTROL, 0, 1});
    expect_time(7);
    assert_int_equal(verdict.transfers, 5);
    JUDGE(&test, RD_LOCK_STEP, {0, 0, 1, 0, 1, 1}, {0, 0, 1, 0, 1, 1});
    expect_refusal(RD_VIOLATION_PORT, 1, "round 0: host 0 sends twice");
}

static void test_goals(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 2, 2, (int64_t[]){1, 1, 1, 0});
    test.instance.goal = RD_GATHER;
    judge(&test, RD_SELF_TIMED, NULL, 0);
    assert_string_equal(verdict.goal_message, "host 0 ends with kinds 0 and 1: one kind a host is "
                                              "wanted");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 1, 1, 1});
    assert_string_equal(verdict.goal_message, "kind 0 ends on host 0 and on host 1: one host is "
                                              "wanted");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 1, 1, 1}, {0, 1, 0, 0, 1, 1});
    assert_true(verdict.goal_reached);
    struct test_instance star = shape(RD_STAR, 3, 1, (int64_t[]){2, 0, 0});
    test_instance_reach(&star, (int64_t[]){2, 0, 0}, (int64_t[]){1, 1, 0});
    JUDGE(&star, RD_SELF_TIMED, {0, 0, 2, 0, 1, 1});
    assert_string_equal(verdict.goal_message,
                        "the master, host 2, ends with 1 items and keeps none");
    JUDGE(&star, RD_SELF_TIMED, {0, 0, 2, 0, 1, 1}, {0, 2, 1, 0, 1, 1});
    assert_true(verdict.goal_reached);
    judge(&star, RD_SELF_TIMED, NULL, 0);
    assert_string_equal(verdict.goal_message, "host 0 ends with 2 items: 1 are wanted");
    /* A balance on the star is among its workers: 2, 2 is even though the master holds 0. */
    star.instance.goal = RD_BALANCE;
    star.instance.balance_error = 0;
    star.load[0] = star.load[1] = 2;
    judge(&star, RD_SELF_TIMED, NULL, 0);
    assert_true(verdict.goal_reached);
    /* Five items on three hosts: the error of 3 that is allowed is not cut to the 1 that is always
     * allowed where hosts do not divide the items. */
    struct test_instance three = ring(RD_ONE_WAY, 3, (int64_t[]){3, 1, 1});
    three.instance.balance_error = 3;
    judge(&three, RD_SELF_TIMED, NULL, 0);
    assert_true(verdict.goal_reached);
    three.instance.balance_error = 0;
    judge(&three, RD_SELF_TIMED, NULL, 0);
    assert_string_equal(verdict.goal_message, "host 0 ends with 3 items and host 1 with 1: at most "
                                              "1 apart is wanted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(test_store_and_forward),
        JUDGING_TEST(test_empty_plan),
        JUDGING_TEST(test_one_port_queues),
        JUDGING_TEST(test_promises_in_plan_order),
        JUDGING_TEST(test_knowledge_of_earlier_rounds),
        JUDGING_TEST(test_runs_of_a_billion),
        JUDGING_TEST(test_runs_that_go_on),
        JUDGING_TEST(test_own_items_first_then_arrivals),
        JUDGING_TEST(test_as_held),
        JUDGING_TEST(test_as_held_dates_that_rounding_splits),
        JUDGING_TEST(test_dates_are_multiplied_out),
        JUDGING_TEST(test_computing),
        JUDGING_TEST(test_bus),
        JUDGING_TEST(test_two_ports),
        JUDGING_TEST(test_shared_links),
        JUDGING_TEST(test_parts_that_rounding_moves),
        JUDGING_TEST(test_lock_step),
        JUDGING_TEST(test_lock_step_long_round),
        JUDGING_TEST(test_goals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
