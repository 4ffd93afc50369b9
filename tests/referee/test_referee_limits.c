/* Plans and traces beyond the stated limits are not judged, and say so; at a limit they are. */
#include "judging.h"

#define LIMIT RD_ITEM_LIMIT

/* `count` rows that are alike but for their round. */
static struct rd_plan alike(enum rd_timing timing, struct rd_transfer row, size_t count,
                            bool rounds)
{
    struct rd_plan plan = {.timing = timing, .step_s = 1};
    for (size_t i = 0; i < count; i++) {
        row.round = rounds ? (uint32_t)i : 0;
        rd_plan_add(&plan, &arena, row);
    }
    return plan;
}

static void judge_alike(enum rd_timing timing, struct rd_transfer row, size_t count)
{
    static const int64_t load[] = {0, 0};
    struct test_instance test = ring(RD_TWO_WAY, 2, load);
    struct rd_plan plan = alike(timing, row, count, timing == RD_LOCK_STEP);
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
}

/* 512 times 2^53 is 2^62. */
static void sums(void **state)
{
    (void)state;
    const struct rd_transfer words = {0, 0, 1, RD_CONTROL, 0, LIMIT};
    const struct rd_transfer work = {0, 0, RD_NO_HOST, RD_CONTROL, 1, LIMIT};
    for (enum rd_timing timing = RD_SELF_TIMED; timing <= RD_FREE_ORDER; timing++) {
        judge_alike(timing, words, 512);
        assert_int_equal(verdict.violation, RD_LEGAL);
        assert_int_equal(verdict.transfers, INT64_C(1) << 62);
        judge_alike(timing, words, 513);
        expect_refusal(RD_VIOLATION_SIZE, 512,
                       "transfer 512: more than 2^62 items or messages in all: not judged");
        judge_alike(timing, work, 513);
        expect_refusal(RD_VIOLATION_SIZE, 512,
                       "transfer 512: more than 2^62 items or messages in all: not judged");
    }
}

/* All items to and fro, each time over two links: 2^54 a packet. */
static void sums_of_packets(void **state)
{
    (void)state;
    static const int64_t load[] = {LIMIT, 0, 0, 0};
    struct test_instance test = shape(RD_HYPERCUBE, 4, 1, load);
    test.instance.port_model = RD_PIPELINED_PORTS;
    test.instance.port_count = UINT32_MAX;
    struct rd_plan plan = {.timing = RD_LOCK_STEP, .step_s = 1};
    for (uint32_t i = 0; i < 257; i++)
        rd_plan_add_packet(&plan, &arena,
                           (struct rd_transfer){2 * i, i % 2 * 3, 3 - i % 2 * 3, 0, LIMIT, 1},
                           (struct rd_dimension_range){0, 1});
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, 256,
                   "transfer 256: more than 2^62 items or messages in all: not judged");
    plan.transfer_count--;
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
}

static void sums_of_traces(void **state)
{
    (void)state;
    static const int64_t load[] = {LIMIT, 0};
    struct test_instance test = ring(RD_TWO_WAY, 2, load);
    test.instance.item_bytes = 0;
    test_instance_set_cost(&test, 0, 1, 1, 1);
    test_instance_set_cost(&test, 1, 0, 1, 1);
    struct rd_trace run = {0};
    for (uint32_t i = 0; i < 513; i++)
        rd_trace_add(&run, &arena,
                     (struct rd_timed_transfer){i, i + 1, i % 2, 1 - i % 2, 0, LIMIT});
    rd_referee_trace(&test.instance, &run, true, &arena, &scratch, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, 512,
                   "transfer 512: more than 2^62 items or messages in all: not judged");
    run.transfer_count--;
    rd_referee_trace(&test.instance, &run, true, &arena, &scratch, &verdict);
    expect_time(512);
}

/* Counts are looked at before any row is. */
static void too_many_rows(void **state)
{
    (void)state;
    static const int64_t load[] = {0, 0};
    struct test_instance test = ring(RD_TWO_WAY, 2, load);
    struct rd_trace run = {.transfer_count = RD_TRACE_TRANSFER_LIMIT + (size_t)1};
    rd_referee_trace(&test.instance, &run, true, &arena, &scratch, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, SIZE_MAX,
                   "a trace of 20000001 transfers: at most 20000000 are judged");
    struct rd_plan plan = {.transfer_count = UINT32_MAX};
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, SIZE_MAX,
                   "4294967295 transfers: fewer than 2^32 - 1 are supported");
}

/* Host 1 has what it passes on from both sides: message by message, and 2^29 words are too many. */
static void too_many_messages_one_by_one(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 0, 1, 0};
    struct test_instance test = ring(RD_TWO_WAY, 4, load);
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 2, 1, 0, 1, 1}, {0, 1, 0, 0, 2, 1},
          {0, 3, 0, RD_CONTROL, 0, INT64_C(1) << 29});
    expect_refusal(RD_VIOLATION_SIZE, 0,
                   "transfer 0: messages to be looked at one by one beyond 268435456");
}

/* The same of work: 2^29 iterations. */
static void too_much_work_one_by_one(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 0, 1, 0};
    struct test_instance test = ring(RD_TWO_WAY, 4, load);
    test_instance_set_ports(&test, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 2, 1, 0, 1, 1}, {0, 1, 0, 0, 2, 1},
          {0, 3, RD_NO_HOST, RD_CONTROL, 1, INT64_C(1) << 29});
    expect_refusal(RD_VIOLATION_SIZE, 0,
                   "transfer 0: messages to be looked at one by one beyond 268435456");
}

