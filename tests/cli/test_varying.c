/* Bandwidths that vary while a simulation runs, with clocks counted by hand. */
#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* 60 items go from h0 to h1, 1 s each at the nominal bandwidth. */
static const char scenario[] =
    "<scenario name=\"sixty\">\n<platform file=\"ring.xml\"/>\n"
    "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-1]\"/>\n"
    "<loads>\n<load host=\"h0\" items=\"60\" after=\"0\"/>\n"
    "<load host=\"h1\" items=\"0\" after=\"60\"/>\n</loads>\n"
    "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n</scenario>\n";

static const char platform[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n<zone id=\"z\" routing=\"Full\">\n"
    "<host id=\"h0\" speed=\"1f\"/>\n<host id=\"h1\" speed=\"1f\"/>\n"
    "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\" bandwidth_file=\"l.txt\"/>\n"
    "<link id=\"k\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
    "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"l\"/></route>\n"
    "<route src=\"h1\" dst=\"h0\" symmetrical=\"NO\"><link_ctn id=\"k\"/></route>\n"
    "</zone>\n</platform>\n";

static json_t *run_first(struct test_place *place, const char *path, json_t **ret_report)
{
    *ret_report = test_redist_json(place, 0, "run", path, "--format", "json", NULL);
    json_t *row = json_array_get(json_object_get(*ret_report, "results"), 0);
    if (!row)
        row = json_array_get(*ret_report, 0);
    assert_non_null(row);
    return row;
}

static void counts_by_hand(void **state)
{
    static const struct {
        const char *profile;
        double simulated_s;
    } cases[] = {
        {"10 0.5\n", 110},    /* 10 items, then 50 of 2 s */
        {"10 2\n", 35},       /* 10 items, then 50 of 0.5 s */
        {"9.5 0.5\n", 110.5}, /* the tenth has half to go, in 1 s: a decrease is seen at once */
        {"9.5 2\n", 35},      /* the tenth does not become faster, those after it do */
        {"10 0.5\n20 1\nLOOPAFTER 0\n", 80}, /* 10, 5, 10, 5, 10, 5, 10, 5 items each 10 s */
        {"0.25 1\n", 60},                    /* varies by nothing */
    };
    struct test_place *place = *state;
    test_write(place, "ring.xml", platform);
    const char *path = test_write(place, "sixty.xml", scenario);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *report;
        test_write(place, "l.txt", cases[i].profile);
        json_t *row = run_first(place, path, &report);
        assert_true(fabs(test_number_of(row, "simulated_s") - cases[i].simulated_s) < 1e-6);
        assert_true(test_number_of(row, "planned_s") == 60); /* for the nominal costs */
        assert_string_equal(test_text_of(row, "model"), "exact varying");
        assert_string_equal(test_text_of(row, "optimal"), "unknown");
        test_contains(test_text_of(row, "message"), "simulated, bandwidths varying: ");
        json_decref(report);
    }
}

static const char *generated(struct test_place *place, const char *profile)
{
    return rd_arena_print(
        &place->arena,
        "<scenario name=\"g\">\n<platform %s/>\n<topology shape=\"ring\" direction=\"two-way\" "
        "hosts=\"h[0-7]\"/>\n<loads generator=\"uniform\" low=\"20\" high=\"40\" "
        "after=\"uniform\"/>\n<goal reach=\"after\"/>\n<run algorithm=\"ring-two-way-list\"/>\n"
        "</scenario>\n",
        profile);
}

/* Generated in memory or written into files, a platform gives the same clock, and profiles leave no
 * file behind. */
