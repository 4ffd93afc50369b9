/* Schedules behind a switch and on a bus: legal, whole, and as long as they say. */
#include "tests/support/cmocka.h"

#include "algorithms/switch/schedule.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_HOSTS = 32 };

/* A matrix of items, and a host for every kind. */
struct problem {
    struct test_instance test;
    uint32_t hosts;
    uint32_t host_of_kind[MOST_HOSTS];
    int64_t amount[MOST_HOSTS][MOST_HOSTS]; /* from, to; what stays is 0 */
};

static struct problem make(enum rd_shape shape, uint32_t hosts)
{
    struct problem problem = {.hosts = hosts};
    problem.test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION, hosts, hosts);
    problem.test.instance.goal = RD_GATHER;
    for (uint32_t kind = 0; kind < hosts; kind++)
        problem.host_of_kind[kind] = kind;
    return problem;
}

/* Reads the loads, through the permutation. */
static void read_amounts(struct problem *problem)
{
    for (uint32_t host = 0; host < problem->hosts; host++)
        for (uint32_t kind = 0; kind < problem->hosts; kind++) {
            uint32_t to = problem->host_of_kind[kind];
            problem->amount[host][to] =
                to == host ? 0 : problem->test.load[host * problem->hosts + kind];
        }
}

static void shuffle(struct rd_rng *rng, uint32_t *host_of_kind, uint32_t hosts)
{
    for (uint32_t kind = hosts; kind-- > 1;) {
        uint32_t other = (uint32_t)rd_rng_below(rng, kind + 1);
        uint32_t host = host_of_kind[kind];
        host_of_kind[kind] = host_of_kind[other];
        host_of_kind[other] = host;
    }
}

/* Small and large, sparse and dense, skewed; empty hosts and kinds. */
static struct problem random_problem(struct rd_rng *rng, enum rd_shape shape)
{
    struct problem problem = make(shape, (uint32_t)rd_rng_between(rng, 1, 9));
    shuffle(rng, problem.host_of_kind, problem.hosts);
    uint64_t sparse = rd_rng_between(rng, 1, 4);
    int64_t most = rd_rng_between(rng, 1, 9);
    for (uint32_t i = 0; i < problem.hosts * problem.hosts; i++)
        if (rd_rng_below(rng, sparse) == 0)
            problem.test.load[i] = rd_rng_between(rng, 0, most);
    if (rd_rng_below(rng, 4) == 0)
        problem.test.load[0] = problem.test.load[problem.hosts - 1] = 60;
    read_amounts(&problem);
    return problem;
}

static int64_t volume(const struct problem *problem)
{
    int64_t sum = 0;
    for (uint32_t from = 0; from < problem->hosts; from++)
        for (uint32_t to = 0; to < problem->hosts; to++)
            sum += problem->amount[from][to];
    return sum;
}

/* The most items that a host sends, or receives. */
static int64_t steps(const struct problem *problem)
{
    int64_t most = 0;
    for (uint32_t host = 0; host < problem->hosts; host++) {
        int64_t out = 0, in = 0;
        for (uint32_t other = 0; other < problem->hosts; other++) {
            out += problem->amount[host][other];
            in += problem->amount[other][host];
        }
        most = out > most ? out : most;
        most = in > most ? in : most;
    }
    return most;
}

/* Sum over the iterations of the largest transfer, or of the largest sum of both directions. */
static int64_t caterpillar(const struct problem *problem, bool serial)
{
    int hosts = (int)problem->hosts;
    int64_t sum = 0;
    for (int iteration = 0; iteration < hosts; iteration++) {
        int64_t largest = 0;
        for (int host = 0; host < hosts; host++) {
            int partner = hosts - 1 - host - iteration;
            partner = partner < 0 ? partner + hosts : partner;
            int64_t there = problem->amount[host][partner];
            int64_t both = serial ? there + problem->amount[partner][host] : there;
            largest = both > largest ? both : largest;
        }
        sum += largest;
    }
    return sum;
}

