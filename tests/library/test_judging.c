/* Schedules and traces of a caller's own, judged through the public interface. */
#include "tests/support/cmocka.h"

#include "ring_of_four.h"

#include <string.h>

static struct rd_judgement judge(const struct rd_problem *problem,
                                 const struct rd_schedule *schedule)
{
    struct rd_judgement judgement;
    struct rd_call_error error;
    if (!rd_judge_schedule(problem, schedule, &judgement, &error))
        fail_msg("%s", error.message);
    return judgement;
}

static const uint32_t from[] = {0, 1}, to[] = {1, 2};
static const int64_t one[] = {1, 1}, two[] = {2, 2};

static void times_a_schedule(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    /* In one message each, host 1 waits for the two items: 4 s and 4 s. */
    struct rd_schedule schedule = {.transfer_count = 2, .from = from, .to = to, .items = two};
    struct rd_judgement judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && judgement.goal_reached);
    assert_string_equal(judgement.message, "");
    assert_string_equal(judgement.goal_message, "");
    assert_int_equal(judgement.transfer, SIZE_MAX);
    assert_true(judgement.makespan_s == 8);
    assert_true(judgement.bound.seconds == 4);
    assert_false(judgement.proved_optimal);
    assert_memory_equal(judgement.final_load, problem.final_load, 4 * sizeof(int64_t));
    assert_int_equal(judgement.items_moved, 4);
    assert_int_equal(judgement.message_count, 2);
    rd_judgement_free(&judgement);
    /* In two messages each, it has one to pass on at once. */
    schedule.items = one;
    schedule.messages = two;
    judgement = judge(&problem, &schedule);
    assert_true(judgement.makespan_s == 4);
    assert_true(judgement.proved_optimal);
    assert_int_equal(judgement.message_count, 4);
    rd_judgement_free(&judgement);
}

/* Two rounds of at least 5 s, and one behind them in which nothing happens. */
static void times_rounds(void **state)
{
    (void)state;
    static const uint32_t round[] = {0, 1};
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = {.timing = RD_TIMING_LOCK_STEP,
                                   .step_s = 5,
                                   .transfer_count = 2,
                                   .round = round,
                                   .from = from,
                                   .to = to,
                                   .items = two};
    struct rd_judgement judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && judgement.makespan_s == 10);
    rd_judgement_free(&judgement);
    schedule.round_count = 3;
    judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && judgement.makespan_s == 15);
    rd_judgement_free(&judgement);
}

static void names_what_is_wrong(void **state)
{
    (void)state;
    static const uint32_t across[] = {2, 2};
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = {.transfer_count = 2, .from = from, .to = across, .items = one};
    struct rd_judgement judgement = judge(&problem, &schedule);
    assert_false(judgement.legal);
    assert_string_equal(judgement.violation, "neighbour");
    assert_int_equal(judgement.transfer, 0);
    assert_non_null(strstr(judgement.message, "host 0 sends to host 2: no link joins them"));
    rd_judgement_free(&judgement);
    schedule.to = to;
    schedule.transfer_count = 1;
    judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && !judgement.goal_reached && !judgement.proved_optimal);
    assert_non_null(strstr(judgement.goal_message, "host"));
    rd_judgement_free(&judgement);
    schedule.transfer_count = 0;
    judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && !judgement.goal_reached && judgement.makespan_s == 0);
    rd_judgement_free(&judgement);
}

static void judges_a_trace(void **state)
{
    (void)state;
    static const uint32_t sender[] = {0, 1, 0, 1}, receiver[] = {1, 2, 1, 2};
    static const int64_t items[] = {1, 1, 1, 1};
    static const double start_s[] = {2, 0, 0, 2}, end_s[] = {4, 2, 2, 4}, late_s[] = {4, 2, 2, 5};
    struct rd_problem problem = ring_of_four();
    struct rd_trace_arrays trace = {.transfer_count = 4,
                                    .start_s = start_s,
                                    .end_s = end_s,
                                    .from = sender,
                                    .to = receiver,
                                    .items = items};
    struct rd_judgement judgement;
    struct rd_call_error error;
    assert_true(rd_judge_trace(&problem, &trace, &judgement, &error));
    assert_true(judgement.legal && judgement.goal_reached && judgement.proved_optimal);
    assert_true(judgement.makespan_s == 4);
    assert_memory_equal(judgement.final_load, problem.final_load, 4 * sizeof(int64_t));
    rd_judgement_free(&judgement);
    /* A message of one item takes 2 s, not 3. */
    trace.end_s = late_s;
    assert_true(rd_judge_trace(&problem, &trace, &judgement, &error));
    assert_false(judgement.legal);
    assert_string_equal(judgement.violation, "time");
    rd_judgement_free(&judgement);
}

