/* Quotients tell which message waits for which arrival, and they are rounded: nothing may start a
 * rounding before its items are there or its port is free, and nothing that is there in time may
 * be left out. The dates below fall together but for their last digits. */
#include "judging.h"

enum { MESSAGES = 12 };

/* Host 1 passes on what comes every arrival_s, as messages of send_s each, once it has said a word
 * to host 0 that takes busy_s. Message j starts at the later of busy_s + j send_s, as long as none
 * waits, and of the date of arrival j; never while the one before it is under way, and those that
 * do not wait never before their arrival, to the last digit. */
static void expect_exact_starts(double arrival_s, double send_s, double busy_s)
{
    struct test_instance test = ring(RD_TWO_WAY, 4, (int64_t[]){MESSAGES, 0, 0, 0});
    test_instance_set_cost(&test, 0, 1, arrival_s, 0);
    test_instance_set_cost(&test, 1, 2, send_s, 0);
    test_instance_set_cost(&test, 1, 0, busy_s, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 1, 0, RD_CONTROL, 0, 1}, {0, 0, 1, 0, 1, MESSAGES},
          {0, 1, 2, 0, 1, MESSAGES});
    assert_int_equal(verdict.violation, RD_LEGAL);
    int j = 0;
    double before_s = 0; /* end of the message before */
    for (size_t i = 0; i < trace.transfer_count; i++) {
        if (trace.transfer[i].from != 1 || trace.transfer[i].to != 2)
            continue;
        double there_s = arrival_s + j * arrival_s, free_s = busy_s + j * send_s;
        double start_s = trace.transfer[i].start_s, later_s = there_s > free_s ? there_s : free_s;
        if (fabs(start_s - later_s) > 1e-12 || start_s < before_s ||
            (start_s == free_s && start_s < there_s))
            fail_msg("%.17g s apart, %.17g s each, from %.17g s on: message %d starts at %.17g s, "
                     "behind %.17g s; the later of %.17g and %.17g s is wanted",
                     arrival_s, send_s, busy_s, j, start_s, before_s, there_s, free_s);
        before_s = trace.transfer[i].end_s;
        j++;
    }
    assert_int_equal(j, MESSAGES);
}

/* Costs in thirds, sevenths, tenths and elevenths; the port is free when, but for a rounding, the
 * message `turn` is the last that has its items before its turn. */
static void test_no_message_starts_a_rounding_too_early(void **state)
{
    (void)state;
    static const int parts[] = {3, 7, 10, 11};
    for (int a = 2; a <= 12; a++)
        for (int b = 1; b < a; b += 2)
            for (int pair = 0; pair < 16; pair++) {
                double arrival_s = (double)a / parts[pair / 4];
                double send_s = (double)b / parts[pair % 4];
                for (int turn = 1; turn < 8 && send_s < arrival_s; turn++)
                    expect_exact_starts(arrival_s, send_s, arrival_s + turn * (arrival_s - send_s));
            }
}

/* An as-held message counts what comes until 1e-9 s after its turn: no arrival more, none less. */
static void test_as_held_counts_to_the_last_digit(void **state)
{
    (void)state;
    static const int parts[] = {3, 7, 9, 11};
    for (int a = 1; a <= 12; a++)
        for (int part = 0; part < 4; part++)
            for (int last = 1; last < MESSAGES - 1; last++) {
                double arrival_s = (double)a / parts[part];
                double busy_s = arrival_s + last * arrival_s - 1e-9;
                for (int step = 0; step < 2; step++, busy_s = nextafter(busy_s, 0)) {
                    struct test_instance test = ring(RD_TWO_WAY, 4, (int64_t[]){MESSAGES, 0, 0, 0});
                    test_instance_set_cost(&test, 0, 1, arrival_s, 0);
                    test_instance_set_cost(&test, 1, 0, busy_s, 0);
                    JUDGE(&test, RD_SELF_TIMED, {0, 1, 0, RD_CONTROL, 0, 1},
                          {0, 0, 1, 0, 1, MESSAGES}, {0, 1, 2, 0, MESSAGES, 0});
                    int64_t come = 0;
                    while (arrival_s + (double)come * arrival_s <= busy_s + 1e-9)
                        come++;
                    size_t first = 0;
                    while (trace.transfer[first].to != 2)
                        first++;
                    assert_int_equal(trace.transfer[first].items, come);
                }
            }
}

/* The same where items come from two sides. Host 1 holds one item and owes three to host 3, as
 * held: the first message is cut at 1e-9 s, at which date an item comes from host 0, and counts. It
 * starts with it: [1e-9, 1 + 1e-9] for two items, 0.5 s each; the third comes at 5 s. */
static void test_what_comes_at_the_very_end_of_a_date_counts(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 4, 1, (int64_t[]){1, 1, 1, 0});
    test_instance_set_ports(&test, 0);
    test_instance_set_cost(&test, 0, 1, 1e-9, 0);
    test_instance_set_cost(&test, 2, 1, 5, 0);
    test_instance_set_cost(&test, 1, 3, 0, 0.5);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 2, 1, 0, 1, 1}, {0, 1, 3, 0, 3, 0});
    expect_time(5.5);
    assert_int_equal(trace.transfer_count, 4);
    expect_row(2, 1e-9, 1 + 1e-9, 2);
    expect_row(3, 5, 5.5, 1);
}

/* A date is cut when all of it has come, though what was cut may have ended before: host 1 passes
 * on in [0.1, 0.2] ns what comes at 0.1 ns from two sides; a word elsewhere takes 0.5 ns, and the
 * plan ends with it. */
static void test_a_message_of_no_date_at_all(void **state)
{
    (void)state;
    struct test_instance test = shape(RD_SWITCH, 5, 1, (int64_t[]){1, 0, 1, 0, 0});
    test_instance_set_ports(&test, 0);
    test_instance_set_cost(&test, 0, 1, 0.1e-9, 0);
    test_instance_set_cost(&test, 2, 1, 0.1e-9, 0);
    test_instance_set_cost(&test, 1, 3, 0.1e-9, 0);
    test_instance_set_cost(&test, 4, 0, 0.5e-9, 0);
    JUDGE(&test, RD_SELF_TIMED, {0, 0, 1, 0, 1, 1}, {0, 2, 1, 0, 1, 1}, {0, 1, 3, 0, 2, 0},
          {0, 4, 0, RD_CONTROL, 0, 1});
    expect_time(0.5e-9);
}

static void test_dates_that_are_no_number_never_agree(void **state)
{
    (void)state;
    assert_true(rd_times_agree(1, 1 + 1e-10, 1));
    assert_false(rd_times_agree(NAN, NAN, 1));
    assert_false(rd_times_agree(NAN, 1, 1));
    assert_false(rd_times_agree(1, NAN, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(test_no_message_starts_a_rounding_too_early),
        JUDGING_TEST(test_as_held_counts_to_the_last_digit),
        JUDGING_TEST(test_what_comes_at_the_very_end_of_a_date_counts),
        JUDGING_TEST(test_a_message_of_no_date_at_all),
        JUDGING_TEST(test_dates_that_are_no_number_never_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
