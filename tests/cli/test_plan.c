/* redist plan: plans and their judgement, without a simulation. */
#include "program.h"

#include <string.h>
#include <sys/resource.h>

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

/* h0 holds what it sends, 1 s each. h1 holds one of its two items, and has the second by 1 s: 3 s
 * each without a pause. h3 does, too, at 4 s each, and h2 and h4 send what they hold. */
static void dates_a_plan(void **state)
{
    static const char *const rows[] = {
        "\n0,1,h0,h1,0,1\n", "\n1,2,h0,h1,0,1\n", "\n2,3,h0,h1,0,1\n",
        "\n0,3,h1,h2,0,1\n", "\n3,6,h1,h2,0,1\n", "\n0,2,h2,h3,0,1\n",
        "\n0,4,h3,h4,0,1\n", "\n4,8,h3,h4,0,1\n", "\n0,1,h4,h5,0,1\n"};
    static const char header[] = "start_s,end_s,from,to,kind,items\n";
    struct test_place *place = *state;
    const char *path = test_path(place, "dates.csv");
    struct test_run run = test_redist(place, "plan", scenario, "--algorithm", "ring-one-way",
                                      "--out", path, "--dates", NULL);
    test_status(&run, 0);
    const char *text = test_read(place, path);
    assert_non_null(text);
    size_t length = strlen(header);
    assert_true(strncmp(text, header, length) == 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_contains(text, rows[i]);
        length += strlen(rows[i]) - 1; /* its first newline ends the line above */
    }
    assert_int_equal(strlen(text), length);
    run = test_redist(place, "plan", scenario, "--dates", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--dates: it is for --out");
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

/* With no time at all there is a plan, judged legal, and it reaches the goal: that of rules that
 * take a moment, for any network and for goals of their own. */
static void has_a_plan_in_no_time(void **state)
{
    static const char *const scenarios[] = {
        "scenarios/graph_torus.xml", "scenarios/ring_two_way_unequal.xml",
        "scenarios/star_table_1.xml", "scenarios/switch_relabelling.xml",
        "scenarios/stencil_ring.xml"};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        size_t stopped = 0, index;
        const json_t *row;
        json_t *rows = test_redist_json(*state, 0, "plan", scenarios[i], "--within", "1e-9",
                                        "--ignore-expect", "--format", "json", NULL);
        json_array_foreach(rows, index, row)
        {
            if (strcmp(test_text_of(row, "status"), "refused") == 0)
                continue; /* by hypotheses, which take no time */
            stopped += strstr(test_text_of(row, "message"), "stopped after") != NULL;
            assert_string_equal(test_text_of(row, "status"), "ok");
            assert_true(json_is_true(json_object_get(row, "goal_reached")));
            if (json_is_number(json_object_get(row, "bound_s")))
                assert_true(test_number_of(row, "bound_s") <=
                            test_number_of(row, "planned_s") * (1 + 1e-9));
        }
        assert_true(stopped > 0);
        json_decref(rows);
    }
}

static double processor_s(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

/* Four million items, at all of which planners look before they take more memory. What is done
 * besides planning takes as long with no time at all; planning went on for 15 s of a processor. */
static void ends_where_it_takes_no_memory(void **state)
{
    const char *path =
        test_write(*state, "many.xml",
                   "<scenario><platform generator='switch' hosts='3' latency='1' cost='1'/>"
                   "<topology shape='switch'/><network ports='2'/><goal reach='copies'/><loads>"
                   "<copy kind='a' items='2000000' held='h2' wanted='h0 h1'/>"
                   "<copy kind='a' items='2000000' held='h0' wanted='h1 h2'/></loads>"
                   "<run algorithm='copies-greedy'/></scenario>");
    static const char *const within[] = {"1e-9", "2"};
    double took_s[2];
    for (int i = 0; i < 2; i++) {
        double before_s = processor_s();
        struct test_run run = test_redist(*state, "plan", path, "--within", within[i], NULL);
        took_s[i] = processor_s() - before_s;
        test_status(&run, 1);
        test_contains(run.out, "copies-greedy: refused: no plan within ");
    }
    assert_true(took_s[1] - took_s[0] < 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_without_simulating),
        cmocka_unit_test(writes_a_plan),
        cmocka_unit_test(dates_a_plan),
        cmocka_unit_test(a_refusal_names_who_accepts),
        cmocka_unit_test(all_names_who_accepts),
        cmocka_unit_test(wants_one_run_to_write),
        cmocka_unit_test(has_a_plan_in_no_time),
        cmocka_unit_test(ends_where_it_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
