/* Generated platforms: the costs that were asked for, on the links where they belong. */
#include "sim/platform/platform_check.h"
#include "sim/platform/platform_generator.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A platform, generated and checked. */
struct platform {
    struct rd_arena arena;
    struct rd_names hosts;
    const char *text;
};

static void generate(struct platform *platform, const struct rd_platform_request *request)
{
    struct rd_error error = {0};
    struct rd_generated_platform generated;
    *platform = (struct platform){0};
    rd_arena_open(&platform->arena, 0);
    if (!rd_platform_generate(request, &platform->arena, &generated, &error))
        fail_msg("%s", error.message);
    platform->text = generated.text;
    assert_int_equal(generated.size, strlen(platform->text));
    struct rd_error_list errors = {.arena = &platform->arena};
    struct rd_platform_properties nature;
    bool good = rd_platform_check("generated.xml", platform->text, generated.size, NULL,
                                  &platform->arena, &platform->hosts, &nature, &errors);
    rd_error_list_print(stderr, &errors);
    assert_true(good);
    assert_int_equal(nature.host_links, strstr(platform->text, "routing=\"Cluster\"") != NULL);
    assert_true(nature.host_links || !rd_platform_has_host_links(request));
}

static void forget(struct platform *platform)
{
    rd_arena_close(&platform->arena);
}

/* The number of an attribute of the element that starts with `start`; NAN if there is none. */
static double number_of(const char *text, const char *start, const char *attribute)
{
    const char *element = strstr(text, start);
    const char *value = element ? strstr(element, attribute) : NULL;
    return value ? strtod(value + strlen(attribute), NULL) : NAN;
}

/* Seconds per byte and latency of a link; NAN if there is no such link. */
static double cost_of(const struct platform *platform, const char *link)
{
    char start[64];
    snprintf(start, sizeof start, "<link id=\"%s\"", link);
    return 1 / number_of(platform->text, start, "bandwidth=\"");
}

static double latency_of(const struct platform *platform, const char *link)
{
    char start[64];
    snprintf(start, sizeof start, "<link id=\"%s\"", link);
    return number_of(platform->text, start, "latency=\"");
}

static double speed_of(const struct platform *platform, const char *host)
{
    char start[64];
    snprintf(start, sizeof start, "<host id=\"%s\"", host);
    return number_of(platform->text, start, "speed=\"");
}

/* Is a link's cost this, up to the rounding of two divisions? */
static void assert_cost(const struct platform *platform, const char *link, double cost)
{
    double found = cost_of(platform, link);
    if (!(fabs(found - cost) <= 4e-16 * cost))
        fail_msg("link %s costs %.17g and not %.17g", link, found, cost);
}

/* Routes and links stand in pairs: "<route src="A" dst="B"> over the link "A>B". */
static bool has_route(const struct platform *platform, const char *from, const char *to)
{
    char route[160];
    snprintf(route, sizeof route,
             "<route src=\"%s\" dst=\"%s\" symmetrical=\"NO\"><link_ctn id=\"%s>%s\"/></route>",
             from, to, from, to);
    return strstr(platform->text, route);
}

static size_t count_of(const struct platform *platform, const char *what)
{
    size_t count = 0;
    for (const char *place = platform->text; (place = strstr(place, what)); place++)
        count++;
    return count;
}

static struct rd_platform_request request_of(enum rd_shape shape, uint32_t hosts, const char *cost)
{
    return (struct rd_platform_request){.shape = shape,
                                        .direction =
                                            shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION,
                                        .host_count = hosts,
                                        .cost = cost,
                                        .latency = "0",
                                        .compute = "0",
                                        .seed = 1};
}

