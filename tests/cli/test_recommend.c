/* redist recommend: what to use, how far it is from the least time, and why. */
#include "program.h"

#include <string.h>

/* 3 s is the bound (see the scenario), which the optimal algorithm meets: nobody else is asked.
 * Links carry |S - x| of the partial sums S = 2 4 5 4 2 0 0 0; x = 2, their median, makes that at
 * most 3, and 13 in all. */
static void ends_where_a_plan_is_proved(void **state)
{
    struct test_run run =
        test_redist(*state, "recommend", "scenarios/ring_two_way_equal.xml", NULL);
    test_status(&run, 0);
    static const char expected[] =
        "use       ring-two-way-equal: 3 s\n"
        "distance  none: no legal schedule takes less than 3 s (Lemma 6, with a certificate)\n"
        "moves     13 items over links, in 13 messages; no plan that was made moves fewer\n"
        "why       the shortest of 2 plans (ring-shorter-way: 4 s), planned in ";
    assert_true(strncmp(run.out, expected, strlen(expected)) == 0);
    test_contains(run.out, " ms, all plans in ");
    test_contains(run.out, " s; no other can be shorter\n");
    assert_string_equal(run.err, "");
}

/* What recommend says, but for how long it took to plan. */
static const char *said_with_jobs(struct test_place *place, const char *scenario, const char *jobs)
{
    struct test_run run =
        test_redist(place, "recommend", scenario, "--jobs", jobs, "--within", "600", NULL);
    test_status(&run, 0);
    const char *times = strstr(run.out, ", planned in "), *all = strstr(run.out, "all plans in ");
    assert_non_null(times);
    assert_non_null(all);
    const char *rest = strstr(all, " s");
    return rd_arena_print(&place->arena, "%.*s%s", (int)(times - run.out), run.out, rest);
}

/* In the first one a plan is proved while others are made; the others end when all are. */
static void says_the_same_for_any_number_of_jobs(void **state)
{
    static const char *const scenarios[] = {"scenarios/ring_two_way_equal.xml",
                                            "scenarios/stencil_tradeoff.xml",
                                            "scenarios/real_cluster.xml"};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        const char *alone = said_with_jobs(*state, scenarios[i], "1");
        assert_string_equal(said_with_jobs(*state, scenarios[i], "2"), alone);
        assert_string_equal(said_with_jobs(*state, scenarios[i], "64"), alone);
    }
}

/* Two hosts, 20 s of latency, 1 s an item: 10 items one by one take 210 s, in one message 30 s. */
static void prefers_what_is_shortest(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "latency.xml",
                   "<scenario>\n<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" "
                   "cost=\"1\" latency=\"20\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"11\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"11\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "recommend", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "use       ring-bundled: 30 s\ndistance  none: no legal schedule takes "
                           "less than 30 s (fixed charges, with a certificate)\n"
                           "moves     10 items over links, in 1 message; no plan that was made "
                           "moves fewer\n");
    test_contains(run.out, "(ring-shorter-way: 210 s)");
}

/* h0 sends 20 of 30 items, 1 s each to h1, 1.005 s each to h2. In 20 s, its port's bound, all go to
 * h1, and 10 go on: 30 items over links. Planners of a switch send 10 to each: 20.05 s, 0.25 %
 * longer. At 1.05 s they would take 20.5 s, 2.5 %, and are not named. */
