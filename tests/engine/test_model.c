/* What a platform costs: routes, shared links, and how long a transfer lasts in both models. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include "sim/base/rng.h"

#include <math.h>
#include <string.h>

static struct rd_arena arena;

static int open_arena(void **state)
{
    (void)state;
    rd_arena_open(&arena, 0);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    rd_arena_close(&arena);
    return 0;
}

/* A platform of hosts h0, h1, ... with these links and routes. */
static struct rd_engine *open_full(enum rd_network_model model, uint32_t host_count,
                                   const char *links_and_routes)
{
    char *hosts = rd_arena_print(&arena, "<zone id='all' routing='Full'>\n");
    for (uint32_t host = 0; host < host_count; host++)
        hosts = rd_arena_print(&arena, "%s<host id='h%u' speed='%uf'/>\n", hosts, host, host + 1);
    struct rd_platform_source platform =
        test_platform(rd_arena_print(&arena, "%s%s</zone>\n", hosts, links_and_routes), &arena);
    struct rd_engine_settings settings = {.model = model};
    struct rd_engine *engine;
    struct rd_error error;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error))
        fail_msg("%s", error.message);
    return engine;
}

static struct rd_platform_costs read_costs(struct rd_engine *engine, enum rd_shape shape,
                                           enum rd_direction direction, uint32_t host_count,
                                           uint32_t ports)
{
    struct rd_topology topology;
    struct rd_platform_costs costs = {0};
    struct rd_error error;
    if (!rd_topology_make(shape, direction, host_count, &topology, &error) ||
        !rd_engine_read_costs(engine, test_host_names(&arena, host_count), &topology, ports, &arena,
                              &costs, &error))
        fail_msg("%s", error.message);
    return costs;
}

/* A link as a line of XML, and a route over up to two of them. */
static const char *link_line(const char *name, const char *bandwidth, const char *latency,
                             const char *policy)
{
    return rd_arena_print(&arena,
                          "<link id='%s' bandwidth='%s' latency='%s' sharing_policy='%s'/>\n", name,
                          bandwidth, latency, policy);
}

static const char *route_line(int from, int to, const char *first, const char *second)
{
    const char *more = second ? rd_arena_print(&arena, "<link_ctn id='%s'/>", second) : "";
    return rd_arena_print(
        &arena, "<route src='h%d' dst='h%d' symmetrical='NO'><link_ctn id='%s'/>%s</route>\n", from,
        to, first, more);
}

static void adds_latencies_and_takes_the_least_bandwidth(void **state)
{
    (void)state;
    struct rd_engine *engine =
        open_full(RD_EXACT_MODEL, 2,
                  rd_arena_print(&arena, "%s%s%s%s%s", link_line("a", "0.5Bps", "1s", "SHARED"),
                                 link_line("b", "4Bps", "2s", "FATPIPE"),
                                 link_line("c", "8Bps", "0s", "SHARED"), route_line(0, 1, "a", "b"),
                                 route_line(1, 0, "c", "b")));
    struct rd_platform_costs costs = read_costs(engine, RD_RING, RD_ONE_WAY, 2, 1);
    assert_false(costs.costs_equal);
    assert_true(costs.link_cost[0].latency_s == 3);
    assert_true(costs.link_cost[0].bandwidth_bytes_per_s == 0.5);
    assert_true(costs.link_cost[1].latency_s == 2);
    assert_true(costs.link_cost[1].bandwidth_bytes_per_s == 4);
    assert_true(costs.speed_flops_per_s[0] == 1);
    assert_true(costs.speed_flops_per_s[1] == 2);
    /* What is FATPIPE is not shared. */
    assert_null(costs.shared);
    rd_engine_close(engine);
}

static void sees_that_all_links_cost_the_same(void **state)
{
    (void)state;
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_platform_source platform = test_cluster_platform(5, 3, 0.25, &arena);
    struct rd_engine *engine;
    struct rd_error error;
    assert_true(rd_engine_open(&platform, &settings, &arena, &engine, &error));
    struct rd_platform_costs costs = read_costs(engine, RD_SWITCH, RD_NO_DIRECTION, 5, 1);
    assert_true(costs.costs_equal);
    assert_true(costs.link_cost[0].latency_s == 3);
    assert_true(costs.link_cost[0].bandwidth_bytes_per_s == 0.25);
    /* A Cluster's host has one link up: its pairs share it, but never at once on one port. */
    assert_string_equal(costs.shared, "h0 > h1 and h0 > h2 share the link 'u0'");
    assert_null(costs.may_slow);
    assert_true(costs.overload == 1);
    costs = read_costs(engine, RD_RING, RD_ONE_WAY, 5, 1);
    assert_null(costs.shared);
    rd_engine_close(engine);
}

