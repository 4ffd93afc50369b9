/* redist run, from a scenario to the last digit of its outputs. Expected numbers are derived in the
 * comments from the paper's formulas (S: partial sums of the surpluses, F = S - z: the net flow).
 */
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One-way ring of 3 hosts, 1 2 1 s an item, loads (3, 1, 1), surplus (2, 0, -2): S = 2 2 0, least
 * 0, so 2 items cross h0>h1 and 2 items h1>h2. Theorem 2: max(2 * 1, 2 * 2) = 4 s. As soon as
 * possible: h0 sends over [0, 1] and [1, 2]; h1 sends its own item over [0, 2] and, h0's having
 * come, another over [2, 4]. */
#define THREE_HOSTS(RUNS)                                                                          \
    "<scenario name=\"three\">\n"                                                                  \
    "<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" cost=\"list 1 2 1\"/>\n"       \
    "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-2]\"/>\n"                          \
    "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"                                       \
    "<load host=\"h1\" items=\"1\" after=\"1\"/>\n"                                                \
    "<load host=\"h2\" items=\"1\" after=\"3\"/>\n</loads>\n"                                      \
    "<goal reach=\"after\"/>\n" RUNS "</scenario>\n"

static const char one_run[] = THREE_HOSTS("<run algorithm=\"ring-one-way\"/>\n");

static void writes_a_table(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml", one_run);
    struct test_run run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    assert_string_equal(
        run.out,
        "three: 3 hosts, exact model, one-port\n"
        "\n"
        "ALGORITHM     STATUS  BOUND  PLANNED  SIMULATED  RATIO  OPTIMAL  ITEMS  TRANSFERS\n"
        "ring-one-way  ok        4 s      4 s        4 s      1  proved       4          4\n"
        "\n"
        "ring-one-way: simulated 4 s = bound 4 s (Theorem 2, corrected (no absolute value)): "
        "optimal, proved by certificate\n");
}

static void assert_number(const json_t *row, const char *key, double expected)
{
    double found = test_number_of(row, key);
    if (found != expected)
        fail_msg("%s: %.17g is expected and is %.17g", key, expected, found);
}

static void writes_json(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml", one_run);
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    assert_int_equal(json_array_size(rows), 1);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "scenario"), "three");
    assert_string_equal(test_text_of(row, "algorithm"), "ring-one-way");
    assert_int_equal(json_object_size(json_object_get(row, "options")), 0);
    assert_number(row, "hosts", 3);
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_string_equal(test_text_of(row, "message"), "");
    assert_true(json_is_true(json_object_get(row, "goal_reached")));
    assert_number(row, "bound_s", 4);
    assert_string_equal(test_text_of(row, "bound_name"),
                        "Theorem 2, corrected (no absolute value)");
    assert_number(row, "planned_s", 4);
    assert_number(row, "simulated_s", 4);
    assert_number(row, "ratio", 1);
    assert_string_equal(test_text_of(row, "optimal"), "proved");
    assert_string_equal(test_text_of(row, "proved_by"), "certificate");
    assert_number(row, "items_moved", 4);
    assert_number(row, "transfers", 4);
    assert_true(json_is_null(json_object_get(row, "steps")));
    json_t *final = json_pack("[[i],[i],[i]]", 1, 1, 3);
    assert_true(json_equal(json_object_get(row, "final"), final));
    json_decref(final);
    assert_true(test_number_of(row, "plan_ms") >= 0);
    assert_true(test_number_of(row, "simulate_ms") >= 0);
    assert_string_equal(test_text_of(row, "model"), "exact");
    assert_string_equal(test_text_of(row, "ports"), "one");
    assert_number(row, "seed", 1);
    assert_string_equal(test_text_of(row, "redist_version"), REDIST_VERSION);
    assert_string_equal(test_text_of(row, "simgrid_version"), test_given("SIMGRID_VERSION"));
    json_decref(rows);
}

