/* Every algorithm of the hypercube and the shuffle-exchange on SimGrid: where a step is a second,
 * simulated = planned = steps, and the trace balances as the plan does. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

enum { MOST_DIMENSIONS = FEWER_TRIALS ? 4 : 5, MOST_LOAD = 6 };

static struct rd_arena arena, scratch;

/* Latency 1, messages and words of no size. */
static struct test_instance draw_instance(struct rd_rng *rng, enum rd_shape shape,
                                          enum rd_port_model ports, uint32_t d)
{
    uint32_t hosts = UINT32_C(1) << d;
    struct test_instance test = test_instance_make(&arena, shape, RD_NO_DIRECTION, hosts, 1);
    test.instance.port_model = ports;
    test.instance.port_count = ports == RD_ONE_PORT ? 1 : UINT32_MAX;
    test.instance.item_bytes = test.instance.word_bytes = 0;
    test.instance.host_name = test_host_names(&arena, hosts);
    test.instance.balance_error = d;
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){1, 1};
    for (uint32_t host = 0; host < hosts; host++)
        test.load[host] = rd_rng_below(rng, 3) == 0 ? 0 : rd_rng_between(rng, 0, MOST_LOAD);
    return test;
}

/* Returns: did the algorithm take the instance, and the referee the plan? */
static bool play(struct rd_engine *engine, const struct rd_instance *instance,
                 const struct rd_algorithm *algorithm)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_verdict verdict, of_trace;
    struct rd_simulation simulation = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, &error))
        return false;
    rd_referee_plan(instance, &plan, &arena, &scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL && algorithm->guarantee == RD_REFUTED)
        return false;
    assert_string_equal(verdict.message, "");
    if (!rd_engine_simulate(engine, instance, &plan, true, &arena, &simulation, &error))
        fail_msg("%s: %s", algorithm->name, error.message);
    /* Self-timed plans have no steps; each of their messages takes one second here. */
    double steps = verdict.steps >= 0 ? (double)verdict.steps : round(verdict.makespan_s);
    assert_true(rd_times_agree(verdict.makespan_s, steps, steps));
    assert_true(rd_times_agree(simulation.makespan_s, steps, steps));
    assert_int_equal(simulation.message_count, verdict.transfers);
    rd_referee_trace(instance, &simulation.trace, true, &arena, &scratch, &of_trace);
    assert_string_equal(of_trace.message, "");
    assert_memory_equal(simulation.final, verdict.final,
                        instance->topology.host_count * sizeof *verdict.final);
    return true;
}

static int play_all(struct rd_rng *rng, enum rd_shape shape, enum rd_port_model ports, uint32_t d)
{
    int played = 0;
    struct test_instance test = draw_instance(rng, shape, ports, d);
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&test.instance, &arena), &settings, &test, &arena);
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (rd_algorithm_takes_shape(rd_algorithms[i], shape))
            played += play(engine, &test.instance, rd_algorithms[i]);
    rd_engine_close(engine);
    return played;
}

static void simgrid_takes_the_steps(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(8, 0);
    int played = 0;
    for (uint32_t d = 0; d <= MOST_DIMENSIONS; d++)
        for (int draw = 0; draw < (d < 4 && !FEWER_TRIALS ? 3 : 1); draw++) {
            rd_arena_open(&arena, 0);
            rd_arena_open(&scratch, 0);
            played += play_all(&rng, RD_HYPERCUBE, RD_ONE_PORT, d);
            played += play_all(&rng, RD_HYPERCUBE, RD_PIPELINED_PORTS, d);
            played += play_all(&rng, RD_SHUFFLE_EXCHANGE, RD_ONE_PORT, d);
            rd_arena_close(&scratch);
            rd_arena_close(&arena);
        }
    assert_true(played > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simgrid_takes_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
