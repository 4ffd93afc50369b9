/* Problems drawn at random, sensible and senseless: no call makes a mistake, what is solved is
 * judged alike, and what is changed in a plan is judged without harm. */
#include "tests/support/cmocka.h"

#include "ring_of_four.h"

#include "sim/base/rng.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOSTS = 9, LINKS = 128 };

/* How many problems; the first argument of a long run. */
static int rounds = USUAL_TRIALS(150);

/* A problem and its arrays. */
struct drawn {
    struct rd_problem problem;
    uint32_t from[LINKS], to[LINKS];
    double seconds[LINKS], latency[LINKS], compute[HOSTS];
    int64_t load[HOSTS * HOSTS], after[HOSTS * HOSTS];
};

static uint64_t below(struct rd_rng *rng, uint64_t limit)
{
    return rd_rng_below(rng, limit);
}

/* Seconds, seldom of no sense. */
static double draw_seconds(struct rd_rng *rng, bool wild)
{
    static const double odd[] = {0, 1e15, 1e-300, 0.1},
                        wrong[] = {(double)NAN, -1, (double)INFINITY, 1e-320, 1e300};
    if (wild && below(rng, 4) == 0)
        return wrong[below(rng, 5)];
    return below(rng, 3) == 0 ? odd[below(rng, 4)] : 1 + (double)below(rng, 5);
}

static void draw_links(struct rd_rng *rng, bool wild, struct drawn *drawn)
{
    struct rd_problem *problem = &drawn->problem;
    uint32_t n = problem->host_count;
    uint64_t rule = below(rng, 4);
    size_t count = 0;
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++) {
            bool next = to == (from + 1) % n, back = from == (to + 1) % n;
            bool joined = rule == 0   ? next
                          : rule == 1 ? next || back
                          : rule == 2 ? true
                                      : below(rng, 2) == 0;
            if (from == to || !joined)
                continue;
            drawn->from[count] = from;
            drawn->to[count] = to;
            drawn->seconds[count] = draw_seconds(rng, wild);
            drawn->latency[count++] = below(rng, 2) ? draw_seconds(rng, wild) : 0;
        }
    problem->link_count = count;
    problem->link_from = drawn->from;
    problem->link_to = drawn->to;
    problem->link_seconds_per_item = below(rng, 5) ? drawn->seconds : NULL;
    problem->link_latency_s = below(rng, 3) ? drawn->latency : NULL;
}

static int64_t draw_load(struct rd_rng *rng, bool wild)
{
    if (wild && below(rng, 8) == 0)
        return (int64_t)(rd_rng_next(rng) >> below(rng, 64));
    return below(rng, 40) == 0 ? (int64_t)1 << 40 : (int64_t)below(rng, 6);
}

/* Loads, and final loads that mostly sum alike. */
static void draw_loads(struct rd_rng *rng, bool wild, struct drawn *drawn)
{
    struct rd_problem *problem = &drawn->problem;
    uint32_t holding = problem->host_count, kinds = problem->kind_count;
    if (problem->shape == RD_SHAPE_STAR && holding > 1)
        holding--;
    for (uint32_t host = 0; host < holding; host++)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t items = draw_load(rng, wild);
            uint64_t other = below(rng, holding);
            drawn->load[host * kinds + kind] = items;
            if (__builtin_add_overflow(drawn->after[other * kinds + kind], items,
                                       &drawn->after[other * kinds + kind]))
                drawn->after[other * kinds + kind] = INT64_MAX;
        }
    problem->load = drawn->load;
    problem->final_load = drawn->after;
}

