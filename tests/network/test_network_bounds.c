/* The truth about every registered algorithm on small networks of every family: its bound is at
 * most the optimum, its plan is legal, reaches the goal and takes at least the optimum, and what is
 * said to be exact takes just that. The optimum is searched by network_optimum.c. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "generate.h"
#include "network_optimum.h"
#include "sim/model/certificates/relay_certificate.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/bound.h"

#include <inttypes.h>
#include <string.h>

enum { TRIALS = USUAL_TRIALS(1000), EXACT_TRIALS = USUAL_TRIALS(50) };
enum { STATE_LIMIT = 300000, ALGORITHM_LIMIT = 256 };

/* What can be compared: the optimum is exact, a program's time is rounded. */
static const double rounding = 1e-9;

static uint64_t times = 1;
static uint64_t planned[ALGORITHM_LIMIT]; /* plans compared, in registry order */
static uint64_t exact[ALGORITHM_LIMIT];   /* those that are promised to be the optimum */
static uint64_t met[ALGORITHM_LIMIT];     /* bounds that are the optimum */
static uint64_t optimal[ALGORITHM_LIMIT]; /* plans that are */
static uint64_t relay_claims;             /* of stars, that a date shows */

static void wrong(const struct rd_algorithm *algorithm, const struct small_network *network,
                  const char *law, double value_s, int optimum_s)
{
    small_network_print(stderr, network);
    fail_msg("%s: %s: %.17g s, and the optimum is %d s", algorithm->name, law, value_s, optimum_s);
}

static void check_bound(size_t index, const struct small_network *network,
                        const struct rd_instance *instance, int optimum_s)
{
    const struct rd_algorithm *algorithm = rd_algorithms[index];
    struct rd_bound bound;
    struct rd_error error;
    if (!test_bound(algorithm, instance, &test_arena, &test_scratch, &bound, &error) ||
        bound.schedule_class)
        return;
    if (!rd_bound_check(&bound, instance, &test_scratch, &error))
        fail_msg("%s: %s", algorithm->name, error.message);
    if (bound.seconds > optimum_s + rounding)
        wrong(algorithm, network, "bound above the optimum", bound.seconds, optimum_s);
    if (bound.tight && bound.seconds < optimum_s - rounding)
        wrong(algorithm, network, "bound called reached", bound.seconds, optimum_s);
    met[index] += bound.seconds >= optimum_s - rounding;
}

static void check_plan(size_t index, const struct small_network *network,
                       const struct rd_instance *instance, const struct rd_options *options,
                       int optimum_s)
{
    static struct rd_verdict verdict;
    const struct rd_algorithm *algorithm = rd_algorithms[index];
    struct rd_error error;
    struct rd_plan plan = {0};
    if (!algorithm->plan(algorithm, instance, options, &test_arena, &test_scratch, &plan, &error))
        return;
    if (network->goal == RD_FINISH)
        rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.message[0] != '\0' || !verdict.goal_reached) {
        small_network_print(stderr, network);
        fail_msg("%s: %s %s", algorithm->name, verdict.message, verdict.goal_message);
    }
    if (verdict.makespan_s < optimum_s - rounding)
        wrong(algorithm, network, "planned below the optimum", verdict.makespan_s, optimum_s);
    enum rd_guarantee guarantee = rd_algorithm_guarantee(algorithm, instance);
    bool is_exact = guarantee == RD_OPTIMAL || guarantee == RD_EXACT;
    if (is_exact && verdict.makespan_s > optimum_s + rounding)
        wrong(algorithm, network, "planned above the optimum", verdict.makespan_s, optimum_s);
    planned[index]++;
    optimal[index] += verdict.makespan_s <= optimum_s + rounding;
    exact[index] += is_exact;
}

/* Of all dates and all claims of a star that computes, those that are taken are true; and where no
 * ports count, some date shows all that is true. */
static void check_relay(const struct small_network *network, const struct rd_instance *instance,
                        int optimum_s)
{
    bool alone =
        rd_host_ports(instance, (uint32_t)network->relay) >= (uint32_t)network->host_count - 1;
    for (int claim = 1; claim <= optimum_s + 3; claim++) {
        bool shown = false;
        for (int date = 0; date < claim; date++) {
            double shown_s;
            struct rd_relay_certificate relay = {.tick_s = 1, .ticks = claim, .date = date};
            shown |= rd_relay_certificate_check(instance, &relay, &shown_s, NULL);
        }
        relay_claims += shown;
        if (shown ? claim > optimum_s : alone && claim <= optimum_s)
            wrong(rd_algorithm_named("star-ports-finish"), network,
                  shown ? "a false claim has a certificate" : "a claim has no certificate", claim,
                  optimum_s);
    }
}