static void writes_csv(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml", one_run);
    struct test_run run = test_redist(place, "run", path, "--format", "csv", NULL);
    test_status(&run, 0);
    const char *line = strchr(run.out, '\n');
    assert_non_null(line);
    test_contains(run.out, "scenario,algorithm,options,hosts,status,message,goal_reached,bound_s,");
    const char *row =
        rd_arena_print(&place->arena,
                       "\nthree,ring-one-way,,3,ok,,true,4,\"Theorem 2, corrected (no absolute "
                       "value)\",4,4,1,proved,certificate,\"Theorem 2, "
                       "corrected (no absolute value)\",4,4,,exact,one,1," REDIST_VERSION ",%s,",
                       test_given("SIMGRID_VERSION"));
    test_contains(line, row);
}

/* The same algorithm twice: the second file has a number. */
static void writes_traces(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml",
                                  THREE_HOSTS("<run algorithm=\"ring-one-way\"/>\n"
                                              "<run algorithm=\"ring-one-way\" seed=\"2\"/>\n"));
    const char *folder = test_path(place, "traces");
    struct test_run run =
        test_redist(place, "run", path, "--trace", folder, "--gantt", folder, NULL);
    test_status(&run, 0);
    assert_int_equal(test_count_entries(folder), 4);
    static const char trace[] = "start_s,end_s,from,to,kind,items\n"
                                "0,1,h0,h1,0,1\n"
                                "0,2,h1,h2,0,1\n"
                                "1,2,h0,h1,0,1\n"
                                "2,4,h1,h2,0,1\n";
    static const char *const names[] = {"traces/three.ring-one-way.csv",
                                        "traces/three.ring-one-way.2.csv"};
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(test_read(place, test_path(place, names[i])), trace);
    const char *chart = test_read(place, test_path(place, "traces/three.ring-one-way.svg"));
    test_contains(chart, "<svg");
    test_contains(chart, "three: ring-one-way");
    test_contains(chart, "Theorem 2");
    test_contains(chart, "</svg>");
    assert_non_null(test_read(place, test_path(place, "traces/three.ring-one-way.2.svg")));
}

/* 2,001 hosts, none of which sends anything; charts hold 2,000. */
static void says_what_no_chart_holds(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "wide.xml",
        "<scenario><platform generator=\"ring\" direction=\"one-way\" hosts=\"2001\" cost=\"1\" "
        "latency=\"0\"/>\n<topology shape=\"ring\"/>\n"
        "<loads generator=\"uniform\" low=\"1\" high=\"1\" after=\"balanced\"/>\n"
        "<goal reach=\"after\"/>\n<run algorithm=\"ring-one-way\"/></scenario>\n");
    const char *folder = test_path(place, "charts");
    struct test_run run = test_redist(place, "run", path, "--format", "csv", "--trace", folder,
                                      "--gantt", folder, NULL);
    test_status(&run, 3);
    test_contains(run.out, "wide,ring-one-way,");
    test_contains(run.err, "a chart of 2001 hosts: at most 2000 are supported\n");
    assert_int_equal(test_count_entries(folder), 1); /* the trace */

    /* A folder that was made for it goes, one that was there stays. */
    folder = test_path(place, "none");
    run = test_redist(place, "run", path, "--gantt", folder, NULL);
    test_status(&run, 3);
    assert_int_equal(access(folder, F_OK), -1);
    assert_int_equal(mkdir(folder, 0777), 0);
    run = test_redist(place, "run", path, "--gantt", folder, NULL);
    test_status(&run, 3);
    assert_int_equal(access(folder, F_OK), 0);
}

/* Cost 1/3 s: 2 items of 2/3 s cross the slow link, 4/3 s by three clocks; the last digit of the
 * referee's is that of 2 * (2 * (1/3)). */
static void tells_fractions(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml", one_run);
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", "--set",
                                    "cost=list 0.33333333333333331 0.66666666666666663 1", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_number(row, "planned_s", 4.0 / 3);
    assert_number(row, "bound_s", 4.0 / 3);
    assert_true(fabs(test_number_of(row, "simulated_s") - 4.0 / 3) <= 1e-9);
    assert_string_equal(test_text_of(row, "optimal"), "proved");
    assert_string_equal(test_text_of(row, "proved_by"), "certificate");
    json_decref(rows);
}

