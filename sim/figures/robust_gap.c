/* What it costs that some links are slower than the platform says, and what planning for it saves:
 * the worst case of plans over the bound of the network as it is, if any G of all links may take
 * twice as long, over random costs and loads.
 *
 * Theory says: no worst case is below the bound of the network with G links slow, nor after twice
 * the plan's own time, since nothing lasts more than twice as long; that of one plan does not fall
 * where more links may be slow; and network-robust compares the plan of network-planner, too. */
#include "figure.h"
#include "plots.h"
#include "sim/base/mean.h"

#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"
#include "sim/sensitivity/robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INSTANCES = 20, FULL_INSTANCES = 200, MOST_SLOW = 4, POINTS = MOST_SLOW + 1, SET = 4 };
enum { PLANNER, PORTFOLIO, ROBUST, PLANS };

static const char *const plan_name[PLANS] = {"network-planner", "network-portfolio",
                                             "network-robust"};

/* What differs from the scenario. */
static const struct {
    const char *name;
    struct rd_option set[SET];
} network[] = {
    {"ring", {{"platform-generator", "ring"}, {"hosts", "12"}, {"direction", "two-way"}}},
    {"torus", {{"platform-generator", "torus"}}},
    {"fat tree",
     {{"platform-generator", "tree"},
      {"hosts", "15"},
      {"cost", "list 1 1 1 2 2 1 2 2 2 4 4 2 4 4 2 4 4 2 4 4 4 4 4 4 4 4 4 4"}}},
    {"random", {{"platform-generator", "random-regular"}, {"hosts", "12"}, {"degree", "3"}}},
};

enum { NETWORKS = sizeof network / sizeof *network };

/* The worst cases of one instance, with up to so many links slow. */
struct cases {
    double nominal_bound_s, bound_s[POINTS];
    double planned_s[PLANS][POINTS], worst_s[PLANS][POINTS];
};

/* What those of all instances of a network came to. */
struct tally {
    struct rd_mean bound[POINTS], worst[PLANS][POINTS]; /* over the bound with no link slow */
    double over_bound[PLANS];                           /* the least */
    double over_planned[PLANS];                         /* the greatest */
    double growth[PLANS]; /* the least, from one number of slow links to the next */
    double over_planner;  /* of network-robust, the greatest */
    size_t case_count, exact_count;
};

/* --- one instance ----------------------------------------------------------------------------- */

/* What the links of an instance may do, and what is asked of them. */
struct world {
    struct rd_run_context context;
    struct rd_upgrades upgrades;
    struct rd_slow_set set;
};

static bool open_world(size_t which, int seed, struct rd_arena *arena, struct world *world,
                       struct rd_error *reterr)
{
    const char *text = rd_figure_scenario("robust_gap");
    struct rd_error_list errors;
    struct rd_run_context_settings settings = {.scenario_path = "scenarios/figures/robust_gap.xml",
                                               .scenario_text = text,
                                               .scenario_size = strlen(text)};
    for (size_t i = 0; i < SET && network[which].set[i].name; i++)
        settings.set[settings.set_count++] = network[which].set[i];
    settings.set[settings.set_count++] =
        (struct rd_option){"seed", rd_arena_print(arena, "%d", seed)};
    bool read = rd_run_context_read(&settings, &world->context, &errors) &&
                rd_run_context_load(&world->context, &errors);
    if (errors.count > 0)
        *reterr = errors.error[0];
    return read && errors.count == 0 &&
           rd_upgrades_list(world->context.engine, &world->context.scenario,
                            &world->context.instance, &world->context.arena, &world->upgrades,
                            reterr) &&
           rd_slow_set_read(&world->context, NULL, &world->upgrades, &world->set, reterr);
}

/* A plan's worst case with up to `slow` links slow. */
static bool find_case(struct world *world, const struct rd_outcome *outcome, int plan, int slow,
                      struct cases *cases, size_t *exact_count, struct rd_error *reterr)
{
    struct rd_robust_case worst;
    if (!rd_robust_case_find(&world->context, outcome->plan, &world->upgrades, &world->set,
                             (size_t)slow, &worst, reterr))
        return false;
    cases->planned_s[plan][slow] = outcome->result.planned_s;
    cases->worst_s[plan][slow] = worst.end_s;
    *exact_count += worst.exact;
    return true;
}

static bool run_entry(struct world *world, const struct rd_run_entry *entry, struct cases *cases,
                      size_t *exact_count, struct rd_error *reterr)
{
    static const struct rd_execute_settings execute = {.simulate = true, .want_plan = true};
    struct rd_outcome outcome;
    int plan = 0;
    while (strcmp(entry->algorithm->name, plan_name[plan]) != 0)
        plan++;
    if (!rd_execute(&world->context, entry, &execute, &outcome, reterr))
        return false;
    if (outcome.result.status != RD_STATUS_OK)
        return rd_failed(reterr, "%s: %s", plan_name[plan], outcome.result.message);
    cases->nominal_bound_s = outcome.result.bound.seconds;
    struct rd_options options = rd_run_entry_options(entry);
    if (plan == ROBUST)
        return find_case(world, &outcome, plan, (int)rd_option_integer(&options, "slow"), cases,
                         exact_count, reterr);
    for (int slow = 0; slow < POINTS; slow++)
        if (!find_case(world, &outcome, plan, slow, cases, exact_count, reterr))
            return false;
    return true;
}

