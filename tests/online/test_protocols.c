/* What a run of a protocol means, by hand; protocols that cheat, or never end; and the law that a
 * host knows nothing that no message brought it. */
#include "tests/support/cmocka.h"

#include "draw.h"

#include "algorithms/algorithm.h"
#include "sim/online/event_queue.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/instance_text.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 2000 };

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
    struct rd_options options = {algorithm->options, &given, 1, 1};
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

/* The two partners of a protocol that answers a question twice send what the other does not
 * expect: half of what they hold goes twice, and the goal is missed. */

static void ask_richer(struct rd_host *host)
{
    if (host->number == 0)
        rd_send_word(host, 1, (struct rd_word){.a = host->held[0]});
}

static void answer_twice(struct rd_host *host, const struct rd_act *message)
{
    for (int i = 0; i < 2 && message->kind == RD_CONTROL; i++)
        rd_send_items(host, message->from, 0, (host->held[0] - message->word.a) / 2);
}

static void an_answer_too_many_misses_the_goal(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 2, 1);
    struct rd_protocol protocol = {.start = ask_richer, .received = answer_twice};
    struct rd_protocol_run run = {.protocol = &protocol};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    test.load[1] = 16;
    assert_true(rd_protocol_plan(&test.instance, &run, &test_arena, &test_scratch, &plan, NULL));
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_false(verdict.goal_reached); /* 8 + 4 have gone */
    assert_int_equal(verdict.final[1], 4);
}

/* Dates that sums of tenths in another order give are one date. */
#define SAME_S 1e-9

/* When each host may have learnt of a change at host `changed`, of which one trace was recorded
 * before and the other after: messages that start after their sender could know bring it, and so
 * does their absence, at the date at which they came in the other trace. In: traces of all ports,
 * where nobody waits for another's port. */
static double *learns_s(const struct rd_trace trace[2], uint32_t host_count, uint32_t changed)
{
    double *knows_s = rd_take(&test_arena, host_count, double);
    for (uint32_t host = 0; host < host_count; host++)
        knows_s[host] = host == changed ? 0 : INFINITY;
    size_t count = trace[0].transfer_count + trace[1].transfer_count;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            const struct rd_timed_transfer *row =
                i < trace[0].transfer_count ? &trace[0].transfer[i]
                                            : &trace[1].transfer[i - trace[0].transfer_count];
            if (row->to == RD_NO_HOST || row->start_s < knows_s[row->from] - SAME_S ||
                row->end_s >= knows_s[row->to])
                continue;
            knows_s[row->to] = row->end_s;
            more = true;
        }
    }
    return knows_s;
}

/* Is each act of a trace that its host began in ignorance an act of the other, too? */
static bool acts_alike(const struct rd_trace *a, const struct rd_trace *b, const double *knows_s)
{
    for (size_t i = 0; i < a->transfer_count; i++) {
        const struct rd_timed_transfer *x = &a->transfer[i];
        bool found = x->start_s >= knows_s[x->from] - SAME_S;
        for (size_t j = 0; j < b->transfer_count && !found; j++) {
            const struct rd_timed_transfer *y = &b->transfer[j];
            found = x->from == y->from && x->to == y->to && x->kind == y->kind &&
                    x->items == y->items && fabs(x->start_s - y->start_s) < SAME_S;
        }
        if (!found)
            return false;
    }
    return true;
}

/* Does a protocol's host do the same as long as it cannot know of another load elsewhere? */
static bool is_local(const struct rd_protocol_run *run, struct test_instance *test,
                     uint32_t changed)
{
    uint32_t host_count = test->instance.topology.host_count;
    struct rd_trace trace[2];
    if (!rd_protocol_trace(&test->instance, run, &test_arena, &test_scratch, &trace[0], NULL))
        return true;
    int64_t *load = &test->load[(size_t)changed * test->instance.kind_count];
    *load += 7;
    bool ran = rd_protocol_trace(&test->instance, run, &test_arena, &test_scratch, &trace[1], NULL);
    *load -= 7;
    if (!ran)
        return true;
    const double *knows_s = learns_s(trace, host_count, changed);
    return acts_alike(&trace[0], &trace[1], knows_s) && acts_alike(&trace[1], &trace[0], knows_s);
}

/* It knows where hosts lie in memory, and sends the next one a word if that holds little. */
static void peek(struct rd_host *host)
{
    if (host->neighbour_count > 0 && host->number > 0 && host[-1].held[0] < host->held[0])
        rd_send_word(host, host->neighbour[0].host, (struct rd_word){0});
}

static void hosts_know_what_messages_brought(void **state)
{
    (void)state;
    static const struct rd_protocol peeking = {.start = peek};
    long checked = 0, caught = 0;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(draw, 1);
        struct test_instance test = draw_instance(&rng, &test_arena);
        uint32_t hosts = rd_computing_host_count(&test.instance.topology);
        uint32_t changed = (uint32_t)rd_rng_below(&rng, hosts);
        if (test.instance.topology.shape == RD_BUS)
            continue; /* who waits for it learns that others use it */
        test_instance_set_ports(&test, 0);
        caught += !is_local(&(struct rd_protocol_run){.protocol = &peeking}, &test, changed);
        assert_true(is_local(&(struct rd_protocol_run){&chaos, draw, {0}}, &test, changed));
        for (size_t i = 0; i < rd_algorithm_count; i++) {
            const struct rd_algorithm *algorithm = rd_algorithms[i];
            struct rd_options options = draw_options(&rng, algorithm->options, &test_arena);
            struct rd_plan plan = {0};
            if (!algorithm->protocol ||
                !rd_algorithm_accepts(algorithm, &test.instance, &options, NULL))
                continue;
            assert_true(algorithm->plan(algorithm, &test.instance, &options, &test_arena,
                                        &test_scratch, &plan, NULL));
            if (!is_local(&plan.run, &test, changed)) {
                test_instance_print(stderr, &test.instance);
                fail_msg("%s knows of host %u what no message brought", algorithm->name, changed);
            }
            checked++;
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%ld runs of registered protocols; the one that peeks is caught %ld times\n",
                  checked, caught);
    assert_true(checked > DRAWS / 10 && caught > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(ports_serve_in_the_order_of_asking),
        ARENAS_TEST(finds_the_shift_of_a_one_way_ring),
        ARENAS_TEST(balance_orders_dimensions_by_loads),
        ARENAS_TEST(diffusion_knows_its_optimal_parameters),
        ARENAS_TEST(bba_is_decided_as_it_goes),
        ARENAS_TEST(what_is_wrong_is_named),
        ARENAS_TEST(an_answer_too_many_misses_the_goal),
        ARENAS_TEST(hosts_know_what_messages_brought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
