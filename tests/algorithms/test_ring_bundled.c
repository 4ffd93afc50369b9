/* Rings whose messages carry many items: answers derived by hand, the cases, and every schedule of
 * small rings. The argument multiplies the rings. */
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "bundle_optimum.h"
#include "two_way_case.h"

#include "algorithms/ring/fixed_charge.h"

#include "tests/support/arenas.h"
#include "tests/support/bound.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { RINGS = USUAL_TRIALS(500) };

static uint64_t times = 1;

static struct test_instance instance_of(const struct bundle_case *ring)
{
    enum rd_direction direction = RD_ONE_WAY;
    for (int link = 0; link < ring->link_count; link++)
        if (ring->to[link] != (ring->from[link] + 1) % ring->host_count)
            direction = RD_TWO_WAY;
    struct test_instance test =
        test_instance_make(&test_arena, RD_RING, direction, (uint32_t)ring->host_count, 1);
    int64_t load[BUNDLE_HOSTS], target[BUNDLE_HOSTS];
    for (int host = 0; host < ring->host_count; host++) {
        load[host] = ring->load[host];
        target[host] = ring->target[host];
    }
    test_instance_reach(&test, load, target);
    for (int link = 0; link < ring->link_count; link++)
        test_instance_set_cost(&test, (uint32_t)ring->from[link], (uint32_t)ring->to[link],
                               ring->latency_s[link], ring->cost_s[link]);
    return test;
}

static double planned_s(const struct test_instance *test)
{
    double seconds = case_plan(rd_algorithm_named("ring-bundled"), test, &test_arena, NULL, NULL);
    assert_true(seconds >= 0);
    return seconds;
}

static struct rd_bound bound_of(const struct test_instance *test)
{
    struct rd_bound bound;
    assert_true(rd_best_bound(&test->instance, NULL, &test_arena, &test_scratch, &bound, NULL));
    assert_null(bound.schedule_class);
    return bound;
}

static void expect(const struct test_instance *test, double bound_s, double time_s)
{
    struct rd_bound bound = bound_of(test);
    double seconds = planned_s(test);
    if (bound.seconds != bound_s || seconds != time_s)
        fail_msg("bound %g s, planned %g s instead of %g s and %g s: %s", bound.seconds, seconds,
                 bound_s, time_s, bound.why);
    assert_int_equal(bound.bottleneck, RD_BOTTLENECK_PORTS);
}

/* Ten items over one link of 1 s an item and 20 s a message: 20 + 10, and 210 one by one. */
static void pays_latency_once(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 2, 1);
    test_instance_reach(&test, (int64_t[]){10, 0}, (int64_t[]){0, 10});
    test_instance_set_cost(&test, 0, 1, 20, 1);
    test_instance_set_cost(&test, 1, 0, 20, 1);
    expect(&test, 30, 30);
    assert_true(bound_of(&test).tight);
}

/* Two items over two links of 1 s a message and 2 s an item, none where they pass: in one message
 * 5 + 5, in two 3, 3 and 3. The bound, of two equal links: (b + 1) l + c (2 + ceil(2 / b))
 * is 2 + 8 for b = 1 and 3 + 6 for b = 2. */
static void splits_messages_that_are_waited_for(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1);
    test_instance_reach(&test, (int64_t[]){2, 0, 0}, (int64_t[]){0, 0, 2});
    for (uint32_t host = 0; host < 3; host++)
        test_instance_set_cost(&test, host, (host + 1) % 3, 1, 2);
    expect(&test, 9, 9);
    assert_false(bound_of(&test).tight);
}

/* Host 0 has ten items too many, 20 s a message and 1 s an item. Five each way take two messages,
 * 25 + 25 s, and all hosts hold what they send. All ten to host 1 take 30 s; host 1 sends on five,
 * four of which it waits for, from 21 s on, for 24 s: 45 s, which no theorem says can be met. */
static void weighs_one_message_against_two(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    test_instance_reach(&test, (int64_t[]){12, 1, 1}, (int64_t[]){2, 6, 6});
    for (uint32_t host = 0; host < 3; host++) {
        test_instance_set_cost(&test, host, (host + 1) % 3, 20, 1);
        test_instance_set_cost(&test, (host + 1) % 3, host, 20, 1);
    }
    expect(&test, 45, 50);
    assert_false(bound_of(&test).tight);
}

/* 64 items on each of 4096 hosts on a one-way ring; the first half is to keep 48, the second 80:
 * up to 2048 * 16 = 2^15 items pass a link, 1 s each and 1 s a message, and so no schedule takes
 * less than 2^15 + 1 s. In messages of 64 items nobody waits: a host has sent no more of them than
 * have come, and holds 64 besides, or all is there that ever comes. The busiest takes 2^9 of them:
 * 2^15 + 2^9 s. */
