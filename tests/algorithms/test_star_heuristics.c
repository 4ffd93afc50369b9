/* Heuristics for stars: each plans what its definition says, on random stars whose ways up and down
 * differ. So another worker's cost in a comparison, or a term that is left out, shows, though the
 * plan is still legal and not far from the optimum. The argument multiplies the stars. */
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "star_reference.h"

#include <inttypes.h>
#include <stdio.h>

enum { STARS = 1500 };

static uint64_t times_more = 1;

static struct test_instance instance_of(const struct star_reference *star)
{
    uint32_t m = (uint32_t)star->worker_count;
    struct test_instance test = test_instance_make(&test_arena, RD_STAR, RD_NO_DIRECTION, m + 1, 1);
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    for (uint32_t worker = 0; worker < m; worker++) {
        test.load[worker] = star->load[worker];
        test.speed[worker] = 1 / (double)star->w[worker];
        test_instance_set_cost(&test, worker, m, 0, (double)star->up[worker]);
        test_instance_set_cost(&test, m, worker, 0, (double)star->down[worker]);
    }
    return test;
}

/* Some with ways alike, some with ways of their own; few items or many, on one worker or on all.
 * One way takes 1 s, so that the unit of all times is 1 s. */
static struct star_reference draw(struct rd_rng *rng)
{
    struct star_reference star = {.worker_count = (int)rd_rng_between(rng, 2, REFERENCE_WORKERS)};
    int64_t most_c = rd_rng_between(rng, 1, 10), most_w = rd_rng_between(rng, 1, 40);
    bool alike = rd_rng_below(rng, 3) == 0;
    for (int i = 0; i < star.worker_count; i++) {
        star.up[i] = rd_rng_between(rng, 1, most_c);
        star.down[i] = alike ? star.up[i] : rd_rng_between(rng, 1, most_c);
        star.w[i] = rd_rng_between(rng, 1, most_w);
    }
    star.up[rd_rng_below(rng, (uint64_t)star.worker_count)] = 1;
    uint64_t loaded = (uint64_t)rd_rng_between(rng, 1, star.worker_count);
    for (int64_t left = rd_rng_between(rng, 1, REFERENCE_ITEMS); left > 0; left--)
        star.load[rd_rng_below(rng, loaded)]++;
    return star;
}

static double planned_s(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        fail_msg("%s: %s", algorithm->name, error.message);
    rd_plan_compute_rest(&plan, instance, &test_arena, &test_scratch);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        fail_msg("%s: %s%s", algorithm->name, verdict.message, verdict.goal_message);
    return verdict.makespan_s;
}

static void compare(const char *name, const struct star_reference *star,
                    const struct rd_instance *instance)
{
    double found = planned_s(rd_algorithm_named(name), instance);
    double expected = (double)star_reference_end(star, name);
    if (rd_times_agree(found, expected, expected))
        return;
    for (int i = 0; i < star->worker_count; i++)
        print_message("  up %" PRId64 ", down %" PRId64 ", w %" PRId64 ", L %" PRId64 "\n",
                      star->up[i], star->down[i], star->w[i], star->load[i]);
    fail_msg("%s: %.10g s, not %.10g s", name, found, expected);
}

static void plan_what_their_definitions_say(void **state)
{
    (void)state;
    static const char *const names[] = {
        "star-bba",  "star-mba-printed", "star-mba-simulated", "star-mba-reordered",
        "star-rbsa", "star-lp-guided",   "star-portfolio"};
    struct rd_rng rng = rd_rng_seeded(90, 0);
    for (uint64_t number = 0; number < STARS * times_more; number++) {
        struct star_reference star = draw(&rng);
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test = instance_of(&star);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            compare(names[i], &star, &test.instance);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("heuristics of stars and their definitions", STARS * times_more);
}

int main(int argument_count, char **argument)
{
    times_more = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(plan_what_their_definitions_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
