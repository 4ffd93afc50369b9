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
                (struct rd_transfer){round, from, to, kind, items, messages});
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
    const struct rd_timed_transfer *row = &bench->simulation.trace.transfer[index];
    if (fabs(row->start_s - start_s) > 1e-9 || fabs(row->end_s - end_s) > 1e-9 ||
        row->from != from || row->to != to || row->items != items)
        fail_msg("transfer %zu: %.17g to %.17g, %u > %u, %lld items", index, row->start_s,
                 row->end_s, row->from, row->to, (long long)row->items);
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
    assert_int_equal(bench.simulation.trace.transfer_count, 4);
    expect_row(&bench, 0, 0, 3, 0, 1, 1);
    expect_row(&bench, 1, 3, 6, 0, 1, 1);
    expect_row(&bench, 2, 3, 8, 1, 2, 1);
    expect_row(&bench, 3, 8, 13, 1, 2, 1);
    assert_true(bench.simulation.makespan_s == 13);
    assert_int_equal(bench.simulation.final[2], 2);
    assert_int_equal(bench.simulation.message_count, 4);
    rd_arena_close(&bench.arena);
}

/* Two items of 2 s each from host 0 to two neighbours: one after the other, or at once. */
static void counts_ports(void **state)
{
    (void)state;
    for (uint32_t ports = 0; ports < 3; ports++) {
        struct bench bench;
        open_bench(&bench, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
        test_instance_set_ports(&bench.test, ports);
        bench.test.load[0] = 3;
        test_instance_set_cost(&bench.test, 0, 1, 0, 2);
        test_instance_set_cost(&bench.test, 0, 2, 0, 2);
        add(&bench, 0, 0, 1, 0, 1, 2);
        add(&bench, 0, 0, 2, 0, 1, 1);
        play(&bench);
        /* One port: 2 + 2 + 2. Two ports: the second message of the first row keeps the second port
         * while it waits for the link, so that the other row starts at 2. All: at once. */
        double makespan_s = ports == 1 ? 6 : 4;
        double other_s = ports == 1 ? 4 : ports == 2 ? 2 : 0;
        assert_true(bench.simulation.makespan_s == makespan_s);
        size_t other = 0;
        while (bench.simulation.trace.transfer[other].to != 2)
            other++;
        expect_row(&bench, other, other_s, other_s + 2, 0, 2, 1);
        rd_arena_close(&bench.arena);
    }
}

/* Two ports. Host 0 sends on, as held, the item that host 1 sends it (2 s); until that is cut, how
 * many messages it will be is not known, so that the word behind it, which could go at 0, waits, at
 * either port. */
static void keeps_the_ports_of_what_is_cut(void **state)
{
    (void)state;
    for (int in_port = 0; in_port < 2; in_port++) {
        struct bench bench;
        open_bench(&bench, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
        test_instance_set_ports(&bench.test, 2);
        bench.test.load[1] = 1;
        test_instance_set_cost(&bench.test, 1, 0, 0, 2);
        add(&bench, 0, 1, 0, 0, 1, 1);
        add(&bench, 0, 0, 2, 0, 1, 0);
        add(&bench, 0, in_port ? 3 : 0, in_port ? 2 : 3, RD_CONTROL, 0, 1);
        play(&bench);
        assert_int_equal(bench.simulation.trace.transfer_count, 3);
        expect_row(&bench, 0, 0, 2, 1, 0, 1);
        for (size_t i = 1; i < 3; i++) {
            bool word = bench.simulation.trace.transfer[i].kind == RD_CONTROL;
            expect_row(&bench, i, 2, 3, word && in_port ? 3 : 0, word && !in_port ? 3 : 2, !word);
        }
        rd_arena_close(&bench.arena);
    }
}

/* Host 0 holds an item, and is given one at 1, in a message without bytes; its port is busy with a
 * word until 1. Sent as held, both go in one message. */
static void cuts_what_arrives_without_bytes(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    bench.test.instance.item_bytes = 0;
    bench.test.load[0] = bench.test.load[2] = 1;
    test_instance_set_cost(&bench.test, 0, 1, 0.5, 0.5);
    test_instance_set_cost(&bench.test, 2, 0, 1, 1);
    add(&bench, 0, 0, 1, RD_CONTROL, 0, 1);
    add(&bench, 0, 2, 0, 0, 1, 1);
    add(&bench, 0, 0, 1, 0, 2, 0);
    play(&bench);
    assert_int_equal(bench.simulation.trace.transfer_count, 3);
    expect_row(&bench, 2, 1, 1.5, 0, 1, 2);
    rd_arena_close(&bench.arena);
}

/* A star: worker 0 computes one item (3 s) and gives one away through the master (1 s, 2 s); worker
 * 1 computes it (1/2 s). */
static void computes_what_arrives(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_STAR, RD_NO_DIRECTION, 3, 1);
    bench.test.load[0] = 2;
    bench.test.instance.flops_per_item = 6;
    bench.test.speed[0] = 2;
    bench.test.speed[1] = 12;
    test_instance_set_cost(&bench.test, 0, 2, 0, 1);
    test_instance_set_cost(&bench.test, 2, 1, 0, 2);
    add(&bench, 0, 0, 2, 0, 1, 1);
    add(&bench, 0, 2, 1, 0, 1, 1);
    add(&bench, 0, 0, RD_NO_HOST, 0, 1, 1);
    add(&bench, 0, 1, RD_NO_HOST, 0, 1, 1);
    play(&bench);
    assert_int_equal(bench.simulation.trace.transfer_count, 4);
    expect_row(&bench, 0, 0, 1, 0, 2, 1);
    expect_row(&bench, 1, 0, 3, 0, RD_NO_HOST, 1);
    expect_row(&bench, 2, 1, 3, 2, 1, 1);
    expect_row(&bench, 3, 3, 3.5, 1, RD_NO_HOST, 1);
    for (uint32_t host = 0; host < 3; host++)
        assert_int_equal(bench.simulation.final[host], 0);
    rd_arena_close(&bench.arena);
}

/* Rounds 1 and 4 of six: idle rounds last their step of 2 s, round 1 its longest row, 5 s. */
static void counts_idle_rounds(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_RING, RD_TWO_WAY, 4, 1);
    bench.plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = 2, .round_count = 6};
    bench.test.load[0] = bench.test.load[2] = 3;
    test_instance_set_cost(&bench.test, 2, 3, 0, 5);
    add(&bench, 1, 0, 1, 0, 1, 1);
    add(&bench, 1, 2, 3, 0, 1, 1);
    add(&bench, 4, 1, 2, 0, 1, 1);
    play(&bench);
    expect_row(&bench, 0, 2, 3, 0, 1, 1);
    expect_row(&bench, 1, 2, 7, 2, 3, 1);
    expect_row(&bench, 2, 11, 12, 1, 2, 1);
    assert_true(bench.simulation.makespan_s == 15);
    rd_arena_close(&bench.arena);
}

