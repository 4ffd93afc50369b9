/* redist sweep: the same results whoever computes them, and a row for whatever goes wrong. */
#include "program.h"

#include "sim/engine/process/child_process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PLATFORM "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\"/>\n"
#define LOADS "<loads generator=\"uniform\" low=\"1\" high=\"20\" after=\"uniform\"/>\n"
#define RUNS "<run algorithm=\"ring-shorter-way\"/>\n<run algorithm=\"ring-two-way-list\"/>\n"
#define SCENARIO(name, sweep)                                                                      \
    "<scenario name=\"" name "\">\n" PLATFORM "<topology shape=\"ring\"/>\n" LOADS                 \
    "<goal reach=\"after\"/>\n" RUNS sweep "</scenario>\n"
#define HOSTS "<vary parameter=\"hosts\" values=\"4 10\"/>"
#define SPREAD "<vary parameter=\"bandwidth-spread\" values=\"1 4\"/>"

static const char quick[] =
    SCENARIO("quick", "<sweep>" HOSTS SPREAD "<repeat count=\"5\"/></sweep>\n");

static struct test_run sweep(struct test_place *place, const char *scenario, const char *results,
                             const char *option, const char *value)
{
    /* A value of NULL ends the arguments, too. */
    return option ? test_redist(place, "sweep", scenario, "--results", results, option, value, NULL)
                  : test_redist(place, "sweep", scenario, "--results", results, NULL);
}

/* Sweeps without a failure. Returns: the path of the results. */
static const char *swept(struct test_place *place, const char *scenario, const char *name,
                         const char *option, const char *value)
{
    const char *results = test_path(place, name);
    struct test_run run = sweep(place, scenario, results, option, value);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    return results;
}

static const char *exported(struct test_place *place, const char *results, const char *format)
{
    struct test_run run = test_redist(place, "export", results, "--format", format, NULL);
    test_status(&run, 0);
    return run.out;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Do two files hold the same runs, to the last byte? */
static void same_runs(struct test_place *place, const char *one, const char *other)
{
    assert_string_equal(exported(place, one, "csv"), exported(place, other, "csv"));
    assert_string_equal(exported(place, one, "json"), exported(place, other, "json"));
}

static void whoever_computes_it(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "quick.xml", quick);
    const char *one = swept(place, scenario, "one.db", "--jobs", "1");
    const char *two = swept(place, scenario, "two.db", "--jobs", "2");
    assert_int_equal(count_of(exported(place, one, "csv"), "\n"), 1 + 2 * 2 * 5 * 2);
    same_runs(place, one, two);
    static const char *const shard[] = {"1/4", "2/4", "3/4", "4/4"};
    const char *part[4];
    for (int i = 0; i < 4; i++)
        part[i] = swept(place, scenario, rd_arena_print(&place->arena, "part%d.db", i), "--shard",
                        shard[i]);
    const char *merged = test_path(place, "merged.db");
    struct test_run run =
        test_redist(place, "merge", merged, part[2], part[0], part[3], part[1], part[0], NULL);
    test_status(&run, 0);
    test_contains(run.out, "merged.db holds 40 runs");
    same_runs(place, one, merged);
    /* Parts by parameter are parts, too. */
    const char *hosts4 = swept(place, scenario, "hosts4.db", "--set", "hosts=4");
    const char *hosts10 = swept(place, scenario, "hosts10.db", "--set", "hosts=10");
    const char *both = test_path(place, "both.db");
    run = test_redist(place, "merge", both, hosts10, hosts4, NULL);
    test_status(&run, 0);
    same_runs(place, one, both);
}

/* Cases that change the kind of network and of goal, one of them repeated once; seeds 7 and 8. All
 * items begin on host 0, whose port sends them one by one, 1 s each: what the others end with. */
