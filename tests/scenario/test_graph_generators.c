/* Generated graphs held against what they are by definition, and what cannot be generated. */
#include "sim/base/rng.h"
#include "sim/platform/platform_generator.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static struct rd_arena arena;

static struct rd_topology make(const struct rd_graph_request *request, uint32_t hosts,
                               uint64_t seed)
{
    struct rd_topology topology;
    struct rd_error error;
    if (!rd_graph_generate(request, hosts, seed, &arena, &topology, &error))
        fail_msg("%s", error.message);
    assert_int_equal(topology.shape, RD_GRAPH);
    assert_int_equal(topology.host_count, hosts);
    return topology;
}

static uint32_t place_of(const struct rd_graph_request *request, uint32_t host, uint32_t dimension)
{
    for (uint32_t i = 0; i < dimension; i++)
        host /= request->radix[i];
    return host % request->radix[dimension];
}

/* Neighbours differ by one step in one dimension; on a torus the last and the first are a step
 * apart, too. One way: a step up. */
static bool are_neighbours(const struct rd_graph_request *request, uint32_t from, uint32_t to)
{
    uint32_t differ = 0, steps = 0;
    for (uint32_t i = 0; i < request->dimension_count; i++) {
        uint32_t radix = request->radix[i];
        uint32_t a = place_of(request, from, i), b = place_of(request, to, i);
        differ += a != b;
        bool up = a + 1 == b || (request->kind == RD_TORUS && a + 1 == radix && b == 0);
        bool down = b + 1 == a || (request->kind == RD_TORUS && b + 1 == radix && a == 0);
        steps += a != b && (up || (down && !request->one_way));
    }
    return differ == 1 && steps == 1;
}

static void test_tori_and_meshes(void **state)
{
    static const char *const dimensions[] = {"1",   "2",     "3",   "7",     "2x2",      "3x4",
                                             "1x5", "4x4x2", "2x1", "5x2x3", "2x2x2x2x2"};
    (void)state;
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
        for (int variant = 0; variant < 3; variant++) {
            struct rd_graph_request request = {.kind = variant == 2 ? RD_MESH : RD_TORUS,
                                               .one_way = variant == 1};
            uint32_t hosts;
            assert_true(rd_dimensions_read(dimensions[i], &request, &hosts, NULL));
            struct rd_topology topology = make(&request, hosts, 1);
            for (uint32_t from = 0; from < hosts; from++)
                for (uint32_t to = 0; to < hosts; to++)
                    if (are_neighbours(&request, from, to) !=
                        (rd_link_between(&topology, from, to) != RD_NO_LINK))
                        fail_msg("%s, variant %d: %u > %u", dimensions[i], variant, from, to);
            rd_arena_close(&arena);
        }
}

static void test_dimensions_that_are_none(void **state)
{
    static const char *const wrong[] = {"",
                                        "x",
                                        "4x",
                                        "x4",
                                        "4x0",
                                        "4xx4",
                                        "4 x 4",
                                        "-1",
                                        "1048577",
                                        "4x4.5",
                                        "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"};
    struct rd_graph_request request;
    struct rd_error error;
    uint32_t hosts = 77;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(rd_dimensions_read(wrong[i], &request, &hosts, &error));
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_non_null(strstr(error.message, "numbers from 1 to 1048576, such as 8x8"));
    }
    assert_false(rd_dimensions_read("1024x1025", &request, &hosts, &error));
    assert_string_equal(
        error.message,
        "dimensions \"1024x1025\": more than 1048576 hosts: at most that many are supported");
    assert_int_equal(hosts, 77);
    assert_true(rd_dimensions_read("1024x1024", &request, &hosts, &error));
    assert_int_equal(hosts, 1048576);
}

/* Every host but the first has one neighbour before it. */
static void test_trees(void **state)
{
    (void)state;
    for (uint32_t arity = 0; arity <= 4; arity++)
        for (uint32_t hosts = 1; hosts <= 40; hosts++) {
            struct rd_graph_request request = {.kind = RD_TREE, .arity = arity};
            struct rd_topology tree = make(&request, hosts, hosts);
            assert_int_equal(rd_link_count(&tree), 2 * (hosts - 1));
            for (uint32_t host = 1; host < hosts; host++) {
                uint32_t before = 0;
                for (uint32_t other = 0; other < host; other++)
                    if (rd_link_between(&tree, host, other) != RD_NO_LINK) {
                        assert_true(rd_link_between(&tree, other, host) != RD_NO_LINK);
                        assert_true(arity == 0 || other == (host - 1) / arity);
                        before++;
                    }
                assert_int_equal(before, 1);
            }
            rd_arena_close(&arena);
        }
}

