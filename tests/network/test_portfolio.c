/* network-portfolio: no algorithm for the shape of an instance, or for any network, makes a shorter
 * plan, but exact searches; also of several kinds, and where links have latency. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = USUAL_TRIALS(28) };

static uint64_t times = 1;

struct world {
    enum rd_shape shape;
    enum rd_direction direction;
    uint32_t hosts;
};

/* Too large for network-exact, as a rule. */
static const struct world worlds[] = {
    {RD_RING, RD_ONE_WAY, 9},
    {RD_RING, RD_TWO_WAY, 16},
    {RD_STAR, RD_NO_DIRECTION, 17},
    {RD_HYPERCUBE, RD_NO_DIRECTION, 16},
    {RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 16},
    {RD_SWITCH, RD_NO_DIRECTION, 8},
    {RD_BUS, RD_NO_DIRECTION, 12},
};
enum { WORLD_COUNT = sizeof worlds / sizeof *worlds };

static struct test_instance draw(const struct world *world, struct rd_rng *rng)
{
    static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    uint32_t kinds = rd_rng_below(rng, 3) == 0 ? (uint32_t)rd_rng_between(rng, 2, 3) : 1;
    struct test_instance test =
        test_instance_make(&test_arena, world->shape, world->direction, world->hosts, kinds);
    test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 3));
    uint32_t holders = world->hosts - (world->shape == RD_STAR);
    int64_t most_cost = rd_rng_below(rng, 2) == 0 ? 1 : 16;
    enum rd_goal goal = kinds > 1 ? RD_REACH : goals[rd_rng_below(rng, 3)];
    double latency_s = rd_rng_below(rng, 4) == 0 ? (double)rd_rng_between(rng, 1, 4) : 0;
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] =
            (struct rd_link_cost){latency_s, 1 / (double)rd_rng_between(rng, 1, most_cost)};
    for (uint32_t host = 0; host < holders * kinds; host++)
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, 20);
    for (uint32_t i = holders - 1; i > 0; i--)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t *one = &test.target[i * kinds + kind];
            int64_t *other = &test.target[rd_rng_below(rng, i + 1) * kinds + kind], kept = *one;
            *one = *other;
            *other = kept;
        }
    for (uint32_t host = 0; host < world->hosts; host++)
        test.speed[host] = 1 / (double)rd_rng_between(rng, 1, most_cost);
    test.instance.goal = goal;
    test.instance.target = goal == RD_REACH ? test.target : NULL;
    test.instance.flops_per_item = goal == RD_FINISH;
    return test;
}

/* Plans with an algorithm, with a small share of the search that it has by default: what the
 * portfolio gives those that it asks goes by its own. Returns: the makespan; NAN if it refuses, or
 * its plan has no time. */
static double plan_s(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    enum { SHARE = 25 };
    static struct rd_verdict verdict;
    char search[24];
    struct rd_option given = {"search", search};
    struct rd_options options = {.spec = algorithm->options, .given = &given, .seed = 1};
    for (const struct rd_option_spec *spec = algorithm->options; spec && spec->name; spec++) {
        if (strcmp(spec->name, "search") != 0)
            continue;
        snprintf(search, sizeof search, "%ld", strtol(spec->value, NULL, 10) / SHARE);
        options.given_count = 1;
    }
    struct rd_plan plan = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, NULL) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, NULL))
        return NAN;
    rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached) {
        test_instance_print(stderr, instance);
        fail_msg("%s: %s%s", algorithm->name, verdict.message, verdict.goal_message);
    }
    return verdict.makespan_s;
}

static void no_algorithm_makes_a_shorter_plan(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(7, 1);
    const struct rd_algorithm *portfolio = rd_algorithm_named("network-portfolio");
    int compared = 0;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = draw(&worlds[trial % WORLD_COUNT], &rng);
        const struct rd_instance *instance = &test.instance;
        double best_s = plan_s(portfolio, instance);
        assert_false(isnan(best_s));
        for (size_t i = 0; i < rd_algorithm_count; i++) {
            const struct rd_algorithm *algorithm = rd_algorithms[i];
            if (!rd_algorithm_fits(algorithm, &instance->topology) ||
                algorithm->guarantee == RD_EXACT)
                continue;
            double other_s = plan_s(algorithm, instance);
            compared += !isnan(other_s);
            if (other_s < best_s * (1 - 1e-9)) {
                test_instance_print(stderr, instance);
                fail_msg("%s: %.17g s, network-portfolio %.17g s", algorithm->name, other_s,
                         best_s);
            }
        }
        rd_arena_rewind(&test_arena, mark);
    }
    assert_true(compared > 3 * TRIALS);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(no_algorithm_makes_a_shorter_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