/* Hosts behind links out and in that cost what the seed says: alike, or in two or seven ways. */
static struct rd_platform_source cluster_of(uint32_t host_count, uint64_t seed)
{
    struct rd_rng rng = rd_rng_seeded(seed, 1);
    int64_t most = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 2 : 7;
    const char *policy = seed % 5 == 0 ? "FATPIPE" : "SHARED";
    const char *hosts = "", *links = "", *ends = "";
    for (uint32_t host = 0; host < host_count; host++) {
        hosts = rd_arena_print(&arena, "%s<host id='h%u' speed='1f'/>\n", hosts, host);
        for (int in = 0; in <= 1; in++)
            links = rd_arena_print(
                &arena,
                "%s<link id='%c%u' bandwidth='%lldBps' latency='%.1fs' sharing_policy='%s'/>\n",
                links, in ? 'd' : 'u', host, (long long)rd_rng_between(&rng, 1, most),
                (double)rd_rng_between(&rng, 1, most) / 10, policy);
        ends = rd_arena_print(&arena, "%s<host_link id='h%u' up='u%u' down='d%u'/>\n", ends, host,
                              host, host);
    }
    return test_platform(rd_arena_print(&arena,
                                        "<zone id='all' routing='Cluster'>\n%s%s%s</zone>\n", hosts,
                                        links, ends),
                         &arena);
}

/* Costs of a switch, or as many hosts of another shape, read as if links were the hosts' own
 * (claimed), or route by route. */
static struct rd_platform_costs read_claimed(struct rd_platform_source platform, bool claimed,
                                             enum rd_shape shape, enum rd_direction direction,
                                             uint32_t host_count, uint32_t ports)
{
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine;
    struct rd_error error;
    platform.host_links = claimed;
    if (!rd_engine_open(&platform, &settings, &arena, &engine, &error))
        fail_msg("%s", error.message);
    struct rd_platform_costs costs = read_costs(engine, shape, direction, host_count, ports);
    rd_engine_close(engine);
    return costs;
}

static void expect_same_costs(const struct rd_platform_costs *a, const struct rd_platform_costs *b,
                              enum rd_shape shape, enum rd_direction direction, uint32_t host_count)
{
    struct rd_topology topology;
    assert_true(rd_topology_make(shape, direction, host_count, &topology, NULL));
    uint64_t link_count = a->costs_equal ? 1 : rd_link_count(&topology);
    assert_int_equal(a->costs_equal, b->costs_equal);
    for (uint64_t link = 0; link < link_count; link++) {
        assert_true(a->link_cost[link].latency_s == b->link_cost[link].latency_s);
        assert_true(a->link_cost[link].bandwidth_bytes_per_s ==
                    b->link_cost[link].bandwidth_bytes_per_s);
    }
    assert_true(a->overload == b->overload);
    assert_int_equal(a->shared == NULL, b->shared == NULL);
    if (a->shared)
        assert_string_equal(a->shared, b->shared);
    const struct rd_shared_links *one = a->shared_links, *other = b->shared_links;
    assert_int_equal(one == NULL, other == NULL);
    if (!one)
        return;
    uint64_t links = rd_link_count(&topology);
    assert_int_equal(one->count, other->count);
    assert_memory_equal(a->may_slow, b->may_slow, links);
    assert_memory_equal(one->bandwidth_bytes_per_s, other->bandwidth_bytes_per_s,
                        one->count * sizeof(double));
    assert_memory_equal(one->first, other->first, (links + 1) * sizeof(uint32_t));
    assert_memory_equal(one->use, other->use, one->first[links] * sizeof *one->use);
}