static void test_two_way_ring(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 3, "list 1 2 3 4 5 6");
    request.latency = "list 0.5 0 0 0 0 0.25";
    request.compute = "list 1 0.5 4";
    generate(&platform, &request);
    /* Forward links first, each from its host; then backward ones. */
    assert_cost(&platform, "h0>h1", 1);
    assert_cost(&platform, "h1>h2", 2);
    assert_cost(&platform, "h2>h0", 3);
    assert_cost(&platform, "h0>h2", 4);
    assert_cost(&platform, "h1>h0", 5);
    assert_cost(&platform, "h2>h1", 6);
    assert_true(latency_of(&platform, "h0>h1") == 0.5);
    assert_true(latency_of(&platform, "h2>h1") == 0.25);
    assert_true(speed_of(&platform, "h0") == 1);
    assert_true(speed_of(&platform, "h1") == 2);
    assert_true(speed_of(&platform, "h2") == 0.25);
    assert_true(has_route(&platform, "h2", "h1"));
    assert_int_equal(count_of(&platform, "<route "), 6);
    assert_int_equal(platform.hosts.count, 3);
    forget(&platform);
}

static void test_one_way_ring(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 3, "list 7 10 13");
    request.direction = RD_ONE_WAY;
    generate(&platform, &request);
    assert_cost(&platform, "h0>h1", 7);
    assert_cost(&platform, "h1>h2", 10);
    assert_cost(&platform, "h2>h0", 13);
    assert_int_equal(count_of(&platform, "<route "), 3);
    forget(&platform);
}

/* Two hosts have one link each way, and a lone host none. */
static void test_smallest_rings(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 2, "list 3 4");
    generate(&platform, &request);
    assert_cost(&platform, "h0>h1", 3);
    assert_cost(&platform, "h1>h0", 4);
    assert_int_equal(count_of(&platform, "<route "), 2);
    forget(&platform);
    request = request_of(RD_RING, 1, "1");
    generate(&platform, &request);
    assert_int_equal(count_of(&platform, "<route "), 0);
    forget(&platform);
}

static void test_symmetric_ring(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 3, "list 1 2 3");
    request.symmetric = true;
    generate(&platform, &request);
    assert_cost(&platform, "h0>h1", 1);
    assert_cost(&platform, "h1>h0", 1);
    assert_cost(&platform, "h1>h2", 2);
    assert_cost(&platform, "h2>h1", 2);
    assert_cost(&platform, "h2>h0", 3);
    assert_cost(&platform, "h0>h2", 3);
    forget(&platform);
}

/* One link a worker, the same both ways; the master comes on top and computes nothing. */
static void test_star(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_STAR, 3, "list 1 8 2");
    request.compute = "list 1 2 4";
    generate(&platform, &request);
    assert_cost(&platform, "h1>m", 8);
    assert_cost(&platform, "m>h1", 8);
    assert_cost(&platform, "m>h2", 2);
    assert_true(has_route(&platform, "m", "h0"));
    assert_false(has_route(&platform, "h0", "h1"));
    assert_true(speed_of(&platform, "h2") == 0.25);
    assert_true(speed_of(&platform, "m") == 1);
    assert_int_equal(platform.hosts.count, 4);
    assert_int_equal(count_of(&platform, "<route "), 6);
    forget(&platform);
}

static void test_hypercube(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_HYPERCUBE, 8, "0");
    request.latency = "1";
    generate(&platform, &request);
    assert_int_equal(count_of(&platform, "<route "), 24);
    assert_true(has_route(&platform, "h5", "h4"));
    assert_true(has_route(&platform, "h5", "h7"));
    assert_true(has_route(&platform, "h5", "h1"));
    assert_false(has_route(&platform, "h5", "h6"));
    /* Free bytes are 1e-30 s each: nothing beside a latency. */
    assert_true(1 + cost_of(&platform, "h5>h4") == 1);
    assert_true(latency_of(&platform, "h5>h4") == 1);
    forget(&platform);
}

