/* Plans of network-planner for heavy flows on large networks, over the port bound: with its flow
 * fixed before the first second (search 0), and soft (the default), beside those of the prototype
 * of soft flows (on draws of its own). Arguments: the most hosts (1100); draws of each (3); the
 * network (all). */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum loads {
    HALF,   /* one half of the hosts holds all, the other wants as much */
    RANDOM, /* 0 to the load for each host, targets permuted */
    EACH    /* each host holds a kind, of which every other wants the load */
};
static const char *const loads_name[] = {"half", "random", "each"};

struct yardstick {
    const char *network;
    uint32_t side; /* of a torus, or what says the size otherwise: see `networks` */
    int64_t most_cost, load;
    uint32_t ports; /* 0: all */
    enum loads loads;
    double prototype; /* its time over its bound; 0: not told */
};

/* Links of a network that is drawn; and the hosts in some order. */
struct drawn {
    struct rd_edge *edge;
    size_t count;
    struct rd_rng *rng;
    int64_t *order;
};

static void join(struct drawn *drawn, uint64_t a, uint64_t b)
{
    drawn->edge[drawn->count++] = (struct rd_edge){(uint32_t)a, (uint32_t)b};
    drawn->edge[drawn->count++] = (struct rd_edge){(uint32_t)b, (uint32_t)a};
}

static void join_torus(struct drawn *drawn, uint32_t side)
{
    for (uint32_t i = 0; i < side * side; i++) {
        join(drawn, i, i / side * side + (i + 1) % side);
        join(drawn, i, (i + side) % (side * side));
    }
}

/* Two rings through all hosts. */
static void join_random(struct drawn *drawn, uint32_t n)
{
    for (int ring = 0; ring < 2; ring++) {
        bench_permute(drawn->rng, drawn->order, n);
        for (uint32_t i = 0; i < n; i++)
            join(drawn, (uint64_t)drawn->order[i], (uint64_t)drawn->order[(i + 1) % n]);
    }
}

static void join_ring(struct drawn *drawn, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        join(drawn, i, (i + 1) % n);
}

static void join_cube(struct drawn *drawn, uint32_t dimensions)
{
    for (uint32_t i = 0; i < UINT32_C(1) << dimensions; i++)
        for (uint32_t bit = 1; bit < UINT32_C(1) << dimensions; bit *= 2)
            if (!(i & bit))
                join(drawn, i, i ^ bit);
}

static void join_tree(struct drawn *drawn, uint32_t levels)
{
    for (uint32_t i = 1; i < (UINT32_C(1) << levels) - 1; i++)
        join(drawn, i, (i - 1) / 2);
}

/* So many complete groups of as many hosts, and a link between any two groups. */
static void join_dragonfly(struct drawn *drawn, uint32_t side)
{
    for (uint32_t group = 0; group < side; group++)
        for (uint32_t i = 0; i < side; i++)
            for (uint32_t j = 0; j < i; j++)
                join(drawn, group * side + i, group * side + j);
    for (uint32_t i = 0; i < side; i++)
        for (uint32_t j = 0; j < i; j++)
            join(drawn, i * side + j, j * side + i);
}

static void join_complete(struct drawn *drawn, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            join(drawn, i, j);
}

static uint32_t squared(uint32_t side)
{
    return side * side;
}

static uint32_t as_told(uint32_t hosts)
{
    return hosts;
}

static uint32_t power_of_two(uint32_t dimensions)
{
    return UINT32_C(1) << dimensions;
}

static uint32_t tree_hosts(uint32_t levels)
{
    return (UINT32_C(1) << levels) - 1;
}

static const struct {
    const char *name;
    uint32_t (*hosts)(uint32_t side);
    void (*join)(struct drawn *drawn, uint32_t side);
} networks[] = {
    {"torus", squared, join_torus},       {"random", as_told, join_random},
    {"ring", as_told, join_ring},         {"cube", power_of_two, join_cube},
    {"tree", tree_hosts, join_tree},      {"dragonfly", squared, join_dragonfly},
    {"complete", as_told, join_complete},
};

