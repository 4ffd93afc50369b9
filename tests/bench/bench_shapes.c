/* Algorithms of one shape beside those for any network, as two tables in Markdown. The first: the
 * share of random instances in which the plan takes just the greatest bound known, mean and worst
 * of time / that bound, and the CPU time to plan; only instances whose bound has a certificate
 * count, unless the row is marked. The second: the CPU time to plan, and the time of the plan / the
 * algorithm's own bound, by the number of hosts; nothing larger is asked of an algorithm that took
 * more than 1 s, and of switches nothing above 1,000 hosts. The argument multiplies the instances
 * of the first; with 0 only the second is printed, of 10^3 hosts. */
#include "bench.h"

#include "tests/support/build.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 50, CUBE_CASES = 20, MOST_OWN = 3, COLUMNS = MOST_OWN + 2, PATIENCE_S = 1 };

enum costs { ALL_1, BY_DIMENSION, BY_LINK, BY_HOST };

struct cell {
    const char *name, *own[MOST_OWN];
    uint32_t hosts; /* of a star, workers */
    enum rd_shape shape;
    enum rd_direction direction;
    uint32_t ports; /* 0: all */
    enum rd_goal goal;
    enum costs costs;
    int64_t most_cost, most_items;
    bool steps; /* items of 0 bytes; the costs are latencies; any bound counts */
};

#define CELL(SHAPE, NAME, PORTS, GOAL, ...)                                                        \
    {                                                                                              \
        .shape = SHAPE, .name = NAME, .ports = PORTS, .goal = GOAL, .hosts = 16, .most_cost = 4,   \
        .most_items = 10, .costs = BY_LINK, __VA_ARGS__                                            \
    }
#define RING(NAME, OWN, WAY, PORTS, GOAL)                                                          \
    CELL(RD_RING, NAME, PORTS, GOAL, .own = {OWN}, .direction = WAY)
#define STEPS(OWN)                                                                                 \
    CELL(RD_RING, "all-port two-way ring, 0 bytes", 0, RD_REACH, .own = {OWN},                     \
         .direction = RD_TWO_WAY, .steps = true)
#define STAR(NAME, OWN, PORTS, GOAL) CELL(RD_STAR, NAME, PORTS, GOAL, .own = {OWN})
#define SHUFFLE(NAME, PORTS, GOAL)                                                                 \
    CELL(RD_SHUFFLE_EXCHANGE, NAME, PORTS, GOAL, .own = {"shuffle-halving"})
#define CUBE(NAME, HOSTS, PORTS, GOAL, COSTS, MOST)                                                \
    {                                                                                              \
        .shape = RD_HYPERCUBE, .name = NAME, .ports = PORTS, .goal = GOAL, .hosts = HOSTS,         \
        .most_cost = MOST, .most_items = 20, .costs = COSTS, .own = {                              \
            "cube-halving"                                                                         \
        }                                                                                          \
    }
#define CUBES_OF(NAME, HOSTS, PORTS, GOAL)                                                         \
    CUBE(NAME, HOSTS, PORTS, GOAL, ALL_1, 1), CUBE(NAME, HOSTS, PORTS, GOAL, BY_DIMENSION, 16),    \
        CUBE(NAME, HOSTS, PORTS, GOAL, BY_LINK, 16)
#define CUBES(NAME, HOSTS, PORTS)                                                                  \
    CUBES_OF(NAME, HOSTS, PORTS, RD_REACH), CUBES_OF(NAME, HOSTS, PORTS, RD_BALANCE)
#define SWITCH(NAME, PORTS)                                                                        \
    {                                                                                              \
        .shape = RD_SWITCH, .name = NAME, .ports = PORTS, .goal = RD_REACH, .hosts = 16,           \
        .most_cost = 4, .most_items = 10, .costs = BY_HOST, .own = {                               \
            "switch-transport"                                                                     \
        }                                                                                          \
    }

