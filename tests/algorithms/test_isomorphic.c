/* Every registered algorithm on the same network under other numbers: turned and turned round
 * rings, any order of a switch's hosts or a star's workers, any dimensions of a cube; and with a
 * star's worker more that has what it wants. What is accepted, bounded and, if it is optimal,
 * how long it takes must not depend on that. The first argument multiplies the instances. */
#include "algorithms/algorithm.h"
#include "contract/instances.h"
#include "sim/referee/referee.h"
#include "tests/referee/relabel.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* So few that sanitizers need no fewer: with two some relations are not met. */
enum { DRAWS = 5 };

static uint64_t times = 1;

/* What one algorithm says of one instance. */
struct answer {
    bool accepts, planned, bounded;
    struct rd_bound bound;
    struct rd_verdict verdict;
    struct rd_error error;
};

static struct rd_arena arena, scratch;
static struct rd_rng rng;
static uint64_t pairs, optima, bounds, more_workers;

static bool fits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return rd_algorithm_takes_topology(algorithm, &instance->topology) &&
           rd_algorithm_suits(algorithm, instance);
}

static void ask(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_arena_mark mark = rd_arena_mark(&scratch);
    answer->accepts = rd_algorithm_accepts(algorithm, instance, &options, &answer->error);
    answer->planned = answer->accepts && algorithm->plan(algorithm, instance, &options, &arena,
                                                         &scratch, &plan, &answer->error);
    rd_arena_rewind(&scratch, mark);
    if (!answer->planned)
        return;
    answer->bounded = test_plan_bound(algorithm, instance, &plan, &arena, &scratch, &answer->bound,
                                      &answer->error);
    rd_arena_rewind(&scratch, mark);
    rd_plan_compute_rest(&plan, instance, &arena, &scratch);
    rd_referee_plan(instance, &plan, &arena, &scratch, NULL, &answer->verdict);
}

static void compare(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_instance *other, const char *law)
{
    static struct answer one, two;
    ask(algorithm, instance, &one);
    ask(algorithm, other, &two);
    pairs++;
    if (one.accepts != two.accepts)
        fail_msg("%s, %s: one is accepted, one refused: %s%s", algorithm->name, law,
                 one.error.message, two.error.message);
    if (!one.planned || !two.planned)
        return;
    if (algorithm->guarantee != RD_REFUTED &&
        (one.verdict.violation != RD_LEGAL || two.verdict.violation != RD_LEGAL ||
         !one.verdict.goal_reached || !two.verdict.goal_reached))
        fail_msg("%s, %s: '%s' '%s', then '%s' '%s'", algorithm->name, law, one.verdict.message,
                 one.verdict.goal_message, two.verdict.message, two.verdict.goal_message);
    /* What a solver finds may differ within its gap; both have to hold for both. */
    bool solved = one.bounded && one.bound.certificate;
    if (one.bounded != two.bounded ||
        (solved && (one.bound.seconds > two.verdict.makespan_s * (1 + RD_TIME_TOLERANCE) ||
                    two.bound.seconds > one.verdict.makespan_s * (1 + RD_TIME_TOLERANCE))) ||
        (one.bounded && !solved &&
         !rd_times_agree(one.bound.seconds, two.bound.seconds, one.bound.seconds)))
        fail_msg("%s, %s: bound %.17g s, then %.17g s", algorithm->name, law, one.bound.seconds,
                 two.bound.seconds);
    bounds += one.bounded;
    if (rd_algorithm_guarantee(algorithm, instance) != RD_OPTIMAL)
        return;
    if (!rd_times_agree(one.verdict.makespan_s, two.verdict.makespan_s, one.verdict.makespan_s))
        fail_msg("%s, %s: %.17g s, then %.17g s", algorithm->name, law, one.verdict.makespan_s,
                 two.verdict.makespan_s);
    optima++;
}

/* A star with a worker more, the first, that has what it is to have and links like those of the
 * next. NULL for other shapes and goals, where a host more is another problem. */
static struct rd_instance *with_a_balanced_worker(const struct rd_instance *instance)
{
    const struct rd_topology *topology = &instance->topology;
    if (topology->shape != RD_STAR || instance->goal != RD_REACH || topology->host_count < 2)
        return NULL;
    uint32_t hosts = topology->host_count, kinds = instance->kind_count;
    struct test_instance more =
        test_instance_make(&arena, RD_STAR, RD_NO_DIRECTION, hosts + 1, kinds);
    struct rd_instance *other = rd_take(&arena, 1, struct rd_instance);
    *other = *instance;
    other->topology = more.instance.topology;
    other->costs_equal = false;
    other->link_cost = more.cost;
    other->load = more.load;
    other->target = more.target;
    other->speed_flops_per_s = instance->speed_flops_per_s ? more.speed : NULL;
    for (uint32_t host = 0; host <= hosts; host++) {
        uint32_t was = host > 0 ? host - 1 : 0;
        if (other->speed_flops_per_s)
            more.speed[host] = instance->speed_flops_per_s[was];
        for (uint32_t kind = 0; kind < kinds; kind++) {
            more.load[host * kinds + kind] = host > 0 ? rd_load(instance, was, kind) : 3;
            more.target[host * kinds + kind] = host > 0 ? rd_target(instance, was, kind) : 3;
        }
        if (host == hosts)
            continue;
        more.cost[rd_link_between(&other->topology, host, hosts)] =
            rd_link_cost(instance, rd_link_between(topology, was, hosts - 1));
        more.cost[rd_link_between(&other->topology, hosts, host)] =
            rd_link_cost(instance, rd_link_between(topology, hosts - 1, was));
    }
    return other;
}

/* In the place of the contract's laws. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    (void)laws;
    if (instance->topology.host_count > 64)
        return;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (!fits(algorithm, instance) || algorithm->guarantee == RD_EXACT)
            continue;
        struct relabelling map = relabel_at_random(&rng, &arena, instance, false, false);
        compare(algorithm, instance, relabelled_instance(&arena, instance, &map),
                "under other numbers");
        struct rd_instance *more = with_a_balanced_worker(instance);
        if (more)
            compare(algorithm, instance, more, "with a worker more that has what it wants");
        more_workers += more != NULL;
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
    }
}

static void other_numbers_are_the_same_problem(void **state)
{
    (void)state;
    struct rd_arena own;
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rd_arena_take(&own, 1, 1);
    rd_arena_take(&scratch, 1, 1);
    rng = rd_rng_seeded(70, 0);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng draws = rd_rng_seeded(71, i);
        for (uint64_t number = 0; number < DRAWS * times; number++) {
            struct rd_arena_mark mark = rd_arena_mark(&own);
            instance_generators[i]->draw(NULL, &own, &draws);
            rd_arena_rewind(&own, mark);
        }
    }
    print_message("%" PRIu64 " pairs: %" PRIu64 " bounds and %" PRIu64 " optima alike, %" PRIu64
                  " with a worker more\n",
                  pairs, bounds, optima, more_workers);
    assert_true(bounds > 0 && optima > 0 && more_workers > 0);
    rd_arena_close(&own);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_numbers_are_the_same_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