static void goes_through_networks_and_goals(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(
        place, "kinds.xml",
        "<scenario name=\"kinds\">\n" PLATFORM "<topology shape=\"ring\"/>\n"
        "<loads generator=\"piled\" total=\"12\" after=\"balanced\"/>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"network-planner\"/>\n<sweep><vary>"
        "<case hosts=\"4\"/>"
        "<case platform-generator=\"hypercube\" hosts=\"8\" goal=\"balance\" load-after=\"none\" "
        "load-total=\"16\" repeat=\"1\"/>"
        "<case platform-generator=\"torus\" dimensions=\"3x3\" goal=\"balance\" "
        "load-after=\"none\" load-total=\"18\"/>"
        "</vary><repeat count=\"2\" seed=\"7\" seeds=\"counted\"/></sweep></scenario>\n");
    const char *results = swept(place, scenario, "kinds.db", "--jobs", "1");
    json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL), *row;
    size_t number;
    assert_int_equal(json_array_size(rows), 2 + 1 + 2);
    json_array_foreach(rows, number, row)
    {
        int64_t hosts = json_integer_value(json_object_get(row, "hosts"));
        double least_s = hosts == 4 ? 9 : hosts == 8 ? 14 : 16;
        assert_true(json_number_value(json_object_get(row, "bound_s")) == least_s);
        assert_true(json_number_value(json_object_get(row, "planned_s")) >= least_s);
        assert_int_equal(json_integer_value(json_object_get(row, "seed")),
                         6 + json_integer_value(json_object_get(row, "repetition")));
    }
}

/* A run is known by its content: neither the order nor the neighbours of points matter. */
/* Costs that are drawn and not read from SimGrid are the same to the last digit; repetition 2 of 2
 * is not simulated. */
static void plans_the_same_without_simgrid(void **state)
{
    struct test_place *place = *state;
    static const char *const platform[] = {
        "generator=\"ring\" direction=\"two-way\" hosts=\"9\"", "generator=\"switch\" hosts=\"6\"",
        "generator=\"torus\" dimensions=\"3x4\"", "generator=\"hypercube\" hosts=\"8\""};
    static const char *const shape[] = {"ring", "switch", "graph", "hypercube"};
    for (size_t i = 0; i < sizeof platform / sizeof *platform; i++) {
        const char *scenario = test_write(
            place, "plans.xml",
            rd_arena_print(&place->arena,
                           "<scenario><platform %s cost=\"real 1 3\" latency=\"real 0.1 1\"/>"
                           "<topology shape=\"%s\"/><loads generator=\"uniform\" low=\"1\" "
                           "high=\"9\" after=\"uniform\"/><goal reach=\"after\"/>"
                           "<run algorithm=\"network-portfolio\"/><sweep simulate=\"1 in 2\">"
                           "<repeat count=\"2\"/></sweep></scenario>",
                           platform[i], shape[i]));
        const char *half =
            swept(place, scenario, rd_arena_print(&place->arena, "half%zu.db", i), NULL, NULL);
        const char *all = swept(place, scenario, rd_arena_print(&place->arena, "all%zu.db", i),
                                "--set", "simulate=yes");
        json_t *sampled = test_redist_json(place, 0, "export", half, "--format", "json", NULL);
        json_t *whole = test_redist_json(place, 0, "export", all, "--format", "json", NULL);
        for (size_t row = 0; row < 2; row++) {
            const json_t *one = json_array_get(sampled, row), *other = json_array_get(whole, row);
            assert_true(test_number_of(one, "planned_s") == test_number_of(other, "planned_s"));
            assert_true(test_number_of(one, "bound_s") == test_number_of(other, "bound_s"));
            assert_int_equal(json_is_null(json_object_get(one, "simulated_s")), row == 1);
            assert_false(json_is_null(json_object_get(other, "simulated_s")));
        }
        json_decref(sampled);
        json_decref(whole);
    }
}

/* Where hosts have all ports, six items of a second each still leave by one link, in 6 s: also
 * where nothing is simulated. */
static void counts_links_of_hosts_without_simgrid(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(
        place, "one_link.xml",
        "<scenario><platform generator=\"switch\" hosts=\"3\" cost=\"1\"/>"
        "<topology shape=\"switch\"/><network ports=\"all\"/><loads>"
        "<load host=\"h0\" items=\"6\" after=\"0\"/><load host=\"h1\" items=\"0\" after=\"3\"/>"
        "<load host=\"h2\" items=\"0\" after=\"3\"/></loads><goal reach=\"after\"/>"
        "<run algorithm=\"network-planner\"/><sweep simulate=\"no\"/></scenario>");
    const char *results = swept(place, scenario, "one_link.db", NULL, NULL);
    json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL);
    assert_true(test_number_of(json_array_get(rows, 0), "planned_s") == 6);
    assert_true(test_number_of(json_array_get(rows, 0), "bound_s") == 6);
    json_decref(rows);
    rows = test_redist_json(place, 0, "plan", scenario, "--format", "json", NULL);
    assert_true(test_number_of(json_array_get(rows, 0), "planned_s") == 6);
    json_decref(rows);
}