/* A parent drawn among k hosts is the first one of them once in k. */
static void test_random_trees_are_drawn_evenly(void **state)
{
    enum { DRAWN = 4000 };
    struct rd_graph_request request = {.kind = RD_TREE};
    int first = 0;
    (void)state;
    for (uint64_t seed = 0; seed < DRAWN; seed++) {
        struct rd_topology tree = make(&request, 5, seed);
        first += rd_link_between(&tree, 4, 0) != RD_NO_LINK;
        rd_arena_close(&arena);
    }
    /* 1000 expected, standard deviation 27. */
    assert_in_range(first, 890, 1110);
}

static uint32_t count_reached(const struct rd_topology *topology)
{
    bool seen[64] = {true};
    uint32_t queue[64] = {0}, count = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t to = 0; to < topology->host_count; to++)
            if (!seen[to] && rd_link_between(topology, queue[i], to) != RD_NO_LINK) {
                seen[to] = true;
                queue[count++] = to;
            }
    return count;
}

static void test_random_regular_graphs(void **state)
{
    int made = 0;
    (void)state;
    for (uint32_t hosts = 1; hosts <= 30; hosts++)
        for (uint32_t degree = 0; degree < hosts; degree++) {
            struct rd_graph_request request = {.kind = RD_RANDOM_REGULAR, .degree = degree};
            if (hosts * degree % 2 != 0 || (degree < 2 && hosts != degree + 1))
                continue;
            struct rd_topology graph = make(&request, hosts, hosts + 100 * degree);
            assert_int_equal(rd_link_count(&graph), hosts * degree);
            for (uint32_t from = 0; from < hosts; from++) {
                uint32_t neighbours = 0;
                for (uint32_t to = 0; to < hosts; to++) {
                    bool joined = rd_link_between(&graph, from, to) != RD_NO_LINK;
                    assert_true(joined == (rd_link_between(&graph, to, from) != RD_NO_LINK));
                    neighbours += joined;
                }
                assert_int_equal(neighbours, degree);
            }
            assert_int_equal(count_reached(&graph), hosts);
            rd_arena_close(&arena);
            made++;
        }
    assert_true(made > 300);
}

/* Of 6 hosts with three neighbours each: two threes that are joined across, or a prism. What is
 * left out of the first are two triangles, of the second a ring. Joining free ends of degree 2, any
 * that may be joined as likely as any others, and again where that gets stuck, gives triangles 298
 * times in 2025, worked out over all orders; 10 times in 70 would be even. */
static void test_random_regular_graphs_are_drawn_nearly_evenly(void **state)
{
    enum { DRAWN = 7000 };
    struct rd_graph_request request = {.kind = RD_RANDOM_REGULAR, .degree = 3};
    int bipartite = 0;
    (void)state;
    for (uint64_t seed = 0; seed < DRAWN; seed++) {
        struct rd_topology graph = make(&request, 6, seed);
        uint32_t triangles = 0;
        for (uint32_t a = 0; a < 6; a++)
            for (uint32_t b = a + 1; b < 6; b++)
                for (uint32_t c = b + 1; c < 6; c++)
                    triangles += rd_link_between(&graph, a, b) != RD_NO_LINK &&
                                 rd_link_between(&graph, b, c) != RD_NO_LINK &&
                                 rd_link_between(&graph, a, c) != RD_NO_LINK;
        bipartite += triangles == 0;
        rd_arena_close(&arena);
    }
    /* 1030 expected, standard deviation 30. */
    assert_in_range(bipartite, 910, 1150);
}

static void test_the_same_seed_gives_the_same(void **state)
{
    struct rd_graph_request request = {.kind = RD_RANDOM_REGULAR, .degree = 4};
    (void)state;
    struct rd_topology one = make(&request, 50, 1), again = make(&request, 50, 1);
    struct rd_topology other = make(&request, 50, 2);
    assert_memory_equal(one.adjacency->to, again.adjacency->to, 200 * sizeof(uint32_t));
    assert_memory_not_equal(one.adjacency->to, other.adjacency->to, 200 * sizeof(uint32_t));
    rd_arena_close(&arena);
}