static void is_the_same_from_files(void **state)
{
    struct test_place *place = *state;
    json_t *first, *second;
    struct test_run made =
        test_redist(place, "platform", "ring", "--hosts", "8", "--cost", "uniform 1 4", "--profile",
                    "steps 7 0.4 1.6", "--profiles", place->folder, NULL);
    test_status(&made, 0);
    test_write(place, "made.xml", made.out);
    const char *from_file =
        test_write(place, "from_file.xml", generated(place, "file=\"made.xml\""));
    const char *in_memory = test_write(
        place, "in_memory.xml",
        generated(place, "generator=\"ring\" direction=\"two-way\" hosts=\"8\" cost=\"uniform 1 "
                         "4\" profile=\"steps 7 0.4 1.6\""));
    const char *temporary = test_path(place, "a blank, and 'quotes'");
    assert_int_equal(mkdir(temporary, 0700), 0);
    setenv("TMPDIR", temporary, 1);
    json_t *one = run_first(place, from_file, &first);
    json_t *other = run_first(place, in_memory, &second);
    assert_int_equal(test_count_entries(temporary), 0);
    double simulated_s = test_number_of(one, "simulated_s");
    assert_true(simulated_s == test_number_of(other, "simulated_s"));
    double planned_s = test_number_of(one, "planned_s");
    assert_true(simulated_s != planned_s);
    assert_true(simulated_s >= planned_s / 1.6 && simulated_s <= planned_s / 0.4);
    json_decref(first);
    json_decref(second);
}

/* A profile that varies by nothing changes nothing. */
static void keeps_the_clock(void **state)
{
    struct test_place *place = *state;
    json_t *report;
    const char *path = test_write(
        place, "still.xml",
        generated(place, "generator=\"ring\" direction=\"two-way\" hosts=\"8\" cost=\"uniform 1 "
                         "4\" profile=\"steps 3 1 1\""));
    json_t *row = run_first(place, path, &report);
    double planned_s = test_number_of(row, "planned_s");
    assert_true(fabs(test_number_of(row, "simulated_s") - planned_s) <= 1e-9 * planned_s);
    json_decref(report);
}

/* SimGrid's model tcp: five messages, one after the other, each 13.01 latencies of 10 s and then a
 * byte at 0.97 of a bandwidth that is 1/2 from the twelfth second on, before any byte has passed.
 */
static void counts_by_hand_under_tcp(void **state)
{
    struct test_place *place = *state;
    json_t *report;
    const char *path = test_write(
        place, "tcp.xml",
        "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" hosts=\"2\" latency=\"10\" "
        "profile=\"steps 12 0.5 0.5\"/>\n<topology shape=\"ring\"/>\n<network model=\"tcp\"/>\n"
        "<loads><load host=\"h0\" items=\"5\" after=\"0\"/><load host=\"h1\" items=\"0\" "
        "after=\"5\"/></loads>\n<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
        "</scenario>\n");
    json_t *row = run_first(place, path, &report);
    double expected_s = 5 * (13.01 * 10 + 1 / (0.97 * 0.5));
    assert_string_equal(test_text_of(row, "status"), "ok");
    assert_true(fabs(test_number_of(row, "simulated_s") - expected_s) <= 1e-9 * expected_s);
    json_decref(report);
}

/* The same bandwidths in a file without profiles. */
static const char *plain_platform(struct test_place *place)
{
    const char *end = strstr(platform, " bandwidth_file=");
    return test_write(place, "ring.xml",
                      rd_arena_print(&place->arena, "%.*s%s", (int)(end - platform), platform,
                                     end + strlen(" bandwidth_file=\"l.txt\"")));
}

static double time_with(struct test_place *place, const char *path, const char *setting,
                        const char *member)
{
    json_t *report = test_redist_json(place, 0, "run", path, "--format", "json", "--set", setting,
                                      "--set", "bandwidth-shape=one-slow-link", NULL);
    double seconds = test_number_of(json_array_get(report, 0), member);
    json_decref(report);
    return seconds;
}

