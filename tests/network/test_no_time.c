/* Networks where no time is left, or little: a legal plan all the same, and a bound of one look at
 * the links; and what both are made of, against what is known of it by hand. */
#include "network_case.h"

#include "algorithms/flow/large_flow.h"
#include "algorithms/graph/balls.h"
#include "algorithms/network/plan_in_time.h"
#include "algorithms/network/planner.h"
#include "algorithms/port_lp/electrical_flow.h"
#include "algorithms/port_lp/flow_repair.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/guard.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>

enum { TRIALS = USUAL_TRIALS(500), SIDE = 16 };

static uint64_t times = 1;

/* A torus of links with costs of 1 to most_cost s an item. Each host of the left half has some
 * items, and each of the right half wants as many. */
static struct test_instance half_torus(uint64_t seed, int64_t most_cost, int64_t load)
{
    enum { HOSTS = SIDE * SIDE, WAYS = 4 };
    struct rd_rng rng = rd_rng_seeded(seed, 1);
    struct rd_edge *edge = rd_take(&test_arena, (size_t)WAYS * HOSTS, struct rd_edge);
    for (uint32_t host = 0; host < HOSTS; host++) {
        uint32_t row = host / SIDE * SIDE, column = host % SIDE;
        const uint32_t to[WAYS] = {row + (column + 1) % SIDE, row + (column + SIDE - 1) % SIDE,
                                   (host + SIDE) % HOSTS, (host + HOSTS - SIDE) % HOSTS};
        for (uint32_t i = 0; i < WAYS; i++) {
            uint32_t place = 0;
            for (uint32_t j = 0; j < WAYS; j++)
                place += to[j] < to[i];
            edge[WAYS * host + place] = (struct rd_edge){host, to[i]};
        }
    }
    struct test_instance test = test_instance_on(
        &test_arena, test_graph(&test_arena, HOSTS, edge, (uint64_t)WAYS * HOSTS), 1);
    for (uint32_t link = 0; link < WAYS * HOSTS; link++)
        test.cost[link].bandwidth_bytes_per_s = 1 / (double)rd_rng_between(&rng, 1, most_cost);
    for (uint32_t host = 0; host < HOSTS; host++)
        *(host % SIDE < SIDE / 2 ? &test.load[host] : &test.target[host]) = load;
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

/* One-way links there and back between neighbours in a row of hosts, 1 s an item. */
static struct test_instance row_of_hosts(uint32_t hosts, bool is_closed)
{
    struct rd_edge *edge = rd_take(&test_arena, 2 * (size_t)hosts, struct rd_edge);
    uint64_t count = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        uint32_t before = (host + hosts - 1) % hosts, after = (host + 1) % hosts;
        if (is_closed || host > 0)
            edge[count++] = (struct rd_edge){host, before};
        if (is_closed || host + 1 < hosts)
            edge[count++] = (struct rd_edge){host, after};
        if (count > 1 && edge[count - 1].from == edge[count - 2].from &&
            edge[count - 1].to < edge[count - 2].to) {
            struct rd_edge kept = edge[count - 1];
            edge[count - 1] = edge[count - 2];
            edge[count - 2] = kept;
        }
    }
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, hosts, edge, count), 1);
    for (uint64_t link = 0; link < count; link++)
        test.cost[link].bandwidth_bytes_per_s = 1;
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

/* What is asked for when time is up already. */
struct question {
    const struct rd_instance *instance;
    const struct rd_network *network;
    struct rd_port_bound bound;
    bool is_known;
};

static bool ask_bound(void *context)
{
    struct question *question = context;
    struct rd_port_settings settings = rd_port_settings_usual();
    question->is_known = rd_port_bound_find(question->network, &settings, &test_arena,
                                            &test_scratch, &question->bound, NULL);
    return true;
}

/* All that the left half of a torus gives has to leave over the two links of each row that lead out
 * of it, each at a port of its own: sum of items / sum of 1 / cost seconds. */