static void knows_runs_by_their_content(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "quick.xml", quick);
    const char *whole = swept(place, scenario, "whole.db", NULL, NULL);
    const char *grown = test_path(place, "grown.db");
    static const char *const stages[] = {
        SCENARIO("quick", "<sweep><vary parameter=\"hosts\" values=\"10\"/>" SPREAD
                          "<repeat count=\"2\"/></sweep>\n"),
        SCENARIO("quick", "<sweep>" SPREAD "<vary parameter=\"hosts\" values=\"10 4\"/>"
                          "<repeat count=\"5\" seed=\"1\"/></sweep>\n")};
    for (size_t i = 0; i < 2; i++) {
        test_write(place, "quick.xml", stages[i]);
        struct test_run run = sweep(place, scenario, grown, "--resume", NULL);
        test_status(&run, 0);
        test_contains(run.out, i == 0 ? "8 runs of 4 points" : "32 runs of 16 points");
    }
    same_runs(place, whole, grown);
    struct test_run again = sweep(place, scenario, grown, NULL, NULL);
    test_status(&again, 0);
    test_contains(again.out, "0 runs of 0 points");
}

/* Of each kind of file that a sweep may vary, the second is changed after a sweep: by one number of
 * a profile that a platform names, a cost, a load. The results are then those of another sweep. */
static void knows_files_by_their_content(void **state)
{
    struct test_place *place = *state;
    static const char platform[] = TEST_PLATFORM(
        "<host id=\"a\" speed=\"1f\"/>"
        "<host id=\"b\" speed=\"1f\"/><link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"%s/><route "
        "src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route>");
    static const struct {
        const char *parameter, *written, *loads, *hosts, *changed, *before, *after;
    } cases[] = {
        {"platform-file", "file=\"first.xml\"", "><load host=\"a\" items=\"9\"/></loads>",
         " hosts=\"a b\"", "profile.txt", "0 1\n5 2\n", "0 1\n5 0.5\n"},
        {"edges", "generator=\"graph\" edges=\"first.txt\"", " generator=\"piled\" total=\"9\"/>",
         "", "second.txt", "0 1 2\n1 0\n", "0 1 3\n1 0\n"},
        {"load-file", "generator=\"switch\" hosts=\"2\"", " file=\"first.csv\"/>", "", "second.csv",
         "host,items\nh0,8\n", "host,items\nh1,8\n"},
    };
    test_write(place, "first.xml", rd_arena_print(&place->arena, platform, ""));
    test_write(place, "second.xml",
               rd_arena_print(&place->arena, platform, " bandwidth_file=\"profile.txt\""));
    test_write(place, "first.txt", "0 1\n1 0\n");
    test_write(place, "first.csv", "host,items\nh0,9\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const endings[] = {"xml", "txt", "csv"};
        const char *ending = endings[i];
        const char *scenario = test_write(
            place, "files.xml",
            rd_arena_print(
                &place->arena,
                "<scenario>\n<platform %s/>\n<topology shape=\"%s\"%s/>\n<loads%s\n"
                "<goal reach=\"balance\"/>\n<run algorithm=\"network-planner\"/>\n<sweep>"
                "<vary parameter=\"%s\" values=\"first.%s second.%s\"/></sweep>"
                "</scenario>\n",
                cases[i].written, i == 1 ? "graph" : "switch", cases[i].hosts, cases[i].loads,
                cases[i].parameter, ending, ending));
        test_write(place, cases[i].changed, cases[i].before);
        const char *results =
            swept(place, scenario, rd_arena_print(&place->arena, "%s.db", cases[i].parameter), NULL,
                  NULL);
        struct test_run again = sweep(place, scenario, results, NULL, NULL);
        test_contains(again.out, "0 runs of 0 points");
        test_write(place, cases[i].changed, cases[i].after);
        again = sweep(place, scenario, results, NULL, NULL);
        test_status(&again, 3);
        test_contains(again.err, "holds results of ");
    }
}

