/* Whatever a caller leaves zero or NULL, or gets wrong: an error that says so, or a plan; never a
 * crash, an abort, or a mistake of the library's. */
#include "tests/support/cmocka.h"

#include "ring_of_four.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { POINTER, NUMBER, REAL };

/* A field of a struct; its name if the call cannot do without it. */
struct field {
    size_t offset, size;
    enum type type;
    const char *needed;
};

#define FIELD(STRUCT, MEMBER, TYPE, NEEDED)                                                        \
    {                                                                                              \
        offsetof(struct STRUCT, MEMBER), sizeof(((struct STRUCT *)0)->MEMBER), TYPE, NEEDED        \
    }

static const struct field problem_fields[] = {
    FIELD(rd_problem, host_count, NUMBER, "host_count"),
    FIELD(rd_problem, kind_count, NUMBER, NULL),
    FIELD(rd_problem, shape, NUMBER, NULL),
    FIELD(rd_problem, goal, NUMBER, NULL),
    FIELD(rd_problem, ports, NUMBER, NULL),
    FIELD(rd_problem, host_ports, POINTER, NULL),
    FIELD(rd_problem, link_count, NUMBER, "link_count"),
    FIELD(rd_problem, link_from, POINTER, "link_from"),
    FIELD(rd_problem, link_to, POINTER, "link_to"),
    FIELD(rd_problem, link_seconds_per_item, POINTER, NULL),
    FIELD(rd_problem, link_latency_s, POINTER, NULL),
    FIELD(rd_problem, every_seconds_per_item, REAL, NULL),
    FIELD(rd_problem, every_latency_s, REAL, NULL),
    FIELD(rd_problem, load, POINTER, "load"),
    FIELD(rd_problem, final_load, POINTER, "final_load"),
    FIELD(rd_problem, balance_error, NUMBER, NULL),
    FIELD(rd_problem, compute_seconds_per_item, POINTER, NULL),
    FIELD(rd_problem, algorithm, POINTER, NULL),
    FIELD(rd_problem, option, POINTER, NULL),
    FIELD(rd_problem, option_count, NUMBER, NULL),
    FIELD(rd_problem, seed, NUMBER, NULL),
    FIELD(rd_problem, memory_limit_bytes, NUMBER, NULL),
    FIELD(rd_problem, stop, POINTER, NULL),
};

static const struct field schedule_fields[] = {
    FIELD(rd_schedule, timing, NUMBER, NULL),      FIELD(rd_schedule, step_s, REAL, NULL),
    FIELD(rd_schedule, round_count, NUMBER, NULL), FIELD(rd_schedule, transfer_count, NUMBER, NULL),
    FIELD(rd_schedule, round, POINTER, NULL),      FIELD(rd_schedule, from, POINTER, "from"),
    FIELD(rd_schedule, to, POINTER, "to"),         FIELD(rd_schedule, kind, POINTER, NULL),
    FIELD(rd_schedule, items, POINTER, "items"),   FIELD(rd_schedule, messages, POINTER, NULL),
};

static const struct field trace_fields[] = {
    FIELD(rd_trace_arrays, transfer_count, NUMBER, NULL),
    FIELD(rd_trace_arrays, start_s, POINTER, "start_s"),
    FIELD(rd_trace_arrays, end_s, POINTER, "end_s"),
    FIELD(rd_trace_arrays, from, POINTER, "from"),
    FIELD(rd_trace_arrays, to, POINTER, "to"),
    FIELD(rd_trace_arrays, kind, POINTER, NULL),
    FIELD(rd_trace_arrays, items, POINTER, "items"),
};

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

/* An error says what it is, and is no mistake of the library's; success says nothing. */
static void hold(bool done, const struct rd_call_error *error, const char *named)
{
    if (done) {
        assert_int_equal(error->code, RD_CALL_OK);
        assert_string_equal(error->message, "");
        return;
    }
    if (error->code == RD_CALL_MISTAKE)
        fail_msg("%s", error->message);
    assert_int_not_equal(error->code, RD_CALL_OK);
    assert_string_not_equal(error->message, "");
    if (named && !strstr(error->message, named))
        fail_msg("\"%s\" does not name %s", error->message, named);
}

static const uint32_t round_of[] = {0, 0}, from[] = {0, 1}, to[] = {1, 2};
static const int32_t kind[] = {0, 0};
static const int64_t items[] = {2, 2}, messages[] = {1, 1};
static const double start_s[] = {0, 4}, end_s[] = {4, 8};

static struct rd_schedule two_messages(void)
{
    return (struct rd_schedule){.transfer_count = 2,
                                .round = round_of,
                                .from = from,
                                .to = to,
                                .kind = kind,
                                .items = items,
                                .messages = messages};
}

