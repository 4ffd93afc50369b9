/* redist rebalance: words, lists, certificates, what is wrong. Hosts weigh 1, 1, 1 and 2 of 17
 * bytes: 3.4 each, and 6.8. With a fifth of tolerance they hold 3 to 4, and 6 to 8 (5.44 to 8.16).
 * h3 holds none: of sizes 4 4 3 3 2 1 at least 6 arrive. The two of the group `users` lie in one
 * rack, so one of 3 leaves it. 3 and 2 of h0 and 1 of h1 make 6, and leave 4, 3 and 4. */
#include "program.h"

#include <string.h>

#define SCENARIO(loads)                                                                            \
    "<scenario><platform generator=\"switch\" hosts=\"4\" cost=\"1\"/>"                            \
    "<topology shape=\"switch\"/><goal reach=\"place\"/>" loads "</scenario>"
#define HOSTS "<target host=\"h3\" weight=\"2\"/><rack name=\"r1\" hosts=\"h0 h1\"/>"

static const char *write_case(struct test_place *place)
{
    return test_write(place, "cluster.xml",
                      SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\" group=\"logs\"/>"
                               "<object name=\"b\" bytes=\"4\" at=\"h2\" group=\"logs\"/>"
                               "<object name=\"c\" bytes=\"3\" at=\"h0\" group=\"users\"/>"
                               "<object name=\"d\" bytes=\"3\" at=\"h1\" group=\"users\"/>"
                               "<object name=\"e\" bytes=\"2\" at=\"h0\"/>"
                               "<object name=\"f\" bytes=\"1\" at=\"h1\"/>" HOSTS "</loads>"));
}

/* One port takes 6 s for 6 bytes. */
static void says_what_moves(void **state)
{
    struct test_run run =
        test_redist(*state, "rebalance", write_case(*state), "--tolerance", "0.2", NULL);
    test_status(&run, 0);
    assert_string_equal(
        run.out, "objects     6 of 17 bytes on 4 hosts; tolerance 0.2\n"
                 "moved       3 objects, 6 bytes; at least 6 (what must arrive at hosts): the "
                 "fewest, all placements were tried\n"
                 "reached     tolerance 0.176471\n"
                 "schedule    6 s by objects-search; bound 6 s (busiest port)\n");
}

/* On a ring of four with all objects on h0: each of its neighbours is sent one of 4 s, and a third
 * goes by one of them: h0 sends for 12 s, and what it sends first has 4 s more to go. */
static void plans_by_way_of_other_hosts(void **state)
{
    static const char scenario[] =
        "<scenario><platform generator=\"ring\" direction=\"two-way\" hosts=\"4\" cost=\"1\"/>"
        "<topology shape=\"ring\" direction=\"two-way\"/><goal reach=\"place\" relay=\"yes\"/>"
        "<loads><object name=\"a\" bytes=\"4\" at=\"h0\"/><object name=\"b\" bytes=\"4\" "
        "at=\"h0\"/>"
        "<object name=\"c\" bytes=\"4\" at=\"h0\"/><object name=\"d\" bytes=\"4\" "
        "at=\"h0\"/></loads>"
        "</scenario>";
    struct test_run run = test_redist(*state, "rebalance", test_write(*state, "ring.xml", scenario),
                                      "--tolerance", "0.05", NULL);
    test_status(&run, 0);
    test_contains(run.out, "schedule    12 s by objects-relayed; bound 12 s");
}

/* What is written can be read, as the list of a scenario: as many bytes in as many seconds. */
static void writes_a_list(void **state)
{
    const char *list = test_path(*state, "list.csv");
    struct test_run run = test_redist(*state, "rebalance", write_case(*state), "--tolerance", "0.2",
                                      "--out", list, NULL);
    test_status(&run, 0);
    const char *scenario = test_write(
        *state, "moves.xml",
        SCENARIO("<loads objects=\"list.csv\"/><run algorithm=\"objects-first-come\"/>"));
    json_t *rows = test_redist_json(*state, 0, "plan", scenario, "--format", "json", NULL);
    assert_true(test_number_of(json_array_get(rows, 0), "planned_s") == 6);
    json_decref(rows);
}

