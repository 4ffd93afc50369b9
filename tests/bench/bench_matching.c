/* The switch's kernels: assignment, bottleneck and edge colouring, beside general libraries that
 * get the same dense graph, and beside Koenig's alternating paths, since no library colours edges.
 * Processor time; ratios are to our dense kernel, or to our colouring, in the same run. The
 * argument: the most edges that are coloured, 10^6 or 10^7. */
#include "bench.h"
#include "koenig.h"
#include "matching_libraries.h"

#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/edge_colouring.h"
#include "algorithms/kernels/edge_halving.h"
#include "algorithms/kernels/sparse_assignment.h"
#include "algorithms/kernels/sparse_bottleneck.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS_PER_HOST = 20, LIBRARY_COUNT = 3, MOST_HOSTS = 4096 };

/* A library that took longer than this is not asked for the next size. */
#define PATIENCE_S 1.5

/* The table of Koenig's method is left out above this. */
#define TABLE_LIMIT ((int64_t)2 << 30)

static const struct matching_library *const libraries[] = {
#ifdef HAVE_LEMON
    lemon_library,
#endif
#ifdef HAVE_IGRAPH
    igraph_library,
#endif
#ifdef HAVE_GLPK
    glpk_library,
#endif
    NULL,
};

/* 20 items on each host and of each kind, at random; costs of kinds (columns) on hosts (rows). */
struct problem {
    uint32_t n;
    int64_t *volume; /* [n * n] items that a kind's host receives */
    int64_t *steps;  /* [n * n] items that it sends or receives */
    struct rd_sparse kept;
    struct rd_sparse steps_where_kept;
    int64_t *items; /* [n] 20 */
};

static void fill_sparse(struct problem *problem, const int64_t *count, struct rd_arena *arena)
{
    uint32_t n = problem->n;
    uint64_t edges = 0;
    uint64_t *start = rd_take(arena, (size_t)n + 1, uint64_t);
    uint32_t *column = rd_take(arena, (size_t)n * ITEMS_PER_HOST, uint32_t);
    int64_t *kept = rd_take(arena, (size_t)n * ITEMS_PER_HOST, int64_t);
    int64_t *steps = rd_take(arena, (size_t)n * ITEMS_PER_HOST, int64_t);
    for (uint64_t i = 0; i < (uint64_t)n * n; i++) {
        if (i % n == 0)
            start[i / n] = edges;
        if (count[i] == 0)
            continue;
        column[edges] = (uint32_t)(i % n);
        kept[edges] = count[i];
        steps[edges++] = ITEMS_PER_HOST - count[i];
    }
    start[n] = edges;
    problem->kept = (struct rd_sparse){n, start, column, kept};
    problem->steps_where_kept = (struct rd_sparse){n, start, column, steps};
}

static struct problem draw(uint32_t n, struct rd_arena *arena)
{
    struct problem problem = {.n = n};
    struct rd_rng rng = rd_rng_seeded(1, n);
    size_t entries = (size_t)n * n;
    uint32_t *kind = rd_take(arena, (size_t)n * ITEMS_PER_HOST, uint32_t);
    int64_t *count = rd_take(arena, entries, int64_t);
    for (uint32_t item = 0; item < n * ITEMS_PER_HOST; item++) {
        uint32_t other = (uint32_t)rd_rng_below(&rng, item + 1);
        kind[item] = kind[other];
        kind[other] = item / ITEMS_PER_HOST;
    }
    for (uint32_t item = 0; item < n * ITEMS_PER_HOST; item++)
        count[(size_t)(item / ITEMS_PER_HOST) * n + kind[item]]++;
    problem.volume = rd_take(arena, entries, int64_t);
    problem.items = rd_take(arena, n, int64_t);
    for (size_t i = 0; i < entries; i++)
        problem.volume[i] = ITEMS_PER_HOST - count[i];
    problem.steps = problem.volume; /* hosts and kinds are all of 20 items */
    for (uint32_t i = 0; i < n; i++)
        problem.items[i] = ITEMS_PER_HOST;
    fill_sparse(&problem, count, arena);
    return problem;
}

static void print_row(const char *what, const char *who, uint32_t hosts, double seconds,
                      double ours_s)
{
    printf("%-12s %-22s %5" PRIu32 " hosts %12.3f ms %9.2f x ours\n", what, who, hosts,
           1e3 * seconds, seconds / ours_s);
}

