/* Shapes: who is beside whom by the papers' definitions, and a numbering of links that is one to
 * one, on every shape up to 64 hosts. */
#include "tests/support/cmocka.h"

#include "sim/base/arena.h"
#include "sim/base/rng.h"
#include "sim/model/topology.h"

#include <stdio.h>

enum { MOST_HOSTS = 64 };

/* rotl on d bits, bit by bit: bit b goes to bit b + 1, the highest to bit 0. */
static uint32_t rotated_left(uint32_t host, uint32_t d)
{
    uint32_t rotated = 0;
    for (uint32_t bit = 0; bit < d; bit++)
        if (host >> bit & 1)
            rotated |= UINT32_C(1) << ((bit + 1) % d);
    return rotated;
}

static uint32_t bits_that_differ(uint32_t a, uint32_t b)
{
    uint32_t count = 0;
    for (int bit = 0; bit < 32; bit++)
        count += (a >> bit & 1) != (b >> bit & 1);
    return count;
}

/* The links that a graph was made of. */
static struct rd_edge listed[MOST_HOSTS * MOST_HOSTS];
static size_t listed_count;

static bool is_listed(uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < listed_count; i++)
        if (listed[i].from == from && listed[i].to == to)
            return true;
    return false;
}

static bool are_neighbours(const struct rd_topology *topology, uint32_t from, uint32_t to)
{
    uint32_t n = topology->host_count, d = topology->dimension_count;
    if (from == to)
        return false;
    switch (topology->shape) {
    case RD_RING:
        return (from + 1) % n == to || (topology->direction == RD_TWO_WAY && (to + 1) % n == from);
    case RD_STAR: return from == n - 1 || to == n - 1;
    case RD_HYPERCUBE: return bits_that_differ(from, to) == 1;
    case RD_SHUFFLE_EXCHANGE:
        return (from ^ 1) == to || rotated_left(from, d) == to || rotated_left(to, d) == from;
    case RD_SWITCH:
    case RD_BUS: return true;
    case RD_GRAPH: return is_listed(from, to);
    case RD_SHAPE_COUNT: break;
    }
    return false;
}

/* Every ordered pair of hosts against the definition, every number against its ends. */
static void check_numbering(const struct rd_topology *topology)
{
    uint32_t n = topology->host_count;
    uint64_t link_count = rd_link_count(topology);
    bool seen[MOST_HOSTS * MOST_HOSTS] = {false};
    assert_true(link_count <= sizeof seen);
    uint64_t pairs = 0;
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++) {
            uint64_t link = rd_link_between(topology, from, to);
            if (!are_neighbours(topology, from, to)) {
                assert_true(link == RD_NO_LINK);
                continue;
            }
            assert_true(link < link_count);
            assert_false(seen[link]);
            seen[link] = true;
            pairs++;
            uint32_t back_from = RD_NO_HOST, back_to = RD_NO_HOST;
            assert_true(rd_link_ends(topology, link, &back_from, &back_to));
            assert_int_equal(back_from, from);
            assert_int_equal(back_to, to);
        }
    uint64_t links = 0;
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from = 77, to = 78;
        bool is_link = rd_link_ends(topology, link, &from, &to);
        assert_int_equal(is_link, seen[link]);
        links += is_link;
        if (!is_link)
            assert_true(from == 77 && to == 78);
    }
    assert_true(links == pairs);
    uint32_t from, to;
    assert_false(rd_link_ends(topology, link_count, &from, &to));
    assert_false(rd_link_ends(topology, RD_NO_LINK, &from, &to));
    assert_true(rd_link_between(topology, 0, n) == RD_NO_LINK);
    assert_true(rd_link_between(topology, n, 0) == RD_NO_LINK);
    assert_true(rd_link_between(topology, 0, RD_NO_HOST) == RD_NO_LINK);
    assert_true(rd_link_between(topology, RD_NO_HOST, 0) == RD_NO_LINK);
}

