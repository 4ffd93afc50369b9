/* Stencils: the published and reference values, the exact methods against a count by definition,
 * bounds and search against the optimum, plans against their totals.
 * The argument multiplies the random rings. */
#include "algorithms/algorithm.h"
#include "algorithms/stencil/blocks.h"
#include "algorithms/stencil/bounds.h"
#include "algorithms/stencil/exact.h"
#include "algorithms/stencil/ring_program.h"
#include "algorithms/stencil/local_search.h"
#include "algorithms/stencil/phases.h"

#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 64, MOST_HOSTS = 16 };

static int factor = 1;

/* Times here are whole numbers of seconds. */
static void assert_same_s(double a_s, double b_s)
{
    if (a_s != b_s)
        fail_msg("%.17g s is not %.17g s", a_s, b_s);
}

/* N_ij as it is defined: for each i and j, count the items of i with a neighbour on j. */
static void count_words(uint32_t n, uint32_t p, const uint32_t *owner,
                        int64_t words[MOST_HOSTS][MOST_HOSTS])
{
    for (uint32_t i = 0; i < p; i++)
        for (uint32_t j = 0; j < p; j++) {
            words[i][j] = 0;
            for (uint32_t d = 0; d < n && i != j; d++)
                words[i][j] +=
                    owner[d] == i && (owner[(d + n - 1) % n] == j || owner[(d + 1) % n] == j);
        }
}

/* A target's total, from the definitions alone. */
static double total_by_definition(const struct rd_stencil *stencil, const uint32_t *owner)
{
    uint32_t n = stencil->item_count, p = stencil->host_count;
    static int64_t words[MOST_HOSTS][MOST_HOSTS];
    int64_t sent[MOST_HOSTS] = {0}, received[MOST_HOSTS] = {0}, load[MOST_HOSTS] = {0};
    int64_t moved = 0, steps = 0, sum = 0, busiest = 0, most = 0;
    for (uint32_t d = 0; d < n; d++) {
        load[owner[d]]++;
        if (owner[d] == stencil->home[d])
            continue;
        moved++;
        sent[stencil->home[d]]++;
        received[owner[d]]++;
    }
    count_words(n, p, owner, words);
    for (uint32_t i = 0; i < p; i++) {
        int64_t out = 0, in = 0;
        for (uint32_t j = 0; j < p; j++) {
            out += words[i][j];
            in += words[j][i];
        }
        sum += out;
        busiest = out > busiest ? out : busiest;
        busiest = in > busiest ? in : busiest;
        steps = sent[i] > steps ? sent[i] : steps;
        steps = received[i] > steps ? received[i] : steps;
        most = load[i] > most ? load[i] : most;
    }
    bool volume = stencil->metric == RD_VOLUME_METRIC;
    return (double)(volume ? moved : steps) * stencil->item_s +
           (double)stencil->iterations * ((double)(volume ? sum : busiest) * stencil->item_s +
                                          (double)most * stencil->compute_s);
}

/* The least total, by counting through all targets. */
static double least_by_definition(const struct rd_stencil *stencil)
{
    uint32_t owner[MOST_ITEMS] = {0};
    double least_s = HUGE_VAL;
    for (uint32_t item = 0; item < stencil->item_count;) {
        double total_s = total_by_definition(stencil, owner);
        least_s = total_s < least_s ? total_s : least_s;
        for (item = 0; item < stencil->item_count; item++) {
            if (++owner[item] < stencil->host_count)
                break;
            owner[item] = 0;
        }
    }
    return least_s;
}

static struct rd_stencil draw(struct rd_rng *rng, uint32_t most_hosts, uint32_t most_items)
{
    uint32_t p = 1 + (uint32_t)rd_rng_below(rng, most_hosts);
    uint32_t n = 1 + (uint32_t)rd_rng_below(rng, most_items);
    uint32_t *home = rd_take(&test_arena, n, uint32_t);
    uint64_t astray = rd_rng_below(rng, 101);
    for (uint32_t i = 0; i < n; i++)
        home[i] = rd_rng_below(rng, 100) < astray ? (uint32_t)rd_rng_below(rng, p) : i * p / n;
    return (struct rd_stencil){
        .host_count = p,
        .item_count = n,
        .metric = rd_rng_below(rng, 2) ? RD_VOLUME_METRIC : RD_STEPS_METRIC,
        .iterations = (int64_t)rd_rng_below(rng, 6),
        .item_s = (double)rd_rng_between(rng, 1, 9),
        .compute_s = (double)rd_rng_below(rng, 10),
        .home = home,
    };
}