/* The same of a file, whose columns say where objects are. */
static void reads_a_file(void **state)
{
    test_write(*state, "objects.csv",
               "name,bytes,at,group\na,4,h0,logs\nb,4,h2,logs\nc,3,h0,users\nd,3,h1,users\n"
               "e,2,h0,\nf,1,h1,\n");
    const char *scenario = test_write(*state, "file.xml",
                                      SCENARIO("<loads objects=\"objects.csv\">" HOSTS "</loads>"));
    json_t *rows = test_redist_json(*state, 0, "rebalance", scenario, "--tolerance", "0.2",
                                    "--format", "json", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_true(test_number_of(row, "moved_bytes") == 6);
    assert_true(test_number_of(row, "bound_bytes") == 6);
    assert_true(json_is_true(json_object_get(row, "fewest")));
    json_decref(rows);
}

/* 3.4 and 6.8 are no whole bytes: without a tolerance no load is within, 0.6 or 0.4 of a byte is
 * missed everywhere. */
static void says_what_is_missed(void **state)
{
    struct test_run run =
        test_redist(*state, "rebalance", write_case(*state), "--tolerance", "0", NULL);
    test_status(&run, 0);
    test_contains(run.out, "no placement has fewer bytes outside, all were tried");
    test_contains(run.out, "h3 ");
}

static void refuses(void **state)
{
    const struct {
        const char *name, *text, *says;
    } cases[] = {
        {"moved.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" from=\"h0\" to=\"h1\"/></loads>"),
         "objects that say where they go: redist rebalance takes objects with at"},
        {"both.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\" to=\"h1\"/></loads>"),
         "<object> with at and to: name, bytes, at and group are accepted where at is given"},
        {"mixed.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\"/>"
                  "<object name=\"b\" bytes=\"4\" from=\"h0\" to=\"h1\"/></loads>"),
         "objects with to and objects with at"},
        {"rack.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\"/><rack name=\"r\" hosts=\"h0\"/>"
                  "<rack name=\"s\" hosts=\"h0\"/></loads>"),
         "host \"h0\" in a second rack (first on line 1)"},
        {"target.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\"/>"
                  "<target host=\"h0\" weight=\"1\"/><target host=\"h0\" weight=\"2\"/></loads>"),
         "target of host \"h0\" a second time (first on line 1)"},
        {"weights.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" from=\"h0\" to=\"h1\"/>"
                  "<target host=\"h0\" weight=\"1\"/></loads>"),
         "<target> or <rack> beside objects with to"},
        {"groups.xml",
         SCENARIO("<loads><object name=\"a\" bytes=\"4\" at=\"h0\" group=\"g\"/>"
                  "<object name=\"b\" bytes=\"4\" at=\"h1\" group=\"g\"/>"
                  "<rack name=\"r\" hosts=\"h[0-3]\"/></loads>"),
         "b is one of more than 1 objects of its group"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = test_write(*state, cases[i].name, cases[i].text);
        struct test_run run = test_redist(*state, "rebalance", path, "--tolerance", "0", NULL);
        test_status(&run, 3);
        test_contains(run.err, cases[i].says);
    }
    struct test_run run = test_redist(*state, "plan", write_case(*state), NULL);
    test_status(&run, 3);
    test_contains(run.err, "redist rebalance");
    run = test_redist(*state, "rebalance", write_case(*state), "--tolerance", "0.0000001", NULL);
    test_contains(run.err, "of up to six decimals, is accepted");
    run = test_redist(*state, "rebalance", write_case(*state), NULL);
    test_contains(run.err, "--tolerance X");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_moves),     cmocka_unit_test(plans_by_way_of_other_hosts),
        cmocka_unit_test(writes_a_list),       cmocka_unit_test(reads_a_file),
        cmocka_unit_test(says_what_is_missed), cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
