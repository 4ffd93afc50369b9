/* Bounds whose value is plain to see, of any number of items and costs of any size: what is lost by
 * counting in ticks is less than 1e-9 of them, or is said. */
#include "algorithms/port_lp/certify.h"
#include "sim/base/rng.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { TRIALS = USUAL_TRIALS(200) };

struct world {
    struct rd_arena arena, scratch;
    struct rd_rng rng;
    struct test_instance test;
    struct rd_bound bound;
};

static void open_world(struct world *world, uint64_t seed)
{
    *world = (struct world){.rng = rd_rng_seeded(seed, 46)};
    rd_arena_open(&world->arena, 0);
    rd_arena_open(&world->scratch, 0);
}

static void close_world(struct world *world)
{
    rd_arena_close(&world->scratch);
    rd_arena_close(&world->arena);
}

/* Between 10^low and 10^high, and no multiple of anything. */
static double draw_s(struct world *world, int low, int high)
{
    return pow(10, low + (high - low) * rd_rng_unit(&world->rng));
}

/* From 1 to 2^53, of every size. */
static int64_t draw_items(struct world *world)
{
    int64_t most = INT64_C(1) << rd_rng_between(&world->rng, 0, 53);
    return rd_rng_between(&world->rng, most / 2 + 1, most);
}

/* A one-way ring, of which host 0 has all items. */
static void make_ring(struct world *world, uint32_t hosts, uint32_t kinds)
{
    world->test = test_instance_make(&world->arena, RD_RING, RD_ONE_WAY, hosts, kinds);
    memset(world->test.load, 0, sizeof *world->test.load * hosts * kinds);
    world->test.instance.goal = RD_REACH;
    world->test.instance.target = world->test.target;
}

static void give(struct world *world, uint32_t to, uint32_t kind, int64_t items)
{
    uint32_t kinds = world->test.instance.kind_count;
    world->test.load[kind] = items;
    world->test.target[to * kinds + kind] = items;
}

static void find_bound(struct world *world)
{
    struct rd_error error;
    world->bound = (struct rd_bound){0};
    if (!test_named_bound("port-prices", &world->test.instance, &world->arena, &world->scratch,
                          &world->bound, &error) ||
        !rd_bound_check(&world->bound, &world->test.instance, &world->scratch, &error))
        fail_msg("%s", error.message);
}

static void expect_bound(struct world *world, double expected_s)
{
    find_bound(world);
    if (world->bound.seconds < expected_s * (1 - 1e-9) ||
        world->bound.seconds > expected_s * (1 + 1e-14))
        fail_msg("%.17g s instead of %.17g s: %s", world->bound.seconds, expected_s,
                 world->bound.why);
}

/* Host 0 sends all items to host 1; the other links, of any cost, bring nothing. */
static void one_link(void **state)
{
    (void)state;
    struct world world;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        open_world(&world, seed);
        int64_t items = draw_items(&world);
        double cost_s[3], latency_s[3];
        make_ring(&world, 3, 1);
        give(&world, 1, 0, items);
        for (uint32_t host = 0; host < 3; host++) {
            bool wide = seed % 2 == 0;
            cost_s[host] = draw_s(&world, wide && host > 0 ? -29 : -4, wide && host > 0 ? 29 : 4);
            latency_s[host] = seed % 3 == 0 ? 0 : draw_s(&world, -12, 3);
            test_instance_set_cost(&world.test, host, (host + 1) % 3, latency_s[host],
                                   cost_s[host]);
        }
        double item_s = 1 / (1 / cost_s[0]); /* as a bandwidth says it */
        expect_bound(&world, latency_s[0] + (double)items * item_s);
        close_world(&world);
    }
}

/* All items pass a link that is slower than the first by up to 10^24, or than the last. */
static void a_slow_link(void **state)
{
    (void)state;
    struct world world;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        open_world(&world, seed);
        int64_t items = draw_items(&world);
        double fast_s = draw_s(&world, -12, 0), slow_s = draw_s(&world, 0, 12);
        make_ring(&world, 4, 1);
        give(&world, 3, 0, items);
        for (uint32_t host = 0; host < 4; host++)
            test_instance_set_cost(&world.test, host, (host + 1) % 4, 0,
                                   host == 1 ? slow_s : fast_s);
        expect_bound(&world, 2 / (1 / fast_s) + (double)items / (1 / slow_s));
        close_world(&world);
    }
}

/* An item that is long under way, for all that a port has to do. */
static void a_long_way(void **state)
{
    (void)state;
    struct world world;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        open_world(&world, seed);
        double cost_s = draw_s(&world, -20, 0), way_s = 0;
        make_ring(&world, 5, 1);
        give(&world, 4, 0, 1);
        for (uint32_t host = 0; host < 5; host++) {
            double latency_s = draw_s(&world, 0, 20);
            test_instance_set_cost(&world.test, host, (host + 1) % 5, latency_s, cost_s);
            way_s += host < 4 ? latency_s + 1 / (1 / cost_s) : 0;
        }
        expect_bound(&world, way_s);
        close_world(&world);
    }
}

/* Very many items of one kind, and few of another that take far longer each, at one port: prices
 * are found as near as the solver stops, 1e-5. What does not fit ticks is said; and nothing is
 * above what they take. */
static void costs_too_far_apart(void **state)
{
    (void)state;
    struct world world;
    int cut = 0, found = 0;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        open_world(&world, seed);
        int64_t many = draw_items(&world) - 5, few = 5;
        many = many < 1 ? 1 : many;
        static const struct rd_edge edge[] = {{0, 1}, {0, 2}};
        world.test = test_instance_on(&world.arena, test_graph(&world.arena, 3, edge, 2), 2);
        world.test.instance.goal = RD_REACH;
        world.test.instance.target = world.test.target;
        give(&world, 1, 0, many);
        give(&world, 2, 1, few);
        double short_s = draw_s(&world, -16, 0), long_s = draw_s(&world, -16, 16);
        test_instance_set_cost(&world.test, 0, 1, 0, short_s);
        test_instance_set_cost(&world.test, 0, 2, 0, long_s);
        double expected_s = (double)many / (1 / short_s) + (double)few / (1 / long_s);
        find_bound(&world);
        assert_true(world.bound.seconds <= expected_s * (1 + 1e-14));
        bool is_found = world.bound.seconds >= expected_s * (1 - 1e-5);
        bool is_cut = strstr(world.bound.why, "had to be cut");
        if (!is_found && !is_cut)
            fail_msg("%.17g s instead of %.17g s: %s", world.bound.seconds, expected_s,
                     world.bound.why);
        found += is_found;
        cut += is_cut;
        close_world(&world);
    }
    print_message("found: %d, cut: %d\n", found, cut);
    assert_true(found > TRIALS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_link),
        cmocka_unit_test(a_slow_link),
        cmocka_unit_test(a_long_way),
        cmocka_unit_test(costs_too_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
