/* Protocols on links that fail and come back, or slow down, and on hosts whose speed changes, on
 * SimGrid. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/online/protocol.h"
#include "tests/engine/platform_text.h"
#include "tests/support/arenas.h"

/* Two hosts, joined by a link each way of 1 byte a second; the link out of host 0, or host 0,
 * follows a profile. */
static struct rd_engine *open_pair(struct test_instance *test, const char *host_profile,
                                   const char *link_profile, const char *profile)
{
    struct rd_named_text *file = rd_take(&test_arena, 1, struct rd_named_text);
    *file = (struct rd_named_text){"profile", profile};
    struct rd_platform_source platform = test_platform(
        rd_arena_print(
            &test_arena,
            "<zone id='all' routing='Full'>\n<host id='h0' speed='1f' %s/>\n<host id='h1' "
            "speed='1f'/>\n<link id='l' bandwidth='1Bps' latency='0s' %s/>\n"
            "<link id='back' bandwidth='1Bps' latency='0s'/>\n"
            "<route src='h0' dst='h1' symmetrical='NO'><link_ctn id='l'/></route>\n"
            "<route src='h1' dst='h0' symmetrical='NO'><link_ctn id='back'/></route>\n</zone>\n",
            host_profile, link_profile),
        &test_arena);
    platform.file = file;
    platform.file_count = 1;
    *test = test_instance_make(&test_arena, RD_HYPERCUBE, RD_NO_DIRECTION, 2, 1);
    test->load[0] = 8;
    test->speed[0] = test->speed[1] = 1;
    struct rd_engine_settings settings = {.varies = true};
    return test_open_engine(platform, &settings, test, &test_arena);
}

static bool run(struct rd_engine *engine, const struct test_instance *test, const char *name,
                struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    assert_true(algorithm->plan(algorithm, &test->instance, &options, &test_arena, &test_scratch,
                                &plan, NULL));
    return rd_engine_simulate(engine, &test->instance, &plan, true, &test_arena, ret_simulation,
                              reterr);
}

/* Loads 8 0: words in [0, 1], then 4 items from 1 s on, for 4 s. The link is gone from 2.5 s to 4
 * s: lost at 2.5, sent again 4 s later, [6.5, 10.5]. Gone once more from 8 to 9: [12, 16]. Gone
 * from 0.5 to 4.75: the word is lost, sent each second, and there in [5.5, 6.5]; the items are
 * behind it.
 */
