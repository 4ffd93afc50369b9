/* What a run of a protocol means, by hand, and what the registered ones do; what is no act. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/online/event_queue.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include <math.h>
#include <string.h>

static bool run_of(const struct rd_instance *instance, const struct rd_protocol *protocol,
                   struct rd_trace *ret_trace, struct rd_error *reterr)
{
    struct rd_protocol_run run = {.protocol = protocol, .seed = 1};
    return rd_protocol_trace(instance, &run, &test_arena, &test_scratch, ret_trace, reterr);
}

static void expect_failure(const struct rd_instance *instance, const struct rd_protocol *protocol,
                           const char *words)
{
    struct rd_error error = {0};
    struct rd_trace trace;
    assert_false(run_of(instance, protocol, &trace, &error));
    assert_int_equal(error.code, RD_ERROR_RUN);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" instead of \"%s\"", error.message, words);
}

/* Hosts 1 and 2 send host 0 two messages each; host 2's first takes 3 s, others 1 s an item. */
static void start_pair(struct rd_host *host)
{
    if (host->number == 0)
        return;
    rd_send_items(host, 0, 0, 1);
    rd_send_items(host, 0, 0, 2);
}

static void expect_dates(uint32_t ports, const double start_s[4])
{
    static const struct rd_protocol pair = {.start = start_pair};
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    struct rd_trace trace;
    test_instance_set_ports(&test, ports);
    test.load[1] = test.load[2] = 3;
    test_instance_set_cost(&test, 2, 0, 0, 3);
    assert_true(run_of(&test.instance, &pair, &trace, NULL));
    rd_trace_sort(&trace, &test_scratch);
    assert_int_equal(trace.transfer_count, 4);
    for (size_t i = 0; i < 4; i++)
        if (trace.transfer[i].start_s != start_s[i])
            fail_msg("%u ports: message %zu from %g s", ports, i, trace.transfer[i].start_s);
}

static void start_with_a_word(struct rd_host *host)
{
    if (host->number == 0)
        return;
    rd_send_word(host, 0, (struct rd_word){0});
    rd_send_items(host, 0, 0, 1);
}

/* A word as long as the item is half of the time: that is not said. One of twice as many bytes is
 * two parts in three. */
static void says_that_words_take_most_of_the_time(void **state)
{
    (void)state;
    static const struct rd_protocol protocol = {.start = start_with_a_word};
    struct rd_protocol_run run = {.protocol = &protocol, .seed = 1};
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2, 1);
    test.load[1] = 1;
    test.instance.word_bytes = test.instance.item_bytes;
    struct rd_plan plan = {0};
    assert_true(rd_protocol_plan(&test.instance, &run, &test_arena, &test_scratch, &plan, NULL));
    assert_null(plan.note);
    test.instance.word_bytes = 2 * test.instance.item_bytes;
    plan = (struct rd_plan){0};
    assert_true(rd_protocol_plan(&test.instance, &run, &test_arena, &test_scratch, &plan, NULL));
    assert_non_null(plan.note);
    assert_non_null(strstr(plan.note, "take 66.7 % of the time of its messages (1 of 2)"));
}

/* One port: host 0 takes 1's first at 0; 2's first has asked at 0, before 1's second, at 1. So
 * [0, 1], 2's [1, 4], 1's second [4, 6], 2's second [6, 12]. Two or more ports: a link carries one
 * at a time. */
static void ports_serve_in_the_order_of_asking(void **state)
{
    (void)state;
    expect_dates(1, (const double[]){0, 1, 4, 6});
    expect_dates(2, (const double[]){0, 0, 1, 3});
    expect_dates(0, (const double[]){0, 0, 1, 3});
}

/* Loads 0 6 0 on a one-way ring of 1 s an item and 1 s a word: three laps of 3, 3 and 2 hops, and
 * s = -2 2 0, h = -2: edges 0 to 2 owe 0, 4, 2. Host 0 learns h at 6, host 1 at 7; it passes h on
 * in [7, 8] and sends four items in [8, 12]. Host 2 knows h at 8, and passes on what comes at 9 and
 * 10 in [9, 11]. In all 12 s. */
static void finds_the_shift_of_a_one_way_ring(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, 3, 1);
    const struct rd_algorithm *linear = rd_algorithm_named("online-ring-linear");
    struct rd_options options = {.spec = linear->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    test.load[1] = 6;
    assert_true(
        linear->plan(linear, &test.instance, &options, &test_arena, &test_scratch, &plan, NULL));
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    assert_int_equal(verdict.items_moved, 6);
    assert_int_equal(verdict.transfers, 8 + 6);
    assert_true(verdict.makespan_s == 12);
}