static void check(const struct small_network *network, int optimum_s)
{
    struct rd_arena_mark arena_mark = rd_arena_mark(&test_arena);
    struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
    struct test_instance test = network_instance(network, &test_arena);
    struct rd_error error;
    if (!rd_instance_check(&test.instance, &error))
        fail_msg("%s: %s", network->family, error.message);
    if (network->shape == RD_STAR && network->goal == RD_FINISH && network->kind_count == 1)
        check_relay(network, &test.instance, optimum_s);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        if (algorithm->guarantee == RD_REFUTED ||
            !rd_algorithm_fits(algorithm, &test.instance.topology) ||
            !rd_algorithm_suits(algorithm, &test.instance))
            continue;
        bool is_accepted = rd_algorithm_accepts(algorithm, &test.instance, &options, &error);
        if (is_accepted || network->kind_count == 1)
            check_bound(i, network, &test.instance, optimum_s);
        if (is_accepted)
            check_plan(i, network, &test.instance, &options, optimum_s);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
    rd_arena_rewind(&test_arena, arena_mark);
}

static void bounds_optima_and_plans_are_in_order(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(18, 0);
    uint64_t searched = 0, too_large = 0;
    assert_true(rd_algorithm_count <= ALGORITHM_LIMIT);
    while (searched + too_large < TRIALS * times) {
        struct small_network network;
        int optimum_s;
        network_draw_any(&rng, false, &network);
        if (network.shape == RD_SHAPE_COUNT)
            continue;
        if (network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s)) {
            check(&network, optimum_s);
            searched++;
        } else {
            too_large++;
        }
    }
    assert_true(100 * too_large <= searched);
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (planned[i] > 0)
            print_message("%s: %" PRIu64 " plans, %" PRIu64 " optimal, %" PRIu64
                          " promised to be, %" PRIu64 " bounds met\n",
                          rd_algorithms[i]->name, planned[i], optimal[i], exact[i], met[i]);
    print_compared("bounds and plans with the optimum", searched);
}

/* The same where items of two kinds may have different sizes. */
static void bounds_optima_and_plans_of_sizes_are_in_order(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(20, 0);
    uint64_t searched = 0;
    while (searched < TRIALS / 4 * times) {
        struct small_network network;
        int optimum_s;
        network_draw_any(&rng, true, &network);
        network_draw_sizes(&rng, &network);
        if (network.kind_count > 1 &&
            network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s)) {
            check(&network, optimum_s);
            searched++;
        }
    }
    print_compared("bounds and plans of items of several sizes with the optimum", searched);
}

/* A cell of the table of networks, ports, costs and goals with an exact algorithm of its own. */
struct exact_cell {
    const char *algorithm;
    const char *family;
    enum rd_goal goal;
    bool equal_costs;
    int ports; /* k; 0: all */
};

static size_t index_of(const char *name)
{
    size_t index = 0;
    while (index < rd_algorithm_count && strcmp(rd_algorithms[index]->name, name) != 0)
        index++;
    assert_true(index < rd_algorithm_count);
    return index;
}

/* Draws networks of the cell until the algorithm has planned enough of them. */
static void meet(const struct exact_cell *cell, struct rd_rng *rng)
{
    size_t index = index_of(cell->algorithm);
    uint64_t wanted = exact[index] + EXACT_TRIALS * times;
    const struct network_family *family = network_families;
    while (strcmp(family->name, cell->family) != 0)
        family++;
    struct network_wish wish = {family, cell->goal, cell->ports, 1, cell->equal_costs, 8};
    for (uint64_t draws = 0; exact[index] < wanted; draws++) {
        struct small_network network;
        int optimum_s;
        if (draws > 100 * EXACT_TRIALS * times)
            fail_msg("%s accepts too few networks", cell->algorithm);
        network_draw(rng, &wish, &network);
        if (network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s))
            check(&network, optimum_s);
    }
}

static void search_and_exact_algorithms_of_a_shape_agree(void **state)
{
    (void)state;
    static const struct exact_cell cells[] = {
        {"ring-one-way-equal", "one-way ring", RD_REACH, true, 1},
        {"ring-one-way", "one-way ring", RD_REACH, false, 1},
        {"ring-two-way-equal", "two-way ring", RD_REACH, true, 1},
        {"ring-two-way-exact", "two-way ring", RD_REACH, false, 1},
        {"star-exact", "star", RD_FINISH, false, 1},
        {"star-ports-finish", "star", RD_FINISH, false, 0},
        {"star-ports-finish", "star", RD_FINISH, true, 3},
        {"cube-optimum-flow", "hypercube", RD_BALANCE, true, 1},
        {"shuffle-optimum-flow", "shuffle-exchange", RD_BALANCE, true, 1},
    };
    struct rd_rng rng = rd_rng_seeded(19, 0);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        meet(&cells[i], &rng);
    assert_true(relay_claims > 0);
    print_compared("claims of relay certificates with the optimum", relay_claims);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(bounds_optima_and_plans_are_in_order),
        ARENAS_TEST(bounds_optima_and_plans_of_sizes_are_in_order),
        ARENAS_TEST(search_and_exact_algorithms_of_a_shape_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