static void test_degrees_that_no_graph_has(void **state)
{
    static const uint32_t wrong[][2] = {{5, 5}, {5, 3}, {4, 1}, {3, 0}, {1, 1}, {2, 2}, {2, 0}};
    struct rd_topology topology;
    struct rd_error error;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rd_graph_request request = {.kind = RD_RANDOM_REGULAR, .degree = wrong[i][1]};
        assert_false(rd_graph_generate(&request, wrong[i][0], 1, &arena, &topology, &error));
        assert_string_equal(
            error.message, rd_arena_print(&arena,
                                          "degree %u of %u hosts: from 2 to hosts - 1 is accepted, "
                                          "and it must be even if the number of hosts is odd",
                                          wrong[i][1], wrong[i][0]));
    }
    struct rd_graph_request request = {.kind = RD_RANDOM_REGULAR, .degree = 1000};
    assert_false(rd_graph_generate(&request, 1000000, 1, &arena, &topology, &error));
    assert_string_equal(error.message,
                        "1000000000 links of a graph: at most 16777216 are supported");
    rd_arena_close(&arena);
}

static bool read_list(const char *text, bool both, struct rd_edge_list *list, uint32_t *hosts,
                      struct rd_error *error)
{
    return rd_edge_list_read("e.txt", text, strlen(text), both, &arena, list, hosts, error);
}

static void test_listed_links(void **state)
{
    struct rd_edge_list list;
    struct rd_error error;
    uint32_t hosts;
    (void)state;
    assert_true(read_list("# a graph\n\n2 0\t1.5 0.25\r\n  0 7\n# and\n0 2 3", false, &list, &hosts,
                          &error));
    assert_int_equal(hosts, 8);
    assert_int_equal(list.count, 3);
    assert_true(list.link[0].edge.from == 0 && list.link[0].edge.to == 2);
    assert_true(list.link[0].cost == 3 && isnan(list.link[0].latency) && list.link[0].line == 6);
    assert_true(list.link[1].edge.from == 0 && list.link[1].edge.to == 7);
    assert_true(isnan(list.link[1].cost));
    assert_true(list.link[2].edge.from == 2 && list.link[2].cost == 1.5);
    assert_true(list.link[2].latency == 0.25);
    assert_true(read_list("0 1 4\n2 1\n", true, &list, &hosts, &error));
    assert_int_equal(list.count, 4);
    assert_true(list.link[1].edge.from == 1 && list.link[1].edge.to == 0);
    assert_true(list.link[1].cost == 4);
    rd_arena_close(&arena);
}

static void test_links_listed_wrongly(void **state)
{
    static const struct {
        const char *text;
        bool both;
        int line;
        const char *message;
    } cases[] = {
        {"", false, 1, "no links: a line for each is needed"},
        {"# none\n\n", false, 1, "no links: a line for each is needed"},
        {"0 1\n2", false, 2, "the line ends: a host from 0 to 1048575 is accepted"},
        {"0 h1\n", false, 1, "\"h1\": a host from 0 to 1048575 is accepted"},
        {"0 1048576\n", false, 1, "\"1048576\": a host from 0 to 1048575 is accepted"},
        {"-1 0\n", false, 1, "\"-1\": a host from 0 to 1048575 is accepted"},
        {"0 1 x\n", false, 1,
         "\"x\": 0, or a number of seconds from 1e-18 to 1e+15, is "
         "accepted"},
        {"0 1 1 -2\n", false, 1,
         "\"-2\": 0, or a number of seconds from 1e-18 to 1e+15, is "
         "accepted"},
        {"0 1 nan\n", false, 1,
         "\"nan\": 0, or a number of seconds from 1e-18 to 1e+15, is "
         "accepted"},
        {"0 1 1 2 3\n", false, 1, "\"3\": a line FROM TO [COST [LATENCY]] is accepted"},
        {"0 1\n1 1\n", false, 2, "a link from host 1 to itself: another host is needed"},
        {"0 1\n1 0\n\n0 1 2\n", false, 4,
         "a link from host 0 to host 1 a second time (first on line 1): each is accepted once"},
        {"0 1\n1 0\n", true, 2,
         "a link from host 0 to host 1 a second time (first on line 1): each is accepted once"},
    };
    struct rd_edge_list list;
    struct rd_error error;
    uint32_t hosts;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(read_list(cases[i].text, cases[i].both, &list, &hosts, &error));
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_string_equal(error.path, "e.txt");
        assert_int_equal(error.line, cases[i].line);
        assert_string_equal(error.message, cases[i].message);
        rd_arena_close(&arena);
    }
}

static struct rd_platform_request ask(enum rd_graph_kind kind, uint32_t hosts, const char *cost)
{
    return (struct rd_platform_request){.shape = RD_GRAPH,
                                        .graph = {.kind = kind, .arity = 2},
                                        .host_count = hosts,
                                        .cost = cost,
                                        .latency = "0",
                                        .compute = "0",
                                        .seed = 1};
}