static void test_shuffle_exchange(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_SHUFFLE_EXCHANGE, 8, "1");
    generate(&platform, &request);
    /* Exchange i^1, shuffle rotl, unshuffle rotr on three bits: 3 = 011 beside 2, 110 = 6, 101 = 5.
     */
    assert_true(has_route(&platform, "h3", "h2"));
    assert_true(has_route(&platform, "h3", "h6"));
    assert_true(has_route(&platform, "h3", "h5"));
    assert_false(has_route(&platform, "h3", "h7") && has_route(&platform, "h3", "h1"));
    /* 0 and 7 shuffle to themselves: one link each; the other six have three. */
    assert_int_equal(count_of(&platform, "<route "), 2 + 6 * 3);
    forget(&platform);
}

/* A message from i to j crosses i's way out and j's way in: it lasts i's latency and the larger of
 * the two costs. */
static void test_switch(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_SWITCH, 3, "list 1 2 3 4 5 6");
    request.latency = "list 7 8 9";
    generate(&platform, &request);
    assert_cost(&platform, "h0>", 1);
    assert_cost(&platform, "h2>", 3);
    assert_cost(&platform, ">h0", 4);
    assert_cost(&platform, ">h2", 6);
    assert_true(latency_of(&platform, "h1>") == 8);
    assert_true(latency_of(&platform, ">h1") == 0);
    assert_int_equal(count_of(&platform, "<host_link "), 3);
    assert_non_null(strstr(platform.text, "<host_link id=\"h1\" up=\"h1>\" down=\">h1\"/>"));
    assert_non_null(strstr(platform.text, "routing=\"Cluster\""));
    forget(&platform);
    request = request_of(RD_BUS, 2, "list 3 4");
    request.symmetric = true;
    generate(&platform, &request);
    assert_cost(&platform, "h1>", 4);
    assert_cost(&platform, ">h1", 4);
    forget(&platform);
}

/* Everybody beside everybody, each pair over a link of its own each way. */
static void test_complete(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_SWITCH, 3, "list 1 2 3 4 5 6");
    request.pair_links = true;
    request.latency = "list 6 5 4 3 2 1";
    generate(&platform, &request);
    assert_cost(&platform, "h0>h1", 1);
    assert_cost(&platform, "h0>h2", 2);
    assert_cost(&platform, "h1>h0", 3);
    assert_cost(&platform, "h2>h1", 6);
    assert_true(latency_of(&platform, "h2>h1") == 1);
    assert_int_equal(count_of(&platform, "<link "), 6);
    assert_int_equal(count_of(&platform, "<route "), 6);
    assert_true(has_route(&platform, "h2", "h0"));
    assert_non_null(strstr(platform.text, "<zone id=\"complete\" routing=\"Full\">"));
    forget(&platform);
}

/* Three hosts in two racks, h2 in the second: routes across have the trunk of their way. */
static void test_racks(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_SWITCH, 3, "1");
    request.pair_links = true;
    request.trunk_cost = 4;
    generate(&platform, &request);
    assert_int_equal(count_of(&platform, "<link "), 8);
    assert_int_equal(count_of(&platform, "bandwidth=\"0.25Bps\""), 2);
    assert_int_equal(count_of(&platform, "<link_ctn id=\"rack0>rack1\"/>"), 2);
    assert_int_equal(count_of(&platform, "<link_ctn id=\"rack1>rack0\"/>"), 2);
    assert_non_null(strstr(platform.text, "src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn "
                                          "id=\"h0>h1\"/></route>"));
    assert_non_null(strstr(platform.text, "src=\"h2\" dst=\"h0\" symmetrical=\"NO\"><link_ctn "
                                          "id=\"h2>h0\"/><link_ctn id=\"rack1>rack0\"/></route>"));
    forget(&platform);
}