static size_t network_of(const struct yardstick *yardstick)
{
    size_t i = 0;
    while (strcmp(networks[i].name, yardstick->network) != 0)
        i++;
    return i;
}

static uint32_t host_count(const struct yardstick *yardstick)
{
    return networks[network_of(yardstick)].hosts(yardstick->side);
}

static int by_ends(const void *left, const void *right)
{
    const struct rd_edge *a = left, *b = right;
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : (a->to > b->to) - (a->to < b->to);
}

static struct rd_topology draw_links(const struct yardstick *yardstick, struct rd_rng *rng,
                                     struct rd_arena *arena)
{
    enum { MOST_DEGREE = 64 };
    uint32_t n = host_count(yardstick);
    struct drawn drawn = {.edge = rd_take(arena, (size_t)MOST_DEGREE * n, struct rd_edge),
                          .rng = rng,
                          .order = rd_take(arena, n, int64_t)};
    for (uint32_t i = 0; i < n; i++)
        drawn.order[i] = i;
    networks[network_of(yardstick)].join(&drawn, yardstick->side);
    qsort(drawn.edge, drawn.count, sizeof *drawn.edge, by_ends);
    size_t kept = 0;
    for (size_t i = 0; i < drawn.count; i++)
        if (i == 0 || by_ends(&drawn.edge[i - 1], &drawn.edge[i]) != 0)
            drawn.edge[kept++] = drawn.edge[i];
    return test_graph(arena, n, drawn.edge, kept);
}

/* On a torus and what is drawn like it the halves are of each row. */
static bool is_in_first_half(const struct yardstick *yardstick, uint32_t host)
{
    if (strcmp(yardstick->network, "torus") == 0)
        return host % yardstick->side < yardstick->side / 2;
    return host < host_count(yardstick) / 2;
}

static void draw_loads(const struct yardstick *yardstick, struct rd_rng *rng,
                       struct test_instance *test)
{
    uint32_t n = host_count(yardstick), kinds = yardstick->loads == EACH ? n : 1;
    for (uint32_t host = 0; host < n; host++) {
        int64_t load = yardstick->load, *held = &test->load[(size_t)host * kinds];
        int64_t *wanted = &test->target[(size_t)host * kinds];
        if (yardstick->loads == HALF) {
            bool gives = is_in_first_half(yardstick, host);
            *held = gives ? load : 0;
            *wanted = gives ? 0 : load;
        } else if (yardstick->loads == RANDOM) {
            *held = *wanted = rd_rng_between(rng, 0, load);
        } else {
            held[host] = load * (n - 1);
            for (uint32_t kind = 0; kind < n; kind++)
                wanted[kind] = kind == host ? 0 : load;
        }
    }
    if (yardstick->loads == RANDOM)
        bench_permute(rng, test->target, n);
    /* As many of either half: of an odd number of hosts the last gets nothing. */
    if (yardstick->loads == HALF && n % 2 == 1)
        test->target[n - 1] = 0;
}

static struct test_instance draw(const struct yardstick *yardstick, uint64_t seed,
                                 struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(seed, 48);
    uint32_t kinds = yardstick->loads == EACH ? host_count(yardstick) : 1;
    struct test_instance test = test_instance_on(arena, draw_links(yardstick, &rng, arena), kinds);
    test_instance_set_ports(&test, yardstick->ports);
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link].bandwidth_bytes_per_s =
            1 / (double)rd_rng_between(&rng, 1, yardstick->most_cost);
    draw_loads(yardstick, &rng, &test);
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

/* Returns: the default's time over the bound. */
static double measure(const struct yardstick *yardstick, uint64_t seed)
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
    printf("%-9s %6" PRIu32 " %4" PRId64 " %5" PRId64 " %-6s %-5s %5" PRIu64
           " %9.6g %7.4f %7.4f %7.2f %7.2f %7.2f\n",
           yardstick->network, network.host_count, yardstick->most_cost, yardstick->load,
           loads_name[yardstick->loads], yardstick->ports == 0 ? "all" : ports, seed, bound.seconds,
           fixed_s / bound.seconds, soft_s / bound.seconds, bound_cpu_s, fixed_cpu_s, soft_cpu_s);
    fflush(stdout);
    return soft_s / bound.seconds;
}

