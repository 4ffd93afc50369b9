/* Linear equations in a network's Laplacian, against sums by hand, and against what the solution
 * adds up to. */
#include "algorithms/graph/laplacian.h"
#include "sim/base/rng.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <math.h>

struct grid {
    struct rd_arena arena;
    struct rd_network network;
    double *weight, *diagonal, *right, *potential;
};

/* Columns of hosts, each linked to the next in its row and in its column, both ways; numbered so
 * that neighbours are far apart. In: parts: columns between which there is no link. */
static struct grid make_grid(uint32_t rows, uint32_t columns, uint32_t parts, struct rd_rng *rng)
{
    struct grid grid = {0};
    rd_arena_open(&grid.arena, 0);
    uint32_t n = rows * columns, *name = rd_take(&grid.arena, n, uint32_t);
    struct rd_edge *edge = rd_take(&grid.arena, 4 * (size_t)n, struct rd_edge);
    size_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = (uint32_t)rd_rng_below(rng, i + 1);
        name[i] = name[other];
        name[other] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool apart = parts > 1 && (i / rows + 1) % (columns / parts) == 0;
        uint32_t next[2] = {i + 1, i + rows};
        bool is_there[2] = {i % rows + 1 < rows, i + rows < n && !apart};
        for (int way = 0; way < 2; way++) {
            if (!is_there[way])
                continue;
            edge[count++] = (struct rd_edge){name[i], name[next[way]]};
            edge[count++] = (struct rd_edge){name[next[way]], name[i]};
        }
    }
    struct test_instance test =
        test_instance_on(&grid.arena, test_graph(&grid.arena, n, edge, count), 1);
    struct test_instance *kept = rd_take(&grid.arena, 1, struct test_instance);
    *kept = test;
    struct rd_error error;
    assert_true(rd_network_read(&kept->instance, &grid.arena, &grid.arena, &grid.network, &error));
    grid.weight = rd_take(&grid.arena, grid.network.link_count, double);
    grid.diagonal = rd_take(&grid.arena, n, double);
    grid.right = rd_take(&grid.arena, n, double);
    grid.potential = rd_take(&grid.arena, n, double);
    for (uint32_t link = 0; link < grid.network.link_count; link++)
        grid.weight[link] = (double)rd_rng_between(rng, 1, 1000);
    return grid;
}

/* The greatest difference between both sides, were the potentials right, beside the right side. */
static double error_of(const struct grid *grid)
{
    const struct rd_network *network = &grid->network;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    double *sum = rd_take(&arena, network->host_count, double), most = 0, greatest = 0;
    for (uint32_t host = 0; host < network->host_count; host++)
        sum[host] = grid->diagonal[host] * grid->potential[host];
    for (uint32_t link = 0; link < network->link_count; link++) {
        double flow = grid->weight[link] *
                      (grid->potential[network->from[link]] - grid->potential[network->to[link]]);
        sum[network->from[link]] += flow;
        sum[network->to[link]] -= flow;
    }
    for (uint32_t host = 0; host < network->host_count; host++) {
        most = fmax(most, fabs(sum[host] - grid->right[host]));
        greatest = fmax(greatest, fabs(grid->right[host]));
    }
    rd_arena_close(&arena);
    return most / greatest;
}

/* A line of three hosts, of weight 2 and 3 both ways together, and 5 from its first host to the
 * last: potentials fall by 5/2 and by 5/3. */
static void test_by_hand(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    static const struct rd_edge edge[] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}};
    static const double weight[] = {0.5, 1.5, 1, 2}, diagonal[3], right[] = {5, 0, -5};
    struct test_instance test = test_instance_on(&arena, test_graph(&arena, 3, edge, 4), 1);
    struct rd_network network;
    struct rd_error error;
    double potential[3];
    assert_true(rd_network_read(&test.instance, &arena, &arena, &network, &error));
    struct rd_laplacian *laplacian = rd_laplacian_factorise(&network, weight, diagonal, 3, &arena);
    assert_non_null(laplacian);
    rd_laplacian_solve(laplacian, right, 1, potential);
    assert_float_equal(potential[0] - potential[1], 2.5, 1e-12);
    assert_float_equal(potential[1] - potential[2], 5.0 / 3, 1e-12);
    rd_arena_close(&arena);
}

