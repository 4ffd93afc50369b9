/* redist draw, redist map and redist platform: files that other programs read. */
#include "program.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char trace[] = "start_s,end_s,from,to,kind,items\n"
                            "0,1,lyon,nice,0,1\n"
                            "1,3,nice,lyon,0,2\n";

static void draws_a_trace_alone(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "trace.csv", trace);
    const char *chart = test_path(place, "chart.svg");
    struct test_run run = test_redist(place, "draw", path, "--out", chart, NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, "");
    const char *text = test_read(place, chart);
    test_contains(text, "<svg");
    test_contains(text, "trace.csv");
    test_contains(text, "lyon");
    test_contains(text, "nice");
    test_contains(text, "</svg>");
    assert_null(strstr(text, "makespan 3 s ="));
    run = test_redist(place, "draw", path, "--out", "-", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, text);
}

static void draws_the_bound_of_a_scenario(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_two_way_equal.xml";
    struct test_run run =
        test_redist(place, "run", scenario, "--trace", test_path(place, "t"), NULL);
    test_status(&run, 0);
    const char *path = test_path(place, "t/ring_two_way_equal.ring-shorter-way.csv");
    const char *chart = test_path(place, "bound.svg");
    run = test_redist(place, "draw", path, "--scenario", scenario, "--out", chart, NULL);
    test_status(&run, 0);
    const char *text = test_read(place, chart);
    test_contains(text, "Lemma 6");
    /* Host 2 sends four times, one after the other: that makes the 4 s. */
    test_contains(text, "critical path");
    size_t outlined = 0;
    for (const char *at = text; (at = strstr(at, "<path class=\"critical\" ")); at++)
        outlined++;
    assert_int_equal(outlined, 4);
    run = test_redist(place, "draw", path, "--scenario", scenario, "--no-critical-path", "--out",
                      chart, NULL);
    test_status(&run, 0);
    test_contains(test_read(place, chart), "Lemma 6");
    assert_null(strstr(test_read(place, chart), "critical path"));
}

static void draws_nothing_of_nonsense(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "nonsense.csv", "start_s,end_s,from,to,kind,items\n0,soon,a,b,0,1\n");
    const char *chart = test_path(place, "nonsense.svg");
    struct test_run run = test_redist(place, "draw", path, "--out", chart, NULL);
    test_status(&run, 3);
    test_contains(run.err, "/nonsense.csv:2: ");
    assert_null(test_read(place, chart));
    run = test_redist(place, "draw", "no_such.csv", "--out", chart, NULL);
    test_status(&run, 5);
    path = test_write(place, "trace.csv", trace);
    run = test_redist(place, "draw", path, "--out", test_path(place, "none/chart.svg"), NULL);
    test_status(&run, 5);
    /* A host that the scenario does not have. */
    run = test_redist(place, "draw", path, "--scenario", "scenarios/ring_two_way_equal.xml",
                      "--out", chart, NULL);
    test_status(&run, 3);
    test_contains(run.err, "lyon");
    /* A part of time after the end. */
    path = test_write(place, "short.csv", "start_s,end_s,from,to,kind,items\n0,10,a,b,0,1\n");
    run = test_redist(place, "draw", path, "--from", "20", "--to", "30", "--out", chart, NULL);
    test_status(&run, 3);
    test_contains(run.err, "a chart from 20 s to 30 s of a trace that ends at 10 s: a part of time "
                           "before the end is accepted");
    assert_null(test_read(place, chart));
    run = test_redist(place, "draw", path, "--from", "9", "--to", "30", "--out", chart, NULL);
    test_status(&run, 0);
}

