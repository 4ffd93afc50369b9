/* A few plans and traces for each way to be refused, and the words of the refusal. */
#include "judging.h"

#include "sim/base/rng.h"

/* Rows that mean nothing, first of all, whatever else is wrong before them. */
static void test_rows_that_mean_nothing(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 0, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 1, 2, 0, 1, 1}, {0, 7, 1, 0, 1, 1});
    expect_refusal(RD_VIOLATION_TRANSFER, 1, "transfer 1: sender 7: hosts are 0 to 2");
    JUDGE(&test, RD_LOCK_STEP, {0, 1, 2, 0, 1, 1}, {0, 0, 7, 0, 1, 1});
    expect_refusal(RD_VIOLATION_TRANSFER, 1, "transfer 1: receiver 7: hosts are 0 to 2");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 1, 1, 1});
    expect_refusal(RD_VIOLATION_TRANSFER, 0,
                   "transfer 0: kind 1: kinds are 0 to 0, and -1 for control words and plain work");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, -1, 1});
    expect_refusal(RD_VIOLATION_TRANSFER, 0,
                   "transfer 0: 1 messages of -1 items: amounts are 0 or more");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, INT64_MAX, INT64_MAX});
    assert_int_equal(verdict.violation, RD_VIOLATION_SIZE);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 2, 0, 1, 1});
    expect_refusal(RD_VIOLATION_NEIGHBOUR, 0,
                   "transfer 0: host 0 sends to host 2: no link joins them");
}

/* Loads 1, 0, 0: host 0 sends and computes 2 and gets none back. */
static void test_more_than_ever_held(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 0, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 2}, {0, 1, 2, 0, 2, 1});
    expect_refusal(RD_VIOLATION_MORE_THAN_EVER_HELD, 0,
                   "host 0 sends and computes 2 items of kind 0 and never holds more than 1");
    assert_int_equal(verdict.host, 0);
}

/* Loads 1, 1, 1 and ten units in one message round the ring: each host parts with 10 and could have
 * held 11, and nobody can start. */
static void test_deadlock_of_items(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 1, 1});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 10, 1}, {0, 1, 2, 0, 10, 1}, {0, 2, 0, 0, 10, 1});
    expect_refusal(RD_VIOLATION_DEADLOCK, 0,
                   "deadlock: 0>1 waits for items at 0 -> 2>0 waits for items at 2 -> 1>2 waits "
                   "for items at 1");
    /* The same in free order: items alone make the cycle. */
    JUDGE(&test, RD_FREE_ORDER, {0, 0, 1, 0, 10, 1}, {0, 1, 2, 0, 10, 1}, {0, 2, 0, 0, 10, 1});
    assert_int_equal(verdict.violation, RD_VIOLATION_DEADLOCK);
}

/* Loads 1, 0, 0: after 0>1, host 0's out-port is kept by 0>2, which needs the item of 2>0, which
 * needs that of 0>2. */
static void test_deadlock_at_the_head_of_a_port(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 3, 1, (int64_t[]){1, 0, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 0, 2, 0, 1, 1}, {0, 2, 0, 0, 1, 1});
    expect_refusal(RD_VIOLATION_DEADLOCK, 1,
                   "deadlock: 0>2 waits for items at 0 -> 2>0 waits for items at 2");
    JUDGE(&test, RD_SELF_TIMED, {0, 2, 1, 0, 1, 1}, {0, 0, 2, 0, 1, 1}, {0, 0, 1, 0, 1, 1},
          {0, 1, 0, 0, 1, 1});
    /* Host 0 sends its item to 2, which sends it to 1, which sends it to 0. Listed first, 2>1 keeps
     * the in-port of 1, but 0>1 is behind 0>2 anyway: it would finish. */
    expect_refusal(RD_VIOLATION_ORDER, 0,
                   "transfer 0: host 2 sends 1 items and holds 0 after the transfers before it: "
                   "transfer 1 brings "
                   "some and must come first");
}

/* 3>0 needs the item of 1>3, which is behind 1>0 at the out-port of 1, which is behind 3>0 at the
 * in-port of 0. */
static void test_deadlock_of_ports_and_items(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 4, 1, (int64_t[]){0, 2, 0, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 3, 0, 0, 1, 1}, {0, 1, 0, 0, 1, 1}, {0, 1, 3, 0, 1, 1});
    expect_refusal(RD_VIOLATION_DEADLOCK, 0,
                   "deadlock: 3>0 waits for items at 3 -> 1>3 waits for the out-port of 1 -> 1>0 "
                   "waits for the in-port of 0");
    /* With a port for every link nothing but items can block. */
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 3, 0, 0, 1, 1}, {0, 1, 0, 0, 1, 1}, {0, 1, 3, 0, 1, 1});
    assert_int_equal(verdict.violation, RD_VIOLATION_ORDER);
}

