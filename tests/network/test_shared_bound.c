/* Bounds of networks whose links share others, against the times of schedules in which messages
 * slow each other down: no bound is above such a time, and no plan that is called optimal either.
 * In: how many times as many networks as usual, and a seed, for others. */
#include "sharing_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TRIALS = USUAL_TRIALS(1000), STATE_LIMIT = 20000, SHOWN = 3 };

static const double rounding = 1e-9;

static uint64_t times = 1, seed = 46;

struct counts {
    uint64_t networks, with_bound, searched, met, false_bounds, plans, proved, false_proofs;
    double gaps; /* sum of time / bound - 1, of those that were searched to the end */
};

/* Prints the first few that are wrong; the test fails in the end and says how many there were. */
static void say(uint64_t count, const struct shared_network *network, const char *what,
                double claimed_s, double found_s)
{
    if (count > SHOWN)
        return;
    shared_network_print(stderr, network);
    fprintf(stderr, "%s: %.17g s, and a legal schedule takes %.17g s\n\n", what, claimed_s,
            found_s);
}

/* What the planners call optimal that search, or take the best of all, in a plan whose time is
 * planned. */
static void check_proofs(const struct shared_network *network, const struct rd_instance *instance,
                         const struct rd_bound *bound, const struct sharing_search *best,
                         struct counts *counts)
{
    static const char *const names[] = {"network-portfolio", "network-exact"};
    static struct rd_verdict verdict;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct rd_algorithm *algorithm = rd_algorithm_named(names[i]);
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        struct rd_plan plan = {0};
        struct rd_error error;
        if (!rd_algorithm_fits(algorithm, &instance->topology) ||
            !rd_algorithm_suits(algorithm, instance) ||
            !rd_algorithm_accepts(algorithm, instance, &options, &error) ||
            !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan,
                             &error))
            continue;
        if (instance->goal == RD_FINISH)
            rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
        rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        assert_string_equal(verdict.message, "");
        assert_true(verdict.goal_reached);
        counts->plans++;
        if (!plan.searched_all && verdict.makespan_s > bound->seconds + rounding)
            continue;
        counts->proved++;
        if (verdict.makespan_s > best->seconds + rounding)
            say(++counts->false_proofs, network, names[i], verdict.makespan_s, best->seconds);
    }
}

static void check(const struct shared_network *network, struct counts *counts)
{
    rd_arena_borrow(&test_arena);
    struct test_instance test = shared_network_instance(network, &test_arena);
    struct rd_bound bound;
    struct rd_error error;
    if (!rd_instance_check(&test.instance, &error))
        fail_msg("%s", error.message);
    counts->networks++;
    if (!test_named_bound("port-prices", &test.instance, &test_arena, &test_scratch, &bound,
                          &error))
        return;
    counts->with_bound++;
    if (!rd_bound_check(&bound, &test.instance, &test_scratch, &error))
        fail_msg("%s", error.message);
    struct sharing_search best = sharing_search(network, STATE_LIMIT, &test_scratch);
    if (!best.found)
        return;
    counts->searched++;
    counts->met += bound.seconds >= best.seconds - rounding;
    if (bound.seconds > rounding)
        counts->gaps += best.seconds / bound.seconds - 1;
    if (bound.seconds > best.seconds + rounding)
        say(++counts->false_bounds, network, bound.name, bound.seconds, best.seconds);
    check_proofs(network, &test.instance, &bound, &best, counts);
}

static void no_bound_is_above_a_legal_time(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(seed, 0);
    struct counts counts = {0};
    while (counts.searched < TRIALS * times) {
        struct shared_network network;
        shared_network_draw(&rng, &network);
        if (network.shared_count > 0 || rd_rng_below(&rng, 4) == 0)
            check(&network, &counts);
    }
    print_message("%" PRIu64 " networks, %" PRIu64 " bounds, %" PRIu64
                  " searched to the end: bound above a legal time %" PRIu64 ", met %" PRIu64
                  ", mean of time / bound - 1: %.4f\n%" PRIu64 " plans, %" PRIu64
                  " called optimal, %" PRIu64 " of them above a legal time\n",
                  counts.networks, counts.with_bound, counts.searched, counts.false_bounds,
                  counts.met, counts.gaps / (double)counts.searched, counts.plans, counts.proved,
                  counts.false_proofs);
    print_compared("bounds of networks with shared links with legal times", counts.searched);
    assert_int_equal(counts.false_bounds, 0);
    assert_int_equal(counts.false_proofs, 0);
    assert_true(100 * counts.searched >= 90 * counts.with_bound);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    if (argument_count > 2)
        seed = strtoull(argument[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(no_bound_is_above_a_legal_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