/* Asking for few routes says what asking for all does. */
static void reads_links_of_hosts_from_few_routes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        uint32_t host_count = 1 + (uint32_t)(seed % 9);
        enum rd_shape shape = seed % 4 == 3 ? RD_RING : seed % 2 ? RD_BUS : RD_SWITCH;
        enum rd_direction direction = shape == RD_RING ? RD_ONE_WAY : RD_NO_DIRECTION;
        if (shape == RD_RING && host_count < 2)
            continue;
        uint32_t ports = seed / 3 % 3 == 2 ? UINT32_MAX : 1 + (uint32_t)(seed / 3 % 3);
        struct rd_platform_source platform = cluster_of(host_count, seed);
        struct rd_platform_costs few =
            read_claimed(platform, true, shape, direction, host_count, ports);
        struct rd_platform_costs all =
            read_claimed(platform, false, shape, direction, host_count, ports);
        expect_same_costs(&few, &all, shape, direction, host_count);
    }
}

/* Routes of two links, as claimed, but each pair has two of its own. */
static void asks_for_all_routes_if_links_are_not_the_hosts(void **state)
{
    (void)state;
    enum { HOSTS = 5 };
    const char *hosts = "", *links = "", *routes = "";
    for (int from = 0; from < HOSTS; from++) {
        hosts = rd_arena_print(&arena, "%s<host id='h%d' speed='1f'/>\n", hosts, from);
        for (int to = 0; to < HOSTS; to++) {
            if (to == from)
                continue;
            const char *a = rd_arena_print(&arena, "a%d_%d", from, to);
            const char *b = rd_arena_print(&arena, "b%d_%d", from, to);
            const char *latency = rd_arena_print(&arena, "%ds", 1 + from * HOSTS + to);
            links = rd_arena_print(&arena, "%s%s%s", links, link_line(a, "1Bps", latency, "SHARED"),
                                   link_line(b, "2Bps", "0s", "SHARED"));
            routes = rd_arena_print(&arena, "%s%s", routes, route_line(from, to, a, b));
        }
    }
    struct rd_platform_source platform =
        test_platform(rd_arena_print(&arena, "<zone id='all' routing='Full'>\n%s%s%s</zone>\n",
                                     hosts, links, routes),
                      &arena);
    struct rd_platform_costs costs =
        read_claimed(platform, true, RD_SWITCH, RD_NO_DIRECTION, HOSTS, 1);
    struct rd_topology topology;
    assert_true(rd_topology_make(RD_SWITCH, RD_NO_DIRECTION, HOSTS, &topology, NULL));
    for (uint32_t from = 0; from < HOSTS; from++)
        for (uint32_t to = 0; to < HOSTS; to++)
            if (to != from)
                assert_true(costs.link_cost[rd_link_between(&topology, from, to)].latency_s ==
                            1 + from * HOSTS + to);
    assert_null(costs.shared);
}

static void names_strangers_on_one_link(void **state)
{
    (void)state;
    /* One cable for both ways. */
    struct rd_engine *engine =
        open_full(RD_EXACT_MODEL, 2,
                  rd_arena_print(&arena, "%s%s%s", link_line("cable", "1Bps", "0s", "SHARED"),
                                 route_line(0, 1, "cable", NULL), route_line(1, 0, "cable", NULL)));
    struct rd_platform_costs costs = read_costs(engine, RD_RING, RD_ONE_WAY, 2, 1);
    assert_string_equal(costs.shared, "h0 > h1 and h1 > h0 share the link 'cable'");
    assert_true(costs.overload == 2 && costs.both_ways);
    assert_true(costs.may_slow[0] && costs.may_slow[1]);
    const struct rd_shared_links *shared = costs.shared_links;
    assert_int_equal(shared->count, 1);
    assert_string_equal(shared->name[0], "cable");
    assert_true(shared->bandwidth_bytes_per_s[0] == 1);
    for (uint32_t link = 0; link < 2; link++) {
        assert_int_equal(shared->first[link + 1], link + 1);
        assert_int_equal(shared->use[link].times, 1);
    }
    rd_engine_close(engine);
}

/* Three hosts send to two over one cable, which no way back crosses: three senders ask it for 3
 * bytes/s, two receivers take no more than 2. */