/* Of a legal schedule, with dates. */
static void maps_a_plan(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_two_way_equal.xml";
    const char *plan = test_path(place, "plan.csv"), *picture = test_path(place, "map.svg");
    struct test_run run = test_redist(place, "plan", scenario, "--algorithm", "ring-shorter-way",
                                      "--out", plan, NULL);
    test_status(&run, 0);
    run = test_redist(place, "map", scenario, plan, "--out", picture, NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    test_contains(test_read(place, picture), "makespan 4 s");
    unlink(picture);
    plan = test_write(place, "greedy.csv", "round,from,to,kind,items,messages\n0,0,1,0,1000,1\n");
    run = test_redist(place, "map", scenario, plan, "--out", picture, NULL);
    test_status(&run, 1);
    test_contains(run.err, "/greedy.csv: not legal");
    plan = test_write(place, "free.csv",
                      "# timing: free\nround,from,to,kind,items,messages\n0,0,1,0,1,1\n");
    run = test_redist(place, "map", scenario, plan, "--out", picture, NULL);
    test_status(&run, 3);
    test_contains(run.err, "/free.csv: a plan in free order has no dates");
    assert_null(test_read(place, picture));
}

static void generates_platforms(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "platform", "ring", "--hosts", "3", "--direction",
                                      "one-way", "--cost", "list 1 2 4", NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    /* c s an item of 1 byte is a bandwidth of 1/c bytes/s. */
    test_contains(run.out, "<link id=\"h0>h1\" bandwidth=\"1Bps\"");
    test_contains(run.out, "<link id=\"h1>h2\" bandwidth=\"0.5Bps\"");
    test_contains(run.out, "<link id=\"h2>h0\" bandwidth=\"0.25Bps\"");
    /* Drawn costs: the same seed, the same bytes; another seed, others. */
    static const char *const drawn[][10] = {
        {"platform", "ring", "--hosts", "9", "--cost", "uniform 1 100", "--seed", "7", NULL},
        {"platform", "ring", "--hosts", "9", "--cost", "uniform 1 100", "--seed", "8", NULL},
    };
    struct test_run seven = test_redist_to(place, NULL, drawn[0]);
    struct test_run again = test_redist_to(place, NULL, drawn[0]);
    struct test_run eight = test_redist_to(place, NULL, drawn[1]);
    assert_string_equal(seven.out, again.out);
    assert_true(strcmp(seven.out, eight.out) != 0);
    run = test_redist(place, "platform", "ring", "--hosts", "3", "--cost", "cheap", NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    test_contains(run.err, "cheap");
    run = test_redist(place, "platform", "star", "--hosts", "3", "--direction", "one-way", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--direction on a star: accepted on ring, torus, graph\n");
}

/* Every shape's platform is one that the engine loads, with the costs that were asked for. */
static void loads_what_it_generates(void **state)
{
    struct test_place *place = *state;
    static const char *const shapes[] = {"ring",   "star", "hypercube", "shuffle-exchange",
                                         "switch", "bus"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct test_run run =
            test_redist(place, "platform", shapes[i], "--hosts", "4", "--cost", "3", NULL);
        test_status(&run, 0);
        test_write(place, "shape.xml", run.out);
        bool star = strcmp(shapes[i], "star") == 0;
        bool ring = strcmp(shapes[i], "ring") == 0;
        const char *path = test_write(
            place, "scenario.xml",
            rd_arena_print(&place->arena,
                           "<scenario>\n<platform file=\"shape.xml\"/>\n"
                           "<topology shape=\"%s\"%s%s hosts=\"h[0-3]\"/>\n"
                           "<loads>\n<load host=\"h0\" items=\"1\"/>\n</loads>\n"
                           "<goal reach=\"balance\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                           "</scenario>\n",
                           shapes[i], ring ? " direction=\"two-way\"" : "",
                           star ? " master=\"m\"" : ""));
        run = test_redist(place, "check", path, NULL);
        test_status(&run, 0);
        /* Over a star's master go two links of 3 s each, one after the other. */
        test_contains(run.out, "all equal: 3 s an item\n");
    }
}

/* Each command would write one of the files that it reads, called by another name here and there.
 */
static void no_output_replaces_an_input(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] =
        "<scenario><platform generator=\"ring\" hosts=\"4\" direction=\"two-way\"/>"
        "<topology shape=\"ring\"/><loads file=\"loads.csv\"/><goal reach=\"balance\"/>"
        "<run algorithm=\"ring-shorter-way\"/>"
        "<sweep><vary parameter=\"item-bytes\" values=\"1 2\"/></sweep></scenario>\n";
    const char *s = test_write(place, "s.xml", scenario);
    const char *loads = test_write(place, "loads.csv", "host,items\nh0,4\nh1,0\nh2,0\nh3,0\n");
    const char *t = test_write(place, "t.csv", "start_s,end_s,from,to,kind,items\n0,1,h0,h1,0,1\n");
    const char *partition = test_write(place, "old.txt", "0\n1\n");
    const char *after = test_write(place, "new.txt", "1\n0\n");
    const char *verdicts = test_write(place, "v.csv", "what,measure\n");
    const char *layouts = test_write(
        place, "layouts.xml",
        "<scenario><platform generator=\"switch\" hosts=\"2\"/><topology shape=\"switch\"/>"
        "<goal reach=\"copies\"/><loads generator=\"reshard\" from-layout=\"old.json\" "
        "to-layout=\"new.json\"/><run algorithm=\"copies-greedy\"/></scenario>\n");
    const char *old_layout = test_write(place, "old.json", "{\"hosts\": [\"h0\"]}\n");
    const char *new_layout = test_write(place, "new.json", "{\"hosts\": [\"h1\"]}\n");
    const char *db = test_path(place, "r.db"), *by_link = test_path(place, "link.db");
    const char *twin = test_path(place, "./r.db"), *hard = test_path(place, "hard.db");
    struct test_run run = test_redist(place, "sweep", s, "--results", db, NULL);
    test_status(&run, 0);
    assert_int_equal(symlink(db, by_link), 0);
    assert_int_equal(link(db, hard), 0);
    const struct {
        const char *input;
        const char *argument[8];
    } tried[] = {
        {db, {"export", db, "--out", db}},
        {db, {"export", db, "--out", by_link}},
        {db, {"export", by_link, "--out", db}},
        {db, {"export", db, "--out", twin}},
        {db, {"export", db, "--out", hard}},
        {db, {"report", db, "--out", db}},
        {db, {"compare", db, "--verdicts", verdicts, "--data", db}},
        {verdicts, {"compare", db, "--verdicts", verdicts, "--data", verdicts}},
        {s, {"instance", s, "--out", s}},
        {s, {"plan", s, "--out", s}},
        {loads, {"plan", s, "--out", loads}},
        {loads, {"instance", s, "--out", loads}},
        {old_layout, {"plan", layouts, "--out", old_layout}},
        {new_layout, {"instance", layouts, "--out", new_layout}},
        {s, {"draw", t, "--scenario", s, "--out", s}},
        {t, {"draw", t, "--out", t}},
        {s, {"map", s, "--out", s}},
        {partition, {"relabel", "partition", partition, after, "--out", partition}},
        {after, {"relabel", "partition", partition, after, "--out", after}},
        {after, {"relabel", "partition", partition, after, "--relabelled", after}},
        {partition, {"relabel", "partition", partition, after, "--certificate", partition}},
    };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct stat before, after_it;
        assert_int_equal(stat(tried[i].input, &before), 0);
        run = test_redist_to(place, NULL, tried[i].argument);
        test_status(&run, 5);
        test_contains(run.err, "cannot be written: this command reads it: give another name");
        assert_int_equal(stat(tried[i].input, &after_it), 0);
        assert_true(before.st_ino == after_it.st_ino && before.st_size == after_it.st_size);
    }
}

static void no_output_replaces_another(void **state)
{
    struct test_place *place = *state;
    const char *partition = test_write(place, "1.txt", "0\n1\n");
    const char *after = test_write(place, "2.txt", "1\n0\n");
    struct test_run run =
        test_redist(place, "relabel", "partition", partition, after, "--out", test_path(place, "x"),
                    "--certificate", test_path(place, "./x"), NULL);
    test_status(&run, 5);
    test_contains(run.err, "cannot be written: this command writes another output to it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_a_trace_alone),
        cmocka_unit_test(draws_the_bound_of_a_scenario),
        cmocka_unit_test(draws_nothing_of_nonsense),
        cmocka_unit_test(maps_a_plan),
        cmocka_unit_test(generates_platforms),
        cmocka_unit_test(loads_what_it_generates),
        cmocka_unit_test(no_output_replaces_an_input),
        cmocka_unit_test(no_output_replaces_another),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
