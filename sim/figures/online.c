/* A plan made once, plans made anew, and algorithms that decide while they run, while bandwidths go
 * up and down: simulated time over the bound of the nominal network, over random platforms and
 * loads. Two questions a network, in SimGrid's exact model and in its model of TCP:
 *
 *     how far do bandwidths go?      factors 1 - a to 1 + a, every PERIOD_S seconds
 *     how often do they change?      factors 1 - A to 1 + A
 *
 * Theory says: no bandwidth is above 1 + a times nominal, so time over bound >= 1 / (1 + a); no
 * time is below what cuts of the changing network can carry (changing_bound.h), and TCP carries no
 * more; and at amplitude 0 SimGrid's exact clock is the planned one. */
#include "figure.h"
#include "plots.h"
#include "algorithms/online/changing_bound.h"
#include "sim/base/mean.h"

#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INSTANCES = 4, FULL_INSTANCES = 40, RUN_LIMIT = 6, POINTS = 6 };
enum { AMPLITUDE, PERIOD, AXES };

static const char *const models[] = {"exact", "tcp", NULL};
static const double points[AXES][POINTS] = {{0, 0.2, 0.4, 0.6, 0.8, 0.9}, {2, 5, 10, 20, 50, 100}};
static const double usual[AXES] = {0.8, 20}; /* on the other axis */

/* What the runs of one point came to. */
struct tally {
    size_t run_count;
    const char *name[RUN_LIMIT];
    struct rd_mean over_bound[RUN_LIMIT];
    double least[RUN_LIMIT]; /* over the bound */
    double apart[RUN_LIMIT]; /* |simulated / planned - 1|, the greatest */
    struct rd_mean changing; /* bound of the changing network over that of the nominal one */
    double least_changing[RUN_LIMIT]; /* over the bound of the changing network */
};

/* Reads a profile's bandwidths, a line "DATE VALUE" each PERIOD.
 * In: the column of a link; step_count, 0: not known yet. */
static void read_profile(const char *text, size_t link, size_t link_count, double *bandwidth,
                         struct rd_changing_network *changing)
{
    size_t step = 1;
    char *end;
    for (; *text >= '0' && *text <= '9'; text = end + strspn(end, "\n"), step++) {
        double date_s = strtod(text, &end);
        changing->step_s = step == 1 ? date_s : changing->step_s;
        bandwidth[step * link_count + link] = strtod(end, &end);
    }
    changing->step_count = step;
}

/* No schedule on the platform as it changes ends before. */
static double changing_bound_s(struct rd_run_context *context)
{
    enum { STEPS = 128 };
    const struct rd_instance *instance = &context->instance;
    const struct rd_scenario *scenario = &context->scenario;
    size_t link_count = rd_link_count(&instance->topology);
    double *bandwidth = rd_take(&context->arena, STEPS * link_count, double);
    struct rd_changing_network changing = {.step_count = 1, .bandwidth = bandwidth};
    for (size_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        bandwidth[link] = rd_link_cost(instance, link).bandwidth_bytes_per_s;
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        const char *name = rd_arena_print(&context->arena, "bandwidth_%s_%s.txt",
                                          instance->host_name[from], instance->host_name[to]);
        for (size_t i = 0; i < scenario->profile_file_count; i++)
            if (strcmp(scenario->profile_file[i].name, name) == 0)
                read_profile(scenario->profile_file[i].text, link, link_count, bandwidth,
                             &changing);
    }
    rd_assert((changing.step_count > 1) == (scenario->profile_file_count > 0));
    return rd_changing_bound_s(instance, &changing, &context->scratch);
}

