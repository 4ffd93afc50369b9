/* Edges of a graph that its platform tells: held against the definition on random routes, and on
 * networks whose links are known. */
#include "platform_text.h"

#include "sim/base/rng.h"

#include "tests/support/cmocka.h"

#include <string.h>

enum { MOST_HOSTS = 5, LINKS = 12 };

static struct rd_arena arena;

/* The links of a pair's route, a bit each, those of FATPIPE policy left out. */
static unsigned route[MOST_HOSTS][MOST_HOSTS];

static bool is_direct(uint32_t hosts, unsigned links)
{
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++) {
            unsigned other = route[from][to];
            if (from != to && other != 0 && other != links && (other & ~links) == 0)
                return false;
        }
    return true;
}

static bool is_exclusive(uint32_t hosts, uint32_t from, uint32_t to)
{
    for (uint32_t a = 0; a < hosts; a++)
        for (uint32_t b = 0; b < hosts; b++)
            if (a != b && (a != from || b != to) && (route[a][b] & route[from][to]) &&
                is_direct(hosts, route[a][b]))
                return false;
    return is_direct(hosts, route[from][to]);
}

/* Up to three links a route, now and then one twice; the first two are of FATPIPE policy. */
static struct rd_platform_source random_platform(struct rd_rng *rng, uint32_t hosts)
{
    const char *body = "<zone id='all' routing='Full'>\n";
    uint64_t links = 3 + rd_rng_below(rng, LINKS - 2);
    for (uint32_t host = 0; host < hosts; host++)
        body = rd_arena_print(&arena, "%s<host id='h%u' speed='1f'/>\n", body, host);
    for (uint64_t link = 0; link < links; link++)
        body = rd_arena_print(
            &arena, "%s<link id='l%d' bandwidth='1Bps' latency='0s' sharing_policy='%s'/>\n", body,
            (int)link, link < 2 ? "FATPIPE" : "SHARED");
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++) {
            if (from == to)
                continue;
            route[from][to] = 0;
            body = rd_arena_print(&arena, "%s<route src='h%u' dst='h%u' symmetrical='NO'>", body,
                                  from, to);
            for (uint64_t left = 1 + rd_rng_below(rng, 3); left > 0; left--) {
                uint64_t link = rd_rng_below(rng, links);
                route[from][to] |= link < 2 ? 0 : 1u << link;
                body = rd_arena_print(&arena, "%s<link_ctn id='l%d'/>", body, (int)link);
            }
            body = rd_arena_print(&arena, "%s</route>\n", body);
        }
    return test_platform(rd_arena_print(&arena, "%s</zone>\n", body), &arena);
}

static size_t find(struct rd_platform_source platform, const char *const *name, uint32_t hosts,
                   const struct rd_edge **ret_edge)
{
    static const struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine;
    struct rd_error error;
    size_t count = 0;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error) ||
        !rd_engine_find_edges(engine, name, hosts, RD_EDGES_EXCLUSIVE, &arena, ret_edge, &count,
                              &error))
        fail_msg("%s", error.message);
    rd_engine_close(engine);
    return count;
}

static void test_random_routes(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    size_t found = 0;
    for (int i = 0; i < 150; i++) {
        uint32_t hosts = 1 + (uint32_t)rd_rng_below(&rng, MOST_HOSTS);
        struct rd_platform_source platform = random_platform(&rng, hosts);
        const struct rd_edge *edge;
        size_t count = find(platform, test_host_names(&arena, hosts), hosts, &edge), next = 0;
        for (uint32_t from = 0; from < hosts; from++)
            for (uint32_t to = 0; to < hosts; to++) {
                bool listed = next < count && edge[next].from == from && edge[next].to == to;
                if (from != to)
                    assert_int_equal(listed, is_exclusive(hosts, from, to));
                next += listed;
            }
        assert_int_equal(next, count);
        found += count;
        rd_arena_close(&arena);
    }
    assert_true(found > 100); /* else little was tried */
}

/* 3 x 4 hosts with four neighbours each. */
static void test_a_torus_has_its_neighbours(void **state)
{
    (void)state;
    struct rd_platform_source platform = test_platform(
        "<cluster id='t' prefix='h' suffix='' radical='0-11' speed='1f' bw='1Bps' lat='0s' "
        "topology='TORUS' topo_parameters='3,4' sharing_policy='SPLITDUPLEX'/>\n",
        &arena);
    const struct rd_edge *edge;
    assert_int_equal(find(platform, test_host_names(&arena, 12), 12, &edge), 48);
    for (size_t i = 0; i < 48; i++) {
        uint32_t a = edge[i].from, b = edge[i].to;
        bool one_row = a / 3 == b / 3, one_column = a % 3 == b % 3;
        uint32_t rows = (a / 3 + 4 - b / 3) % 4;
        assert_true(one_row != one_column);
        assert_true(one_row || rows == 1 || rows == 3);
    }
    rd_arena_close(&arena);
}

static void test_a_switch_has_none(void **state)
{
    (void)state;
    const struct rd_edge *edge;
    assert_int_equal(
        find(test_cluster_platform(5, 0, 1, &arena), test_host_names(&arena, 5), 5, &edge), 0);
    rd_arena_close(&arena);
}

static void test_an_end(void **state)
{
    (void)state;
    static const struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_platform_source platform = test_cluster_platform(2, 0, 1, &arena);
    const char *const lost[] = {"h0", "h7"};
    struct rd_engine *engine;
    struct rd_error error;
    const struct rd_edge *edge;
    size_t count;
    assert_true(rd_engine_open(&platform, &settings, &arena, &engine, &error));
    assert_false(rd_engine_find_edges(engine, test_host_names(&arena, 1025), 1025,
                                      RD_EDGES_EXCLUSIVE, &arena, &edge, &count, &error));
    assert_string_equal(error.message,
                        "edges=\"exclusive\" on 1025 hosts: at most 1024 are supported");
    assert_false(
        rd_engine_find_edges(engine, lost, 2, RD_EDGES_EXCLUSIVE, &arena, &edge, &count, &error));
    assert_non_null(strstr(error.message, "h7"));
    rd_engine_close(engine);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_routes),
        cmocka_unit_test(test_a_torus_has_its_neighbours),
        cmocka_unit_test(test_a_switch_has_none),
        cmocka_unit_test(test_an_end),
    };
    rd_arena_open(&arena, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
