/* Edge colourings of random bipartite multigraphs: proper, with just Delta colours, every edge as
 * often as it counts, edge by edge in two ways and by matchings; and with several ports, as few
 * colours as ports and pairs allow. The argument multiplies the random graphs. */
#include "tests/support/cmocka.h"

#include "algorithms/kernels/edge_paths.h"
#include "algorithms/kernels/port_colouring.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

static uint64_t times = 1;
static uint64_t paths_count; /* graphs that were coloured by paths, too */

enum { MOST_VERTICES = 12 };

/* Degrees from the definition. */
static int64_t greatest_degree(const struct rd_multigraph *graph)
{
    int64_t greatest = 0;
    for (uint32_t vertex = 0; vertex < graph->n; vertex++) {
        int64_t of_row = 0, of_column = 0;
        for (size_t i = 0; i < graph->edge_count; i++) {
            of_row += graph->edge[i].row == vertex ? graph->edge[i].count : 0;
            of_column += graph->edge[i].column == vertex ? graph->edge[i].count : 0;
        }
        greatest = of_row > greatest ? of_row : greatest;
        greatest = of_column > greatest ? of_column : greatest;
    }
    return greatest;
}

static void check_units(const struct rd_multigraph *graph, struct rd_unit_colouring colouring)
{
    int64_t *left = rd_take(&test_arena, graph->edge_count, int64_t);
    uint32_t *row = rd_take(&test_arena, graph->n, uint32_t);
    uint32_t *column = rd_take(&test_arena, graph->n, uint32_t);
    assert_int_equal(colouring.colour_count, greatest_degree(graph));
    for (size_t i = 0; i < graph->edge_count; i++)
        left[i] = graph->edge[i].count;
    for (uint32_t colour = 0; colour < colouring.colour_count; colour++) {
        assert_true(colouring.first[colour] < colouring.first[colour + 1]);
        for (size_t i = colouring.first[colour]; i < colouring.first[colour + 1]; i++) {
            const struct rd_multi_edge *edge = &graph->edge[colouring.edge[i]];
            left[colouring.edge[i]]--;
            assert_int_not_equal(row[edge->row], colour + 1);
            assert_int_not_equal(column[edge->column], colour + 1);
            row[edge->row] = column[edge->column] = colour + 1;
        }
    }
    for (size_t i = 0; i < graph->edge_count; i++)
        assert_int_equal(left[i], 0);
}

static void check_runs(const struct rd_multigraph *graph, struct rd_edge_colouring colouring)
{
    int64_t *left = rd_take(&test_arena, graph->edge_count, int64_t);
    int64_t *row_end = rd_take(&test_arena, graph->n, int64_t);
    int64_t *column_end = rd_take(&test_arena, graph->n, int64_t);
    int64_t end = 0;
    assert_int_equal(colouring.colour_count, greatest_degree(graph));
    for (size_t i = 0; i < graph->edge_count; i++)
        left[i] = graph->edge[i].count;
    for (size_t i = 0; i < colouring.run_count; i++) {
        const struct rd_colour_run *run = &colouring.run[i];
        const struct rd_multi_edge *edge = &graph->edge[run->edge];
        assert_true(run->count > 0);
        assert_true(i == 0 || colouring.run[i - 1].first <= run->first);
        assert_true(row_end[edge->row] <= run->first && column_end[edge->column] <= run->first);
        row_end[edge->row] = column_end[edge->column] = run->first + run->count;
        end = row_end[edge->row] > end ? row_end[edge->row] : end;
        left[run->edge] -= run->count;
    }
    assert_int_equal(end, colouring.colour_count);
    for (size_t i = 0; i < graph->edge_count; i++)
        assert_int_equal(left[i], 0);
}

static void check_matchings(const struct rd_multigraph *graph)
{
    struct rd_edge_colouring colouring = rd_edge_colour_compact(graph, &test_arena, &test_scratch);
    assert_true(colouring.matching_count <= graph->edge_count + 2 * graph->n);
    check_runs(graph, colouring);
}

static void check(const struct rd_multigraph *graph)
{
    struct rd_arena_mark mark = rd_arena_mark(&test_arena);
    struct rd_unit_colouring by_paths;
    check_units(graph, rd_edge_halving(graph, &test_arena, &test_scratch));
    if (rd_edge_paths(graph, &test_arena, &test_scratch, &by_paths)) {
        check_units(graph, by_paths);
        paths_count++;
    }
    check_runs(graph, rd_edge_colour(graph, &test_arena, &test_scratch));
    check_matchings(graph);
    rd_arena_rewind(&test_arena, mark);
}

/* Any number of pairs, pairs listed twice among them, some that count nothing, some a lot. */
static void random_graphs_are_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    static struct rd_multi_edge edge[3 * MOST_VERTICES * MOST_VERTICES];
    for (uint64_t number = 0; number < 10000 * times; number++) {
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, MOST_VERTICES);
        size_t count = (size_t)rd_rng_below(&rng, 3 * (uint64_t)n * n);
        int64_t most = rd_rng_between(&rng, 1, number % 50 == 0 ? 500 : 12);
        for (size_t i = 0; i < count; i++)
            edge[i] = (struct rd_multi_edge){(uint32_t)rd_rng_below(&rng, n),
                                             (uint32_t)rd_rng_below(&rng, n),
                                             rd_rng_between(&rng, 0, most)};
        check(&(struct rd_multigraph){n, count, edge});
    }
    assert_true(paths_count > 5000 * times);
    print_compared("edge colouring, each by two kernels or three", 10000 * times);
}