/* Above the limit of Full routing, a network whose hosts send to one neighbour, or at one cost. */
static void test_large_networks_are_clusters(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 5000, "uniform 1 1000000");
    request.direction = RD_ONE_WAY;
    request.latency = "2";
    generate(&platform, &request);
    assert_non_null(strstr(platform.text, "routing=\"Cluster\""));
    assert_true(cost_of(&platform, "h41>") == cost_of(&platform, ">h42"));
    assert_true(cost_of(&platform, "h4999>") == cost_of(&platform, ">h0"));
    assert_true(cost_of(&platform, "h41>") != cost_of(&platform, "h42>"));
    assert_true(latency_of(&platform, "h41>") == 2 && latency_of(&platform, ">h42") == 0);
    forget(&platform);
    request = request_of(RD_RING, 5000, "3");
    generate(&platform, &request);
    assert_non_null(strstr(platform.text, "routing=\"Cluster\""));
    assert_cost(&platform, "h7>", 3);
    assert_cost(&platform, ">h7", 3);
    forget(&platform);
    for (enum rd_shape shape = RD_HYPERCUBE; shape <= RD_SHUFFLE_EXCHANGE; shape++) {
        request = request_of(shape, 8192, "0");
        request.latency = "1";
        generate(&platform, &request);
        assert_non_null(strstr(platform.text, "routing=\"Cluster\""));
        assert_true(latency_of(&platform, "h8191>") == 1 && latency_of(&platform, ">h8191") == 0);
        forget(&platform);
    }
}

/* What is not written for SimGrid costs what it would read. */
static void test_unwritten_cubes_cost_the_same(void **state)
{
    (void)state;
    for (enum rd_shape shape = RD_HYPERCUBE; shape <= RD_SHUFFLE_EXCHANGE; shape++) {
        struct rd_platform_request request = request_of(shape, 8192, "0.1");
        struct platform platform;
        struct rd_even_platform even;
        struct rd_error error = {0};
        request.latency = "0.3";
        request.compute = "uniform 3 9";
        request.bandwidth_scale = 7;
        generate(&platform, &request);
        assert_true(rd_platform_stays_unwritten(&request, &platform.arena));
        assert_true(rd_platform_draw_even(&request, &platform.arena, &even, &error));
        assert_true(even.link_cost->latency_s == latency_of(&platform, "h77>"));
        assert_true(even.link_cost->bandwidth_bytes_per_s ==
                    number_of(platform.text, "<link id=\"h77>\"", "bandwidth=\""));
        assert_true(even.speed_flops_per_s[0] == speed_of(&platform, "h0"));
        assert_true(even.speed_flops_per_s[8191] == speed_of(&platform, "h8191"));
        assert_true(speed_of(&platform, "h0") != speed_of(&platform, "h8191"));
        request.speed_profile = "steps 1 1 2";
        assert_false(rd_platform_draw_even(&request, &platform.arena, &even, &error));
        assert_string_equal(error.message,
                            "hosts that vary, of 8192 hosts: at most 4096 hosts are simulated");
        request.speed_profile = NULL;
        request.cost = "0";
        request.latency = "0";
        assert_false(rd_platform_draw_even(&request, &platform.arena, &even, &error));
        assert_string_equal(error.message,
                            "cost 0 and latency 0 on link h0>: one of them above 0 is needed");
        request.cost = "uniform 1 2";
        assert_false(rd_platform_draw_even(&request, &platform.arena, &even, &error));
        request.host_count = 4096;
        assert_false(rd_platform_stays_unwritten(&request, &platform.arena));
        forget(&platform);
    }
}

/* A ring is a Cluster above 4096 hosts, unless it has two ways and its links differ: then it is
 * drawn as a smaller one is, link by link. */
static void test_unwritten_rings_are_drawn(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_even_platform even, small;
    struct rd_error error;
    rd_arena_open(&arena, 0);
    struct rd_platform_request ring = request_of(RD_RING, 8192, "1");
    ring.direction = RD_ONE_WAY;
    assert_false(rd_platform_stays_unwritten(&ring, &arena));
    ring.direction = RD_TWO_WAY;
    assert_false(rd_platform_stays_unwritten(&ring, &arena));
    ring.cost = "uniform 1 9";
    assert_true(rd_platform_stays_unwritten(&ring, &arena));
    assert_true(rd_platform_draw_even(&ring, &arena, &even, &error));
    assert_false(even.costs_equal);
    ring.host_count = 4096;
    assert_false(rd_platform_stays_unwritten(&ring, &arena));
    assert_true(rd_platform_draw_even(&ring, &arena, &small, &error));
    for (uint32_t link = 0; link < 4096; link++) /* costs are drawn in the order of links */
        assert_true(even.link_cost[link].bandwidth_bytes_per_s ==
                    small.link_cost[link].bandwidth_bytes_per_s);
    ring.direction = RD_ONE_WAY;
    ring.host_count = 8192;
    assert_false(rd_platform_stays_unwritten(&ring, &arena));
    rd_arena_close(&arena);
}

