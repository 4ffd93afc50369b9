/* Options as they are typed, right and wrong: what each changes, and what is said of a bad one. */
#include "program.h"

#include <string.h>

enum { MOST_WORDS = 12 };

/* A command line, how it ends, and words of what it says: on standard output if all is well. */
struct line {
    const char *word[MOST_WORDS];
    int status;
    const char *said;
};

static void try_line(struct test_place *place, const struct line *line)
{
    struct test_run run = test_redist_to(place, NULL, line->word);
    test_status(&run, line->status);
    test_contains(line->status == 0 ? run.out : run.err, line->said);
    assert_string_equal(line->status == 0 ? run.err : run.out, "");
}

static void try_lines(struct test_place *place, const struct line *line, size_t count)
{
    for (size_t i = 0; i < count; i++)
        try_line(place, &line[i]);
}

/* A cost of c s an item of 1 byte is a bandwidth of 1/c, of w s to compute a speed of 1/w. */
static void platforms(void **state)
{
    static const struct line lines[] = {
        {{"platform", "ring", "--hosts", "3", "--cost", "2", "--latency", "3"},
         0,
         "<link id=\"h0>h1\" bandwidth=\"0.5Bps\" latency=\"3s\"/>"},
        {{"platform", "ring", "--hosts", "3", "--compute", "4"},
         0,
         "<host id=\"h0\" speed=\"0.25f\"/>"},
        {{"platform", "ring", "--hosts", "3", "--bandwidth-scale", "2"},
         0,
         "<link id=\"h0>h1\" bandwidth=\"2Bps\" latency=\"0s\"/>"},
        {{"platform", "ring", "--hosts", "8", "--bandwidth-spread", "4", "--bandwidth-shape",
          "one-slow-link"},
         0,
         "bandwidth=\"0.25Bps\""},
        {{"platform", "ring", "--hosts", "3", "--cost", "2", "--scaled-links", "h1>h0",
          "--link-scale", "0.25"},
         0,
         "<link id=\"h1>h0\" bandwidth=\"0.125Bps\" latency=\"0s\"/>"},
        {{"platform", "switch", "--hosts", "3", "--scaled-links", ">h2", "--link-scale", "3"},
         0,
         "<link id=\"h2>\" bandwidth=\"1Bps\" latency=\"0s\"/>\n    <link id=\">h2\" "
         "bandwidth=\"3Bps\""},
        {{"platform", "ring", "--hosts", "3", "--link-scale", "0.25"},
         2,
         "--link-scale without --scaled-links: the names of the links that it multiplies are "
         "needed"},
        {{"platform", "ring", "--hosts", "3", "--scaled-links", "h0>h1", "--link-scale", "0"},
         2,
         "--link-scale 0: a number from 1e-06 to 1e+06 is accepted"},
        {{"platform", "ring", "--hosts", "3", "--scaled-links", "h0>h3"},
         2,
         "scaled-links: \"h0>h3\" is no link of the platform: accepted are h0>h1, h1>h2, h2>h0, "
         "h0>h2, h1>h0, h2>h1 (did you mean \"h0>h1\"?)"},
        {{"platform", "ring", "star", "--hosts", "3"}, 2, "unexpected argument \"star\""},
        {{"platform", "torus", "--hosts", "3"}, 2, "--hosts on a torus: accepted on ring, star, "},
        {{"platform", "--hosts", "3"}, 2, "KIND is missing"},
        {{"platform", "ring"}, 2, "--hosts N is missing"},
        {{"platform", "ring", "--hosts", "3", "--direction", "up"},
         2,
         "--direction up: one-way or two-way is accepted"},
        {{"platform", "star", "--hosts", "3", "--direction", "one-way"},
         2,
         "--direction on a star: accepted on ring, torus, graph"},
        {{"platform", "ring", "--hosts", "3", "--bandwidth-scale", "0"},
         2,
         "--bandwidth-scale 0: a number from "},
        {{"platform", "ring", "--hosts", "3", "--bandwidth-spread", "0.5"},
         2,
         "--bandwidth-spread 0.5: a number from 1 to "},
        {{"platform", "ring", "--hosts", "3", "--bandwidth-shape", "odd"},
         2,
         "--bandwidth-shape odd: uniform, log-normal, two-speed or one-slow-link is accepted"},
        {{"platform", "torus", "--dimensions", "2x3", "--cost", "4", "--direction", "one-way"},
         0,
         "<link id=\"h5>h4\" bandwidth=\"0.25Bps\" latency=\"0s\"/>\n    <route"},
        {{"platform", "tree", "--hosts", "4", "--arity", "3"}, 0, "src=\"h3\" dst=\"h0\""},
        {{"platform", "random-regular", "--hosts", "4", "--degree", "3"},
         0,
         "src=\"h3\" dst=\"h0\""},
        {{"platform", "random-regular", "--hosts", "5", "--degree", "3"},
         2,
         "degree 3 of 5 hosts: from 2 to hosts - 1 is accepted, and it must be even "},
        {{"platform", "random-regular", "--hosts", "5"}, 2, "--degree D is missing"},
        {{"platform", "complete", "--hosts", "2", "--trunk", "4"},
         0,
         "<link id=\"rack1>rack0\" bandwidth=\"0.25Bps\" latency=\"0s\"/>"},
        {{"platform", "complete", "--hosts", "2", "--trunk", "0"},
         2,
         "--trunk 0: a number from 1e-30 to 1e+30 is accepted"},
        {{"platform", "switch", "--hosts", "2", "--trunk", "4"},
         2,
         "--trunk on a switch: accepted on complete"},
        {{"platform", "torus"}, 2, "--dimensions RADICES is missing"},
        {{"platform", "mesh", "--dimensions", "0"}, 2, "dimensions \"0\": up to 20 numbers"},
        {{"platform", "tree", "--hosts", "4", "--arity", "0"}, 2, "arity \"0\": a number from 1"},
        {{"platform", "tree", "--hosts", "4", "--degree", "3"},
         2,
         "--degree on a tree: accepted on random-regular"},
        {{"platform", "ring", "--dimensions", "4"},
         2,
         "--dimensions on a ring: accepted on torus, mesh"},
        {{"platform", "graph"}, 2, "the file of the graph's links is missing"},
        {{"platform", "graph", "a", "b"}, 2, "unexpected argument \"b\""},
        {{"platform", "graph", "/none/at/all.txt"}, 5, "No such file or directory"},
        {{"platform", "hypercube", "--hosts", "3"}, 2, "3 hosts on a hypercube: a power of two"},
    };
    try_lines(*state, lines, sizeof lines / sizeof *lines);
}

