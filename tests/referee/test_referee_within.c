/* The limits that take gigabytes or minutes to reach, by judgements within lower ones: at a limit
 * a plan or trace is judged, beyond it the row is named that does not fit. */
#include "judging.h"

#include "sim/model/instance_check.h"
#include "sim/referee/limits.h"

static const struct rd_referee_limits wide = {
    .single_steps = 1000, .arrivals = 2048, .trace_transfers = 1000, .hops = 1000};

static void judge_within(struct rd_referee_limits limits, const struct test_instance *test,
                         const struct rd_plan *plan)
{
    struct rd_error error;
    assert_true(rd_instance_check(&test->instance, &error));
    rd_referee_plan_within(&limits, &test->instance, plan, &arena, &scratch, &trace, &verdict);
}

static struct rd_referee_limits steps(int64_t single_steps)
{
    struct rd_referee_limits limits = wide;
    limits.single_steps = single_steps;
    return limits;
}

static struct rd_referee_limits rows(int64_t trace_rows)
{
    struct rd_referee_limits limits = wide;
    limits.trace_transfers = trace_rows;
    return limits;
}

/* What host 1 sends back came from both sides: host 0's item at 1, and at 3 that of host 2, which
 * waits for a word from 1 to 2. */
static const struct rd_transfer both_sides[] = {
    {0, 0, 1, 0, 1, 1}, {1, 1, 2, RD_CONTROL, 0, 1}, {2, 2, 1, 0, 1, 1}, {3, 1, 0, 0, 2, 1}};

static struct test_instance ring_of_four(uint32_t ports)
{
    struct test_instance test = ring(RD_TWO_WAY, 4, (int64_t[]){1, 0, 1, 0});
    test_instance_set_ports(&test, ports);
    return test;
}

static void a_trace_message_by_message(void **state)
{
    (void)state;
    struct test_instance test = ring_of_four(0);
    struct rd_plan plan = plan_of(RD_SELF_TIMED, both_sides, COUNT(both_sides));
    judge_within(rows(0), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 0, "transfer 0: the trace would have transfers beyond 0");
    judge_within(rows(3), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 3, "transfer 3: the trace would have transfers beyond 3");
    assert_int_equal(trace.transfer_count, 0);
    judge_within(rows(4), &test, &plan);
    expect_time(5);
    assert_int_equal(trace.transfer_count, 4);
}

/* The same as held, at two ports: the word behind it starts once it is known to be one message. */
static void a_trace_of_what_is_held(void **state)
{
    (void)state;
    struct test_instance test = ring_of_four(2);
    struct rd_transfer row[COUNT(both_sides) + 1];
    memcpy(row, both_sides, sizeof both_sides);
    row[3].messages = 0;
    row[4] = (struct rd_transfer){3, 1, 2, RD_CONTROL, 0, 1};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 5);
    judge_within(rows(3), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 3, "transfer 3: the trace would have transfers beyond 3");
    judge_within(rows(4), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 4, "transfer 4: the trace would have transfers beyond 4");
    judge_within(rows(5), &test, &plan);
    expect_time(5);
    expect_row(3, 3, 4, 0);
    expect_row(4, 3, 5, 2);
}

/* Items come at 1 and at 5: as held that is a fourth message, which nobody knew of before. */
static void messages_of_what_is_held(void **state)
{
    (void)state;
    struct test_instance test = ring_of_four(0);
    test_instance_set_cost(&test, 2, 1, 0, 5);
    static const struct rd_transfer row[] = {
        {0, 0, 1, 0, 1, 1}, {0, 2, 1, 0, 1, 1}, {0, 1, 0, 0, 2, 0}};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 3);
    judge_within(steps(3), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 2,
                   "transfer 2: messages to be looked at one by one beyond 3");
    judge_within(steps(4), &test, &plan);
    expect_time(6);
}

/* Host 1 has items at 1, 2, 3, 4 and is free at 2.5. Half a second each, three go without a pause,
 * until 4; the fourth is just there. */
static void a_trace_of_what_came(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){4, 0, 0});
    test_instance_set_cost(&test, 1, 2, 0, 0.5);
    static const struct rd_transfer row[] = {
        {0, 0, 1, 0, 1, 4}, {0, 1, 2, RD_CONTROL, 0, 5}, {0, 1, 2, 0, 1, 4}};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 3);
    judge_within(rows(11), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 2, "transfer 2: the trace would have transfers beyond 11");
    judge_within(rows(12), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 2, "transfer 2: the trace would have transfers beyond 12");
    judge_within(rows(13), &test, &plan);
    expect_time(4.5);
    /* As held it takes two items at 2.5, a third at 3.5, and the last at 4. */
    plan.transfer[2].items = 4;
    plan.transfer[2].messages = 0;
    judge_within(rows(11), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 2, "transfer 2: the trace would have transfers beyond 11");
    judge_within(rows(12), &test, &plan);
    expect_time(4.5);
    expect_row(11, 4, 4.5, 1);
}

