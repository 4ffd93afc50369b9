/* What a bound rests on: of each kind an instance that is reckoned by hand. That a port or slice
 * has to do just what the bound says, on all instances, is a law of the contract
 * (contract/bound_bottleneck.h).
 */
#include "tests/support/cmocka.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include "algorithms/algorithm.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <math.h>

static struct rd_bound bound_of(const char *name, const struct rd_instance *instance)
{
    struct rd_bound bound;
    struct rd_error error;
    if (!test_bound(rd_algorithm_named(name), instance, &test_arena, &test_scratch, &bound, &error))
        fail_msg("%s", error.message);
    return bound;
}

/* It carries a certificate, which shows just as much. */
static void assert_certified(const struct rd_bound *bound, const struct rd_instance *instance)
{
    struct rd_error error;
    assert_true(rd_bound_has_certificate(bound));
    if (!rd_bound_check(bound, instance, &test_scratch, &error))
        fail_msg("%s", error.message);
    struct rd_bound more = *bound;
    more.seconds = nextafter(bound->seconds, INFINITY);
    assert_false(rd_bound_check(&more, instance, &test_scratch, &error));
}

static void assert_rests_on(const struct rd_bound *bound, const struct rd_instance *instance,
                            double seconds, const char *words)
{
    assert_true(rd_times_agree(bound->seconds, seconds, seconds));
    assert_string_equal(rd_bound_bottleneck_words(bound, instance, &test_arena), words);
}

/* --- rings --- */

enum { RING = 6 };

static void check_ring(enum rd_direction direction, uint32_t n, const int64_t *load,
                       const int64_t *target, double seconds, const char *words)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, direction, n, 1);
    test_instance_reach(&test, load, target);
    struct rd_bound bound = bound_of("ring-two-way-equal", &test.instance);
    assert_rests_on(&bound, &test.instance, seconds, words);
    assert_certified(&bound, &test.instance);
}

/* Lemma 6. Surplus (2, -1, -1): sums 2, 1, 0, whose spread halved is 1, and host 0 sends 2. The
 * other way round it receives them. Surplus (2, 2, 2, -2, -2, -2): sums 2, 4, 6, 4, 2, 0, so of
 * hosts 0 to 2 6 items leave over two links, and no host has more than 2. */
static void a_two_way_ring_rests_on_a_port_or_a_slice(void **state)
{
    (void)state;
    static const int64_t many[] = {4, 1, 1}, even[] = {2, 2, 2};
    check_ring(RD_TWO_WAY, 3, many, even, 2, "the send port of host 0");
    check_ring(RD_TWO_WAY, 3, even, many, 2, "the receive port of host 0");
    static const int64_t left[RING] = {3, 3, 3, 1, 1, 1}, right[RING] = {1, 1, 1, 3, 3, 3};
    check_ring(RD_TWO_WAY, RING, left, right, 3, "the slice from host 0 to host 2");
}

/* Lemma 12. Hosts 0 and 1 have 6 items too many, and two links out, of 2 s and 3 s an item, but 1 s
 * between them, and 1 s elsewhere. Over the first go 4 or more, or over the second 3 or more: 8 s.
 * Where sending costs a latency of 1 s besides, 9 s: 3 over the first, 3 over the second, of 3 s
 * each. */
static void a_slice_of_unequal_ends_has_prices(void **state)
{
    (void)state;
    for (int latency = 0; latency < 2; latency++) {
        static const int64_t load[RING] = {4, 4, 1, 1, 1, 1}, target[RING] = {1, 1, 1, 4, 4, 1};
        struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, RING, 1);
        test_instance_reach(&test, load, target);
        test_instance_set_cost(&test, 0, RING - 1, latency, 2);
        test_instance_set_cost(&test, 1, 2, 0, 3);
        struct rd_bound bound = bound_of("ring-two-way-light", &test.instance);
        assert_rests_on(&bound, &test.instance, latency ? 9 : 8, "the slice from host 0 to host 1");
        assert_certified(&bound, &test.instance);
        assert_int_equal(bound.certificate->single_items, latency);
    }
}

/* Lemma 1. Surplus (1, 1, -2): both items of hosts 0 and 1 leave over one link. */
static void a_one_way_ring_rests_on_a_slice(void **state)
{
    (void)state;
    static const int64_t load[] = {2, 2, 1}, target[] = {1, 1, 3};
    check_ring(RD_ONE_WAY, 3, load, target, 2, "the slice from host 0 to host 1");
}

static void nothing_to_move_rests_on_nothing(void **state)
{
    (void)state;
    static const int64_t load[] = {2, 2, 1};
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1);
    test_instance_reach(&test, load, load);
    struct rd_bound bound = bound_of("ring-one-way", &test.instance);
    assert_null(rd_bound_bottleneck_words(&bound, &test.instance, &test_arena));
    assert_false(rd_bound_bottleneck_has_host(&bound, 0));
    assert_false(rd_bound_bottleneck_has_port(&bound, 0, false));
}

/* --- stars --- */

/* Two workers and master 2, everything 1 s. Loads (2, 2): each computes its own. Loads (4, 0): by 2
 * s two items would have to have passed the master, and the second is at worker 1 at 3 s at the
 * earliest; by 3 s one is enough. */
static void a_star_rests_on_its_master_or_its_workers(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    test.load[0] = test.load[1] = 2;
    struct rd_bound bound = bound_of("star-mba", &test.instance);
    assert_rests_on(&bound, &test.instance, 2, "all processors");
    assert_certified(&bound, &test.instance);
    test.load[0] = 4;
    test.load[1] = 0;
    bound = bound_of("star-mba", &test.instance);
    assert_rests_on(&bound, &test.instance, 3, "both ports of host 2");
    assert_true(rd_bound_bottleneck_has_port(&bound, 2, true));
    assert_true(rd_bound_bottleneck_has_port(&bound, 2, false));
    assert_false(rd_bound_bottleneck_has_port(&bound, 0, false));
}