/* Host 1 passes on 3 items at a time, in no time, of what comes by 2 every second: no run of its
 * messages is longer than two. It takes some seconds to count so far. */
static void too_many_runs(void **state)
{
    (void)state;
    int64_t messages = INT64_C(1) << 30;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){3 * messages, 0, 0});
    test_instance_set_cost(&test, 0, 1, 1, 0);
    test_instance_set_cost(&test, 1, 2, 0, 0);
    struct rd_transfer row[] = {{0, 0, 1, 0, 2, 3 * messages / 2}, {0, 1, 2, 0, 3, messages}};
    struct rd_plan plan = plan_of(RD_SELF_TIMED, row, 2);
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    expect_refusal(RD_VIOLATION_SIZE, 1,
                   "transfer 1: messages to be looked at one by one beyond 268435456");
}

/* A planned trace has at most 20,000,000 rows. */
static void too_long_a_trace(void **state)
{
    (void)state;
    const int64_t beyond = RD_TRACE_TRANSFER_LIMIT + 1;
    struct test_instance test = ring(RD_ONE_WAY, 3, (int64_t[]){beyond, 0, 0});
    JUDGE(&test, RD_LOCK_STEP, {0, 0, 1, 0, 1, beyond});
    expect_refusal(RD_VIOLATION_SIZE, 0,
                   "transfer 0: the trace would have transfers beyond 20000000");
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, beyond, 1}, {0, 1, 2, 0, 1, beyond});
    expect_refusal(RD_VIOLATION_SIZE, 1,
                   "transfer 1: the trace would have transfers beyond 20000000");
}

static void too_many_messages_at_k_ports(void **state)
{
    (void)state;
    static const int64_t load[] = {0, 0, 0};
    struct test_instance test = shape(RD_SWITCH, 3, 1, load);
    test_instance_set_ports(&test, 1u << 28);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, RD_CONTROL, 0, INT64_C(1) << 28});
    expect_refusal(RD_VIOLATION_SIZE, SIZE_MAX,
                   "268435456 ports a host: together more than 2^27 messages at a time");
}

/* Twenty hosts wait for each other; sixteen are named. */
static void a_long_cycle(void **state)
{
    (void)state;
    int64_t load[20];
    struct rd_transfer row[20];
    for (uint32_t i = 0; i < 20; i++) {
        load[i] = 1;
        row[i] = (struct rd_transfer){0, i, (i + 1) % 20, 0, 2, 1};
    }
    struct test_instance test = ring(RD_ONE_WAY, 20, load);
    judge(&test, RD_SELF_TIMED, row, 20);
    assert_int_equal(verdict.violation, RD_VIOLATION_DEADLOCK);
    assert_non_null(strstr(verdict.message, " -> 4 more"));
}

static void every_violation_has_a_name(void **state)
{
    (void)state;
    for (enum rd_violation one = RD_LEGAL; one <= RD_VIOLATION_SIZE; one++)
        for (enum rd_violation other = RD_LEGAL; other < one; other++)
            assert_string_not_equal(rd_violation_name(one), rd_violation_name(other));
}

/* Nor is work reached that would have to be more than can be counted. */
static void more_wanted_than_is_counted(void **state)
{
    (void)state;
    struct test_instance test = ring(RD_TWO_WAY, 2, (int64_t[]){2, 0});
    test.instance.goal = RD_STENCIL;
    test.instance.stencil_iterations = INT64_MAX;
    JUDGE(&test, RD_SELF_TIMED, {0, 0, RD_NO_HOST, RD_CONTROL, 1, 1});
    assert_string_equal(verdict.goal_message,
                        "host 0 does plain work on 1 items: 9223372036854775807 iterations of its "
                        "2 items are wanted");
}

/* Work that is no longer counted is never what a stencil wants. */
static void work_beyond_counting(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 1};
    struct test_instance test = ring(RD_TWO_WAY, 2, load);
    test.instance.goal = RD_STENCIL;
    test.instance.stencil_iterations = INT64_MAX;
    struct rd_plan plan = alike(
        RD_SELF_TIMED, (struct rd_transfer){0, 0, RD_NO_HOST, RD_CONTROL, LIMIT, 1}, 1025, false);
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_string_equal(verdict.goal_message,
                        "host 0 does plain work on 9223372036854775807 items: 9223372036854775807 "
                        "iterations of its 1 items are wanted");
}

/* With any argument: what takes long. */
int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(sums),
        JUDGING_TEST(sums_of_packets),
        JUDGING_TEST(sums_of_traces),
        JUDGING_TEST(too_many_rows),
        JUDGING_TEST(too_many_messages_one_by_one),
        JUDGING_TEST(too_much_work_one_by_one),
        JUDGING_TEST(too_long_a_trace),
        JUDGING_TEST(too_many_messages_at_k_ports),
        JUDGING_TEST(a_long_cycle),
        JUDGING_TEST(every_violation_has_a_name),
        JUDGING_TEST(more_wanted_than_is_counted),
        JUDGING_TEST(work_beyond_counting),
    };
    const struct CMUnitTest long_tests[] = {JUDGING_TEST(too_many_runs)};
    (void)argument;
    return argument_count > 1 ? cmocka_run_group_tests(long_tests, NULL, NULL)
                              : cmocka_run_group_tests(tests, NULL, NULL);
}