static bool run_instance(size_t which, int seed, struct rd_arena *arena, struct cases *cases,
                         size_t *exact_count, struct rd_error *reterr)
{
    struct world world;
    bool good = open_world(which, seed, arena, &world, reterr);
    for (size_t i = 0; good && i < world.context.entry_count; i++)
        good = run_entry(&world, &world.context.entry[i], cases, exact_count, reterr);
    for (int slow = 0; good && slow < POINTS; slow++) {
        struct rd_robust_bound bound;
        good = rd_robust_bound_find(&world.context, &world.set, (size_t)slow, &bound, reterr);
        cases->bound_s[slow] = good ? bound.bound_s : NAN;
    }
    rd_run_context_close(&world.context);
    return good;
}

/* --- a network -------------------------------------------------------------------------------- */

static void add(struct tally *tally, const struct cases *cases)
{
    for (int slow = 0; slow < POINTS; slow++) {
        rd_mean_add(&tally->bound[slow], cases->bound_s[slow] / cases->nominal_bound_s);
        for (int plan = 0; plan < PLANS; plan++) {
            const double *worst_s = &cases->worst_s[plan][slow];
            rd_mean_add(&tally->worst[plan][slow], *worst_s / cases->nominal_bound_s);
            tally->over_bound[plan] =
                fmin(tally->over_bound[plan], *worst_s / cases->bound_s[slow]);
            tally->over_planned[plan] =
                fmax(tally->over_planned[plan], *worst_s / cases->planned_s[plan][slow]);
            if (slow > 0)
                tally->growth[plan] = fmin(tally->growth[plan], *worst_s / worst_s[-1]);
        }
        tally->over_planner =
            fmax(tally->over_planner, cases->worst_s[ROBUST][slow] / cases->worst_s[PLANNER][slow]);
    }
    tally->case_count += PLANS * POINTS;
}

static bool run_network(size_t which, const struct rd_figure_settings *settings,
                        struct rd_arena *arena, struct tally *tally, struct rd_error *reterr)
{
    *tally = (struct tally){0};
    for (int plan = 0; plan < PLANS; plan++)
        tally->over_bound[plan] = tally->growth[plan] = INFINITY;
    if (settings->progress)
        settings->progress(rd_arena_print(arena, "robust_gap: %s", network[which].name));
    for (int seed = 1; seed <= (settings->full ? FULL_INSTANCES : INSTANCES); seed++) {
        struct cases cases;
        if (!run_instance(which, seed, arena, &cases, &tally->exact_count, reterr))
            return false;
        add(tally, &cases);
    }
    return true;
}

static void add_rows(struct rd_figure_data *data, size_t which, const struct tally *tally)
{
    for (int slow = 0; slow < POINTS; slow++) {
        struct rd_text cells = {.arena = data->arena};
        rd_text_print(&cells, "%s\t%d", network[which].name, slow);
        for (int plan = 0; plan <= PLANS; plan++) {
            const struct rd_mean *mean =
                plan < PLANS ? &tally->worst[plan][slow] : &tally->bound[slow];
            rd_text_print(&cells, "\t%.6f\t%.6f", mean->mean, rd_mean_half_width(mean));
        }
        rd_figure_row(data, "%s", cells.text);
    }
}

/* A value that a law is about. */
static void hold(struct rd_figure_data *data, size_t which, const char *who, const char *what,
                 double measured, double low, double high, const char *why)
{
    rd_checks_add(&data->checks,
                  (struct rd_check){.what = rd_arena_print(data->arena, "%s, %s: %s",
                                                           network[which].name, who, what),
                                    .published = NAN,
                                    .measured = measured,
                                    .low = low,
                                    .high = high,
                                    .why = why});
}

static void judge(struct rd_figure_data *data, size_t which, const struct tally *tally)
{
    for (int plan = 0; plan < PLANS; plan++) {
        hold(data, which, plan_name[plan], "least worst case over bound", tally->over_bound[plan],
             1, INFINITY, "no plan is better with these links slow");
        hold(data, which, plan_name[plan], "greatest worst case over planned",
             tally->over_planned[plan], 1, 2, "nothing lasts more than twice as long");
        if (plan != ROBUST)
            hold(data, which, plan_name[plan], "least growth with one more slow link",
                 tally->growth[plan], 1, INFINITY, "what is possible with fewer is with more");
    }
    hold(data, which, plan_name[ROBUST], "greatest worst case over that of network-planner",
         tally->over_planner, 0, 1, "it compares that plan, too");
    struct rd_check exact = {
        .what =
            rd_arena_print(data->arena, "%s: worst cases that are exact, %%", network[which].name),
        .published = NAN,
        .measured = 100 * (double)tally->exact_count / (double)tally->case_count,
        .low = 100,
        .high = 100,
        .why = "the search of an earlier run ended in all of them",
        .by = RD_BY_EARLIER_RUN};
    rd_checks_add(&data->checks, exact);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const column[] = {"network",
                                         "slow links",
                                         "network-planner",
                                         "network-planner, half width",
                                         "network-portfolio",
                                         "network-portfolio, half width",
                                         "network-robust",
                                         "network-robust, half width",
                                         "bound of all plans",
                                         "bound of all plans, half width"};
    rd_figure_columns(data, column, sizeof column / sizeof *column);
    for (size_t which = 0; which < NETWORKS; which++) {
        struct tally tally;
        if (!run_network(which, settings, data->arena, &tally, reterr))
            return false;
        add_rows(data, which, &tally);
        judge(data, which, &tally);
    }
    data->played = "every run, with no link slow";
    return true;
}

const struct rd_figure robust_gap = {
    .name = "robust-gap",
    .summary = "worst cases of ordinary and robust plans if any G links take twice as long",
    .source = "our own",
    .plot = "robust_gap",
    .scenario = "robust_gap",
    .make = make,
};