/* The tcp model multiplies a bandwidth by 0.97: 4 s become 4 / 0.97 s, which is a result and no
 * failure; the theory says nothing of it. */
static void reports_tcp_as_a_ratio(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "three.xml", one_run);
    json_t *rows =
        test_redist_json(place, 0, "run", path, "--format", "json", "--set", "model=tcp", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_string_equal(test_text_of(row, "model"), "tcp");
    assert_number(row, "planned_s", 4);
    assert_true(fabs(test_number_of(row, "simulated_s") - 4 / 0.97) <= 1e-6);
    assert_true(fabs(test_number_of(row, "ratio") - 1 / 0.97) <= 1e-6);
    assert_string_equal(test_text_of(row, "optimal"), "unknown");
    /* 1 / 0.97 = 1.030927835... */
    assert_string_equal(test_text_of(row, "message"),
                        "simulated by tcp: 1.03093 times the planned time");
    json_decref(rows);
}

/* "all": every algorithm for one-way rings but those whose statement is known to be wrong. */
static void expands_all(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "all.xml", THREE_HOSTS("<run algorithm=\"all\"/>\n"));
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    bool found = false;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const char *name = test_text_of(json_array_get(rows, i), "algorithm");
        assert_true(strcmp(name, "ring-one-way-printed") != 0);
        assert_null(strstr(name, "two-way"));
        found = found || strcmp(name, "ring-one-way") == 0;
    }
    assert_true(found);
    json_decref(rows);
}

/* One-port, loads to reach: what is named ring-load- is for all ports and balance. */
#define TWO_WAY_HOSTS(runs)                                                                        \
    "<scenario name=\"all\">\n"                                                                    \
    "<platform generator=\"ring\" hosts=\"3\" direction=\"two-way\" cost=\"1\"/>\n"                \
    "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h[0-2]\"/>\n"                          \
    "<loads>\n<load host=\"h0\" items=\"3\" after=\"1\"/>\n"                                       \
    "<load host=\"h1\" items=\"1\" after=\"2\"/>\n"                                                \
    "<load host=\"h2\" items=\"1\" after=\"2\"/>\n</loads>\n"                                      \
    "<goal reach=\"after\"/>\n" runs "</scenario>\n"

/* How many rows are of algorithms that are listed for other goals or ports than loads to reach at
 * one port, or are about links that may be slower; each of them is refused. */
static size_t count_for_others(struct test_place *place, const json_t *rows)
{
    json_t *listed = test_redist_json(place, 0, "list", "algorithms", "--format", "json", NULL);
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i), *of = NULL;
        for (size_t k = 0; k < json_array_size(listed); k++)
            if (strcmp(test_text_of(json_array_get(listed, k), "name"),
                       test_text_of(row, "algorithm")) == 0)
                of = json_array_get(listed, k);
        assert_non_null(of);
        if (strstr(test_text_of(of, "goal"), "after") && strstr(test_text_of(of, "ports"), "one") &&
            strcmp(test_text_of(row, "algorithm"), "network-robust") != 0)
            continue;
        assert_string_equal(test_text_of(row, "status"), "refused");
        count++;
    }
    json_decref(listed);
    return count;
}

/* A table shows those of "all" that are made for the goal and the ports, and counts the others;
 * data has every row. What the author named stays, and so does what is left alone. */
