/* How much slower parts of a network may get: by hand, against all paths of small networks of
 * activities, and against the referee and SimGrid at changed bandwidths. */
#include "tests/cli/program.h"

#include "sim/base/rng.h"
#include "sim/run/run_context_open.h"
#include "sim/sensitivity/shortest_plan.h"
#include "sim/sensitivity/slack.h"
#include "sim/sensitivity/slack_table.h"
#include "sim/sensitivity/what_if.h"
#include "tests/sensitivity/random_network.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t times = 1;

static void is_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g was expected and is %.12g", expected, value);
}

/* --- all paths -------------------------------------------------------------------------------- */

enum { NETWORKS = 2000 };

/* The tightest of all paths: constant + slope * factor reaches the end first. */
struct tightest {
    const struct rd_plan_network *network;
    const bool *slower;
    int64_t end, numerator, denominator, slope; /* denominator 0: none climbs */
};

static void end_path(struct tightest *tightest, int64_t constant, int64_t slope)
{
    int64_t room = tightest->end - constant;
    if (slope == 0)
        return;
    int64_t order = tightest->denominator == 0
                        ? -1
                        : room * tightest->denominator - tightest->numerator * slope;
    if (order < 0 || (order == 0 && slope > tightest->slope)) {
        tightest->numerator = room;
        tightest->denominator = tightest->slope = slope;
    }
}

/* Every path that ends with an activity, and every part that its activities may be as long as. */
static void try_paths(struct tightest *tightest, uint32_t a, int64_t constant, int64_t slope)
{
    const struct rd_plan_network *network = tightest->network;
    uint32_t first = network->part_first[a], last = network->part_first[a + 1];
    constant += network->fixed[a];
    for (uint32_t i = first; i < last || i == first; i++) {
        bool has = i < last, slow = has && tightest->slower[network->part[i].resource];
        int64_t units = has ? network->part[i].units : 0;
        int64_t c = constant + (slow ? 0 : units), s = slope + (slow ? units : 0);
        end_path(tightest, c, s);
        for (uint32_t w = network->first[a]; w < network->first[a + 1]; w++)
            try_paths(tightest, network->before[w], c, s);
    }
}