static const struct cell cells[] = {
    RING("one-port two-way ring", "ring-two-way-list", RD_TWO_WAY, 1, RD_BALANCE),
    RING("all-port two-way ring", "ring-all-port", RD_TWO_WAY, 0, RD_REACH),
    RING("all-port two-way ring", "ring-all-port", RD_TWO_WAY, 0, RD_BALANCE),
    RING("2-port two-way ring", "ring-all-port", RD_TWO_WAY, 2, RD_REACH),
    RING("all-port one-way ring", "ring-all-port", RD_ONE_WAY, 0, RD_REACH),
    STEPS("ring-all-port"),
    STEPS("ring-all-port-capped"),
    STEPS("ring-all-port-single-send"),
    STAR("2-port star", "star-ports", 2, RD_REACH),
    STAR("2-port star", "star-ports", 2, RD_BALANCE),
    STAR("4-port star", "star-ports", 4, RD_REACH),
    STAR("all-port star", "star-ports", 0, RD_REACH),
    STAR("2-port star", "star-ports-finish", 2, RD_FINISH),
    STAR("4-port star", "star-ports-finish", 4, RD_FINISH),
    STAR("all-port star", "star-ports-finish", 0, RD_FINISH),
    SWITCH("one-port switch", 1),
    SWITCH("2-port switch", 2),
    SHUFFLE("one-port shuffle-exchange", 1, RD_REACH),
    SHUFFLE("one-port shuffle-exchange", 1, RD_BALANCE),
    SHUFFLE("all-port shuffle-exchange", 0, RD_REACH),
    SHUFFLE("all-port shuffle-exchange", 0, RD_BALANCE),
    CUBES("one-port 3-cube", 8, 1),
    CUBES("all-port 3-cube", 8, 0),
    CUBES("one-port 6-cube", 64, 1),
    CUBES("all-port 6-cube", 64, 0),
};

static const char *costs_name(const struct cell *cell)
{
    static const char *const names[] = {"1 s", "a dimension", "a link", "a host"};
    return names[cell->costs];
}

static void set_costs(const struct cell *cell, struct test_instance *test, uint32_t hosts,
                      struct rd_rng *rng)
{
    const struct rd_topology *topology = &test->instance.topology;
    int64_t *cost = malloc(hosts * sizeof *cost); /* of a host or a dimension */
    if (!cost)
        bench_stop("no memory");
    for (uint32_t i = 0; i < hosts; i++)
        cost[i] = rd_rng_between(rng, 1, cell->most_cost);
    for (uint64_t link = 0; cell->costs != BY_HOST && link < rd_link_count(topology); link++) {
        int64_t own = rd_rng_between(rng, 1, cell->most_cost);
        double s =
            (double)(cell->costs == BY_DIMENSION ? cost[link % topology->dimension_count] : own);
        test->cost[link] =
            cell->steps ? (struct rd_link_cost){s, 1} : (struct rd_link_cost){0, 1 / s};
    }
    /* Behind a switch the slower of both hosts decides. */
    for (uint32_t from = 0; cell->costs == BY_HOST && from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++)
            if (from != to)
                test_instance_set_cost(test, from, to, 0,
                                       (double)(cost[from] > cost[to] ? cost[from] : cost[to]));
    free(cost);
}

/* Loads of up to most_items a host, targets that are a permutation of them; computing takes up to
 * the square of the most that a link does. */
static struct test_instance draw(const struct cell *cell, uint32_t hosts, struct rd_rng *rng,
                                 struct rd_arena *arena)
{
    uint32_t count = hosts + (cell->shape == RD_STAR);
    struct test_instance test = test_instance_make(arena, cell->shape, cell->direction, count, 1);
    test_instance_set_ports(&test, cell->ports);
    if (cell->steps)
        test.instance.item_bytes = 0;
    set_costs(cell, &test, hosts, rng);
    for (uint32_t host = 0; host < hosts; host++)
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, cell->most_items);
    bench_permute(rng, test.target, hosts);
    test.instance.goal = cell->goal;
    test.instance.target = cell->goal == RD_REACH ? test.target : NULL;
    test.instance.flops_per_item = cell->goal == RD_FINISH;
    for (uint32_t host = 0; host < hosts; host++)
        test.speed[host] = 1 / (double)rd_rng_between(rng, 1, cell->most_cost * cell->most_cost);
    return test;
}

