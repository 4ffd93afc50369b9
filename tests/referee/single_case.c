#include "single_case.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

struct single_case *bench_open(enum rd_shape shape, enum rd_direction direction,
                               uint32_t host_count, uint32_t kind_count, const int64_t *load)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct single_case *single_case = rd_take(&arena, 1, struct single_case);
    single_case->arena = arena;
    rd_arena_open(&single_case->scratch, 0);
    single_case->test =
        test_instance_make(&single_case->arena, shape, direction, host_count, kind_count);
    for (uint32_t host = 0; host < host_count; host++)
        single_case->test.load[host * kind_count] = load[host];
    return single_case;
}

struct single_case *bench_ring(uint32_t host_count, const int64_t *load)
{
    return bench_open(RD_RING, RD_TWO_WAY, host_count, 1, load);
}

struct single_case *bench_cube(uint32_t host_count, const int64_t *load)
{
    struct single_case *single_case =
        bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, host_count, 1, load);
    single_case->test.instance.port_model = RD_PIPELINED_PORTS;
    single_case->test.instance.port_count = UINT32_MAX;
    single_case->plan.timing = RD_LOCK_STEP;
    single_case->plan.step_s = 1;
    return single_case;
}

void bench_close(struct single_case *single_case)
{
    struct rd_arena arena = single_case->arena;
    rd_arena_close(&single_case->scratch);
    rd_arena_close(&arena);
}

void bench_row(struct single_case *single_case, uint32_t round, uint32_t from, uint32_t to,
               int32_t kind, int64_t items, int64_t messages)
{
    rd_plan_add(&single_case->plan, &single_case->arena,
                (struct rd_transfer){round, from, to, kind, items, messages});
}

void bench_raw_row(struct single_case *single_case, struct rd_transfer row)
{
    rd_plan_reserve(&single_case->plan, &single_case->arena, 1);
    single_case->plan.transfer[single_case->plan.transfer_count++] = row;
}

void bench_send(struct single_case *single_case, uint32_t from, uint32_t to)
{
    bench_row(single_case, 0, from, to, 0, 1, 1);
}

void bench_packet(struct single_case *single_case, uint32_t round, uint32_t from, uint32_t to,
                  uint8_t first, uint8_t last)
{
    rd_plan_add_packet(&single_case->plan, &single_case->arena,
                       (struct rd_transfer){round, from, to, 0, 1, 1},
                       (struct rd_dimension_range){first, last});
}

void bench_trace(struct single_case *single_case, double start_s, double end_s, uint32_t from,
                 uint32_t to, int64_t items)
{
    rd_trace_add(&single_case->trace, &single_case->arena,
                 (struct rd_timed_transfer){start_s, end_s, from, to, 0, items});
}

static void judge_plan(struct single_case *single_case)
{
    single_case->trace = (struct rd_trace){0};
    rd_referee_plan(&single_case->test.instance, &single_case->plan, &single_case->arena,
                    &single_case->scratch,
                    single_case->plan.timing == RD_FREE_ORDER ? NULL : &single_case->trace,
                    &single_case->verdict);
}

static void judge_trace(struct single_case *single_case)
{
    rd_referee_trace(&single_case->test.instance, &single_case->trace, true, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
}

static void check_legal(const struct single_case *single_case, double makespan_s)
{
    if (single_case->verdict.violation != RD_LEGAL)
        fail_msg("legal, but the referee says %s: %s",
                 rd_violation_name(single_case->verdict.violation), single_case->verdict.message);
    assert_string_equal(single_case->verdict.message, "");
    if (!(fabs(single_case->verdict.makespan_s - makespan_s) <= RD_TIME_TOLERANCE * makespan_s))
        fail_msg("takes %.17g s, not %.17g s", makespan_s, single_case->verdict.makespan_s);
}

void bench_plan_takes(struct single_case *single_case, double makespan_s)
{
    judge_plan(single_case);
    check_legal(single_case, makespan_s);
}

void bench_trace_takes(struct single_case *single_case, double makespan_s)
{
    judge_trace(single_case);
    check_legal(single_case, makespan_s);
}

static void check_wrong(const struct single_case *single_case, enum rd_violation violation,
                        size_t row, uint32_t host, const char *words)
{
    const struct rd_verdict *verdict = &single_case->verdict;
    if (verdict->violation != violation)
        fail_msg("is wrong by %s, but the referee says %s: %s", rd_violation_name(violation),
                 rd_violation_name(verdict->violation), verdict->message);
    if (!strstr(verdict->message, words))
        fail_msg("the message should have\n%s\nin it, and is\n%s", words, verdict->message);
    if (row != SIZE_MAX && verdict->transfer != row)
        fail_msg("transfer %zu is to blame, not %zu: %s", row, verdict->transfer, verdict->message);
    if (host != RD_NO_HOST && verdict->host != host)
        fail_msg("host %u is to blame, not %u: %s", host, verdict->host, verdict->message);
}

void bench_plan_is_wrong(struct single_case *single_case, enum rd_violation violation, size_t row,
                         uint32_t host, const char *words)
{
    judge_plan(single_case);
    check_wrong(single_case, violation, row, host, words);
}

void bench_trace_is_wrong(struct single_case *single_case, enum rd_violation violation, size_t row,
                          uint32_t host, const char *words)
{
    judge_trace(single_case);
    check_wrong(single_case, violation, row, host, words);
}

void bench_message_runs(const struct single_case *single_case, uint32_t from, uint32_t to, size_t j,
                        double start_s, double end_s)
{
    double tolerance_s = RD_TIME_TOLERANCE * single_case->verdict.makespan_s;
    size_t count = 0;
    for (size_t i = 0; i < single_case->trace.transfer_count; i++) {
        const struct rd_timed_transfer *row = &single_case->trace.transfer[i];
        if (row->from != from || row->to != to || count++ != j)
            continue;
        if (fabs(row->start_s - start_s) > tolerance_s || fabs(row->end_s - end_s) > tolerance_s)
            fail_msg("message %zu from %u runs from %.17g to %.17g s, not from %.17g to %.17g", j,
                     from, start_s, end_s, row->start_s, row->end_s);
    }
    if (count <= j)
        fail_msg("there are %zu messages from %u, not %zu", j + 1, from, count);
}

void bench_ends_with(const struct single_case *single_case, const int64_t *final)
{
    uint32_t kinds = single_case->test.instance.kind_count;
    for (uint32_t host = 0; host < single_case->test.instance.topology.host_count; host++)
        if (single_case->verdict.final[host * kinds] != final[host])
            fail_msg("host %u ends with %lld items, not %lld", host, (long long) final[host],
                     (long long)single_case->verdict.final[host * kinds]);
}