static struct rd_plan plan_of(const struct problem *problem, const char *schedule)
{
    struct rd_option given = {"schedule", schedule};
    struct rd_options options = {
        .spec = rd_switch_options, .given = &given, .given_count = schedule ? 1 : 0};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    assert_true(rd_options_check(&options, &error));
    assert_true(rd_instance_check(&problem->test.instance, &error));
    assert_true(rd_switch_schedule(&problem->test.instance, problem->host_of_kind, &options,
                                   &test_arena, &test_scratch, &plan, &error));
    return plan;
}

/* Legal, everything where it belongs, each item moved once. Returns: the verdict. */
static struct rd_verdict judge(const struct problem *problem, const struct rd_plan *plan)
{
    struct rd_verdict verdict;
    rd_referee_plan(&problem->test.instance, plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL)
        fail_msg("%s", verdict.message);
    assert_true(verdict.goal_reached);
    assert_int_equal(verdict.items_moved, volume(problem));
    for (uint32_t host = 0; host < problem->hosts; host++)
        for (uint32_t kind = 0; kind < problem->hosts; kind++)
            if (problem->host_of_kind[kind] != host)
                assert_int_equal(verdict.final[host * problem->hosts + kind], 0);
    return verdict;
}

static double time_of(const struct problem *problem, const char *schedule)
{
    struct rd_plan plan = plan_of(problem, schedule);
    return judge(problem, &plan).makespan_s;
}

/* Who meets whom in pairwise exchange, by trying: rounds are matchings, and every two hosts meet
 * once. When each ends: after both hosts of a pair have received from their last partners, a host
 * sends; it also waits for its own port, and the receiver's. */
static double pairwise_time(const struct problem *problem, const struct rd_plan *plan)
{
    double sent[MOST_HOSTS] = {0}, received[MOST_HOSTS] = {0}, before[MOST_HOSTS] = {0};
    uint32_t round = 0;
    double makespan = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        if (row->round != round)
            memcpy(before, received, sizeof before);
        round = row->round;
        double start = fmax(fmax(sent[row->from], before[row->from]), received[row->to]);
        double end = start + (double)row->items;
        sent[row->from] = received[row->to] = end;
        makespan = fmax(makespan, end);
        assert_int_equal(row->items, problem->amount[row->from][row->to]);
    }
    return makespan;
}

static void every_schedule_is_as_long_as_it_says(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int number = 0; number < 2000; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct problem problem = random_problem(&rng, RD_SWITCH);
        double fewest = (double)steps(&problem);
        assert_true(time_of(&problem, NULL) == fewest);
        assert_true(time_of(&problem, "colouring") == fewest);
        assert_true(time_of(&problem, "compact") == fewest);
        assert_true(time_of(&problem, "caterpillar") == (double)caterpillar(&problem, false));
        assert_true(time_of(&problem, "caterpillar-serial") == (double)caterpillar(&problem, true));
        double list = time_of(&problem, "list");
        assert_true(list >= fewest && (list < 2 * fewest || fewest == 0));
        struct rd_plan plan = plan_of(&problem, "pairwise");
        assert_true(judge(&problem, &plan).makespan_s == pairwise_time(&problem, &plan));
        plan = plan_of(&problem, "all-at-once");
        assert_true(isnan(judge(&problem, &plan).makespan_s) || plan.transfer_count == 0);
        rd_arena_rewind(&test_arena, mark);
    }
}

