/* redist report: the page of a real sweep, and what it is made from. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char scenario_text[] =
    "<scenario name=\"small\">\n"
    "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\"/>\n"
    "<topology shape=\"ring\"/>\n"
    "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
    "<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-shorter-way\"/>\n<run algorithm=\"ring-two-way-list\"/>\n"
    "<sweep><vary parameter=\"hosts\" values=\"4 6\"/>\n"
    "<vary parameter=\"bandwidth-spread\" values=\"1 4\"/><repeat count=\"3\"/></sweep>\n"
    "</scenario>\n";

/* Sweeps the scenario. Returns: the path of the results. */
static const char *swept(struct test_place *place, const char *name, const char *jobs)
{
    const char *scenario = test_write(place, "small.xml", scenario_text);
    const char *results = test_path(place, name);
    struct test_run run =
        test_redist(place, "sweep", scenario, "--results", results, "--jobs", jobs, NULL);
    test_status(&run, 0);
    return results;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void whoever_swept_the_page_is_the_same(void **state)
{
    struct test_place *place = *state;
    const char *one = swept(place, "one.db", "1"), *two = swept(place, "two.db", "2");
    const char *scenario = test_path(place, "small.xml"), *page = test_path(place, "one.html");
    struct test_run run =
        test_redist(place, "report", one, "--scenario", scenario, "--out", page, NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err, "");
    const char *text = test_read(place, page);
    run = test_redist(place, "report", two, "--scenario", scenario, "--out", "-", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, text);
    /* By two parameters and three measures; the worst run of each algorithm, with its path. */
    assert_int_equal(count_of(text, "<svg id=\"curve-"), 6);
    assert_int_equal(count_of(text, "<svg id=\"gantt-"), 2);
    assert_int_equal(count_of(text, "\n<h3>ring-shorter-way</h3>"), 1);
    test_contains(text, "critical path");
    test_contains(text, "class=\"bound\"");
    test_contains(text, "\"ring-two-way-list\",\"");
    run = test_redist(place, "report", one, "--scenario", scenario, "--gantt", "3", "--out", page,
                      NULL);
    test_status(&run, 0);
    assert_int_equal(count_of(test_read(place, page), "<svg id=\"gantt-"), 6);
    /* Without the scenario nothing can be run again. */
    run = test_redist(place, "report", one, "--out", page, NULL);
    test_status(&run, 0);
    assert_int_equal(count_of(test_read(place, page), "<svg id=\"gantt-"), 0);
}

/* Each curve, chart and map of the page is a file, too; those of other forms where there is the
 * converter. */
static void charts_are_files_too(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "charts.db", "1"), *page = test_path(place, "charts.html");
    struct test_run run =
        test_redist(place, "report", results, "--scenario", test_path(place, "small.xml"), "--out",
                    page, "--charts", test_path(place, "charts"), NULL);
    test_status(&run, 0);
    bool converts = system("rsvg-convert --version >/dev/null 2>&1") == 0;
    static const char *const name[] = {
        "best.hosts", "ratio.hosts", "time.hosts", "best.bandwidth-spread",
        "gantt.1",    "gantt.2",     "map.1",      "map.2"};
    static const struct {
        const char *ending, *start;
    } form[] = {{"svg", NULL}, {"pdf", "%PDF"}, {"png", "\x89PNG"}};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        for (size_t k = 0; k < (converts ? 3 : 1); k++) {
            char path[64];
            snprintf(path, sizeof path, "charts/%s.%s", name[i], form[k].ending);
            const char *text = test_read(place, test_path(place, path));
            assert_non_null(text);
            if (form[k].start)
                assert_memory_equal(text, form[k].start, strlen(form[k].start));
            else
                assert_int_equal(count_of(text, "<svg "), 1);
        }
    assert_null(test_read(place, test_path(place, "charts/map.3.svg")));
}

/* A ball of four of eight processors with 4 tokens each, which may keep 2: three of its hosts have
 * edges out, and 8 tokens leave in 3 steps at the least. The chart, whose session is over when it
 * is drawn, has a bar for each of the four, and its sample. */
static void a_chart_marks_the_hosts_of_a_cut(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        test_write(place, "ball.xml",
                   "<scenario name=\"ball\">\n"
                   "<platform generator=\"hypercube\" hosts=\"8\" cost=\"0\" latency=\"1\"/>\n"
                   "<topology shape=\"hypercube\"/>\n<items bytes=\"0\"/>\n"
                   "<loads generator=\"hamming-ball\" most=\"4\" mean=\"2\"/>\n"
                   "<goal reach=\"balance\"/>\n<run algorithm=\"cube-leighton\"/>\n"
                   "<sweep><repeat count=\"1\"/></sweep>\n</scenario>\n");
    const char *results = test_path(place, "ball.db"), *page = test_path(place, "ball.html");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results, NULL);
    test_status(&run, 0);
    run = test_redist(place, "report", results, "--scenario", scenario, "--out", page, NULL);
    test_status(&run, 0);
    const char *text = test_read(place, page);
    test_contains(text, "bound 3 s of item-by-item schedules (ball cut");
    test_contains(text, "bottleneck: these hosts");
    assert_int_equal(count_of(text, "<rect class=\"witness\""), 5);
}

