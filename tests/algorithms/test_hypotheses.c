/* Instances that miss what a theorem asks for, one thing at a time. The bound of an algorithm is
 * asked for whatever `accepts` says, and refuses as it does: what was found, a colon, what is
 * accepted. What is accepted all the same is planned, and no plan is below a bound. */
#include "tests/support/cmocka.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include "algorithms/algorithm.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <string.h>

/* What an instance has in its way. */
struct oddity {
    const char *what;
    double item_bytes, word_bytes;
    double latency_s, s_per_byte; /* of all links */
    double s_per_byte_of_one;     /* of the first link; 0: like the others */
    double speed_of_one;          /* of host 0; the others have 1 */
    uint32_t kind_count;
    int64_t last_load; /* of the last host, a star's master */
    bool one_cost;     /* one number stands for all links */
};

static const struct oddity oddities[] = {
    {"nothing odd", 1, 1, 0, 1, 0, 1, 1, 0, false},
    {"one cost for all links", 1, 1, 0, 1, 0, 1, 1, 0, true},
    {"steps, and one cost for all links", 0, 0, 1, 0, 0, 1, 1, 0, true},
    {"steps of 1 s, whatever a message holds", 0, 0, 1, 0, 0, 1, 1, 0, false},
    {"steps of no time at all", 0, 0, 0, 0, 0, 1, 1, 0, false},
    {"words that take no time", 1, 0, 0, 1, 0, 1, 1, 0, false},
    {"items that take no time", 1, 1, 0, 0, 0, 1, 1, 0, false},
    {"a link unlike the others", 1, 1, 0, 1, 3, 1, 1, 0, false},
    {"a link unlike the others, that no item slows", 0, 0, 1, 1, 3, 1, 1, 0, false},
    {"a host unlike the others", 1, 1, 0, 1, 0, 4, 1, 0, false},
    {"a host very much unlike the others", 1, 1, 0, 1, 0, 1e12, 1, 0, false},
    {"a link too quick to compare", 1, 1, 0, 1, 1e-250, 1, 1, 0, false},
    {"a link too slow to compare", 1, 1, 0, 1, 1e250, 1, 1, 0, false},
    {"a start-up cost", 1, 1, 0.5, 1, 0, 1, 1, 0, false},
    {"two kinds, and a link unlike the others", 1, 1, 0, 1, 3, 1, 2, 0, false},
    {"two kinds", 1, 1, 0, 1, 0, 1, 2, 0, false},
    {"a last host that holds items", 1, 1, 0, 1, 0, 1, 1, 4, false},
};

/* Four items on host 0, and as many on every other host of the second kind; wanted: all on host 1,
 * or spread, as the goal says. A star's master is last and holds nothing. */
static struct test_instance make(const struct oddity *oddity, enum rd_shape shape,
                                 enum rd_direction direction, uint32_t host_count)
{
    uint32_t kinds = oddity->kind_count;
    struct test_instance test =
        test_instance_make(&test_arena, shape, direction, host_count, kinds);
    test.instance.item_bytes = oddity->item_bytes;
    test.instance.word_bytes = oddity->word_bytes;
    for (uint32_t from = 0; from < host_count; from++)
        for (uint32_t to = 0; to < host_count; to++)
            if (rd_link_between(&test.instance.topology, from, to) != RD_NO_LINK)
                test_instance_set_cost(&test, from, to, oddity->latency_s, oddity->s_per_byte);
    if (oddity->s_per_byte_of_one > 0 && host_count > 1) {
        uint32_t end = shape == RD_STAR ? host_count - 1 : 1;
        test_instance_set_cost(&test, 0, end, oddity->item_bytes > 0 ? 0 : 2,
                               oddity->s_per_byte_of_one);
    }
    test.instance.costs_equal = oddity->one_cost;
    test.speed[0] = oddity->speed_of_one;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t holder = kind < host_count ? kind : 0, wanted = (kind + 1) % host_count;
        test.load[holder * kinds + kind] = 4;
        test.target[wanted * kinds + kind] = 4;
    }
    test.load[(host_count - 1) * kinds] += oddity->last_load;
    test.target[((host_count > 1) ? 1 : 0) * kinds] += oddity->last_load;
    return test;
}

static void check_refusal(const struct rd_algorithm *algorithm, const struct oddity *oddity,
                          const struct rd_error *error)
{
    const char *colon = strstr(error->message, ": ");
    if (error->code != RD_ERROR_REFUSED || !colon || colon == error->message || !colon[2])
        fail_msg("%s, %s: %s", algorithm->name, oddity->what, error->message);
}

/* Plans what is accepted. Returns: its time, or -1. */
static double planned_s(const struct rd_algorithm *algorithm, const struct oddity *oddity,
                        const struct rd_instance *instance)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan,
                         &error)) {
        check_refusal(algorithm, oddity, &error);
        return -1;
    }
    rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    if (plan.timing == RD_FREE_ORDER || algorithm->guarantee == RD_REFUTED)
        return -1;
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s, %s: %s", algorithm->name, oddity->what, verdict.message);
    return verdict.makespan_s;
}

/* A kind of network and what is wanted of it. */
struct world {
    enum rd_shape shape;
    enum rd_direction direction;
    enum rd_port_model ports;
    enum rd_goal goal;
};

