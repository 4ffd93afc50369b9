/* What is wrong with the input: said all at once, with its place, word for word, and nothing is
 * left behind. */
#include "program.h"

#include "sim/base/error.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Fails unless the run printed just this on standard error, nothing else, and has this status. */
static void assert_error(const struct test_run *run, int status, const char *err)
{
    test_status(run, status);
    assert_string_equal(run->out, "");
    assert_string_equal(run->err, err);
}

/* Six mistakes of three kinds, found in one pass, in the order of the file. */
static void finds_everything_at_once(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "bad.xml",
                   "<scenario name=\"bad\">\n"
                   "<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"1\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-2]\"/>\n"
                   "<network model=\"exotic\"/>\n"
                   "<loads>\n"
                   "<load host=\"h0\" items=\"1\" after=\"1\"/>\n"
                   "<load host=\"lyon\" items=\"2\" after=\"2\"/>\n"
                   "<load host=\"h2\" items=\"-1\" after=\"2\"/>\n"
                   "</loads>\n"
                   "<goal reach=\"after\"/>\n"
                   "<run algorithm=\"ring-one-wya\"/>\n"
                   "<run algorithm=\"ring-one-way\">\n"
                   "<option name=\"speed\" value=\"fast\"/>\n"
                   "<expect status=\"great\"/>\n"
                   "</run>\n</scenario>\n");
    static const char *const lines[] = {"4: ", "7: ", "8: ", "11: ", "13: ", "14: "};
    struct test_run run = test_redist(place, "run", path, "--trace", test_path(place, "t"), NULL);
    test_status(&run, 3);
    assert_string_equal(run.out, "");
    const char *line = run.err;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *start = rd_arena_print(&place->arena, "%s:%s", path, lines[i]);
        if (strncmp(line, start, strlen(start)) != 0)
            fail_msg("%s... was expected here:\n%s", start, line);
        line += strcspn(line, "\n") + 1;
    }
    assert_string_equal(line, "");
    test_contains(run.err,
                  ":11: algorithm \"ring-one-wya\": what `redist list` names is accepted, or "
                  "\"all\" (did you mean \"ring-one-way\"?)\n");
    test_contains(run.err, ":13: ring-one-way: option \"speed\": no options are accepted\n");
    assert_null(test_read(place, test_path(place, "t")));
}

static void names_a_missing_scenario(void **state)
{
    static const char *const verbs[] = {"check", "plan", "run", "explain"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        struct test_run run = test_redist(*state, verbs[i], "scenarios/no_such.xml", NULL);
        assert_error(
            &run, 5,
            "redist: file \"scenarios/no_such.xml\": No such file or directory: a readable "
            "file is needed\n");
    }
}

#define PLATFORM(HOSTS)                                                                            \
    "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "                                          \
    "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"                           \
    "<zone id=\"z\" routing=\"Full\">\n" HOSTS

/* A scenario of two hosts on a platform file beside it. */
static const char *with_platform(struct test_place *place, const char *platform)
{
    test_write(place, "platform.xml",
               rd_arena_print(&place->arena, "%s</zone>\n</platform>\n", platform));
    return test_write(place, "two.xml",
                      "<scenario name=\"two\">\n<platform file=\"platform.xml\"/>\n"
                      "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1\"/>\n"
                      "<loads>\n<load host=\"h0\" items=\"2\" after=\"1\"/>\n"
                      "<load host=\"h1\" items=\"1\" after=\"2\"/>\n</loads>\n"
                      "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/>\n</scenario>\n");
}