static void draw(struct rd_rng *rng, struct drawn *drawn)
{
    static const uint32_t ports[] = {0, 1, 1, 2, RD_PORTS_UNLIMITED};
    bool wild = below(rng, 8) == 0;
    *drawn = (struct drawn){0};
    struct rd_problem *problem = &drawn->problem;
    problem->host_count = 1 + (uint32_t)below(rng, HOSTS);
    problem->kind_count = below(rng, 3) ? 1 : 1 + (uint32_t)below(rng, problem->host_count);
    problem->shape = (enum rd_problem_shape)below(rng, RD_SHAPE_GRAPH + 1);
    problem->goal = (enum rd_problem_goal)below(rng, RD_GOAL_FINISH + 1);
    problem->ports = ports[below(rng, 5)];
    if (problem->shape == RD_SHAPE_ANY || problem->shape == RD_SHAPE_GRAPH || below(rng, 4) == 0)
        draw_links(rng, wild, drawn);
    problem->every_seconds_per_item = draw_seconds(rng, wild);
    problem->every_latency_s = below(rng, 2) ? draw_seconds(rng, wild) : 0;
    draw_loads(rng, wild, drawn);
    bool equal = below(rng, 3) == 0;
    for (int host = 0; host < HOSTS; host++)
        drawn->compute[host] =
            equal && host > 0 ? drawn->compute[0] : 0.5 + draw_seconds(rng, wild);
    problem->compute_seconds_per_item = drawn->compute;
    problem->balance_error = (int64_t)below(rng, 4);
    problem->seed = rd_rng_next(rng);
    if (below(rng, 4) != 0)
        problem->algorithm = rd_algorithm_name(below(rng, rd_algorithm_total()));
    problem->memory_limit_bytes = below(rng, 50) == 0 ? 1 + below(rng, 1 << 20) : 1 << 28;
}

static void hold(bool done, const struct rd_call_error *error)
{
    if (!done && error->code == RD_CALL_MISTAKE)
        fail_msg("%s", error->message);
}

/* Changes one entry of a plan. */
static void change(struct rd_rng *rng, struct rd_schedule *plan)
{
    size_t row = below(rng, plan->transfer_count);
    uint64_t value = rd_rng_next(rng) >> below(rng, 64);
    switch (below(rng, 8)) {
    case 0: ((uint32_t *)(uintptr_t)plan->round)[row] = (uint32_t)value; break;
    case 1: ((uint32_t *)(uintptr_t)plan->from)[row] = (uint32_t)value; break;
    case 2: ((uint32_t *)(uintptr_t)plan->to)[row] = (uint32_t)value; break;
    case 3: ((int32_t *)(uintptr_t)plan->kind)[row] = (int32_t)value; break;
    case 4: ((int64_t *)(uintptr_t)plan->items)[row] = (int64_t)value; break;
    case 5: ((int64_t *)(uintptr_t)plan->messages)[row] = (int64_t)value; break;
    case 6: plan->round_count = (uint32_t)value; break;
    default: plan->timing = (enum rd_schedule_timing)below(rng, 3); break;
    }
}

/* Returns: was it solved? */
static bool try(struct rd_rng *rng, struct drawn *drawn)
{
    struct rd_solution solution;
    struct rd_judgement judgement;
    struct rd_call_error error;
    bool solved = rd_solve(&drawn->problem, &solution, &error), judged;
    hold(solved, &error);
    if (!solved)
        return false;
    assert_true(solution.bound.seconds <= solution.makespan_s * (1 + 1e-9));
    judged = rd_judge_schedule(&drawn->problem, &solution.plan, &judgement, &error);
    hold(judged, &error);
    if (judged) {
        assert_true(judgement.legal && judgement.goal_reached);
        assert_float_equal(judgement.makespan_s, solution.makespan_s, 1e-9 * solution.makespan_s);
        assert_memory_equal(judgement.final_load, solution.final_load,
                            drawn->problem.host_count * drawn->problem.kind_count *
                                sizeof *solution.final_load);
        rd_judgement_free(&judgement);
    }
    for (int i = 0; i < 3 && solution.plan.transfer_count > 0; i++) {
        change(rng, &solution.plan);
        judged = rd_judge_schedule(&drawn->problem, &solution.plan, &judgement, &error);
        hold(judged, &error);
        rd_judgement_free(&judgement);
    }
    rd_solution_free(&solution);
    return true;
}

static void makes_no_mistake(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(1, 0);
    static struct drawn drawn;
    int solved = 0;
    for (int i = 0; i < rounds; i++) {
        draw(&rng, &drawn);
        solved += try(&rng, &drawn);
    }
    /* Enough of them make sense for the test to say something. */
    assert_true(solved > rounds / 50);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        rounds = (int)strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(makes_no_mistake)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