static void check(const struct rd_algorithm *algorithm, const struct oddity *oddity,
                  const struct world *world, uint32_t host_count)
{
    struct rd_topology topology;
    struct rd_error error = {0};
    if (!rd_topology_make(world->shape, world->direction, host_count, &topology, &error))
        return; /* a hypercube of 3 hosts */
    struct test_instance test = make(oddity, world->shape, world->direction, host_count);
    struct rd_instance *instance = &test.instance;
    instance->port_model = world->ports;
    instance->port_count = world->ports == RD_ONE_PORT  ? 1
                           : world->ports == RD_K_PORTS ? 2
                                                        : UINT32_MAX;
    instance->goal = world->goal;
    instance->target = world->goal == RD_REACH ? test.target : NULL;
    instance->flops_per_item = world->goal == RD_FINISH;
    instance->stencil_iterations = 1;
    if (!rd_instance_check(instance, &error))
        return;
    double time_s = planned_s(algorithm, oddity, instance);
    struct rd_bound bound;
    if (!test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error))
        check_refusal(algorithm, oddity, &error);
    else if (time_s >= 0 && !bound.schedule_class && bound.seconds > time_s * (1 + 1e-9)) {
        test_instance_print(stderr, instance);
        fail_msg("%s, %s: the bound is %.17g s, and %.17g s are planned", algorithm->name,
                 oddity->what, bound.seconds, time_s);
    }
}

/* All oddities in one world, if the algorithm is made for it. */
static void check_world(const struct world *world)
{
    struct rd_topology topology = {.shape = world->shape, .direction = world->direction};
    for (size_t i = 0; i < rd_algorithm_count; i++)
        for (size_t j = 0; j < sizeof oddities / sizeof *oddities; j++)
            for (uint32_t hosts = 1; hosts <= 4 - FEWER_TRIALS; hosts++) {
                const struct rd_algorithm *algorithm = rd_algorithms[i];
                if (!rd_algorithm_takes_topology(algorithm, &topology) ||
                    !rd_algorithm_takes_ports(algorithm, world->ports) ||
                    !rd_algorithm_takes_goal(algorithm, world->goal))
                    continue;
                struct rd_arena_mark mark = rd_arena_mark(&test_arena);
                struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
                check(algorithm, &oddities[j], world, hosts);
                rd_arena_rewind(&test_arena, mark);
                rd_arena_rewind(&test_scratch, scratch_mark);
            }
}

static void what_is_missed_is_named(void **state)
{
    (void)state;
    struct world world;
    for (world.shape = RD_RING; world.shape < RD_GRAPH; world.shape++)
        for (world.ports = RD_ONE_PORT; world.ports <= RD_PIPELINED_PORTS; world.ports++)
            for (world.goal = RD_REACH; world.goal <= RD_STENCIL; world.goal++) {
                bool ring = world.shape == RD_RING;
                world.direction = ring ? RD_ONE_WAY : RD_NO_DIRECTION;
                check_world(&world);
                world.direction = RD_TWO_WAY;
                if (ring)
                    check_world(&world);
            }
}

/* Of a cube with one port, and no other. */
static void bounds_of_other_shapes(void **state)
{
    (void)state;
    const struct rd_problem_bound *cuts = rd_problem_bound_named("cube-cuts");
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    assert_true(rd_problem_bound_suits(cuts, &cube.instance));
    assert_false(rd_problem_bound_suits(cuts, &ring.instance));
    test_instance_set_ports(&cube, 0);
    assert_false(rd_problem_bound_suits(cuts, &cube.instance));
}

/* 2^25 places to rank: 2^23 items on each of four processors. */
static void most_items_of_pipelines(void **state)
{
    (void)state;
    const struct rd_algorithm *algorithm = rd_algorithm_named("cube-leighton-pipelined-strict");
    struct test_instance cube =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    cube.instance.port_model = RD_PIPELINED_PORTS;
    cube.instance.port_count = UINT32_MAX;
    cube.load[2] = INT64_C(1) << 23;
    assert_true(algorithm->accepts(&cube.instance, &options, &error));
    cube.load[2]++;
    assert_false(algorithm->accepts(&cube.instance, &options, &error));
    assert_string_equal(error.message,
                        "up to 8388609 items on each of 4 processors, all ranked at once: "
                        "together at most 33554432 are");
}

static void names(void **state)
{
    (void)state;
    static const char *const guarantees[] = {
        [RD_OPTIMAL] = "optimal",     [RD_EXACT] = "exact",     [RD_RATIO] = "ratio",
        [RD_HEURISTIC] = "heuristic", [RD_REFUTED] = "refuted",
    };
    for (enum rd_guarantee guarantee = RD_OPTIMAL; guarantee <= RD_REFUTED; guarantee++)
        assert_string_equal(rd_guarantee_name(guarantee), guarantees[guarantee]);
    assert_string_equal(rd_algorithm_nearest("star-bbb")->name, "star-bba");
    assert_null(rd_algorithm_nearest("nothing like any of them"));
    assert_string_equal(rd_algorithm_hint("cube-squares", &test_arena),
                        " (it was removed: \"network-planner\" is better)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(what_is_missed_is_named),
        ARENAS_TEST(bounds_of_other_shapes),
        ARENAS_TEST(most_items_of_pipelines),
        ARENAS_TEST(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