/* Plans with an algorithm; option: a value for its first one. */
static struct rd_verdict verdict_of(const char *name, const struct test_instance *test,
                                    const char *option, struct rd_plan *ret_plan)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_option given = {algorithm->options[0].name, option};
    struct rd_options options = {
        .spec = algorithm->options, .given = &given, .given_count = 1, .seed = 1};
    struct rd_verdict verdict;
    *ret_plan = (struct rd_plan){0};
    assert_true(rd_options_check(&options, NULL));
    assert_true(rd_algorithm_accepts(algorithm, &test->instance, &options, NULL));
    assert_true(algorithm->plan(algorithm, &test->instance, &options, &test_arena, &test_scratch,
                                ret_plan, NULL));
    rd_referee_plan(&test->instance, ret_plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.goal_reached);
    return verdict;
}

/* Loads 5 3 0 0 on a square. Ascending: 5 and 3 become 4 and 4, then both give half: 1 + 2 + 2
 * items, 4 hosts tell 2 neighbours a number. Balance: the sides of dimension 0 differ by 2, those
 * of 1 by 8, so that 0 comes last: 2 + 1 items go across dimension 1, none across 0. The square's
 * sums take 1 number a host, then 2; a pair's 1; the exchanges 2. */
static void balance_orders_dimensions_by_loads(void **state)
{
    (void)state;
    struct test_instance test =
        test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 1);
    struct rd_plan plan;
    test.instance.goal = RD_BALANCE;
    test.instance.balance_error = 2;
    test.load[0] = 5;
    test.load[1] = 3;
    struct rd_verdict verdict = verdict_of("online-cube-exchange", &test, "ascending", &plan);
    assert_int_equal(verdict.items_moved, 1 + 2 + 2);
    assert_int_equal(verdict.transfers, 4 * 2 + 3);
    verdict = verdict_of("online-cube-exchange", &test, "balance", &plan);
    assert_int_equal(verdict.items_moved, 2 + 1);
    assert_int_equal(verdict.transfers, 4 * (1 + 2 + 1 + 2) + 2);
}

/* The Laplacian matrix of a ring of 4 has eigenvalues 0, 2, 2, 4: alpha = 2 / 6, mu = 2 / 6, and
 * 1e-6 takes ln 1e-6 / ln (1/3) = 12.6 rounds; beta = 2 / (1 + sqrt(8) / 3) = 1.02944, sqrt(beta -
 * 1) = 0.17157, 7.8 rounds. Where every two of 4 hosts are neighbours all eigenvalues but 0 are 4:
 * one round of alpha = 1 / 4 does it. */
static void diffusion_knows_its_optimal_parameters(void **state)
{
    (void)state;
    static const double beta = 2 / (1 + 2.8284271247461903 / 3);
    struct test_instance ring = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    struct test_instance all = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    struct test_instance *test[] = {&ring, &ring, &all, &all};
    static const char *const order[] = {"first", "second", "first", "second"};
    static const double expected[][3] = {
        {1. / 3, 1, 13}, {1. / 3, beta, 8}, {.25, 1, 1}, {.25, 1, 1}};
    for (int i = 0; i < 4; i++) {
        struct rd_plan plan;
        test[i]->instance.goal = RD_BALANCE;
        test[i]->instance.balance_error = 4;
        test[i]->load[1] = 12;
        verdict_of("online-diffusion", test[i], order[i], &plan);
        for (int j = 0; j < 3; j++)
            if (!(fabs(plan.run.parameter[j] - expected[i][j]) < 1e-6))
                fail_msg("case %d: parameter %d is %.9g", i, j, plan.run.parameter[j]);
    }
}

/* Loads 4 0 behind links of 1 s, 4 s an item to compute, words free. The first item is at worker 1
 * at 2 s. At 1 s worker 0 is to end at 12 s, and one more item would end at 10 s at worker 1: the
 * second leaves at 2 s, when the word that fetches it gets through the out-port, and is there at 4
 * s. Then a third one would end at 14 s, and worker 0 ends at 8 s: no. */
static void bba_is_decided_as_it_goes(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    struct rd_plan plan;
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 4;
    test.instance.word_bytes = 0;
    for (uint32_t host = 0; host < 3; host++)
        test.speed[host] = 1;
    test.load[0] = 4;
    struct rd_verdict verdict = verdict_of("online-star-demand", &test, "bba", &plan);
    assert_int_equal(verdict.items_moved, 2 * 2);
    assert_true(verdict.makespan_s == 10);
}

/* Loads 5 0 behind links of 1 s, 8 s an item to compute, words free. Worker 1 asks worker 0 at
 * once, by way of the master; that computes one item, and gives two of four: at the master at 2 s,
 * at worker 1 at 4 s, computed by 20 s. It asks again; worker 0 computes its third, by 24 s. */