static bool add_run(struct tally *tally, size_t run, const struct rd_result *result,
                    double changing_s, double high, struct rd_arena *arena, struct rd_error *reterr)
{
    if (result->status != RD_STATUS_OK || isnan(result->ratio))
        return rd_failed(reterr, "%s: %s", result->algorithm, result->message);
    if (tally->over_bound[run].count == 0) {
        const char *words = rd_options_words(result->option, result->option_count, arena);
        tally->name[run] =
            rd_arena_print(arena, "%s%s%s", result->algorithm, words[0] ? " " : "", words);
        tally->least[run] = tally->least_changing[run] = INFINITY;
    }
    double nominal_s = result->simulated_s / result->ratio;
    changing_s = fmax(changing_s, nominal_s / high);
    if (run == 0)
        rd_mean_add(&tally->changing, changing_s / nominal_s);
    tally->least_changing[run] = fmin(tally->least_changing[run], result->simulated_s / changing_s);
    rd_mean_add(&tally->over_bound[run], result->ratio);
    tally->least[run] = fmin(tally->least[run], result->ratio);
    tally->apart[run] = fmax(tally->apart[run], fabs(result->simulated_s / result->planned_s - 1));
    return true;
}

/* Where a panel's points are. */
struct panel {
    const char *model;
    int axis;
};

/* Runs all algorithms on an instance. In: high: no bandwidth is more times nominal. */
static bool run_instance(const char *stem, const char *model, int seed, const char *profile,
                         double high, struct rd_figure_data *data, struct tally *tally,
                         struct rd_error *reterr)
{
    static const struct rd_execute_settings execute = {.simulate = true};
    const char *text = rd_figure_scenario(stem);
    struct rd_run_context context;
    struct rd_error_list errors;
    struct rd_outcome outcome;
    struct rd_run_context_settings settings = {
        .scenario_path = rd_arena_print(data->arena, "scenarios/figures/%s.xml", stem),
        .scenario_text = text,
        .scenario_size = strlen(text),
        .set = {{"seed", rd_arena_print(data->arena, "%d", seed)},
                {"profile", profile},
                {"model", model}},
        .set_count = 3,
    };
    bool good =
        rd_run_context_read(&settings, &context, &errors) && rd_run_context_load(&context, &errors);
    if (errors.count > 0)
        *reterr = errors.error[0];
    good = good && errors.count == 0;
    tally->run_count = good ? context.entry_count : 0;
    rd_assert(tally->run_count <= RUN_LIMIT);
    double changing_s = good ? changing_bound_s(&context) : 0;
    for (size_t run = 0; good && run < tally->run_count; run++)
        good = rd_execute(&context, &context.entry[run], &execute, &outcome, reterr) &&
               add_run(tally, run, &outcome.result, changing_s, high, data->arena, reterr);
    rd_run_context_close(&context);
    return good;
}

static bool run_point(const char *stem, struct panel panel, double x,
                      const struct rd_figure_settings *settings, struct rd_figure_data *data,
                      struct tally *tally, struct rd_error *reterr)
{
    double a = panel.axis == AMPLITUDE ? x : usual[AMPLITUDE];
    double period_s = panel.axis == PERIOD ? x : usual[PERIOD];
    const char *profile =
        a == 0 ? "none"
               : rd_arena_print(data->arena, "steps %g %.17g %.17g", period_s, 1 - a, 1 + a);
    int instances = settings->full ? FULL_INSTANCES : INSTANCES;
    *tally = (struct tally){0};
    if (settings->progress)
        settings->progress(
            rd_arena_print(data->arena, "%s: %s, profile %s", stem, panel.model, profile));
    for (int seed = 1; seed <= instances; seed++)
        if (!run_instance(stem, panel.model, seed, profile, 1 + a, data, tally, reterr))
            return false;
    return true;
}

static void name_columns(struct rd_figure_data *data, const struct tally *tally)
{
    size_t count = 0;
    const char **column = rd_take(data->arena, 5 + 2 * tally->run_count, const char *);
    column[count++] = "model";
    column[count++] = "period varies";
    column[count++] = "amplitude or period, s";
    for (size_t run = 0; run <= tally->run_count; run++) {
        const char *name =
            run < tally->run_count ? tally->name[run] : "bound of the changing network";
        column[count++] = name;
        column[count++] = rd_arena_print(data->arena, "%s, half width", name);
    }
    rd_figure_columns(data, column, count);
}