static void plans_long_rings_near_the_bound(void **state)
{
    (void)state;
    enum { HOSTS = 1 << 12, ITEMS = 64, GIVEN = 16 };
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, HOSTS, 1);
    int64_t *load = rd_take(&test_arena, HOSTS, int64_t);
    int64_t *target = rd_take(&test_arena, HOSTS, int64_t);
    for (uint32_t host = 0; host < HOSTS; host++) {
        load[host] = ITEMS;
        target[host] = host < HOSTS / 2 ? ITEMS - GIVEN : ITEMS + GIVEN;
        test_instance_set_cost(&test, host, (host + 1) % HOSTS, 1, 1);
    }
    test_instance_reach(&test, load, target);
    assert_true(bound_of(&test).seconds == (1 << 15) + 1);
    double seconds = planned_s(&test);
    if (seconds < (1 << 15) + 1 || seconds > (1 << 15) + (1 << 9))
        fail_msg("planned %g s", seconds);
}

static bool read_case(const json_t *value, struct bundle_case *ret_ring)
{
    struct bundle_case ring = {.ports = 1};
    const json_t *links = json_object_get(value, "links"), *link;
    size_t i;
    ring.host_count = (int)json_integer_value(json_object_get(value, "hosts"));
    ring.link_count = (int)json_array_size(links);
    if (json_integer_value(json_object_get(value, "ports")) != 1 || ring.link_count > BUNDLE_LINKS)
        return false;
    json_array_foreach(links, i, link)
    {
        ring.from[i] = (int)json_integer_value(json_array_get(link, 0));
        ring.to[i] = (int)json_integer_value(json_array_get(link, 1));
        ring.cost_s[i] = (int)json_integer_value(json_array_get(link, 2));
        ring.latency_s[i] = (int)json_integer_value(json_array_get(link, 3));
        int apart = (ring.to[i] - ring.from[i] + ring.host_count) % ring.host_count;
        if (apart != 1 && apart != ring.host_count - 1)
            return false;
    }
    for (int host = 0; host < ring.host_count; host++) {
        ring.load[host] =
            (int)json_integer_value(json_array_get(json_object_get(value, "loads"), (size_t)host));
        ring.target[host] =
            (int)json_integer_value(json_array_get(json_object_get(value, "after"), (size_t)host));
    }
    *ret_ring = ring;
    return ring.link_count == 2 * ring.host_count;
}

/* Returns: is the optimum met? */
static bool hold(const struct bundle_case *ring, int optimum_s)
{
    struct rd_arena_mark mark = rd_arena_mark(&test_arena);
    struct test_instance test = instance_of(ring);
    struct rd_bound bound = bound_of(&test);
    double seconds = planned_s(&test);
    bool met = seconds == optimum_s;
    if (bound.seconds > optimum_s || seconds < optimum_s || (bound.tight && !met)) {
        for (int link = 0; link < ring->link_count; link++)
            print_error("%d>%d: %d + %d\n", ring->from[link], ring->to[link], ring->latency_s[link],
                        ring->cost_s[link]);
        for (int host = 0; host < ring->host_count; host++)
            print_error("host %d: %d to %d\n", host, ring->load[host], ring->target[host]);
        fail_msg("bound %g s%s, optimum %d s, planned %g s: %s", bound.seconds,
                 bound.tight ? " (reached)" : "", optimum_s, seconds, bound.why);
    }
    rd_arena_rewind(&test_arena, mark);
    return met;
}

static void holds_on_the_cases(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_CASES "/network/bundles.jsonl", "r");
    char line[4096];
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        json_t *value = json_loads(line, 0, NULL);
        struct bundle_case ring;
        assert_non_null(value);
        if (read_case(value, &ring)) {
            int optimum_s = (int)json_integer_value(json_object_get(value, "optimum"));
            assert_int_equal(bundle_optimum_s(&ring, 100, &test_scratch), optimum_s);
            hold(&ring, optimum_s);
            count++;
        }
        json_decref(value);
    }
    fclose(file);
    assert_int_equal(count, 4);
}