static void counts_the_receivers_of_a_graph(void **state)
{
    (void)state;
    static const struct rd_edge edge[] = {{0, 1}, {0, 2}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {1, 0}};
    const char *body =
        rd_arena_print(&arena, "%s%s%s", link_line("cable", "1Bps", "0s", "SHARED"),
                       link_line("own", "1Bps", "0s", "SHARED"), route_line(1, 0, "own", NULL));
    for (size_t i = 0; i < 6; i++)
        body = rd_arena_print(&arena, "%s%s", body,
                              route_line((int)edge[i].from, (int)edge[i].to, "cable", NULL));
    struct rd_topology graph;
    struct rd_platform_costs costs = {0};
    struct rd_error error;
    assert_true(rd_topology_make_graph(5, edge, 7, &arena, &graph, &error));
    struct rd_engine *engine = open_full(RD_EXACT_MODEL, 5, body);
    if (!rd_engine_read_costs(engine, test_host_names(&arena, 5), &graph, 1, &arena, &costs,
                              &error))
        fail_msg("%s", error.message);
    assert_true(costs.overload == 2 && !costs.both_ways);
    for (uint32_t i = 0; i < 7; i++) {
        uint64_t link = rd_link_between(&graph, edge[i].from, edge[i].to);
        assert_int_equal(costs.may_slow[link], i < 6);
        assert_int_equal(costs.shared_links->first[link + 1] - costs.shared_links->first[link],
                         i < 6);
    }
    rd_engine_close(engine);
}

/* 0>1 and 0>2 share a sender, 0>1 and 3>1 a receiver; but 0>2 and 3>1 are strangers. */
static void finds_strangers_behind_pairs_that_share_an_end(void **state)
{
    (void)state;
    char *body = rd_arena_print(&arena, "%s%s", link_line("x", "1Bps", "0s", "SHARED"),
                                link_line("own", "1Bps", "0s", "FATPIPE"));
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++) {
            bool crosses = (from == 0 && (to == 1 || to == 2)) || (from == 3 && to == 1);
            if (from != to)
                body = rd_arena_print(&arena, "%s%s", body,
                                      route_line(from, to, crosses ? "x" : "own", NULL));
        }
    struct rd_engine *engine = open_full(RD_EXACT_MODEL, 4, body);
    struct rd_platform_costs costs = read_costs(engine, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    assert_true(costs.overload == 2 && !costs.both_ways);
    assert_string_equal(costs.shared, "h0 > h2 and h3 > h1 share the link 'x'");
    rd_engine_close(engine);
}

/* h0 sends to h1 and receives from h2 over its one cable: no pair's way back crosses it. */
static void finds_both_directions_of_one_host(void **state)
{
    (void)state;
    const char *body = rd_arena_print(&arena, "%s%s%s%s", link_line("x", "1Bps", "0s", "SHARED"),
                                      route_line(0, 1, "x", NULL), route_line(1, 2, "x", NULL),
                                      route_line(2, 0, "x", NULL));
    static const struct rd_edge edge[] = {{0, 1}, {2, 0}};
    struct rd_topology graph;
    struct rd_platform_costs costs = {0};
    struct rd_error error;
    assert_true(rd_topology_make_graph(3, edge, 2, &arena, &graph, &error));
    struct rd_engine *engine = open_full(RD_EXACT_MODEL, 3, body);
    if (!rd_engine_read_costs(engine, test_host_names(&arena, 3), &graph, 1, &arena, &costs,
                              &error))
        fail_msg("%s", error.message);
    assert_true(costs.overload == 2 && costs.both_ways);
    rd_engine_close(engine);
}

/* Of hosts with k ports a link is asked for k messages at a time, and for one each of its
 * neighbours at the most. */