/* Host 1 passes on 3 items at a time, in no time, of what comes by 2 every second: no run of its
 * ten messages is longer than two. */
static void runs(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){30, 0, 0});
    test_instance_set_cost(&test, 0, 1, 1, 0);
    test_instance_set_cost(&test, 1, 2, 0, 0);
    static const struct rd_transfer row[] = {{0, 0, 1, 0, 2, 15}, {0, 1, 2, 0, 3, 10}};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 2);
    judge_within(steps(3), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 1,
                   "transfer 1: messages to be looked at one by one beyond 3");
    judge_within(steps(9), &test, &plan);
    expect_time(15);
}

/* Messages of one and of two items by turns: each is a run of its own. Of 1,024 places one is left
 * empty. */
static void runs_of_arrivals(void **state)
{
    (void)state;
    struct rd_referee_limits limits = wide;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){1536, 0, 0});
    for (uint32_t sent = 1023; sent <= 1024; sent++) {
        struct rd_plan plan = {.timing = RD_SELF_TIMED};
        int64_t items = sent + sent / 2;
        for (uint32_t i = 0; i < sent; i++)
            rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 1 + i % 2, 1});
        rd_plan_add(&plan, &arena, (struct rd_transfer){0, 1, 2, 0, items, 1});
        limits.arrivals = 2048;
        judge_within(limits, &test, &plan);
        expect_refusal(RD_VIOLATION_SIZE, 1000,
                       "transfer 1000: the trace would have transfers beyond 1000");
        limits.trace_transfers = 2000;
        judge_within(limits, &test, &plan);
        expect_time(2 * (double)items);
        limits.arrivals = 1024;
        judge_within(limits, &test, &plan);
        if (sent == 1023)
            expect_time(2 * (double)items);
        else
            expect_refusal(RD_VIOLATION_SIZE, 1023,
                           "transfer 1023: runs of arrivals to be remembered beyond 1024");
        limits = wide;
    }
}

/* A packet over both dimensions of a square, and back later. */
static struct test_instance square(void)
{
    struct test_instance test = shape(RD_HYPERCUBE, 4, 1, (int64_t[]){1, 0, 0, 0});
    test.instance.port_model = RD_PIPELINED_PORTS;
    test.instance.port_count = UINT32_MAX;
    return test;
}

static struct rd_plan to_and_fro(void)
{
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    rd_plan_add_packet(&plan, &arena, (struct rd_transfer){0, 0, 3, 0, 1, 1},
                       (struct rd_dimension_range){0, 1});
    rd_plan_add_packet(&plan, &arena, (struct rd_transfer){5, 3, 0, 0, 1, 1},
                       (struct rd_dimension_range){0, 1});
    return plan;
}

static void a_trace_of_packets(void **state)
{
    (void)state;
    struct test_instance test = square();
    struct rd_plan plan = to_and_fro();
    judge_within(rows(0), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 0, "transfer 0: the trace would have transfers beyond 0");
    judge_within(rows(1), &test, &plan);
    expect_refusal(RD_VIOLATION_SIZE, 1, "transfer 1: the trace would have transfers beyond 1");
    judge_within(rows(2), &test, &plan);
    expect_time(7);
}

static void hops_of_a_trace(void **state)
{
    (void)state;
    struct test_instance test = square();
    struct rd_plan plan = to_and_fro();
    struct rd_referee_limits limits = wide;
    judge_within(wide, &test, &plan);
    expect_time(7);
    limits.hops = 3;
    rd_referee_trace_within(&limits, &test.instance, &trace, true, 0, &arena, &scratch, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, SIZE_MAX, "packets of 4 hops in all: at most 3 are judged");
    limits.hops = 4;
    rd_referee_trace_within(&limits, &test.instance, &trace, true, 0, &arena, &scratch, &verdict);
    expect_time(7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(a_trace_message_by_message),
        JUDGING_TEST(a_trace_of_what_is_held),
        JUDGING_TEST(messages_of_what_is_held),
        JUDGING_TEST(a_trace_of_what_came),
        JUDGING_TEST(runs),
        JUDGING_TEST(runs_of_arrivals),
        JUDGING_TEST(a_trace_of_packets),
        JUDGING_TEST(hops_of_a_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
