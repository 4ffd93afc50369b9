/* Named kinds through the library: planned, judged, and refused in which words. */
#include "tests/support/cmocka.h"

#include <redist/redist.h>

#include <string.h>

/* Host 0 of four behind a switch, with one port, 1 s an item, holds three items that all others
 * want: no schedule is shorter than 4 s (docs/copies_bounds.md), and one is as short. */
static const uint32_t held[] = {0}, wanted[] = {1, 2, 3};
static const size_t held_first[] = {0, 1}, wanted_first[] = {0, 3};
static const int64_t items[] = {3};

static struct rd_problem broadcast(void)
{
    return (struct rd_problem){.host_count = 4,
                               .shape = RD_SHAPE_SWITCH,
                               .goal = RD_GOAL_COPIES,
                               .every_seconds_per_item = 1,
                               .piece_count = 1,
                               .piece_items = items,
                               .piece_held_first = held_first,
                               .piece_held = held,
                               .piece_wanted_first = wanted_first,
                               .piece_wanted = wanted};
}

static void test_solve(void **state)
{
    (void)state;
    struct rd_problem problem = broadcast();
    struct rd_solution solution;
    struct rd_call_error error;
    if (!rd_solve(&problem, &solution, &error))
        fail_msg("%s", error.message);
    assert_true(solution.bound.seconds == 4);
    assert_true(solution.makespan_s >= 4);
    for (uint32_t host = 0; host < 4; host++)
        assert_int_equal(solution.final_load[host], 3);
    assert_non_null(solution.plan.first_item);
    /* Its plan is judged as it was planned. */
    struct rd_judgement judgement;
    assert_true(rd_judge_schedule(&problem, &solution.plan, &judgement, &error));
    assert_true(judgement.legal && judgement.goal_reached);
    assert_true(judgement.makespan_s == solution.makespan_s);
    rd_judgement_free(&judgement);
    rd_solution_free(&solution);
}

static void test_judge(void **state)
{
    (void)state;
    struct rd_problem problem = broadcast();
    static const uint32_t from[] = {0, 1}, to[] = {1, 2};
    static const int64_t all[] = {3, 3}, first[] = {0, 0};
    static const double start_s[] = {0, 3}, end_s[] = {3, 6}, early_s[] = {0, 2};
    struct rd_schedule schedule = {
        .transfer_count = 2, .from = from, .to = to, .items = all, .first_item = first};
    struct rd_trace_arrays trace = {.transfer_count = 2,
                                    .start_s = start_s,
                                    .end_s = end_s,
                                    .from = from,
                                    .to = to,
                                    .items = all,
                                    .first_item = first};
    struct rd_judgement judgement;
    struct rd_call_error error;
    assert_true(rd_judge_schedule(&problem, &schedule, &judgement, &error));
    assert_true(judgement.legal && judgement.makespan_s == 6 && !judgement.goal_reached);
    assert_string_equal(judgement.goal_message, "host 3 lacks item 0 of kind 0");
    rd_judgement_free(&judgement);
    assert_true(rd_judge_trace(&problem, &trace, &judgement, &error));
    assert_true(judgement.legal);
    rd_judgement_free(&judgement);
    static const double soon_s[] = {3, 5};
    trace.start_s = early_s;
    trace.end_s = soon_s;
    assert_true(rd_judge_trace(&problem, &trace, &judgement, &error));
    assert_string_equal(judgement.message,
                        "transfer 1: at 2 s host 1 sends item 0 of kind 0 and does not hold it");
    rd_judgement_free(&judgement);
}

/* A kind of twice the size takes twice as long. */
static void test_sizes(void **state)
{
    (void)state;
    struct rd_problem problem = broadcast();
    static const double size[] = {2};
    struct rd_solution solution;
    struct rd_call_error error;
    problem.kind_size = size;
    assert_true(rd_solve(&problem, &solution, &error));
    assert_true(solution.bound.seconds == 8);
    rd_solution_free(&solution);
}

static void check_refused(const struct rd_problem *problem, const char *message)
{
    struct rd_solution solution;
    struct rd_call_error error;
    assert_false(rd_solve(problem, &solution, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_string_equal(error.message, message);
}

static void test_refusals(void **state)
{
    (void)state;
    static const uint32_t kind[] = {1}, wrong[] = {3, 2, 1};
    static const size_t falling[] = {0, 1, 0};
    struct rd_problem problem = broadcast();
    problem.piece_count = 0;
    check_refused(&problem, "piece_count is 0: 1 to 10000000 are accepted");
    problem = broadcast();
    problem.piece_kind = kind;
    check_refused(&problem,
                  "piece_kind[0] is 1: that of the piece before it, or one more, is accepted");
    problem = broadcast();
    problem.piece_held_first = NULL;
    check_refused(&problem, "piece_held_first is NULL: [piece_count + 1] are needed");
    problem = broadcast();
    problem.piece_held_first = falling + 1;
    check_refused(&problem, "piece_held_first[0] is 1: numbers from 0 on that do not decrease, up "
                            "to 2^27, are accepted");
    problem = broadcast();
    problem.piece_wanted = wrong;
    check_refused(&problem, "the hosts that want kind 0: hosts in rising order are needed");
    problem = broadcast();
    problem.kind_count = 1;
    check_refused(&problem, "load is NULL: [host_count * kind_count] are needed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve),
        cmocka_unit_test(test_judge),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