static void a_half_that_gives_is_a_bound_at_once(void **state)
{
    (void)state;
    enum { LOAD = 40, MOST_COST = 9 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct test_instance test = half_torus(seed, MOST_COST, LOAD);
        struct rd_network network;
        assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, NULL));
        double per_s = 0;
        for (uint32_t link = 0; link < network.link_count; link++) {
            uint32_t from = network.from[link] % SIDE, to = network.to[link] % SIDE;
            if (from < SIDE / 2 && to >= SIDE / 2)
                per_s += 1 / network.item_s[link];
        }
        double half_s = LOAD * SIDE * SIDE / 2 / per_s;
        struct question question = {.network = &network};
        struct rd_time_limit limit = rd_time_limit_within(1e6, 0, NULL);
        assert_true(
            rd_guard_run_within(&limit, &test_arena, &test_scratch, ask_bound, &question, NULL));
        assert_true(question.is_known && question.bound.certificate);
        assert_true(question.bound.seconds >= half_s * (1 - 1e-6));
        double asked_s = question.bound.seconds;
        ask_bound(&question);
        assert_true(asked_s <= question.bound.seconds * (1 + 1e-9));
    }
}

/* Of any network that is planned, however late it is: the date has passed, and so has the one from
 * which on what does not end is cut off. */
static void plans_of_any_network_come_without_time(void **state)
{
    (void)state;
    static struct rd_verdict verdict;
    struct rd_rng rng = rd_rng_seeded(31, 0);
    const struct network_drawing drawing = {12, 3, 9, 5, true, true};
    const struct rd_algorithm *planner = rd_algorithm_named("network-planner");
    struct rd_options options = {.spec = planner->options, .seed = 1};
    uint64_t plans = 0;
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = network_case_random(&rng, &drawing, &test_arena);
        const struct rd_instance *instance = &test.instance;
        struct rd_plan plan = {0};
        struct rd_plan_in_time how;
        struct rd_error error;
        struct rd_time_limit limit = rd_time_limit_within(0, 1, NULL);
        if (rd_algorithm_accepts(planner, instance, &options, NULL)) {
            if (!rd_plan_in_time(planner, instance, &options, &limit, true, &test_arena,
                                 &test_scratch, &plan, &how, &error))
                fail_msg("%s: %s", error.message, network_case_text(instance, &test_arena));
            rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
            rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
            if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
                fail_msg("%s: %s", verdict.violation ? verdict.message : verdict.goal_message,
                         network_case_text(instance, &test_arena));
            plans++;
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("plans without time", plans);
    assert_true(plans > TRIALS * times / 2);
}

/* Many items go down a row of hosts, in messages of several where there is little time. Each is
 * passed on when it comes: the last leaves the first host after all others, and then crosses each
 * link in 1 s. */
static void items_are_passed_on_one_by_one(void **state)
{
    (void)state;
    enum { HOSTS = 12, ITEMS = 5000 };
    static struct rd_verdict verdict;
    struct test_instance test = row_of_hosts(HOSTS, false);
    test.load[0] = test.target[HOSTS - 1] = ITEMS;
    struct rd_planner_settings settings = {.at_once = true, .at_once_s = 0};
    struct rd_plan plan = {0};
    assert_true(
        rd_network_planner(&test.instance, &settings, &test_arena, &test_scratch, &plan, NULL));
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_true(verdict.violation == RD_LEGAL && verdict.goal_reached);
    assert_true(plan.transfer_count < ITEMS * (HOSTS - 1));
    assert_true(verdict.makespan_s == ITEMS + HOSTS - 2);
}

/* A current from one host of a ring to another a quarter of it away takes the short way with three
 * quarters, and the long way, of three times the resistance, with one; each way is of pairs of
 * links, over which what flows against a link is taken off what is there. */
static void currents_of_a_long_ring_go_both_ways(void **state)
{
    (void)state;
    enum { HOSTS = 1 << 13, STEPS = 4000 };
    struct test_instance test = row_of_hosts(HOSTS, true);
    struct rd_network network;
    test.load[0] = test.target[HOSTS / 4] = 1;
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, NULL));
    double *surplus = rd_take(&test_arena, HOSTS, double);
    double *potential = rd_take(&test_arena, HOSTS, double);
    double *items = rd_take(&test_arena, network.link_count, double);
    for (uint32_t link = 0; link < network.link_count; link++)
        items[link] = 1;
    surplus[0] = 1;
    surplus[HOSTS / 4] = -1;
    rd_network_send_current(&network, surplus, STEPS, items, 1, potential, &test_scratch);
    for (uint32_t link = 0; link < network.link_count; link++) {
        bool forward = network.to[link] == (network.from[link] + 1) % HOSTS;
        uint32_t edge = forward ? network.from[link] : network.to[link];
        double flows = (edge < HOSTS / 4 ? 0.75 : -0.25) * (forward ? 0.5 : -0.5);
        assert_true(fabs(items[link] - 1 - flows) < 1e-4);
    }
    assert_true(fabs(potential[0] - potential[HOSTS / 4] - 0.375 * HOSTS / 4) < 1e-4 * HOSTS);
}

