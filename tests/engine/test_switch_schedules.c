/* Schedules of a switch and of a bus on SimGrid: steps are seconds where an item takes one. Every
 * schedule of every relabelling, played on random instances of up to 7 hosts. The argument is how
 * many instances. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/algorithms/switch_loads.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_HOSTS = 2, MOST_HOSTS = 7 };

static const char *const relabellings[] = {
    "switch-canonical", "switch-greedy-swaps",      "switch-volume",
    "switch-steps",     "switch-volume-then-steps", "switch-steps-then-volume",
};
static const char *const schedules[] = {
    "colouring", "compact", "list", "caterpillar", "caterpillar-serial", "pairwise", "all-at-once",
};
enum {
    RELABELLINGS = sizeof relabellings / sizeof *relabellings,
    SCHEDULES = sizeof schedules / sizeof *schedules
};

static struct rd_arena platforms, arena, scratch;
static uint64_t instances = 12, plays;

/* A platform, and an instance on it whose loads change. */
struct stand {
    struct test_instance test;
    struct rd_engine *engine;
};

/* What the definition says that a relabelling takes. */
struct expected {
    int64_t volume, steps;
    int64_t caterpillar, caterpillar_serial;
};

/* ScaLAPACK's: in iteration t host r exchanges with host P - 1 - r - t, modulo P. */
static void expect_caterpillars(uint32_t hosts, int64_t moves[][MOST_HOSTS],
                                struct expected *expected)
{
    for (uint32_t t = 0; t < hosts; t++) {
        int64_t one_way = 0, both_ways = 0;
        for (uint32_t host = 0; host < hosts; host++) {
            uint32_t partner = (2 * hosts - 1 - host - t) % hosts;
            if (partner == host)
                continue;
            int64_t out = moves[host][partner], back = moves[partner][host];
            one_way = out > one_way ? out : one_way;
            both_ways = out + back > both_ways ? out + back : both_ways;
        }
        expected->caterpillar += one_way;
        expected->caterpillar_serial += both_ways;
    }
}

/* In: final [hosts * kinds], where every kind is on one host. */
static struct expected expect(const struct test_instance *test, const int64_t *final)
{
    uint32_t hosts = test->instance.topology.host_count;
    int64_t moves[MOST_HOSTS][MOST_HOSTS] = {{0}};
    struct expected expected = {0};
    for (uint32_t kind = 0; kind < hosts; kind++)
        for (uint32_t to = 0; to < hosts; to++)
            for (uint32_t from = 0; final[to * hosts + kind] > 0 && from < hosts; from++)
                moves[from][to] += from == to ? 0 : test->load[from * hosts + kind];
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t out = 0, in = 0;
        for (uint32_t other = 0; other < hosts; other++) {
            out += moves[host][other];
            in += moves[other][host];
        }
        expected.volume += out;
        expected.steps = out > expected.steps ? out : expected.steps;
        expected.steps = in > expected.steps ? in : expected.steps;
    }
    expect_caterpillars(hosts, moves, &expected);
    return expected;
}

/* Plays a schedule of a relabelling. Returns: SimGrid's time, which is the referee's where there is
 * one. */
static double play(const struct stand *stand, const char *relabelling, const char *schedule,
                   struct expected *ret_expected)
{
    const struct rd_instance *instance = &stand->test.instance;
    const struct rd_algorithm *algorithm = rd_algorithm_named(relabelling);
    struct rd_option given = {"schedule", schedule};
    struct rd_options options = {.spec = algorithm->options, .given = &given, .given_count = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_verdict verdict, of_trace;
    struct rd_simulation simulation = {0};
    assert_true(algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, &error));
    rd_referee_plan(instance, &plan, &arena, &scratch, NULL, &verdict);
    assert_string_equal(verdict.message, "");
    if (!rd_engine_simulate(stand->engine, instance, &plan, true, &arena, &simulation, &error))
        fail_msg("%s, %s: %s", relabelling, schedule, error.message);
    rd_referee_trace(instance, &simulation.trace, true, &arena, &scratch, &of_trace);
    assert_string_equal(of_trace.message, "");
    assert_true(of_trace.goal_reached);
    double makespan_s = simulation.makespan_s;
    if (plan.timing != RD_FREE_ORDER)
        assert_true(rd_times_agree(makespan_s, verdict.makespan_s, makespan_s));
    *ret_expected = expect(&stand->test, simulation.final);
    assert_int_equal(of_trace.items_moved, ret_expected->volume);
    plays++;
    return makespan_s;
}

static bool agree(double time_s, int64_t steps)
{
    return rd_times_agree(time_s, (double)steps, (double)steps);
}

/* On a bus every order takes the volume. Behind a switch a colouring takes the steps, and the
 * caterpillars what their definition says; no order takes less than the steps, and one that leaves
 * no port idle for nothing less than twice as many. */