static struct rd_trace_arrays two_dates(void)
{
    return (struct rd_trace_arrays){.transfer_count = 2,
                                    .start_s = start_s,
                                    .end_s = end_s,
                                    .from = from,
                                    .to = to,
                                    .kind = kind,
                                    .items = items};
}

/* Makes all calls with three structs. In: the field that is missing, or NULL. Returns: did what
 * only reads the problem succeed? */
static bool call_all(const struct rd_problem *problem, const struct rd_schedule *schedule,
                     const struct rd_trace_arrays *trace, const char *problem_needs,
                     const char *schedule_needs, const char *trace_needs)
{
    struct rd_solution solution;
    struct rd_judgement judgement;
    struct rd_call_error error;
    bool solved = rd_solve(problem, &solution, &error);
    hold(solved, &error, problem_needs);
    assert_false(solved && problem_needs);
    rd_solution_free(&solution);
    hold(rd_problem_accepted_by(problem, "ring-one-way", &error), &error, problem_needs);
    hold(rd_judge_schedule(problem, schedule, &judgement, &error), &error,
         problem_needs ? problem_needs : schedule_needs);
    assert_true(!schedule_needs || error.code == RD_CALL_ARGUMENT);
    rd_judgement_free(&judgement);
    hold(rd_judge_trace(problem, trace, &judgement, &error), &error,
         problem_needs ? problem_needs : trace_needs);
    assert_true(!trace_needs || error.code == RD_CALL_ARGUMENT);
    rd_judgement_free(&judgement);
    return solved;
}

/* Sets a field to each of some values that nobody should give, and calls. In: the struct that holds
 * it; others. The first value is zero. */
static void spoil(const struct field *field, void *holder, const struct rd_problem *problem,
                  const struct rd_schedule *schedule, const struct rd_trace_arrays *trace)
{
    static const double reals[] = {0, -1, -0.0, 1e-320, 1e15, 1e300, (double)INFINITY, (double)NAN};
    unsigned char *place = (unsigned char *)holder + field->offset, kept[sizeof(uint64_t)];
    assert_true(field->size <= sizeof kept);
    memcpy(kept, place, field->size);
    memset(place, 0, field->size);
    call_all(problem, schedule, trace, holder == problem ? field->needed : NULL,
             holder == schedule ? field->needed : NULL, holder == trace ? field->needed : NULL);
    for (size_t i = 0; field->type == REAL && i < COUNT(reals); i++) {
        memcpy(place, &reals[i], field->size);
        call_all(problem, schedule, trace, NULL, NULL, NULL);
    }
    /* Counts that say more than an array has are a lie that no callee can see through: only those
     * that no array could have. */
    bool counts =
        field->offset == offsetof(struct rd_schedule, transfer_count) && holder == schedule;
    counts =
        counts || (field->offset == offsetof(struct rd_problem, kind_count) && holder == problem);
    for (int bits = 1; field->type == NUMBER && bits <= 2; bits++) {
        memset(place, bits == 1 ? 0xff : 0x80, field->size);
        if (!counts || bits == 1)
            call_all(problem, schedule, trace, NULL, NULL, NULL);
    }
    memcpy(place, kept, field->size);
}

static void holds_every_field(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = two_messages();
    struct rd_trace_arrays trace = two_dates();
    assert_true(call_all(&problem, &schedule, &trace, NULL, NULL, NULL));
    for (int goal = RD_GOAL_AFTER; goal <= RD_GOAL_FINISH; goal++) {
        problem.goal = (enum rd_problem_goal)goal;
        for (size_t i = 0; i < COUNT(problem_fields); i++)
            if (goal == RD_GOAL_AFTER || !problem_fields[i].needed ||
                strcmp(problem_fields[i].needed, "final_load") != 0)
                spoil(&problem_fields[i], &problem, &problem, &schedule, &trace);
    }
    problem.goal = RD_GOAL_AFTER;
    for (size_t i = 0; i < COUNT(schedule_fields); i++)
        spoil(&schedule_fields[i], &schedule, &problem, &schedule, &trace);
    schedule.timing = RD_TIMING_LOCK_STEP;
    for (size_t i = 0; i < COUNT(schedule_fields); i++)
        spoil(&schedule_fields[i], &schedule, &problem, &schedule, &trace);
    for (size_t i = 0; i < COUNT(trace_fields); i++)
        spoil(&trace_fields[i], &trace, &problem, &schedule, &trace);
    assert_true(call_all(&problem, &schedule, &trace, NULL, NULL, NULL));
}