static void is_the_tightest_of_all_paths(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(53, 2);
    static const double nominal[TEST_RESOURCES] = {1, 1, 1, 1, 1};
    for (int i = 0; i < NETWORKS; i++) {
        struct test_network drawn;
        struct rd_slack slack;
        bool slower[TEST_RESOURCES] = {rd_rng_below(&rng, 2) == 0, rd_rng_below(&rng, 2) == 0};
        test_draw_network(&rng, &drawn);
        struct tightest tightest = {
            .network = &drawn.network,
            .slower = slower,
            .end = (int64_t)rd_plan_network_end(&drawn.network, nominal, &place->arena)};
        for (uint32_t a = 0; a < TEST_ACTIVITIES; a++)
            try_paths(&tightest, a, 0, 0);
        rd_slack_find(&drawn.network, slower, &place->arena, &slack);
        assert_int_equal(slack.any, tightest.denominator == 0);
        if (slack.any)
            continue;
        assert_true(slack.numerator * tightest.denominator ==
                    tightest.numerator * slack.denominator);
        assert_int_equal(slack.later, tightest.slope);
    }
    print_compared("slacks with those of all paths", NETWORKS);
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* h0 sends 4 items to h1 and h1 3 of its own to h2, 1 s and 1/2 s each: 4 s, and 1.5 s. The link of
 * the latter may take 8/3 times as long: 4 s. Beyond, each percent is 1.5 s / 100. The plan is
 * played as slow as that, and no slower. */
static void takes_as_long_as_the_plan_has_time(void **state)
{
    struct test_place *place = *state;
    const char *path =
        test_write(place, "line.xml",
                   "<scenario>\n<platform generator=\"ring\" hosts=\"3\" direction=\"one-way\" "
                   "cost=\"list 1 0.5 1\"/>\n<topology shape=\"ring\" direction=\"one-way\"/>\n"
                   "<loads>\n<load host=\"h0\" items=\"4\" after=\"0\"/>\n"
                   "<load host=\"h1\" items=\"3\" after=\"4\"/>\n"
                   "<load host=\"h2\" items=\"0\" after=\"3\"/>\n</loads>\n"
                   "<goal reach=\"after\"/>\n</scenario>\n");
    const char *plan = test_write(place, "plan.csv",
                                  "# timing: self-timed\nround,from,to,kind,items,messages\n"
                                  "0,h1,h2,0,3,1\n0,h0,h1,0,4,1\n");
    struct test_run run = test_redist(place, "sensitivity", path, "--slack", "--plan", plan, NULL);
    test_status(&run, 0);
    test_contains(run.out, "\nh0>h1         0 %      1             0.04 s\n");
    test_contains(run.out, "\nh1>h2   166.667 %    8/3            0.015 s\n");
    test_contains(run.out, "\nh2>h0         any      -                  -\n");
    static const struct {
        const char *scale, *planned;
    } scales[] = {{"link-scale=0.375", " 4 s"}, {"link-scale=0.3", " 5 s"}};
    for (size_t i = 0; i < 2; i++) {
        run = test_redist(place, "judge", path, plan, "--simulate", "--set", "scaled-links=h1>h2",
                          "--set", scales[i].scale, NULL);
        test_status(&run, 0);
        test_contains(run.out, scales[i].planned);
    }
}

/* On that line h0>h1 takes 4 s and h1>h2 1.5 s, side by side: at 8/3 times the bandwidth of h0>h1
 * both take 1.5 s, and beyond it makes nothing shorter. */
static void has_a_corner_where_another_path_is_longer(void **state)
{
    struct test_place *place = *state;
    const char *picture = test_path(place, "curve.svg");
    json_t *array =
        test_redist_json(place, 0, "sensitivity", test_path(place, "line.xml"), "--curve", "h0>h1",
                         "--out", picture, "--format", "json", NULL);
    size_t corners = 0, i;
    json_t *point;
    json_array_foreach(array, i, point)
    {
        double speed = test_number_of(point, "speed");
        is_near(test_number_of(point, "kept_s"), fmax(4 / speed, 1.5), 1e-9);
        is_near(test_number_of(point, "bound_s"), fmax(4 / speed, 1.5), 1e-4);
        if (!json_is_true(json_object_get(point, "corner")))
            continue;
        is_near(speed, 8.0 / 3, 1e-12);
        corners++;
    }
    assert_int_equal(corners, 1);
    json_decref(array);
    test_contains(test_read(place, picture), "class=\"corner\"");
    struct test_run run =
        test_redist(place, "sensitivity", test_path(place, "line.xml"), "--curve", "h0>h9", NULL);
    test_status(&run, 2);
    test_contains(run.err,
                  "--curve \"h0>h9\": no link that routes cross, or direction of a host: ");
}

/* h0 sends 100 bytes to h1 and 100 to h2, one after the other, at 10 a second or as its throttle of
 * 5 lets it: 40 s, and 20 s from twice the throttle on. */
static void says_which_throttle_is_enough(void **state)
{
    struct test_place *place = *state;
    const char *path = test_write(
        place, "throttle.xml",
        "<scenario><platform generator=\"switch\" hosts=\"3\" cost=\"0.1\"/>"
        "<topology shape=\"switch\"/><network throttle=\"5\"/><goal reach=\"place\"/><loads>"
        "<object name=\"a\" bytes=\"100\" from=\"h0\" to=\"h1\"/>"
        "<object name=\"b\" bytes=\"100\" from=\"h0\" to=\"h2\"/></loads></scenario>");
    const char *picture = test_path(place, "throttle.svg");
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--curve", "throttle", "--out",
                                     picture, "--format", "json", NULL);
    size_t enough = 0, i;
    json_t *point;
    json_array_foreach(array, i, point)
    {
        double speed = test_number_of(point, "speed"), expected = fmax(40 / speed, 20);
        is_near(test_number_of(point, "planned_s"), expected, 1e-9);
        is_near(test_number_of(point, "bound_s"), expected, 1e-9);
        bool is_enough = json_is_true(json_object_get(point, "bound_enough"));
        assert_int_equal(is_enough, json_is_true(json_object_get(point, "plan_enough")));
        if (!is_enough)
            continue;
        is_near(speed, 2, 1e-12);
        enough++;
    }
    assert_int_equal(enough, 1);
    json_decref(array);
    test_contains(test_read(place, picture), "class=\"enough\"");
    struct test_run run = test_redist(place, "sensitivity", path, "--curve", "throttle", NULL);
    test_contains(run.out,
                  "\nenough    2 times, 10 bytes/s: from there on the bound is as without limit\n");
    test_contains(run.out,
                  "\nenough    2 times, 10 bytes/s: from there on the shortest plan found is "
                  "as without limit\n");
}

/* --- made anew -------------------------------------------------------------------------------- */

enum { PLANS = 6, ROWS = 3 };

static const char *const shapes[] = {
    "<platform generator=\"ring\" direction=\"two-way\" hosts=\"6\" cost=\"uniform 1 9\" "
    "seed=\"%d\"/>\n"
    "<topology shape=\"ring\"/>\n",
    "<platform generator=\"star\" hosts=\"5\" cost=\"uniform 1 9\" seed=\"%d\"/>\n"
    "<topology shape=\"star\"/>\n",
    "<platform generator=\"torus\" dimensions=\"3x3\" cost=\"uniform 1 9\" seed=\"%d\" "
    "latency=\"2\"/>\n"
    "<topology shape=\"graph\"/>\n",
};