/* 0>1 of round 0 needs the item that 1>0 brings; but that is of round 1, and host 1 has not heard
 * all of round 0 before 0>1 has ended. */
static void test_deadlock_of_knowledge(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_TWO_WAY, 3, (int64_t[]){0, 1, 0});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {1, 1, 0, 0, 1, 1});
    expect_refusal(RD_VIOLATION_DEADLOCK, 0,
                   "deadlock: 0>1 waits for items at 0 -> 1>0 waits for an earlier round at 1");
}

/* With a port for every link, kinds block each other on a link: the first message of each way
 * needs an item of its kind that comes behind the other's. */
static void test_deadlock_of_links(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 3, 2);
    memcpy(test.load, (int64_t[]){1, 1, 1, 0, 0, 0}, 6 * sizeof(int64_t));
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 2, 1}, {0, 0, 1, 1, 1, 1}, {0, 1, 0, 1, 1, 1},
          {0, 1, 0, 0, 1, 1});
    expect_refusal(RD_VIOLATION_DEADLOCK, 0,
                   "deadlock: 0>1 waits for items at 0 -> 1>0 waits for its link -> 1>0 waits for "
                   "items at 1 -> 0>1 waits for its link");
}

/* Loads of 1 on a ring of three, and each passes on what it gets, item by item: it would finish,
 * but no order of the rows can be executed one by one. To find that out takes a step an item: of
 * 10^9 items it is not said whether they would all move. */
static void test_cyclic_exchange(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1, 1, 1});
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 10}, {0, 1, 2, 0, 1, 10}, {0, 2, 0, 0, 1, 10});
    expect_refusal(
        RD_VIOLATION_ORDER, 0,
        "transfer 0: host 0 sends 10 items and holds 1 after the transfers before it: transfer 2 "
        "brings some and must come first");
    int64_t billion = 1000000000;
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, billion}, {0, 1, 2, 0, 1, billion},
          {0, 2, 0, 0, 1, billion});
    expect_refusal(
        RD_VIOLATION_NOT_HELD, 0,
        "transfer 0: host 0 sends 1000000000 items and holds 1 after the transfers before it");
}

static struct test_instance cube(uint32_t hosts, const int64_t *load)
{
    struct test_instance test = shape(RD_HYPERCUBE, hosts, 1, load);
    test.instance.port_model = RD_PIPELINED_PORTS;
    test.instance.port_count = UINT32_MAX;
    return test;
}

static void judge_packets(const struct test_instance *test, uint32_t round_count,
                          const struct rd_transfer *row, const struct rd_dimension_range *block,
                          size_t count)
{
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    for (size_t i = 0; i < count; i++)
        rd_plan_add_packet(&plan, &arena, row[i], block[i]);
    plan.round_count = round_count;
    rd_referee_plan(&test->instance, &plan, &arena, &scratch, &trace, &verdict);
}

/* Two packets from 3 (11) to 0: over dimension 0 (to 2) in round 0, over 1 in round 1; and behind
 * it a round later. A packet from 1 to 2 by descending dimensions: 1 > 3 in round 0, 3 > 2 in
 * round 1, when the second packet of 3 crosses just that edge. */