/* Counts that no array has are called wrong, not too much for memory. */
static void refuses_impossible_counts(void **state)
{
    (void)state;
    static const char *const option[] = {"a=b"};
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = two_messages();
    struct rd_trace_arrays trace = two_dates();
    struct rd_judgement judgement;
    struct rd_solution solution;
    struct rd_call_error error;
    schedule.transfer_count = trace.transfer_count = SIZE_MAX;
    assert_false(rd_judge_schedule(&problem, &schedule, &judgement, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_non_null(strstr(error.message, "transfer_count"));
    assert_false(rd_judge_trace(&problem, &trace, &judgement, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_non_null(strstr(error.message, "transfer_count"));
    problem.algorithm = "ring-one-way";
    problem.option = option;
    problem.option_count = SIZE_MAX;
    assert_false(rd_solve(&problem, &solution, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_non_null(strstr(error.message, "option_count"));
}

/* The caller's locale stays as it is, and is not what texts are written in. It is made for the
 * test, where the system has what it takes. */
static void writes_points_in_any_locale(void **state)
{
    (void)state;
    char folder[] = "locale-XXXXXX", command[256];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
             folder);
    bool made = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    made = made && setlocale(LC_ALL, "de_DE.UTF-8");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (!made)
        skip();
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = two_messages();
    struct rd_judgement judgement;
    struct rd_call_error error;
    schedule.timing = RD_TIMING_LOCK_STEP;
    schedule.step_s = -0.5;
    assert_false(rd_judge_schedule(&problem, &schedule, &judgement, &error));
    assert_non_null(strstr(error.message, "step_s is -0.5:"));
    snprintf(command, sizeof command, "%g", 0.5);
    assert_string_equal(command, "0,5");
    setlocale(LC_ALL, "C");
}

/* Every element of every array, one after the other, is something else. */
static void holds_every_element(void **state)
{
    (void)state;
    static const int64_t amounts[] = {-1, INT64_MIN, INT64_MAX, (int64_t)1 << 53, 0};
    static const double seconds[] = {-1, 1e16, (double)INFINITY, -(double)INFINITY, (double)NAN, 0};
    static const uint32_t hosts[] = {4, UINT32_MAX, UINT32_MAX - 1, 1, 0};
    uint32_t ends[4];
    double costs[4];
    int64_t loads[4];
    for (int place = 0; place < 4; place++)
        for (size_t i = 0; i < 6; i++) {
            struct rd_schedule schedule = two_messages();
            struct rd_trace_arrays trace = two_dates();
            struct rd_problem problem = ring_of_four();
            memcpy(ends, problem.link_from, sizeof ends);
            ends[place] = hosts[i % COUNT(hosts)];
            problem.link_from = ends;
            call_all(&problem, &schedule, &trace, NULL, NULL, NULL);
            problem = ring_of_four();
            memcpy(costs, problem.link_seconds_per_item, sizeof costs);
            costs[place] = seconds[i];
            problem.link_seconds_per_item = costs;
            call_all(&problem, &schedule, &trace, i < 5 ? "link_seconds_per_item" : NULL, NULL,
                     NULL);
            problem = ring_of_four();
            problem.goal = RD_GOAL_FINISH;
            problem.compute_seconds_per_item = costs;
            call_all(&problem, &schedule, &trace, "compute_seconds_per_item", NULL, NULL);
            problem = ring_of_four();
            memcpy(loads, problem.load, sizeof loads);
            loads[place] = amounts[i % COUNT(amounts)];
            problem.load = loads;
            assert_false(call_all(&problem, &schedule, &trace, NULL, NULL, NULL));
        }
}

static void holds_every_row(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 1, 4, UINT32_MAX - 1, UINT32_MAX, INT64_MAX, UINT64_MAX};
    struct rd_problem problem = ring_of_four();
    struct rd_judgement judgement;
    struct rd_call_error error;
    for (size_t i = 0; i < COUNT(numbers); i++)
        for (int column = 0; column < 12; column++) {
            uint32_t other[2] = {0, (uint32_t)numbers[i]};
            int64_t amount[2] = {1, (int64_t)numbers[i]};
            int32_t sort[2] = {0, (int32_t)numbers[i]};
            struct rd_schedule schedule = two_messages();
            schedule.timing = column < 6 ? RD_TIMING_SELF_TIMED : RD_TIMING_LOCK_STEP;
            switch (column % 6) {
            case 0: schedule.round = other; break;
            case 1: schedule.from = other; break;
            case 2: schedule.to = other; break;
            case 3: schedule.kind = sort; break;
            case 4: schedule.items = amount; break;
            default: schedule.messages = amount; break;
            }
            problem.goal = i % 2 ? RD_GOAL_FINISH : RD_GOAL_AFTER;
            hold(rd_judge_schedule(&problem, &schedule, &judgement, &error), &error, NULL);
            rd_judgement_free(&judgement);
        }
}

static void holds_every_date(void **state)
{
    (void)state;
    static const double bad[][2] = {
        {-1, 4}, {4, 3}, {0, (double)NAN}, {(double)NAN, 1}, {0, (double)INFINITY}};
    struct rd_problem problem = ring_of_four();
    struct rd_judgement judgement;
    struct rd_call_error error;
    for (size_t i = 0; i < COUNT(bad); i++) {
        double starts[2] = {0, bad[i][0]}, ends[2] = {4, bad[i][1]};
        struct rd_trace_arrays trace = two_dates();
        trace.start_s = starts;
        trace.end_s = ends;
        assert_false(rd_judge_trace(&problem, &trace, &judgement, &error));
        assert_int_equal(error.code, RD_CALL_ARGUMENT);
        hold(false, &error, "row 1");
    }
}

static void needs_its_arguments(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four(), nothing = {0};
    struct rd_schedule schedule = two_messages();
    struct rd_trace_arrays trace = two_dates();
    struct rd_solution solution;
    struct rd_judgement judgement;
    struct rd_call_error error;
    assert_false(rd_solve(NULL, &solution, &error));
    hold(false, &error, "problem");
    assert_null(solution.memory);
    assert_false(rd_solve(&problem, NULL, &error));
    hold(false, &error, "ret_solution");
    assert_false(rd_solve(&nothing, &solution, &error));
    hold(false, &error, "host_count");
    assert_false(rd_solve(NULL, NULL, NULL));
    assert_true(rd_solve(&problem, &solution, NULL));
    rd_solution_free(&solution);
    assert_null(solution.algorithm);
    rd_solution_free(&solution);
    rd_solution_free(NULL);
    assert_false(rd_judge_schedule(NULL, &schedule, &judgement, &error));
    hold(false, &error, "problem");
    assert_false(rd_judge_schedule(&problem, NULL, &judgement, &error));
    hold(false, &error, "nothing to judge");
    assert_false(rd_judge_schedule(&problem, &schedule, NULL, &error));
    hold(false, &error, "ret_judgement");
    assert_false(rd_judge_trace(NULL, &trace, &judgement, &error));
    hold(false, &error, "problem");
    assert_false(rd_judge_trace(&problem, NULL, &judgement, &error));
    hold(false, &error, "nothing to judge");
    assert_false(rd_judge_trace(&problem, &trace, NULL, NULL));
    rd_judgement_free(NULL);
    assert_false(rd_problem_accepted_by(NULL, "ring-one-way", &error));
    hold(false, &error, "problem");
    assert_false(rd_problem_accepted_by(&problem, NULL, &error));
    hold(false, &error, "algorithm");
    assert_false(rd_problem_accepted_by(&problem, "", &error));
    assert_true(rd_problem_accepted_by(&problem, "ring-one-way", NULL));
    assert_null(rd_algorithm_name(rd_algorithm_total()));
    assert_null(rd_algorithm_name(SIZE_MAX));
    assert_null(rd_algorithm_summary(SIZE_MAX));
    assert_null(rd_algorithm_source(SIZE_MAX));
}

static void names_wrong_options(void **state)
{
    (void)state;
    static const char *const options[][1] = {{NULL}, {"states"}, {"=1"}, {"states=many"}, {"x=1"}};
    static const char *const named[] = {"option[0] is NULL", "option[0] is \"states\"",
                                        "option \"\"", "states=\"many\"", "option \"x\""};
    struct rd_problem problem = ring_of_four();
    struct rd_solution solution;
    struct rd_call_error error;
    problem.option_count = 1;
    problem.option = options[3];
    assert_false(rd_solve(&problem, &solution, &error));
    hold(false, &error, "algorithm is NULL");
    problem.algorithm = "star-exact";
    for (size_t i = 0; i < COUNT(options); i++) {
        problem.option = options[i];
        assert_false(rd_solve(&problem, &solution, &error));
        assert_int_equal(error.code, RD_CALL_ARGUMENT);
        hold(false, &error, named[i]);
    }
    problem.option_count = 0;
    problem.algorithm = "ring-one-wey";
    assert_false(rd_solve(&problem, &solution, &error));
    hold(false, &error, "did you mean \"ring-one-way\"?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_impossible_counts), cmocka_unit_test(writes_points_in_any_locale),
        cmocka_unit_test(holds_every_field),         cmocka_unit_test(holds_every_element),
        cmocka_unit_test(holds_every_row),           cmocka_unit_test(holds_every_date),
        cmocka_unit_test(needs_its_arguments),       cmocka_unit_test(names_wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