static void test_drawn_costs(void **state)
{
    enum { HOSTS = 1000 };
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, HOSTS, "uniform 2 5");
    request.direction = RD_ONE_WAY;
    request.latency = "real 0.5 0.75";
    generate(&platform, &request);
    int times[6] = {0};
    for (uint32_t host = 0; host < HOSTS; host++) {
        char link[32];
        snprintf(link, sizeof link, "h%u>h%u", host, (host + 1) % HOSTS);
        double cost = cost_of(&platform, link), latency = latency_of(&platform, link);
        assert_true(fabs(cost - round(cost)) <= 1e-14);
        assert_in_range((int)round(cost), 2, 5);
        times[(int)round(cost)]++;
        assert_true(latency >= 0.5 && latency < 0.75);
    }
    /* Both ends are drawn; 250 times each on average, with a deviation of 14. */
    for (int cost = 2; cost <= 5; cost++)
        assert_in_range(times[cost], 170, 330);
    forget(&platform);
}

static void test_same_seed_same_bytes(void **state)
{
    (void)state;
    struct platform first, again, other, slower;
    struct rd_platform_request request = request_of(RD_HYPERCUBE, 16, "uniform 1 100");
    request.compute = "real 1 2";
    generate(&first, &request);
    generate(&again, &request);
    assert_string_equal(first.text, again.text);
    request.seed = 2;
    generate(&other, &request);
    assert_string_not_equal(first.text, other.text);
    /* What is drawn for one quantity does not depend on the others. */
    request.seed = 1;
    request.latency = "uniform 1 3";
    generate(&slower, &request);
    assert_true(speed_of(&first, "h3") == speed_of(&slower, "h3"));
    assert_true(cost_of(&first, "h3>h2") == cost_of(&slower, "h3>h2"));
    forget(&slower);
    forget(&other);
    forget(&again);
    forget(&first);
}

/* One number for all links, drawn: over a hundred seeds each of three is there. */
static void test_same_costs(void **state)
{
    (void)state;
    bool seen[4] = {false};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct platform platform;
        struct rd_platform_request request = request_of(RD_RING, 4, "same 1 3");
        request.seed = seed;
        generate(&platform, &request);
        double cost = cost_of(&platform, "h0>h1");
        assert_true(cost == cost_of(&platform, "h1>h2") && cost == cost_of(&platform, "h3>h2"));
        seen[(int)(cost + 0.5)] = true;
        forget(&platform);
    }
    assert_true(seen[1] && seen[2] && seen[3]);
}

/* Digits: what is written reads back as the same number, and short where it can be. */
static void test_numbers_are_exact_and_short(void **state)
{
    (void)state;
    struct platform platform;
    struct rd_platform_request request = request_of(RD_RING, 2, "list 5 0.1");
    request.latency = "0.3";
    generate(&platform, &request);
    assert_non_null(strstr(platform.text, "bandwidth=\"0.2Bps\" latency=\"0.3s\""));
    assert_non_null(strstr(platform.text, "bandwidth=\"10Bps\""));
    forget(&platform);
    request = request_of(RD_RING, 2, "list 3 49");
    generate(&platform, &request);
    assert_true(number_of(platform.text, "<link id=\"h0>h1\"", "bandwidth=\"") == 1.0 / 3);
    assert_true(number_of(platform.text, "<link id=\"h1>h0\"", "bandwidth=\"") == 1.0 / 49);
    forget(&platform);
}