/* The seeds of two points: in each repetition the same; on request, no two of four. */
static void shares_seeds_unless_told_otherwise(void **state)
{
    struct test_place *place = *state;
    for (int independent = 0; independent < 2; independent++) {
        const char *scenario = test_write(
            place, "seeds.xml",
            rd_arena_print(&place->arena,
                           SCENARIO("seeds", "<sweep>" HOSTS "<repeat count=\"2\"%s/></sweep>\n"),
                           independent ? " seeds=\"independent\"" : ""));
        const char *results =
            swept(place, scenario, independent ? "apart.db" : "shared.db", NULL, NULL);
        json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL),
               *row;
        json_int_t seed[2][2] = {{0}};
        size_t number;
        json_array_foreach(rows, number, row)
        {
            bool ten = json_integer_value(json_object_get(row, "hosts")) == 10;
            seed[ten][json_integer_value(json_object_get(row, "repetition")) - 1] =
                json_integer_value(json_object_get(row, "seed"));
        }
        assert_true(seed[0][0] != seed[0][1] && seed[1][0] != seed[1][1]);
        assert_true((seed[0][0] == seed[1][0]) == !independent);
        assert_true((seed[0][1] == seed[1][1]) == !independent);
        json_decref(rows);
    }
}

static void refuses_by_name(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "quick.xml", quick);
    const char *results = swept(place, scenario, "refusing.db", NULL, NULL);
    const char *other =
        test_write(place, "other.xml", SCENARIO("other", "<sweep>" HOSTS "</sweep>"));
    struct test_run run = sweep(place, other, results, NULL, NULL);
    test_status(&run, 3);
    test_contains(run.err, "holds results of scenario \"quick\"");
    test_contains(run.err, "this is \"other\"");
    const char *plain = test_write(place, "plain.xml", SCENARIO("plain", ""));
    run = sweep(place, plain, test_path(place, "plain.db"), NULL, NULL);
    test_status(&run, 3);
    test_contains(run.err, "without <sweep>");
    assert_null(test_read(place, test_path(place, "plain.db")));
    /* A value that no point can have is said before anything runs. */
    run = sweep(place, scenario, test_path(place, "bad.db"), "--set", "ports=none");
    test_status(&run, 3);
    test_contains(run.err, "ports=\"none\"");
    assert_null(test_read(place, test_path(place, "bad.db")));
    run = sweep(place, scenario, results, "--shard", "5/4");
    test_status(&run, 2);
    run = sweep(place, scenario, test_path(place, "none/x.db"), NULL, NULL);
    test_status(&run, 5);
    run = test_redist(place, "merge", test_path(place, "m.db"), results,
                      swept(place, other, "other.db", NULL, NULL), NULL);
    test_status(&run, 3);
    test_contains(run.err, "each scenario needs a file of its own");
}

/* Each of two values is short enough alone, and their row would not fit into a message. */
static void refuses_rows_that_are_too_long(void **state)
{
    struct test_place *place = *state;
    char *blanks = rd_arena_take(&place->arena, 70001, 1);
    memset(blanks, ' ', 70000);
    const char *scenario = test_write(
        place, "long.xml",
        rd_arena_print(&place->arena,
                       SCENARIO("long", "<sweep><vary><case topology-hosts=\"h[0-3]%s\" "
                                        "load-generator=\"uniform%s\"/></vary></sweep>\n"),
                       blanks, blanks));
    struct test_run run = sweep(place, scenario, test_path(place, "long.db"), NULL, NULL);
    test_status(&run, 3);
    test_contains(run.err, "long.xml:8: parameters of more than 120000 bytes together: a sweep "
                           "supports no more\n");
    assert_null(test_read(place, test_path(place, "long.db")));
}

/* A copy of a file in which the last letter of the last such word is another. */
static const char *spoilt(struct test_place *place, const char *path, const char *word)
{
    enum { LIMIT = 1 << 20 };
    char *bytes = test_malloc(LIMIT), *found = NULL;
    const char *copy = test_path(place, "spoilt.db");
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, LIMIT, file), length = strlen(word);
    fclose(file);
    for (char *next = bytes; (next = memmem(next, size - (size_t)(next - bytes), word, length));)
        found = next++;
    assert_non_null(found);
    found[length - 1] ^= 1;
    file = fopen(copy, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    test_free(bytes);
    return copy;
}

