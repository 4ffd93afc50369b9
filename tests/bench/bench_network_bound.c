/* Time and memory of the bound of any network, with its certificate and the check of it, on tori
 * and random graphs in which each host has four neighbours, costs 1 to C, one port, loads 0 to 100
 * that are to be permuted: as multiples of one pass over the links, and beside libraries that solve
 * the plain linear programme. Each row in a process of its own, whose greatest resident size is its
 * memory. In: the most hosts (10000). Then a two-way ring, whose programme has a solver of its own:
 * beside GLPK. */
#include "bench.h"
#include "network_lp.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/port_bound.h"
#include "algorithms/ring/rational_flow.h"
#include "sim/base/rng.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Above these many hosts a library is not waited for. */
enum { MOST_GLPK_HOSTS = 1100, MOST_CLP_HOSTS = 10000, RING_HOSTS = 1000 };

static int by_ends(const void *a, const void *b)
{
    const struct rd_edge *x = a, *y = b;
    if (x->from != y->from)
        return (x->from > y->from) - (x->from < y->from);
    return (x->to > y->to) - (x->to < y->to);
}

static void shuffle(struct rd_rng *rng, uint32_t *value, uint32_t count)
{
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t other = (uint32_t)rd_rng_below(rng, i + 1), kept = value[i];
        value[i] = value[other];
        value[other] = kept;
    }
}

/* A torus of side * side hosts, or two rings through all of them in random orders. */
static struct rd_topology draw_graph(bool is_torus, uint32_t side, struct rd_rng *rng,
                                     struct rd_arena *arena)
{
    uint32_t n = side * side;
    struct rd_edge *edge = rd_take(arena, 4 * (size_t)n, struct rd_edge);
    uint32_t *order = rd_take(arena, n, uint32_t);
    size_t count = 0, kept = 0;
    for (int ring = 0; ring < 2; ring++) {
        for (uint32_t i = 0; i < n; i++)
            order[i] = i;
        shuffle(rng, order, n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t from = is_torus ? i : order[i], to = order[(i + 1) % n];
            if (is_torus)
                to = ring == 0 ? i / side * side + (i + 1) % side : (i + side) % n;
            edge[count++] = (struct rd_edge){from, to};
            edge[count++] = (struct rd_edge){to, from};
        }
    }
    qsort(edge, count, sizeof *edge, by_ends);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || by_ends(&edge[i - 1], &edge[i]) != 0)
            edge[kept++] = edge[i];
    return test_graph(arena, n, edge, kept);
}

static void draw_costs_and_loads(struct test_instance *test, int64_t most_cost, struct rd_rng *rng,
                                 struct rd_arena *arena)
{
    uint32_t n = test->instance.topology.host_count;
    uint32_t *place = rd_take(arena, n, uint32_t);
    for (uint64_t link = 0; link < rd_link_count(&test->instance.topology); link++)
        test->cost[link].bandwidth_bytes_per_s = 1 / (double)rd_rng_between(rng, 1, most_cost);
    for (uint32_t host = 0; host < n; host++) {
        test->load[host] = rd_rng_between(rng, 0, 100);
        place[host] = host;
    }
    shuffle(rng, place, n);
    for (uint32_t host = 0; host < n; host++)
        test->target[place[host]] = test->load[host];
    test->instance.goal = RD_REACH;
    test->instance.target = test->target;
}

static struct test_instance draw(bool is_torus, uint32_t side, int64_t most_cost,
                                 struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(1, 1);
    struct test_instance test = test_instance_on(arena, draw_graph(is_torus, side, &rng, arena), 1);
    draw_costs_and_loads(&test, most_cost, &rng, arena);
    return test;
}

/* One pass over the links, which reads what both ends hold. */
static double pass_ms(const struct rd_network *network)
{
    enum { REPEATS = 20 };
    volatile double kept = 0;
    double start = bench_cpu_ms();
    for (int i = 0; i < REPEATS; i++) {
        double sum = 0;
        for (uint32_t link = 0; link < network->link_count; link++)
            sum += network->item_s[link] * (double)(network->instance->load[network->from[link]] -
                                                    network->instance->load[network->to[link]]);
        kept = kept + sum;
    }
    return (bench_cpu_ms() - start) / REPEATS;
}

static void print_library(double (*solve)(const struct rd_network *),
                          const struct rd_network *network, uint32_t most_hosts)
{
    if (!solve || network->host_count > most_hosts) {
        printf("%11s %9s", "-", "-");
        return;
    }
    double start = bench_cpu_ms(), seconds = solve(network);
    printf("%11.0f %9.6g", bench_cpu_ms() - start, seconds);
}