/* The least threshold at which a library finds a perfect matching, by bisection: costs are 0 to 20.
 */
static int64_t bisect(const struct matching_library *library, const struct problem *problem)
{
    int64_t low = 0, high = ITEMS_PER_HOST;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (library->match(problem->n, problem->steps, middle) == problem->n)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void ask_libraries(const struct problem *problem, bool assigns, int64_t value, double ours_s,
                          bool *gave_up)
{
    const char *what = assigns ? "assignment" : "bottleneck";
    for (size_t i = 0; libraries[i]; i++)
        for (const struct matching_library *library = libraries[i]; library->name; library++) {
            bool *slow = &gave_up[4 * i + (size_t)(library - libraries[i])];
            if (assigns ? !library->assign : !library->match)
                continue;
            if (slow[LIBRARY_COUNT * 4 * assigns]) {
                printf("%-12s %-22s %5" PRIu32 " hosts  left out: the last size took too long\n",
                       what, library->name, problem->n);
                continue;
            }
            double start = bench_cpu_s();
            int64_t found =
                assigns ? library->assign(problem->n, problem->volume) : bisect(library, problem);
            double took = bench_cpu_s() - start;
            rd_assert(found == value);
            print_row(what, library->name, problem->n, took, ours_s);
            if (!assigns && problem->n == MOST_HOSTS)
                bench_line(ours_s / took, 1, "dense bottleneck, %d hosts, times %s", MOST_HOSTS,
                           library->name);
            slow[LIBRARY_COUNT * 4 * assigns] = took > PATIENCE_S;
        }
}

/* The least time of some repetitions, as many as fit into a tenth of a second. */
#define TIME(seconds, statement)                                                                   \
    do {                                                                                           \
        double first = bench_cpu_s();                                                              \
        seconds = 1e9;                                                                             \
        do {                                                                                       \
            double start = bench_cpu_s();                                                          \
            statement;                                                                             \
            seconds = bench_cpu_s() - start < seconds ? bench_cpu_s() - start : seconds;           \
        } while (bench_cpu_s() - first < 0.1);                                                     \
    } while (0)

static void compare_matchings(uint32_t hosts, bool *gave_up)
{
    struct rd_arena arena, results, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&results, 0);
    rd_arena_open(&scratch, 0);
    struct problem problem = draw(hosts, &arena);
    struct rd_assignment assignment;
    struct rd_bottleneck_assignment bottleneck, sparse_bottleneck;
    struct rd_sparse_assignment sparse;
    double dense_s, sparse_s;
    TIME(dense_s, assignment = rd_assign(hosts, problem.volume, &results, &scratch));
    TIME(sparse_s, sparse = rd_sparse_assign(&problem.kept, NULL, NULL, &results, &scratch));
    rd_assert(assignment.cost == (int64_t)hosts * ITEMS_PER_HOST - sparse.gain);
    print_row("assignment", "redist, dense", hosts, dense_s, dense_s);
    print_row("assignment", "redist, sparse", hosts, sparse_s, dense_s);
    ask_libraries(&problem, true, assignment.cost, dense_s, gave_up);
    TIME(dense_s, bottleneck = rd_bottleneck_assign(hosts, problem.steps, &results, &scratch));
    TIME(sparse_s,
         sparse_bottleneck = rd_sparse_bottleneck_assign(&problem.steps_where_kept, problem.items,
                                                         problem.items, &results, &scratch));
    rd_assert(bottleneck.value == sparse_bottleneck.value);
    print_row("bottleneck", "redist, dense", hosts, dense_s, dense_s);
    print_row("bottleneck", "redist, sparse", hosts, sparse_s, dense_s);
    ask_libraries(&problem, false, bottleneck.value, dense_s, gave_up);
    rd_arena_close(&scratch);
    rd_arena_close(&results);
    rd_arena_close(&arena);
}

/* Edges at random; with `skew`, every second one leaves host 0. */
static struct rd_multigraph draw_graph(uint32_t n, int64_t size, bool skew, struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(2, n);
    int64_t *count = rd_take(arena, (size_t)n * n, int64_t);
    struct rd_multi_edge *edge = rd_take(arena, (size_t)n * n, struct rd_multi_edge);
    struct rd_multigraph graph = {n, 0, edge};
    for (int64_t i = 0; i < size; i++) {
        size_t row = skew && i % 2 == 0 ? 0 : (size_t)rd_rng_below(&rng, n);
        count[row * n + (size_t)rd_rng_below(&rng, n)]++;
    }
    for (size_t i = 0; i < (size_t)n * n; i++)
        if (count[i] > 0)
            edge[graph.edge_count++] =
                (struct rd_multi_edge){(uint32_t)(i / n), (uint32_t)(i % n), count[i]};
    return graph;
}