struct refusal {
    struct rd_platform_request request;
    const char *message;
};

#define TEXTS                                                                                      \
    "\"2\", \"uniform 1 10\" (integers), \"same 1 10\" (one for all), \"real 0.5 2\", \"list 1 "   \
    "2 3\" or \"three-partition 1 1 1\", with 0 or numbers from 1e-18 to 1e+15, is accepted"

#define REQUEST(the_shape, way, count, of_link, of_message, of_flop)                               \
    {                                                                                              \
        .shape = the_shape, .direction = way, .host_count = count, .cost = of_link,                \
        .latency = of_message, .compute = of_flop, .seed = 1                                       \
    }

static const struct refusal refusals[] = {
    {REQUEST(RD_RING, RD_ONE_WAY, 1048577, "1", "0", "0"),
     "1048577 hosts: at most 1048576 are supported"},
    {REQUEST(RD_RING, RD_ONE_WAY, 0, "1", "0", "0"),
     "0 hosts on a ring: 1 to 1048576 are supported"},
    {REQUEST(RD_STAR, RD_NO_DIRECTION, 0, "1", "0", "0"),
     "a star without workers: at least 1 is needed"},
    {REQUEST(RD_HYPERCUBE, RD_NO_DIRECTION, 6, "1", "0", "0"),
     "6 hosts on a hypercube: a power of two is needed"},
    {REQUEST(RD_SWITCH, RD_NO_DIRECTION, 8193, "1", "0", "0"),
     "8193 hosts on a switch: 1 to 8192 are supported"},
    {{.shape = RD_SWITCH,
      .pair_links = true,
      .host_count = 513,
      .cost = "1",
      .latency = "0",
      .compute = "0"},
     "513 hosts on a generated complete network, which has a link for each pair: at most 512 are "
     "supported"},
    {REQUEST(RD_RING, RD_TWO_WAY, 4097, "uniform 1 2", "0", "0"),
     "4097 hosts on a generated two-way unequal ring: at most 4096 are supported, and more only on "
     "switches, one-way rings, and rings, hypercubes and shuffle-exchanges whose links are equal"},
    {REQUEST(RD_HYPERCUBE, RD_NO_DIRECTION, 8192, "1", "uniform 1 2", "0"),
     "8192 hosts on a generated hypercube: at most 4096 are supported, and more only on switches, "
     "one-way rings, and rings, hypercubes and shuffle-exchanges whose links are equal"},
    {REQUEST(RD_STAR, RD_NO_DIRECTION, 4096, "1", "0", "0"),
     "4097 hosts on a generated star: at most 4096 are supported, and more only on switches, "
     "one-way rings, and rings, hypercubes and shuffle-exchanges whose links are equal"},
    {{.shape = RD_RING,
      .direction = RD_TWO_WAY,
      .host_count = 4097,
      .cost = "1",
      .latency = "0",
      .compute = "0",
      .bandwidth_spread = 2},
     "4097 hosts on a generated two-way unequal ring: at most 4096 are supported, and more only on "
     "switches, one-way rings, and rings, hypercubes and shuffle-exchanges whose links are equal"},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "uniform 0.5 2", "0", "0"), "cost \"uniform 0.5 2\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "", "0", "0"), "cost \"\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "1 2", "0", "0"), "cost \"1 2\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "-1", "0", "0"), "cost \"-1\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "1e16", "0", "0"), "cost \"1e16\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "uniform 1", "0", "0"), "cost \"uniform 1\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "uniform 2 1", "0", "0"), "cost \"uniform 2 1\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "uniform 1 2.5", "0", "0"), "cost \"uniform 1 2.5\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "uniform 1 2 3", "0", "0"), "cost \"uniform 1 2 3\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "list ", "0", "0"), "cost \"list \": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "list 1 x 3", "0", "0"), "cost \"list 1 x 3\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "1", "inf", "0"), "latency \"inf\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "1", "0", "fast"), "compute \"fast\": " TEXTS},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "list 1 2", "0", "0"),
     "cost \"list 1 2\" has 2 values and there are 3 links: one value each is needed"},
    {REQUEST(RD_RING, RD_TWO_WAY, 3, "1", "list 1 2 3", "0"),
     "latency \"list 1 2 3\" has 3 values and there are 6 links: one value each is needed"},
    {REQUEST(RD_SWITCH, RD_NO_DIRECTION, 3, "list 1 2 3", "0", "0"),
     "cost \"list 1 2 3\" has 3 values and there are 6 links of hosts: one value each is needed"},
    {REQUEST(RD_STAR, RD_NO_DIRECTION, 3, "1", "0", "list 1 2 3 4"),
     "compute \"list 1 2 3 4\" has 4 values and there are 3 hosts: one value each is needed"},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "list 1 0 1", "0", "0"),
     "cost 0 and latency 0 on link h1>h2: one of them above 0 is needed"},
    {REQUEST(RD_SWITCH, RD_NO_DIRECTION, 3, "0", "0", "0"),
     "cost 0 and latency 0 on link h0>: one of them above 0 is needed"},
    {REQUEST(RD_RING, RD_ONE_WAY, 3, "1", "0", "list 1 0 1"),
     "compute \"list 1 0 1\" gives 0 s for host h1: more than 0 is needed"},
};

