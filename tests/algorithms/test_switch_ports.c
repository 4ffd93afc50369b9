/* Gathering behind a switch with any ports and unlike links: the bound against every relabelling
 * and every schedule of it, and what is planned against every relabelling. The argument multiplies
 * the switches. */
#include "switch_loads.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <math.h>
#include <string.h>

enum { MOST = 5, SMALL = 3 };

static uint64_t times = 1;

/* What to do with each permutation of the hosts of kinds. */
typedef double time_of(const struct rd_instance *instance, const uint32_t *host_of_kind);

/* The least over all permutations; NAN if the time of one is not known. */
static double least_of_all(const struct rd_instance *instance, uint32_t kind,
                           uint32_t *host_of_kind, time_of *time)
{
    uint32_t n = instance->topology.host_count;
    if (kind == n)
        return time(instance, host_of_kind);
    double least_s = INFINITY;
    for (uint32_t i = kind; i < n; i++) {
        uint32_t host = host_of_kind[i];
        host_of_kind[i] = host_of_kind[kind];
        host_of_kind[kind] = host;
        double seconds = least_of_all(instance, kind + 1, host_of_kind, time);
        host_of_kind[kind] = host_of_kind[i];
        host_of_kind[i] = host;
        if (isnan(seconds))
            return NAN;
        least_s = fmin(least_s, seconds);
    }
    return least_s;
}

static double least_s(const struct rd_instance *instance, time_of *time)
{
    uint32_t n = instance->topology.host_count;
    uint32_t *host_of_kind = rd_take(&test_scratch, n, uint32_t);
    for (uint32_t kind = 0; kind < n; kind++)
        host_of_kind[kind] = kind;
    return least_of_all(instance, 0, host_of_kind, time);
}

struct ran {
    double planned_s, bound_s;
};

/* In: schedule, or NULL. */
static struct ran run_by(const char *name, const char *schedule, const struct rd_instance *instance)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_option given = {"schedule", schedule};
    struct rd_options options = {
        .spec = algorithm->options, .given = &given, .given_count = schedule != NULL, .seed = 1};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_bound bound = {0};
    struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        return (struct ran){NAN, NAN};
    if (!test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error) ||
        !rd_bound_check(&bound, instance, &test_scratch, &error))
        fail_msg("%s: %s", name, error.message);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s: %s%s", name, verdict.message, verdict.goal_message);
    return (struct ran){verdict.makespan_s, bound.seconds};
}

static struct ran run(const char *name, const struct rd_instance *instance)
{
    return run_by(name, NULL, instance);
}

/* The optimum of one relabelling over all schedules, detours too: a search of every schedule, which
 * knows nothing of switches. */
static double exhausted_s(const struct rd_instance *instance, const uint32_t *host_of_kind)
{
    struct rd_instance after = *instance;
    uint32_t n = instance->topology.host_count;
    int64_t target[SMALL * SMALL] = {0};
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < n; kind++)
            target[host_of_kind[kind] * n + kind] += instance->load[host * n + kind];
    after.goal = RD_REACH;
    after.target = target;
    return run("network-exact", &after).planned_s;
}

/* The least time of direct messages where an item takes 1 s: a port's share, or a pair's items. */
static double direct_s(const struct rd_instance *instance, const uint32_t *host_of_kind)
{
    uint32_t n = instance->topology.host_count;
    double most_s = 0;
    for (uint32_t host = 0; host < n; host++) {
        double out = 0, in = 0, places = fmax(1, fmin(rd_host_ports(instance, host), n - 1));
        for (uint32_t kind = 0; kind < n; kind++)
            if (host_of_kind[kind] != host) {
                out += (double)rd_load(instance, host, kind);
                most_s = fmax(most_s, (double)rd_load(instance, host, kind));
            } else {
                for (uint32_t other = 0; other < n; other++)
                    in += other == host ? 0 : (double)rd_load(instance, other, kind);
            }
        most_s = fmax(most_s, ceil(fmax(out, in) / places));
    }
    return most_s;
}

/* On a bus of any links: all messages one after the other. */
static double bus_s(const struct rd_instance *instance, const uint32_t *host_of_kind)
{
    uint32_t n = instance->topology.host_count;
    double sum_s = 0;
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < n; kind++)
            if (host_of_kind[kind] != host)
                sum_s += rd_message_duration_s(
                    rd_link_cost(instance,
                                 rd_link_between(&instance->topology, host, host_of_kind[kind])),
                    (double)rd_load(instance, host, kind));
    return sum_s;
}

static struct test_instance make(enum rd_shape shape, uint32_t hosts, uint32_t ports)
{
    struct test_instance test =
        test_instance_make(&test_arena, shape, RD_NO_DIRECTION, hosts, hosts);
    test.instance.goal = RD_GATHER;
    test_instance_set_ports(&test, ports);
    return test;
}

/* Hosts of a capacity each way: a message takes as long as the slower of its two ends. */
static void draw_capacities(struct rd_rng *rng, struct test_instance *test)
{
    uint32_t n = test->instance.topology.host_count;
    int64_t out[MOST], in[MOST];
    for (uint32_t host = 0; host < n; host++) {
        out[host] = rd_rng_between(rng, 1, 4);
        in[host] = rd_rng_between(rng, 1, 4);
    }
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            if (from != to)
                test_instance_set_cost(test, from, to, 0,
                                       (double)(out[from] > in[to] ? out[from] : in[to]));
}