static void folds_what_all_names_for_other_goals(void **state)
{
    struct test_place *place = *state;
    const char *all = test_write(place, "all.xml", TWO_WAY_HOSTS("<run algorithm=\"all\"/>\n"));
    json_t *rows = test_redist_json(place, 0, "run", all, "--format", "json", NULL);
    size_t for_others = count_for_others(place, rows);
    json_decref(rows);
    assert_true(for_others >= 10); /* all that is named ring-load- */
    const char *words =
        rd_arena_print(&place->arena,
                       "%zu algorithms of this shape are for other goals, ports, sizes or "
                       "links, or superseded; `redist check` says which\n",
                       for_others);
    static const char *const verbs[] = {"run", "plan", "explain"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        struct test_run run = test_redist(place, verbs[i], all, NULL);
        test_status(&run, 0);
        test_contains(run.out, "ring-two-way-equal");
        test_contains(run.out, words);
        assert_null(strstr(run.out, "ring-load-"));
    }
    struct test_run csv = test_redist(place, "run", all, "--format", "csv", NULL);
    test_contains(csv.out, "ring-load-optimal-multi-send");
    static const char refusal[] = "ring-load-window-single-send: refused: the port model is one: ";
    struct test_run alone =
        test_redist(place, "run", all, "--algorithm", "ring-load-window-single-send", NULL);
    test_status(&alone, 1);
    test_contains(alone.out, refusal);
    const char *named =
        test_write(place, "named.xml",
                   TWO_WAY_HOSTS("<run algorithm=\"ring-two-way-equal\"/>\n"
                                 "<run algorithm=\"ring-load-window-single-send\"/>\n"));
    struct test_run both = test_redist(place, "run", named, NULL);
    test_status(&both, 0);
    test_contains(both.out, refusal);
}

static void runs_one_algorithm_of_several(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "all.xml", THREE_HOSTS("<run algorithm=\"all\"/>\n"));
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", "--algorithm",
                                    "ring-shorter-way", NULL);
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(test_text_of(json_array_get(rows, 0), "algorithm"), "ring-shorter-way");
    json_decref(rows);
    struct test_run run =
        test_redist(place, "run", path, "--algorithm", "ring-two-way-equal", NULL);
    test_status(&run, 2);
    assert_string_equal(run.out, "");
    assert_string_equal(run.err,
                        rd_arena_print(&place->arena,
                                       "redist: --algorithm ring-two-way-equal: it is none of "
                                       "\"all\" in %s, which is about a ring and the goal "
                                       "\"after\"\n",
                                       path));
    run = test_redist(place, "run", path, "--algorithm", "ring-shorter-wey", NULL);
    test_status(&run, 2);
    assert_string_equal(run.err, "redist: --algorithm ring-shorter-wey: there is none (did you "
                                 "mean \"ring-shorter-way\"?)\n");
}

/* "all" is what the scenario calls so, and nothing where it does not. */
static void takes_all_by_its_name(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "both.xml",
                   THREE_HOSTS("<run algorithm=\"all\"/>\n<run algorithm=\"ring-one-way\"/>\n"));
    json_t *both = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    json_t *all =
        test_redist_json(place, 0, "run", path, "--format", "json", "--algorithm", "all", NULL);
    assert_int_equal(json_array_size(all) + 1, json_array_size(both));
    json_decref(all);
    json_decref(both);
    path = test_write(place, "one.xml", THREE_HOSTS("<run algorithm=\"ring-one-way\"/>\n"));
    struct test_run run = test_redist(place, "run", path, "--algorithm", "all", NULL);
    test_status(&run, 2);
    test_contains(run.err, "one.xml names it: one that does, or algorithm=\"all\", is accepted\n");
}

/* 10^9 items, 3 s each, where they are: 3e9 s by the referee's clock. They are no messages, and no
 * simulation computes as many. */
static void judges_what_is_too_much_to_simulate(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "much.xml",
        "<scenario>\n<platform generator=\"star\" hosts=\"2\" cost=\"1\" compute=\"3\"/>\n"
        "<topology shape=\"star\"/>\n<items flops=\"1\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"1000000000\"/>\n</loads>\n"
        "<goal reach=\"finish\"/>\n<run algorithm=\"star-nothing\"/>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    const json_t *row = json_array_get(rows, 0);
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_number(row, "planned_s", 3e9);
    assert_true(json_is_null(json_object_get(row, "simulated_s")));
    assert_string_equal(
        test_text_of(row, "message"),
        "planned and judged, not simulated: 1000000000 messages and computations, at "
        "most 20000000 are supported");
    json_decref(rows);
}