static void folders_give_charts_and_figures(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "folders.db", "1"), *page = test_path(place, "folders.html");
    const char *traces = test_path(place, "traces"), *figures = test_path(place, "figures");
    assert_int_equal(mkdir(traces, 0777), 0);
    assert_int_equal(mkdir(figures, 0777), 0);
    test_write(place, "traces/b.csv", "start_s,end_s,from,to,kind,items\n0,1,x,y,0,1\n");
    test_write(place, "traces/a.csv", "start_s,end_s,from,to,kind,items\n0,1,x,,0,1\n");
    test_write(place, "figures/f.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    test_write(place, "figures/f.png", "not shown: there is an SVG");
    test_write(place, "figures/f.verdicts.csv", "what,verdict\n\"a, \"\"b\"\"\",met\n");
    struct test_run run = test_redist(place, "report", results, "--out", page, "--trace", traces,
                                      "--figures", figures, NULL);
    test_status(&run, 0);
    const char *text = test_read(place, page);
    assert_true(strstr(text, "\n<h3>a.csv</h3>") < strstr(text, "\n<h3>b.csv</h3>"));
    assert_int_equal(count_of(text, "<img "), 1);
    test_contains(text, "data:image/svg+xml;base64,PHN2ZyB4");
    test_contains(text, "<td>a, &quot;b&quot;</td><td>met</td>");
}

/* Each is told, and leaves no page. */
static void what_is_wrong_is_told(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "wrong.db", "1"), *page = test_path(place, "wrong.html");
    const char *empty = test_path(place, "empty");
    assert_int_equal(mkdir(empty, 0777), 0);
    /* As it was swept, but for the loads. */
    char other[sizeof scenario_text];
    memcpy(other, scenario_text, sizeof other);
    memcpy(strstr(other, "high=\"20\""), "high=\"90\"", 9);
    const struct {
        const char *option, *value, *message;
        int status;
    } wrong[] = {
        {"--scenario", test_write(place, "other.xml", other), "the scenario of the sweep is needed",
         3},
        {"--scenario", test_path(place, "none.xml"), "none.xml", 5},
        {"--trace", test_path(place, "none"), "a file or folder that can be read is needed", 5},
        {"--trace", empty, "no trace: a file *.csv is needed", 3},
        {"--trace", test_write(place, "no_trace.csv", "a,b\n1,2\n"), "no_trace.csv:1", 3},
        {"--figures", empty, "no figure: a file *.svg or *.png is needed", 3},
        {"--gantt", "21", "--gantt", 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct test_run run = test_redist(place, "report", results, "--out", page, wrong[i].option,
                                          wrong[i].value, NULL);
        test_status(&run, wrong[i].status);
        test_contains(run.err, wrong[i].message);
        assert_null(test_read(place, page));
    }
    struct test_run run =
        test_redist(place, "report", results, "--out", test_path(place, "no/folder.html"), NULL);
    test_status(&run, 5);
    run = test_redist(place, "report", results, NULL);
    test_status(&run, 2);
    test_contains(run.err, "--out FILE.html");
    run = test_redist(place, "report", test_path(place, "other.xml"), "--out", page, NULL);
    test_status(&run, 3);
    assert_null(test_read(place, page));
}

/* The first algorithm meets its bound, which gets a certificate, and by rounding other last digits.
 * The other one has the same bound, when it is run again for its chart, too. */
static void charts_what_ran_beside_others(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        test_write(place, "beside.xml",
                   "<scenario name=\"beside\">\n<platform generator=\"ring\" direction=\"two-way\" "
                   "hosts=\"5\" "
                   "cost=\"same 1 9\" symmetric=\"yes\" bandwidth-spread=\"8\"/>\n"
                   "<topology shape=\"ring\"/>\n"
                   "<loads generator=\"skewed\" total=\"15\" after=\"balanced\"/>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-two-way-blocks\"/>\n"
                   "<run algorithm=\"ring-shorter-way\"/>\n"
                   "<sweep><vary parameter=\"seed\" values=\"1 2\"/></sweep>\n</scenario>\n");
    const char *results = test_path(place, "beside.db");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results, NULL);
    test_status(&run, 0);
    run = test_redist(place, "report", results, "--scenario", scenario, "--gantt", "2", "--out",
                      "-", NULL);
    test_status(&run, 0);
    assert_int_equal(count_of(run.out, "<svg id=\"gantt-"), 4);
}

/* Two algorithms by two values; of two parameters there is no one plot. */
static void plots_a_comparison(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "plot.db", "1"), *plot = test_path(place, "plot.svg");
    struct test_run run =
        test_redist(place, "compare", results, "--by", "hosts", "--plot", plot, NULL);
    test_status(&run, 0);
    test_contains(run.out, "ring-two-way-list");
    assert_int_equal(count_of(test_read(place, plot), "<circle "), 4);
    run = test_redist(place, "compare", results, "--plot", plot, NULL);
    test_status(&run, 2);
    test_contains(run.err, "--plot of 2 parameters that vary");
    run = test_redist(place, "compare", results, "--by", "hosts", "--plot", "x.html", NULL);
    test_status(&run, 2);
    test_contains(run.err, "FILE.svg, FILE.pdf or FILE.png is accepted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_marks_the_hosts_of_a_cut),
        cmocka_unit_test(whoever_swept_the_page_is_the_same),
        cmocka_unit_test(charts_what_ran_beside_others),
        cmocka_unit_test(folders_give_charts_and_figures),
        cmocka_unit_test(charts_are_files_too),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(plots_a_comparison),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
