/* Pairs of hosts that have a route, on platforms where others have none: SimGrid says so in some
 * zones, and ends its process in others. Held against what the platforms were drawn with. */
#include "platform_text.h"

#include "sim/base/rng.h"

#include "tests/support/cmocka.h"

enum { MOST_HOSTS = 6 };

static struct rd_arena arena;

static bool leads[MOST_HOSTS][MOST_HOSTS];

static void forget_ways(void)
{
    for (uint32_t from = 0; from < MOST_HOSTS; from++)
        for (uint32_t to = 0; to < MOST_HOSTS; to++)
            leads[from][to] = from == to;
}

/* Warshall's closure: whoever looks for paths finds all there are. */
static void follow_paths(void)
{
    for (uint32_t by = 0; by < MOST_HOSTS; by++)
        for (uint32_t from = 0; from < MOST_HOSTS; from++)
            for (uint32_t to = 0; to < MOST_HOSTS; to++)
                leads[from][to] |= leads[from][by] && leads[by][to];
}

static void assert_found(const char *body, uint32_t hosts)
{
    static const struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_platform_source platform = test_platform(body, &arena);
    struct rd_engine *engine;
    struct rd_error error;
    const struct rd_edge *edge;
    size_t count = 0, next = 0;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error) ||
        !rd_engine_find_edges(engine, test_host_names(&arena, hosts), hosts, RD_EDGES_ROUTES,
                              &arena, &edge, &count, &error))
        fail_msg("%s", error.message);
    rd_engine_close(engine);
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++) {
            bool listed = next < count && edge[next].from == from && edge[next].to == to;
            assert_int_equal(listed, from != to && leads[from][to]);
            next += listed;
        }
    assert_int_equal(next, count);
}

static const char *hosts_and_link(uint32_t hosts, const char *routing)
{
    const char *body = rd_arena_print(&arena, "<zone id='all' routing='%s'>\n", routing);
    for (uint32_t host = 0; host < hosts; host++)
        body = rd_arena_print(&arena, "%s<host id='h%u' speed='1f'/>\n", body, host);
    return rd_arena_print(&arena, "%s<link id='l' bandwidth='1Bps' latency='0s'/>\n", body);
}

/* A third of the pairs have a route each way, by itself. */
static void test_drawn_routes(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int i = 0; i < 60; i++) {
        bool floyd = i % 2 == 1;
        uint32_t hosts = 1 + (uint32_t)rd_rng_below(&rng, MOST_HOSTS);
        const char *body = hosts_and_link(hosts, floyd ? "Floyd" : "Full");
        forget_ways();
        for (uint32_t from = 0; from < hosts; from++)
            for (uint32_t to = 0; to < hosts; to++) {
                if (from == to || rd_rng_below(&rng, 3) > 0)
                    continue;
                leads[from][to] = true;
                body = rd_arena_print(&arena,
                                      "%s<route src='h%u' dst='h%u' symmetrical='NO'>"
                                      "<link_ctn id='l'/></route>\n",
                                      body, from, to);
            }
        if (floyd)
            follow_paths();
        assert_found(rd_arena_print(&arena, "%s</zone>\n", body), hosts);
        rd_arena_close(&arena);
    }
}

/* h0 and h1 in one zone, h2 and h3 in another, with no way between: "Bad gateways". */
static void test_zones_apart(void **state)
{
    (void)state;
    forget_ways();
    leads[0][1] = leads[1][0] = leads[2][3] = leads[3][2] = true;
    static const char *const routings[] = {"Full", "Floyd"};
    for (size_t i = 0; i < 2; i++) {
        assert_found(rd_arena_print(&arena,
                                    "<zone id='all' routing='%s'><zone id='a' routing='Full'>"
                                    "<host id='h0' speed='1f'/><host id='h1' speed='1f'/>"
                                    "<link id='l' bandwidth='1Bps' latency='0s'/>"
                                    "<route src='h0' dst='h1'><link_ctn id='l'/></route></zone>"
                                    "<cluster id='b' prefix='h' suffix='' radical='2-3' speed='1f' "
                                    "bw='1Bps' lat='0s'/></zone>\n",
                                    routings[i]),
                     4);
        rd_arena_close(&arena);
    }
}

/* Where no route can be. And by coordinates alone: h1 and h2 have some, h0 has none. */
static void test_zones_without_routes(void **state)
{
    (void)state;
    forget_ways();
    static const char *const routings[] = {"None", "Full"};
    for (size_t i = 0; i < 2; i++)
        assert_found(rd_arena_print(&arena, "%s</zone>\n", hosts_and_link(3, routings[i])), 3);
    leads[1][2] = leads[2][1] = true;
    assert_found("<zone id='all' routing='Vivaldi'><host id='h0' speed='1f'/>"
                 "<host id='h1' speed='1f' coordinates='0 0 0'/>"
                 "<host id='h2' speed='1f' coordinates='1 2 3'/></zone>\n",
                 3);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn_routes),
        cmocka_unit_test(test_zones_apart),
        cmocka_unit_test(test_zones_without_routes),
    };
    rd_arena_open(&arena, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