/* No time to load or read a platform is nobody's fault but the option's. */
static void blames_no_file_for_the_time_limit(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "short.xml",
                                  "<scenario name=\"short\">\n"
                                  "<platform generator=\"star\" hosts=\"2\" cost=\"1\"/>\n"
                                  "<topology shape=\"star\"/>\n<items flops=\"1\"/>\n"
                                  "<loads>\n<load host=\"h0\" items=\"2\"/>\n</loads>\n"
                                  "<goal reach=\"finish\"/>\n"
                                  "<run algorithm=\"star-nothing\"/>\n</scenario>\n");
    struct test_run run = test_redist(place, "run", path, "--time-limit=1e-9", NULL);
    assert_null(strstr(run.err, "short.xml:"));
    /* A process may be done before anybody looks at the clock: then the next one is stopped, or
     * none. */
    if (run.status != 0)
        test_contains(run.err[0] ? run.err : run.out,
                      "was stopped after 1e-09 s, the time limit for one run");
}

/* Bandwidths change every millisecond. If h0 computes its two items, that takes 2 * 10^6 s and
 * 2 * 10^9 changes of each link, hours of any machine; if it sends them away, 4 s and 4,000. */
static void one_row_that_hangs_holds_up_no_other(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "hanging.xml",
        "<scenario name=\"hanging\">\n"
        "<platform generator=\"star\" hosts=\"2\" cost=\"1\" compute=\"list 1000000 1\" "
        "profile=\"steps 0.001 0.9 1.1\"/>\n"
        "<topology shape=\"star\"/>\n<items flops=\"1\"/>\n"
        "<loads>\n<load host=\"h0\" items=\"2\"/>\n</loads>\n"
        "<goal reach=\"finish\"/>\n"
        "<run algorithm=\"star-nothing\"/>\n<run algorithm=\"star-mba\"/>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 1, "run", path, "--format", "json", "--time-limit", "3",
                                    "--trace", test_path(place, "hanging"), NULL);
    assert_string_equal(test_text_of(json_array_get(rows, 0), "status"), "failed");
    test_contains(test_text_of(json_array_get(rows, 0), "message"),
                  "the simulation was stopped after 3 s, the time limit for one run");
    assert_string_equal(test_text_of(json_array_get(rows, 1), "status"), "ok");
    /* Both items cross two links of 1 s, one behind the other: h1 has them at 2 s and 3 s, and
     * computes each for 1 s. */
    assert_number(json_array_get(rows, 1), "planned_s", 4);
    assert_int_equal(test_count_entries(test_path(place, "hanging")), 1);
    json_decref(rows);
}

/* Dates of 10^9 s are 10^-7 s apart, more than what SimGrid would take for nothing: its messages
 * would never end. In lock-step, five steps. */
static void comes_to_centuries(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "long.xml",
        "<scenario>\n<platform generator=\"switch\" hosts=\"5\" cost=\"list 326.2512943785052 "
        "0.036546805885806 40.000866126532216 0.27248213803290233 0.19911517161196657 "
        "0.17599763042716648 0.013944516332869195 179.541873974508 28.950121836828647 "
        "630.9058935943212\"/>\n<topology shape=\"switch\"/>\n<items bytes=\"1000000\"/>\n"
        "<loads generator=\"matrix\" rows=\"0 2 0 0 1; 1 2 0 0 1; 2 1 1 0 1; 1 0 2 2 1; 1 2 0 1 "
        "0\"/>\n"
        "<goal reach=\"gather\"/>\n<run algorithm=\"switch-volume\">"
        "<option name=\"schedule\" value=\"caterpillar\"/></run>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    assert_true(test_number_of(json_array_get(rows, 0), "simulated_s") > 1e9);
    json_decref(rows);
}

/* The way from h0 to the master is away from 0.5 to 0.6 s. Whoever sends from 0 s on fails, also
 * where another run, which used no link for 18 s, has been there before. */