/* What flows out of hosts is what was asked for, in each part of a network; with something on the
 * diagonal it need not add up to 0. */
static void test_sums(void **state)
{
    (void)state;
    static const struct {
        uint32_t rows, columns, parts;
        bool leaks;
    } trial[] = {{1, 300, 1, false}, {3, 100, 1, false}, {3, 100, 4, false},
                 {5, 60, 1, true},   {2, 40, 40, true},  {1, 1000, 1, true}};
    struct rd_rng rng = rd_rng_seeded(31, 0);
    for (size_t t = 0; t < sizeof trial / sizeof *trial; t++) {
        struct grid grid = make_grid(trial[t].rows, trial[t].columns, trial[t].parts, &rng);
        uint32_t n = grid.network.host_count;
        /* As much in as out, between two hosts that are linked. */
        for (uint32_t i = 0; i < n; i++) {
            uint32_t link = (uint32_t)rd_rng_below(&rng, grid.network.link_count);
            double items = (double)rd_rng_between(&rng, 1, 100);
            grid.right[grid.network.from[link]] += items;
            grid.right[grid.network.to[link]] -= items;
        }
        for (uint32_t host = 0; trial[t].leaks && host < n; host += 7) {
            grid.diagonal[host] = 0.5;
            grid.right[host] += 3;
        }
        if (trial[t].parts > 1 && trial[t].leaks) /* every part has to leak */
            for (uint32_t host = 0; host < n; host++)
                grid.diagonal[host] = 1;
        struct rd_laplacian *laplacian =
            rd_laplacian_factorise(&grid.network, grid.weight, grid.diagonal, 8, &grid.arena);
        assert_non_null(laplacian);
        rd_laplacian_solve(laplacian, grid.right, 1, grid.potential);
        assert_true(error_of(&grid) < 1e-8);
        rd_arena_close(&grid.arena);
    }
}

/* Every k-th number of an array, and in place. */
static void test_strides(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(31, 1);
    struct grid grid = make_grid(2, 30, 1, &rng);
    double value[3 * 60];
    for (uint32_t host = 0; host < 60; host++)
        grid.diagonal[host] = 1;
    for (int i = 0; i < 3 * 60; i++)
        value[i] = i % 3 == 1 ? (double)rd_rng_between(&rng, -9, 9) : -77;
    struct rd_laplacian *laplacian =
        rd_laplacian_factorise(&grid.network, grid.weight, grid.diagonal, 8, &grid.arena);
    for (uint32_t host = 0; host < 60; host++)
        grid.right[host] = value[3 * host + 1];
    rd_laplacian_solve(laplacian, grid.right, 1, grid.potential);
    rd_laplacian_solve(laplacian, value + 1, 3, value + 1);
    for (int i = 0; i < 3 * 60; i++)
        assert_true(value[i] == (i % 3 == 1 ? grid.potential[i / 3] : -77));
    rd_arena_close(&grid.arena);
}

/* A grid of so many rows needs about as many entries a host, whatever its hosts are called. */
static void test_width(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(31, 2);
    struct grid narrow = make_grid(4, 100, 1, &rng), wide = make_grid(20, 20, 1, &rng);
    assert_non_null(
        rd_laplacian_factorise(&narrow.network, narrow.weight, narrow.diagonal, 6, &narrow.arena));
    assert_null(rd_laplacian_factorise(&wide.network, wide.weight, wide.diagonal, 6, &wide.arena));
    rd_arena_close(&narrow.arena);
    rd_arena_close(&wide.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_strides),
        cmocka_unit_test(test_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
