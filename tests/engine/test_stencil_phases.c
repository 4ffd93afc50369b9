/* Stencils on SimGrid: redistribution and every iteration, phase after phase, in the time that the
 * target's counts say. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/bound.h"

#include <string.h>

enum { MOST_HOSTS = 6, MOST_ITEMS = 14 };

static struct rd_arena arena, scratch;

/* Links of 1 s an item, hosts of 1 flop/s. */
static struct test_instance draw_ring(struct rd_rng *rng, enum rd_shape shape)
{
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, MOST_HOSTS);
    uint32_t items = (uint32_t)rd_rng_between(rng, 1, MOST_ITEMS);
    struct test_instance test = test_instance_make(&arena, shape, RD_NO_DIRECTION, hosts, items);
    test.instance.host_name = test_host_names(&arena, hosts);
    test.instance.goal = RD_STENCIL;
    test.instance.stencil_metric =
        shape == RD_BUS || rd_rng_below(rng, 3) == 0 ? RD_VOLUME_METRIC : RD_STEPS_METRIC;
    test.instance.stencil_iterations = rd_rng_between(rng, 0, 6);
    test.instance.flops_per_item = (double)rd_rng_between(rng, 0, 3);
    for (uint32_t item = 0; item < items; item++)
        test.load[rd_rng_below(rng, hosts) * items + item] = 1;
    return test;
}

static void play(struct rd_engine *engine, const struct rd_instance *instance,
                 const struct rd_algorithm *algorithm)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_bound bound;
    struct rd_verdict verdict, of_trace;
    struct rd_simulation simulation = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error))
        return;
    assert_true(test_bound(algorithm, instance, &arena, &scratch, &bound, &error));
    assert_true(algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, &error));
    rd_referee_plan(instance, &plan, &arena, &scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    assert_true(verdict.goal_reached);
    if (!rd_engine_simulate(engine, instance, &plan, true, &arena, &simulation, &error))
        fail_msg("%s: %s", algorithm->name, error.message);
    double makespan_s = verdict.makespan_s;
    assert_true(rd_times_agree(simulation.makespan_s, makespan_s, makespan_s));
    assert_true(bound.seconds <= makespan_s * (1 + RD_TIME_TOLERANCE));
    rd_referee_trace(instance, &simulation.trace, true, &arena, &scratch, &of_trace);
    assert_string_equal(of_trace.message, "");
    assert_string_equal(of_trace.goal_message, "");
    assert_memory_equal(simulation.final, verdict.final,
                        (size_t)instance->topology.host_count * instance->kind_count *
                            sizeof *verdict.final);
}

static void simgrid_takes_the_phases(void **state)
{
    (void)state;
    static const char *const names[] = {"stencil-keep", "stencil-full-block", "stencil-search",
                                        "stencil-exact"};
    struct rd_rng rng = rd_rng_seeded(7, 0);
    for (int number = 0; number < 24; number++) {
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        enum rd_shape shape = number % 3 == 2 ? RD_BUS : RD_SWITCH;
        struct test_instance test = draw_ring(&rng, shape);
        uint32_t hosts = test.instance.topology.host_count;
        struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
        struct rd_engine *engine =
            test_open_engine(shape == RD_BUS ? test_bus_platform(hosts, 0, 1, &arena)
                                             : test_cluster_platform(hosts, 0, 1, &arena),
                             &settings, &test, &arena);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            play(engine, &test.instance, rd_algorithm_named(names[i]));
        rd_engine_close(engine);
        rd_arena_close(&scratch);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simgrid_takes_the_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