/* A file that turns out to be damaged while its rows are read leaves no empty one behind. */
static void merges_nothing_that_is_damaged(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "whole.xml", quick);
    const char *results = swept(place, scenario, "whole.db", NULL, NULL);
    struct test_run run = test_redist(place, "merge", test_path(place, "nothing.db"),
                                      spoilt(place, results, "ring-shorter-way"), NULL);
    test_status(&run, 3);
    test_contains(run.err, "was changed since it was written");
    assert_int_not_equal(access(test_path(place, "nothing.db"), F_OK), 0);
}

/* Two values that are good alone and wrong together: rows, not the end. */
static void keeps_rows_of_points_that_cannot_be(void **state)
{
    struct test_place *place = *state;
    const char *scenario =
        test_write(place, "joint.xml",
                   SCENARIO("joint", "<sweep><vary parameter=\"load-high\" values=\"20 5\"/>"
                                     "<vary parameter=\"load-low\" values=\"1 10\"/></sweep>\n"));
    const char *results = test_path(place, "joint.db");
    struct test_run run = sweep(place, scenario, results, NULL, NULL);
    test_status(&run, 1);
    test_contains(run.out, "8 runs of 4 points");
    test_contains(run.out, "2 failed");
    test_contains(exported(place, results, "csv"),
                  ",failed,low 10 and high 5: low must not be above high,");
}

/* They are those of the point's own shape, whichever shape comes first: with some seeds a link of
 * either costs nothing, which is refused. */
static void fails_the_runs_of_the_point(void **state)
{
    struct test_place *place = *state;
    static const char *const order[] = {"ring star", "star ring"};
    const char *rows[2];
    for (int i = 0; i < 2; i++) {
        const char *scenario = test_write(
            place, "shapes.xml",
            rd_arena_print(
                &place->arena,
                "<scenario name=\"shapes\">\n<platform generator=\"ring\" "
                "direction=\"two-way\" hosts=\"4\" cost=\"uniform 0 9\"/>\n"
                "<topology shape=\"ring\"/>\n" LOADS "<goal reach=\"after\"/>\n"
                "<run algorithm=\"all\"/>\n<sweep><vary parameter=\"platform-generator\" "
                "values=\"%s\"/><repeat count=\"4\"/></sweep></scenario>\n",
                order[i]));
        const char *results = test_path(place, i == 0 ? "shapes.db" : "shapes_back.db");
        struct test_run run = sweep(place, scenario, results, NULL, NULL);
        test_status(&run, 1);
        rows[i] = exported(place, results, "csv");
    }
    test_contains(rows[0], ",star-order,,,failed,cost 0 and latency 0 on link");
    test_contains(rows[0], ",ring-two-way-list,,,failed,cost 0 and latency 0 on link");
    assert_string_equal(rows[0], rows[1]);
}

/* --- what goes wrong in a run ------------------------------------------------------------------
 */

/* 10^7 messages of the first algorithm, as many planned by the second. */
static const char slow[] =
    "<scenario name=\"slow\">\n"
    "<platform generator=\"ring\" hosts=\"2\" direction=\"one-way\" cost=\"1\"/>\n"
    "<topology shape=\"ring\"/>\n<loads>\n<load host=\"h0\" items=\"10000001\" after=\"1\"/>\n"
    "<load host=\"h1\" items=\"1\" after=\"10000001\"/>\n</loads>\n<goal reach=\"after\"/>\n"
    "<run algorithm=\"ring-one-way\"/>\n"
    "<sweep><vary parameter=\"item-bytes\" values=\"1 0\"/></sweep>\n</scenario>\n";

static void a_run_that_takes_too_long_is_a_row(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "slow.xml", slow);
    const char *results = test_path(place, "slow.db");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results,
                                      "--time-limit", "0.3", "--set", "item-bytes=1", NULL);
    test_status(&run, 1);
    test_contains(run.out, "1 failed");
    test_contains(exported(place, results, "csv"),
                  ",failed,\"the run was stopped after 0.3 s, the time limit for one run\",");
}

/* Three points, of which the second really takes long: 10^7 messages of each algorithm. */
static const char hanging[] = SCENARIO(
    "hanging", "<sweep><vary parameter=\"load-high\" values=\"20 10000000 30\"/></sweep>\n");

static void what_hangs_holds_up_nothing_else(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(place, "hanging.xml", hanging);
    const char *results = test_path(place, "hanging.db");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results,
                                      "--time-limit", "2", "--jobs", "1", NULL);
    test_status(&run, 1);
    test_contains(run.out, "6 runs of 3 points");
    test_contains(run.out, "4 ok, 0 refused, 2 failed");
    const char *text = exported(place, results, "csv");
    assert_int_equal(
        count_of(text, ",failed,\"the run was stopped after 2 s, the time limit for one run\","),
        2);
    assert_int_equal(count_of(text, "\n20,"), 2);
    assert_int_equal(count_of(text, "\n30,"), 2);
}