static void expect_at_most(double less_s, double more_s, const char *what)
{
    if (less_s > more_s && !rd_times_agree(less_s, more_s, more_s))
        fail_msg("%s: %.12g s and %.12g s", what, less_s, more_s);
}

/* Three hosts, one port and all (two ports are all), links alike or capacities. */
static void no_schedule_of_any_relabelling_ends_before_the_bound(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 1);
    uint64_t searched = 0, reached = 0;
    for (uint64_t trial = 0; trial < 300 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = make(RD_SWITCH, SMALL, trial % 3 == 0 ? 1 : 0);
        for (int64_t items = rd_rng_between(&rng, 1, 6); items > 0; items--)
            test.load[rd_rng_below(&rng, SMALL * SMALL)]++;
        if (trial % 4 != 0)
            draw_capacities(&rng, &test);
        double optimum_s = least_s(&test.instance, exhausted_s);
        struct ran ran = run("switch-time", &test.instance);
        searched += !isnan(optimum_s);
        if (!isnan(optimum_s)) {
            expect_at_most(ran.bound_s, optimum_s, "the bound and the optimum");
            expect_at_most(optimum_s, ran.planned_s, "the optimum and the plan");
            reached += rd_times_agree(optimum_s, ran.bound_s, optimum_s);
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("bound reached by the optimum of %d of %d\n", (int)reached, (int)searched);
    assert_true(searched >= 290 * times && 2 * reached > searched);
}

/* Links alike: no relabelling has a shorter schedule of direct messages. */
static void with_links_alike_direct_messages_are_best(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 2);
    for (uint64_t trial = 0; trial < 3000 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, MOST), ports[MOST];
        struct test_instance test = make(RD_SWITCH, n, (uint32_t)rd_rng_below(&rng, 4));
        if (test.instance.port_model == RD_K_PORTS && rd_rng_below(&rng, 2)) {
            for (uint32_t host = 0; host < n; host++)
                ports[host] = 1 + (uint32_t)rd_rng_below(&rng, test.instance.port_count);
            ports[0] = test.instance.port_count;
            test.instance.host_port_count = ports;
        }
        draw_switch_loads(&rng, n, test.load);
        struct ran ran = run_by("switch-time", "colouring", &test.instance);
        assert_float_equal(ran.planned_s, least_s(&test.instance, direct_s), 0);
        expect_at_most(ran.bound_s, ran.planned_s, "the bound and the plan");
        if (trial % 8 == 0)
            expect_at_most(run("switch-time", &test.instance).planned_s, ran.planned_s,
                           "a plan that may send over others and one that may not");
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("several ports behind a switch, each by every relabelling", 3000 * times);
}

static void on_a_bus_direct_messages_are_best(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 3);
    for (uint64_t trial = 0; trial < 1000 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 1, MOST);
        struct test_instance test = make(RD_BUS, n, (uint32_t)rd_rng_below(&rng, 3));
        draw_switch_loads(&rng, n, test.load);
        draw_capacities(&rng, &test);
        struct ran ran = run("switch-time", &test.instance);
        assert_float_equal(ran.planned_s, least_s(&test.instance, bus_s), 1e-9 * ran.planned_s);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Two kinds of 4 on one host, with 4 hosts of two ports, links alike: it keeps one kind and sends
 * the other. Over one link that takes 4 s, though its ports could carry it in 2; over another host,
 * too, 3 s, when two or three items come straight and the rest one hop behind. */
static void a_pair_takes_one_message_at_a_time(void **state)
{
    (void)state;
    struct test_instance test = make(RD_SWITCH, 4, 2);
    test.load[0] = test.load[1] = 4;
    struct ran ran = run_by("switch-time", "colouring", &test.instance);
    assert_float_equal(ran.bound_s, 2, 0);
    assert_float_equal(ran.planned_s, 4, 0);
    assert_float_equal(run("switch-time", &test.instance).planned_s, 3, 0);
    /* One item of each of four kinds: it sends three, two at a time, as the bound says. */
    memcpy(test.load, (int64_t[]){1, 1, 1, 1}, 4 * sizeof *test.load);
    ran = run("switch-time", &test.instance);
    assert_float_equal(ran.bound_s, 2, 0);
    assert_float_equal(ran.planned_s, 2, 0);
}

/* How much the busiest port's time is worth where hosts differ: mean times of plans. */
static void unlike_hosts_gain_by_times(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 4);
    static const char *const names[] = {"switch-time", "switch-steps", "switch-canonical"};
    double sum_s[3] = {0};
    for (uint32_t trial = 0; trial < 300; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = make(RD_SWITCH, MOST, trial % 3);
        for (uint32_t i = 0; i < MOST * MOST; i++)
            test.load[i] = rd_rng_between(&rng, 0, 9);
        draw_capacities(&rng, &test);
        for (int i = 0; i < 3; i++) {
            struct ran ran = run(names[i], &test.instance);
            sum_s[i] += ran.planned_s / ran.bound_s / 300;
        }
        rd_arena_rewind(&test_arena, mark);
    }
    for (int i = 0; i < 3; i++)
        print_message("%s: %.3f times the bound\n", names[i], sum_s[i]);
    assert_true(sum_s[0] < sum_s[1] && sum_s[1] < sum_s[2]);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(no_schedule_of_any_relabelling_ends_before_the_bound),
        ARENAS_TEST(with_links_alike_direct_messages_are_best),
        ARENAS_TEST(on_a_bus_direct_messages_are_best),
        ARENAS_TEST(a_pair_takes_one_message_at_a_time),
        ARENAS_TEST(unlike_hosts_gain_by_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