/* Returns: the planned time, or NAN if it refuses, with why; the plan, and the CPU time in
 * *ret_cpu_s. */
static double plan_s(const char *name, const struct rd_instance *instance, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_plan *ret_plan, double *ret_cpu_s,
                     struct rd_error *reterr)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    *ret_plan = (struct rd_plan){0};
    double start_s = bench_cpu_s();
    bool planned = rd_algorithm_accepts(algorithm, instance, &options, reterr) &&
                   algorithm->plan(algorithm, instance, &options, arena, scratch, ret_plan, reterr);
    *ret_cpu_s = bench_cpu_s() - start_s;
    return planned ? rd_referee_makespan_s(instance, ret_plan, arena, scratch) : NAN;
}

/* What came of an algorithm's plans. */
struct quality {
    uint32_t count, met;
    double sum, worst, cpu_s;
};

static void add_plan(const char *name, const struct rd_instance *instance, double bound_s,
                     struct rd_arena *scratch, struct quality *quality)
{
    struct rd_arena arena;
    struct rd_plan plan;
    double cpu_s;
    rd_arena_open(&arena, 0);
    double ratio = plan_s(name, instance, &arena, scratch, &plan, &cpu_s, NULL) / bound_s;
    if (!isnan(ratio)) {
        quality->count++;
        quality->met += rd_times_agree(ratio, 1, 1);
        quality->sum += ratio;
        quality->worst = fmax(quality->worst, ratio);
        quality->cpu_s += cpu_s;
    }
    rd_arena_close(&arena);
}

/* The algorithms of a cell: its own, then those for any network. Returns: how many. */
static size_t list_columns(const struct cell *cell, const char *name[COLUMNS])
{
    size_t count = 0;
    while (count < MOST_OWN && cell->own[count]) {
        name[count] = cell->own[count];
        count++;
    }
    name[count++] = cell->steps ? "network-bundled" : "network-planner";
    name[count++] = "network-steady-state";
    return count;
}

