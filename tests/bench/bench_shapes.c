/* Algorithms of one shape beside the planner for any network: in how many cases the plan takes no
 * longer than the greatest bound with a certificate (of stars that compute, any bound), the mean of
 * time / that bound, and the time to plan. Then how long they plan large instances. The argument
 * multiplies the cases. */
#include "bench.h"

#include "tests/support/build.h"
#include "tests/support/campaign.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <stdio.h>

enum { CASES = 50, HOSTS = 16, MOST_ITEMS = 10, MOST_COST = 4 };

struct cell {
    const char *name, *algorithm;
    enum rd_shape shape;
    enum rd_direction direction;
    uint32_t ports; /* 0: all */
    enum rd_goal goal;
};

static const struct cell cells[] = {
    {"one-port two-way ring", "ring-two-way-list", RD_RING, RD_TWO_WAY, 1, RD_BALANCE},
    {"all-port two-way ring", "ring-all-port", RD_RING, RD_TWO_WAY, 0, RD_REACH},
    {"all-port two-way ring", "ring-all-port", RD_RING, RD_TWO_WAY, 0, RD_BALANCE},
    {"all-port one-way ring", "ring-all-port", RD_RING, RD_ONE_WAY, 0, RD_REACH},
    {"2-port star", "star-ports", RD_STAR, RD_NO_DIRECTION, 2, RD_REACH},
    {"2-port star", "star-ports", RD_STAR, RD_NO_DIRECTION, 2, RD_BALANCE},
    {"all-port star", "star-ports", RD_STAR, RD_NO_DIRECTION, 0, RD_REACH},
    {"2-port star", "star-ports-finish", RD_STAR, RD_NO_DIRECTION, 2, RD_FINISH},
    {"all-port star", "star-ports-finish", RD_STAR, RD_NO_DIRECTION, 0, RD_FINISH},
    {"one-port shuffle-exchange", "shuffle-halving", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 1,
     RD_REACH},
    {"all-port shuffle-exchange", "shuffle-halving", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 0,
     RD_REACH},
    {"all-port shuffle-exchange", "shuffle-halving", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 0,
     RD_BALANCE},
    {"one-port switch", "switch-transport", RD_SWITCH, RD_NO_DIRECTION, 1, RD_REACH},
    {"2-port switch", "switch-transport", RD_SWITCH, RD_NO_DIRECTION, 2, RD_REACH},
};

/* Behind a switch the slower of both hosts decides: each has a number of 1..MOST_COST. */
static void slow_hosts(struct test_instance *test, struct rd_rng *rng)
{
    uint32_t n = test->instance.topology.host_count;
    int64_t slowness[HOSTS];
    for (uint32_t host = 0; host < HOSTS; host++)
        slowness[host] = rd_rng_between(rng, 1, MOST_COST);
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++) {
            int64_t a = slowness[from % HOSTS], b = slowness[to % HOSTS];
            if (from != to)
                test_instance_set_cost(test, from, to, 0, (double)(a > b ? a : b));
        }
}

/* Loads of up to MOST_ITEMS a host, targets that are a permutation of them; costs 1..MOST_COST of
 * links, and up to as many times MOST_COST of computing. */
static struct test_instance draw(const struct cell *cell, uint32_t hosts, struct rd_rng *rng,
                                 struct rd_arena *arena)
{
    uint32_t holders = hosts, count = hosts + (cell->shape == RD_STAR);
    struct test_instance test = test_instance_make(arena, cell->shape, cell->direction, count, 1);
    test_instance_set_ports(&test, cell->ports);
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){0, 1 / (double)rd_rng_between(rng, 1, MOST_COST)};
    if (cell->shape == RD_SWITCH)
        slow_hosts(&test, rng);
    for (uint32_t host = 0; host < holders; host++)
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, MOST_ITEMS);
    bench_permute(rng, test.target, holders);
    test.instance.goal = cell->goal;
    test.instance.target = cell->goal == RD_REACH ? test.target : NULL;
    test.instance.flops_per_item = cell->goal == RD_FINISH;
    for (uint32_t host = 0; host < holders; host++)
        test.speed[host] = 1 / (double)rd_rng_between(rng, 1, MOST_COST * MOST_COST);
    return test;
}

/* Returns: the planned time; the CPU time in *ret_cpu_s. */
static double plan_s(const char *name, const struct rd_instance *instance, struct rd_arena *arena,
                     struct rd_arena *scratch, double *ret_cpu_s)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    double start_s = bench_cpu_s();
    bool planned = rd_algorithm_accepts(algorithm, instance, &options, &error) &&
                   algorithm->plan(algorithm, instance, &options, arena, scratch, &plan, &error);
    if (!planned)
        printf("%s: %s\n", name, error.message);
    rd_assert(planned);
    *ret_cpu_s = bench_cpu_s() - start_s;
    return rd_referee_makespan_s(instance, &plan, arena, scratch);
}

static void compare(const struct cell *cell, int times)
{
    const char *const names[] = {cell->algorithm, "network-planner"};
    struct rd_rng rng = rd_rng_seeded(5, (uint64_t)(cell - cells));
    int met[2] = {0}, compared = 0;
    double ratio[2] = {0}, cpu_s[2] = {0};
    for (int i = 0; i < times; i++) {
        struct rd_arena arena, scratch;
        struct rd_bound bound;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct test_instance test = draw(cell, HOSTS, &rng, &arena);
        if (rd_algorithms_best_bound(&test.instance, &arena, &scratch, &bound) &&
            (rd_bound_has_certificate(&bound) || cell->goal == RD_FINISH) && bound.seconds > 0) {
            compared++;
            for (int k = 0; k < 2; k++) {
                double seconds;
                double planned_s = plan_s(names[k], &test.instance, &arena, &scratch, &seconds);
                met[k] += rd_times_agree(planned_s, bound.seconds, planned_s);
                ratio[k] += planned_s / bound.seconds;
                cpu_s[k] += seconds;
            }
        }
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    for (int k = 0; k < 2; k++)
        printf("| %s | %s | `%s` | %d of %d | %.4f | %.2f ms |\n", cell->name,
               rd_goal_name(cell->goal), names[k], met[k], compared, ratio[k] / compared,
               1e3 * cpu_s[k] / compared);
    fflush(stdout);
}

static void measure_large(const struct cell *cell, uint32_t hosts)
{
    struct rd_arena arena, scratch;
    struct rd_rng rng = rd_rng_seeded(6, hosts);
    double seconds;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = draw(cell, hosts, &rng, &arena);
    double planned_s = plan_s(cell->algorithm, &test.instance, &arena, &scratch, &seconds);
    printf("| %s | %s | %u | %.3g s | %.10g s |\n", cell->name, rd_goal_name(cell->goal), hosts,
           seconds, planned_s);
    fflush(stdout);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(int argument_count, char **argument)
{
    int times = CASES * (int)campaign(argument_count, argument);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        compare(&cells[i], times);
    for (size_t i = 1; i <= 3; i++)
        for (uint32_t hosts = 1000; hosts <= 1000000; hosts *= 10)
            measure_large(&cells[i], hosts);
    for (uint32_t hosts = 1000; hosts <= 10000; hosts *= 10)
        measure_large(&cells[4], hosts);
    for (uint32_t workers = 100; workers <= 1000000; workers *= 10)
        measure_large(&cells[8], workers);
    for (uint32_t hosts = 1024; hosts <= 1 << 16; hosts *= 8)
        measure_large(&cells[9], hosts);
    measure_large(&cells[12], 1000);
    return 0;
}
