/* What faster links are worth: by hand, and as the scenario made anew with them says. */
#include "tests/cli/program.h"

#include "sim/base/rng.h"
#include "sim/run/best_bound.h"
#include "sim/run/run_context_open.h"
#include "sim/sensitivity/kept_bound.h"
#include "sim/sensitivity/upgrade_effects.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

static uint64_t times = 1;

static void is_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g was expected and is %.12g", expected, value);
}

/* Racks of two hosts: 1 s an item on each host's link, 4 s on the trunk, whose room each message
 * takes alone. Six items go from rack a to rack b: 24 s. On a trunk of twice the speed they take 12
 * s, and if it is free 3 s, which each host needs for its three items. No other link alone
 * helps: the trunk is busy for 24 s. */
static const char racks_platform[] =
    "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n<zone id=\"z\" routing=\"Full\">\n"
    "<host id=\"a0\" speed=\"1Gf\"/><host id=\"a1\" speed=\"1Gf\"/>\n"
    "<host id=\"b0\" speed=\"1Gf\"/><host id=\"b1\" speed=\"1Gf\"/>\n"
    "<link id=\"l0\" bandwidth=\"1kBps\" latency=\"0s\"/>\n"
    "<link id=\"l1\" bandwidth=\"1kBps\" latency=\"0s\"/>\n"
    "<link id=\"m0\" bandwidth=\"1kBps\" latency=\"0s\"/>\n"
    "<link id=\"m1\" bandwidth=\"1kBps\" latency=\"0s\"/>\n"
    "<link id=\"trunk\" bandwidth=\"250Bps\" latency=\"0s\" sharing_policy=\"SPLITDUPLEX\"/>\n"
    "<route src=\"a0\" dst=\"b0\" symmetrical=\"NO\"><link_ctn id=\"l0\"/>"
    "<link_ctn id=\"trunk\" direction=\"UP\"/><link_ctn id=\"m0\"/></route>\n"
    "<route src=\"a0\" dst=\"b1\" symmetrical=\"NO\"><link_ctn id=\"l0\"/>"
    "<link_ctn id=\"trunk\" direction=\"UP\"/><link_ctn id=\"m1\"/></route>\n"
    "<route src=\"a1\" dst=\"b0\" symmetrical=\"NO\"><link_ctn id=\"l1\"/>"
    "<link_ctn id=\"trunk\" direction=\"UP\"/><link_ctn id=\"m0\"/></route>\n"
    "<route src=\"a1\" dst=\"b1\" symmetrical=\"NO\"><link_ctn id=\"l1\"/>"
    "<link_ctn id=\"trunk\" direction=\"UP\"/><link_ctn id=\"m1\"/></route>\n"
    "</zone>\n</platform>\n";

static const char racks_scenario[] =
    "<scenario>\n<platform file=\"racks_platform.xml\"/>\n"
    "<topology shape=\"graph\" edges=\"routes\" hosts=\"a0 a1 b0 b1\"/>\n"
    "<network ports=\"one\"/>\n<items bytes=\"1000\"/>\n"
    "<loads>\n<load host=\"a0\" items=\"3\" after=\"0\"/><load host=\"a1\" items=\"3\" "
    "after=\"0\"/>\n"
    "<load host=\"b0\" items=\"0\" after=\"3\"/><load host=\"b1\" items=\"0\" "
    "after=\"3\"/>\n</loads>\n"
    "<goal reach=\"after\"/>\n</scenario>\n";

static void names_the_trunk_first(void **state)
{
    struct test_place *place = *state;
    test_write(place, "racks_platform.xml", racks_platform);
    const char *path = test_write(place, "racks.xml", racks_scenario);
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--format", "json", NULL);
    assert_int_equal(json_array_size(array), 1);
    const json_t *trunk = json_array_get(array, 0);
    assert_string_equal(test_text_of(trunk, "what"), "trunk");
    is_near(test_number_of(trunk, "bound_now_s"), 24, 1e-9);
    is_near(test_number_of(trunk, "planned_now_s"), 24, 1e-9);
    is_near(test_number_of(trunk, "bound_s"), 12, 1e-9);
    is_near(test_number_of(trunk, "planned_s"), 12, 1e-9);
    is_near(test_number_of(trunk, "bound_free_s"), 3, 1e-9);
    json_decref(array);
    struct test_run run = test_redist(place, "sensitivity", path, "--factor", "4", NULL);
    test_status(&run, 0);
    test_contains(run.out, "\ntrunk    6 s  18 s      6 s  kept      3 s\n");
    test_contains(run.out, "left out  8 of 9: even with each of them free the certificate");
}