static void failures_come_in_every_run(void **state)
{
    struct test_place *place = *state;
    test_write(place, "profile", "0.5 0\n0.6 1\n");
    test_write(place, "platform.xml",
               "<?xml version=\"1.0\"?>\n"
               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n"
               "<zone id=\"star\" routing=\"Full\">\n<host id=\"h0\" speed=\"1f\"/>\n"
               "<host id=\"h1\" speed=\"1f\"/>\n<host id=\"m\" speed=\"1f\"/>\n"
               "<link id=\"in\" bandwidth=\"1Bps\" latency=\"0s\" state_file=\"profile\"/>\n"
               "<link id=\"out\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
               "<route src=\"h0\" dst=\"m\"><link_ctn id=\"in\"/></route>\n"
               "<route src=\"h1\" dst=\"m\"><link_ctn id=\"out\"/></route>\n"
               "</zone>\n</platform>\n");
    const char *path =
        test_write(place, "failing.xml",
                   "<scenario>\n<platform file=\"platform.xml\"/>\n"
                   "<topology shape=\"star\" master=\"m\" hosts=\"h[0-1]\"/>\n"
                   "<items bytes=\"1\" flops=\"3\"/>\n<loads>\n<load host=\"h0\" items=\"6\"/>\n"
                   "<load host=\"h1\" items=\"0\"/>\n</loads>\n<goal reach=\"finish\"/>\n"
                   "<run algorithm=\"star-nothing\"><expect status=\"ok\" time=\"18\"/></run>\n"
                   "<run algorithm=\"star-bba\"><expect status=\"failed\" message=\"failed at 0.5 "
                   "s\"/></run>\n"
                   "</scenario>\n");
    struct test_run run = test_redist(place, "run", path, NULL);
    test_status(&run, 0);
}

/* star-bba meets the bound of its class, which therefore gets a certificate, and by rounding other
 * last digits. star-lp-guided does not meet it; but the bound is the problem's, and so it has the
 * same. Alone nobody looks for the certificate. */
static void has_the_bound_of_the_problem(void **state)
{
    struct test_place *place = *state;
    static const char *const before[] = {"", "<run algorithm=\"star-bba\"/>\n"};
    json_t *rows[2];
    const json_t *row[2];
    for (size_t i = 0; i < 2; i++) {
        const char *path = test_write(
            place, "beside.xml",
            rd_arena_print(&place->arena,
                           "<scenario>\n<platform generator=\"star\" hosts=\"4\" cost=\"same 1 9\" "
                           "latency=\"real 0.1 2\" compute=\"uniform 1 5\" bandwidth-spread=\"2\" "
                           "bandwidth-shape=\"log-normal\" bandwidth-scale=\"3\"/>\n"
                           "<topology shape=\"star\"/>\n<items flops=\"1\"/>\n"
                           "<loads generator=\"piled\" total=\"8\"/>\n<goal reach=\"finish\"/>\n"
                           "%s<run algorithm=\"star-lp-guided\"/>\n</scenario>\n",
                           before[i]));
        rows[i] = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
        row[i] = json_array_get(rows[i], i);
    }
    json_t *certified = json_array_get(rows[1], 0);
    assert_non_null(json_object_get(certified, "class_bound_certificate"));
    assert_null(json_object_get(row[0], "class_bound_certificate"));
    assert_non_null(json_object_get(row[1], "class_bound_certificate"));
    double bound_s = test_number_of(row[0], "class_bound_s");
    double certified_s = test_number_of(certified, "class_bound_s");
    assert_true(test_number_of(row[1], "class_bound_s") == certified_s);
    assert_true(certified_s < bound_s && certified_s > bound_s * (1 - 1e-9));
    json_decref(rows[0]);
    json_decref(rows[1]);
}

/* The bound of these rows gets a certificate, and with it other last digits. */
static void divides_by_the_bound_it_shows(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "ratio.xml",
                   "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" hosts=\"5\" "
                   "cost=\"same 1 9\" symmetric=\"yes\" bandwidth-spread=\"8\"/>\n"
                   "<topology shape=\"ring\"/>\n"
                   "<loads generator=\"skewed\" total=\"15\" after=\"balanced\"/>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-two-way-blocks\"/>\n"
                   "<run algorithm=\"ring-shorter-way\"/>\n</scenario>\n");
    json_t *rows = test_redist_json(place, 0, "run", path, "--format", "json", NULL), *row;
    size_t number;
    json_array_foreach(rows, number, row)
    {
        double bound_s = test_number_of(row, "bound_s");
        double simulated_s = test_number_of(row, "simulated_s");
        assert_true(test_number_of(row, "ratio") == simulated_s / bound_s);
    }
    json_decref(rows);
}

