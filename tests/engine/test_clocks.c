/* SimGrid's clock against dates worked out by hand. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include <math.h>

struct bench {
    struct rd_arena arena;
    struct test_instance test;
    struct rd_plan plan;
    struct rd_simulation simulation;
};

static void open_bench(struct bench *bench, enum rd_shape shape, enum rd_direction direction,
                       uint32_t host_count, uint32_t kind_count)
{
    *bench = (struct bench){0};
    rd_arena_open(&bench->arena, 0);
    bench->test = test_instance_make(&bench->arena, shape, direction, host_count, kind_count);
}

static void add(struct bench *bench, uint32_t round, uint32_t from, uint32_t to, int32_t kind,
                int64_t items, int64_t messages)
{
    rd_plan_add(&bench->plan, &bench->arena,
                (struct rd_row){round, from, to, kind, items, messages});
}

/* Plays the plan on a platform that fits the instance. */
static void play(struct bench *bench)
{
    struct rd_error error = {0};
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&bench->test.instance, &bench->arena), NULL,
                         &bench->test, &bench->arena);
    if (!rd_engine_simulate(engine, &bench->test.instance, &bench->plan, true, &bench->arena,
                            &bench->simulation, &error))
        fail_msg("%s", error.message);
    rd_engine_close(engine);
}

static void expect_row(const struct bench *bench, size_t index, double start_s, double end_s,
                       uint32_t from, uint32_t to, int64_t items)
{
    const struct rd_trace_row *row = &bench->simulation.trace.row[index];
    if (fabs(row->start_s - start_s) > 1e-9 || fabs(row->end_s - end_s) > 1e-9 ||
        row->from != from || row->to != to || row->items != items)
        fail_msg("row %zu: %.17g to %.17g, %u > %u, %lld items", index, row->start_s, row->end_s,
                 row->from, row->to, (long long)row->items);
}

/* A line 0 > 1 > 2 of loads 2, 0, 0: host 1 passes on what it gets. */
static void passes_items_on(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_RING, RD_ONE_WAY, 4, 1);
    bench.test.load[0] = 2;
    test_instance_set_cost(&bench.test, 0, 1, 1, 2);
    test_instance_set_cost(&bench.test, 1, 2, 0, 5);
    add(&bench, 0, 0, 1, 0, 1, 2);
    add(&bench, 0, 1, 2, 0, 1, 2);
    play(&bench);
    assert_int_equal(bench.simulation.trace.row_count, 4);
    expect_row(&bench, 0, 0, 3, 0, 1, 1);
    expect_row(&bench, 1, 3, 6, 0, 1, 1);
    expect_row(&bench, 2, 3, 8, 1, 2, 1);
    expect_row(&bench, 3, 8, 13, 1, 2, 1);
    assert_true(bench.simulation.makespan_s == 13);
    assert_int_equal(bench.simulation.final[2], 2);
    assert_int_equal(bench.simulation.message_count, 4);
    rd_arena_close(&bench.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_items_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