static void a_bus_takes_the_volume(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    static const char *const schedules[] = {NULL,          "colouring",          "compact", "list",
                                            "caterpillar", "caterpillar-serial", "pairwise"};
    for (int number = 0; number < 300; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct problem problem = random_problem(&rng, RD_BUS);
        for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++)
            assert_true(time_of(&problem, schedules[i]) == (double)volume(&problem));
        struct rd_plan plan = plan_of(&problem, "all-at-once");
        judge(&problem, &plan);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* Every two hosts meet just once, and one partner at a time. */
static void everybody_meets_everybody(void **state)
{
    (void)state;
    for (uint32_t hosts = 1; hosts <= 17; hosts++) {
        struct problem problem = make(RD_SWITCH, hosts);
        for (uint32_t i = 0; i < hosts * hosts; i++)
            problem.test.load[i] = 1;
        read_amounts(&problem);
        struct rd_plan plan = plan_of(&problem, "pairwise");
        judge(&problem, &plan);
        assert_int_equal(plan.transfer_count, hosts * (hosts - 1));
        assert_int_equal(plan.round_count, hosts == 1 ? 0 : hosts % 2 == 0 ? hosts - 1 : hosts);
        uint32_t partner[MOST_HOSTS] = {0}, round[MOST_HOSTS] = {0};
        for (size_t i = 0; i < plan.transfer_count; i++) {
            uint32_t from = plan.transfer[i].from;
            assert_true(round[from] <= plan.transfer[i].round); /* counted from 1 */
            round[from] = plan.transfer[i].round + 1;
            partner[from] = plan.transfer[i].to;
            if (plan.transfer[i].to < from)
                assert_int_equal(partner[plan.transfer[i].to], from);
        }
        plan = plan_of(&problem, "caterpillar");
        assert_int_equal(plan.round_count, hosts == 1 ? 0 : hosts == 2 ? 1 : hosts);
    }
}

/* P = 32, D = 20 items on each host and of each kind, at random: on average 81.6 steps (standard
 * deviation 3.4), 109.1 (4.3) with one direction at a time, where 20 are enough; from 1,000 draws
 * of another program with other random numbers. */
static void the_caterpillar_takes_four_times_as_long(void **state)
{
    (void)state;
    enum { HOSTS = 32, ITEMS = 20, DRAWS = 400 };
    struct rd_rng rng = rd_rng_seeded(3, 0);
    double synchronous = 0, serial = 0, fewest = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct problem problem = make(RD_SWITCH, HOSTS);
        uint32_t kind[HOSTS * ITEMS];
        for (uint32_t item = 0; item < HOSTS * ITEMS; item++)
            kind[item] = item / ITEMS;
        shuffle(&rng, kind, HOSTS * ITEMS);
        for (uint32_t item = 0; item < HOSTS * ITEMS; item++)
            problem.test.load[item / ITEMS * HOSTS + kind[item]]++;
        read_amounts(&problem);
        double time = time_of(&problem, "caterpillar");
        assert_true(time == (double)caterpillar(&problem, false));
        synchronous += time / DRAWS;
        time = time_of(&problem, "caterpillar-serial");
        assert_true(time == (double)caterpillar(&problem, true));
        serial += time / DRAWS;
        fewest += time_of(&problem, "colouring") / DRAWS;
        rd_arena_rewind(&test_arena, mark);
    }
    assert_true(fabs(synchronous - 81.6) < 0.7);
    assert_true(fabs(serial - 109.1) < 0.9);
    assert_true(fabs(fewest - 20) < 0.1);
}

/* a_k > b_k slow, then a_k > b_k+1 fast: in the order of a colouring every slow one waits for the
 * one before; greedily each port's two transfers take 101 s. */
static void unequal_links_are_list_scheduled(void **state)
{
    (void)state;
    enum { CHAIN = 8 };
    struct problem problem = make(RD_SWITCH, 2 * CHAIN + 1);
    for (uint32_t a = 0; a < CHAIN; a++)
        for (uint32_t b = a; b <= a + 1; b++) {
            problem.test.load[a * problem.hosts + CHAIN + b] = 1;
            test_instance_set_cost(&problem.test, a, CHAIN + b, 0, a == b ? 100 : 1);
        }
    read_amounts(&problem);
    assert_true(time_of(&problem, "list") == 101);
    assert_true(time_of(&problem, NULL) == 101);
    assert_true(time_of(&problem, "colouring") >= 101);
}

