/* The laws that the definition promises, on random plans of every family, with the oracle looking
 * on: a row is its messages, replays end no later, plans are complete, time is in proportion to
 * costs. */
#include "tests/support/cmocka.h"

#include "judges.h"
#include "oracle.h"

#include <math.h>

static uint64_t times = 1; /* see campaign() */

/* A row of c messages is c rows of one message. */
static void agrees_on_rows_cut_into_messages(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(60) * times; number++) {
            if (families[family].timing != RD_SELF_TIMED || (families[family].with & AS_HELD))
                continue;
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, 2000000 + number, &test, &rng);
            struct rd_plan cut = {.timing = plan.timing};
            for (size_t i = 0; i < plan.transfer_count; i++) {
                struct rd_transfer row = plan.transfer[i];
                row.messages = 1;
                for (int64_t k = 0; k < plan.transfer[i].messages; k++)
                    rd_plan_add(&cut, &judges.instances, row);
            }
            struct agreement whole, pieces;
            const char *differ =
                disagreement_on_plan(&test.instance, &plan, &judges.arena, &judges.scratch, &whole);
            if (differ)
                fail_msg("%s", differ);
            rd_referee_plan(&test.instance, &cut, &judges.arena, &judges.scratch, &pieces.trace,
                            &pieces.verdict);
            assert_int_equal(pieces.verdict.violation, RD_LEGAL);
            assert_int_equal(pieces.verdict.transfers, whole.verdict.transfers);
            double tolerance_s = RD_TIME_TOLERANCE * whole.verdict.makespan_s;
            if (!(families[family].with & NO_TIME)) {
                double later_s = latest_by_s(&pieces.trace, &whole.trace, &judges.scratch);
                double earlier_s = latest_by_s(&whole.trace, &pieces.trace, &judges.scratch);
                assert_true(later_s <= tolerance_s && earlier_s <= tolerance_s);
            }
            forget(&judges);
        }
    close_judges(&judges);
}

/* Is listing by start only another order of the same? Where one port sends everything, its order is
 * also that of the promises. A host with several ports or a processor may be made to wait by a
 * promise to a row that starts later: the replay, which lists that row later, need not wait. */
static bool replays_alike(const struct family *family, const struct rd_plan *plan)
{
    return plan->timing == RD_SELF_TIMED && plan->round_count == 1 && family->ports == 1 &&
           !(family->with & COMPUTES);
}

/* Replay law: the planned clock of a plan is a legal trace; listed by start and evaluated as a plan
 * it ends no later, message by message. */
static void obeys_the_replay_law(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(100) * times; number++) {
            if (families[family].ports == RD_NO_HOST || (families[family].with & NO_TIME) ||
                families[family].timing == RD_FREE_ORDER)
                continue;
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, 3000000 + number, &test, &rng), replay;
            struct agreement planned, judged, replayed;
            const char *differ = disagreement_on_plan(&test.instance, &plan, &judges.arena,
                                                      &judges.scratch, &planned);
            if (!differ)
                differ = disagreement_on_trace(&test.instance, &planned.trace, &judges.arena,
                                               &judges.scratch, &judged);
            rd_plan_of_trace(&planned.trace, &judges.arena, &replay);
            if (!differ)
                differ = disagreement_on_plan(&test.instance, &replay, &judges.arena,
                                              &judges.scratch, &replayed);
            if (differ)
                fail_msg("%s", differ);
            assert_int_equal(judged.verdict.violation, RD_LEGAL);
            assert_int_equal(replayed.verdict.violation, RD_LEGAL);
            double tolerance_s = RD_TIME_TOLERANCE * planned.verdict.makespan_s;
            if (latest_by_s(&replayed.trace, &planned.trace, &judges.scratch) > tolerance_s)
                fail_msg("a replay ends later:\n%s\n%s",
                         words_of_instance(&test.instance, &judges.arena),
                         words_of_plan(&plan, &judges.arena));
            if (replays_alike(&families[family], &plan) &&
                latest_by_s(&planned.trace, &replayed.trace, &judges.scratch) > tolerance_s)
                fail_msg("%s: a replay ends earlier:\n%s\n%s\n%s", families[family].name,
                         words_of_instance(&test.instance, &judges.arena),
                         words_of_plan(&plan, &judges.arena),
                         words_of_trace(&planned.trace, &judges.arena));
            forget(&judges);
        }
    close_judges(&judges);
}

/* Completeness: a legal timed schedule, listed by start, is a plan that runs, and no message ends
 * later in it. */