/* The same as objects, whose bound has no certificate that would leave anything out: the table
 * names the eight that gain nothing in one line, and JSON has them. */
static void tables_name_what_gains_nothing(void **state)
{
    struct test_place *place = *state;
    const char *text = rd_arena_print(
        &place->arena,
        "<scenario>\n<platform file=\"racks_platform.xml\"/>\n"
        "<topology shape=\"graph\" edges=\"routes\" hosts=\"a0 a1 b0 b1\"/>\n"
        "<network ports=\"one\"/>\n<loads>\n%s%s</loads>\n<goal reach=\"place\"/>\n</scenario>\n",
        "<object name=\"x\" bytes=\"3000\" from=\"a0\" to=\"b0\"/>\n",
        "<object name=\"y\" bytes=\"3000\" from=\"a1\" to=\"b1\"/>\n");
    const char *path = test_write(place, "objects.xml", text);
    struct test_run run = test_redist(place, "sensitivity", path, NULL);
    test_status(&run, 0);
    test_contains(run.out, "\ntrunk   12 s  12 s     12 s  ");
    test_contains(run.out, "\nno gain   ");
    test_contains(run.out,
                  ": no bound is less, even free, and no plan that was found is shorter\n");
    assert_null(strstr(run.out, "\nl0 "));
    json_t *array = test_redist_json(place, 0, "sensitivity", path, "--format", "json", NULL);
    assert_int_equal(json_array_size(array), 9);
    json_decref(array);
}

/* The trunk of ten times the speed leaves 3 s to each host. Then no host's link alone is worth
 * anything, and a second one neither: two are listed at the most, with the gain of the trunk. */
static void prices_by_gain(void **state)
{
    struct test_place *place = *state;
    const char *path = test_path(place, "racks.xml");
    const char *prices = test_write(place, "prices.csv", "link,cost\ntrunk,6\nl0,2\n");
    struct test_run run =
        test_redist(place, "sensitivity", path, "--cost", prices, "--pairs", NULL);
    test_status(&run, 0);
    test_contains(run.out, "  COST  GAIN PER COST\n");
    test_contains(run.out, "\ntrunk   12 s  12 s     12 s  kept      3 s     6            2 s\n");
    prices = test_write(place, "wrong.csv", "link,cost\ntrunk,6\nl9,2\n");
    run = test_redist(place, "sensitivity", path, "--cost", prices, NULL);
    test_status(&run, 3);
    test_contains(run.err, "wrong.csv:3: link \"l9\": no link of the platform, or direction of a "
                           "host: accepted are ");
    prices = test_write(place, "wrong.csv", "link,cost\ntrunk,-1\n");
    run = test_redist(place, "sensitivity", path, "--cost", prices, NULL);
    test_status(&run, 3);
    test_contains(run.err, "wrong.csv:2: cost \"-1\": a number above 0 is needed");
}

/* --- made anew -------------------------------------------------------------------------------- */

enum { NETWORKS = 12, TRIED = 2 };

static const char *const shapes[] = {
    "<platform generator=\"ring\" direction=\"two-way\" hosts=\"4\" cost=\"%d\" latency=\"%d\" "
    "bandwidth-spread=\"4\" seed=\"%d\"/>\n<topology shape=\"ring\"/>\n",
    "<platform generator=\"star\" hosts=\"3\" cost=\"%d\" latency=\"%d\" bandwidth-spread=\"4\" "
    "seed=\"%d\"/>\n<topology shape=\"star\"/>\n",
    "<platform generator=\"switch\" hosts=\"3\" cost=\"%d\" latency=\"%d\" bandwidth-spread=\"4\" "
    "seed=\"%d\"/>\n<topology shape=\"switch\"/>\n",
    "<platform generator=\"torus\" dimensions=\"3x2\" cost=\"%d\" latency=\"%d\" "
    "bandwidth-spread=\"4\" seed=\"%d\"/>\n<topology shape=\"graph\"/>\n",
};