/* Costs go by sender, then receiver; what the file says comes before them, and a factor of the
 * bandwidth after. */
static void test_costs_of_links(void **state)
{
    struct rd_edge_list list;
    struct rd_error error;
    struct rd_generated_platform platform;
    (void)state;
    struct rd_platform_request request = ask(RD_LISTED_GRAPH, 3, "list 1 2 4");
    assert_true(read_list("1 0 8\n2 1\n0 2\n", false, &list, &request.host_count, &error));
    request.graph.list = &list;
    request.bandwidth_scale = 2;
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_int_equal(rd_link_count(&platform.topology), 3);
    assert_non_null(strstr(platform.text, "id=\"h0>h2\" bandwidth=\"2Bps\""));
    assert_non_null(strstr(platform.text, "id=\"h1>h0\" bandwidth=\"0.25Bps\""));
    assert_non_null(strstr(platform.text, "id=\"h2>h1\" bandwidth=\"0.5Bps\""));
    rd_arena_close(&arena);
}

/* A way back costs what the way there does; but where the file says otherwise. */
static void test_symmetric_costs(void **state)
{
    struct rd_edge_list list;
    struct rd_error error;
    struct rd_generated_platform platform;
    (void)state;
    struct rd_platform_request request = ask(RD_LISTED_GRAPH, 3, "list 2 5");
    assert_true(read_list("0 1\n1 0\n1 2\n2 1 10\n", false, &list, &request.host_count, &error));
    request.graph.list = &list;
    request.symmetric = true;
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_non_null(strstr(platform.text, "id=\"h0>h1\" bandwidth=\"0.5Bps\""));
    assert_non_null(strstr(platform.text, "id=\"h1>h0\" bandwidth=\"0.5Bps\""));
    assert_non_null(strstr(platform.text, "id=\"h1>h2\" bandwidth=\"0.2Bps\""));
    assert_non_null(strstr(platform.text, "id=\"h2>h1\" bandwidth=\"0.1Bps\""));
    rd_arena_close(&arena);
}

/* Above 4096 hosts a graph is drawn, not written: link by link at what the file would say. */
static void test_large_graphs_are_drawn(void **state)
{
    struct rd_error error;
    struct rd_even_platform even;
    struct rd_generated_platform written;
    struct rd_platform_request request = ask(RD_TREE, 4096, "uniform 1 9");
    (void)state;
    assert_false(rd_platform_stays_unwritten(&request, &arena));
    assert_true(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_true(rd_platform_generate(&request, &arena, &written, &error));
    assert_false(even.costs_equal);
    uint64_t link = rd_link_between(&even.topology, 0, 2);
    const char *line = strstr(written.text, "id=\"h0>h2\"");
    char bandwidth[64];
    snprintf(bandwidth, sizeof bandwidth, "bandwidth=\"%.15gBps\"",
             even.link_cost[link].bandwidth_bytes_per_s);
    assert_memory_equal(line + strlen("id=\"h0>h2\" "), bandwidth, strlen("bandwidth=\"0.111"));
    request.host_count = 4097;
    assert_true(rd_platform_stays_unwritten(&request, &arena));
    assert_true(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_false(rd_platform_generate(&request, &arena, &written, &error));
    assert_non_null(strstr(error.message, "4097 hosts on a generated tree: at most 4096"));
    request.profile = "steps 1 1 2";
    assert_false(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_string_equal(error.message,
                        "links that vary, of 4097 hosts: at most 4096 hosts are simulated");
    request.profile = NULL;
    request.cost = "0";
    assert_false(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_string_equal(error.message,
                        "cost 0 and latency 0 on link h0>h1: one of them above 0 is needed");
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tori_and_meshes),
        cmocka_unit_test(test_dimensions_that_are_none),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_random_trees_are_drawn_evenly),
        cmocka_unit_test(test_random_regular_graphs),
        cmocka_unit_test(test_random_regular_graphs_are_drawn_nearly_evenly),
        cmocka_unit_test(test_the_same_seed_gives_the_same),
        cmocka_unit_test(test_degrees_that_no_graph_has),
        cmocka_unit_test(test_listed_links),
        cmocka_unit_test(test_links_listed_wrongly),
        cmocka_unit_test(test_costs_of_links),
        cmocka_unit_test(test_symmetric_costs),
        cmocka_unit_test(test_large_graphs_are_drawn),
    };
    rd_arena_open(&arena, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
