/* Schedules of a switch and of a bus on SimGrid: steps are seconds where an item takes one. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "algorithms/switch/schedule.h"
#include "sim/core/referee.h"
#include "sim/core/rng.h"

#include <math.h>
#include <string.h>

enum { MOST_HOSTS = 6 };

static struct rd_arena arena, scratch;

static struct test_instance random_instance(struct rd_rng *rng, enum rd_shape shape)
{
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, MOST_HOSTS);
    struct test_instance test = test_instance_make(&arena, shape, RD_NO_DIRECTION, hosts, hosts);
    test.instance.goal = RD_GATHER;
    test.instance.host_name = test_host_names(&arena, hosts);
    for (uint32_t i = 0; i < hosts * hosts; i++)
        test.load[i] = rd_rng_between(rng, 0, 4);
    return test;
}

/* The busiest port's items, or all that move. */
static double expected_s(const struct test_instance *test, const uint32_t *host_of_kind)
{
    uint32_t hosts = test->instance.topology.host_count;
    int64_t volume = 0, most = 0, out[MOST_HOSTS] = {0}, in[MOST_HOSTS] = {0};
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < hosts; kind++) {
            int64_t items = test->load[host * hosts + kind];
            if (host_of_kind[kind] == host)
                continue;
            volume += items;
            out[host] += items;
            in[host_of_kind[kind]] += items;
        }
    for (uint32_t host = 0; host < hosts; host++) {
        most = out[host] > most ? out[host] : most;
        most = in[host] > most ? in[host] : most;
    }
    return (double)(test->instance.topology.shape == RD_BUS ? volume : most);
}

/* Plays a schedule. Returns: SimGrid's time, which is the referee's where there is one. */
static double play(struct rd_engine *engine, const struct test_instance *test,
                   const uint32_t *host_of_kind, const char *schedule)
{
    struct rd_option given = {"schedule", schedule};
    struct rd_options options = {.spec = rd_switch_options, .given = &given, .given_count = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_verdict verdict, of_trace;
    struct rd_simulation simulation = {0};
    assert_true(rd_switch_schedule(&test->instance, host_of_kind, &options, &arena, &scratch, &plan,
                                   &error));
    rd_judge_plan(&test->instance, &plan, &arena, &scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    if (!rd_engine_simulate(engine, &test->instance, &plan, true, &arena, &simulation, &error))
        fail_msg("%s: %s", schedule, error.message);
    rd_judge_trace(&test->instance, &simulation.trace, true, &arena, &scratch, &of_trace);
    assert_string_equal(of_trace.message, "");
    assert_true(of_trace.goal_reached);
    double makespan_s = simulation.makespan_s;
    if (plan.timing != RD_FREE_ORDER)
        assert_true(rd_times_agree(makespan_s, verdict.makespan_s, makespan_s));
    return makespan_s;
}

static void play_instance(struct rd_rng *rng, enum rd_shape shape)
{
    struct test_instance test = random_instance(rng, shape);
    uint32_t hosts = test.instance.topology.host_count, host_of_kind[MOST_HOSTS];
    uint32_t turn = (uint32_t)rd_rng_below(rng, hosts);
    for (uint32_t kind = 0; kind < hosts; kind++)
        host_of_kind[kind] = (kind + turn) % hosts;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine =
        test_open_engine(shape == RD_BUS ? test_bus_platform(hosts, 0, 1, &arena)
                                         : test_cluster_platform(hosts, 0, 1, &arena),
                         &settings, &test, &arena);
    double fewest_s = expected_s(&test, host_of_kind);
    double caterpillar_s = play(engine, &test, host_of_kind, "caterpillar");
    double serial_s = play(engine, &test, host_of_kind, "caterpillar-serial");
    assert_true(rd_times_agree(play(engine, &test, host_of_kind, "colouring"), fewest_s, fewest_s));
    assert_true(rd_times_agree(play(engine, &test, host_of_kind, "compact"), fewest_s, fewest_s));
    assert_true(caterpillar_s >= fewest_s * (1 - RD_TIME_TOLERANCE));
    assert_true(serial_s >= caterpillar_s * (1 - RD_TIME_TOLERANCE));
    assert_true(play(engine, &test, host_of_kind, "list") >= fewest_s * (1 - RD_TIME_TOLERANCE));
    assert_true(play(engine, &test, host_of_kind, "pairwise") >=
                fewest_s * (1 - RD_TIME_TOLERANCE));
    rd_engine_close(engine);
}

/* The network itself sees to it that ports carry one message at a time. */
static void play_all_at_once(struct rd_rng *rng, enum rd_shape shape)
{
    struct test_instance test = random_instance(rng, shape);
    uint32_t hosts = test.instance.topology.host_count, host_of_kind[MOST_HOSTS];
    for (uint32_t kind = 0; kind < hosts; kind++)
        host_of_kind[kind] = kind;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL, .concurrency_limit = 1};
    struct rd_engine *engine =
        test_open_engine(shape == RD_BUS ? test_bus_platform(hosts, 0, 1, &arena)
                                         : test_ported_platform(&test.instance, &arena),
                         &settings, &test, &arena);
    double fewest_s = expected_s(&test, host_of_kind);
    double makespan_s = play(engine, &test, host_of_kind, "all-at-once");
    if (shape == RD_BUS)
        assert_true(rd_times_agree(makespan_s, fewest_s, fewest_s));
    else
        assert_true(makespan_s >= fewest_s * (1 - RD_TIME_TOLERANCE));
    rd_engine_close(engine);
}

static void simgrid_takes_the_steps(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    for (int number = 0; number < 12; number++) {
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        enum rd_shape shape = number % 3 == 2 ? RD_BUS : RD_SWITCH;
        play_instance(&rng, shape);
        play_all_at_once(&rng, shape);
        rd_arena_close(&scratch);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simgrid_takes_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