static void test_packets(void **state)
{
    (void)state;
    struct test_instance test = cube(4, (int64_t[]){0, 1, 0, 2});
    struct rd_transfer row[] = {{0, 3, 0, 0, 1, 1}, {0, 1, 2, 0, 1, 1}, {1, 3, 0, 0, 1, 1}};
    struct rd_dimension_range up = {0, 1}, down = {1, 0};
    judge_packets(&test, 3, row, (struct rd_dimension_range[]){up, down, up}, 3);
    expect_refusal(RD_VIOLATION_PACKET, 2, "round 1: host 3 sends two packets to host 2");
    struct test_instance named = test;
    named.instance.host_name = (const char *const[]){"north", "east", "south", "west"};
    judge_packets(&named, 3, row, (struct rd_dimension_range[]){up, down, up}, 3);
    expect_refusal(RD_VIOLATION_PACKET, 2, "round 1: west sends two packets to south");
    judge_packets(&named, 3, row, (struct rd_dimension_range[]){{1, 1}, down, up}, 3);
    expect_refusal(RD_VIOLATION_PACKET, 0,
                   "transfer 0: dimension range 1-1 of a packet from west to north, which "
                   "differ in dimension 0");
    judge_packets(&test, 3, row, (struct rd_dimension_range[]){up, up, up}, 3);
    /* 1 > 0 in round 0, 0 > 2 in round 1: free. */
    expect_time(3);
    assert_int_equal(verdict.items_moved, 6);
    assert_int_equal(verdict.transfers, 3);
    assert_int_equal(verdict.steps, 3);
    assert_int_equal(verdict.final[0], 2);
    assert_int_equal(verdict.final[2], 1);
    assert_int_equal(trace.transfer_count, 3);
    expect_row(0, 0, 2, 1);
    expect_row(2, 1, 3, 1);
    struct rd_verdict of_plan = verdict;
    rd_referee_trace(&test.instance, &trace, true, &arena, &scratch, &verdict);
    expect_time(3);
    assert_memory_equal(verdict.final, of_plan.final, 4 * sizeof(int64_t));
    assert_int_equal(verdict.items_moved, 6);
    judge_packets(&test, 2, row, (struct rd_dimension_range[]){up, up, up}, 3);
    expect_refusal(RD_VIOLATION_TRANSFER, 2,
                   "transfer 2: a packet of 2 rounds, of which the plan has 1 left");
}

/* The paper's pipelined algorithm on loads 0, 0, 2, 0: host 2 originates both tokens in a round. */
static void test_packets_refused(void **state)
{
    (void)state;
    struct test_instance test = cube(4, (int64_t[]){0, 0, 2, 0});
    struct rd_transfer twice[] = {{1, 2, 0, 0, 1, 1}, {1, 2, 1, 0, 1, 1}};
    judge_packets(&test, 3, twice, (struct rd_dimension_range[]){{1, 1}, {0, 1}}, 2);
    expect_refusal(RD_VIOLATION_PACKET, 1, "round 1: host 2 originates twice");
    struct test_instance both = cube(4, (int64_t[]){0, 1, 1, 0});
    struct rd_transfer accept[] = {{0, 1, 0, 0, 1, 1}, {0, 2, 0, 0, 1, 1}};
    judge_packets(&both, 1, accept, (struct rd_dimension_range[]){{0, 0}, {1, 1}}, 2);
    expect_refusal(RD_VIOLATION_PACKET, 1, "round 0: host 0 accepts twice");
    /* A longer block delays the acceptance: it waits where the bit agrees. */
    judge_packets(&both, 2, accept, (struct rd_dimension_range[]){{0, 0}, {0, 1}}, 2);
    expect_time(2);
    judge_packets(&both, 2, accept, (struct rd_dimension_range[]){{0, 0}, {0, 0}}, 2);
    expect_refusal(
        RD_VIOLATION_PACKET, 1,
        "transfer 1: dimension range 0-0 of a packet from host 2 to host 0, which differ in "
        "dimension 1");
    /* An item can leave from the round after its acceptance. */
    struct rd_transfer early[] = {{0, 1, 2, 0, 1, 1}, {1, 2, 3, 0, 2, 1}};
    judge_packets(&both, 3, early, (struct rd_dimension_range[]){{0, 1}, {0, 0}}, 2);
    expect_refusal(RD_VIOLATION_NOT_HELD, 1, "round 1: host 2 sends 2 items and holds 1");
    early[1].round = 2;
    judge_packets(&both, 3, early, (struct rd_dimension_range[]){{0, 1}, {0, 0}}, 2);
    expect_time(4); /* rounds of 1, 1, and 2 s for two items */
}

static void judge_rows_of_trace(const struct test_instance *test,
                                const struct rd_timed_transfer *row, size_t count)
{
    struct rd_trace given = {0};
    for (size_t i = 0; i < count; i++)
        rd_trace_add(&given, &arena, row[i]);
    rd_referee_trace(&test->instance, &given, true, &arena, &scratch, &verdict);
}

#define JUDGE_TRACE(test, ...)                                                                     \
    judge_rows_of_trace((test), (const struct rd_timed_transfer[]){__VA_ARGS__},                   \
                        COUNT(((const struct rd_timed_transfer[]){__VA_ARGS__})))