static void is_complete(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(60) * times; number++) {
            if (families[family].ports == RD_NO_HOST || families[family].timing != RD_SELF_TIMED ||
                (families[family].with & LONG_ROWS))
                continue;
            struct rd_rng rng = rd_rng_seeded(4000000 + number, family);
            struct test_instance test =
                generate_instance(&rng, &judges.instances, &families[family]);
            struct rd_trace timed =
                generate_timed_schedule(&rng, &judges.instances, &test.instance, 12);
            struct rd_plan plan;
            rd_plan_of_trace(&timed, &judges.instances, &plan);
            struct agreement judged, planned;
            const char *differ = disagreement_on_trace(&test.instance, &timed, &judges.arena,
                                                       &judges.scratch, &judged);
            if (!differ)
                differ = disagreement_on_plan(&test.instance, &plan, &judges.arena, &judges.scratch,
                                              &planned);
            if (differ)
                fail_msg("%s", differ);
            assert_int_equal(judged.verdict.violation, RD_LEGAL);
            assert_int_equal(planned.verdict.violation, RD_LEGAL);
            double tolerance_s = RD_TIME_TOLERANCE * judged.verdict.makespan_s;
            if (latest_by_s(&planned.trace, &timed, &judges.scratch) > tolerance_s)
                fail_msg("a message ends later than in the schedule that was listed:\n%s\n%s",
                         words_of_instance(&test.instance, &judges.arena),
                         words_of_trace(&timed, &judges.arena));
            forget(&judges);
        }
    close_judges(&judges);
}

/* Legal traces with one date, host, kind or amount changed. */
static void agrees_on_spoilt_traces(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(200) * times; number++) {
            if (families[family].ports == RD_NO_HOST || families[family].timing != RD_SELF_TIMED ||
                (families[family].with & LONG_ROWS))
                continue;
            struct rd_rng rng = rd_rng_seeded(5000000 + number, family);
            struct test_instance test =
                generate_instance(&rng, &judges.instances, &families[family]);
            struct rd_trace trace =
                generate_timed_schedule(&rng, &judges.instances, &test.instance, 8);
            if (trace.transfer_count > 0) {
                struct rd_timed_transfer *row =
                    &trace.transfer[rd_rng_below(&rng, trace.transfer_count)];
                double shift_s = (rd_rng_unit(&rng) - 0.5) * 4;
                uint32_t host = (uint32_t)rd_rng_below(&rng, test.instance.topology.host_count);
                switch (rd_rng_below(&rng, 5)) {
                case 0:
                case 1: row->start_s += shift_s, row->end_s += shift_s; break;
                case 2: row->end_s += shift_s; break;
                case 3: row->from = host; break;
                default: row->items++; break;
                }
            }
            struct agreement judged;
            const char *differ = disagreement_on_trace(&test.instance, &trace, &judges.arena,
                                                       &judges.scratch, &judged);
            if (differ)
                fail_msg("%s", differ);
            judges.wrong[judged.verdict.violation]++;
            forget(&judges);
        }
    assert_true(judges.wrong[RD_LEGAL] > 0 && judges.wrong[RD_VIOLATION_NOT_HELD] > 0);
    assert_true(judges.wrong[RD_VIOLATION_PORT] > 0 && judges.wrong[RD_VIOLATION_TIME] > 0);
    close_judges(&judges);
}

/* Twice the costs of links and computing is twice the time. */
static void doubles_with_its_costs(void **state)
{
    (void)state;
    struct judges judges;
    open_judges(&judges);
    for (size_t family = 0; family < family_count; family++)
        for (uint64_t number = 0; number < USUAL_TRIALS(50) * times; number++) {
            struct test_instance test;
            struct rd_rng rng;
            struct rd_plan plan = draw(&judges, family, 6000000 + number, &test, &rng);
            struct rd_verdict once, twice;
            rd_referee_plan(&test.instance, &plan, &judges.arena, &judges.scratch, NULL, &once);
            for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++) {
                test.cost[link].latency_s *= 2;
                test.cost[link].bandwidth_bytes_per_s /= 2;
            }
            test.instance.flops_per_item *= 2;
            plan.step_s *= 2;
            rd_referee_plan(&test.instance, &plan, &judges.arena, &judges.scratch, NULL, &twice);
            assert_int_equal(once.violation, RD_LEGAL);
            assert_int_equal(twice.violation, RD_LEGAL);
            if (plan.timing != RD_FREE_ORDER)
                assert_true(fabs(twice.makespan_s - 2 * once.makespan_s) <=
                            RD_TIME_TOLERANCE * twice.makespan_s);
            forget(&judges);
        }
    close_judges(&judges);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_rows_cut_into_messages),
        cmocka_unit_test(obeys_the_replay_law),
        cmocka_unit_test(is_complete),
        cmocka_unit_test(agrees_on_spoilt_traces),
        cmocka_unit_test(doubles_with_its_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