/* A profile for each link that costs anything, in a file named for its ends. */
static void test_profiles_have_files(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_generated_platform platform;
    struct rd_error error;
    rd_arena_open(&arena, 0);
    struct rd_platform_request request = request_of(RD_SWITCH, 20,
                                                    "list 0 1 1 1 1 1 1 1 1 1 1 1 1 "
                                                    "1 1 1 1 1 1 1");
    request.latency = "1";
    request.symmetric = true;
    request.profile = "steps 1 0.5 2";
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_int_equal(platform.file_count, 38); /* out of and into all but h0 */
    assert_string_equal(platform.file[0].name, "bandwidth_h1_out.txt");
    assert_string_equal(platform.file[1].name, "bandwidth_to_h1.txt");
    assert_string_equal(platform.file[37].name, "bandwidth_to_h19.txt");
    assert_true(platform.varies && platform.greatest_factor == 2);
    request.profile = "steps 1 0.25 0.5";
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_true(platform.greatest_factor == 1);
    request.profile = "steps 1 0.5 2";
    request.cost = "0"; /* no link has a bandwidth that could vary */
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_int_equal(platform.file_count, 0);
    assert_true(!platform.varies && platform.greatest_factor == 1);
    request.speed_profile = "steps 1 0.5 3"; /* speeds, which are shares of nominal ones, do */
    assert_true(rd_platform_generate(&request, &arena, &platform, &error));
    assert_int_equal(platform.file_count, 20);
    assert_string_equal(platform.file[19].name, "speed_h19.txt");
    assert_true(platform.varies && platform.greatest_factor == 3);
    struct rd_platform_request ring = request_of(RD_RING, 10001, "1");
    ring.direction = RD_ONE_WAY;
    ring.speed_profile = request.speed_profile;
    assert_false(rd_platform_generate(&ring, &arena, &platform, &error));
    assert_string_equal(error.message, "10001 hosts that vary: at most 10000 are supported");
    struct rd_platform_request star = request_of(RD_STAR, 2, "1");
    star.speed_profile = "two-state 1 0.5 3";
    assert_true(rd_platform_generate(&star, &arena, &platform, &error));
    assert_int_equal(platform.file_count, 2); /* a master computes nothing */
    request.speed_profile = NULL;
    request.host_count = 5001;
    request.cost = "1";
    assert_false(rd_platform_generate(&request, &arena, &platform, &error));
    assert_string_equal(error.message, "10002 links that vary: at most 10000 are supported");
    rd_arena_close(&arena);
}