/* Platform files that SimGrid would abort on, or play wrongly, without a word. */
static void refuses_bad_platforms(void **state)
{
    struct test_place *place = *state;
    static const struct {
        const char *platform;
        const char *words;
    } bad[] = {
        {PLATFORM("<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" speed=\"1f\"/>\n"
                  "<link id=\"l\" bandwidth=\"0Bps\" latency=\"0\"/>\n"
                  "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"),
         "platform.xml:7: "},
        {PLATFORM("<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" speed=\"1f\"/>\n"
                  "<link id=\"l\" bandwidth=\"nanBps\" latency=\"0\"/>\n"
                  "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"),
         "platform.xml:7: "},
        {PLATFORM("<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h2\" speed=\"1f\"/>\n"),
         "two.xml:3: host \"h1\""},
        {PLATFORM("<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" speed=\"1f\"/>\n"
                  "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>\n"),
         "platform.xml:5: no route from host 'h0' to host 'h1' on the platform"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *path = with_platform(place, bad[i].platform);
        struct test_run run = test_redist(place, "run", path, NULL);
        test_status(&run, 3);
        assert_string_equal(run.out, "");
        test_contains(run.err, bad[i].words);
    }
}

/* A file outside the parent of the scenario's folder is not read, unless it is allowed. */
static void keeps_to_the_folder(void **state)
{
    struct test_place *place = *state;
    char folder[4096];
    assert_non_null(getcwd(folder, sizeof folder));
    /* One folder down, so that the parent is the test's own wherever the project lies. */
    assert_int_equal(mkdir(test_path(place, "scenarios"), 0777), 0);
    const char *path = test_write(
        place, "scenarios/far.xml",
        rd_arena_print(&place->arena,
                       "<scenario name=\"far\">\n"
                       "<platform file=\"%s/platforms/ring_one_way_equal_8.xml\"/>\n"
                       "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-7]\"/>\n"
                       "<loads/>\n<goal reach=\"balance\"/>\n"
                       "<run algorithm=\"all\"/>\n</scenario>\n",
                       folder));
    struct test_run run = test_redist(place, "check", path, NULL);
    assert_error(
        &run, 3,
        rd_arena_print(&place->arena,
                       "%s:2: file \"%s/platforms/ring_one_way_equal_8.xml\" lies outside "
                       "the parent of the scenario's folder: files within it are accepted, "
                       "others with --allow\n",
                       path, folder));
    run = test_redist(place, "check", path, "--allow", "platforms", NULL);
    test_status(&run, 0);
}

/* Folders and files that cannot be written, and standard output that takes nothing. */
static void leaves_nothing_behind(void **state)
{
    struct test_place *place = *state;
    static const char scenario[] = "scenarios/ring_one_way_equal.xml";
    const char *file = test_write(place, "file", "");
    size_t entries = test_count_entries(place->folder);
    struct test_run run = test_redist(place, "run", scenario, "--trace", file, NULL);
    assert_error(&run, 5,
                 rd_arena_print(&place->arena,
                                "%s: File exists: a folder that can be written is needed\n", file));
    /* A folder that takes no files, not even root's, is found before anything runs. */
    run = test_redist(place, "run", scenario, "--gantt", test_path(place, "new"), "--trace",
                      "/proc", NULL);
    test_status(&run, 5);
    assert_string_equal(run.out, "");
    assert_int_equal(strncmp(run.err, "/proc: ", 7), 0);
    test_contains(run.err, ": a folder that can be written is needed\n");
    const char *deep = test_path(place, "none/plan.csv");
    run = test_redist(place, "plan", scenario, "--algorithm", "ring-one-way", "--out", deep, NULL);
    test_status(&run, 5);
    assert_string_equal(run.out, "");
    test_contains(run.err, deep);
    test_contains(run.err, "No such file or directory");
    run = test_redist(place, "plan", scenario, "--algorithm", "ring-one-way", "--out", "/dev/full",
                      NULL);
    test_status(&run, 5);
    test_contains(run.err, "No space left on device");
    assert_int_equal(test_count_entries(place->folder), entries);
}

static void notices_a_deaf_standard_output(void **state)
{
    static const struct {
        const char *argument[5];
    } calls[] = {
        {{"--help", NULL}},
        {{"--version", NULL}},
        {{"list", NULL}},
        {{"run", "--help", NULL}},
        {{"run", "scenarios/ring_one_way_equal.xml", NULL}},
        {{"run", "scenarios/ring_one_way_equal.xml", "--format", "json", NULL}},
        {{"check", "scenarios/ring_one_way_equal.xml", NULL}},
        {{"explain", "scenarios/ring_one_way_equal.xml", NULL}},
        {{"platform", "ring", "--hosts", "8", NULL}},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct test_run full = test_redist_to(*state, "/dev/full", calls[i].argument);
        test_status(&full, 5);
        assert_string_equal(full.err, "redist: standard output: No space left on device\n");
        struct test_run closed = test_redist_to(*state, "", calls[i].argument);
        test_status(&closed, 5);
        assert_string_equal(closed.err, "redist: standard output: Bad file descriptor\n");
    }
}

/* Wrong words are repeated, but command no terminal: ESC [, the same in UTF-8 and as a byte, and a
 * change of the direction of writing. */
static void repeats_no_commands(void **state)
{
    static const char word[] = "\033[31m\302\233m\233\342\200\256";
    static const struct {
        const char *argument[6];
    } calls[] = {
        {{word, NULL}},
        {{"-\033", NULL}},
        {{"run", "x.xml", "--\033\233", NULL}},
        {{"run", "x.xml", "--time-limit", word, NULL}},
        {{"run", "scenarios/ring_one_way_equal.xml", "--set", word, NULL}},
        {{"run", "scenarios/ring_one_way_equal.xml", "--algorithm", word, NULL}},
        {{"plan", "scenarios/ring_two_way_equal.xml", "--out", word, NULL}},
        {{"list", word, NULL}},
        {{"list", "matrix", word, NULL}},
        {{"platform", word, NULL}},
        {{"relabel", word, NULL}},
        {{"figure", word, NULL}},
        {{"calibrate", "--bytes", word, NULL}},
        {{"compare", word, NULL}},
        {{"export", "results.db", "--format", word, NULL}},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct test_run run = test_redist_to(*state, NULL, calls[i].argument);
        assert_in_range(run.status, 2, 5);
        assert_int_not_equal(strlen(run.err), 0);
        for (const char *c = run.err; *c; c++)
            assert_true(*c == '\n' || rd_command_length(c) == 0);
        assert_null(strchr(run.err, '\233'));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_everything_at_once),
        cmocka_unit_test(names_a_missing_scenario),
        cmocka_unit_test(refuses_bad_platforms),
        cmocka_unit_test(keeps_to_the_folder),
        cmocka_unit_test(leaves_nothing_behind),
        cmocka_unit_test(notices_a_deaf_standard_output),
        cmocka_unit_test(repeats_no_commands),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
