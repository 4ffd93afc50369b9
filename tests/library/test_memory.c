/* Memory that is refused ends a call, not the program, and nothing stays behind; threads do not
 * meet. */
#include "tests/support/cmocka.h"

#include "ring_of_four.h"

#include <malloc.h>
#include <pthread.h>

/* Bytes that are taken and not given back. */
static size_t bytes_in_use(void)
{
    return mallinfo2().uordblks;
}

/* A star, whose exact search opens arenas of its own. */
static struct rd_problem searched_star(void)
{
    static const int64_t load[] = {9, 7, 0, 0, 0};
    static const double compute_s[] = {3, 5, 4, 7, 0};
    return (struct rd_problem){.host_count = 5,
                               .shape = RD_SHAPE_STAR,
                               .goal = RD_GOAL_FINISH,
                               .every_seconds_per_item = 1,
                               .load = load,
                               .compute_seconds_per_item = compute_s,
                               .algorithm = "star-exact"};
}

/* Doubles the limit until it is enough. */
static void find_limit(struct rd_problem problem)
{
    struct rd_solution solution;
    struct rd_call_error error;
    int refusals = 0;
    for (problem.memory_limit_bytes = 1; !rd_solve(&problem, &solution, &error);
         problem.memory_limit_bytes *= 2) {
        assert_true(problem.memory_limit_bytes < (uint64_t)1 << 40);
        assert_int_equal(error.code, RD_CALL_OUT_OF_MEMORY);
        assert_null(solution.memory);
        refusals++;
    }
    assert_true(refusals > 10);
    assert_true(solution.makespan_s > 0);
    rd_solution_free(&solution);
}

/* What the C library keeps for itself is there after the first time. */
static void ends_the_call(struct rd_problem problem)
{
    find_limit(problem);
    size_t before = bytes_in_use();
    find_limit(problem);
    assert_int_equal(bytes_in_use(), before);
}

static void refuses_and_goes_on(void **state)
{
    (void)state;
    ends_the_call(ring_of_four());
    ends_the_call(searched_star());
}

/* A call that is to end has taken nothing behind itself. */
static void stops_when_asked(void **state)
{
    (void)state;
    int stop = 1;
    struct rd_problem problem = searched_star();
    struct rd_solution solution;
    struct rd_call_error error;
    problem.stop = &stop;
    size_t before = bytes_in_use();
    assert_false(rd_solve(&problem, &solution, &error));
    assert_int_equal(error.code, RD_CALL_STOPPED);
    assert_string_not_equal(error.message, "");
    assert_int_equal(bytes_in_use(), before);
    stop = 0;
    assert_true(rd_solve(&problem, &solution, &error));
    rd_solution_free(&solution);
}

static void gives_everything_back(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_schedule nothing = {0};
    struct rd_solution solution;
    struct rd_judgement judgement;
    size_t before = 0;
    for (int i = 0; i < 100; i++) {
        if (i == 10)
            before = bytes_in_use();
        assert_true(rd_solve(&problem, &solution, NULL));
        assert_true(rd_judge_schedule(&problem, &solution.plan, &judgement, NULL));
        rd_judgement_free(&judgement);
        assert_true(rd_judge_schedule(&problem, &nothing, &judgement, NULL));
        rd_judgement_free(&judgement);
        rd_solution_free(&solution);
        assert_true(rd_problem_accepted_by(&problem, "ring-one-way", NULL));
        assert_false(rd_problem_accepted_by(&problem, "star-mba", NULL));
    }
    assert_int_equal(bytes_in_use(), before);
}

/* Solves again and again, with a limit that refuses every other time. Returns: NULL if all was as
 * it should be, else the argument. */
static void *solve_often(void *argument)
{
    for (int i = 0; i < 200; i++) {
        struct rd_problem problem = i % 3 ? ring_of_four() : searched_star();
        struct rd_solution solution;
        struct rd_call_error error;
        problem.memory_limit_bytes = i % 2 ? 1000 : 0;
        bool solved = rd_solve(&problem, &solution, &error);
        if (solved == (i % 2 == 1) || (solved && i % 3 && solution.makespan_s != 4) ||
            (!solved && error.code != RD_CALL_OUT_OF_MEMORY))
            return argument;
        rd_solution_free(&solution);
    }
    return NULL;
}

static void keeps_threads_apart(void **state)
{
    (void)state;
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, solve_often, thread), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_and_goes_on),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(gives_everything_back),
        cmocka_unit_test(keeps_threads_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