static void what_is_lost_is_sent_again_and_counted_once(void **state)
{
    (void)state;
    static const struct {
        const char *profile;
        double end_s;
    } cases[] = {{"2.5 0\n4 1\n", 10.5}, {"2.5 0\n4 1\n8 0\n9 1\n", 16}, {"0.5 0\n4.75 1\n", 10.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct test_instance test;
        struct rd_simulation simulation;
        struct rd_error error = {0};
        struct rd_engine *engine = open_pair(&test, "", "state_file='profile'", cases[i].profile);
        test.instance.goal = RD_BALANCE;
        test.instance.balance_error = 1;
        test.instance.word_bytes = 1;
        if (!run(engine, &test, "online-cube-exchange", &simulation, &error))
            fail_msg("%s", error.message);
        assert_int_equal(simulation.trace.transfer_count, 3);
        assert_int_equal(simulation.final[0], 4);
        assert_int_equal(simulation.final[1], 4);
        if (simulation.makespan_s != cases[i].end_s)
            fail_msg("case %zu ends at %.17g s", i, simulation.makespan_s);
        rd_engine_close(engine);
    }
}

/* Lost at 2.5 s, then sent every 4 s: the 10,000th time at 2.5 + 9,999 * 4. */
static void a_link_that_never_comes_back_is_named(void **state)
{
    (void)state;
    struct test_instance test;
    struct rd_simulation simulation;
    struct rd_error error = {0};
    struct rd_engine *engine = open_pair(&test, "", "state_file='profile'", "2.5 0\n1e9 1\n");
    test.instance.goal = RD_BALANCE;
    test.instance.balance_error = 1;
    assert_false(run(engine, &test, "online-cube-exchange", &simulation, &error));
    assert_int_equal(error.code, RD_ERROR_RUN);
    assert_string_equal(error.message, "the link from h0 to h1 failed at 39998.5 s");
    rd_engine_close(engine);
}

/* Host 0 computes, sends items to host 1 and is gone at 3.5 s. */
static void a_host_that_fails_is_named(void **state)
{
    (void)state;
    struct test_instance test;
    struct rd_simulation simulation;
    struct rd_error error = {0};
    struct rd_engine *engine = open_pair(&test, "state_file='profile'", "", "3.5 0\n");
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    test.instance.word_bytes = 0;
    assert_false(run(engine, &test, "online-work-stealing", &simulation, &error));
    assert_int_equal(error.code, RD_ERROR_RUN);
    assert_string_equal(error.message, "h0 failed at 3.5 s");
    rd_engine_close(engine);
}

/* 8 items of 1 flop: host 0 computes one a second until 2 s, then one in 4 s. Host 1 asks at 0, is
 * given 4 of the 7 that wait, and has them at 4 s. Host 0 has computed 2 by 2 s, and a third one by
 * 6 s; its last ends at 10 s. Host 1 ends its four at 8 s; it asks again, and nothing waits. */
static void speeds_may_change(void **state)
{
    (void)state;
    struct test_instance test;
    struct rd_simulation simulation;
    struct rd_error error = {0};
    struct rd_engine *engine = open_pair(&test, "speed_file='profile'", "", "2 0.25\n");
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    test.instance.word_bytes = 0;
    if (!run(engine, &test, "online-work-stealing", &simulation, &error))
        fail_msg("%s", error.message);
    if (simulation.makespan_s != 10)
        fail_msg("it ends at %.17g s", simulation.makespan_s);
    assert_int_equal(simulation.final[0] + simulation.final[1], 0);
    rd_engine_close(engine);
}

/* Three hosts behind a switch, links of 1 s an item, that from host 0 to host 1 of 4 s from 2 s on.
 */
static struct rd_engine *open_triangle(struct test_instance *test)
{
    static struct rd_named_text file = {"profile", "2 0.25\n"};
    const char *text = "<zone id='all' routing='Full'>\n<host id='h0' speed='1f'/>\n"
                       "<host id='h1' speed='1f'/>\n<host id='h2' speed='1f'/>\n";
    for (int i = 0; i < 6; i++)
        text = rd_arena_print(&test_arena, "%s<link id='l%d' bandwidth='1Bps' latency='0s' %s/>\n",
                              text, i, i == 0 ? "bandwidth_file='profile'" : "");
    for (int i = 0; i < 6; i++)
        text = rd_arena_print(&test_arena,
                              "%s<route src='h%d' dst='h%d' symmetrical='NO'><link_ctn id='l%d'/>"
                              "</route>\n",
                              text, i / 2, i % 2 + (i % 2 >= i / 2), i);
    struct rd_platform_source platform =
        test_platform(rd_arena_print(&test_arena, "%s</zone>\n", text), &test_arena);
    platform.file = &file;
    platform.file_count = 1;
    *test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, 1);
    test_instance_reach(test, (const int64_t[]){8, 0, 0}, (const int64_t[]){0, 8, 0});
    test->instance.word_bytes = 0;
    struct rd_engine_settings settings = {.varies = true};
    return test_open_engine(platform, &settings, test, &test_arena);
}

/* Eight items from host 0 to host 1: two in 2 s, then each takes 4 s: 26 s in all. The third ends
 * at 6 s, and says so. Over host 2 the other five take 6 s: at 12 s. Plans are made anew there if
 * that message, 4 times slower, counts as late, or if a period ended on its way. */
static void what_is_late_is_planned_anew(void **state)
{
    (void)state;
    static const struct {
        const char *period, *late;
        double end_s;
    } cases[] = {{"1000", "0", 26}, {"1000", "4.5", 26}, {"1000", "3.5", 12}, {"3", "0", 12}};
    const struct rd_algorithm *replan = rd_algorithm_named("online-replan");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_option given[] = {{"period", cases[i].period}, {"late", cases[i].late}};
        struct rd_options options = {
            .spec = replan->options, .given = given, .given_count = 2, .seed = 1};
        struct test_instance test;
        struct rd_simulation simulation;
        struct rd_plan plan = {0};
        struct rd_error error = {0};
        struct rd_engine *engine = open_triangle(&test);
        assert_true(replan->plan(replan, &test.instance, &options, &test_arena, &test_scratch,
                                 &plan, NULL));
        if (!rd_engine_simulate(engine, &test.instance, &plan, true, &test_arena, &simulation,
                                &error))
            fail_msg("%s", error.message);
        assert_int_equal(simulation.final[1], 8);
        if (simulation.makespan_s != cases[i].end_s)
            fail_msg("case %zu ends at %.17g s", i, simulation.makespan_s);
        rd_engine_close(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(what_is_lost_is_sent_again_and_counted_once),
        ARENAS_TEST(a_link_that_never_comes_back_is_named),
        ARENAS_TEST(a_host_that_fails_is_named),
        ARENAS_TEST(speeds_may_change),
        ARENAS_TEST(what_is_late_is_planned_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
