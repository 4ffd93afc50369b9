/* Lists of objects on a few hosts: bounds and plans against the optimum, which a search second by
 * second finds that knows nothing of either. The first argument multiplies the random lists, a
 * second one is their seed. */
#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"

#include "object_families.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t factor = 1, first_seed = 7;

struct tally {
    uint64_t lists, bounds, plans, infeasible;
};

/* The list as text, for whoever has to look into it. */
static void print_case(const struct object_case *of)
{
    for (uint32_t i = 0; i < of->objects.count; i++) {
        print_message("object %u: %d bytes to %u, drop %d, from", i, (int)of->bytes[i], of->to[i],
                      (int)of->drop[i]);
        for (uint32_t j = of->first[i]; j < of->first[i + 1]; j++)
            print_message(" %u", of->source[j]);
        print_message("\n");
    }
    for (uint32_t i = 0; i < of->instance.topology.host_count; i++)
        print_message("host %u: %u ports, space %d\n", i, of->ports[i], (int)of->space[i]);
}

static void check_bounds(const struct object_case *of, int64_t optimum, struct tally *tally)
{
    struct rd_error error;
    double best_s = 0;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        struct rd_bound bound;
        if (rd_problem_bounds[i]->on_request ||
            !rd_problem_bound_suits(rd_problem_bounds[i], &of->instance) ||
            !rd_problem_bound_compute(rd_problem_bounds[i], &of->instance, &test_arena,
                                      &test_scratch, &bound, &error))
            continue;
        if (optimum >= 0 && bound.seconds > (double)optimum * (1 + 1e-9)) {
            print_case(of);
            fail_msg("%s: bound %.10g s above the optimum %d s", rd_problem_bounds[i]->name,
                     bound.seconds, (int)optimum);
        }
        best_s = fmax(best_s, bound.seconds);
    }
    tally->bounds += optimum >= 0 && best_s >= (double)optimum * (1 - 1e-9);
}

/* A plan is legal, reaches the goal, is no shorter than the optimum, and as good as promised. */
static void check_plan(const struct object_case *of, const struct rd_algorithm *algorithm,
                       int64_t optimum, struct tally *tally)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    struct rd_error error;
    bool searched = strcmp(algorithm->name, "objects-search") == 0;
    if (!rd_algorithm_accepts(algorithm, &of->instance, &options, &error))
        return;
    if (!algorithm->plan(algorithm, &of->instance, &options, &test_arena, &test_scratch, &plan,
                         &error)) {
        if (optimum >= 0 && algorithm->guarantee == RD_EXACT) {
            print_case(of);
            fail_msg("%s refuses: %s", algorithm->name, error.message);
        }
        return;
    }
    rd_referee_plan(&of->instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    double ratio = verdict.makespan_s / (double)optimum;
    bool exact = rd_algorithm_guarantee(algorithm, &of->instance) == RD_EXACT ||
                 rd_algorithm_guarantee(algorithm, &of->instance) == RD_OPTIMAL;
    if (optimum < 0 || verdict.violation != RD_LEGAL || !verdict.goal_reached || ratio < 1 - 1e-9 ||
        (exact && ratio > 1 + 1e-9) ||
        (algorithm->guarantee == RD_RATIO && algorithm->promises(&of->instance) &&
         ratio > algorithm->ratio)) {
        print_case(of);
        fail_msg("%s: %s %s, %.10g s, optimum %d s", algorithm->name, verdict.message,
                 verdict.goal_message, verdict.makespan_s, (int)optimum);
    }
    tally->plans += searched && ratio <= 1 + 1e-9;
}

static void check_family(const struct object_family *family, uint64_t lists, uint64_t seed)
{
    struct tally tally = {0};
    struct rd_rng rng = rd_rng_seeded(seed, 0);
    for (uint64_t i = 0; i < lists; i++) {
        struct object_case of;
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
        struct rd_error error;
        object_case_draw(&of, family, &rng);
        assert_true(rd_instance_check(&of.instance, &error));
        int64_t optimum = object_optimum(&of);
        assert_true(optimum >= -1);
        tally.lists += optimum >= 0;
        tally.infeasible += optimum < 0;
        check_bounds(&of, optimum, &tally);
        for (size_t j = 0; j < rd_algorithm_count; j++)
            if (rd_algorithm_takes_goal(rd_algorithms[j], RD_PLACE))
                check_plan(&of, rd_algorithms[j], optimum, &tally);
        rd_arena_rewind(&test_scratch, scratch_mark);
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%-16s %6d lists, bound = optimum in %d, search optimal in %d, %d infeasible\n",
                  family->name, (int)tally.lists, (int)tally.bounds, (int)tally.plans,
                  (int)tally.infeasible);
    assert_true(tally.bounds * 1000 >= tally.lists * (uint64_t)family->bounds);
    assert_true(tally.plans * 1000 >= tally.lists * (uint64_t)family->plans);
}

static void test_families(void **state)
{
    (void)state;
    enum { LISTS = 40 };
    for (size_t i = 0; i < object_family_count; i++)
        check_family(&object_families[i], LISTS * factor, first_seed + i);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    if (argument_count > 2)
        first_seed = strtoull(argument[2], NULL, 10);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