static void counts_ports(void **state)
{
    (void)state;
    static const struct {
        uint32_t ports;
        double overload;
    } of_five[] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {7, 4}, {UINT32_MAX, 4}};
    struct rd_platform_source platform = test_cluster_platform(5, 0, 1, &arena);
    for (size_t i = 0; i < sizeof of_five / sizeof *of_five; i++) {
        struct rd_platform_costs costs =
            read_claimed(platform, true, RD_SWITCH, RD_NO_DIRECTION, 5, of_five[i].ports);
        assert_true(costs.overload == of_five[i].overload);
        assert_int_equal(costs.may_slow != NULL, of_five[i].overload > 1);
        if (of_five[i].overload > 1)
            assert_int_equal(costs.shared_links->count, 10);
        struct rd_platform_costs bus =
            read_claimed(platform, true, RD_BUS, RD_NO_DIRECTION, 5, of_five[i].ports);
        assert_true(bus.overload == 1 && !bus.may_slow);
    }
    /* Three hosts, and h0's uplink carries 3: h2's downlink takes 1 of it, h1's takes 3. */
    struct rd_engine *engine =
        open_full(RD_EXACT_MODEL, 3,
                  rd_arena_print(&arena, "%s%s%s%s%s", link_line("up", "3Bps", "0s", "SHARED"),
                                 link_line("one", "3Bps", "0s", "SHARED"),
                                 link_line("two", "1Bps", "0s", "SHARED"),
                                 route_line(0, 1, "up", "one"), route_line(0, 2, "up", "two")));
    static const struct rd_edge edge[] = {{0, 1}, {0, 2}};
    struct rd_topology graph = test_graph(&arena, 3, edge, 2);
    struct rd_platform_costs costs;
    struct rd_error error;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        if (!rd_engine_read_costs(engine, test_host_names(&arena, 3), &graph, ports, &arena, &costs,
                                  &error))
            fail_msg("%s", error.message);
        assert_true(costs.overload == (ports == 1 ? 1 : 4. / 3));
    }
    rd_engine_close(engine);
}

static void refuses_free_order_of_many_ports_on_shared_links(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    struct rd_engine *engine =
        test_open_engine(test_cluster_platform(3, 0, 1, &arena), NULL, &test, &arena);
    static const uint8_t may_slow[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct rd_plan plan = {.timing = RD_FREE_ORDER};
    struct rd_simulation simulation;
    struct rd_error error = {0};
    test_instance_set_ports(&test, 2);
    test.instance.may_slow = may_slow;
    assert_false(
        rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message,
                        "ports=\"2\" in free order on links that pairs share, where SimGrid does "
                        "not say when its queue let a message go: one port, or links of its own "
                        "for every pair, are needed");
    test_instance_set_ports(&test, 1);
    assert_true(
        rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error));
    assert_true(simulation.makespan_s == 0);
    rd_engine_close(engine);
}

static void refuses_parts_of_bytes(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_ONE_WAY, 2, 1);
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&test.instance, &arena), NULL, &test, &arena);
    test.instance.item_bytes = 2.5;
    test.load[0] = 3;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 3, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_false(
        rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(
        error.message,
        "transfer 0: a message of 7.5 bytes: SimGrid counts whole bytes, up to 2^53");
    plan.transfer[0].items = 2; /* 5 bytes at 1 B/s */
    assert_true(
        rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error));
    assert_true(simulation.makespan_s == 5);
    rd_engine_close(engine);
}

/* How long 10^6 bytes take from h0 to h1, at 10^6 B/s behind 1 ms. */
static double megabyte_s(enum rd_network_model model)
{
    struct rd_engine *engine =
        open_full(model, 2,
                  rd_arena_print(&arena, "%s%s%s%s", link_line("there", "1MBps", "1ms", "SHARED"),
                                 link_line("back", "1MBps", "1ms", "SHARED"),
                                 route_line(0, 1, "there", NULL), route_line(1, 0, "back", NULL)));
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_ONE_WAY, 2, 1);
    struct rd_platform_costs costs = read_costs(engine, RD_RING, RD_ONE_WAY, 2, 1);
    test.instance.link_cost = costs.link_cost;
    test.instance.costs_equal = costs.costs_equal;
    test.instance.host_name = test_host_names(&arena, 2);
    test.load[0] = 1000000;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 1000000, 1});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    if (!rd_engine_simulate(engine, &test.instance, &plan, false, &arena, &simulation, &error))
        fail_msg("%s", error.message);
    rd_engine_close(engine);
    return simulation.makespan_s;
}

static void plays_the_exact_model(void **state)
{
    (void)state;
    assert_true(fabs(megabyte_s(RD_EXACT_MODEL) - 1.001) < 1e-12);
}

/* SimGrid's LV08: 13.01 times the latency, 0.97 of the bandwidth. */
static void plays_the_tcp_model(void **state)
{
    (void)state;
    assert_true(fabs(megabyte_s(RD_TCP_MODEL) - (13.01e-3 + 1 / 0.97)) < 1e-4);
}

/* Four bytes take 1 s and then 4 s, also for the second of two messages that leave by one link at a
 * date, where there is room for both: SimGrid's lazy solver let it have what that link had. */