/* Same input, same bytes: wall clocks stand in the JSON only. */
/* What run prints, and the traces that it writes, by so many jobs at a time. */
static const char *ran_with_jobs(struct test_place *place, const char *scenario, const char *jobs,
                                 const char *const *trace_name)
{
    const char *folder = test_path(place, jobs);
    struct test_run run = test_redist(place, "run", scenario, "--format", "csv", "--trace", folder,
                                      "--jobs", jobs, NULL);
    test_status(&run, 0);
    assert_string_equal(run.err, "");
    const char *all = run.out;
    for (size_t i = 0; trace_name[i]; i++) {
        const char *path = rd_arena_print(&place->arena, "%s/%s.csv", folder, trace_name[i]);
        const char *trace = test_read(place, path);
        assert_non_null(trace);
        all = rd_arena_print(&place->arena, "%s%s", all, trace);
    }
    return all;
}

/* Of plans, of a free order, which has a process of SimGrid for itself, and of protocols where
 * bandwidths vary. */
static void says_the_same_for_any_number_of_jobs(void **state)
{
    static const char *const ring[] = {"ring_two_way_equal.ring-shorter-way",
                                       "ring_two_way_equal.ring-two-way-equal", NULL};
    static const char *const order[] = {"switch-schedules.switch-canonical",
                                        "switch-schedules.switch-canonical.7", NULL};
    static const char *const star[] = {"online-star.online-star-demand.2", "online-star.star-bba",
                                       NULL};
    static const struct {
        const char *scenario;
        const char *const *trace;
    } cases[] = {{"scenarios/ring_two_way_equal.xml", ring},
                 {"scenarios/switch_schedules.xml", order},
                 {"scenarios/online_star.xml", star}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *alone = ran_with_jobs(*state, cases[i].scenario, "1", cases[i].trace);
        assert_string_equal(ran_with_jobs(*state, cases[i].scenario, "2", cases[i].trace), alone);
        assert_string_equal(ran_with_jobs(*state, cases[i].scenario, "64", cases[i].trace), alone);
    }
}

static void repeats_itself(void **state)
{
    struct test_place *place = *state;
    static const char *const formats[] = {"table", "csv"};
    for (size_t i = 0; i < 2; i++) {
        struct test_run first = test_redist(place, "run", "scenarios/ring_two_way_unequal.xml",
                                            "--format", formats[i], NULL);
        struct test_run again = test_redist(place, "run", "scenarios/ring_two_way_unequal.xml",
                                            "--format", formats[i], NULL);
        test_status(&first, 0);
        assert_string_equal(first.out, again.out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_a_table),
        cmocka_unit_test(writes_json),
        cmocka_unit_test(writes_csv),
        cmocka_unit_test(writes_traces),
        cmocka_unit_test(says_what_no_chart_holds),
        cmocka_unit_test(tells_fractions),
        cmocka_unit_test(reports_tcp_as_a_ratio),
        cmocka_unit_test(expands_all),
        cmocka_unit_test(folds_what_all_names_for_other_goals),
        cmocka_unit_test(runs_one_algorithm_of_several),
        cmocka_unit_test(takes_all_by_its_name),
        cmocka_unit_test(blames_no_file_for_the_time_limit),
        cmocka_unit_test(one_row_that_hangs_holds_up_no_other),
        cmocka_unit_test(comes_to_centuries),
        cmocka_unit_test(failures_come_in_every_run),
        cmocka_unit_test(has_the_bound_of_the_problem),
        cmocka_unit_test(divides_by_the_bound_it_shows),
        cmocka_unit_test(says_the_same_for_any_number_of_jobs),
        cmocka_unit_test(repeats_itself),
        cmocka_unit_test(judges_what_is_too_much_to_simulate),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