/* What a generated platform takes, a file takes: 60 items of 1 s. */
static void changes_the_bandwidths_of_a_file(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(place, "sixty.xml", scenario);
    plain_platform(place);
    assert_true(time_with(place, path, "bandwidth-scale=4", "planned_s") == 15);
    assert_true(time_with(place, path, "bandwidth-scale=4", "simulated_s") == 15);
    /* 10 items in 10 s, then 50 of 2 s. */
    assert_true(time_with(place, path, "profile=steps 10 0.5 0.5", "planned_s") == 60);
    assert_true(fabs(time_with(place, path, "profile=steps 10 0.5 0.5", "simulated_s") - 110) <
                1e-6);
    /* One of the two links is slow, three times: that of the items, or the other. */
    const char *sweep =
        test_write(place, "swept.xml",
                   "<scenario name=\"swept\">\n<platform file=\"ring.xml\" "
                   "bandwidth-shape=\"one-slow-link\" bandwidth-spread=\"3\"/>\n"
                   "<topology shape=\"ring\" direction=\"one-way\" hosts=\"h[0-1]\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"60\" after=\"0\"/>\n"
                   "<load host=\"h1\" items=\"0\" after=\"60\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                   "<sweep><repeat count=\"16\"/></sweep>\n</scenario>\n");
    const char *results = test_path(place, "swept.db");
    struct test_run run = test_redist(place, "sweep", sweep, "--results", results, NULL);
    test_status(&run, 0);
    json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL);
    size_t slow = 0, nominal = 0;
    for (size_t i = 0; i < 16; i++) {
        double seconds = test_number_of(json_array_get(rows, i), "simulated_s");
        slow += fabs(seconds - 180) < 1e-6;
        nominal += fabs(seconds - 60) < 1e-6;
    }
    json_decref(rows);
    assert_true(slow > 0 && nominal > 0 && slow + nominal == 16);
}

/* Two hosts compute eight items of 2 s each, those of a generated platform and those of a file:
 * four in 8 s, then four of 4 s. The bound and the plan know the nominal speed only. */
static void changes_the_speeds_of_hosts(void **state)
{
    struct test_place *place = *state;
    static const char rest[] =
        "<topology shape=\"ring\" direction=\"two-way\" hosts=\"h[0-1]\"/>\n<items flops=\"2\" "
        "word-bytes=\"0\"/>\n"
        "<loads><load host=\"h0\" items=\"8\"/><load host=\"h1\" items=\"8\"/></loads>\n<goal "
        "reach=\"finish\"/>\n"
        "<run algorithm=\"online-work-stealing\"/>\n</scenario>\n";
    const char *generated_path =
        test_write(place, "speeds.xml",
                   rd_arena_print(&place->arena,
                                  "<scenario>\n<platform generator=\"ring\" hosts=\"2\" "
                                  "direction=\"two-way\"/>\n%s",
                                  rest));
    struct test_run run = test_redist(place, "platform", "ring", "--hosts", "2", NULL);
    test_status(&run, 0);
    test_write(place, "pair.xml", run.out);
    const char *file_path = test_write(
        place, "pair_speeds.xml",
        rd_arena_print(&place->arena, "<scenario>\n<platform file=\"pair.xml\"/>\n%s", rest));
    for (int i = 0; i < 2; i++) {
        const char *path = i == 0 ? generated_path : file_path;
        static const char setting[] = "speed-profile=steps 8 0.5 0.5";
        assert_true(time_with(place, path, setting, "planned_s") == 16);
        assert_true(fabs(time_with(place, path, setting, "simulated_s") - 24) < 1e-6);
    }
}

/* The 60 items on a platform with more attributes. */
static const char *sixty_with(struct test_place *place, const char *attributes)
{
    const char *after = strstr(scenario, "\"ring.xml\"") + strlen("\"ring.xml\"");
    return test_write(place, "scaled.xml",
                      rd_arena_print(&place->arena, "%.*s %s%s", (int)(after - scenario), scenario,
                                     attributes, after));
}