/* Sums of random permutations: all vertices are heavy all the time. */
static void regular_graphs_are_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    enum { N = 16, MOST_DEGREE = 70 };
    static struct rd_multi_edge edge[N * MOST_DEGREE];
    for (uint32_t degree = 1; degree <= MOST_DEGREE; degree++) {
        for (uint32_t colour = 0; colour < degree; colour++) {
            struct rd_multi_edge *matching = &edge[(size_t)colour * N];
            for (uint32_t row = 0; row < N; row++) {
                uint32_t other = (uint32_t)rd_rng_below(&rng, row + 1);
                matching[row] = (struct rd_multi_edge){row, matching[other].column, 1};
                matching[other].column = row;
                matching[other].row = other;
            }
        }
        check(&(struct rd_multigraph){N, (size_t)degree * N, edge});
    }
}

/* One host that sends nearly everything, one that receives nearly everything, empty ones. */
static void skewed_graphs_are_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(3, 0);
    enum { N = 100 };
    static struct rd_multi_edge edge[3 * N];
    for (int64_t most = 1; most <= 1000; most *= 10) {
        for (uint32_t i = 0; i < N; i++) {
            edge[3 * i] = (struct rd_multi_edge){0, i, rd_rng_between(&rng, 0, most)};
            edge[3 * i + 1] = (struct rd_multi_edge){i, 1, rd_rng_between(&rng, 0, most)};
            edge[3 * i + 2] = (struct rd_multi_edge){(uint32_t)rd_rng_below(&rng, N / 2),
                                                     (uint32_t)rd_rng_below(&rng, N / 2), 1};
        }
        check(&(struct rd_multigraph){N, (size_t)3 * N, edge});
    }
}

static void a_dense_graph_is_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    enum { N = 64 };
    static struct rd_multi_edge edge[N * N];
    for (uint32_t i = 0; i < N * N; i++)
        edge[i] = (struct rd_multi_edge){i / N, i % N, rd_rng_between(&rng, 0, 40)};
    check(&(struct rd_multigraph){N, (size_t)N * N, edge});
}

/* Nearly all pairs of many hosts, in an order of their own: a bit is kept for each, unless one is
 * listed twice. With counts that depend on the distance alone all vertices are heavy all the time.
 */
static void graphs_of_bits_are_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(6, 0);
    enum { N = 257 };
    static struct rd_multi_edge edge[N * N + 1];
    for (int number = 0; number < 4; number++) {
        bool regular = number == 1, twice = number == 2;
        size_t count = 0;
        for (uint32_t row = 0; row < N; row++)
            for (uint32_t far = 0; far < N; far++) {
                uint32_t column = (row + 5 * far) % N;
                int64_t of_pair = regular ? far % 7 : rd_rng_between(&rng, 0, number == 3 ? 90 : 4);
                if (regular || rd_rng_below(&rng, 10) > 0)
                    edge[count++] = (struct rd_multi_edge){row, column, of_pair};
            }
        if (twice)
            edge[count++] = (struct rd_multi_edge){edge[0].row, edge[0].column, 3};
        struct rd_multigraph graph = {N, count, edge};
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        assert_int_equal(rd_weighted_matching_open(&graph, &test_arena).is_dense, !twice);
        check_matchings(&graph);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* So many edges that they are coloured by paths. */
static void a_large_graph_is_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    enum { N = 500, EDGES = 120000 };
    static struct rd_multi_edge edge[EDGES];
    for (uint32_t i = 0; i < EDGES; i++)
        edge[i] = (struct rd_multi_edge){(uint32_t)rd_rng_below(&rng, N),
                                         (uint32_t)rd_rng_below(&rng, N), 1};
    check(&(struct rd_multigraph){N, EDGES, edge});
}

/* A band that goes round, by row and column, where paths are long; and hosts that send little, so
 * that this is not told beforehand. */
static void long_paths_are_given_up(void **state)
{
    (void)state;
    enum { N = 64, DEGREE = 20 };
    static struct rd_multi_edge edge[N * N + N];
    struct rd_multigraph graph = {2 * N, 0, edge};
    struct rd_unit_colouring colouring;
    for (uint32_t i = 0; i < N * N; i++)
        if ((i % N + N - i / N) % N < DEGREE)
            edge[graph.edge_count++] = (struct rd_multi_edge){i / N, i % N, 1};
    for (uint32_t i = 0; i < N; i++)
        edge[graph.edge_count++] = (struct rd_multi_edge){N + i, N + i, 3};
    assert_false(rd_edge_paths(&graph, &test_arena, &test_scratch, &colouring));
    check(&graph);
}

