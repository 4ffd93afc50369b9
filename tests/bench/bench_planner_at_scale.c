/* Plans of network-planner for heavy flows on large networks, over the port bound: with its flow
 * fixed before the first second (search 0), and soft (the default). The argument: the side of the
 * largest torus; else 32. In the patterns half, the left half holds all and the right half wants as
 * much; in random, 0 to the load for each host, targets permuted. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct yardstick {
    const char *network;
    uint32_t side; /* hosts are side * side; a cube has as many */
    int64_t most_cost, load;
    uint32_t ports; /* 0: all */
    bool half;
};

static int by_ends(const void *left, const void *right)
{
    const struct rd_edge *a = left, *b = right;
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : (a->to > b->to) - (a->to < b->to);
}

static struct rd_topology draw_links(const struct yardstick *yardstick, struct rd_rng *rng,
                                     struct rd_arena *arena)
{
    enum { MOST_DEGREE = 16 };
    uint32_t side = yardstick->side, n = side * side;
    struct rd_edge *edge = rd_take(arena, (size_t)MOST_DEGREE * n, struct rd_edge);
    size_t count = 0, kept = 0;
    int64_t *order = rd_take(arena, n, int64_t);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t ring = 0; ring < 2 && yardstick->network[0] != 'c'; ring++) {
        if (yardstick->network[0] == 'r')
            bench_permute(rng, order, n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t next = ring == 0 ? i / side * side + (i + 1) % side : (i + side) % n;
            if (yardstick->network[0] == 'r')
                next = (i + 1) % n;
            edge[count++] = (struct rd_edge){(uint32_t)order[i], (uint32_t)order[next]};
            edge[count++] = (struct rd_edge){(uint32_t)order[next], (uint32_t)order[i]};
        }
    }
    for (uint32_t bit = 1; bit < n && yardstick->network[0] == 'c'; bit *= 2)
        for (uint32_t i = 0; i < n; i++)
            edge[count++] = (struct rd_edge){i, i ^ bit};
    qsort(edge, count, sizeof *edge, by_ends);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || by_ends(&edge[i - 1], &edge[i]) != 0)
            edge[kept++] = edge[i];
    return test_graph(arena, n, edge, kept);
}

static struct test_instance draw(const struct yardstick *yardstick, uint64_t seed,
                                 struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(seed, 48);
    struct test_instance test = test_instance_on(arena, draw_links(yardstick, &rng, arena), 1);
    uint32_t n = test.instance.topology.host_count;
    test_instance_set_ports(&test, yardstick->ports);
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link].bandwidth_bytes_per_s =
            1 / (double)rd_rng_between(&rng, 1, yardstick->most_cost);
    for (uint32_t host = 0; host < n; host++) {
        bool left = host % yardstick->side < yardstick->side / 2;
        int64_t load = rd_rng_between(&rng, 0, yardstick->load);
        test.load[host] = !yardstick->half ? load : left ? yardstick->load : 0;
        test.target[host] = !yardstick->half ? load : left ? 0 : yardstick->load;
    }
    if (!yardstick->half)
        bench_permute(&rng, test.target, n);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

/* Returns: the planned time; in ret_cpu_s what it took to plan. */
static double plan_s(const struct rd_instance *instance, const char *search, double *ret_cpu_s,
                     struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_algorithm *planner = rd_algorithm_named("network-planner");
    struct rd_option given = {"search", search};
    struct rd_options options = {
        .spec = planner->options, .given = &given, .given_count = 1, .seed = 1};
    struct rd_plan plan = {0};
    double start_s = bench_cpu_s();
    if (!planner->plan(planner, instance, &options, arena, scratch, &plan, NULL))
        bench_stop("network-planner refuses");
    *ret_cpu_s = bench_cpu_s() - start_s;
    return rd_referee_makespan_s(instance, &plan, arena, scratch);
}

static void measure(const struct yardstick *yardstick, uint64_t seed)
{
    rd_arena_own(arena);
    rd_arena_own(scratch);
    struct test_instance test = draw(yardstick, seed, &arena);
    struct rd_network network;
    struct rd_port_bound bound;
    struct rd_port_settings settings = rd_port_settings_usual();
    double start_s = bench_cpu_s(), fixed_cpu_s, soft_cpu_s;
    if (!rd_network_read(&test.instance, &arena, &scratch, &network, NULL) ||
        !rd_port_bound_find(&network, &settings, &arena, &scratch, &bound, NULL))
        bench_stop("no bound");
    double bound_cpu_s = bench_cpu_s() - start_s;
    double fixed_s = plan_s(&test.instance, "0", &fixed_cpu_s, &arena, &scratch);
    double soft_s = plan_s(&test.instance, "50", &soft_cpu_s, &arena, &scratch);
    char ports[12];
    snprintf(ports, sizeof ports, "%" PRIu32, yardstick->ports);
    printf("%-7s %6" PRIu32 " %4" PRId64 " %5" PRId64 " %-6s %-5s %5" PRIu64
           " %9.6g %7.4f %7.4f %7.2f %7.2f %7.2f\n",
           yardstick->network, network.host_count, yardstick->most_cost, yardstick->load,
           yardstick->half ? "half" : "random", yardstick->ports == 0 ? "all" : ports, seed,
           bound.seconds, fixed_s / bound.seconds, soft_s / bound.seconds, bound_cpu_s, fixed_cpu_s,
           soft_cpu_s);
    fflush(stdout);
}

int main(int argument_count, char **argument)
{
    enum { SEEDS = 3 };
    static const struct yardstick yardsticks[] = {
        {"torus", 16, 9, 40, 1, true},  {"torus", 16, 9, 4, 1, true},
        {"torus", 16, 9, 40, 0, true},  {"torus", 16, 9, 40, 2, true},
        {"torus", 16, 1, 40, 1, true},  {"torus", 16, 9, 40, 1, false},
        {"random", 16, 9, 40, 1, true}, {"random", 16, 9, 40, 0, true},
        {"cube", 16, 9, 40, 1, true},   {"cube", 16, 9, 40, 0, true},
        {"torus", 32, 9, 40, 1, true},  {"torus", 64, 9, 40, 1, true},
    };
    uint32_t most_side = argument_count > 1 ? (uint32_t)strtoul(argument[1], NULL, 10) : 32;
    printf("%-7s %6s %4s %5s %-6s %-5s %5s %9s %7s %7s %7s %7s %7s\n", "network", "hosts", "cost",
           "load", "loads", "ports", "seed", "bound, s", "fixed", "soft", "CPU: b.", "fixed",
           "soft");
    for (size_t i = 0; i < sizeof yardsticks / sizeof *yardsticks; i++)
        for (uint64_t seed = 1; seed <= SEEDS && yardsticks[i].side <= most_side; seed++)
            measure(&yardsticks[i], seed);
}
