/* redist explain and redist check: in words. */
#include "program.h"

#include <string.h>

/* One-way ring, 1 2 1 s an item, loads (3, 1, 1), final loads (1, 1, 3): h1 is busy over [0, 2]
 * with its own item and over [2, 4] with one of h0's, and that makes the 4 s of Theorem 2. */
static const char *write_scenario(struct test_place *place)
{
    return test_write(
        place, "three.xml",
        "<scenario name=\"three\">\n"
        "<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"list 1 2 1\"/>\n"
        "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-2]\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"
        "<load host=\"h1\" items=\"1\" after=\"1\"/>\n"
        "<load host=\"h2\" items=\"1\" after=\"3\"/>\n</loads>\n"
        "<goal reach=\"after\"/>\n"
        "<run algorithm=\"ring-one-way\"/>\n<run algorithm=\"ring-one-way-equal\"/>\n"
        "</scenario>\n");
}

static void explains_the_makespan(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "explain", write_scenario(place), NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    /* The bound's own words are the algorithm's; what they must name is this. */
    test_contains(run.out,
                  "ring-one-way\nbound: 4 s (Theorem 2, corrected (no absolute value)): The "
                  "slice from h0 to h1 has 2 items too many");
    test_contains(run.out,
                  "which takes 2 s an item. A schedule reaches it.\n"
                  "bottleneck: the slice from h0 to h1\n"
                  "certificate, checked: in ticks of 1 s, no schedule ends by 3 s\n"
                  "prices of a tick: link h1 > h2 1\n"
                  "potentials of an item: h0 2, h1 2, h2 0\n"
                  "sum of potential * (load - final load): 4 or more; sum of price * ticks that "
                  "are left: 2 or less\n"
                  "plan: 4 s, the bound\n"
                  "critical path: 2 of 4 transfers and computations, each waiting for the one "
                  "before\n"
                  "NO  START  END  FROM  TO  WHAT    REASON\n"
                  " 1      0    2  h1    h2  1 item  starts at 0\n"
                  " 2      2    4  h1    h2  1 item  sends after 1\n"
                  "\n"
                  "ring-one-way-equal\n"
                  "refused: an item takes 1 s from h0 to h1 and 2 s from h1 to "
                  "h2: equal links are needed");
}

/* 100 items over one link of 1 s: a critical path of 100 transfers, shown by its two ends. */
static void shortens_long_paths(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "long.xml",
                   "<scenario name=\"long\">\n"
                   "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"101\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"101\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "critical path: 100 of 100 transfers");
    test_contains(run.out, "\n... 60 more (--full shows them) ...\n");
    test_contains(run.out, "\n100     99  100  h0    h1  1 item  sends after 99\n");
    assert_null(strstr(run.out, "sends after 49\n"));
    run = test_redist(place, "explain", path, "--full", NULL);
    test_status(&run, 0);
    test_contains(run.out, "sends after 49\n");
}

/* Both hosts hold what they shall, and the bound is 0. */
static void says_that_nothing_moves(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "still.xml",
                   "<scenario name=\"still\">\n"
                   "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"2\" after=\"2\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"1\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "plan: 0 s, the bound\ncritical path: empty, nothing moves\n");
}

/* A plan in free order has no clock of its own. */
static void says_that_the_network_decides(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "free.xml",
                   "<scenario name=\"free\">\n<platform generator=\"switch\" hosts=\"2\"/>\n"
                   "<topology shape=\"switch\" hosts=\"h0 h1\"/>\n"
                   "<loads generator=\"matrix\" rows=\"2 5; 4 9\"/>\n<goal reach=\"gather\"/>\n"
                   "<run algorithm=\"switch-volume\">\n"
                   "<option name=\"schedule\" value=\"all-at-once\"/></run>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "\nplan: no time: in free order the network decides\n");
    assert_null(strstr(run.out, "critical path:"));
}

/* Two items over two links of 1 s a message and 2 s an item: 9 s, in two messages. */
static void tells_what_ports_are_charged(void **state)
{
    struct test_run run =
        test_redist(*state, "explain", "scenarios/findings/bundles_split_forwarding.xml", NULL);
    test_status(&run, 0);
    test_contains(run.out, "certificate, checked: in ticks of 1 s, no schedule ends by 8 s\n"
                           "fixed charges (hub) of the send port of h1: 9 ticks or more\n");
}

/* System 6 argues by how many items h0 sends to h1, and so by the send ports of both. The
 * certificate prices what the solver found, one of them not. */
static void says_that_prices_are_another_proof(void **state)
{
    struct test_run run = test_redist(*state, "explain", "scenarios/ring_two_way_unequal.xml",
                                      "--algorithm", "ring-two-way-light", NULL);
    test_status(&run, 0);
    test_contains(run.out, "bound: 5 s (System 6): With 3 items or fewer going net from h0 to h1, "
                           "h0 sends for 5 s or more");
    test_contains(run.out, "\nbottleneck: the send port of h0 and the send port of h1\n"
                           "certificate, checked (another proof, by other ports than the bound's): "
                           "in ticks of 1 s, no schedule ends by 4 s\n");
}