static double exact_s(const struct rd_stencil *stencil)
{
    uint32_t owner[MOST_ITEMS];
    struct rd_stencil_cost cost = rd_stencil_exact(stencil, owner, &test_scratch);
    assert_same_s(total_by_definition(stencil, owner), rd_stencil_s(stencil, cost));
    return rd_stencil_s(stencil, cost);
}

static double search_s(const struct rd_stencil *stencil)
{
    uint32_t owner[MOST_ITEMS];
    struct rd_stencil_cost cost = rd_stencil_search(stencil, 1000000, owner, &test_scratch);
    assert_same_s(total_by_definition(stencil, owner), rd_stencil_s(stencil, cost));
    return rd_stencil_s(stencil, cost);
}

static double keep_s(const struct rd_stencil *stencil)
{
    struct rd_stencil_target target = rd_stencil_target_make(stencil, stencil->home, &test_arena);
    return rd_stencil_s(stencil, rd_stencil_cost_of(&target));
}

static double full_block_s(const struct rd_stencil *stencil)
{
    uint32_t owner[MOST_ITEMS];
    rd_stencil_blocks(stencil, stencil->host_count, 0, owner);
    rd_stencil_map(stencil, owner, owner, &test_scratch);
    struct rd_stencil_target target = rd_stencil_target_make(stencil, owner, &test_arena);
    return rd_stencil_s(stencil, rd_stencil_cost_of(&target));
}

/* Ten items, words dear: gathering wins. Totals by volume, then by steps. */
static void test_words_are_dear(void **state)
{
    (void)state;
    static const uint32_t home[] = {1, 0, 0, 2, 1, 0, 1, 1, 0, 0};
    static const int64_t expected[3][3] = {{0, 4, 1}, {4, 0, 1}, {1, 1, 0}};
    struct rd_stencil stencil = {3, 10, RD_VOLUME_METRIC, 2, false, 9, 1, home};
    static int64_t words[MOST_HOSTS][MOST_HOSTS];
    count_words(10, 3, home, words);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            assert_int_equal(words[i][j], expected[i][j]);
    assert_true(keep_s(&stencil) == 226);
    assert_true(full_block_s(&stencil) == 161);
    assert_true(search_s(&stencil) == 65);
    assert_true(exact_s(&stencil) == 65);
    stencil.metric = RD_STEPS_METRIC;
    assert_true(keep_s(&stencil) == 100);
    assert_true(full_block_s(&stencil) == 71);
    assert_true(search_s(&stencil) == 55);
    assert_true(exact_s(&stencil) == 55);
}

/* Eighteen items, one iteration: to move some is best. */
static void test_some_move(void **state)
{
    (void)state;
    static const uint32_t home[] = {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0};
    struct rd_stencil stencil = {2, 18, RD_VOLUME_METRIC, 1, false, 1, 2, home};
    static int64_t words[MOST_HOSTS][MOST_HOSTS];
    count_words(18, 2, home, words);
    assert_int_equal(words[0][1], 10);
    assert_int_equal(words[1][0], 7);
    assert_true(keep_s(&stencil) == 39);
    assert_true(full_block_s(&stencil) == 30);
    assert_true(search_s(&stencil) == 28);
    assert_true(exact_s(&stencil) == 28);
    stencil.metric = RD_STEPS_METRIC;
    assert_true(keep_s(&stencil) == 32);
    assert_true(full_block_s(&stencil) == 25);
    assert_true(search_s(&stencil) == 24);
    assert_true(exact_s(&stencil) == 24);
}