static void lets_messages_that_leave_together_have_their_routes(void **state)
{
    (void)state;
    static const struct {
        const char *policy;
        uint32_t ports;
        struct rd_edge edge[2];
    } of_two[] = {{"SHARED", 1, {{0, 2}, {1, 3}}},
                  {"FATPIPE", 1, {{0, 2}, {1, 3}}},
                  {"FATPIPE", 2, {{0, 2}, {0, 3}}}};
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
        const struct rd_edge *edge = of_two[i].edge;
        struct rd_engine *engine = open_full(
            RD_EXACT_MODEL, 4,
            rd_arena_print(&arena, "%s%s%s%s%s", link_line("wide", "9Bps", "0s", of_two[i].policy),
                           link_line("a", "1Bps", "1s", "SHARED"),
                           link_line("b", "1Bps", "1s", "SHARED"),
                           route_line((int)edge[0].from, (int)edge[0].to, "wide", "a"),
                           route_line((int)edge[1].from, (int)edge[1].to, "wide", "b")));
        struct test_instance test = test_instance_on(&arena, test_graph(&arena, 4, edge, 2), 1);
        test_instance_set_ports(&test, of_two[i].ports);
        struct rd_plan plan = {0};
        for (size_t j = 0; j < 2; j++) {
            test.load[edge[j].from] += 4;
            rd_plan_add(&plan, &arena,
                        (struct rd_transfer){
                            .from = edge[j].from, .to = edge[j].to, .items = 4, .messages = 1});
        }
        struct rd_platform_costs costs;
        struct rd_simulation simulation;
        struct rd_error error;
        test.instance.host_name = test_host_names(&arena, 4);
        if (!rd_engine_read_costs(engine, test.instance.host_name, &test.instance.topology,
                                  of_two[i].ports, &arena, &costs, &error))
            fail_msg("%s", error.message);
        assert_null(costs.may_slow);
        test.instance.link_cost = costs.link_cost;
        test.instance.costs_equal = costs.costs_equal;
        if (!rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error))
            fail_msg("%s", error.message);
        assert_int_equal(simulation.trace.transfer_count, 2);
        for (size_t j = 0; j < 2; j++) {
            assert_true(simulation.trace.transfer[j].start_s == 0);
            assert_true(fabs(simulation.trace.transfer[j].end_s - 5) < 1e-9);
        }
        rd_engine_close(engine);
    }
}

static void counts_a_message_of_no_bytes_as_its_latency(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_ONE_WAY, 2, 1);
    test_instance_set_cost(&test, 0, 1, 1, 5);
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&test.instance, &arena), NULL, &test, &arena);
    test.instance.item_bytes = 0;
    test.load[0] = 100;
    struct rd_plan plan = {0};
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, 0, 1, 0, 50, 2});
    struct rd_simulation simulation;
    struct rd_error error = {0};
    assert_true(
        rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error));
    assert_true(simulation.makespan_s == 2);
    rd_engine_close(engine);
}

static void says_its_version(void **state)
{
    (void)state;
    assert_true(strspn(rd_engine_version(), "0123456789.") == strlen(rd_engine_version()));
    assert_true(strchr(rd_engine_version(), '.') != NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_latencies_and_takes_the_least_bandwidth),
        cmocka_unit_test(sees_that_all_links_cost_the_same),
        cmocka_unit_test(reads_links_of_hosts_from_few_routes),
        cmocka_unit_test(asks_for_all_routes_if_links_are_not_the_hosts),
        cmocka_unit_test(names_strangers_on_one_link),
        cmocka_unit_test(counts_the_receivers_of_a_graph),
        cmocka_unit_test(finds_strangers_behind_pairs_that_share_an_end),
        cmocka_unit_test(finds_both_directions_of_one_host),
        cmocka_unit_test(counts_ports),
        cmocka_unit_test(refuses_free_order_of_many_ports_on_shared_links),
        cmocka_unit_test(refuses_parts_of_bytes),
        cmocka_unit_test(plays_the_exact_model),
        cmocka_unit_test(plays_the_tcp_model),
        cmocka_unit_test(lets_messages_that_leave_together_have_their_routes),
        cmocka_unit_test(counts_a_message_of_no_bytes_as_its_latency),
        cmocka_unit_test(says_its_version),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