static void names_what_moves_less(void **state)
{
    static const char platform[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
        "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
        "<zone id=\"z\" routing=\"Full\">\n<host id=\"h0\" speed=\"1Gf\"/>\n"
        "<host id=\"h1\" speed=\"1Gf\"/>\n<host id=\"h2\" speed=\"1Gf\"/>\n"
        "<link id=\"fast\" bandwidth=\"1kBps\" latency=\"0s\" sharing_policy=\"FATPIPE\"/>\n"
        "<link id=\"slow\" bandwidth=\"%sBps\" latency=\"0s\" sharing_policy=\"FATPIPE\"/>\n"
        "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"fast\"/></route>\n"
        "<route src=\"h1\" dst=\"h2\"><link_ctn id=\"fast\"/></route>\n"
        "<route src=\"h0\" dst=\"h2\"><link_ctn id=\"slow\"/></route>\n"
        "</zone>\n</platform>\n";
    static const char scenario[] =
        "<scenario>\n<platform file=\"three.xml\"/>\n"
        "<topology shape=\"switch\" hosts=\"h0 h1 h2\"/>\n<items bytes=\"1000\"/>\n"
        "<loads><load host=\"h0\" items=\"30\"/></loads>\n<goal reach=\"balance\"/>\n"
        "<run algorithm=\"all\"/>\n</scenario>\n";
    struct test_place *place = *state;
    test_write(place, "three.xml", rd_arena_print(&place->arena, platform, "995.024875621890547"));
    const char *path = test_write(place, "less.xml", scenario);
    struct test_run run = test_redist(place, "recommend", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, ": 20 s\ndistance  none: ");
    test_contains(run.out, "moves     30 items over links, in ");
    test_contains(run.out, "; the fewest of all plans made: 20 (switch-transport)\n"
                           "or        switch-transport: 20.05 s, 0.25 % longer, moves 20: 10 "
                           "fewer\n");
    test_write(place, "three.xml", rd_arena_print(&place->arena, platform, "952.380952380952381"));
    run = test_redist(place, "recommend", path, NULL);
    test_contains(run.out, "; the fewest of all plans made: 20 (switch-transport)\nwhy ");
}

/* One host of a one-way ring of 6 has 16 bytes for all; a message takes 1 s of latency, and 1 s a
 * byte. In p equal items they take (5 + p - 1) (1 + 16 / p) s: 85 s in one, and the least, 36 s, in
 * sqrt(4 * 16) = 8, of 2 bytes. Items of 1 byte are no better: their messages carry two. */
static void names_the_best_size(void **state)
{
    static const char scenario[] =
        "<scenario>\n<platform generator=\"ring\" direction=\"one-way\" hosts=\"6\" cost=\"1\" "
        "latency=\"1\"/>\n<topology shape=\"ring\"/>\n<goal reach=\"copies\"/>\n"
        "<loads generator=\"broadcast\" bytes=\"16\"/>\n<run algorithm=\"all\"/>\n</scenario>\n";
    struct test_place *place = *state;
    const char *path = test_write(place, "size.xml", scenario);
    struct test_run run = test_redist(place, "recommend", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "use       copies-greedy: 85 s\n");
    test_contains(run.out, "\npieces    piece-bytes 2: 36 s (copies-greedy), and 85 s with the "
                           "scenario's 0; the best of ");
    run = test_redist(place, "recommend", path, "--set", "load-piece-bytes=2", NULL);
    test_contains(run.out, "\npieces    piece-bytes 2, the scenario's, is the best of ");
    /* With a byte there is nothing to cut, and deadlines are about the scenario as it is. */
    run = test_redist(place, "recommend", path, "--set", "load-bytes=1", NULL);
    assert_null(strstr(run.out, "pieces"));
    run = test_redist(place, "recommend", path, "--by", "40", NULL);
    assert_null(strstr(run.out, "pieces"));
}

/* Of a stencil no bound of all legal schedules is known. */
static void says_what_is_not_known(void **state)
{
    struct test_run run = test_redist(*state, "recommend", "scenarios/stencil_tradeoff.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, "use       stencil-search: 24 s\n"
                           "distance  unknown: no bound of all legal schedules is known\n");
}

/* Plans and bounds are of nominal costs: where bandwidths vary, or the model is another one, that
 * is said, and a no is none without it. */
static void says_what_its_times_hold_for(void **state)
{
    static const char path[] = "scenarios/ring_two_way_equal.xml";
    struct test_run run = test_redist(*state, "recommend", path, NULL);
    assert_null(strstr(run.out, "limits"));
    run = test_redist(*state, "recommend", path, "--set", "profile=steps 0.5 1.5 1.9", NULL);
    test_status(&run, 0);
    test_contains(run.out, "nominal bandwidths, and the scenario's model is exact varying:\n");
    run = test_redist(*state, "recommend", path, "--set", "model=tcp", "--by", "2", NULL);
    test_status(&run, 0);
    test_contains(run.out, "no        no legal schedule takes less than 3 s (");
    test_contains(run.out, "nominal bandwidths, and the scenario's model is tcp:\n");
}

/* Its messages meet on the link between the racks, which algorithms for a switch do not know: their
 * plans are timed as the network plays them, and compared with the bound. */
static void knows_the_distance_where_links_are_shared(void **state)
{
    struct test_run run = test_redist(*state, "recommend", "scenarios/real_cluster.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, "distance  at most ");
    assert_null(strstr(run.out, "unknown"));
}

/* Table 1: 12 s is the optimum. By 12 s hosts 2 and 3 could compute 1 item each, from 3 s and 2 s
 * on (9 s and 10 s an item): parts 12 and 8 of 48. Host 0 can have one item too many at the master
 * by 1 s, host 1 by 9 s: parts 4 and 36. The other ring's optimum is 5 s, which only a search
 * proves. */
static void answers_whether_a_time_is_enough(void **state)
{
    struct test_run run =
        test_redist(*state, "recommend", "scenarios/star_table_1.xml", "--by", "12", NULL);
    test_status(&run, 0);
    test_contains(run.out, "yes       the plan of star-");
    test_contains(run.out, "ends at 12 s\n");
    test_contains(run.out,
                  "h2        0      -      1  ...........|....................................\n"
                  "h3        0      -      1  .......|........................................\n"
                  "m                          ...>...............................>............\n");
    run = test_redist(*state, "recommend", "scenarios/star_table_1.xml", "--by", "11.9", NULL);
    test_status(&run, 0);
    test_contains(run.out, "no        no legal schedule takes less than 12 s (");
    static const char tight[] = "scenarios/findings/ring_blocks_tight.xml";
    run = test_redist(*state, "recommend", tight, "--by", "4", NULL);
    test_status(&run, 0);
    assert_true(strncmp(run.out, "no        all schedules were searched by ", 41) == 0);
    test_contains(run.out, ": the shortest takes 5 s\n");
    run = test_redist(*state, "recommend", tight, "--by", "4", "--within", "1e-9", NULL);
    test_status(&run, 0);
    test_contains(run.out, "open      no plan was made; not tried to the end: ");
    assert_null(strstr(run.out, "FROM 0 TO T"));
}

/* Each algorithm that accepts is named; and where none does, that is what is said. */
static void says_that_there_is_no_plan(void **state)
{
    struct test_place *place = *state;
    struct test_run run =
        test_redist(place, "recommend", "scenarios/graph_torus.xml", "--within", "1e-9", NULL);
    test_status(&run, 1);
    assert_string_equal(run.out, "");
    test_contains(run.err, "redist: no algorithm planned this scenario; not tried to the end: "
                           "network-planner (no time left), ");
    const char *path =
        test_write(place, "gather.xml",
                   "<scenario>\n<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads generator=\"matrix\" rows=\"1 1; 1 1\"/>\n<goal reach=\"gather\"/>\n"
                   "<run algorithm=\"all\"/>\n</scenario>\n");
    run = test_redist(place, "recommend", path, NULL);
    test_status(&run, 1);
    test_contains(run.err, "redist: no algorithm planned this scenario: `redist check` says why\n");
}

/* The plan is that of the algorithm that is named. Table 1 has one of 12 s, and none sooner. */
static void writes_the_plan(void **state)
{
    static const char ring[] = "scenarios/ring_two_way_equal.xml";
    static const char star[] = "scenarios/star_table_1.xml";
    struct test_place *place = *state;
    const char *path = test_path(place, "named.csv");
    struct test_run run = test_redist(place, "recommend", ring, "--out", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "use       ring-two-way-equal: 3 s\n");
    struct test_run plan = test_redist(place, "plan", ring, "--algorithm", "ring-two-way-equal",
                                       "--ignore-expect", "--out", "-", NULL);
    test_status(&plan, 0);
    assert_string_equal(test_read(place, path), plan.out);
    run = test_redist(place, "recommend", ring, "--out", "-", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, plan.out);
    test_contains(run.err, "use       ring-two-way-equal: 3 s\n");
    run = test_redist(place, "recommend", ring, "--out", path, "--dates", NULL);
    test_status(&run, 0);
    run = test_redist(place, "judge", ring, path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "trace      legal\n");
    test_contains(run.out, "time       3 s\n");
    path = test_path(place, "by.csv");
    run = test_redist(place, "recommend", star, "--by", "11.9", "--out", path, NULL);
    test_status(&run, 1);
    test_contains(run.err, "by.csv: not written: there is no plan that ends by then\n");
    assert_null(test_read(place, path));
    run = test_redist(place, "recommend", star, "--by", "12", "--out", path, NULL);
    test_status(&run, 0);
    run = test_redist(place, "judge", star, path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "12 s");
}

static void takes_seconds(void **state)
{
    struct test_run run =
        test_redist(*state, "recommend", "scenarios/graph_torus.xml", "--within", "0", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--within");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_where_a_plan_is_proved),
        cmocka_unit_test(says_the_same_for_any_number_of_jobs),
        cmocka_unit_test(prefers_what_is_shortest),
        cmocka_unit_test(names_what_moves_less),
        cmocka_unit_test(names_the_best_size),
        cmocka_unit_test(says_what_is_not_known),
        cmocka_unit_test(says_what_its_times_hold_for),
        cmocka_unit_test(knows_the_distance_where_links_are_shared),
        cmocka_unit_test(answers_whether_a_time_is_enough),
        cmocka_unit_test(says_that_there_is_no_plan),
        cmocka_unit_test(writes_the_plan),
        cmocka_unit_test(takes_seconds),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