static void test_exact_against_definition(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    int programs = 0, found = 0, searched = 0;
    for (int trial = 0; trial < 400 * factor; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena),
                             scratch_mark = rd_arena_mark(&test_scratch);
        struct rd_stencil stencil = draw(&rng, 4, 6);
        double least_s = least_by_definition(&stencil);
        uint32_t owner[MOST_ITEMS];
        struct rd_stencil_cost cost = rd_stencil_all_targets(&stencil, owner, &test_scratch);
        assert_same_s(rd_stencil_s(&stencil, cost), least_s);
        assert_same_s(total_by_definition(&stencil, owner), least_s);
        if (stencil.metric == RD_VOLUME_METRIC && stencil.item_count >= 3) {
            cost = rd_stencil_ring_program(&stencil, owner, &test_scratch);
            assert_same_s(rd_stencil_s(&stencil, cost), least_s);
            assert_same_s(total_by_definition(&stencil, owner), least_s);
            programs++;
        }
        struct rd_stencil_shape shape;
        double bound_s = rd_stencil_counting_bound(&stencil, &test_scratch, &shape);
        if (bound_s > least_s)
            fail_msg("trial %d: the bound %g is above the optimum %g", trial, bound_s, least_s);
        double heuristic_s = search_s(&stencil);
        assert_true(heuristic_s >= least_s);
        found += heuristic_s == least_s;
        searched++;
        rd_arena_rewind(&test_arena, mark);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
    assert_true(programs > 100);
    print_compared("stencil, every target and the ring program", (uint64_t)(searched + programs));
    print_message("the search found the optimum of %d rings in %d\n", found, searched);
    assert_true(found > searched * 9 / 10);
}

/* On rings too large for all targets the program is still right: never above the search, never
 * below the bound, and as good as its own target says. */
static void test_program_on_larger_rings(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(2, 0);
    for (int trial = 0; trial < 30 * factor; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena),
                             scratch_mark = rd_arena_mark(&test_scratch);
        struct rd_stencil stencil = draw(&rng, 3, 24);
        struct rd_stencil_shape shape;
        stencil.metric = RD_VOLUME_METRIC;
        double least_s = exact_s(&stencil);
        assert_true(least_s <= search_s(&stencil) && least_s <= keep_s(&stencil) &&
                    least_s <= full_block_s(&stencil));
        assert_true(least_s >= rd_stencil_counting_bound(&stencil, &test_scratch, &shape));
        rd_arena_rewind(&test_arena, mark);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
}

