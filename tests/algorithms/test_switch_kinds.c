/* switch-transport for several kinds: straight ways, so that no plan moves less; and where links
 * are alike as many steps as the busiest port has items to send, or to receive, of all kinds
 * (Koenig 1916), on a bus as many as there are. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include <math.h>

enum { TRIALS = 300, MOST_HOSTS = 9, MOST_KINDS = 5 };

static uint64_t times = 1;

static struct test_instance draw(enum rd_shape shape, int64_t most_cost, struct rd_rng *rng)
{
    uint32_t n = (uint32_t)rd_rng_between(rng, 2, MOST_HOSTS);
    uint32_t kinds = (uint32_t)rd_rng_between(rng, 2, MOST_KINDS);
    struct test_instance test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION, n, kinds);
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){0, 1 / (double)rd_rng_between(rng, 1, most_cost)};
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t turn = (uint32_t)rd_rng_below(rng, n);
        for (uint32_t host = 0; host < n; host++) {
            int64_t load = rd_rng_between(rng, 0, 12);
            test.load[host * kinds + kind] = load;
            test.target[(host + turn) % n * kinds + kind] = load;
        }
    }
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

/* Items that have to leave hosts in all; and the most at one port. */
static int64_t count_moves(const struct rd_instance *instance, int64_t *ret_busiest)
{
    int64_t all = 0;
    *ret_busiest = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t out = 0, in = 0;
        for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
            size_t entry = (size_t)host * instance->kind_count + kind;
            int64_t surplus = instance->load[entry] - instance->target[entry];
            *(surplus > 0 ? &out : &in) += surplus > 0 ? surplus : -surplus;
        }
        all += out;
        *ret_busiest = out > *ret_busiest ? out : *ret_busiest;
        *ret_busiest = in > *ret_busiest ? in : *ret_busiest;
    }
    return all;
}

static void each_item_goes_straight_in_fewest_steps(void **state)
{
    (void)state;
    static struct rd_verdict verdict;
    const struct rd_algorithm *transport = rd_algorithm_named("switch-transport");
    struct rd_options options = {.spec = transport->options};
    struct rd_rng rng = rd_rng_seeded(11, 1);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        bool bus = trial % 3 == 2, alike = trial % 3 != 1;
        struct test_instance test = draw(bus ? RD_BUS : RD_SWITCH, alike ? 1 : 9, &rng);
        struct rd_plan plan = {0};
        assert_true(rd_algorithm_accepts(transport, &test.instance, &options, NULL));
        assert_true(transport->plan(transport, &test.instance, &options, &test_arena, &test_scratch,
                                    &plan, NULL));
        rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        int64_t busiest, moves = count_moves(&test.instance, &busiest);
        double least_s = (double)(bus ? moves : busiest);
        if (verdict.violation != RD_LEGAL || !verdict.goal_reached ||
            verdict.items_moved != moves || (alike && fabs(verdict.makespan_s - least_s) > 1e-9)) {
            test_instance_print(stderr, &test.instance);
            fail_msg("%s%s: %g s and %ld items, least %g s and %ld items", verdict.message,
                     verdict.goal_message, verdict.makespan_s, (long)verdict.items_moved, least_s,
                     (long)moves);
        }
        rd_arena_rewind(&test_arena, mark);
    }
}

static void several_kinds_need_loads_to_reach_and_one_port(void **state)
{
    (void)state;
    const struct rd_algorithm *transport = rd_algorithm_named("switch-transport");
    struct rd_options options = {.spec = transport->options};
    struct rd_rng rng = rd_rng_seeded(12, 1);
    struct test_instance test = draw(RD_SWITCH, 1, &rng);
    test_instance_set_ports(&test, 2);
    assert_false(rd_algorithm_accepts(transport, &test.instance, &options, NULL));
    test_instance_set_ports(&test, 1);
    assert_true(rd_algorithm_accepts(transport, &test.instance, &options, NULL));
    test.instance.goal = RD_BALANCE;
    assert_false(rd_algorithm_accepts(transport, &test.instance, &options, NULL));
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(each_item_goes_straight_in_fewest_steps),
        ARENAS_TEST(several_kinds_need_loads_to_reach_and_one_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