/* Seconds of one colouring. */
static double colour_s(const struct rd_multigraph *graph, int64_t degree, bool by_paths,
                       struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(arena), scratch_mark = rd_arena_mark(scratch);
    double start = bench_cpu_s();
    int64_t colours = by_paths ? koenig_colours(graph, scratch)
                               : rd_edge_colour(graph, arena, scratch).colour_count;
    double took_s = bench_cpu_s() - start;
    rd_assert(colours == degree);
    rd_arena_rewind(arena, mark);
    rd_arena_rewind(scratch, scratch_mark);
    return took_s;
}

/* The plan's colouring and Koenig's paths, in turn: the median of what ours took of the other. */
static void compare_with_paths(const char *what, const struct rd_multigraph *graph, int64_t degree,
                               struct rd_arena *arena, struct rd_arena *scratch)
{
    enum { PAIRS = 5 };
    double ratio[PAIRS], ours_s = 0, paths_s = 0;
    for (int i = 0; i < PAIRS; i++) {
        ours_s = colour_s(graph, degree, false, arena, scratch);
        paths_s = colour_s(graph, degree, true, arena, scratch);
        ratio[i] = ours_s / paths_s;
    }
    print_row(what, "Koenig's paths", graph->n, paths_s, ours_s);
    if (graph->n == MOST_HOSTS)
        bench_line(bench_median(ratio, PAIRS), 1,
                   "edge colouring, %s edges, %d hosts, times Koenig", what, MOST_HOSTS);
}

static void compare_colourings(uint32_t hosts, int64_t size, bool skew)
{
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_multigraph graph = draw_graph(hosts, size, skew, &arena);
    int64_t degree = rd_multigraph_degree(&graph, &scratch);
    char what[64];
    snprintf(what, sizeof what, "10^%d%s", size == 1000000 ? 6 : 7, skew ? " skewed" : "");
    double ours_s = colour_s(&graph, degree, false, &arena, &scratch);
    print_row(what, "redist, as planned", hosts, ours_s, ours_s);
    double start = bench_cpu_s();
    rd_assert(rd_edge_colour_compact(&graph, &arena, &scratch).colour_count == degree);
    print_row(what, "redist, matchings", hosts, bench_cpu_s() - start, ours_s);
    start = bench_cpu_s();
    rd_assert(rd_edge_halving(&graph, &arena, &scratch).colour_count == degree);
    print_row(what, "redist, halving", hosts, bench_cpu_s() - start, ours_s);
    if (8 * degree * hosts > TABLE_LIMIT)
        printf("%-12s %-22s %5" PRIu32 " hosts  left out: a table of %" PRId64 " MB\n", what,
               "Koenig's paths", hosts, 8 * degree * hosts >> 20);
    else
        compare_with_paths(what, &graph, degree, &arena, &scratch);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
}

int main(int argument_count, char **argument)
{
    int64_t most_edges = argument_count > 1 ? strtoll(argument[1], NULL, 10) : 10000000;
    bool gave_up[2 * LIBRARY_COUNT * 4] = {false};
    setvbuf(stdout, NULL, _IOLBF, 0);
#ifndef HAVE_LEMON
    puts("LEMON is not installed: left out");
#endif
#ifndef HAVE_IGRAPH
    puts("igraph is not installed: left out");
#endif
#ifndef HAVE_GLPK
    puts("GLPK is not installed: left out");
#endif
    puts("20 items a host and a kind; a library's bottleneck is a bisection with its matchings");
    for (uint32_t hosts = 256; hosts <= MOST_HOSTS; hosts *= 4)
        compare_matchings(hosts, gave_up);
    puts("edge colouring of random multigraphs; skewed: every second edge leaves host 0");
    puts("LEMON, igraph and GLPK colour no edges: left out");
    for (int64_t edges = 1000000; edges <= most_edges; edges *= 10)
        for (uint32_t hosts = 64; hosts <= MOST_HOSTS; hosts *= 4)
            compare_colourings(hosts, edges, false);
    compare_colourings(64, 1000000, true);
    compare_colourings(1024, 1000000, true);
    return 0;
}