/* Three points whose planner takes long, among quick ones that a worker is given with them: of none
 * of the three is it forgotten that it was stopped. */
static void points_that_hang_are_not_tried_again(void **state)
{
    struct test_place *place = *state;
    const char *scenario = test_write(
        place, "search.xml",
        "<scenario name=\"search\">\n<platform generator=\"star\" hosts=\"5\" cost=\"uniform 1 9\" "
        "compute=\"uniform 1 5\"/>\n<topology shape=\"star\"/>\n<items flops=\"1\"/>\n"
        "<loads generator=\"uniform\"/>\n<goal reach=\"finish\"/>\n"
        "<run algorithm=\"star-local-search\"/>\n<sweep simulate=\"no\">"
        "<vary parameter=\"load-high\" values=\"20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 "
        "37 38 39 40 1000000 41 1000001 "
        "42 1000002 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60\"/></sweep>\n"
        "</scenario>\n");
    const char *results = test_path(place, "search.db");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results,
                                      "--time-limit", "1", "--jobs", "1", NULL);
    test_status(&run, 1);
    test_contains(run.out, "44 runs of 44 points");
    test_contains(run.out, "41 ok, 0 refused, 3 failed");
}

/* 1000 hosts do not fit into this memory, and then they do. */
static void what_failed_may_be_tried_again(void **state)
{
    struct test_place *place = *state;
#if defined(RD_ADDRESS_SANITIZER)
    skip();
#endif
    const char *scenario = test_write(
        place, "large.xml",
        SCENARIO("large", "<sweep><vary parameter=\"hosts\" values=\"4 1000\"/></sweep>\n"));
    const char *results = test_path(place, "again.db");
    struct test_run run = sweep(place, scenario, results, "--memory-limit", "16");
    test_status(&run, 1);
    run = sweep(place, scenario, results, NULL, NULL);
    test_contains(run.out, "0 runs of 0 points");
    run = sweep(place, scenario, results, "--retry-failed", NULL);
    test_status(&run, 0);
    test_contains(run.out, "2 runs of 1 points");
    assert_int_equal(count_of(exported(place, results, "csv"), ",ok,"), 4);
}

static void a_run_that_takes_too_much_is_a_row(void **state)
{
    struct test_place *place = *state;
#if defined(RD_ADDRESS_SANITIZER)
    skip(); /* its shadow is larger than any limit */
#endif
    const char *scenario = test_write(
        place, "large.xml",
        SCENARIO("large", "<sweep><vary parameter=\"hosts\" values=\"4 2000\"/></sweep>\n"));
    const char *results = test_path(place, "large.db");
    struct test_run run =
        test_redist(place, "sweep", scenario, "--results", results, "--memory-limit", "16", NULL);
    test_status(&run, 1);
    const char *text = exported(place, results, "csv");
    assert_true(count_of(text, ",ok,") == 2);
    test_contains(text, "ran out of memory");
}

/* Quick points come to a worker several at a time: of those behind and before the one that does not
 * fit into its memory every run is there, once. */
static void a_point_that_fails_takes_no_other_with_it(void **state)
{
    struct test_place *place = *state;
#if defined(RD_ADDRESS_SANITIZER)
    skip();
#endif
    const char *scenario = test_write(
        place, "between.xml",
        SCENARIO("between", "<sweep><vary parameter=\"hosts\" values=\"4 5 6 7 8 9 10 11 12 2000 "
                            "13 14 15 16 17\"/></sweep>\n"));
    const char *results = test_path(place, "between.db");
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results, "--jobs", "1",
                                      "--memory-limit", "16", NULL);
    test_status(&run, 1);
    test_contains(run.out, "30 runs of 15 points");
    test_contains(run.out, "28 ok, 0 refused, 2 failed");
    assert_int_equal(count_of(exported(place, results, "csv"), ",ok,"), 28);
}

/* The child of a process, or -1. */
static pid_t child_of(pid_t pid)
{
    char path[64];
    int child = -1;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &child) != 1)
        child = -1;
    if (file)
        fclose(file);
    return child;
}