/* Traces written by hand: a legal one, in any order of rows, and each way to break it. */
static void test_traces(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 3, 1, (int64_t[]){2, 0, 0});
    JUDGE_TRACE(&test, {1, 2, 1, 2, 0, 1}, {0, 1, 0, 1, 0, 1}, {1, 2, 0, 1, 0, 1});
    expect_time(2);
    assert_int_equal(verdict.final[1], 1);
    assert_int_equal(verdict.final[2], 1);
    assert_int_equal(verdict.items_moved, 3);
    assert_int_equal(verdict.transfers, 3);
    JUDGE_TRACE(&test, {0.5, 1.5, 1, 2, 0, 1}, {0, 1, 0, 1, 0, 1});
    expect_refusal(RD_VIOLATION_NOT_HELD, 0,
                   "transfer 0: at 0.5 s host 1 sends 1 items and holds 0");
    JUDGE_TRACE(&test, {0, 1, 0, 1, 0, 1}, {0.5, 1.5, 0, 2, 0, 1});
    expect_refusal(RD_VIOLATION_PORT, 1, "transfer 1: at 0.5 s host 0 sends twice at a time");
    JUDGE_TRACE(&test, {0, 1, 0, 1, 0, 1}, {0.5, 1.5, 2, 1, RD_CONTROL, 0});
    expect_refusal(RD_VIOLATION_PORT, 1, "transfer 1: at 0.5 s host 1 receives twice at a time");
    JUDGE_TRACE(&test, {0, 1.5, 0, 1, 0, 1});
    expect_refusal(RD_VIOLATION_TIME, 0,
                   "transfer 0: host 0 sends to host 1 for 1.5 s: it takes 1 s");
    JUDGE_TRACE(&test, {-1, 0, 0, 1, 0, 1});
    assert_int_equal(verdict.violation, RD_VIOLATION_TIME);
    JUDGE_TRACE(&test, {0, NAN, 0, 1, 0, 1});
    assert_int_equal(verdict.violation, RD_VIOLATION_TRANSFER);
    JUDGE_TRACE(&test, {0, 1, 0, 5, 0, 1});
    assert_int_equal(verdict.violation, RD_VIOLATION_TRANSFER);
    test_instance_set_ports(&test, 2);
    JUDGE_TRACE(&test, {0, 1, 0, 1, 0, 1}, {0.5, 1.5, 0, 2, 0, 1});
    expect_time(1.5);
    JUDGE_TRACE(&test, {0, 1, 0, 1, 0, 1}, {0.5, 1.5, 0, 1, 0, 1});
    expect_refusal(RD_VIOLATION_PORT, 1,
                   "transfer 1: at 0.5 s host 0 sends to host 1 twice at a time");
}

/* Another network model takes other times; ports and items are judged all the same. */
static void test_trace_of_another_model(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 3, 1, (int64_t[]){2, 0, 0});
    struct rd_trace given = {0};
    rd_trace_add(&given, &arena, (struct rd_timed_transfer){0, 1.7, 0, 1, 0, 1});
    rd_trace_add(&given, &arena, (struct rd_timed_transfer){1.7, 2.1, 1, 2, 0, 1});
    rd_referee_trace(&test.instance, &given, false, &arena, &scratch, &verdict);
    expect_time(2.1);
    given.transfer[1].start_s = 1.6;
    rd_referee_trace(&test.instance, &given, false, &arena, &scratch, &verdict);
    assert_int_equal(verdict.violation, RD_VIOLATION_NOT_HELD);
}

/* Computing in a trace: an item is consumed when its computation starts. */
static void test_trace_of_computing(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 2, (int64_t[]){2, 0});
    test.instance.flops_per_item = 4;
    test.instance.goal = RD_FINISH;
    JUDGE_TRACE(&test, {0, 1, 0, 1, 0, 1}, {0, 4, 0, RD_NO_HOST, 0, 1},
                {1, 5, 1, RD_NO_HOST, 0, 1});
    expect_time(5);
    assert_true(verdict.goal_reached);
    assert_int_equal(verdict.computed[1], 1);
    JUDGE_TRACE(&test, {0, 4, 0, RD_NO_HOST, 0, 1}, {1, 5, 0, RD_NO_HOST, 0, 1});
    expect_refusal(RD_VIOLATION_PORT, 1, "transfer 1: at 1 s host 0 computes twice at a time");
    JUDGE_TRACE(&test, {0, 8, 0, RD_NO_HOST, 0, 2}, {1, 2, 0, 1, 0, 1});
    expect_refusal(RD_VIOLATION_NOT_HELD, 1, "transfer 1: at 1 s host 0 sends 1 items and holds 0");
}