/* Costs that differ: below twice the busiest port's load, whatever the latencies. */
static void lists_end_before_twice_the_load(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    for (int number = 0; number < 1000; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct problem problem = random_problem(&rng, RD_SWITCH);
        double out[MOST_HOSTS] = {0}, in[MOST_HOSTS] = {0}, load = 0;
        for (uint32_t from = 0; from < problem.hosts; from++)
            for (uint32_t to = 0; to < problem.hosts; to++) {
                if (from == to)
                    continue;
                double latency = (double)rd_rng_between(&rng, 0, 3);
                double cost = (double)rd_rng_between(&rng, 1, 16);
                test_instance_set_cost(&problem.test, from, to, latency, cost);
                if (problem.amount[from][to] == 0)
                    continue;
                double message = latency + cost * (double)problem.amount[from][to];
                out[from] += message;
                in[to] += message;
                load = fmax(load, fmax(out[from], in[to]));
            }
        double time = time_of(&problem, "list");
        assert_true(time >= load * (1 - 1e-12));
        assert_true(time < 2 * load || load == 0);
        rd_arena_rewind(&test_arena, mark);
    }
}

/* A latency is paid for each item one by one, and once a message otherwise. */
static void latencies_are_paid_by_message(void **state)
{
    (void)state;
    struct problem problem = make(RD_SWITCH, 2);
    problem.test.load[1] = 5; /* of kind 1, on host 0 */
    test_instance_set_cost(&problem.test, 0, 1, 2, 1);
    test_instance_set_cost(&problem.test, 1, 0, 2, 1);
    problem.test.cost[0] = problem.test.cost[3] = problem.test.cost[1];
    read_amounts(&problem);
    assert_true(time_of(&problem, "colouring") == 15);
    assert_true(time_of(&problem, NULL) == 7);
    assert_true(time_of(&problem, "compact") == 7);
    assert_true(time_of(&problem, "list") == 7);
    assert_true(time_of(&problem, "caterpillar") == 7);
}

/* Nobody lists 3 * 10^9 items one by one. */
static void many_items_make_few_rows(void **state)
{
    (void)state;
    struct problem problem = make(RD_SWITCH, 4);
    problem.test.load[1] = INT64_C(1000000000);
    problem.test.load[4] = INT64_C(1000000003);
    problem.test.load[6] = INT64_C(1000000007);
    problem.test.load[7] = 3;
    read_amounts(&problem);
    static const char *const schedules[] = {"colouring", "compact", "caterpillar", "pairwise"};
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        struct rd_plan plan = plan_of(&problem, schedules[i]);
        assert_true(plan.transfer_count < 12);
        double time = judge(&problem, &plan).makespan_s;
        assert_true(i > 1 || time == 2000000013.0);
    }
}

static void nothing_to_move_is_no_plan(void **state)
{
    (void)state;
    static const char *const schedules[] = {
        "colouring",          "compact",  "list",       "caterpillar",
        "caterpillar-serial", "pairwise", "all-at-once"};
    for (uint32_t hosts = 1; hosts <= 3; hosts++) {
        struct problem problem = make(RD_SWITCH, hosts);
        for (uint32_t host = 0; host < hosts; host++) {
            problem.host_of_kind[host] = (host + 1) % hosts;
            problem.test.load[problem.host_of_kind[host] * hosts + host] = 4;
        }
        read_amounts(&problem);
        for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
            struct rd_plan plan = plan_of(&problem, schedules[i]);
            assert_int_equal(plan.transfer_count, 0);
            assert_int_equal(plan.round_count, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(every_schedule_is_as_long_as_it_says),
        ARENAS_TEST(a_bus_takes_the_volume),
        ARENAS_TEST(everybody_meets_everybody),
        ARENAS_TEST(the_caterpillar_takes_four_times_as_long),
        ARENAS_TEST(unequal_links_are_list_scheduled),
        ARENAS_TEST(lists_end_before_twice_the_load),
        ARENAS_TEST(latencies_are_paid_by_message),
        ARENAS_TEST(many_items_make_few_rows),
        ARENAS_TEST(nothing_to_move_is_no_plan),
    };
    return cmocka_run_group_tests_name("switch_schedule", tests, NULL, NULL);
}