static void steals_by_way_of_a_master(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    struct rd_plan plan;
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 8;
    test.instance.word_bytes = 0;
    test.load[0] = 5;
    struct rd_verdict verdict = verdict_of("online-work-stealing", &test, "1", &plan);
    assert_int_equal(verdict.items_moved, 2 * 2);
    assert_true(verdict.makespan_s == 24);
}

/* The same, planned anew. Worker 0 begins an item and tells of 4; to move two is best: 16 s and,
 * with items that arrive at 2 s and 3 s, 18 s. At 3 s workers hold 2 and 1, besides one each under
 * way, and nothing more has to move. Worker 0 ends its third at 24 s. Words: twice a host says on
 * each of its links that nothing comes behind (4), and each of 3 loads, 4 links and 3 processors is
 * told twice, by a worker to the master and on to the other, or by the master to both: 20. Before
 * the first plan and the second, which is empty. */
static void plans_anew_on_a_star(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    struct rd_plan plan;
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 8;
    test.instance.word_bytes = 0;
    test.load[0] = 5;
    struct rd_verdict verdict = verdict_of("online-replan", &test, "star-portfolio", &plan);
    assert_int_equal(verdict.items_moved, 2 * 2);
    assert_int_equal(verdict.transfers, 2 * 2 + 2 * (4 + 20));
    assert_true(verdict.makespan_s == 24);
}

/* Mutants. */
static void send_too_much(struct rd_host *host)
{
    if (host->number == 1)
        rd_send_items(host, 2, 0, host->held[0] + 1);
}

static void send_far(struct rd_host *host)
{
    rd_send_word(host, (host->number + 2) % 4, (struct rd_word){0});
}

static void compute_too_much(struct rd_host *host)
{
    rd_compute(host, 0, host->held[0]);
    rd_compute(host, 0, 1);
}

static void send_word_on(struct rd_host *host)
{
    rd_send_word(host, host->neighbour[0].host, (struct rd_word){0});
}

static void answer(struct rd_host *host, const struct rd_act *message)
{
    rd_send_word(host, message->from, (struct rd_word){0});
}

static void wait_again(struct rd_host *host, int64_t tag)
{
    rd_set_timer(host, 1, tag);
}

static void begin_waiting(struct rd_host *host)
{
    rd_set_timer(host, 1, 0);
}

static void set_bad_timer(struct rd_host *host)
{
    rd_set_timer(host, NAN, 0);
}

static uint32_t wait_for_last(const struct rd_host *host)
{
    return host->neighbour[host->neighbour_count - 1].host;
}

static uint32_t wait_for_first(const struct rd_host *host)
{
    return host->number == 0 ? RD_NO_HOST : host->neighbour[0].host;
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    struct rd_instance *instance = &test.instance;
    test.load[1] = 3;
    expect_failure(instance, &(struct rd_protocol){.start = send_too_much},
                   "at 0 s host 1 sends 4 items of kind 0 and holds 3");
    expect_failure(instance, &(struct rd_protocol){.start = send_far},
                   "at 0 s host 0 sends to host 2: no link joins them");
    expect_failure(instance, &(struct rd_protocol){.start = send_word_on, .received = answer},
                   "still running at ");
    expect_failure(instance, &(struct rd_protocol){.start = begin_waiting, .timer = wait_again},
                   "after 4000000 messages, computations and timers");
    expect_failure(instance, &(struct rd_protocol){.start = set_bad_timer},
                   "host 0 sets a timer of nan s");
    /* 0 waits for 3, 3 for 2, 2 for 3. */
    expect_failure(instance, &(struct rd_protocol){.waits_for = wait_for_last},
                   "deadlock: host 0 waits for a message of host 3 -> host 3 waits for a message "
                   "of host 2 -> host 2 waits for a message of host 3");
    expect_failure(instance, &(struct rd_protocol){.waits_for = wait_for_first},
                   "deadlock: host 1 waits for a message of host 0, which waits for nobody");
    struct test_instance star = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, 3, 1);
    star.instance.flops_per_item = 1;
    star.load[0] = star.load[1] = 1;
    expect_failure(&star.instance, &(struct rd_protocol){.start = compute_too_much},
                   "at 0 s host 0 computes 1 items of kind 0 and holds 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(says_that_words_take_most_of_the_time),
        ARENAS_TEST(ports_serve_in_the_order_of_asking),
        ARENAS_TEST(finds_the_shift_of_a_one_way_ring),
        ARENAS_TEST(balance_orders_dimensions_by_loads),
        ARENAS_TEST(diffusion_knows_its_optimal_parameters),
        ARENAS_TEST(bba_is_decided_as_it_goes),
        ARENAS_TEST(steals_by_way_of_a_master),
        ARENAS_TEST(plans_anew_on_a_star),
        ARENAS_TEST(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