/* The items cross link l in 1 s each, or all links of a cluster, or one of two halves. */
static void scales_links_by_name(void **state)
{
    static const char cluster[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
        "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
        "<cluster id=\"c\" prefix=\"h\" suffix=\"\" radical=\"0-1\" speed=\"1f\" "
        "bw=\"1Bps\" lat=\"0s\"/>\n</platform>\n";
    static const char duplex[] = TEST_PLATFORM(
        "<host id=\"h0\" speed=\"1f\"/><host id=\"h1\" speed=\"1f\"/>"
        "<link id=\"a d\" bandwidth=\"1Bps\" latency=\"0s\" sharing_policy=\"SPLITDUPLEX\"/>"
        "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"a d\" direction=\"UP\"/></route>");
    static const struct {
        const char *platform; /* NULL: that of links l and k */
        const char *attributes;
        double planned_s, simulated_s;
    } cases[] = {
        {NULL, "scaled-links=\"l\" link-scale=\"0.25\"", 240, 240},
        {NULL, "scaled-links=\"l\"", 60, 60},
        {NULL, "scaled-links=\"k\" link-scale=\"0.25\"", 60, 60}, /* the other way */
        {NULL, "scaled-links=\"k l\" link-scale=\"4\" bandwidth-scale=\"0.5\"", 30, 30},
        /* 40 items in 10 s, then 20 of 0.5 s. */
        {NULL, "scaled-links=\"l\" link-scale=\"4\" profile=\"steps 10 0.5 0.5\"", 15, 20},
        {cluster, "scaled-links=\"c\" link-scale=\"4\"", 15, 15},
        {duplex, "scaled-links=\"'a d'\" link-scale=\"4\"", 15, 15},
        /* A profile of another link is no hindrance. */
        {platform, "scaled-links=\"k\" link-scale=\"4\"", 60, 60},
    };
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *report;
        plain_platform(place);
        test_write(place, "l.txt", "10 1\n");
        if (cases[i].platform)
            test_write(place, "ring.xml", cases[i].platform);
        json_t *row = run_first(place, sixty_with(place, cases[i].attributes), &report);
        assert_true(fabs(test_number_of(row, "planned_s") - cases[i].planned_s) < 1e-6);
        assert_true(fabs(test_number_of(row, "simulated_s") - cases[i].simulated_s) < 1e-6);
        json_decref(report);
    }
    struct test_run run =
        test_redist(place, "run", sixty_with(place, "scaled-links=\"l\" link-scale=\"4\""), NULL);
    test_status(&run, 3);
    test_contains(run.err, "ring.xml:7: <link>: bandwidth_file has bandwidths themselves, which ");
    run = test_redist(place, "run", sixty_with(place, "scaled-links=\"k h0\""), NULL);
    test_status(&run, 3);
    test_contains(run.err, "scaled.xml:2: scaled-links: \"h0\" is no link of the platform: "
                           "accepted are l, k\n");
}

/* One worker keeps the generated ring loaded, and loads the file anew; both give what a run alone
 * gives. On the ring of four 60 items of h0 cross h0>h1 in 1/scale s each, or go round the other
 * way in 1 s a hop: 60 s and two hops more. */
static void sweeps_the_bandwidth_of_one_link(void **state)
{
    static const struct {
        const char *name, *platform, *hosts;
        double seconds[3];
    } cases[] = {
        {"generated",
         "generator=\"ring\" direction=\"two-way\" hosts=\"4\" "
         "scaled-links=\"h0>h1\"",
         "",
         {15, 62, 60}},
        {"file",
         "file=\"ring.xml\" scaled-links=\"l\"",
         " direction=\"two-way\" hosts=\"h0 h1\"",
         {15, 240, 60}},
    };
    static const char *const scales[] = {"4", "0.25", "1"}; /* up, down and back */
    struct test_place *place = *state;
    plain_platform(place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = test_write(
            place, rd_arena_print(&place->arena, "%s.xml", cases[i].name),
            rd_arena_print(
                &place->arena,
                "<scenario>\n<platform %s/>\n<topology shape=\"ring\"%s/>\n<loads>"
                "<load host=\"h0\" items=\"60\" after=\"0\"/><load host=\"h1\" items=\"0\" "
                "after=\"60\"/></loads>\n<goal reach=\"after\"/>\n"
                "<run algorithm=\"ring-two-way-list\"/>\n<sweep><vary "
                "parameter=\"link-scale\" values=\"4 0.25 1\"/></sweep>\n</scenario>\n",
                cases[i].platform, cases[i].hosts));
        const char *results =
            test_path(place, rd_arena_print(&place->arena, "%s.db", cases[i].name));
        struct test_run run =
            test_redist(place, "sweep", path, "--results", results, "--jobs", "1", NULL);
        test_status(&run, 0);
        json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL);
        assert_int_equal(json_array_size(rows), 3);
        for (size_t k = 0; k < 3; k++) {
            json_t *alone =
                test_redist_json(place, 0, "run", path, "--format", "json", "--set",
                                 rd_arena_print(&place->arena, "link-scale=%s", scales[k]), NULL);
            const json_t *fresh = json_array_get(alone, 0), *row = NULL;
            for (size_t r = 0; r < 3 && !row; r++) {
                const json_t *parameters = json_object_get(json_array_get(rows, r), "parameters");
                if (strcmp(test_text_of(parameters, "link-scale"), scales[k]) == 0)
                    row = json_array_get(rows, r);
            }
            assert_non_null(row);
            assert_true(fabs(test_number_of(row, "simulated_s") - cases[i].seconds[k]) < 1e-6);
            static const char *const numbers[] = {"bound_s", "planned_s", "simulated_s"};
            for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
                assert_true(test_number_of(row, numbers[n]) == test_number_of(fresh, numbers[n]));
            json_decref(alone);
        }
        json_decref(rows);
    }
}