static void check_time(const char *schedule, bool bus, double time_s,
                       const struct expected *expected)
{
    bool right;
    if (bus)
        right = agree(time_s, expected->volume);
    else if (strcmp(schedule, "colouring") == 0 || strcmp(schedule, "compact") == 0)
        right = agree(time_s, expected->steps);
    else if (strcmp(schedule, "caterpillar") == 0)
        right = agree(time_s, expected->caterpillar);
    else if (strcmp(schedule, "caterpillar-serial") == 0)
        right = agree(time_s, expected->caterpillar_serial);
    else
        right = time_s >= (double)expected->steps * (1 - RD_TIME_TOLERANCE);
    if (!bus && strcmp(schedule, "list") == 0)
        right = right && time_s <= 2 * (double)expected->steps;
    if (!right)
        fail_msg("%s: %g s; volume %" PRId64 ", steps %" PRId64 ", caterpillar %" PRId64
                 " or %" PRId64,
                 schedule, time_s, expected->volume, expected->steps, expected->caterpillar,
                 expected->caterpillar_serial);
}

/* A platform of each size, behind a switch or on a bus, for plans in order and for free order,
 * where the network sees to it that ports carry one message at a time. */
static struct stand open_stand(bool bus, bool free_order, uint32_t hosts)
{
    struct stand stand = {.test = test_instance_make(&platforms, bus ? RD_BUS : RD_SWITCH,
                                                     RD_NO_DIRECTION, hosts, hosts)};
    stand.test.instance.goal = RD_GATHER;
    struct rd_engine_settings settings = {
        .model = RD_EXACT_MODEL, .concurrency_limit = free_order ? 1 : 0, .shares_process = true};
    struct rd_platform_source platform =
        bus          ? test_bus_platform(hosts, 0, 1, &platforms)
        : free_order ? test_ported_platform(&stand.test.instance, &platforms)
                     : test_cluster_platform(hosts, 0, 1, &platforms);
    stand.engine = test_open_engine(platform, &settings, &stand.test, &platforms);
    return stand;
}

/* Every schedule of every relabelling; the best ones are best. */
static void play_instance(struct stand *in_order, struct stand *free_order)
{
    bool bus = in_order->test.instance.topology.shape == RD_BUS;
    int64_t volume[RELABELLINGS], steps[RELABELLINGS];
    for (size_t i = 0; i < RELABELLINGS; i++)
        for (size_t j = 0; j < SCHEDULES; j++) {
            struct rd_arena_mark mark = rd_arena_mark(&arena);
            bool at_once = strcmp(schedules[j], "all-at-once") == 0;
            struct expected expected;
            double time_s =
                play(at_once ? free_order : in_order, relabellings[i], schedules[j], &expected);
            check_time(schedules[j], bus, time_s, &expected);
            volume[i] = expected.volume;
            steps[i] = expected.steps;
            rd_arena_rewind(&arena, mark);
        }
    for (size_t i = 0; i < RELABELLINGS; i++) {
        assert_true(volume[2] <= volume[i] && volume[4] == volume[2]);
        assert_true(bus || (steps[3] <= steps[i] && steps[5] == steps[3]));
    }
}

static void simgrid_takes_the_steps(void **state)
{
    (void)state;
    static struct stand stand[2][2][MOST_HOSTS + 1];
    for (uint32_t hosts = LEAST_HOSTS; hosts <= MOST_HOSTS; hosts++)
        for (int i = 0; i < 4; i++)
            stand[i / 2][i % 2][hosts] = open_stand(i / 2, i % 2, hosts);
    struct rd_rng rng = rd_rng_seeded(5, 0);
    for (uint64_t number = 0; number < instances; number++) {
        uint32_t hosts = (uint32_t)rd_rng_between(&rng, LEAST_HOSTS, MOST_HOSTS);
        struct stand *in_order = &stand[number % 3 == 2][0][hosts];
        struct stand *free_order = &stand[number % 3 == 2][1][hosts];
        draw_switch_loads(&rng, hosts, in_order->test.load);
        memcpy(free_order->test.load, in_order->test.load, (size_t)hosts * hosts * sizeof(int64_t));
        play_instance(in_order, free_order);
    }
    for (uint32_t hosts = LEAST_HOSTS; hosts <= MOST_HOSTS; hosts++)
        for (int i = 0; i < 4; i++)
            rd_engine_close(stand[i / 2][i % 2][hosts].engine);
    print_message("%" PRIu64 " instances, %" PRIu64 " plans played\n", instances, plays);
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        instances = strtoull(argument[1], NULL, 10);
    rd_arena_open(&platforms, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rd_arena_take(&arena, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simgrid_takes_the_steps),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    rd_arena_close(&platforms);
    return failures;
}