static void add_row(struct rd_figure_data *data, struct panel panel, double x,
                    const struct tally *tally)
{
    struct rd_text cells = {.arena = data->arena};
    rd_text_print(&cells, "%s\t%d\t%g", panel.model, panel.axis, x);
    for (size_t run = 0; run <= tally->run_count; run++) {
        const struct rd_mean *mean =
            run < tally->run_count ? &tally->over_bound[run] : &tally->changing;
        rd_text_print(&cells, "\t%.6f\t%.6f", mean->mean, rd_mean_half_width(mean));
    }
    rd_figure_row(data, "%s", cells.text);
}

static void judge(struct rd_figure_data *data, struct panel panel, double x,
                  const struct tally *tally)
{
    double a = panel.axis == AMPLITUDE ? x : usual[AMPLITUDE];
    for (size_t run = 0; run < tally->run_count; run++) {
        const char *where =
            rd_arena_print(data->arena, "%s, %s, %s %g", tally->name[run], panel.model,
                           panel.axis == AMPLITUDE ? "amplitude" : "period", x);
        struct rd_check check = {
            .what = rd_arena_print(data->arena, "%s: least time over bound, times 1 + a", where),
            .published = NAN,
            .measured = tally->least[run] * (1 + a),
            .low = 1 - RD_TIME_TOLERANCE,
            .high = INFINITY,
            .why = "no bandwidth is above 1 + a times nominal"};
        rd_checks_add(&data->checks, check);
        check.what = rd_arena_print(data->arena,
                                    "%s: least time over the bound of the changing network", where);
        check.measured = tally->least_changing[run];
        check.why = "cuts carry no more, docs/online.md";
        rd_checks_add(&data->checks, check);
        if (a > 0 || panel.model != models[0])
            continue;
        check = (struct rd_check){
            .what = rd_arena_print(data->arena, "%s: planned and simulated, apart", where),
            .published = NAN,
            .measured = tally->apart[run],
            .high = RD_TIME_TOLERANCE,
            .why = "both clocks agree where nothing varies"};
        rd_checks_add(&data->checks, check);
    }
}

static bool make(const char *stem, const struct rd_figure_settings *settings,
                 struct rd_figure_data *data, struct rd_error *reterr)
{
    for (size_t i = 0; models[i / AXES]; i++)
        for (int point = 0; point < POINTS; point++) {
            struct tally tally;
            struct panel panel = {models[i / AXES], (int)(i % AXES)};
            double x = points[panel.axis][point];
            if (!run_point(stem, panel, x, settings, data, &tally, reterr))
                return false;
            if (i == 0 && point == 0)
                name_columns(data, &tally);
            add_row(data, panel, x, &tally);
            judge(data, panel, x, &tally);
        }
    data->played = "every run";
    return true;
}

#define ONLINE(NETWORK, WORDS)                                                                     \
    static bool make_##NETWORK(const struct rd_figure_settings *settings,                          \
                               struct rd_figure_data *data, struct rd_error *reterr)               \
    {                                                                                              \
        return make("online_" #NETWORK, settings, data, reterr);                                   \
    }                                                                                              \
    const struct rd_figure online_##NETWORK = {                                                    \
        .name = "online-" #NETWORK,                                                                \
        .summary = WORDS ": planned once, planned anew, decided on the way, as bandwidths vary",   \
        .source = "our own",                                                                       \
        .plot = "online",                                                                          \
        .scenario = "online_" #NETWORK,                                                            \
        .make = make_##NETWORK,                                                                    \
    };

ONLINE(ring, "two-way rings of 8 unequal links")
ONLINE(star, "stars of 8 unequal workers")
ONLINE(hypercube, "hypercubes of 8 hosts")
ONLINE(torus, "tori of 3 x 3 hosts")
