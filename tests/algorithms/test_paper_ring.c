/* The ring paper: the cases of exact solvers, its two errors that concern equal links and one-way
 * rings, what its hypotheses are for, and Algorithm 3 against its own lines. */
#include "tests/support/cmocka.h"

#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include "algorithm_3.h"
#include "algorithms/algorithm.h"
#include "contract/instances.h"
#include "ring_optimum.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/bound.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOSTS = 8 };

/* What one algorithm says of one instance. */
struct answer {
    bool accepted;
    struct rd_bound bound;
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_error error;
};

static struct answer *ask(const char *name, const struct rd_instance *instance)
{
    static struct answer answer;
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    assert_non_null(algorithm);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    memset(&answer, 0, sizeof answer);
    assert_true(rd_instance_check(instance, &answer.error));
    assert_true(
        test_bound(algorithm, instance, &test_arena, &test_scratch, &answer.bound, &answer.error));
    answer.accepted = rd_algorithm_accepts(algorithm, instance, &options, &answer.error) &&
                      algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch,
                                      &answer.plan, &answer.error);
    if (!answer.accepted)
        return &answer;
    rd_referee_plan(instance, &answer.plan, &test_arena, &test_scratch, NULL, &answer.verdict);
    assert_string_equal(answer.verdict.message, "");
    assert_string_equal(answer.verdict.goal_message, "");
    return &answer;
}

static void takes(const char *name, const struct rd_instance *instance, double seconds)
{
    const struct answer *answer = ask(name, instance);
    if (!answer->accepted)
        fail_msg("%s: %s", name, answer->error.message);
    assert_true(answer->verdict.makespan_s == seconds);
}

static void refuses(const char *name, const struct rd_instance *instance, const char *message)
{
    const struct answer *answer = ask(name, instance);
    assert_false(answer->accepted);
    assert_int_equal(answer->error.code, RD_ERROR_REFUSED);
    assert_string_equal(answer->error.message, message);
}

/* A ring with these seconds an item forward and, on two-way rings, backward from each host; NULL:
 * 1 s. */
static struct test_instance make(enum rd_direction direction, uint32_t n, const int64_t *load,
                                 const int64_t *delta, const int64_t *forward,
                                 const int64_t *backward)
{
    struct test_instance test = test_instance_make(&test_arena, RD_RING, direction, n, 1);
    int64_t target[HOSTS];
    assert_true(n <= HOSTS);
    for (uint32_t host = 0; host < n; host++)
        target[host] = load[host] - delta[host];
    test_instance_reach(&test, load, target);
    for (uint32_t host = 0; host < n && n > 1; host++) {
        test_instance_set_cost(&test, host, (host + 1) % n, 0, forward ? (double)forward[host] : 1);
        if (direction == RD_TWO_WAY && n > 2)
            test_instance_set_cost(&test, host, (host + n - 1) % n, 0,
                                   backward ? (double)backward[host] : 1);
    }
    return test;
}

static void read_integers(const json_t *root, const char *name, int64_t *integers, uint32_t count)
{
    const json_t *array = json_object_get(root, name);
    assert_int_equal(json_array_size(array), count);
    for (uint32_t i = 0; i < count; i++)
        integers[i] = json_integer_value(json_array_get(array, i));
}

static json_t *open_case(const char *name, struct test_instance *ret_test)
{
    char path[512];
    json_error_t error;
    snprintf(path, sizeof path, "%s/ring/%s.json", TEST_CASES, name);
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    uint32_t n = (uint32_t)json_integer_value(json_object_get(root, "n"));
    assert_in_range(n, 1, HOSTS);
    int64_t load[HOSTS], delta[HOSTS], forward[HOSTS], backward[HOSTS];
    bool two_way = json_is_array(json_object_get(root, "c_minus"));
    read_integers(root, "L", load, n);
    read_integers(root, "delta", delta, n);
    read_integers(root, "c_plus", forward, n);
    if (two_way)
        read_integers(root, "c_minus", backward, n);
    *ret_test =
        make(two_way ? RD_TWO_WAY : RD_ONE_WAY, n, load, delta, forward, two_way ? backward : NULL);
    return root;
}