/* h0 has one item too many: a name begins the sentence as the scenario writes it. */
static void writes_names_as_they_are(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "name.xml",
                   "<scenario name=\"name\">\n"
                   "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"2\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"2\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "): h0 has 1 item too many");
}

static void says_that_a_statement_is_wrong(void **state)
{
    struct test_run run =
        test_redist(*state, "explain", "scenarios/findings/theorem_2_absolute_value.xml",
                    "--algorithm", "ring-one-way-printed", NULL);
    test_status(&run, 0);
    test_contains(run.out, "bound: 2 s (Theorem 2, as printed): ");
    test_contains(run.out, "This bound is known to be wrong.\nplan: 1 s, 0.5 times the bound\n");
    test_contains(run.out,
                  "failed: the bound 2 s (Theorem 2, as printed) is above the time 1 s of a "
                  "legal schedule\n");
}

/* Two hosts, 1 s of latency and 1 s an item: two items one by one take 4 s, in one message 3 s.
 * Lemma 1's bound is that of items one by one, and every output says so. */
static void says_among_which_schedules_a_bound_holds(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "latency.xml",
                   "<scenario name=\"latency\">\n"
                   "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\" "
                   "latency=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"3\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "bound: 3 s (fixed charges)");
    test_contains(run.out, "bound of item-by-item schedules: 4 s (Lemma 1)");
    run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "1.3333 times the bound 3 s (fixed charges), equal to the bound 4 s of "
                           "item-by-item schedules (Lemma 1): optimal among item-by-item schedules "
                           "only, proved by certificate");
    const char *plan =
        test_write(place, "plan.csv", "round,from,to,kind,items,messages\n0,h0,h1,0,2,1\n");
    run = test_redist(place, "judge", path, plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, "time       3 s\n");
    test_contains(run.out, "bound      3 s (fixed charges): reached, so the schedule is optimal\n");
}

/* Every bound of the problem: Lemma 1's of its class, and what latencies add up to. */
static void lists_the_bounds_of_the_problem(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "bounds.xml",
                   "<scenario>\n<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" "
                   "cost=\"1\" latency=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"
                   "<load host=\"h1\" items=\"1\" after=\"3\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out,
                  "\nring-slice      item-by-item   4 s       1  prices         Lemma 1\n");
    test_contains(run.out, "\nring-charges    all            3 s  1.3333  ");
    run = test_redist(place, "plan", path, "--bound", "ring-charges", NULL);
    test_status(&run, 0);
    test_contains(run.out, "4 s          -  1.3333  no");
    run = test_redist(place, "plan", path, "--bound", "ring-charge", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--bound ring-charge: what `redist list bounds` names is accepted (did "
                           "you mean \"ring-charges\"?)\n");
    run = test_redist(place, "plan", path, "--bound", "cube-cuts", NULL);
    test_status(&run, 2);
    test_contains(run.err,
                  "--bound cube-cuts: it is for other networks, ports, goals or sizes than ");
    run = test_redist(place, "plan", path, "--bound", "ring-slice-printed", NULL);
    test_status(&run, 2);
    test_contains(run.err, "it is only claimed, and wrong");
}