/* Prints the mean of all draws beside the prototype. */
static void compare(const struct yardstick *yardstick, uint64_t draws)
{
    double sum = 0;
    for (uint64_t seed = 1; seed <= draws; seed++)
        sum += measure(yardstick, seed);
    if (yardstick->prototype > 0)
        printf("%-9s %51s mean %7.4f, prototype %.3f: %s\n", "", "", sum / (double)draws,
               yardstick->prototype,
               sum / (double)draws <= yardstick->prototype ? "met" : "not met");
    fflush(stdout);
}

int main(int argument_count, char **argument)
{
    static const struct yardstick yardsticks[] = {
        {"torus", 16, 9, 40, 1, HALF, 0},         {"torus", 16, 9, 4, 1, HALF, 1.155},
        {"torus", 16, 9, 40, 0, HALF, 0},         {"torus", 16, 9, 40, 2, HALF, 0},
        {"torus", 16, 1, 40, 1, HALF, 0},         {"torus", 16, 9, 40, 1, RANDOM, 0},
        {"random", 256, 9, 40, 1, HALF, 0},       {"random", 256, 9, 40, 0, HALF, 0},
        {"cube", 8, 9, 40, 1, HALF, 0},           {"cube", 8, 9, 40, 0, HALF, 0},
        {"torus", 8, 9, 1, 1, EACH, 1.095},       {"complete", 24, 9, 4, 1, EACH, 1.077},
        {"dragonfly", 12, 9, 40, 1, HALF, 1.017}, {"torus", 32, 9, 40, 1, HALF, 1.030},
        {"torus", 32, 9, 40, 0, HALF, 1.037},     {"torus", 32, 9, 40, 2, HALF, 1.032},
        {"torus", 32, 9, 400, 1, HALF, 1.017},    {"torus", 32, 9, 4, 1, HALF, 1.164},
        {"torus", 32, 1, 40, 1, HALF, 1},         {"dragonfly", 32, 9, 40, 1, HALF, 1.039},
        {"cube", 10, 9, 40, 1, HALF, 1.075},      {"cube", 10, 9, 40, 0, HALF, 1.017},
        {"random", 1000, 9, 40, 1, HALF, 1.058},  {"random", 1000, 9, 40, 0, HALF, 1.082},
        {"tree", 10, 9, 40, 1, HALF, 1.010},      {"ring", 1000, 9, 4, 1, HALF, 0},
        {"ring", 1000, 9, 40, 1, RANDOM, 0},      {"torus", 64, 9, 40, 1, HALF, 1.085},
        {"torus", 64, 9, 4, 1, HALF, 1.169},      {"torus", 64, 1, 40, 1, HALF, 1},
        {"torus", 64, 9, 40, 0, HALF, 1.101},     {"torus", 64, 9, 80, 1, RANDOM, 1.023},
        {"cube", 12, 9, 40, 1, HALF, 1.034},      {"random", 4000, 9, 40, 1, HALF, 1.025},
        {"torus", 100, 9, 40, 1, HALF, 1.22},
    };
    uint32_t most_hosts = argument_count > 1 ? (uint32_t)strtoul(argument[1], NULL, 10) : 1100;
    uint64_t draws = argument_count > 2 ? strtoul(argument[2], NULL, 10) : 3;
    const char *network = argument_count > 3 ? argument[3] : NULL;
    printf("%-9s %6s %4s %5s %-6s %-5s %5s %9s %7s %7s %7s %7s %7s\n", "network", "hosts", "cost",
           "load", "loads", "ports", "seed", "bound, s", "fixed", "soft", "CPU: b.", "fixed",
           "soft");
    for (size_t i = 0; i < sizeof yardsticks / sizeof *yardsticks; i++)
        if (host_count(&yardsticks[i]) <= most_hosts &&
            (!network || strcmp(network, yardsticks[i].network) == 0))
            compare(&yardsticks[i], draws);
}
