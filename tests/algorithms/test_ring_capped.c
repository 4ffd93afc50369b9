/* Messages of at most B items on rings of many ports: the plan against an exhaustive search of all
 * such schedules that knows nothing of flows, with messages of any size, too, and the formula for
 * balanced loads. And two ports against all, which is the same on a ring. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"
#include "tests/support/bound.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 150, FORMULAS = 300, HOSTS = 5, ITEMS = 6, STATES = 1 << 16 };

static uint64_t times = 1;

/* Loads of up to 5 hosts, 3 bits a host. */
static unsigned packed(uint32_t n, const int64_t *load)
{
    unsigned state = 0;
    for (uint32_t host = 0; host < n; host++)
        state |= (unsigned)load[host] << 3 * host;
    return state;
}

/* Marks all states that one step can lead to, edge by edge: from host `edge` to the next and back,
 * up to `most` items each way. In: left, what hosts hold of what they held before the step. */
static void step_from(uint32_t n, bool two_way, int64_t most, uint32_t edge, int64_t *left,
                      int64_t *got, bool *reached)
{
    if (edge == n) {
        int64_t load[HOSTS];
        for (uint32_t host = 0; host < n; host++)
            load[host] = left[host] + got[host];
        reached[packed(n, load)] = true;
        return;
    }
    uint32_t next = (edge + 1) % n;
    for (int64_t there = 0; there <= most && there <= left[edge]; there++)
        for (int64_t back = 0; back <= (two_way ? most : 0) && back <= left[next]; back++) {
            left[edge] -= there;
            left[next] -= back;
            got[next] += there;
            got[edge] += back;
            step_from(n, two_way, most, edge + 1, left, got, reached);
            left[edge] += there;
            left[next] += back;
            got[next] -= there;
            got[edge] -= back;
        }
}

/* The fewest steps of one latency in which some state that `wanted` accepts is reached: breadth
 * first over all that hosts can hold. All messages take a step, so later starts gain nothing. */
static int64_t fewest_steps(const struct rd_instance *instance, int64_t most,
                            bool (*wanted)(const struct rd_instance *, const int64_t *))
{
    static bool now[STATES], then[STATES], seen[STATES];
    uint32_t n = instance->topology.host_count;
    bool two_way = instance->topology.direction == RD_TWO_WAY && n > 2;
    memset(now, 0, sizeof now);
    memset(seen, 0, sizeof seen);
    now[packed(n, instance->load)] = true;
    for (int64_t steps = 0;; steps++) {
        memset(then, 0, sizeof then);
        bool any = false;
        for (unsigned state = 0; state < 1U << 3 * n; state++) {
            int64_t left[HOSTS], got[HOSTS] = {0};
            if (!now[state] || seen[state])
                continue;
            seen[state] = any = true;
            for (uint32_t host = 0; host < n; host++)
                left[host] = state >> 3 * host & 7;
            if (wanted(instance, left))
                return steps;
            step_from(n, two_way, most, 0, left, got, then);
        }
        assert_true(any);
        memcpy(now, then, sizeof now);
    }
}

static bool is_wanted(const struct rd_instance *instance, const int64_t *load)
{
    int64_t least = INT64_MAX, most = 0, total = 0;
    uint32_t n = instance->topology.host_count;
    bool same = true;
    for (uint32_t host = 0; host < n; host++) {
        least = load[host] < least ? load[host] : least;
        most = load[host] > most ? load[host] : most;
        total += load[host];
        same = same && instance->target && load[host] == instance->target[host];
    }
    int64_t error = instance->balance_error < 1 && total % n != 0 ? 1 : instance->balance_error;
    return instance->goal == RD_REACH ? same : most - least <= error;
}

/* Plans with messages of at most so many items, or by ring-all-port where `most` is 0, has it
 * judged, and looks at each message. */