/* Each host is in one ball, and reached within it from one that comes before it. */
static void balls_are_a_partition(void **state)
{
    (void)state;
    struct test_instance test = half_torus(3, 1, 1);
    struct rd_network network;
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, NULL));
    uint32_t n = network.host_count, *hops = rd_take(&test_arena, n, uint32_t);
    struct rd_balls balls = rd_balls_take(n, &test_arena);
    for (uint32_t radius = 1; radius <= 2 * SIDE; radius *= 2) {
        bool *seen = rd_take(&test_arena, n, bool);
        rd_balls_find(&balls, n, network.out_first, network.to, radius);
        uint32_t centres = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t host = balls.order[i], link = balls.link[host];
            assert_false(seen[host]);
            seen[host] = true;
            centres += link == UINT32_MAX;
            assert_int_equal(balls.ball[host], centres - 1);
            if (link == UINT32_MAX) {
                hops[host] = 0;
                continue;
            }
            assert_true(network.to[link] == host && seen[network.from[link]]);
            assert_int_equal(balls.ball[network.from[link]], balls.ball[host]);
            hops[host] = hops[network.from[link]] + 1;
            assert_true(hops[host] <= radius);
        }
        assert_int_equal(balls.count, centres);
    }
    assert_int_equal(balls.count, 1);
}

/* Where links lead both ways, what evens out in all is carried off, and nothing gets lost: what a
 * host lacks is what it takes more than it gives. */
static void balls_even_out_what_hosts_lack(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(7, 3);
    struct test_instance test = half_torus(3, 1, 1);
    struct rd_network network;
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, NULL));
    uint32_t n = network.host_count;
    double *lack = rd_take(&test_arena, n, double), *given = rd_take(&test_arena, n, double);
    double *flow = rd_take(&test_arena, network.link_count, double);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = (uint32_t)rd_rng_below(&rng, n);
        double items = (double)rd_rng_below(&rng, 10);
        lack[i] += items;
        lack[other] -= items;
        given[i] += items;
        given[other] -= items;
    }
    rd_flow_send_in_balls(&network, 1, lack, flow, &test_scratch);
    for (uint32_t link = 0; link < network.link_count; link++) {
        assert_true(flow[link] >= 0 && flow[link] == floor(flow[link]));
        given[network.from[link]] -= flow[link];
        given[network.to[link]] += flow[link];
    }
    for (uint32_t host = 0; host < n; host++)
        assert_true(lack[host] == 0 && given[host] == 0);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(a_half_that_gives_is_a_bound_at_once),
        ARENAS_TEST(plans_of_any_network_come_without_time),
        ARENAS_TEST(items_are_passed_on_one_by_one),
        ARENAS_TEST(currents_of_a_long_ring_go_both_ways),
        ARENAS_TEST(balls_are_a_partition),
        ARENAS_TEST(balls_even_out_what_hosts_lack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