/* Each message may be early by 1e-9 of the 4 s, so the second of two ends twice that before the
 * bound. That is no mistake of the library's. */
static void a_trace_may_end_before_the_bound(void **state)
{
    (void)state;
    static const double start_s[] = {0, 2 - 3.6e-9}, end_s[] = {2 - 3.6e-9, 4 - 7.2e-9};
    static const int64_t load[] = {2, 0, 0, 0}, after[] = {0, 2, 0, 0};
    static const uint32_t sender[] = {0, 0}, receiver[] = {1, 1};
    struct rd_problem problem = ring_of_four();
    struct rd_trace_arrays trace = {.transfer_count = 2,
                                    .start_s = start_s,
                                    .end_s = end_s,
                                    .from = sender,
                                    .to = receiver,
                                    .items = one};
    struct rd_judgement judgement;
    struct rd_call_error error;
    problem.load = load;
    problem.final_load = after;
    if (!rd_judge_trace(&problem, &trace, &judgement, &error))
        fail_msg("%s", error.message);
    assert_true(judgement.legal && judgement.goal_reached && judgement.proved_optimal);
    assert_true(judgement.makespan_s == end_s[1] && judgement.bound.seconds == 4);
    rd_judgement_free(&judgement);
}

/* Where there are links, there need be no shape: a line of three, one item passed on, 1 s a link.
 */
static void judges_on_any_links(void **state)
{
    (void)state;
    static const double seconds[] = {1, 1};
    static const int64_t load[] = {1, 0, 0}, after[] = {0, 0, 1};
    struct rd_problem problem = {.host_count = 3,
                                 .link_count = 2,
                                 .link_from = from,
                                 .link_to = to,
                                 .link_seconds_per_item = seconds,
                                 .load = load,
                                 .final_load = after};
    struct rd_schedule schedule = {.transfer_count = 2, .from = from, .to = to, .items = one};
    struct rd_judgement judgement = judge(&problem, &schedule);
    assert_true(judgement.legal && judgement.goal_reached && judgement.makespan_s == 2);
    rd_judgement_free(&judgement);
}

/* What no row computes is computed behind all others: six items of 3 s where they lie. */
static void computes_the_rest(void **state)
{
    (void)state;
    static const int64_t load[] = {6, 0, 0, 0};
    static const double compute_s[] = {3, 3, 3, 0};
    struct rd_problem problem = {.host_count = 4,
                                 .shape = RD_SHAPE_STAR,
                                 .goal = RD_GOAL_FINISH,
                                 .every_seconds_per_item = 1,
                                 .load = load,
                                 .compute_seconds_per_item = compute_s};
    struct rd_schedule nothing = {0};
    struct rd_judgement judgement = judge(&problem, &nothing);
    assert_true(judgement.legal && judgement.goal_reached && judgement.makespan_s == 18);
    rd_judgement_free(&judgement);
}

/* Host 0 sends from 0 to 4 s, and host 1 passes on from 4 to 8 s what it then has. */
static void dates_a_schedule(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_schedule schedule = {.transfer_count = 2, .from = from, .to = to, .items = two};
    struct rd_dates dates;
    struct rd_call_error error;
    assert_true(rd_date_schedule(&problem, &schedule, &dates, &error));
    assert_int_equal(dates.trace.transfer_count, 2);
    assert_true(dates.trace.start_s[0] == 0 && dates.trace.end_s[0] == 4);
    assert_true(dates.trace.start_s[1] == 4 && dates.trace.end_s[1] == 8);
    assert_true(dates.trace.from[1] == 1 && dates.trace.to[1] == 2 && dates.trace.items[1] == 2);
    assert_int_equal(dates.critical_count, 2);
    assert_true(dates.critical_row[0] == 0 && dates.critical_row[1] == 1);
    assert_string_equal(dates.critical_reason[0], "starts at 0");
    assert_string_equal(dates.critical_reason[1], "has its items from");
    struct rd_judgement judgement;
    assert_true(rd_judge_trace(&problem, &dates.trace, &judgement, &error));
    assert_true(judgement.legal && judgement.makespan_s == 8);
    rd_judgement_free(&judgement);
    rd_dates_free(&dates);
    assert_null(dates.memory);
    schedule.to = from;
    assert_false(rd_date_schedule(&problem, &schedule, &dates, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_non_null(strstr(error.message, "not legal"));
    assert_null(dates.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_a_schedule),
        cmocka_unit_test(times_rounds),
        cmocka_unit_test(dates_a_schedule),
        cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(judges_a_trace),
        cmocka_unit_test(judges_on_any_links),
        cmocka_unit_test(computes_the_rest),
        cmocka_unit_test(a_trace_may_end_before_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
