/* redist recommend: what to use, how far it is from the least time, and why. */
#include "program.h"

#include <string.h>

/* 3 s is the bound (see the scenario), which the optimal algorithm meets: nobody else is asked. */
static void ends_where_a_plan_is_proved(void **state)
{
    struct test_run run =
        test_redist(*state, "recommend", "scenarios/ring_two_way_equal.xml", NULL);
    test_status(&run, 0);
    static const char expected[] =
        "use       ring-two-way-equal: 3 s\n"
        "distance  none: no legal schedule takes less than 3 s (Lemma 6, with a certificate)\n"
        "why       the shortest of 2 plans (ring-shorter-way: 4 s), planned in ";
    assert_true(strncmp(run.out, expected, strlen(expected)) == 0);
    test_contains(run.out, "ms; no other can be shorter\n");
    assert_string_equal(run.err, "");
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
                           "less than 30 s (fixed charges, with a certificate)\n");
    test_contains(run.out, "(ring-shorter-way: 210 s)");
}

/* Of a stencil no bound of all legal schedules is known. */
static void says_what_is_not_known(void **state)
{
    struct test_run run = test_redist(*state, "recommend", "scenarios/stencil_tradeoff.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, "use       stencil-search: 24 s\n"
                           "distance  unknown: no bound of all legal schedules is known\n");
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
        cmocka_unit_test(prefers_what_is_shortest),
        cmocka_unit_test(says_what_is_not_known),
        cmocka_unit_test(says_that_there_is_no_plan),
        cmocka_unit_test(takes_seconds),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
