#include "judging.h"

#include "sim/model/instance_check.h"

struct rd_arena arena, scratch;
struct rd_verdict verdict;
struct rd_trace trace;

int open_arenas(void **state)
{
    (void)state;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    return 0;
}

int close_arenas(void **state)
{
    (void)state;
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return 0;
}

struct test_instance ring(enum rd_direction direction, uint32_t hosts, const int64_t *load)
{
    struct test_instance test = test_instance_make(&arena, RD_RING, direction, hosts, 1);
    memcpy(test.load, load, hosts * sizeof *load);
    return test;
}

struct test_instance shape(enum rd_shape kind_of_shape, uint32_t hosts, uint32_t kinds,
                           const int64_t *load)
{
    struct test_instance test =
        test_instance_make(&arena, kind_of_shape, RD_NO_DIRECTION, hosts, kinds);
    memcpy(test.load, load, (size_t)hosts * kinds * sizeof *load);
    return test;
}

struct rd_plan plan_of(enum rd_timing timing, const struct rd_transfer *row, size_t count)
{
    struct rd_plan plan = {.timing = timing, .step_s = timing == RD_LOCK_STEP ? 1 : 0};
    for (size_t i = 0; i < count; i++)
        rd_plan_add(&plan, &arena, row[i]);
    return plan;
}

void judge(const struct test_instance *test, enum rd_timing timing, const struct rd_transfer *row,
           size_t count)
{
    struct rd_plan plan = plan_of(timing, row, count);
    struct rd_error error;
    assert_true(rd_instance_check(&test->instance, &error));
    rd_referee_plan(&test->instance, &plan, &arena, &scratch, &trace, &verdict);
}

void expect_time(double makespan_s)
{
    assert_string_equal(verdict.message, "");
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(rd_times_agree(verdict.makespan_s, makespan_s, makespan_s));
}

void expect_refusal(enum rd_violation violation, size_t row, const char *message)
{
    assert_string_equal(verdict.message, message);
    assert_int_equal(verdict.violation, violation);
    assert_int_equal(verdict.transfer, row);
}

void expect_row(size_t i, double start_s, double end_s, int64_t items)
{
    assert_true(i < trace.transfer_count);
    assert_true(rd_times_agree(trace.transfer[i].start_s, start_s, verdict.makespan_s));
    assert_true(rd_times_agree(trace.transfer[i].end_s, end_s, verdict.makespan_s));
    assert_int_equal(trace.transfer[i].items, items);
}