/* The two ways of a link cost the same. */
static void symmetric_platforms(void **state)
{
    struct test_run run = test_redist(*state, "platform", "ring", "--hosts", "3", "--cost",
                                      "uniform 1 100", "--symmetric", NULL);
    test_status(&run, 0);
    const char *up = strstr(run.out, "<link id=\"h0>h1\""), *down;
    down = strstr(run.out, "<link id=\"h1>h0\"");
    assert_non_null(up);
    assert_non_null(down);
    up += strlen("<link id=\"h0>h1\"");
    down += strlen("<link id=\"h0>h1\"");
    assert_memory_equal(up, down, strcspn(up, "\n"));
}

/* A scenario without a <run>, as `recommend` takes it: --algorithm says what runs. */
static void algorithms_that_no_run_names(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "bare.xml",
                   "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" hosts=\"3\"/>\n"
                   "<topology shape=\"ring\"/>\n<loads><load host=\"h0\" "
                   "items=\"3\"/></loads>\n<goal reach=\"balance\"/>\n</scenario>\n");
    const struct line lines[] = {
        {{"run", path}, 3, "bare.xml:1: 0 <run>: 1 to 10000 are accepted, or --algorithm NAME"},
        {{"run", path, "--algorithm", "network-planner"}, 0, "\nnetwork-planner  ok "},
        {{"plan", path, "--algorithm", "all"}, 0, "\nring-shorter-way "},
        {{"explain", path, "--algorithm", "network-planer"},
         2,
         "--algorithm network-planer: there is none"},
    };
    try_lines(place, lines, sizeof lines / sizeof *lines);
}

static void one_argument_too_many(void **state)
{
    static const struct line lines[] = {
        {{"list", "figures", "algorithms"}, 2, "unexpected argument \"algorithms\""},
        {{"draw", "a.csv", "b.csv", "--out", "c.svg"}, 2, "unexpected argument \"b.csv\""},
        {{"report", "a.db", "b.db", "--out", "c.html"}, 2, "unexpected argument \"b.db\""},
        {{"export", "a.db", "b.db"}, 2, "unexpected argument \"b.db\""},
        {{"run", "a.xml", "b.xml"}, 2, "unexpected argument \"b.xml\""},
    };
    try_lines(*state, lines, sizeof lines / sizeof *lines);
}

static void sweeps_and_their_results(void **state)
{
    static const struct line lines[] = {
        {{"export", "a.db", "--format", "table"},
         2,
         "--format table: csv, json or tidy is accepted"},
        {{"export", "/nowhere/a.db"}, 5, "/nowhere/a.db"},
        {{"sweep", "scenarios/sweep_bandwidth.xml", "--results", "/nowhere/a.db", "--slurm", "2",
          "--shard", "1/2"},
         2,
         "--shard with --slurm, which makes shards: give one of the two"},
        {{"sweep", "scenarios/sweep_bandwidth.xml", "--results", "/nowhere/a.db", "--shard", "3/2"},
         2,
         "--shard 3/2: K/N with 1 <= K <= N <= "},
        {{"sweep", "scenarios/sweep_bandwidth.xml", "--results", "/nowhere/a.db", "--set",
          "hosts=4", "--set", "hosts=5"},
         2,
         "--set hosts: given twice: each parameter is accepted once"},
    };
    try_lines(*state, lines, sizeof lines / sizeof *lines);
}

/* What is exported to a file is what is printed. */
static void exports_to_a_file(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "r.db"), *path = test_path(place, "r.csv");
    struct test_run run = test_redist(place, "sweep", "scenarios/sweep_bandwidth.xml", "--results",
                                      results, "--shard", "1/50", NULL);
    test_status(&run, 0);
    struct test_run printed = test_redist(place, "export", results, NULL);
    test_status(&printed, 0);
    run = test_redist(place, "export", results, "--out", path, NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "");
    assert_string_equal(test_read(place, path), printed.out);
}

static void figures_that_have_no_folder(void **state)
{
    static const struct line lines[] = {
        {{"figure", "plaxton-b", "--out", "/proc/none"}, 5, "/proc/none: "},
        {{"figure", "plaxton-b", "plaxton-h", "--out", "/proc/none"}, 5, "/proc/none: "},
        {{"figure", "plaxton-b", "--jobs", "0"}, 2, "--jobs 0: "},
    };
    try_lines(*state, lines, sizeof lines / sizeof *lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platforms),
        cmocka_unit_test(symmetric_platforms),
        cmocka_unit_test(algorithms_that_no_run_names),
        cmocka_unit_test(one_argument_too_many),
        cmocka_unit_test(sweeps_and_their_results),
        cmocka_unit_test(exports_to_a_file),
        cmocka_unit_test(figures_that_have_no_folder),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