static double time_s(struct rd_run_context *context, const struct rd_plan *plan,
                     const struct rd_upgrade *upgrade, double factor)
{
    struct rd_what_if what_if;
    struct rd_error error;
    double speed[32];
    assert_true(upgrade->link_count <= 32);
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        speed[i] = 1 / factor;
    struct rd_faster_links links = {upgrade->link, speed, upgrade->link_count};
    if (!rd_what_if_open(context, &links, &what_if, &error))
        fail_msg("%s", error.message);
    double seconds = rd_what_if_time_s(&what_if, plan);
    rd_what_if_close(&what_if);
    return seconds;
}

/* As slow as the slack says the plan ends as before, and a millionth slower so much later. */
static void check_row(struct rd_run_context *context, const struct rd_plan *plan,
                      const struct rd_upgrades *upgrades, const struct rd_slack_table *table,
                      const struct rd_slack_row *row)
{
    static const double little = 1e-6;
    const struct rd_upgrade *upgrade = rd_upgrade_named(upgrades, row->what);
    double end_s = table->end_s, factor = isinf(row->percent) ? 1000 : 1 + row->percent / 100;
    assert_non_null(upgrade);
    is_near(time_s(context, plan, upgrade, factor), end_s, 1e-9 * end_s);
    if (isfinite(row->percent))
        is_near(time_s(context, plan, upgrade, factor + little) - end_s,
                row->later_s_per_percent * 100 * little, 1e-10 * end_s);
}

static void is_what_the_referee_says_at_changed_costs(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(53, 3);
    for (uint64_t i = 0; i < PLANS * times; i++) {
        const char *platform = rd_arena_print(&place->arena, shapes[i % 3], (int)i + 1);
        const char *path = test_write(
            place, "random.xml",
            rd_arena_print(&place->arena,
                           "<scenario>\n%s<loads generator=\"uniform\" low=\"0\" high=\"9\" "
                           "seed=\"%d\"/>\n<goal reach=\"balance\"/>\n"
                           "<run algorithm=\"network-planner\"/>\n</scenario>\n",
                           platform, (int)i + 1));
        struct rd_run_context context;
        struct rd_run_context_settings settings = {.scenario_path = path,
                                                   .algorithm = "network-planner"};
        struct rd_shortest_plan shortest;
        struct rd_upgrades upgrades;
        struct rd_slack_table table;
        struct rd_slack_progress silent = {0};
        struct rd_error error;
        assert_int_equal(rd_run_context_open(&settings, &context), 0);
        assert_true(rd_shortest_plan_find(&context, 1, &shortest, &error));
        assert_true(rd_upgrades_list(context.engine, &context.scenario, &context.instance,
                                     &context.arena, &upgrades, &error));
        if (!rd_slack_table_find(&context, shortest.plan, &upgrades, &silent, &table, &error))
            fail_msg("%s", error.message);
        assert_non_null(table.network);
        for (int k = 0; k < ROWS; k++)
            check_row(&context, shortest.plan, &upgrades, &table,
                      &table.row[rd_rng_below(&rng, table.count)]);
        rd_run_context_close(&context);
    }
    print_compared("slacks with the referee's times", PLANS * ROWS * times);
}

/* As PDF and PNG, too, where there is a converter; where there is none that is said before anything
 * is planned. */
static void draws_for_paper(void **state)
{
    static const struct {
        const char *name, *begins;
    } forms[] = {{"chart.pdf", "%PDF"}, {"chart.png", "\x89PNG"}};
    struct test_place *place = *state;
    bool converts = system("rsvg-convert --version >/dev/null 2>&1") == 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *path = test_path(place, forms[i].name);
        struct test_run run = test_redist(place, "sensitivity", test_path(place, "line.xml"),
                                          "--slack", "--gantt", path, NULL);
        test_status(&run, converts ? 0 : 5);
        if (converts)
            assert_int_equal(strncmp(test_read(place, path), forms[i].begins, 4), 0);
        else
            test_contains(run.err, "FILE.svg needs none");
        run = test_redist(place, "sensitivity", test_path(place, "line.xml"), "--curve", "h0>h1",
                          "--out", path, NULL);
        test_status(&run, converts ? 0 : 5);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_tightest_of_all_paths),
        cmocka_unit_test(takes_as_long_as_the_plan_has_time),
        cmocka_unit_test(has_a_corner_where_another_path_is_longer),
        cmocka_unit_test(says_which_throttle_is_enough),
        cmocka_unit_test(is_what_the_referee_says_at_changed_costs),
        cmocka_unit_test(draws_for_paper),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
