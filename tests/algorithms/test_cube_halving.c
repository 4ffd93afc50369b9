/* Hypercubes of any links and ports by halves: what is known by hand. That plans are legal, reach
 * any goal and are no shorter than bounds and optima is the contract's, and of network bounds. */
#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"
#include "tests/support/bound.h"

static struct test_instance make_shape(enum rd_shape shape, uint32_t d, uint32_t ports)
{
    struct test_instance test =
        test_instance_make(&test_arena, shape, RD_NO_DIRECTION, UINT32_C(1) << d, 1);
    test_instance_set_ports(&test, ports);
    return test;
}

static struct test_instance make(uint32_t d, uint32_t ports)
{
    return make_shape(RD_HYPERCUBE, d, ports);
}

static double plan_s(const char *name, const struct rd_instance *instance)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error;
    assert_true(rd_algorithm_accepts(algorithm, instance, &options, &error));
    assert_true(
        algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error));
    return rd_referee_makespan_s(instance, &plan, &test_arena, &test_scratch);
}

/* Half of the hosts hold 16 each, a Hamming ball: the optimum in steps of 1 s. */
static void half_full_balls(void **state)
{
    (void)state;
    static const int64_t one_port[] = {8, 11, 11}, all_ports[] = {8, 6, 6};
    for (uint32_t d = 2; d <= 4; d++) {
        struct test_instance test = make(d, 1);
        /* By weight, then by falling number. */
        uint32_t full = UINT32_C(1) << (d - 1);
        for (uint32_t weight = 0; full > 0; weight++)
            for (uint32_t host = UINT32_C(1) << d; host-- > 0 && full > 0;)
                if ((uint32_t)__builtin_popcount(host) == weight) {
                    test.load[host] = 16;
                    full--;
                }
        assert_true(plan_s("cube-optimum-flow", &test.instance) == one_port[d - 2]);
        assert_true(plan_s("network-planner", &test.instance) == one_port[d - 2]);
        test_instance_set_ports(&test, 0);
        assert_true(plan_s("network-flow-in-time", &test.instance) == all_ports[d - 2]);
        assert_true(plan_s("network-planner", &test.instance) == all_ports[d - 2]);
    }
}

/* Items that the next unshuffle wants elsewhere just cross its link: 4 from 01 to 10. From 000 to
 * 111 of 8 hosts, one item crosses each exchange edge and unshuffle in turn: 000, 001, 100, 101,
 * 110, 111, with links of 1 s and 2 s across the exchange edge. */
static void unshuffles_move_what_they_must(void **state)
{
    (void)state;
    struct test_instance test = make_shape(RD_SHUFFLE_EXCHANGE, 2, 0);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    test.load[1] = test.target[2] = 4;
    assert_true(plan_s("shuffle-halving", &test.instance) == 4);
    test = make_shape(RD_SHUFFLE_EXCHANGE, 3, 1);
    for (uint32_t host = 0; host < 8; host++)
        test_instance_set_cost(&test, host, host ^ 1, 0, 2);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    test.load[0] = test.target[7] = 1;
    assert_true(plan_s("shuffle-halving", &test.instance) == 8);
}

/* Too many links for the port bound: 2^16 hosts of 2 items and as many of none, to end with 1. */
static void large_cubes_have_bounds_without_search(void **state)
{
    (void)state;
    struct test_instance test = make(17, 1);
    struct rd_bound bound;
    struct rd_error error;
    struct rd_link_cost cost = {0, 0.5};
    test.instance.costs_equal = true;
    test.instance.link_cost = &cost;
    /* Full where bit 5 is set: 2^16 items cross that dimension's 2^16 links, 2 s each; hosts, too.
     */
    for (uint32_t host = 0; host < UINT32_C(1) << 17; host++)
        test.load[host] = host & 32 ? 2 : 0;
    assert_true(test_named_bound("cube-halves", &test.instance, &test_arena, &test_scratch, &bound,
                                 &error));
    assert_true(bound.seconds == 2);
    assert_true(plan_s("cube-halving", &test.instance) == 2);
    /* 11 items leave one host: at one port, at 17, at 4. */
    test.load[32] = 12;
    test.load[33] = test.load[34] = test.load[35] = test.load[36] = test.load[37] = 0;
    assert_true(test_named_bound("cube-halves", &test.instance, &test_arena, &test_scratch, &bound,
                                 &error));
    assert_true(bound.seconds == 22);
    test_instance_set_ports(&test, 0);
    assert_true(test_named_bound("cube-halves", &test.instance, &test_arena, &test_scratch, &bound,
                                 &error));
    assert_true(bound.seconds == 2);
    test_instance_set_ports(&test, 4);
    assert_true(test_named_bound("cube-halves", &test.instance, &test_arena, &test_scratch, &bound,
                                 &error));
    assert_true(bound.seconds == 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(half_full_balls),
        ARENAS_TEST(unshuffles_move_what_they_must),
        ARENAS_TEST(large_cubes_have_bounds_without_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
