/* Table 1 of Plaxton (1989), and other shapes, by their definitions. */
#include "tests/support/cmocka.h"

#include "sim/model/reach.h"

static struct rd_arena arena;

static void check(const struct rd_topology *topology, uint32_t degree, uint32_t diameter)
{
    struct rd_reach reach = rd_topology_reach(topology, &arena);
    assert_int_equal(reach.degree, degree);
    assert_int_equal(reach.diameter, diameter);
}

static void check_shape(enum rd_shape shape, enum rd_direction direction, uint32_t hosts,
                        uint32_t degree, uint32_t diameter)
{
    struct rd_topology topology;
    assert_true(rd_topology_make(shape, direction, hosts, &topology, NULL));
    check(&topology, degree, diameter);
}

/* Hypercube: degree and diameter log p. Shuffle-exchange: degree 3, diameter 2 log p - 1; with
 * fewer than 8 processors shuffle and unshuffle are one. */
static void table_1(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 10; d++)
        check_shape(RD_HYPERCUBE, RD_NO_DIRECTION, UINT32_C(1) << d, d, d);
    for (uint32_t d = 3; d <= 10; d++)
        check_shape(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, UINT32_C(1) << d, 3, 2 * d - 1);
    check_shape(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 2, 1, 1);
    check_shape(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4, 2, 3);
}

/* A star's master is its last host; a ring of one host has no link. */
static void other_shapes(void **state)
{
    (void)state;
    check_shape(RD_RING, RD_ONE_WAY, 7, 1, 6);
    check_shape(RD_RING, RD_TWO_WAY, 7, 2, 3);
    check_shape(RD_RING, RD_TWO_WAY, 1, 0, 0);
    check_shape(RD_STAR, RD_NO_DIRECTION, 6, 5, 2);
    check_shape(RD_SWITCH, RD_NO_DIRECTION, 5, 4, 1);
    static const struct rd_edge edge[] = {{0, 1}, {1, 2}, {0, 2}};
    struct rd_topology topology;
    assert_true(rd_topology_make_graph(3, edge, 3, &arena, &topology, NULL));
    check(&topology, 2, UINT32_MAX); /* host 2 leads nowhere */
}

static void check_next(const struct rd_topology *topology, uint32_t from, const uint32_t *expected)
{
    struct rd_adjacency links = rd_topology_links(topology, &arena);
    const uint32_t *next = rd_next_hops(&links, topology->host_count, from, &arena);
    assert_memory_equal(next, expected, topology->host_count * sizeof *next);
}

/* The shorter way round a ring; over a star's master; to 7 = 111 on a hypercube the lowest bit
 * first; nowhere from a host without links. */
static void ways_begin_at_the_next_host(void **state)
{
    (void)state;
    struct rd_topology topology;
    assert_true(rd_topology_make(RD_RING, RD_TWO_WAY, 5, &topology, NULL));
    check_next(&topology, 1, (const uint32_t[]){0, 1, 2, 2, 0});
    assert_true(rd_topology_make(RD_STAR, RD_NO_DIRECTION, 4, &topology, NULL));
    check_next(&topology, 1, (const uint32_t[]){3, 1, 3, 3});
    assert_true(rd_topology_make(RD_HYPERCUBE, RD_NO_DIRECTION, 8, &topology, NULL));
    check_next(&topology, 0, (const uint32_t[]){0, 1, 2, 1, 4, 1, 2, 1});
    static const struct rd_edge edge[] = {{0, 1}, {1, 2}};
    assert_true(rd_topology_make_graph(3, edge, 2, &arena, &topology, NULL));
    check_next(&topology, 0, (const uint32_t[]){0, 1, 1});
    check_next(&topology, 2, (const uint32_t[]){RD_NO_HOST, RD_NO_HOST, 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_1),
        cmocka_unit_test(other_shapes),
        cmocka_unit_test(ways_begin_at_the_next_host),
    };
    rd_arena_open(&arena, 0);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
