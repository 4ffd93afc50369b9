/* redist plan: plans and their judgement, without a simulation. */
#include "program.h"

#include <string.h>

static const char scenario[] = "scenarios/ring_one_way_unequal.xml";

static void plans_without_simulating(void **state)
{
    json_t *rows = test_redist_json(*state, 0, "plan", scenario, "--format", "json", NULL);
    assert_int_equal(json_array_size(rows), 3);
    /* 8 s: see the scenario. */
    const json_t *row = json_array_get(rows, 1);
    assert_string_equal(test_text_of(row, "algorithm"), "ring-one-way");
    assert_true(test_number_of(row, "planned_s") == 8);
    assert_true(json_is_null(json_object_get(row, "simulated_s")));
    assert_true(json_is_null(json_object_get(row, "simulate_ms")));
    assert_true(test_number_of(row, "ratio") == 1);
    assert_string_equal(test_text_of(row, "optimal"), "proved");
    assert_string_equal(test_text_of(json_array_get(rows, 2), "status"), "refused");
    json_decref(rows);
}

/* The net flow is F = S = 3 2 1 2 1 0 0 0: five edges carry items, from hosts 0 to 4. The least sum
 * stands at hosts 5 to 7, so the rows start behind one of them. */
static void writes_a_plan(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "plan.csv");
    struct test_run run =
        test_redist(place, "plan", scenario, "--algorithm", "ring-one-way", "--out", path, NULL);
    test_status(&run, 0);
    const char *text = test_read(place, path);
    assert_non_null(text);
    assert_string_equal(text, "# timing: self-timed\n"
                              "# rounds: 1\n"
                              "round,from,to,kind,items,messages\n"
                              "0,h0,h1,0,1,3\n"
                              "0,h1,h2,0,1,2\n"
                              "0,h2,h3,0,1,1\n"
                              "0,h3,h4,0,1,2\n"
                              "0,h4,h5,0,1,1\n");
    /* On standard output it stands alone. */
    run = test_redist(place, "plan", scenario, "--algorithm", "ring-one-way", "--out", "-", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, text);
}

/* Equal links are needed and not there. Nobody relays more than it holds, so of the algorithms that
 * are optimal the first for unequal links takes it. */
static void a_refusal_names_who_accepts(void **state)
{
    struct test_place *place = *state;
    static const char *const verbs[] = {"plan", "run", "explain", "check"};
    static const char words[] = "equal links are needed; ring-two-way-light accepts the scenario\n";
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        struct test_run run =
            test_redist(place, verbs[i], "scenarios/ring_two_way_unequal.xml", NULL);
        test_status(&run, 0);
        test_contains(run.out, words);
    }
}

/* "all" names every algorithm already, whichever refuse. */
static void all_names_who_accepts(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "all.xml",
        "<scenario>\n<platform generator=\"ring\" hosts=\"3\" direction=\"two-way\" cost=\"1\"/>\n"
        "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h[0-2]\"/>\n<loads>\n"
        "<load host=\"h0\" items=\"2\" after=\"0\"/>\n<load host=\"h1\" items=\"0\" after=\"2\"/>\n"
        "<load host=\"h2\" items=\"0\" after=\"0\"/>\n</loads>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"all\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "plan", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "refused: h0 is to end with no item: at least 1 is needed");
    assert_null(strstr(run.out, "accepts the scenario"));
}

static void wants_one_run_to_write(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "several.csv");
    struct test_run run = test_redist(place, "plan", scenario, "--out", path, NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, rd_arena_print(&place->arena,
                                                "redist: --out %s: the scenario has 3 runs: choose "
                                                "one with --algorithm\n",
                                                path));
    assert_null(test_read(place, path));
    run = test_redist(place, "plan", scenario, "--algorithm", "ring-one-way-equal", "--out", path,
                      NULL);
    test_status(&run, 1);
    test_contains(run.err,
                  "redist: ring-one-way-equal has no plan to write: an item takes 1 s from "
                  "h0 to h1 and 3 s from h1 to h2: equal links are needed");
    assert_null(test_read(place, path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_without_simulating),    cmocka_unit_test(writes_a_plan),
        cmocka_unit_test(a_refusal_names_who_accepts), cmocka_unit_test(all_names_who_accepts),
        cmocka_unit_test(wants_one_run_to_write),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