/* A number that somebody may have written into a file. */
static uint64_t any_number(struct rd_rng *rng)
{
    static const uint64_t odd[] = {0,
                                   1,
                                   2,
                                   3,
                                   UINT32_MAX,
                                   UINT32_MAX - 1,
                                   INT32_MAX,
                                   INT64_MAX,
                                   UINT64_C(1) << 53,
                                   UINT64_C(1) << 62,
                                   UINT64_MAX};
    return rd_rng_below(rng, 4) ? rd_rng_below(rng, 4) : odd[rd_rng_below(rng, COUNT(odd))];
}

static double any_date(struct rd_rng *rng)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, -1, 1e308, 1e-308};
    return rd_rng_below(rng, 8) ? (double)rd_rng_below(rng, 8) / 2 : odd[rd_rng_below(rng, 6)];
}

static struct test_instance any_instance(struct rd_rng *rng)
{
    enum rd_shape kind_of_shape = (enum rd_shape)rd_rng_below(rng, RD_SHAPE_COUNT);
    struct test_instance test = test_instance_make(
        &arena, kind_of_shape, kind_of_shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION, 4, 2);
    test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 4));
    if (kind_of_shape == RD_HYPERCUBE && rd_rng_below(rng, 2)) {
        test.instance.port_model = RD_PIPELINED_PORTS;
        test.instance.port_count = UINT32_MAX;
    }
    for (size_t i = 0; i < 8; i++)
        test.load[i] = rd_rng_between(rng, 0, 3);
    test.instance.flops_per_item = (double)rd_rng_below(rng, 2);
    test.instance.goal = rd_rng_below(rng, 2) ? RD_GATHER : RD_STENCIL;
    return test;
}

/* Whatever stands in a plan or a trace, the referee comes to a verdict, and says why. */
static void test_garbage(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    int legal = 0;
    for (int i = 0; i < 200000; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct test_instance test = any_instance(&rng);
        struct rd_transfer row[6];
        struct rd_dimension_range block[6];
        struct rd_timed_transfer trace_row[6];
        for (int k = 0; k < 6; k++) {
            row[k] = (struct rd_transfer){(uint32_t)any_number(&rng), (uint32_t)any_number(&rng),
                                          (uint32_t)any_number(&rng), (int32_t)any_number(&rng),
                                          (int64_t)any_number(&rng),  (int64_t)any_number(&rng)};
            block[k] =
                (struct rd_dimension_range){(uint8_t)any_number(&rng), (uint8_t)any_number(&rng)};
            trace_row[k] = (struct rd_timed_transfer){any_date(&rng), any_date(&rng), row[k].from,
                                                      row[k].to,      row[k].kind,    row[k].items};
        }
        struct rd_plan plan = {.timing = (enum rd_timing)rd_rng_below(&rng, 4),
                               .step_s = any_date(&rng),
                               .round_count = (uint32_t)any_number(&rng),
                               .transfer_count = rd_rng_below(&rng, 7),
                               .transfer = row,
                               .block = rd_rng_below(&rng, 4) ? NULL : block};
        rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
        assert_true((verdict.violation == RD_LEGAL) == (verdict.message[0] == 0));
        legal += verdict.violation == RD_LEGAL;
        struct rd_trace given = {
            .transfer_count = plan.transfer_count, .transfer = trace_row, .block = plan.block};
        rd_referee_trace(&test.instance, &given, rd_rng_below(&rng, 2), &arena, &scratch, &verdict);
        assert_true((verdict.violation == RD_LEGAL) == (verdict.message[0] == 0));
        legal += verdict.violation == RD_LEGAL;
        rd_arena_rewind(&arena, mark);
    }
    assert_true(legal > 1000); /* empty ones at least */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(test_rows_that_mean_nothing),
        JUDGING_TEST(test_more_than_ever_held),
        JUDGING_TEST(test_deadlock_of_items),
        JUDGING_TEST(test_deadlock_at_the_head_of_a_port),
        JUDGING_TEST(test_deadlock_of_ports_and_items),
        JUDGING_TEST(test_deadlock_of_knowledge),
        JUDGING_TEST(test_deadlock_of_links),
        JUDGING_TEST(test_cyclic_exchange),
        JUDGING_TEST(test_packets),
        JUDGING_TEST(test_packets_refused),
        JUDGING_TEST(test_traces),
        JUDGING_TEST(test_trace_of_another_model),
        JUDGING_TEST(test_trace_of_computing),
        JUDGING_TEST(test_garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