static struct rd_topology make(enum rd_shape shape, enum rd_direction direction, uint32_t n)
{
    struct rd_topology topology;
    struct rd_error error;
    if (!rd_topology_make(shape, direction, n, &topology, &error))
        fail_msg("%s", error.message);
    assert_int_equal(topology.shape, shape);
    assert_int_equal(topology.direction, direction);
    assert_int_equal(topology.host_count, n);
    return topology;
}

static void numbers_links_one_to_one(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST_HOSTS; n++) {
        static const enum rd_shape any_size[] = {RD_STAR, RD_SWITCH, RD_BUS};
        for (size_t i = 0; i < sizeof any_size / sizeof *any_size; i++) {
            if (any_size[i] == RD_STAR && n == 1)
                continue;
            struct rd_topology topology = make(any_size[i], RD_NO_DIRECTION, n);
            assert_int_equal(topology.dimension_count, 0);
            check_numbering(&topology);
        }
        struct rd_topology one_way = make(RD_RING, RD_ONE_WAY, n);
        check_numbering(&one_way);
        struct rd_topology two_way = make(RD_RING, RD_TWO_WAY, n);
        check_numbering(&two_way);
    }
    for (uint32_t d = 0; 1u << d <= MOST_HOSTS; d++) {
        struct rd_topology cube = make(RD_HYPERCUBE, RD_NO_DIRECTION, 1u << d);
        assert_int_equal(cube.dimension_count, d);
        check_numbering(&cube);
        struct rd_topology shuffle = make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 1u << d);
        assert_int_equal(shuffle.dimension_count, d);
        check_numbering(&shuffle);
    }
}

/* Graphs of no links, of all, and of some, which are listed in no order. */
static void numbers_the_links_of_graphs(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    for (uint32_t i = 0; i < 400; i++) {
        uint32_t n = 1 + (uint32_t)rd_rng_below(&rng, 16), of_eight = i % 9;
        listed_count = 0;
        for (uint32_t pair = 0; pair < n * n; pair++)
            if (pair / n != pair % n && rd_rng_below(&rng, 8) < of_eight) {
                size_t place = rd_rng_below(&rng, ++listed_count);
                listed[listed_count - 1] = listed[place];
                listed[place] = (struct rd_edge){pair / n, pair % n};
            }
        struct rd_topology graph;
        struct rd_error error;
        if (!rd_topology_make_graph(n, listed, listed_count, &arena, &graph, &error))
            fail_msg("%s", error.message);
        assert_int_equal(rd_link_count(&graph), listed_count);
        check_numbering(&graph);
        rd_arena_close(&arena);
    }
}

static void refuses_graphs(void **state)
{
    (void)state;
    static const struct rd_edge sound = {0, 1};
    static const struct {
        uint32_t host_count;
        struct rd_edge edge[3];
        size_t edge_count;
        const char *message;
    } cases[] = {
        {0, {{0, 0}}, 0, "0 hosts on a graph: 1 to 1048576 are supported"},
        {1048577, {{0, 0}}, 0, "1048577 hosts on a graph: 1 to 1048576 are supported"},
        {3, {{0, 1}, {1, 3}}, 2, "a link from host 1 to host 3: the graph's hosts are 0 to 2"},
        {3, {{7, 1}}, 1, "a link from host 7 to host 1: the graph's hosts are 0 to 2"},
        {3, {{0, 1}, {2, 2}}, 2, "a link from host 2 to itself: another host is needed"},
        {3, {{2, 1}, {0, 1}, {2, 1}}, 3, "two links from host 2 to host 1: one is accepted"},
    };
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_topology graph = {.host_count = 99};
    struct rd_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(rd_topology_make_graph(cases[i].host_count, cases[i].edge, cases[i].edge_count,
                                            &arena, &graph, &error));
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(graph.host_count, 99);
    }
    /* The limit is looked at before the links are. */
    assert_false(
        rd_topology_make_graph(2, &sound, RD_GRAPH_LINK_LIMIT + 1, &arena, &graph, &error));
    assert_string_equal(error.message, "16777217 links of a graph: at most 16777216 are supported");
    rd_arena_close(&arena);
}

