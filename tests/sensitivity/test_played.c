/* Slacks and worst cases of plans of random networks, as SimGrid plays the plans on platforms whose
 * links are as slow. */
#include "tests/cli/program.h"

#include "sim/base/rng.h"
#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"
#include "sim/sensitivity/robust.h"
#include "sim/sensitivity/slack_table.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

enum { PLANS = 4, MOST_SLOW = 3 };

static const double slow_factor = 2.5;

static uint64_t times = 1;

static const char *const shapes[] = {
    "<platform generator=\"ring\" direction=\"two-way\" hosts=\"5\" cost=\"uniform 1 9\" "
    "seed=\"%d\"/>\n<topology shape=\"ring\"/>\n",
    "<platform generator=\"star\" hosts=\"4\" cost=\"uniform 1 9\" seed=\"%d\"/>\n"
    "<topology shape=\"star\"/>\n",
    "<platform generator=\"torus\" dimensions=\"2x3\" cost=\"uniform 1 9\" latency=\"2\" "
    "seed=\"%d\"/>\n<topology shape=\"graph\"/>\n",
    "<platform generator=\"random-regular\" hosts=\"6\" degree=\"3\" cost=\"uniform 1 9\" "
    "seed=\"%d\"/>\n<topology shape=\"graph\"/>\n",
};

static void open_scenario(struct rd_run_context *context, const char *path, const char *links,
                          double factor)
{
    char scale[32];
    struct rd_run_context_settings settings = {.scenario_path = path};
    snprintf(scale, sizeof scale, "%.17g", 1 / factor);
    if (*links) {
        settings.set[0] = (struct rd_option){"scaled-links", links};
        settings.set[1] = (struct rd_option){"link-scale", scale};
        settings.set_count = 2;
    }
    assert_int_equal(rd_run_context_open(&settings, context), 0);
}

/* The plan's end with these links so slow, played. */
static double played_s(const char *path, const struct rd_plan *plan, const char *links,
                       double factor)
{
    struct rd_run_context context;
    struct rd_simulation simulation;
    struct rd_error error;
    open_scenario(&context, path, links, factor);
    if (!rd_engine_simulate(context.engine, &context.instance, plan, false, &context.run_arena,
                            &simulation, &error))
        fail_msg("%s", error.message);
    rd_run_context_close(&context);
    return simulation.makespan_s;
}

static void is_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * expected))
        fail_msg("%.12g was expected and is %.12g", expected, value);
}

static const char *quoted_links(struct test_place *place, const struct rd_upgrade *upgrade)
{
    const char *links = "";
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        links = rd_arena_print(&place->arena, "%s '%s'", links, upgrade->link[i]);
    return links;
}

/* As slow as a slack says the plan ends as before; a thousandth slower it ends later, at least as
 * much as at first, since ends climb ever more steeply. */
static void check_slack(struct test_place *place, const char *path, const struct rd_plan *plan,
                        const struct rd_upgrades *upgrades, const struct rd_slack_table *table,
                        const struct rd_slack_row *row)
{
    static const double little = 1e-3;
    double factor = isinf(row->percent) ? 1000 : 1 + row->percent / 100;
    const char *links = quoted_links(place, rd_upgrade_named(upgrades, row->what));
    assert_true(row->exact);
    is_near(played_s(path, plan, links, factor), table->end_s);
    if (isfinite(row->percent))
        assert_true(played_s(path, plan, links, factor + little) >=
                    table->end_s + row->later_s_per_percent * 100 * little - 1e-9 * table->end_s);
}

static void check_worst_case(struct test_place *place, const char *path,
                             struct rd_run_context *context, const struct rd_plan *plan,
                             const struct rd_upgrades *upgrades, size_t most)
{
    struct rd_slow_set set = rd_slow_set_open(upgrades, &context->arena);
    struct rd_robust_case worst;
    struct rd_error error;
    const char *links = "";
    for (size_t i = 0; i < upgrades->count; i++)
        if (upgrades->upgrade[i].kind == RD_UPGRADE_LINK)
            rd_slow_set_add(upgrades, &upgrades->upgrade[i], slow_factor, &set);
    if (!rd_robust_case_find(context, plan, upgrades, &set, most, &worst, &error))
        fail_msg("%s", error.message);
    assert_true(worst.exact);
    for (size_t i = 0; i < set.count; i++)
        if (worst.slow[i] > 0)
            links =
                rd_arena_print(&place->arena, "%s%s", links, quoted_links(place, set.upgrade[i]));
    is_near(played_s(path, plan, links, slow_factor), worst.end_s);
}

static void check_plan(struct test_place *place, struct rd_rng *rng, uint64_t number)
{
    static const struct rd_execute_settings settings = {.want_plan = true};
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    const char *platform = rd_arena_print(&place->arena, shapes[number % SHAPES], (int)number + 1);
    const char *path = test_write(
        place, "random.xml",
        rd_arena_print(&place->arena,
                       "<scenario>\n%s<loads generator=\"uniform\" low=\"0\" high=\"9\" "
                       "seed=\"%d\"/>\n<goal reach=\"balance\"/>\n"
                       "<run algorithm=\"network-planner\"><option name=\"search\" value=\"1\"/>"
                       "</run>\n</scenario>\n",
                       platform, (int)number + 1));
    struct rd_run_context context;
    struct rd_outcome outcome;
    struct rd_upgrades upgrades;
    struct rd_slack_table table;
    struct rd_slack_progress silent = {0};
    struct rd_error error;
    open_scenario(&context, path, "", 1);
    assert_true(rd_execute(&context, &context.entry[0], &settings, &outcome, &error));
    assert_non_null(outcome.plan);
    assert_true(rd_upgrades_list(context.engine, &context.scenario, &context.instance,
                                 &context.arena, &upgrades, &error));
    if (!rd_slack_table_find(&context, outcome.plan, &upgrades, &silent, &table, &error))
        fail_msg("%s", error.message);
    check_slack(place, path, outcome.plan, &upgrades, &table,
                &table.row[rd_rng_below(rng, table.count)]);
    check_worst_case(place, path, &context, outcome.plan, &upgrades,
                     rd_rng_below(rng, MOST_SLOW + 1));
    rd_run_context_close(&context);
}

static void are_what_simgrid_plays(void **state)
{
    struct test_place *place = *state;
    struct rd_rng rng = rd_rng_seeded(53, 8);
    for (uint64_t i = 0; i < PLANS * times; i++) {
        rd_arena_borrow(&place->arena);
        check_plan(place, &rng, i);
    }
    print_compared("plans' slacks and worst cases with simulations", PLANS * times);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {cmocka_unit_test(are_what_simgrid_plays)};
    return cmocka_run_group_tests(tests, test_open, test_close);
}