static void checks_a_scenario(void **state)
{
    struct test_place *place = *state;
    const char *path = write_scenario(place);
    struct test_run run = test_redist(place, "check", path, NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    const char *expected =
        rd_arena_print(&place->arena,
                       "scenario   three (%s)\n"
                       "platform   generated\n"
                       "topology   one-way ring of 3 hosts: h0 h1 h2\n"
                       "reach      degree 1, diameter 2\n"
                       "network    exact model; ports: one\n"
                       "links      3 directed, unequal: 1 to 2 s an item\n"
                       "items      1 byte each\n"
                       "loads      5 items, 1 to 3 a host\n"
                       "goal       reach the final loads: 2 items have to leave their hosts\n"
                       "\n"
                       "ALGORITHM ",
                       path);
    assert_int_equal(strncmp(run.out, expected, strlen(expected)), 0);
    /* Every algorithm for rings answers, the wrong statements too. */
    test_contains(run.out, "\nring-one-way  ");
    test_contains(run.out, "  accepts\n");
    test_contains(run.out, "\nring-one-way-printed ");
    test_contains(run.out, "refuses: an item takes 1 s from h0 to h1 and 2 s from h1 to "
                           "h2: equal links are needed");
    test_contains(run.out, "\nrefuse     the ring's direction is one-way: they take two-way (");
    test_contains(run.out, " algorithms): ring-two-way-equal, ring-two-way-equal-printed, ");
    assert_null(strstr(run.out, "\nring-two-way-equal "));
}

/* Items of 3 flops on hosts of 1 flop/s, 2 kinds, links with latency. */
static void checks_all_that_a_scenario_says(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "rich.xml",
        "<scenario name=\"rich\">\n"
        "<platform generator=\"ring\" hosts=\"20\" direction=\"two-way\" cost=\"2\" "
        "latency=\"1\"/>\n"
        "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h[0-19]\"/>\n"
        "<network model=\"tcp\" ports=\"all\"/>\n"
        "<items bytes=\"4\" flops=\"3\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"3\"/>\n<load host=\"h0\" kind=\"1\" items=\"4\"/>\n"
        "</loads>\n<goal reach=\"balance\" error=\"2\"/>\n<run algorithm=\"all\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "check", path, NULL);
    test_status(&run, 0);
    test_contains(run.out,
                  "topology   two-way ring of 20 hosts: h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 "
                  "h13 h14 ... h19\n"
                  "reach      degree 2, diameter 10\n"
                  "network    tcp model; ports: all\n"
                  "links      40 directed, all equal: 9 s an item, of which latency 1 s\n"
                  "items      4 bytes each, computed in 3 s\n"
                  "loads      7 items of 2 kinds, 0 to 7 a host\n"
                  "goal       balance within 2\n");
}

/* Hosts 0 and 1 hold 10 items each, 5 of them of kind 0, of which there are 10: with kind 0 they
 * handle 5, else 7 or more. */
static void says_what_certifies_a_relabelling(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "gather.xml",
                   "<scenario name=\"gather\">\n"
                   "<platform generator=\"switch\" hosts=\"3\" cost=\"2\"/>\n"
                   "<topology shape=\"switch\" hosts=\"h[0-2]\"/>\n"
                   "<loads generator=\"matrix\" rows=\"5 3 2; 5 3 2; 0 1 1\"/>\n"
                   "<goal reach=\"gather\"/>\n<run algorithm=\"switch-steps\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "bound: 14 s (fewest steps): Steps 7 are the fewest: in fewer, hosts h0 "
                           "and h1 could keep kind 0 only. A schedule reaches it.\n"
                           "bottleneck: hosts h0 and h1\n"
                           "certificate: Steps 7 are the fewest: in fewer, hosts h0 and h1 could "
                           "keep kind 0 only.\n"
                           "plan: 14 s, the bound\n");
}

/* 20,000,001 messages are more than a trace may have: bound and plan are said all the same. */
static void says_that_a_path_is_too_long(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "long.xml",
                   "<scenario><platform generator=\"ring\" direction=\"one-way\" hosts=\"2\" "
                   "cost=\"1\"/><topology shape=\"ring\"/><loads><load host=\"h0\" "
                   "items=\"20000001\" after=\"0\"/><load host=\"h1\" items=\"0\" "
                   "after=\"20000001\"/></loads><goal reach=\"after\"/>"
                   "<run algorithm=\"ring-shorter-way\"/></scenario>");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "plan: 20000001 s, the bound\ncritical path: no trace: ");
    test_contains(run.out, "beyond 20000000\n");
}

/* 276 s an item forward and 481 s backward are in no ratio of small numbers, but prices of 2 and 1
 * show the same date: nobody is told ten digits in their place. */
static void prices_ports_in_small_numbers(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "small.xml",
        "<scenario>\n<platform generator=\"ring\" hosts=\"8\" direction=\"two-way\" cost=\"list "
        "65 174 276 207 101 885 542 267 116 481 592 429 385 809 106 74\"/>\n"
        "<topology shape=\"ring\"/>\n<network ports=\"all\"/>\n<loads>\n"
        "<load host=\"h0\" items=\"0\" after=\"1\"/>\n"
        "<load host=\"h1\" items=\"0\" after=\"0\"/>\n"
        "<load host=\"h2\" items=\"12\" after=\"3\"/>\n"
        "<load host=\"h3\" items=\"0\" after=\"3\"/>\n"
        "<load host=\"h4\" items=\"0\" after=\"0\"/>\n"
        "<load host=\"h5\" items=\"0\" after=\"3\"/>\n"
        "<load host=\"h6\" items=\"0\" after=\"2\"/>\n"
        "<load host=\"h7\" items=\"0\" after=\"0\"/>\n</loads>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"ring-all-port\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "explain", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "no schedule ends by 1931 s\n"
                           "prices of a tick: link h2 > h3 2, link ");
    test_contains(run.out, " 1\npotentials of an item: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explains_the_makespan),
        cmocka_unit_test(shortens_long_paths),
        cmocka_unit_test(says_that_a_path_is_too_long),
        cmocka_unit_test(says_that_nothing_moves),
        cmocka_unit_test(says_that_the_network_decides),
        cmocka_unit_test(tells_what_ports_are_charged),
        cmocka_unit_test(says_that_prices_are_another_proof),
        cmocka_unit_test(prices_ports_in_small_numbers),
        cmocka_unit_test(writes_names_as_they_are),
        cmocka_unit_test(says_that_a_statement_is_wrong),
        cmocka_unit_test(checks_a_scenario),
        cmocka_unit_test(checks_all_that_a_scenario_says),
        cmocka_unit_test(says_among_which_schedules_a_bound_holds),
        cmocka_unit_test(lists_the_bounds_of_the_problem),
        cmocka_unit_test(says_what_certifies_a_relabelling),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