/* The numbers that the header promises. */
static void numbers_links_as_written(void **state)
{
    (void)state;
    struct rd_topology ring = make(RD_RING, RD_TWO_WAY, 5);
    assert_int_equal(rd_link_count(&ring), 10);
    assert_int_equal(rd_link_between(&ring, 4, 0), 4);
    assert_int_equal(rd_link_between(&ring, 0, 4), 5);
    assert_int_equal(rd_link_between(&ring, 3, 2), 8);
    struct rd_topology star = make(RD_STAR, RD_NO_DIRECTION, 4);
    assert_int_equal(rd_link_count(&star), 6);
    assert_int_equal(rd_link_between(&star, 2, 3), 2);
    assert_int_equal(rd_link_between(&star, 3, 2), 5);
    struct rd_topology cube = make(RD_HYPERCUBE, RD_NO_DIRECTION, 8);
    assert_int_equal(rd_link_between(&cube, 5, 1), 5 * 3 + 2);
    struct rd_topology shuffle = make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 8);
    assert_int_equal(rd_link_between(&shuffle, 6, 7), 18); /* exchange */
    assert_int_equal(rd_link_between(&shuffle, 6, 5), 19); /* 110 -> 101 */
    assert_int_equal(rd_link_between(&shuffle, 6, 3), 20); /* 110 -> 011 */
    struct rd_topology one_switch = make(RD_SWITCH, RD_NO_DIRECTION, 6);
    assert_int_equal(rd_link_between(&one_switch, 2, 5), 17);
    static const struct rd_edge edge[] = {{2, 0}, {0, 2}, {2, 1}, {0, 1}};
    struct rd_arena arena;
    struct rd_topology graph;
    rd_arena_open(&arena, 0);
    assert_true(rd_topology_make_graph(3, edge, 4, &arena, &graph, NULL));
    assert_int_equal(rd_link_between(&graph, 0, 1), 0);
    assert_int_equal(rd_link_between(&graph, 0, 2), 1);
    assert_int_equal(rd_link_between(&graph, 2, 0), 2);
    assert_int_equal(rd_link_between(&graph, 2, 1), 3);
    rd_arena_close(&arena);
}

/* A two-way ring of two hosts has one link each way: 'always forward'. */
static void joins_two_hosts_once_each_way(void **state)
{
    (void)state;
    struct rd_topology ring = make(RD_RING, RD_TWO_WAY, 2);
    assert_int_equal(rd_link_count(&ring), 4);
    assert_int_equal(rd_link_between(&ring, 0, 1), 0);
    assert_int_equal(rd_link_between(&ring, 1, 0), 1);
    uint32_t from, to;
    assert_false(rd_link_ends(&ring, 2, &from, &to));
    assert_false(rd_link_ends(&ring, 3, &from, &to));
}

/* On 2^d hosts 0..0 and 1..1 shuffle to themselves; on two hosts and on four the exchange, the
 * shuffle and the unshuffle meet, and the first that fits names the link. */
static void knows_the_shuffles_self_loops(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 6; d++) {
        struct rd_topology shuffle = make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 1u << d);
        uint32_t ones = (1u << d) - 1, from, to;
        for (uint32_t host = 0; host <= ones; host++) {
            assert_int_equal(rd_shuffled(&shuffle, host), rotated_left(host, d));
            assert_int_equal(rd_unshuffled(&shuffle, rd_shuffled(&shuffle, host)), host);
        }
        assert_false(rd_link_ends(&shuffle, 1, &from, &to));
        assert_false(rd_link_ends(&shuffle, 2, &from, &to));
        assert_false(rd_link_ends(&shuffle, 3 * (uint64_t)ones + 1, &from, &to));
        assert_false(rd_link_ends(&shuffle, 3 * (uint64_t)ones + 2, &from, &to));
    }
    struct rd_topology four = make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 4);
    assert_int_equal(rd_link_between(&four, 1, 2), 4); /* 01 -> 10 is shuffle and unshuffle */
    struct rd_topology one = make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 1);
    assert_int_equal(rd_shuffled(&one, 0), 0);
    assert_int_equal(rd_unshuffled(&one, 0), 0);
}