static double plan_s(const struct rd_instance *instance, int64_t most)
{
    static struct rd_verdict verdict;
    const struct rd_algorithm *algorithm =
        rd_algorithm_named(most > 0 ? "ring-all-port-capped" : "ring-all-port");
    char value[32];
    snprintf(value, sizeof value, "%" PRId64, most);
    struct rd_option given = {"message-items", value};
    struct rd_options options = {
        .spec = algorithm->options, .given = &given, .given_count = most > 0};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        fail_msg("%s", error.message);
    for (size_t i = 0; i < plan.transfer_count && most > 0; i++)
        assert_true(plan.transfer[i].items <= most && plan.transfer[i].messages > 0);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached) {
        test_instance_print(stderr, instance);
        fail_msg("%s%s", verdict.message, verdict.goal_message);
    }
    return verdict.makespan_s;
}

static struct test_instance make(uint32_t n, enum rd_direction direction, double latency_s)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, direction, n, 1);
    test_instance_set_ports(&test, 0);
    test.instance.item_bytes = test.instance.word_bytes = 0;
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){latency_s, 1};
    return test;
}

static void plans_take_as_few_steps_as_any(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(41, 0);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        uint32_t n = 2 + (uint32_t)rd_rng_below(&rng, HOSTS - 1);
        struct test_instance test =
            make(n, rd_rng_below(&rng, 3) == 0 ? RD_ONE_WAY : RD_TWO_WAY, 0.5);
        for (int64_t item = rd_rng_between(&rng, 0, ITEMS); item > 0; item--) {
            test.load[rd_rng_below(&rng, 2) * rd_rng_below(&rng, n)]++;
            test.target[rd_rng_below(&rng, n)]++;
        }
        test.instance.goal = rd_rng_below(&rng, 2) == 0 ? RD_REACH : RD_BALANCE;
        test.instance.target = test.instance.goal == RD_REACH ? test.target : NULL;
        test.instance.balance_error = (int64_t)rd_rng_below(&rng, 3);
        int64_t most = rd_rng_between(&rng, 0, 3); /* 0: any number */
        double steps = (double)fewest_steps(&test.instance, most ? most : ITEMS, is_wanted);
        double planned_s = plan_s(&test.instance, most);
        if (!rd_times_agree(planned_s, 0.5 * steps, 0.5 * steps)) {
            test_instance_print(stderr, &test.instance);
            fail_msg("at most %" PRId64 " items: %g s, the optimum is %g s", most, planned_s,
                     0.5 * steps);
        }
    }
    print_compared("plans with an exhaustive search", TRIALS * times);
}

/* Loads that hosts divide: ceil((max S - min S) / (2 min(A, B))) steps. */
static void balanced_rings_keep_to_the_formula(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(42, 0);
    for (uint64_t trial = 0; trial < FORMULAS * times; trial++) {
        uint32_t n = 3 + (uint32_t)rd_rng_below(&rng, 30);
        struct test_instance test = make(n, RD_TWO_WAY, 1);
        int64_t average = rd_rng_between(&rng, 1, 9), most = rd_rng_between(&rng, 1, 12), sum = 0;
        for (int64_t item = average * n; item > 0; item--)
            test.load[rd_rng_below(&rng, 1 + rd_rng_below(&rng, n))]++;
        test.instance.goal = RD_BALANCE;
        int64_t greatest = INT64_MIN, least = INT64_MAX;
        for (uint32_t host = 0; host < n; host++) {
            sum += test.load[host] - average;
            greatest = sum > greatest ? sum : greatest;
            least = sum < least ? sum : least;
        }
        int64_t width = 2 * (average < most ? average : most);
        double steps = (double)((greatest - least + width - 1) / width);
        double planned_s = plan_s(&test.instance, most);
        if (planned_s != steps) {
            test_instance_print(stderr, &test.instance);
            fail_msg("at most %" PRId64 " items: %g s, the formula says %g s", most, planned_s,
                     steps);
        }
    }
    print_compared("plans with the formula", FORMULAS * times);
}

/* A host of a ring has two links each way, so two ports never limit it. What matters is the order
 * in which messages are listed: one that waits keeps a place of its port. */