static void pause_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Starts a sweep, and waits until its one worker is at its simulation. */
static struct test_process start_slow(struct test_place *place, const char *results,
                                      pid_t *ret_worker)
{
    const char *argument[] = {"sweep",     test_write(place, "slow.xml", slow),
                              "--results", results,
                              "--jobs",    "1",
                              "--set",     "item-bytes=1",
                              NULL};
    struct test_process process = test_redist_start(NULL, argument);
    pid_t worker = -1, engine;
    for (int i = 0; i < 2000; i++) {
        worker = child_of(process.pid);
        engine = worker < 0 ? -1 : child_of(worker);
        if (engine >= 0 && child_of(engine) >= 0)
            break;
        pause_ms(5);
    }
    assert_true(worker > 0);
    pause_ms(300); /* costs are read in a process of that depth as well */
    *ret_worker = worker;
    return process;
}

static void a_run_that_ends_its_worker_is_a_row(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "crash.db");
    pid_t worker;
    struct test_process process = start_slow(place, results, &worker);
    assert_int_equal(kill(worker, SIGUSR1), 0);
    struct test_run run = test_redist_end(place, process);
    test_status(&run, 1);
    test_contains(exported(place, results, "csv"), ",failed,the run was ended by signal 10");
}

/* The process at the end of a line of children. */
static pid_t last_child_of(pid_t pid, int *ret_depth)
{
    pid_t child;
    for (*ret_depth = 0; (child = child_of(pid)) > 0; pid = child)
        (*ret_depth)++;
    return pid;
}

/* Sweeps, and as the system does when memory runs out: kill -9 of the worker in the middle of a run
 * that takes long. */
static struct test_run swept_and_killed(struct test_place *place, const char *scenario,
                                        const char *results)
{
    const char *argument[] = {"sweep",       test_write(place, "hanging.xml", scenario),
                              "--results",   results,
                              "--jobs",      "1",
                              "--algorithm", "ring-shorter-way",
                              NULL};
    struct test_process process = test_redist_start(NULL, argument);
    pid_t last = -1;
    int depth = 0;
    /* Until the same simulation is there for half a second. */
    for (int same = 0, i = 0; same < 50 && i < 2000; i++) {
        pid_t now = last_child_of(process.pid, &depth);
        same = now == last && depth == 3 ? same + 1 : 0;
        last = now;
        pause_ms(10);
    }
    assert_int_equal(depth, 3);
    assert_int_equal(kill(child_of(process.pid), SIGKILL), 0);
    return test_redist_end(place, process);
}

static void a_worker_that_is_killed_is_a_row(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "killed.db");
    struct test_run run = swept_and_killed(place, hanging, results);
    test_status(&run, 1);
    test_contains(run.out, "3 runs of 3 points");
    test_contains(run.out, "2 ok, 0 refused, 1 failed");
    test_contains(exported(place, results, "csv"),
                  ",failed,\"the run was killed, as the system does");
}

/* The killed worker had been given several points, and had not told of the first of them. */
static void a_worker_that_is_killed_loses_no_other_point(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "batch.db");
    struct test_run run = swept_and_killed(
        place,
        SCENARIO("batch", "<sweep><vary parameter=\"load-high\" values=\"20 21 22 23 24 25 26 27 "
                          "28 10000000 29 30 31 32 33\"/></sweep>\n"),
        results);
    test_status(&run, 1);
    test_contains(run.out, "15 runs of 15 points");
    test_contains(run.out, "14 ok, 0 refused, 1 failed");
    const char *text = exported(place, results, "csv");
    for (int high = 20; high <= 33; high++)
        assert_int_equal(count_of(text, rd_arena_print(&place->arena, "\n%d,", high)), 1);
    assert_int_equal(count_of(text, ",failed,\"the run was killed, as the system does"), 1);
}

static void two_at_once_are_one_too_many(void **state)
{
    struct test_place *place = *state;
    const char *results = test_path(place, "twice.db");
    pid_t worker;
    struct test_process process = start_slow(place, results, &worker);
    struct test_run run = sweep(place, test_write(place, "slow.xml", slow), results, NULL, NULL);
    test_status(&run, 5);
    test_contains(run.err, "is being written by another redist: one at a time is accepted");
    /* Reading is allowed meanwhile. */
    assert_int_equal(count_of(exported(place, results, "csv"), "\n"), 1);
    assert_int_equal(kill(process.pid, SIGINT), 0);
    run = test_redist_end(place, process);
    test_status(&run, 4);
    assert_string_equal(run.err, "redist: interrupted\n");
    test_contains(run.out, "interrupted after 0 runs");
}