static void lets_only_a_master_relay(void **state)
{
    (void)state;
    for (enum rd_shape shape = 0; shape < RD_GRAPH; shape++) {
        struct rd_topology topology;
        enum rd_direction direction = shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION;
        assert_true(rd_topology_make(shape, direction, 8, &topology, NULL));
        assert_int_equal(rd_relay_host(&topology), shape == RD_STAR ? 7 : RD_NO_HOST);
        assert_int_equal(rd_computing_host_count(&topology), shape == RD_STAR ? 7 : 8);
    }
}

static void refuses_sizes(void **state)
{
    (void)state;
    static const struct {
        enum rd_shape shape;
        enum rd_direction direction;
        uint32_t host_count;
        const char *message; /* NULL: accepted */
    } cases[] = {
        {RD_RING, RD_ONE_WAY, 0, "0 hosts on a ring: 1 to 1048576 are supported"},
        {RD_RING, RD_TWO_WAY, 1048576, NULL},
        {RD_RING, RD_TWO_WAY, 1048577, "1048577 hosts on a ring: 1 to 1048576 are supported"},
        {RD_STAR, RD_NO_DIRECTION, 1, "1 hosts on a star: 2 to 1048576 are supported"},
        {RD_STAR, RD_NO_DIRECTION, 2, NULL},
        {RD_SWITCH, RD_NO_DIRECTION, 8192, NULL},
        {RD_SWITCH, RD_NO_DIRECTION, 8193, "8193 hosts on a switch: 1 to 8192 are supported"},
        {RD_BUS, RD_NO_DIRECTION, UINT32_MAX, "4294967295 hosts on a bus: 1 to 8192 are supported"},
        {RD_HYPERCUBE, RD_NO_DIRECTION, 1048576, NULL},
        {RD_HYPERCUBE, RD_NO_DIRECTION, 6, "6 hosts on a hypercube: a power of two is needed"},
        {RD_HYPERCUBE, RD_NO_DIRECTION, 2097152,
         "2097152 hosts on a hypercube: 1 to 1048576 are supported"},
        {RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 12,
         "12 hosts on a shuffle-exchange: a power of two is needed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_topology topology = {.host_count = 99};
        struct rd_error error = {.code = RD_ERROR_NONE};
        bool made = rd_topology_make(cases[i].shape, cases[i].direction, cases[i].host_count,
                                     &topology, &error);
        assert_int_equal(made, cases[i].message == NULL);
        if (made)
            continue;
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(topology.host_count, 99);
    }
}

static void names_shapes(void **state)
{
    (void)state;
    static const char *const names[] = {"ring",   "star", "hypercube", "shuffle-exchange",
                                        "switch", "bus",  "graph"};
    for (enum rd_shape shape = 0; shape < RD_SHAPE_COUNT; shape++)
        assert_string_equal(rd_shape_name(shape), names[shape]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_links_one_to_one),
        cmocka_unit_test(numbers_the_links_of_graphs),
        cmocka_unit_test(refuses_graphs),
        cmocka_unit_test(numbers_links_as_written),
        cmocka_unit_test(joins_two_hosts_once_each_way),
        cmocka_unit_test(knows_the_shuffles_self_loops),
        cmocka_unit_test(lets_only_a_master_relay),
        cmocka_unit_test(refuses_sizes),
        cmocka_unit_test(names_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