static double number(const json_t *root, const char *name)
{
    const json_t *value = json_object_get(root, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* Every algorithm that is optimal meets the optimum where it accepts; a bound is the case's, where
 * the case names its theorem. */
static void check_case(const char *name, const char *const *optimal, size_t optimal_count)
{
    struct test_instance test;
    json_t *root = open_case(name, &test);
    double optimum = number(root, "optimal_time");
    for (size_t i = 0; i < optimal_count; i++) {
        takes(optimal[i], &test.instance, optimum);
        const struct answer *answer = ask(optimal[i], &test.instance);
        assert_true(answer->bound.seconds == number(root, "lower_bound"));
        assert_string_equal(answer->bound.name,
                            json_string_value(json_object_get(root, "lower_bound_name")));
        assert_true(answer->bound.tight);
    }
    const struct answer *baseline = ask("ring-shorter-way", &test.instance);
    assert_true(baseline->accepted && baseline->verdict.makespan_s >= optimum);
    assert_true(baseline->bound.seconds <= optimum);
    if (strcmp(name, "dg00") != 0) /* too many items to try everything */
        assert_true((double)ring_optimum_s(&test.instance, &test_scratch) == optimum);
    json_decref(root);
}

static void cases_of_exact_solvers(void **state)
{
    (void)state;
    static const char *const one_way_equal[] = {"ring-one-way-equal"};
    static const char *const one_way[] = {"ring-one-way"};
    static const char *const two_way[] = {"ring-two-way-equal", "ring-two-way-equal-printed"};
    check_case("uh00", one_way_equal, 1);
    check_case("dg00", one_way_equal, 1);
    check_case("ut00", one_way, 1);
    check_case("ut03", one_way, 1);
    check_case("bh00", two_way, 1); /* as printed it cannot */
    check_case("bh02", two_way, 2);
    check_case("bh03", two_way, 2);
    check_case("bl00", NULL, 0);
    check_case("bl03", NULL, 0);
    check_case("bn00", NULL, 0);
}

/* Error 1: a slice that lacks items is fed through the link into it, not the link out of it. */
static void theorem_2_as_printed_claims_too_much(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 2}, delta[] = {-1, 1}, forward[] = {2, 1};
    struct test_instance test = make(RD_ONE_WAY, 2, load, delta, forward, NULL);
    const struct answer *printed = ask("ring-one-way-printed", &test.instance);
    assert_true(printed->bound.seconds == 2);
    assert_true(printed->verdict.makespan_s == 1);
    assert_int_equal(ring_optimum_s(&test.instance, &test_scratch), 1);
    assert_string_equal(printed->bound.name, "Theorem 2, as printed");
    assert_string_equal(printed->bound.why, "Host 0 has 1 item too few, times 2 s, the cost of the "
                                            "link from host 0 to host 1.");
    assert_true(ask("ring-one-way", &test.instance)->bound.seconds == 1);

    static const char *const names[] = {"ut00", "ut03"};
    for (int i = 0; i < 2; i++) {
        json_t *root = open_case(names[i], &test);
        printed = ask("ring-one-way-printed", &test.instance);
        assert_true(printed->bound.seconds == number(root, "thm2_as_printed"));
        json_decref(root);
    }
}

/* Error 2. */
static void algorithm_3_as_printed_runs_out_of_items(void **state)
{
    (void)state;
    struct test_instance test;
    json_t *root = open_case("bh00", &test);
    assert_true(json_is_false(json_object_get(root, "alg3_as_printed_respects_data_availability")));
    refuses("ring-two-way-equal-printed", &test.instance,
            "round 1: host 3 sends 1 items and holds 0");
    /* As many items as Lemma 6 has steps are enough. */
    for (uint32_t host = 0; host < 4; host++) {
        int64_t more = test.load[host] < 3 ? 3 - test.load[host] : 0;
        test.load[host] += more;
        test.target[host] += more;
    }
    takes("ring-two-way-equal-printed", &test.instance, 3);
    json_decref(root);
}

/* The plan of the algorithm as printed, or its refusal, against the paper's lines played on loads.
 */
static void check_algorithm_3(const struct test_instance *test, const int64_t *load,
                              const int64_t *unbalance, long *refused)
{
    int n = (int)test->instance.topology.host_count;
    int64_t delta[HOSTS], held[HOSTS];
    memcpy(delta, unbalance, sizeof delta);
    memcpy(held, load, sizeof held);
    int64_t steps = algorithm_3_delta_max(delta, n);
    const struct answer *answer = ask("ring-two-way-equal-printed", &test->instance);
    size_t row = 0;
    for (int64_t step = 0; step < steps; step++) {
        assert_int_equal(algorithm_3_delta_max(delta, n), steps - step); /* Lemma 8 */
        struct algorithm_3_step sends = algorithm_3_sends(delta, n);
        for (int i = 0; i < n; i++) {
            assert_false(sends.next[i] && sends.previous[i]); /* Lemma 7 */
            if (!sends.next[i] && !sends.previous[i])
                continue;
            if (held[i] == 0) {
                char message[64];
                snprintf(message, sizeof message, "round %d: host %d sends 1 items and holds 0",
                         (int)step, i);
                assert_false(answer->accepted);
                assert_string_equal(answer->error.message, message);
                (*refused)++;
                return;
            }
            int to = sends.next[i] ? (i + 1) % n : (i + n - 1) % n;
            delta[i]--;
            delta[to]++;
            if (answer->accepted) {
                assert_true(row < answer->plan.transfer_count);
                assert_int_equal(answer->plan.transfer[row].round, step);
                assert_int_equal(answer->plan.transfer[row].from, i);
                assert_int_equal(answer->plan.transfer[row].to, to);
                row++;
            }
        }
        for (int i = 0; i < n; i++)
            held[i] = load[i] - unbalance[i] + delta[i];
    }
    assert_true(answer->accepted);
    assert_int_equal(row, answer->plan.transfer_count);
    assert_int_equal(answer->verdict.steps, steps == 0 ? -1 : steps);
    assert_true(answer->verdict.makespan_s == (double)steps);
    for (int i = 0; i < n; i++)
        assert_int_equal(delta[i], 0);
}

/* Every ring with equal links and least..most items a host before and after. Returns: how many the
 * algorithm as printed refuses. */
static long exhaust_algorithm_3(uint32_t n, int64_t most)
{
    long refused = 0;
    struct rd_arena_mark arena_mark = rd_arena_mark(&test_arena);
    int64_t load[HOSTS] = {0}, target[HOSTS] = {0}, unbalance[HOSTS] = {0};
    do {
        do {
            if (digit_sum(load, n) != digit_sum(target, n))
                continue;
            struct rd_arena_mark mark = rd_arena_mark(&test_arena);
            int64_t least_one[HOSTS];
            for (uint32_t host = 0; host < n; host++) {
                least_one[host] = load[host] + 1;
                unbalance[host] = load[host] - target[host];
            }
            struct test_instance test = make(RD_TWO_WAY, n, least_one, unbalance, NULL, NULL);
            check_algorithm_3(&test, least_one, unbalance, &refused);
            rd_arena_rewind(&test_arena, mark);
        } while (next_digits(target, n, most - 1));
    } while (next_digits(load, n, most - 1));
    rd_arena_rewind(&test_arena, arena_mark);
    return refused;
}

static void algorithm_3_as_printed_follows_the_lines(void **state)
{
    (void)state;
    /* The smallest ring that runs out has 4 hosts, one of which is to end with 4 items. */
    assert_int_equal(exhaust_algorithm_3(2, 6), 0);
    assert_int_equal(exhaust_algorithm_3(3, 6), 0);
    assert_int_equal(exhaust_algorithm_3(4, 3), 0);
    assert_true(exhaust_algorithm_3(4, 4) > 0);
    exhaust_algorithm_3(5, 3);
}

/* Without an item everywhere the bounds are no longer reached: the optimal algorithms refuse, by
 * name, and the baseline runs. */
static void hypotheses_are_needed(void **state)
{
    (void)state;
    static const int64_t load[] = {2, 0, 1}, delta[] = {1, 0, -1};
    struct test_instance test = make(RD_ONE_WAY, 3, load, delta, NULL, NULL);
    assert_int_equal(ring_optimum_s(&test.instance, &test_scratch), 2);
    assert_true(ask("ring-one-way", &test.instance)->bound.seconds == 1);
    assert_false(ask("ring-one-way", &test.instance)->bound.tight);
    refuses("ring-one-way", &test.instance,
            "host 1 holds no item: at least 1 is needed before and after (Theorem 2)");
    refuses("ring-one-way-equal", &test.instance,
            "host 1 holds no item: at least 1 is needed before and after (Theorem 1)");
    takes("ring-shorter-way", &test.instance, 2);

    static const int64_t load_2[] = {2, 1, 1}, delta_2[] = {1, 1, -2}, forward[] = {3, 1, 1};
    test = make(RD_ONE_WAY, 3, load_2, delta_2, forward, NULL);
    assert_int_equal(ring_optimum_s(&test.instance, &test_scratch), 4);
    assert_true(ask("ring-one-way", &test.instance)->bound.seconds == 3);
    refuses("ring-one-way", &test.instance,
            "host 1 is to end with no item: at least 1 is needed before and after (Theorem 2)");
    refuses("ring-one-way-equal", &test.instance,
            "host 1 is to end with no item: at least 1 is needed before and after (Theorem 1)");
    takes("ring-shorter-way", &test.instance, 4);

    static const int64_t load_3[] = {2, 1, 1}, delta_3[] = {1, 0, -1};
    test = make(RD_ONE_WAY, 3, load_3, delta_3, forward, NULL);
    refuses("ring-one-way-equal", &test.instance,
            "an item takes 3 s from host 0 to host 1 and 1 s from host 1 to host 2: equal links "
            "are needed");
    takes("ring-one-way", &test.instance, 3);
}

static void rings_of_one_and_two_hosts(void **state)
{
    (void)state;
    static const int64_t load[] = {5, 3}, delta[] = {2, -2}, none[] = {0, 0}, back[] = {-2, 2};
    static const int64_t forward[] = {3, 4};
    struct test_instance test = make(RD_ONE_WAY, 1, load, none, NULL, NULL);
    takes("ring-one-way", &test.instance, 0);
    takes("ring-one-way-equal", &test.instance, 0);
    test = make(RD_TWO_WAY, 1, load, none, NULL, NULL);
    takes("ring-two-way-equal", &test.instance, 0);
    takes("ring-two-way-equal-printed", &test.instance, 0);
    /* Both edges of two hosts are the one link each way: all that a host sends takes its port. */
    test = make(RD_TWO_WAY, 2, load, delta, NULL, NULL);
    takes("ring-two-way-equal", &test.instance, 2);
    takes("ring-two-way-equal-printed", &test.instance, 2);
    takes("ring-shorter-way", &test.instance, 2);
    test = make(RD_TWO_WAY, 2, load, back, forward, NULL);
    takes("ring-shorter-way", &test.instance, 8);
    test = make(RD_ONE_WAY, 2, load, delta, forward, NULL);
    takes("ring-one-way", &test.instance, 6);
}

static void says(const struct test_instance *test, double seconds, const char *name,
                 const char *why)
{
    const struct answer *answer = ask("ring-shorter-way", &test->instance);
    assert_true(answer->bound.seconds == seconds);
    assert_string_equal(answer->bound.name, name);
    assert_string_equal(answer->bound.why, why);
}

static void bounds_in_words(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 4, 2, 1, 2}, delta[] = {-2, 3, 1, -2, 0};
    static const int64_t none[] = {0, 0, 0, 0, 0}, forward[] = {1, 1, 2, 9, 1};
    struct test_instance test = make(RD_ONE_WAY, 5, load, delta, NULL, NULL);
    says(&test, 4, "Lemma 1",
         "The slice from host 1 to host 2 has 4 items too many, and all leave over one link, from "
         "host 2 to host 3, which takes 1 s an item.");
    /* 2 items cross the slow link from host 3; 4 cross the one before it, at 2 s. */
    test = make(RD_ONE_WAY, 5, load, delta, forward, NULL);
    says(&test, 18, "Theorem 2, corrected (no absolute value)",
         "The slice from host 1 to host 3 has 2 items too many, and all leave over one link, from "
         "host 3 to host 4, which takes 9 s an item.");
    test = make(RD_TWO_WAY, 5, load, delta, NULL, NULL);
    says(&test, 3, "Lemma 6",
         "Host 1 has 3 items too many, and sends them one after the other, "
         "1 s each.");
    for (uint64_t link = 0; link < 10; link++)
        test.cost[link].latency_s = 0.5;
    says(&test, 4.5, "Lemma 6",
         "Host 1 has 3 items too many, and sends them one after the other, 1.5 s each. Items "
         "travel one by one, each with the latency of its link.");
    static const int64_t load_2[] = {2, 2, 1, 1, 1}, delta_2[] = {1, 1, 0, 0, -2};
    test = make(RD_TWO_WAY, 5, load_2, delta_2, NULL, NULL);
    says(&test, 2, "Lemma 6",
         "Host 4 has 2 items too few, and receives them one after the other, 1 s each.");
    static const int64_t load_3[] = {2, 2, 2, 1, 1, 1}, delta_3[] = {1, 1, 1, -1, -1, -1};
    test = make(RD_TWO_WAY, 6, load_3, delta_3, NULL, NULL);
    says(&test, 2, "Lemma 6",
         "The slice from host 0 to host 2 has 3 items too many and two links out: one of them "
         "carries 2 or more, 1 s each.");
    test = make(RD_TWO_WAY, 5, load, none, NULL, NULL);
    says(&test, 0, "Lemma 6", "Every host holds what it is to end with: nothing moves.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(cases_of_exact_solvers),
        ARENAS_TEST(theorem_2_as_printed_claims_too_much),
        ARENAS_TEST(algorithm_3_as_printed_runs_out_of_items),
        ARENAS_TEST(algorithm_3_as_printed_follows_the_lines),
        ARENAS_TEST(hypotheses_are_needed),
        ARENAS_TEST(rings_of_one_and_two_hosts),
        ARENAS_TEST(bounds_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
