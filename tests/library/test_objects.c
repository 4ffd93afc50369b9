/* Objects through the library: planned, judged, and refused in which words. */
#include "tests/support/cmocka.h"

#include <redist/redist.h>

#include <string.h>

/* Two hosts, a link each way, 0.5 s a byte. Host 0 holds objects of 8 and 4 bytes for host 1, which
 * holds one of 6 for host 0: the send port of host 0 is busy for 6 s, and 6 s are enough. */
static const int64_t bytes[] = {8, 6, 4};
static const size_t first[] = {0, 1, 2, 3};
static const uint32_t held[] = {0, 1, 0}, wanted[] = {1, 0, 1};

static struct rd_problem swap(void)
{
    return (struct rd_problem){.host_count = 2,
                               .shape = RD_SHAPE_SWITCH,
                               .goal = RD_GOAL_PLACE,
                               .every_seconds_per_item = 0.5,
                               .object_count = 3,
                               .object_bytes = bytes,
                               .object_held_first = first,
                               .object_held = held,
                               .object_wanted = wanted};
}

static void test_solve(void **state)
{
    (void)state;
    struct rd_problem problem = swap();
    struct rd_solution solution;
    struct rd_judgement judgement;
    struct rd_dates dates;
    struct rd_call_error error;
    if (!rd_solve(&problem, &solution, &error))
        fail_msg("%s", error.message);
    assert_true(solution.bound.seconds == 6 && solution.makespan_s == 6);
    assert_true(solution.proved_optimal);
    assert_null(solution.final_load);
    assert_memory_equal(solution.object_place, wanted, sizeof wanted);
    assert_true(rd_judge_schedule(&problem, &solution.plan, &judgement, &error));
    assert_true(judgement.legal && judgement.goal_reached && judgement.makespan_s == 6);
    assert_true(rd_date_schedule(&problem, &solution.plan, &dates, &error));
    assert_int_equal(dates.trace.transfer_count, 3);
    struct rd_judgement traced;
    assert_true(rd_judge_trace(&problem, &dates.trace, &traced, &error));
    assert_true(traced.legal && traced.goal_reached);
    rd_judgement_free(&traced);
    rd_dates_free(&dates);
    rd_judgement_free(&judgement);
    rd_solution_free(&solution);
}

/* Both ports together are busy for 9 s, one message after the other. */
static void test_combined(void **state)
{
    (void)state;
    struct rd_problem problem = swap();
    struct rd_solution solution;
    struct rd_call_error error;
    problem.combined_ports = true;
    assert_true(rd_solve(&problem, &solution, &error));
    assert_true(solution.bound.seconds == 9 && solution.makespan_s == 9);
    rd_solution_free(&solution);
}

/* Two ports: the link carries one message at a time, 6 s; or two, and then 4 s are enough. */
static void test_many_a_pair(void **state)
{
    (void)state;
    struct rd_problem problem = swap();
    struct rd_solution solution;
    struct rd_call_error error;
    problem.ports = 2;
    assert_true(rd_solve(&problem, &solution, &error));
    assert_true(solution.makespan_s == 6);
    rd_solution_free(&solution);
    problem.many_a_pair = true;
    assert_true(rd_solve(&problem, &solution, &error));
    assert_true(solution.makespan_s == 4 && solution.proved_optimal);
    rd_solution_free(&solution);
}

static void judge_one(const struct rd_problem *problem, uint32_t from, uint32_t to, int32_t kind,
                      struct rd_judgement *ret_judgement)
{
    struct rd_call_error error;
    int64_t one = 1;
    struct rd_schedule schedule = {
        .transfer_count = 1, .from = &from, .to = &to, .kind = &kind, .items = &one};
    if (!rd_judge_schedule(problem, &schedule, ret_judgement, &error))
        fail_msg("%s", error.message);
}

/* Host 0 has 4 bytes free: the object of 6 comes when one of its own is gone. */
static void test_space(void **state)
{
    (void)state;
    static const int64_t space[] = {4, -1};
    struct rd_problem problem = swap();
    struct rd_judgement judgement;
    struct rd_solution solution;
    struct rd_call_error error;
    problem.space_bytes = space;
    judge_one(&problem, 1, 0, 1, &judgement);
    assert_false(judgement.legal);
    assert_string_equal(judgement.violation, "space");
    rd_judgement_free(&judgement);
    judge_one(&problem, 0, 1, 2, &judgement);
    assert_true(judgement.legal && !judgement.goal_reached && judgement.makespan_s == 2);
    assert_int_equal(judgement.object_place[2], 1);
    assert_int_equal(judgement.object_place[0], RD_NO_HOST);
    assert_string_equal(judgement.goal_message, "object 0 ends where it was: it is wanted on host "
                                                "1");
    rd_judgement_free(&judgement);
    assert_true(rd_solve(&problem, &solution, &error));
    /* 4 bytes go by 2 s, those of 6 come by 5 s, and those of 8 go by 6 s. */
    assert_true(solution.makespan_s == 6);
    rd_solution_free(&solution);
    static const uint32_t drop[] = {RD_NO_HOST, RD_DROP_SOURCE, RD_NO_HOST};
    problem.object_drop = drop;
    assert_false(rd_solve(&problem, &solution, &error));
    assert_string_equal(error.message,
                        "host 0 has 4 bytes free, gives up 0 and is to take 6: they never fit, and "
                        "2 bytes more are needed");
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
    static const size_t falling[] = {0, 2, 1, 3};
    static const int64_t below[] = {1, -1, 1};
    struct rd_problem problem = swap();
    problem.object_count = 0;
    check_refused(&problem, "object_count is 0: 1 to 10000000 are accepted");
    problem = swap();
    problem.object_bytes = NULL;
    check_refused(&problem, "object_bytes is NULL: [object_count] are needed");
    problem = swap();
    problem.object_held = NULL;
    check_refused(&problem, "object_held is NULL: [3] are needed");
    problem = swap();
    problem.object_held_first = falling;
    check_refused(&problem, "object_held_first[2] is 1: numbers from 0 on that do not decrease, up "
                            "to 2^27, are accepted");
    problem = swap();
    problem.object_wanted = held;
    check_refused(&problem, "object 0 is to go to host 0, which holds it: another host is needed");
    problem = swap();
    problem.object_bytes = below;
    check_refused(&problem, "object 1 has -1 bytes: 0 to 1e15 are accepted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve),       cmocka_unit_test(test_combined),
        cmocka_unit_test(test_many_a_pair), cmocka_unit_test(test_space),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
