/* Bandwidths that differ: means, ranges and shares that the definition gives. */
#include "sim/platform/bandwidth.h"
#include "sim/platform/platform_generator.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS = 100000 };

struct drawn {
    double mean, least, most;
    uint64_t ones; /* factors that are just the scale */
};

static struct drawn draw(enum rd_bandwidth_shape shape, double scale, double spread)
{
    struct drawn drawn = {.least = INFINITY};
    struct rd_bandwidth bandwidth = rd_bandwidth_open(shape, scale, spread, LINKS, 7, 4);
    for (int i = 0; i < LINKS; i++) {
        double factor = rd_bandwidth_next(&bandwidth);
        drawn.mean += factor / LINKS;
        drawn.least = fmin(drawn.least, factor);
        drawn.most = fmax(drawn.most, factor);
        drawn.ones += factor == scale;
    }
    return drawn;
}

static void a_spread_of_1_leaves_all_alike(void **state)
{
    (void)state;
    for (int shape = 0; rd_bandwidth_shape_names[shape]; shape++) {
        struct drawn drawn = draw((enum rd_bandwidth_shape)shape, 3, 1);
        assert_int_equal(drawn.ones, LINKS);
    }
}

static void the_mean_stays(void **state)
{
    (void)state;
    /* Standard errors: uniform 0.45/316, two-speed 0.78/316, log-normal 0.64/316. */
    assert_true(fabs(draw(RD_BANDWIDTH_UNIFORM, 1, 8).mean - 1) < 0.01);
    assert_true(fabs(draw(RD_BANDWIDTH_TWO_SPEED, 1, 8).mean - 1) < 0.02);
    assert_true(fabs(draw(RD_BANDWIDTH_LOG_NORMAL, 1, 8).mean - 1) < 0.02);
    assert_true(fabs(draw(RD_BANDWIDTH_UNIFORM, 5, 8).mean - 5) < 0.05);
}

static void ranges_are_those_of_the_spread(void **state)
{
    (void)state;
    struct drawn uniform = draw(RD_BANDWIDTH_UNIFORM, 1, 3);
    assert_true(uniform.least >= 0.5 && uniform.least < 0.501);
    assert_true(uniform.most <= 1.5 && uniform.most > 1.499);
    struct drawn two = draw(RD_BANDWIDTH_TWO_SPEED, 1, 3);
    assert_true(two.least == 0.5 && two.most == 1.5);
    struct drawn slow = draw(RD_BANDWIDTH_ONE_SLOW_LINK, 2, 4);
    assert_true(slow.least == 0.5 && slow.most == 2);
    assert_int_equal(slow.ones, LINKS - 1);
}

/* 95 % within the factor S around the median, by the normal law: 5 % +- 0.07 % are outside. */
static void log_normal_keeps_95_percent_within(void **state)
{
    (void)state;
    struct rd_bandwidth bandwidth = rd_bandwidth_open(RD_BANDWIDTH_LOG_NORMAL, 1, 9, LINKS, 3, 4);
    double deviation = log(9) / 3.92, median = exp(-deviation * deviation / 2);
    int outside = 0;
    for (int i = 0; i < LINKS; i++) {
        double factor = rd_bandwidth_next(&bandwidth) / median;
        outside += factor < 1. / 3 || factor > 3;
    }
    assert_true(outside > 4600 && outside < 5400);
}

static struct rd_platform_request request_of(enum rd_shape shape, double scale, double spread)
{
    return (struct rd_platform_request){.shape = shape,
                                        .direction =
                                            shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION,
                                        .graph = {.kind = RD_TREE, .arity = 2},
                                        .host_count = 16,
                                        .cost = "4",
                                        .latency = "1",
                                        .compute = "0",
                                        .seed = 5,
                                        .bandwidth_scale = scale,
                                        .bandwidth_spread = spread,
                                        .bandwidth_shape = RD_BANDWIDTH_TWO_SPEED};
}

static const char *generated(struct rd_arena *arena, const struct rd_platform_request *request)
{
    struct rd_error error = {0};
    struct rd_generated_platform platform;
    if (!rd_platform_generate(request, arena, &platform, &error))
        fail_msg("%s", error.message);
    return platform.text;
}