/* The plan of network-planner, and what the referee says of it. */
static void print_plan(const struct rd_instance *instance, double pass, double bound_s,
                       struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_algorithm *planner = rd_algorithm_named("network-planner");
    struct rd_options options = {.spec = planner->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    struct rd_verdict verdict;
    double start = bench_cpu_ms();
    if (!rd_algorithm_accepts(planner, instance, &options, &error) ||
        !planner->plan(planner, instance, &options, arena, scratch, &plan, &error)) {
        printf(" %9s %8s %7s %8s %7s", "-", "-", "-", "-", "-");
        return;
    }
    double planned = bench_cpu_ms() - start;
    start = bench_cpu_ms();
    rd_referee_plan(instance, &plan, arena, scratch, NULL, &verdict);
    double judged = bench_cpu_ms() - start;
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        abort();
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(" %9.0f %8.0f %7.5f %8.0f %7ld", planned, planned / pass, verdict.makespan_s / bound_s,
           judged, usage.ru_maxrss / 1024);
}

static void run(bool is_torus, uint32_t side, int64_t most_cost)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = draw(is_torus, side, most_cost, &arena);
    struct rd_network network;
    struct rd_port_bound bound;
    struct rd_price_verdict verdict;
    struct rd_port_settings settings = rd_port_settings_usual();
    if (!rd_network_read(&test.instance, &arena, &scratch, &network, NULL))
        abort();
    double pass = pass_ms(&network), start = bench_cpu_ms();
    if (!rd_port_bound_find(&network, &settings, &arena, &scratch, &bound, NULL))
        abort();
    double found = bench_cpu_ms() - start;
    start = bench_cpu_ms();
    if (!rd_price_certificate_check(&test.instance, bound.certificate, &scratch, &verdict, NULL))
        abort();
    double checked = bench_cpu_ms() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%-7s %7" PRIu32 " %8" PRIu32 " %5" PRId64 " %9.0f %8.0f %8.0f %8.2f %7ld %10.7g %9.2g",
           is_torus ? "torus" : "random", network.host_count, network.link_count, most_cost, found,
           found / pass, checked / pass, checked, usage.ru_maxrss / 1024, bound.seconds,
           bound.flow_s / bound.seconds - 1);
    print_plan(&test.instance, pass, bound.seconds, &arena, &scratch);
#ifdef HAVE_GLPK
    print_library(network_lp_glpk, &network, MOST_GLPK_HOSTS);
#endif
#ifdef HAVE_CLP
    print_library(network_lp_clp, &network, MOST_CLP_HOSTS);
#endif
    printf("\n");
}

#ifdef HAVE_GLPK
/* System 6 over the rationals, of which all other times of two-way rings are made. */
static void compare_ring(void)
{
    enum { REPEATS = 20 };
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, RING_HOSTS, 1);
    struct rd_rng rng = rd_rng_seeded(1, 1);
    draw_costs_and_loads(&test, 10, &rng, &arena);
    struct rd_network network;
    if (!rd_network_read(&test.instance, &arena, &scratch, &network, NULL))
        abort();
    struct rd_rational_optimum optimum;
    double start = bench_cpu_ms();
    for (int i = 0; i < REPEATS; i++) {
        struct rd_two_way ring = rd_two_way_read(&test.instance, &scratch);
        optimum = rd_rational_flow(&ring);
        rd_arena_close(&scratch);
    }
    double ours = (bench_cpu_ms() - start) / REPEATS;
    start = bench_cpu_ms();
    double seconds = network_lp_glpk(&network);
    double theirs = bench_cpu_ms() - start;
    if (!(fabs(seconds / optimum.seconds - 1) < 1e-6))
        abort();
    printf("two-way ring of %d hosts: %.3f ms, GLPK %.0f ms\n", RING_HOSTS, ours, theirs);
    bench_line(ours / theirs, 1, "two-way ring, unequal links, %d hosts, times GLPK", RING_HOSTS);
    rd_arena_close(&arena);
}
#endif

int main(int argument_count, char **argument)
{
    static const uint32_t sides[] = {32, 100, 316};
    static const int64_t costs[] = {1, 10, 1000};
    uint32_t most = argument_count > 1 ? (uint32_t)strtoul(argument[1], NULL, 10) : 10000;
    printf("%-7s %7s %8s %5s %9s %8s %8s %8s %7s %10s %9s", "GRAPH", "HOSTS", "LINKS", "COST",
           "BOUND_MS", "PASSES", "CHECK", "CHECK_MS", "MB", "BOUND_S", "GAP");
    printf(" %9s %8s %7s %8s %7s", "PLAN_MS", "PASSES", "RATIO", "JUDGE_MS", "MB");
#ifdef HAVE_GLPK
    printf("%11s %9s", "GLPK_MS", "GLPK_S");
#endif
#ifdef HAVE_CLP
    printf("%11s %9s", "CLP_MS", "CLP_S");
#endif
    printf("\n");
    for (size_t i = 0; i < sizeof sides / sizeof *sides && sides[i] * sides[i] <= most; i++)
        for (int is_torus = 1; is_torus >= 0; is_torus--)
            for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
                fflush(stdout);
                pid_t child = fork();
                int status = 0;
                if (child == 0) {
                    run(is_torus, sides[i], costs[k]);
                    fflush(stdout);
                    _exit(0);
                }
                if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
                    return 1;
            }
#ifdef HAVE_GLPK
    compare_ring();
#endif
    return 0;
}
