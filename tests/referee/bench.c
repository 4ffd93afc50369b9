#include "bench.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

struct bench *bench_open(enum rd_shape shape, enum rd_direction direction, uint32_t host_count,
                         uint32_t kind_count, const int64_t *load)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct bench *bench = rd_take(&arena, 1, struct bench);
    bench->arena = arena;
    rd_arena_open(&bench->scratch, 0);
    bench->test = test_instance_make(&bench->arena, shape, direction, host_count, kind_count);
    for (uint32_t host = 0; host < host_count; host++)
        bench->test.load[host * kind_count] = load[host];
    return bench;
}

struct bench *bench_ring(uint32_t host_count, const int64_t *load)
{
    return bench_open(RD_RING, RD_TWO_WAY, host_count, 1, load);
}

struct bench *bench_cube(uint32_t host_count, const int64_t *load)
{
    struct bench *bench = bench_open(RD_HYPERCUBE, RD_NO_DIRECTION, host_count, 1, load);
    bench->test.instance.port_model = RD_PIPELINED_PORTS;
    bench->test.instance.port_count = UINT32_MAX;
    bench->plan.timing = RD_LOCK_STEP;
    bench->plan.step_s = 1;
    return bench;
}

void bench_close(struct bench *bench)
{
    struct rd_arena arena = bench->arena;
    rd_arena_close(&bench->scratch);
    rd_arena_close(&arena);
}

void bench_row(struct bench *bench, uint32_t round, uint32_t from, uint32_t to, int32_t kind,
               int64_t items, int64_t messages)
{
    rd_plan_add(&bench->plan, &bench->arena,
                (struct rd_transfer){round, from, to, kind, items, messages});
}

void bench_raw_row(struct bench *bench, struct rd_transfer row)
{
    rd_plan_reserve(&bench->plan, &bench->arena, 1);
    bench->plan.transfer[bench->plan.transfer_count++] = row;
}

void bench_send(struct bench *bench, uint32_t from, uint32_t to)
{
    bench_row(bench, 0, from, to, 0, 1, 1);
}

void bench_packet(struct bench *bench, uint32_t round, uint32_t from, uint32_t to, uint8_t first,
                  uint8_t last)
{
    rd_plan_add_packet(&bench->plan, &bench->arena, (struct rd_transfer){round, from, to, 0, 1, 1},
                       (struct rd_dimension_range){first, last});
}

void bench_trace(struct bench *bench, double start_s, double end_s, uint32_t from, uint32_t to,
                 int64_t items)
{
    rd_trace_add(&bench->trace, &bench->arena,
                 (struct rd_timed_transfer){start_s, end_s, from, to, 0, items});
}

static void judge_plan(struct bench *bench)
{
    bench->trace = (struct rd_trace){0};
    rd_referee_plan(&bench->test.instance, &bench->plan, &bench->arena, &bench->scratch,
                    bench->plan.timing == RD_FREE_ORDER ? NULL : &bench->trace, &bench->verdict);
}

static void judge_trace(struct bench *bench)
{
    rd_referee_trace(&bench->test.instance, &bench->trace, true, &bench->arena, &bench->scratch,
                     &bench->verdict);
}

static void check_legal(const struct bench *bench, double makespan_s)
{
    if (bench->verdict.violation != RD_LEGAL)
        fail_msg("legal, but the referee says %s: %s", rd_violation_name(bench->verdict.violation),
                 bench->verdict.message);
    assert_string_equal(bench->verdict.message, "");
    if (!(fabs(bench->verdict.makespan_s - makespan_s) <= RD_TIME_TOLERANCE * makespan_s))
        fail_msg("takes %.17g s, not %.17g s", makespan_s, bench->verdict.makespan_s);
}

void bench_plan_takes(struct bench *bench, double makespan_s)
{
    judge_plan(bench);
    check_legal(bench, makespan_s);
}

void bench_trace_takes(struct bench *bench, double makespan_s)
{
    judge_trace(bench);
    check_legal(bench, makespan_s);
}

static void check_wrong(const struct bench *bench, enum rd_violation violation, size_t row,
                        uint32_t host, const char *words)
{
    const struct rd_verdict *verdict = &bench->verdict;
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

void bench_plan_is_wrong(struct bench *bench, enum rd_violation violation, size_t row,
                         uint32_t host, const char *words)
{
    judge_plan(bench);
    check_wrong(bench, violation, row, host, words);
}

void bench_trace_is_wrong(struct bench *bench, enum rd_violation violation, size_t row,
                          uint32_t host, const char *words)
{
    judge_trace(bench);
    check_wrong(bench, violation, row, host, words);
}

void bench_message_runs(const struct bench *bench, uint32_t from, uint32_t to, size_t j,
                        double start_s, double end_s)
{
    double tolerance_s = RD_TIME_TOLERANCE * bench->verdict.makespan_s;
    size_t count = 0;
    for (size_t i = 0; i < bench->trace.transfer_count; i++) {
        const struct rd_timed_transfer *row = &bench->trace.transfer[i];
        if (row->from != from || row->to != to || count++ != j)
            continue;
        if (fabs(row->start_s - start_s) > tolerance_s || fabs(row->end_s - end_s) > tolerance_s)
            fail_msg("message %zu from %u runs from %.17g to %.17g s, not from %.17g to %.17g", j,
                     from, start_s, end_s, row->start_s, row->end_s);
    }
    if (count <= j)
        fail_msg("there are %zu messages from %u, not %zu", j + 1, from, count);
}

void bench_ends_with(const struct bench *bench, const int64_t *final)
{
    uint32_t kinds = bench->test.instance.kind_count;
    for (uint32_t host = 0; host < bench->test.instance.topology.host_count; host++)
        if (bench->verdict.final[host * kinds] != final[host])
            fail_msg("host %u ends with %lld items, not %lld", host, (long long) final[host],
                     (long long)bench->verdict.final[host * kinds]);
}