static const char *platform_with(struct rd_arena *arena, enum rd_shape shape, double scale,
                                 double spread)
{
    struct rd_platform_request request = request_of(shape, scale, spread);
    return generated(arena, &request);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void platforms_take_scale_and_spread(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(count_of(platform_with(&arena, RD_RING, 2, 1), "bandwidth=\"0.5Bps\""), 32);
    /* Two speeds around 1/4: 1/8 and 3/8; latencies stay. */
    static const enum rd_shape shapes[] = {RD_RING, RD_STAR, RD_SWITCH, RD_HYPERCUBE};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const char *text = platform_with(&arena, shapes[i], 1, 3);
        size_t slow = count_of(text, "bandwidth=\"0.125Bps\"");
        size_t fast = count_of(text, "bandwidth=\"0.375Bps\"");
        assert_true(slow > 0 && fast > 0);
        assert_int_equal(slow + fast, count_of(text, "<link id"));
        assert_true(shapes[i] == RD_SWITCH ||
                    count_of(text, "latency=\"1s\"") == count_of(text, "<link id"));
    }
    rd_arena_close(&arena);
}

/* Bandwidths of 1/4, twice as fast, and those of the named links a quarter of that. */
static void scaled_links_have_a_factor_of_their_own(void **state)
{
    static const struct {
        enum rd_shape shape;
        const char *names, *links[2];
        size_t scaled;
    } cases[] = {
        {RD_RING, "h3>h4 h0>h15", {"h3>h4", "h0>h15"}, 2},
        {RD_STAR, "h2>m", {"h2>m", "h2>m"}, 1},
        {RD_HYPERCUBE, "h[0,8]>h9 h0>h8", {"h8>h9", "h0>h8"}, 0}, /* h0 and h9 are apart */
        {RD_HYPERCUBE, "h8>h9 h0>h8", {"h8>h9", "h0>h8"}, 2},
        {RD_SWITCH, ">h5 h[0-2]>", {">h5", "h2>"}, 4},
        {RD_BUS, "h15>", {"h15>", "h15>"}, 1},
        {RD_GRAPH, " h0>h1\t'h1>h0' ", {"h0>h1", "h1>h0"}, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_platform_request request = request_of(cases[i].shape, 2, 1);
        struct rd_generated_platform platform;
        struct rd_error error;
        struct rd_arena arena;
        request.scaled_links = cases[i].names;
        request.link_scale = 0.25;
        rd_arena_open(&arena, 0);
        if (cases[i].scaled == 0) {
            assert_false(rd_platform_generate(&request, &arena, &platform, &error));
            assert_int_equal(error.code, RD_ERROR_INPUT);
            assert_non_null(strstr(error.message, "\"h0>h9\" is no link of the platform: "));
        } else {
            const char *text = generated(&arena, &request);
            size_t links = count_of(text, "<link id");
            assert_int_equal(count_of(text, "bandwidth=\"0.125Bps\""), cases[i].scaled);
            assert_int_equal(count_of(text, "bandwidth=\"0.5Bps\""), links - cases[i].scaled);
            for (size_t k = 0; k < 2; k++)
                assert_non_null(
                    strstr(text, rd_arena_print(&arena, "<link id=\"%s\" bandwidth=\"0.125Bps\"",
                                                cases[i].links[k])));
            request.link_scale = 0; /* stands for 1 */
            assert_int_equal(count_of(generated(&arena, &request), "\"0.5Bps\""), links);
        }
        rd_arena_close(&arena);
    }
}

/* Two speeds, 1/8 and 3/8, and one of them four times as fast: what is drawn stays. */
static void scaled_links_leave_what_is_drawn(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_platform_request request = request_of(RD_RING, 1, 3);
    rd_arena_open(&arena, 0);
    const char *before = generated(&arena, &request);
    request.scaled_links = "h7>h8";
    request.link_scale = 4;
    const char *text = generated(&arena, &request);
    for (int i = 0; i < 2; i++) {
        static const char *const speeds[] = {"\"0.125Bps\"", "\"0.375Bps\""};
        static const char *const scaled[] = {"\"0.5Bps\"", "\"1.5Bps\""};
        assert_int_equal(count_of(text, speeds[i]) + count_of(text, scaled[i]),
                         count_of(before, speeds[i]));
    }
    assert_int_equal(count_of(text, "\"0.5Bps\"") + count_of(text, "\"1.5Bps\""), 1);
    rd_arena_close(&arena);
}

/* Those that are drawn and not written; and on a Cluster of more hosts than Full routing takes. */
static void scaled_links_of_large_platforms(void **state)
{
    (void)state;
    struct rd_arena arena;
    struct rd_error error;
    struct rd_even_platform even;
    struct rd_generated_platform platform;
    rd_arena_open(&arena, 0);
    struct rd_platform_request request = request_of(RD_RING, 2, 1);
    request.scaled_links = "h3>h4";
    request.link_scale = 0.25;
    assert_true(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_false(even.costs_equal);
    for (uint64_t link = 0; link < 32; link++)
        assert_true(even.link_cost[link].bandwidth_bytes_per_s == (link == 3 ? 0.125 : 0.5));
    request.host_count = 4097;
    assert_false(rd_platform_generate(&request, &arena, &platform, &error));
    assert_non_null(strstr(error.message, "two-way unequal ring: at most 4096 are supported"));
    request.direction = RD_ONE_WAY;
    assert_false(rd_platform_generate(&request, &arena, &platform, &error));
    assert_string_equal(error.message, "scaled-links: \"h3>h4\" is no link of the platform: "
                                       "accepted are h0>, h1>, h2>, ..., >h4096");
    request.scaled_links = "h4096>";
    assert_non_null(
        strstr(generated(&arena, &request), "<link id=\"h4096>\" bandwidth=\"0.125Bps\""));
    request = request_of(RD_GRAPH, 2, 1);
    request.host_count = 5000;
    request.scaled_links = "h0>h2";
    request.link_scale = 0.25;
    assert_true(rd_platform_stays_unwritten(&request, &arena));
    assert_true(rd_platform_draw_even(&request, &arena, &even, &error));
    assert_true(even.link_cost[0].bandwidth_bytes_per_s == 0.5);
    assert_true(even.link_cost[1].bandwidth_bytes_per_s == 0.125);
    rd_arena_close(&arena);
}

/* x = y = 0 gives no normal number. A state whose first two draws are just a half: a draw is
 * rotl(5 s1, 7) 9, where 5 * 205 = 4 * 256 + 1, so that s1 = 205 * 2^56 gives rotl(2^56, 7) 9 =
 * 2^63; where s0 = s2 the next s1 is the same. */
static void draws_again_where_there_is_no_normal_number(void **state)
{
    (void)state;
    struct rd_bandwidth bandwidth = rd_bandwidth_open(RD_BANDWIDTH_LOG_NORMAL, 1, 8, LINKS, 7, 4);
    struct rd_bandwidth behind = bandwidth;
    bandwidth.rng = (struct rd_rng){{0, UINT64_C(205) << 56, 0, 0}};
    behind.rng = bandwidth.rng;
    assert_true(rd_rng_unit(&behind.rng) == 0.5);
    assert_true(rd_rng_unit(&behind.rng) == 0.5);
    double factor = rd_bandwidth_next(&bandwidth);
    assert_true(factor > 0 && factor < INFINITY);
    assert_true(factor == rd_bandwidth_next(&behind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_again_where_there_is_no_normal_number),
        cmocka_unit_test(a_spread_of_1_leaves_all_alike),
        cmocka_unit_test(the_mean_stays),
        cmocka_unit_test(ranges_are_those_of_the_spread),
        cmocka_unit_test(log_normal_keeps_95_percent_within),
        cmocka_unit_test(platforms_take_scale_and_spread),
        cmocka_unit_test(scaled_links_have_a_factor_of_their_own),
        cmocka_unit_test(scaled_links_leave_what_is_drawn),
        cmocka_unit_test(scaled_links_of_large_platforms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