static void two_ports_are_as_good_as_all(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(43, 0);
    for (uint64_t trial = 0; trial < FORMULAS * times; trial++) {
        uint32_t n = 3 + (uint32_t)rd_rng_below(&rng, rd_rng_below(&rng, 4) == 0 ? 100 : 6);
        bool by_size = rd_rng_below(&rng, 2) == 0;
        int64_t most = rd_rng_between(&rng, 1, 12);
        struct test_instance test = make(n, RD_TWO_WAY, 1);
        test.instance.item_bytes = by_size;
        for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++) {
            double s = (double)rd_rng_between(&rng, 1, 7);
            test.cost[link] =
                by_size ? (struct rd_link_cost){0, 1 / s} : (struct rd_link_cost){s, 1};
        }
        for (uint32_t host = 0; host < n; host++)
            test.load[host] = test.target[n - 1 - host] =
                rd_rng_below(&rng, 3) == 0 ? 0 : rd_rng_between(&rng, 0, most);
        test.instance.goal = rd_rng_below(&rng, 3) > 0 ? RD_REACH : RD_BALANCE;
        test.instance.target = test.instance.goal == RD_REACH ? test.target : NULL;
        double all_s = plan_s(&test.instance, 0);
        test_instance_set_ports(&test, 2);
        double two_s = plan_s(&test.instance, 0);
        if (!rd_times_agree(all_s, two_s, all_s)) {
            test_instance_print(stderr, &test.instance);
            fail_msg("%.17g s with all ports, %.17g s with two", all_s, two_s);
        }
    }
    print_compared("plans for two ports with those for all", FORMULAS * times);
}

/* By hand: 6 items on one of 3 hosts, 2 to end on each: two cross each edge at the host. B = 1: 2
 * steps; B = 2: one. On 5 hosts in a row, 4 items from host 0 to host 2 only: 2 steps for the
 * first two at B = 2, and one more; at B = 1, two ways of 2 and 3 edges: with k the short way,
 * max(k + 1, 4 - k + 2) is least with k = 2, 4 steps, or k = 3, 4 steps. */
static void small_rings_by_hand(void **state)
{
    (void)state;
    struct test_instance test = make(3, RD_TWO_WAY, 1);
    test.load[0] = 6;
    test.instance.goal = RD_BALANCE;
    assert_true(plan_s(&test.instance, 1) == 2);
    assert_true(plan_s(&test.instance, 2) == 1);
    test = make(5, RD_TWO_WAY, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    test.load[0] = test.target[2] = 4;
    assert_true(plan_s(&test.instance, 2) == 3);
    assert_true(plan_s(&test.instance, 1) == 4);
}

/* Ten items have to pass 4999 edges one after the other, whose messages take 1 s, 2 s and 3 s in
 * turn. On a two-way ring the way back is as long in links, and no shorter. */
static void long_rings_wait(void **state)
{
    (void)state;
    enum { LONG = 9999, TO = 4999 };
    for (int direction = RD_ONE_WAY; direction <= RD_TWO_WAY; direction++) {
        struct test_instance test = make(LONG, direction, 3);
        double way_s = 0;
        for (uint32_t host = 0; host < TO; host++) {
            test_instance_set_cost(&test, host, host + 1, 1 + host % 3, 1);
            way_s += 1 + host % 3;
        }
        test.instance.goal = RD_REACH;
        test.instance.target = test.target;
        test.load[0] = test.target[TO] = 10;
        struct rd_bound bound;
        assert_true(test_named_bound("ring-edges", &test.instance, &test_arena, &test_scratch,
                                     &bound, NULL));
        assert_true(bound.seconds == way_s);
        assert_true(plan_s(&test.instance, 0) == way_s);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(small_rings_by_hand),
        ARENAS_TEST(plans_take_as_few_steps_as_any),
        ARENAS_TEST(balanced_rings_keep_to_the_formula),
        ARENAS_TEST(two_ports_are_as_good_as_all),
        ARENAS_TEST(long_rings_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