static void nothing_takes_no_colours(void **state)
{
    (void)state;
    struct rd_multi_edge none = {0, 0, 0};
    check(&(struct rd_multigraph){1, 0, NULL});
    check(&(struct rd_multigraph){1, 1, &none});
}

/* Three rows of 10^9 and more: the matchings are as few as for small counts. */
static void huge_counts_are_not_expanded(void **state)
{
    (void)state;
    static const struct rd_multi_edge edge[] = {
        {0, 0, INT64_C(1000000000)},    {0, 1, INT64_C(4000000000000)}, {1, 0, INT64_C(7)},
        {1, 2, INT64_C(4000000000000)}, {2, 2, INT64_C(1000000007)},
    };
    check_matchings(&(struct rd_multigraph){3, 5, edge});
}

/* Least colours from the definition, of the pairs of a matrix. */
static int64_t least_colours(uint32_t n, const int64_t *count, const uint32_t *ports)
{
    int64_t least = 0;
    for (uint32_t vertex = 0; vertex < n; vertex++) {
        int64_t of_row = 0, of_column = 0;
        for (uint32_t other = 0; other < n; other++) {
            of_row += count[vertex * n + other];
            of_column += count[other * n + vertex];
            least = count[vertex * n + other] > least ? count[vertex * n + other] : least;
        }
        int64_t degree = of_row > of_column ? of_row : of_column;
        int64_t colours = (degree + ports[vertex] - 1) / ports[vertex];
        least = colours > least ? colours : least;
    }
    return least;
}

/* At the first colour of each run, which is when most edges meet: nobody has more than its ports,
 * and no pair two. */
static void check_meetings(const struct rd_multigraph *graph, const struct rd_edge_colouring *found,
                           const uint32_t *ports)
{
    for (size_t i = 0; i < found->run_count; i++) {
        const struct rd_colour_run *run = &found->run[i];
        const struct rd_multi_edge *edge = &graph->edge[run->edge];
        uint32_t at_row = 0, at_column = 0, at_pair = 0;
        assert_true(run->count > 0 && run->first + run->count <= found->colour_count);
        assert_true(i == 0 || found->run[i - 1].first <= run->first);
        for (size_t other = 0; other < found->run_count; other++) {
            const struct rd_colour_run *beside = &found->run[other];
            const struct rd_multi_edge *ends = &graph->edge[beside->edge];
            if (run->first < beside->first || run->first >= beside->first + beside->count)
                continue;
            at_row += ends->row == edge->row;
            at_column += ends->column == edge->column;
            at_pair += beside->edge == run->edge;
        }
        assert_true(at_row <= ports[edge->row] && at_column <= ports[edge->column]);
        assert_int_equal(at_pair, 1);
    }
}

static void ports_are_coloured(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    static struct rd_multi_edge edge[MOST_VERTICES * MOST_VERTICES];
    for (uint64_t number = 0; number < 10000 * times; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, MOST_VERTICES), ports[MOST_VERTICES];
        int64_t count[MOST_VERTICES * MOST_VERTICES], left[MOST_VERTICES * MOST_VERTICES];
        uint64_t empty = rd_rng_below(&rng, 4), kinds_of_ports = rd_rng_between(&rng, 1, n);
        int64_t most = rd_rng_between(&rng, 1, number % 50 == 0 ? INT64_C(1) << 40 : 12);
        for (uint32_t vertex = 0; vertex < n; vertex++)
            ports[vertex] = 1 + (uint32_t)rd_rng_below(&rng, kinds_of_ports);
        for (uint32_t i = 0; i < n * n; i++) {
            count[i] = rd_rng_below(&rng, 4) < empty ? 0 : rd_rng_between(&rng, 0, most);
            edge[i] = (struct rd_multi_edge){i / n, i % n, left[i] = count[i]};
        }
        struct rd_multigraph graph = {n, (size_t)n * n, edge};
        struct rd_edge_colouring found = rd_port_colour(&graph, ports, &test_arena, &test_scratch);
        assert_int_equal(found.colour_count, least_colours(n, count, ports));
        check_meetings(&graph, &found, ports);
        for (size_t i = 0; i < found.run_count; i++)
            left[found.run[i].edge] -= found.run[i].count;
        for (uint32_t i = 0; i < n * n; i++)
            assert_int_equal(left[i], 0);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("edge colouring with several ports", 10000 * times);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(ports_are_coloured),           ARENAS_TEST(random_graphs_are_coloured),
        ARENAS_TEST(regular_graphs_are_coloured),  ARENAS_TEST(skewed_graphs_are_coloured),
        ARENAS_TEST(a_dense_graph_is_coloured),    ARENAS_TEST(nothing_takes_no_colours),
        ARENAS_TEST(huge_counts_are_not_expanded), ARENAS_TEST(a_large_graph_is_coloured),
        ARENAS_TEST(long_paths_are_given_up),      ARENAS_TEST(graphs_of_bits_are_coloured),
    };
    times = campaign(argument_count, argument);
    return cmocka_run_group_tests_name("edge_colouring", tests, NULL, NULL);
}