/* Theorem 2: two items in, one behind the other, and the second out: 3 s. */
static void a_star_with_loads_to_reach_rests_on_its_master(void **state)
{
    (void)state;
    static const int64_t load[] = {3, 0, 0}, target[] = {1, 2, 0};
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    test_instance_reach(&test, load, target);
    struct rd_bound bound = bound_of("star-order", &test.instance);
    assert_rests_on(&bound, &test.instance, 3, "both ports of host 2");
}

/* --- switches --- */

static void check_switch(enum rd_shape shape, const int64_t load[3][3], double seconds,
                         const char *words)
{
    struct test_instance test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION, 3, 3);
    test.instance.goal = RD_GATHER;
    for (uint32_t host = 0; host < 3; host++)
        for (uint32_t kind = 0; kind < 3; kind++)
            test.load[host * 3 + kind] = load[host][kind];
    struct rd_bound bound = bound_of("switch-steps", &test.instance);
    assert_rests_on(&bound, &test.instance, seconds, words);
    assert_certified(&bound, &test.instance);
}

/* Host 0 holds 2 of each kind: it sends 4, whichever it keeps. */
static void a_switch_rests_on_a_send_port(void **state)
{
    (void)state;
    static const int64_t load[3][3] = {{2, 2, 2}, {0, 0, 0}, {0, 0, 0}};
    check_switch(RD_SWITCH, load, 4, "the send port of host 0");
}

/* Host 0 holds nothing, and there are 3 of each kind; hosts 1 and 2 could do with 1 and 2 steps. */
static void a_switch_rests_on_a_receive_port(void **state)
{
    (void)state;
    static const int64_t load[3][3] = {{0, 0, 0}, {3, 1, 0}, {0, 2, 3}};
    check_switch(RD_SWITCH, load, 3, "the receive port of host 0");
}

/* In 2 steps hosts 0 and 1 could keep kind 0 only: 4 items each, 2 of kind 0 and 4 of it in all; a
 * host that keeps another kind sends 3. */
static void a_switch_rests_on_hosts_that_want_the_same(void **state)
{
    (void)state;
    static const int64_t load[3][3] = {{2, 1, 1}, {2, 1, 1}, {0, 0, 0}};
    check_switch(RD_SWITCH, load, 3, "hosts 0 and 1");
}

/* Host 0 holds 5 of the 10 of kind 0: it receives 5 if it keeps that, and sends 5 if not. */
static void a_switch_rests_on_a_host_and_no_port(void **state)
{
    (void)state;
    static const int64_t load[3][3] = {{5, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    check_switch(RD_SWITCH, load, 5, "host 0");
}

/* Four of the six move, one at a time. */
static void a_bus_rests_on_the_bus(void **state)
{
    (void)state;
    static const int64_t load[3][3] = {{2, 2, 2}, {0, 0, 0}, {0, 0, 0}};
    check_switch(RD_BUS, load, 4, "the bus");
}

/* --- cubes --- */

static struct rd_bound check_cube(uint32_t host_count, const int64_t *load, double seconds,
                                  const char *words)
{
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, host_count, 1);
    test.instance.balance_error = 0;
    for (uint32_t host = 0; host < host_count; host++)
        test.load[host] = load[host];
    struct rd_bound bound = bound_of("cube-leighton", &test.instance);
    assert_rests_on(&bound, &test.instance, seconds, words);
    assert_certified(&bound, &test.instance);
    return bound;
}

/* 8 items, 2 to stay on each of four hosts; 24, where one lacks its 6. */
static void a_cube_rests_on_a_port(void **state)
{
    (void)state;
    static const int64_t full[] = {8, 0, 0, 0}, empty[] = {0, 8, 8, 8};
    check_cube(4, full, 6, "the send port of host 0");
    check_cube(4, empty, 6, "the receive port of host 0");
}

/* Hosts 0, 1, 2 and 4 of eight hold 4 each and may keep 2: 8 items leave over hosts 1, 2 and 4, 3
 * in a step; each alone needs 2 steps. */
static void a_cube_rests_on_a_ball(void **state)
{
    (void)state;
    static const int64_t load[] = {4, 4, 4, 0, 4, 0, 0, 0};
    struct rd_bound bound = check_cube(8, load, 3, "hosts 0, 1, 2 and 4");
    assert_string_equal(bound.name, "ball cut");
    assert_true(rd_bound_bottleneck_has_host(&bound, 4));
    assert_false(rd_bound_bottleneck_has_host(&bound, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(a_two_way_ring_rests_on_a_port_or_a_slice),
        ARENAS_TEST(a_slice_of_unequal_ends_has_prices),
        ARENAS_TEST(a_one_way_ring_rests_on_a_slice),
        ARENAS_TEST(nothing_to_move_rests_on_nothing),
        ARENAS_TEST(a_star_rests_on_its_master_or_its_workers),
        ARENAS_TEST(a_star_with_loads_to_reach_rests_on_its_master),
        ARENAS_TEST(a_switch_rests_on_a_send_port),
        ARENAS_TEST(a_switch_rests_on_a_receive_port),
        ARENAS_TEST(a_switch_rests_on_hosts_that_want_the_same),
        ARENAS_TEST(a_switch_rests_on_a_host_and_no_port),
        ARENAS_TEST(a_bus_rests_on_the_bus),
        ARENAS_TEST(a_cube_rests_on_a_port),
        ARENAS_TEST(a_cube_rests_on_a_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