static const char *random_scenario(struct test_place *place, struct rd_rng *rng)
{
    static const char *const ports[] = {"one", "2", "all"};
    size_t shape = rd_rng_below(rng, sizeof shapes / sizeof *shapes);
    bool is_star = shape == 1;
    int cost = (int)rd_rng_between(rng, 1, 9), latency = (int)rd_rng_between(rng, 0, 1) * 3,
        seed = (int)rd_rng_between(rng, 1, 1000000);
    const char *platform = rd_arena_print(&place->arena, shapes[shape], cost, latency, seed);
    return rd_arena_print(&place->arena,
                          "<scenario>\n%s<network ports=\"%s\"/>\n"
                          "<loads generator=\"uniform\" low=\"0\" high=\"9\" seed=\"%d\"/>\n"
                          "<goal reach=\"balance\"/>\n</scenario>\n",
                          platform, is_star ? "one" : ports[rd_rng_below(rng, 3)], seed);
}

static void open_scenario(struct rd_run_context *context, const char *path, const char *links)
{
    struct rd_run_context_settings settings = {.scenario_path = path, .runs_optional = true};
    if (links) {
        settings.set[0] = (struct rd_option){"scaled-links", links};
        settings.set[1] = (struct rd_option){"link-scale", "2"};
        settings.set_count = 2;
    }
    assert_int_equal(rd_run_context_open(&settings, context), 0);
}

/* The scenario whose platform says that these links are twice as fast. */
static void open_made_anew(struct test_place *place, const char *path,
                           const struct rd_upgrade *upgrade, struct rd_run_context *context)
{
    const char *links = "";
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        links = rd_arena_print(&place->arena, "%s '%s'", links, upgrade->link[i]);
    open_scenario(context, path, links);
}

/* What is listed has the bound of the scenario made anew. What is not has none below the bound as
 * it is: either that is what is computed of it, to the 1e-5 at which the solver stops, or it is
 * less than the certificate of the bound as it is proves there. */
static void check_upgrade(struct test_place *place, struct rd_run_context *context,
                          const struct rd_upgrade_effects *effects, size_t upgrade)
{
    struct rd_run_context anew;
    struct rd_bound bound, now;
    open_made_anew(place, context->settings.scenario_path, &effects->upgrades.upgrade[upgrade],
                   &anew);
    assert_true(rd_run_context_best_bound(&anew, &bound));
    bool is_listed = false;
    for (size_t i = 0; i < effects->count; i++)
        if (effects->effect[i].upgrade[0] == upgrade) {
            is_listed = true;
            is_near(effects->effect[i].bound_s, bound.seconds, 1e-8 * bound.seconds);
        }
    if (!is_listed && bound.seconds < effects->bound_s * (1 - 1e-5)) {
        assert_true(rd_run_context_best_bound(context, &now));
        assert_true(rd_bound_is_kept(&now, &context->instance, &anew.instance, &context->scratch));
    }
    rd_run_context_close(&anew);
}

static void bound_is_that_of_the_scenario_made_anew(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(53, 1);
    uint64_t compared = 0, listed = 0;
    for (uint64_t i = 0; i < NETWORKS * times; i++) {
        const char *path = test_write(place, "random.xml", random_scenario(place, &rng));
        struct rd_run_context context;
        struct rd_upgrade_effects effects;
        struct rd_error error;
        /* No time for plans: bounds alone are of interest. */
        struct rd_upgrade_settings settings = {.factor = 2, .within_s = 1e-9, .steps = 1};
        open_scenario(&context, path, NULL);
        if (!rd_upgrade_effects_find(&context, &settings, &effects, &error))
            fail_msg("%s", error.message);
        for (int k = 0; k < TRIED; k++, compared++)
            check_upgrade(place, &context, &effects, rd_rng_below(&rng, effects.upgrades.count));
        listed += effects.count;
        rd_run_context_close(&context);
    }
    assert_true(listed > 0);
    print_compared("bounds of upgrades with those of scenarios made anew", compared);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_the_trunk_first),
        cmocka_unit_test(tables_name_what_gains_nothing),
        cmocka_unit_test(prices_by_gain),
        cmocka_unit_test(bound_is_that_of_the_scenario_made_anew),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