/* Numbers of a profile are bandwidths themselves; a cluster's links have none. */
static void refuses_changes_that_a_file_cannot_have(void **state)
{
    struct test_place *place = *state;
    test_write(place, "ring.xml", platform);
    test_write(place, "l.txt", "10 1\n");
    const char *path = test_write(place, "sixty.xml", scenario);
    struct test_run run = test_redist(place, "run", path, "--set", "bandwidth-scale=4", NULL);
    test_status(&run, 3);
    test_contains(run.err, "ring.xml:7: <link>: bandwidth_file has bandwidths themselves, which ");
    test_write(place, "ring.xml",
               "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
               "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
               "<cluster id=\"c\" prefix=\"h\" suffix=\"\" radical=\"0-1\" speed=\"1f\" "
               "bw=\"1Bps\" lat=\"0s\"/>\n</platform>\n");
    assert_true(time_with(place, path, "bandwidth-scale=4", "simulated_s") == 15);
    run = test_redist(place, "run", path, "--set", "profile=steps 10 0.5 1", NULL);
    test_status(&run, 3);
    test_contains(run.err, "ring.xml:4: <cluster>: its links have no profile of their own: ");
    run = test_redist(place, "run", path, "--set", "speed-profile=walk 10 0.5 1", NULL);
    test_status(&run, 3);
    test_contains(run.err, "ring.xml:4: <cluster>: its hosts have no profile of their own: ");
    plain_platform(place);
    run = test_redist(place, "run", path, "--set", "profile=stops 10 0.5 1", NULL);
    test_status(&run, 3);
    test_contains(run.err, "profile");
}

static void refuses(void **state)
{
    static const char *const wrong[] = {"steps",       "steps 1 2",     "steps 0 0.5 1",
                                        "steps 1 2 1", "steps 1 0 1",   "steps 1 0.5 1 2",
                                        "sine 1 2 3",  "steps 1 1 1e9", "steps nan 1 1"};
    struct test_place *place = *state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct test_run run = test_redist(place, "platform", "ring", "--hosts", "4", "--profile",
                                          wrong[i], "--profiles", place->folder, NULL);
        assert_int_equal(run.status, 2);
        test_contains(run.err, rd_arena_print(&place->arena,
                                              "profile \"%s\": \"none\", or \"steps "
                                              "PERIOD LOW HIGH\", or two-state or walk for "
                                              "steps, with a period from "
                                              "1e-06 s",
                                              wrong[i]));
    }
    struct test_run run =
        test_redist(place, "platform", "hypercube", "--hosts", "4096", "--profile", "steps 1 1 1",
                    "--profiles", place->folder, NULL);
    assert_int_equal(run.status, 2);
    test_contains(run.err, "49152 links that vary: at most 10000 are supported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_by_hand),
        cmocka_unit_test(is_the_same_from_files),
        cmocka_unit_test(keeps_the_clock),
        cmocka_unit_test(counts_by_hand_under_tcp),
        cmocka_unit_test(changes_the_bandwidths_of_a_file),
        cmocka_unit_test(changes_the_speeds_of_hosts),
        cmocka_unit_test(scales_links_by_name),
        cmocka_unit_test(sweeps_the_bandwidth_of_one_link),
        cmocka_unit_test(refuses_changes_that_a_file_cannot_have),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