/* Sizes are refused before anything is allocated for them: the arena is small. */
static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct rd_arena arena;
        struct rd_error error = {0};
        struct rd_generated_platform platform = {.text = "untouched"};
        rd_arena_open(&arena, 64 << 10);
        assert_false(rd_platform_generate(&refusals[i].request, &arena, &platform, &error));
        assert_string_equal(error.message, refusals[i].message);
        assert_int_equal(error.code, RD_ERROR_INPUT);
        assert_string_equal(platform.text, "untouched");
        rd_arena_close(&arena);
    }
}

/* In a Cluster with a backbone, or of Full routing, a route is not the two links of its hosts. */
static void sees_where_routes_are_links_of_hosts(void **state)
{
    (void)state;
    static const struct {
        const char *routing, *more;
        bool host_links;
    } cases[] = {
        {"Cluster", "", true},
        {"Cluster", "<link id='unused' bandwidth='1Bps' latency='0s'/>", true},
        {"Cluster", "<backbone id='b' bandwidth='1Bps' latency='1s'/>", false},
        {"Full", "<route src='a' dst='b'><link_ctn id='l'/></route>", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        bool cluster = strcmp(cases[i].routing, "Full") != 0;
        const char *ends = cluster ? "<host_link id='a' up='l' down='l'/>"
                                     "<host_link id='b' up='l' down='l'/>"
                                   : "";
        const char *text = rd_arena_print(
            &arena,
            "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
            "\"https://simgrid.org/simgrid.dtd\">\n<platform version='4.1'>"
            "<zone id='all' routing='%s'><host id='a' speed='1f'/><host id='b' speed='1f'/>"
            "<link id='l' bandwidth='1Bps' latency='0s'/>%s%s</zone></platform>\n",
            cases[i].routing, ends, cases[i].more);
        struct rd_error_list errors = {.arena = &arena};
        struct rd_names hosts = {0};
        struct rd_platform_properties nature = {.host_links = !cases[i].host_links};
        bool good =
            rd_platform_check("p.xml", text, strlen(text), NULL, &arena, &hosts, &nature, &errors);
        rd_error_list_print(stderr, &errors);
        assert_true(good);
        assert_int_equal(nature.host_links, cases[i].host_links);
        rd_arena_close(&arena);
    }
    /* Nor in a Cluster within another, and of a platform that is wrong nothing is known. */
    static const char nested[] =
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version='4.1'><zone id='all' routing='Cluster'><zone id='in' routing='Cluster'>"
        "<host id='a' speed='1f'/><link id='l' bandwidth='1Bps' latency='0s'/>"
        "<host_link id='a' up='l' down='l'/></zone></zone></platform>\n";
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_names hosts = {0};
    struct rd_platform_properties nature = {.host_links = true};
    assert_true(
        rd_platform_check("p.xml", nested, strlen(nested), NULL, &arena, &hosts, &nature, &errors));
    assert_false(nature.host_links);
    nature = (struct rd_platform_properties){.host_links = true, .varies = true};
    assert_false(rd_platform_check("p.xml", nested, strlen(nested) - 4, NULL, &arena, &hosts,
                                   &nature, &errors));
    assert_false(nature.host_links || nature.varies);
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_way_ring),
        cmocka_unit_test(test_one_way_ring),
        cmocka_unit_test(test_smallest_rings),
        cmocka_unit_test(test_symmetric_ring),
        cmocka_unit_test(test_star),
        cmocka_unit_test(test_hypercube),
        cmocka_unit_test(test_shuffle_exchange),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_racks),
        cmocka_unit_test(test_large_networks_are_clusters),
        cmocka_unit_test(test_unwritten_cubes_cost_the_same),
        cmocka_unit_test(test_unwritten_rings_are_drawn),
        cmocka_unit_test(test_drawn_costs),
        cmocka_unit_test(test_same_seed_same_bytes),
        cmocka_unit_test(test_same_costs),
        cmocka_unit_test(test_numbers_are_exact_and_short),
        cmocka_unit_test(test_profiles_have_files),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(sees_where_routes_are_links_of_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