/* Tallies that are kept up are those that are counted anew. */
static void test_tallies(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(3, 0);
    for (int trial = 0; trial < 2000 * factor; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_stencil stencil = draw(&rng, 5, 12);
        struct rd_stencil_target target =
            rd_stencil_target_make(&stencil, stencil.home, &test_arena);
        for (int change = 0; change < 5; change++) {
            uint32_t owner[8], count = 1 + (uint32_t)rd_rng_below(&rng, 8);
            count = count < stencil.item_count ? count : stencil.item_count;
            for (uint32_t i = 0; i < count; i++)
                owner[i] = (uint32_t)rd_rng_below(&rng, stencil.host_count);
            rd_stencil_give(&target, (uint32_t)rd_rng_below(&rng, stencil.item_count), count,
                            owner);
            assert_same_s(rd_stencil_s(&stencil, rd_stencil_cost_of(&target)),
                          total_by_definition(&stencil, target.owner));
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("tallies of stencils, each after 5 changes", (uint64_t)(2000 * factor));
}

/* The instance of a stencil, on the shape that suits its metric. */
static struct test_instance instance_of(const struct rd_stencil *stencil)
{
    enum rd_shape shape = stencil->metric == RD_VOLUME_METRIC ? RD_BUS : RD_SWITCH;
    struct test_instance test = test_instance_make(&test_arena, shape, RD_NO_DIRECTION,
                                                   stencil->host_count, stencil->item_count);
    test.instance.goal = RD_STENCIL;
    test.instance.stencil_metric = stencil->metric;
    test.instance.stencil_iterations = stencil->iterations;
    test.instance.flops_per_item = stencil->compute_s;
    uint64_t link_count = rd_link_count(&test.instance.topology);
    for (uint64_t link = 0; link < link_count; link++)
        test.cost[link].bandwidth_bytes_per_s = 1 / stencil->item_s;
    for (uint32_t item = 0; item < stencil->item_count; item++)
        test.load[(size_t)stencil->home[item] * stencil->item_count + item] = 1;
    return test;
}

/* A plan ends when its target's total says, by the referee's clock. */
static void test_plans_take_their_totals(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    for (int trial = 0; trial < 300 * factor; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena),
                             scratch_mark = rd_arena_mark(&test_scratch);
        struct rd_stencil stencil = draw(&rng, MOST_HOSTS, MOST_ITEMS);
        uint32_t owner[MOST_ITEMS];
        if (trial % 3 == 0)
            memcpy(owner, stencil.home, stencil.item_count * sizeof *owner);
        for (uint32_t i = 0; trial % 3 == 1 && i < stencil.item_count; i++)
            owner[i] = (uint32_t)rd_rng_below(&rng, stencil.host_count);
        if (trial % 3 == 2) {
            rd_stencil_blocks(&stencil, stencil.host_count, (uint32_t)trial, owner);
            rd_stencil_map(&stencil, owner, owner, &test_scratch);
        }
        struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, &test_arena);
        struct test_instance test = instance_of(&stencil);
        struct rd_plan plan = {0};
        struct rd_error error;
        struct rd_verdict verdict;
        assert_true(rd_stencil_plan(&target, &test_arena, &test_scratch, &plan, &error));
        rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
            fail_msg("trial %d: %s %s", trial, verdict.message, verdict.goal_message);
        double total_s = total_by_definition(&stencil, owner);
        if (!rd_times_agree(verdict.makespan_s, total_s, total_s))
            fail_msg("trial %d: %.17g s, and the total is %.17g s", trial, verdict.makespan_s,
                     total_s);
        assert_int_equal(verdict.items_moved, target.moved);
        for (uint32_t item = 0; item < stencil.item_count; item++)
            assert_int_equal(verdict.final[(size_t)owner[item] * stencil.item_count + item], 1);
        rd_arena_rewind(&test_arena, mark);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
}

/* Whoever leaves out an iteration, or computes an item away, misses the goal. */
static void test_goal(void **state)
{
    (void)state;
    static const uint32_t home[] = {0, 0, 1};
    struct rd_stencil stencil = {2, 3, RD_STEPS_METRIC, 2, false, 1, 1, home};
    struct test_instance test = instance_of(&stencil);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, home, &test_arena);
    struct rd_plan plan = {0};
    struct rd_error error;
    struct rd_verdict verdict;
    assert_true(rd_stencil_plan(&target, &test_arena, &test_scratch, &plan, &error));
    /* Work, words in 2 rounds (host 0 has two items beside host 1); twice. */
    assert_int_equal(plan.round_count, 6);
    plan.round_count = 3;
    for (plan.transfer_count = 0; plan.transfer[plan.transfer_count].round < 3;)
        plan.transfer_count++;
    rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_false(verdict.goal_reached);
    assert_string_equal(verdict.goal_message, "host 0 does plain work on 2 items: 2 iterations of "
                                              "its 2 items are wanted");
}