static struct bundle_case draw(struct rd_rng *rng)
{
    bool two_way = rd_rng_below(rng, 3) > 0;
    struct bundle_case ring = {.host_count = (int)rd_rng_between(rng, 2, two_way ? 3 : 4),
                               .ports = 1};
    int n = ring.host_count, most = (int)rd_rng_between(rng, 1, 3), items = 0;
    for (int host = 0; host < n; host++) {
        ring.load[host] = (int)rd_rng_between(rng, 0, most);
        items += ring.load[host];
    }
    for (; items > 0; items--)
        ring.target[rd_rng_below(rng, (uint64_t)n)]++;
    int most_latency = (int)rd_rng_between(rng, 0, 6);
    for (int direction = 1; direction >= (two_way && n > 2 ? -1 : 1); direction -= 2)
        for (int host = 0; host < n; host++) {
            int link = ring.link_count++;
            ring.from[link] = host;
            ring.to[link] = (host + direction + n) % n;
            ring.cost_s[link] = (int)rd_rng_between(rng, 1, 3);
            ring.latency_s[link] = (int)rd_rng_between(rng, 0, most_latency);
        }
    return ring;
}

static void holds_against_every_schedule(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(58, 0);
    uint64_t compared = 0, proved = 0, met = 0;
    for (uint64_t i = 0; i < RINGS * times; i++) {
        struct bundle_case ring = draw(&rng);
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = instance_of(&ring);
        bool tight = bound_of(&test).tight;
        int planned = (int)planned_s(&test);
        rd_arena_rewind(&test_arena, mark);
        int optimum_s = bundle_optimum_s(&ring, planned, &test_scratch);
        if (optimum_s < 0)
            continue;
        compared++;
        proved += tight;
        met += hold(&ring, optimum_s);
    }
    print_message("%llu compared: %llu proved, %llu optimal\n", (unsigned long long)compared,
                  (unsigned long long)proved, (unsigned long long)met);
    assert_true(compared >= RINGS * times * 9 / 10);
    assert_true(proved >= compared / 3);
}

/* What the busiest port takes, worked out port by port. */
static double naive_charged_s(const struct two_way_case *ring, const struct test_instance *test,
                              int64_t z)
{
    uint32_t n = ring->host_count;
    double busiest_s = 0;
    for (uint32_t host = 0; host < n; host++) {
        double sends_s = 0, receives_s = 0;
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t other = side == 0 ? (host + 1) % n : (host + n - 1) % n;
            uint32_t edge = side == 0 ? host : other;
            int64_t out = side == 0 ? naive_flow(ring, edge, z) : -naive_flow(ring, edge, z);
            const struct rd_topology *topology = &test->instance.topology;
            if (out > 0)
                sends_s += test->cost[rd_link_between(topology, host, other)].latency_s +
                           (double)(out * (side == 0 ? ring->up : ring->down)[host]);
            if (out < 0)
                receives_s += test->cost[rd_link_between(topology, other, host)].latency_s -
                              (double)(out * (side == 0 ? ring->down : ring->up)[other]);
        }
        busiest_s = fmax(busiest_s, fmax(sends_s, receives_s));
    }
    return busiest_s;
}

/* The search against every z; and a flow's value against its ports alone, which it equals where
 * nobody waits. */
static void finds_the_best_of_all_flows(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(59, 0);
    for (uint64_t i = 0; i < RINGS * times; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct two_way_case ring = case_random(&rng, 2, CASE_HOSTS, 0, 40, 5);
        struct test_instance test = case_instance(&ring, 1, &test_arena);
        uint32_t n = ring.host_count;
        for (uint64_t link = 0; link < 2 * (uint64_t)n && n > 2; link++)
            test.cost[link].latency_s = (double)rd_rng_below(&rng, 60);
        if (n == 2)
            test.cost[0].latency_s = test.cost[1].latency_s = 3;
        struct rd_charged_ring charged = rd_charged_ring_read(&test.instance, &test_arena);
        if (charged.z.first < charged.z.last) {
            double least_s = INFINITY;
            for (int64_t z = charged.z.first; z <= charged.z.last; z++) {
                double seconds = rd_charged_ring_value(&charged, z).seconds;
                least_s = fmin(least_s, seconds);
                double ports_s = naive_charged_s(&ring, &test, z);
                assert_true(naive_is_light(&ring, z) ? seconds == ports_s : seconds >= ports_s);
            }
            struct rd_charged_optimum optimum = rd_charged_ring_optimum(&charged, &test_scratch);
            assert_true(optimum.least_s == least_s);
            assert_true(bound_of(&test).seconds >= least_s);
            assert_true(planned_s(&test) >= least_s);
        }
        rd_arena_rewind(&test_arena, mark);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(pays_latency_once),
        ARENAS_TEST(splits_messages_that_are_waited_for),
        ARENAS_TEST(weighs_one_message_against_two),
        ARENAS_TEST(plans_long_rings_near_the_bound),
        ARENAS_TEST(holds_on_the_cases),
        ARENAS_TEST(holds_against_every_schedule),
        ARENAS_TEST(finds_the_best_of_all_flows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