static void compare(const struct cell *cell, int times)
{
    const char *name[COLUMNS];
    size_t columns = list_columns(cell, name);
    struct quality quality[COLUMNS] = {0};
    struct rd_rng rng = rd_rng_seeded(5, (uint64_t)(cell - cells));
    int compared = 0;
    for (int i = 0; i < times; i++) {
        struct rd_arena arena, scratch;
        struct rd_bound bound;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct test_instance test = draw(cell, cell->hosts, &rng, &arena);
        if (rd_best_bound(&test.instance, NULL, &arena, &scratch, &bound, NULL) &&
            (rd_bound_has_certificate(&bound) || cell->steps) && bound.seconds > 0) {
            compared++;
            for (size_t k = 0; k < columns; k++)
                add_plan(name[k], &test.instance, bound.seconds, &scratch, &quality[k]);
        }
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    printf("| %s | %s | %s | %d%s |", cell->name, rd_goal_name(cell->goal), costs_name(cell),
           compared, cell->steps ? "*" : "");
    for (size_t k = 0; k < columns; k++)
        if (quality[k].count == 0)
            printf(" |");
        else
            printf(" %.0f %%, %.4f, %.2f, %.3g ms |", 100.0 * quality[k].met / quality[k].count,
                   quality[k].sum / quality[k].count, quality[k].worst,
                   1e3 * quality[k].cpu_s / quality[k].count);
    printf("\n");
    fflush(stdout);
}

/* The head of a table, unless the line before had the same algorithms. */
static void head(const struct cell *cell, const struct cell *before)
{
    const char *name[COLUMNS], *last[COLUMNS];
    size_t columns = list_columns(cell, name);
    bool same = before && list_columns(before, last) == columns;
    for (size_t k = 0; same && k < columns; k++)
        same = strcmp(name[k], last[k]) == 0;
    if (same)
        return;
    printf("\n| network | goal | costs | of |");
    for (size_t k = 0; k < columns; k++)
        printf(" `%s` |", name[k]);
    printf("\n|---|---|---|---|");
    for (size_t k = 0; k < columns; k++)
        printf("---|");
    printf("\n");
}

/* Of the schedules that the algorithm keeps to, if this plan does. */
static double own_bound_s(const char *name, const struct rd_instance *instance,
                          const struct rd_plan *plan, struct rd_arena *arena,
                          struct rd_arena *scratch)
{
    struct rd_bound bound;
    return test_plan_bound(rd_algorithm_named(name), instance, plan, arena, scratch, &bound, NULL)
               ? bound.seconds
               : NAN;
}

/* Planning times by the number of hosts; cubes of 2^10, 2^13, 2^17 and 2^20. */
static void measure_large(const struct cell *cell, const char *name, size_t most_sizes)
{
    static const uint32_t powers[] = {1 << 10, 1 << 13, 1 << 17, 1 << 20};
    bool cube = cell->shape == RD_HYPERCUBE || cell->shape == RD_SHUFFLE_EXCHANGE;
    uint32_t hosts = 1000;
    double cpu_s = 0;
    const char *network = !(cell->shape == RD_HYPERCUBE) ? cell->name
                          : cell->ports == 1             ? "one-port cube"
                                                         : "all-port cube";
    printf("| `%s` | %s | %s | %s |", name, network, rd_goal_name(cell->goal), costs_name(cell));
    size_t sizes = cell->shape == RD_SWITCH ? 1 : most_sizes; /* its links are hosts squared */
    for (size_t i = 0; i < sizes && cpu_s < PATIENCE_S; i++, hosts *= 10) {
        struct rd_arena arena, scratch;
        struct rd_rng rng = rd_rng_seeded(6, hosts);
        struct rd_error error = {0};
        struct rd_plan plan;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct test_instance test = draw(cell, cube ? powers[i] : hosts, &rng, &arena);
        double planned_s = plan_s(name, &test.instance, &arena, &scratch, &plan, &cpu_s, &error);
        if (isnan(planned_s))
            printf(" %s (%.2g s) |", error.message, cpu_s);
        else
            printf(" %.2g s, %.3f |", cpu_s,
                   planned_s / own_bound_s(name, &test.instance, &plan, &arena, &scratch));
        fflush(stdout);
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
        if (isnan(planned_s))
            break;
    }
    printf("\n");
}

int main(int argument_count, char **argument)
{
    int times = argument_count > 1 ? (int)strtol(argument[1], NULL, 10) : 1;
    size_t count = sizeof cells / sizeof *cells;
    for (size_t i = 0; i < count && times > 0; i++) {
        head(&cells[i], i > 0 ? &cells[i - 1] : NULL);
        compare(&cells[i], times * (cells[i].shape == RD_HYPERCUBE ? CUBE_CASES : CASES));
    }
    printf("\n| algorithm | network | goal | costs | 10^3 | 10^4 | 10^5 | 10^6 |\n"
           "|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        bool large = cells[i].shape != RD_HYPERCUBE ||
                     (cells[i].hosts == 64 && cells[i].costs == BY_DIMENSION);
        for (size_t k = 0; large && k < MOST_OWN && cells[i].own[k]; k++)
            if (cells[i].ports != 1 ||
                rd_algorithm_takes_ports(rd_algorithm_named(cells[i].own[k]), RD_ONE_PORT))
                measure_large(&cells[i], cells[i].own[k], times > 0 ? 4 : 1);
    }
    return 0;
}