/* --- disks -------------------------------------------------------------------------------------
 */

/* A small disk of its own, where the system lets us; else the test is skipped. */
static const char *mount_disk(struct test_place *place, const char *options)
{
    const char *folder = test_path(place, "disk");
    mkdir(folder, 0755);
    if (mount("tmpfs", folder, "tmpfs", 0, options) != 0)
        skip();
    return folder;
}

/* 2,000 rows take some 1.2 MB, and are written a thousand at a time: the second thousand is too
 * much. */
static void a_full_disk_keeps_what_is_there(void **state)
{
    struct test_place *place = *state;
    const char *folder = mount_disk(place, "size=1m");
    const char *scenario =
        test_write(place, "quick.xml",
                   SCENARIO("quick", "<sweep>" HOSTS SPREAD "<repeat count=\"250\"/></sweep>"));
    const char *results = test_path(place, "disk/full.db");
    struct test_run full = sweep(place, scenario, results, "--jobs", "1");
    const char *kept = exported(place, results, "csv");
    /* With more room it goes on. */
    assert_int_equal(mount("tmpfs", folder, "tmpfs", MS_REMOUNT, "size=32m"), 0);
    struct test_run on = sweep(place, scenario, results, NULL, NULL);
    assert_int_equal(umount(folder), 0);
    test_status(&full, 5);
    test_contains(full.err, "/disk/full.db: cannot be written: the disk is full\n");
    assert_true(count_of(kept, "\n") > 1);
    test_status(&on, 0);
    test_contains(on.out, "holds 2000 runs");
}

static void a_disk_to_read_from_is_read(void **state)
{
    struct test_place *place = *state;
    const char *folder = mount_disk(place, "size=1m");
    const char *scenario = test_write(place, "quick.xml", quick);
    const char *results = swept(place, scenario, "disk/read.db", NULL, NULL);
    assert_int_equal(mount("tmpfs", folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=1m"), 0);
    struct test_run again = sweep(place, scenario, results, NULL, NULL);
    struct test_run fresh = sweep(place, scenario, test_path(place, "disk/new.db"), NULL, NULL);
    struct test_run export = test_redist(place, "export", results, NULL);
    assert_int_equal(umount(folder), 0);
    test_status(&again, 5);
    test_contains(again.err, "/disk/read.db: cannot be written: Read-only file system\n");
    test_status(&fresh, 5);
    test_status(&export, 0);
    assert_int_equal(count_of(export.out, "\n"), 41);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_computes_it),
        cmocka_unit_test(plans_the_same_without_simgrid),
        cmocka_unit_test(counts_links_of_hosts_without_simgrid),
        cmocka_unit_test(goes_through_networks_and_goals),
        cmocka_unit_test(knows_runs_by_their_content),
        cmocka_unit_test(knows_files_by_their_content),
        cmocka_unit_test(shares_seeds_unless_told_otherwise),
        cmocka_unit_test(refuses_by_name),
        cmocka_unit_test(refuses_rows_that_are_too_long),
        cmocka_unit_test(merges_nothing_that_is_damaged),
        cmocka_unit_test(keeps_rows_of_points_that_cannot_be),
        cmocka_unit_test(fails_the_runs_of_the_point),
        cmocka_unit_test(a_run_that_takes_too_long_is_a_row),
        cmocka_unit_test(what_hangs_holds_up_nothing_else),
        cmocka_unit_test(points_that_hang_are_not_tried_again),
        cmocka_unit_test(a_worker_that_is_killed_is_a_row),
        cmocka_unit_test(a_worker_that_is_killed_loses_no_other_point),
        cmocka_unit_test(a_point_that_fails_takes_no_other_with_it),
        cmocka_unit_test(a_run_that_takes_too_much_is_a_row),
        cmocka_unit_test(what_failed_may_be_tried_again),
        cmocka_unit_test(a_run_that_ends_its_worker_is_a_row),
        cmocka_unit_test(two_at_once_are_one_too_many),
        cmocka_unit_test(a_full_disk_keeps_what_is_there),
        cmocka_unit_test(a_disk_to_read_from_is_read),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