/* Lock-step refuses what self-timed waits for. */
static void refuses_in_lock_step(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_RING, RD_ONE_WAY, 3, 1);
    bench.plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = 1};
    bench.test.load[0] = 1;
    add(&bench, 3, 0, 1, 0, 1, 1);
    add(&bench, 3, 1, 2, 0, 1, 1);
    struct rd_error error = {0};
    struct rd_engine *engine = test_open_engine(
        test_full_platform(&bench.test.instance, &bench.arena), NULL, &bench.test, &bench.arena);
    assert_false(rd_engine_simulate(engine, &bench.test.instance, &bench.plan, true, &bench.arena,
                                    &bench.simulation, &error));
    assert_int_equal(error.code, RD_ERROR_RUN);
    assert_string_equal(error.message, "round 3: h1 sends 1 items and holds 0");
    rd_engine_close(engine);
    rd_arena_close(&bench.arena);
}

/* What arrives at one date leaves in one message: two items at 2 s from two sides. */
static void cuts_what_is_held(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    test_instance_set_ports(&bench.test, 0);
    bench.test.load[0] = bench.test.load[1] = 1;
    bench.test.load[2] = 1;
    test_instance_set_cost(&bench.test, 0, 2, 2, 0.5);
    test_instance_set_cost(&bench.test, 1, 2, 0, 2.5);
    test_instance_set_cost(&bench.test, 2, 3, 0, 1);
    add(&bench, 0, 0, 2, 0, 1, 1);
    add(&bench, 0, 1, 2, 0, 1, 1);
    add(&bench, 0, 2, 3, 0, 3, 0);
    play(&bench);
    assert_int_equal(bench.simulation.trace.transfer_count, 4);
    expect_row(&bench, 0, 0, 1, 2, 3, 1);
    expect_row(&bench, 3, 2.5, 4.5, 2, 3, 2);
    rd_arena_close(&bench.arena);
}

/* A packet from 0 to 5 over dimensions 0 to 2 waits in dimension 1; steps of 1 s, links of 1 s. */
static void crosses_a_block_of_dimensions(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, RD_HYPERCUBE, RD_NO_DIRECTION, 8, 1);
    bench.test.instance.port_model = RD_PIPELINED_PORTS;
    bench.test.instance.port_count = UINT32_MAX;
    bench.plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = 1};
    bench.test.load[0] = 2;
    rd_plan_add_packet(&bench.plan, &bench.arena, (struct rd_transfer){1, 0, 5, 0, 1, 1},
                       (struct rd_dimension_range){0, 2});
    rd_plan_add_packet(&bench.plan, &bench.arena, (struct rd_transfer){2, 0, 1, 0, 1, 1},
                       (struct rd_dimension_range){0, 0});
    play(&bench);
    expect_row(&bench, 0, 1, 4, 0, 5, 1);
    expect_row(&bench, 1, 2, 3, 0, 1, 1);
    assert_int_equal(bench.simulation.trace.block[0].last, 2);
    assert_int_equal(bench.simulation.trace.block[1].last, 0);
    assert_int_equal(bench.simulation.final[5], 1);
    assert_true(bench.simulation.makespan_s == 4);
    rd_arena_close(&bench.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_items_on),
        cmocka_unit_test(counts_ports),
        cmocka_unit_test(keeps_the_ports_of_what_is_cut),
        cmocka_unit_test(cuts_what_arrives_without_bytes),
        cmocka_unit_test(computes_what_arrives),
        cmocka_unit_test(counts_idle_rounds),
        cmocka_unit_test(refuses_in_lock_step),
        cmocka_unit_test(cuts_what_is_held),
        cmocka_unit_test(crosses_a_block_of_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