static void expect_refusal(const char *algorithm, const struct test_instance *test,
                           const char *message)
{
    const struct rd_algorithm *of = rd_algorithm_named(algorithm);
    struct rd_options options = {.spec = of->options};
    struct rd_error error = {0};
    assert_false(rd_algorithm_accepts(of, &test->instance, &options, &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, message);
}

static void test_refusals(void **state)
{
    (void)state;
    static const uint32_t home[] = {0, 0, 1};
    struct rd_stencil stencil = {2, 3, RD_STEPS_METRIC, 2, false, 1, 1, home};
    struct test_instance test = instance_of(&stencil);
    test.load[1] = 2;
    expect_refusal("stencil-keep", &test,
                   "kind 1 has 2 items: each kind is one item of the ring and is held once");
    test = instance_of(&stencil);
    test.instance.word_bytes = 3;
    expect_refusal("stencil-full-block", &test,
                   "an item takes 1 s and a word 3 s: the same is needed");
    test = instance_of(&stencil);
    test_instance_set_cost(&test, 1, 0, 1, 1);
    expect_refusal("stencil-search", &test,
                   "links of different costs: equal ones are needed, since a step is a time");
    test = instance_of(&stencil);
    test.speed[1] = 2;
    expect_refusal("stencil-keep", &test, "hosts of unequal speed: equal ones are needed");
    stencil.iterations = 4000001;
    test = instance_of(&stencil);
    expect_refusal("stencil-keep", &test,
                   "4000001 iterations: a plan lists them all, in at most 4000000 transfers");
    stencil.metric = RD_VOLUME_METRIC;
    stencil.iterations = 1;
    test = instance_of(&stencil);
    test.instance.stencil_metric = RD_STEPS_METRIC;
    expect_refusal("stencil-exact", &test,
                   "metric steps on a bus, which carries one message at a time: metric volume, "
                   "or a switch, is needed");
    /* N (N+1) P^5 steps of the program: 1.152 * 10^9. */
    uint32_t *long_home = rd_take(&test_arena, 6000, uint32_t);
    stencil = (struct rd_stencil){2, 6000, RD_VOLUME_METRIC, 1, false, 1, 1, long_home};
    test = instance_of(&stencil);
    expect_refusal("stencil-exact", &test,
                   "6000 items on 2 hosts take 1.15e+09 steps to compare all targets: at most "
                   "1.07e+09 are supported");
    /* In an iteration two hosts compute, and each sends a word. */
    static const uint32_t wide_home[] = {0, 1};
    stencil = (struct rd_stencil){2, 2, RD_STEPS_METRIC, 4000000, false, 1, 1, wide_home};
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, wide_home, &test_arena);
    struct rd_plan plan = {0};
    struct rd_error error;
    assert_false(rd_stencil_plan(&target, &test_arena, &test_scratch, &plan, &error));
    assert_string_equal(error.message,
                        "4000000 iterations of 4 transfers each, after 0: a plan lists "
                        "them all, in at most 4000000 transfers");
}

/* No balanced target has fewer words an iteration than the full block, by either metric; a target
 * on one host has none. */
static void test_full_block_among_balanced_targets(void **state)
{
    static const uint32_t sizes[][2] = {{2, 6}, {2, 10}, {3, 6}, {3, 9}, {4, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int metric = RD_VOLUME_METRIC; metric <= RD_STEPS_METRIC; metric++) {
            uint32_t p = sizes[i][0], n = sizes[i][1], owner[MOST_ITEMS] = {0}, item;
            struct rd_stencil stencil = {p, n,    (enum rd_stencil_metric)metric, 1, false, 1,
                                         0, owner};
            struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, &test_arena);
            assert_int_equal(rd_stencil_iteration(&target).communications, 0);
            int64_t least = INT64_MAX;
            do {
                rd_stencil_give_all(&target, owner);
                struct rd_stencil_cost iteration = rd_stencil_iteration(&target);
                if (iteration.computations == n / p && iteration.communications < least)
                    least = iteration.communications;
                for (item = 0; item < n; item++) {
                    if (++owner[item] < p)
                        break;
                    owner[item] = 0;
                }
            } while (item < n);
            rd_stencil_blocks(&stencil, p, 0, owner);
            rd_stencil_give_all(&target, owner);
            assert_int_equal(rd_stencil_iteration(&target).communications, least);
        }
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        factor = (int)strtol(argument[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(test_words_are_dear),
        ARENAS_TEST(test_some_move),
        ARENAS_TEST(test_exact_against_definition),
        ARENAS_TEST(test_program_on_larger_rings),
        ARENAS_TEST(test_tallies),
        ARENAS_TEST(test_plans_take_their_totals),
        ARENAS_TEST(test_goal),
        ARENAS_TEST(test_refusals),
        ARENAS_TEST(test_full_block_among_balanced_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
