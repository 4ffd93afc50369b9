/* Plans on shared links: by hand, behind switches whose hosts have several ports, and beside a
 * search of all schedules of small networks. */
#include "shared_network.h"
#include "sharing_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"
#include "tests/support/instance_text.h"

#include <math.h>
#include <stdlib.h>

static uint64_t times = 1;

static _Noreturn void blame(const char *name, const struct rd_instance *instance, const char *words)
{
    test_instance_print(stderr, instance);
    fail_msg("%s: %s", name, words);
    abort();
}

/* Plans, and has it judged. Returns: the makespan; NAN if it is refused. */
static double plan_s(const char *name, const struct rd_instance *instance, struct rd_plan *ret_plan)
{
    static struct rd_verdict verdict;
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error = {0};
    *ret_plan = (struct rd_plan){0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, ret_plan,
                         &error)) {
        assert_int_equal(error.code, RD_ERROR_REFUSED);
        return NAN;
    }
    rd_referee_plan(instance, ret_plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        blame(name, instance, verdict.violation ? verdict.message : verdict.goal_message);
    return verdict.makespan_s;
}

static double bound_s(const char *name, const struct rd_instance *instance)
{
    struct rd_bound bound;
    struct rd_error error;
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    if (!test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error))
        blame(name, instance, error.message);
    if (!rd_bound_check(&bound, instance, &test_scratch, &error))
        blame(name, instance, error.message);
    return bound.seconds;
}

/* An uplink of 2 s an item, two downlinks of 3 s: one after the other two items take 6 s, side by
 * side each has half of the uplink, 4 s, and that is what the uplink needs for both. */
static void two_messages_share_an_uplink(void **state)
{
    (void)state;
    static const double item_s[] = {2, 2, 2, 3, 2, 3};
    static const char *const names[] = {"network-planner", "network-portfolio"};
    static const int64_t load[] = {1, 1, 0, 0, 0, 0}, target[] = {0, 0, 1, 0, 0, 1};
    for (size_t i = 0; i < 2; i++) {
        struct test_instance test =
            test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 2);
        struct rd_plan plan;
        test_instance_wire(&test, &test_arena, item_s);
        test_instance_set_ports(&test, 0);
        test_instance_reach(&test, load, target);
        assert_true(fabs(plan_s(names[i], &test.instance, &plan) - 4) < 1e-9);
        assert_true(fabs(bound_s(names[i], &test.instance) - 4) < 1e-9);
        plan_s("network-exact", &test.instance, &plan);
        assert_false(plan.searched_all);
    }
}

/* Where all wires cost the same, several ports gain nothing: a colouring of one port takes as many
 * steps as the busiest wire has items (Koenig), and no schedule takes fewer. */
static void equal_wires_need_one_port(void **state)
{
    (void)state;
    enum { HOSTS = 7, SWITCHES = 40, MOST_ITEMS = 9 };
    struct rd_rng rng = rd_rng_seeded(61, 0);
    static const double item_s[2 * HOSTS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    for (uint64_t i = 0; i < SWITCHES * times; i++) {
        static const uint32_t ports[] = {2, 4, 0};
        rd_arena_borrow(&test_arena);
        rd_arena_borrow(&test_scratch);
        bool gathers = i % 2 == 0;
        struct test_instance test =
            test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, HOSTS, gathers ? HOSTS : 1);
        test_instance_wire(&test, &test_arena, item_s);
        test_instance_set_ports(&test, ports[i % 3]);
        int64_t items = 0, most = 0;
        for (uint32_t entry = 0; entry < HOSTS * test.instance.kind_count; entry++)
            items += test.load[entry] = rd_rng_between(&rng, 0, MOST_ITEMS);
        test.instance.goal = gathers ? RD_GATHER : RD_REACH;
        test.instance.target = gathers ? NULL : test.target;
        for (; !gathers && items > 0; items--)
            test.target[rd_rng_below(&rng, HOSTS)]++;
        for (uint32_t host = 0; !gathers && host < HOSTS; host++)
            most = llabs(test.load[host] - test.target[host]) > most
                       ? llabs(test.load[host] - test.target[host])
                       : most;
        const char *name = gathers ? "switch-steps" : "switch-transport";
        struct rd_plan plan;
        double planned_s = plan_s(name, &test.instance, &plan);
        assert_int_equal(rd_algorithm_guarantee(rd_algorithm_named(name), &test.instance),
                         RD_OPTIMAL);
        assert_true(fabs(planned_s - bound_s(name, &test.instance)) < 1e-9 * planned_s);
        assert_true(gathers || fabs(planned_s - 2 * (double)most) < 1e-9 * planned_s);
    }
}

/* No plan ends before the bound, and of those without latency 99 in 100 are as short as the
 * shortest of all schedules that start messages at 0 and when something ends. */
static void small_networks_are_planned_best(void **state)
{
    (void)state;
    enum { NETWORKS = 150, STATE_LIMIT = 100000 };
    struct rd_rng rng = rd_rng_seeded(62, 0);
    uint64_t compared = 0, best = 0;
    for (uint64_t i = 0; i < NETWORKS * times; i++) {
        struct shared_network shared;
        struct rd_plan plan;
        rd_arena_borrow(&test_arena);
        rd_arena_borrow(&test_scratch);
        shared_network_draw(&rng, &shared);
        struct test_instance test = shared_network_instance(&shared, &test_arena);
        double planned_s = plan_s("network-portfolio", &test.instance, &plan);
        if (bound_s("network-portfolio", &test.instance) > planned_s * (1 + 1e-9))
            blame("network-portfolio", &test.instance, "the bound is above the plan");
        if (shared.shared_count == 0 || rd_has_latency(&test.instance))
            continue;
        struct sharing_search search = sharing_search(&shared, STATE_LIMIT, &test_scratch);
        compared += search.found;
        best += search.found && planned_s <= search.seconds * (1 + 1e-9);
    }
    assert_true((double)best >= 0.99 * (double)compared);
    print_compared("plans on shared links with a search", compared);
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(two_messages_share_an_uplink),
        ARENAS_TEST(equal_wires_need_one_port),
        ARENAS_TEST(small_networks_are_planned_best),
    };
    times = campaign(argument_count, argument);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
