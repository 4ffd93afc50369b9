/* What survives of a plan on a network that is not what it was made for. Two questions a topology,
 * asked of every algorithm of a scenario, over random platforms and loads:
 *
 *     bandwidths go up and down by at most a share a     simulated / planned over a
 *     SimGrid's model tcp instead of the exact one       simulated / planned over latency / item
 *
 * Theory says: a message under way is never faster than 1 + a times nominal and never slower than
 * 1 - a, and time only shrinks and grows with its messages: 1 / (1 + a) <= ratio <= 1 / (1 - a).
 * Under tcp each message has 13.01 times the latency and 0.97 of the bandwidth, of which an answer
 * the other way takes 5 % at most. */
#include "figure.h"
#include "sim/base/mean.h"
#include "plots.h"

#include "sim/run/execute.h"
#include "sim/run/run_context.h"

#include <math.h>
#include <string.h>

enum { INSTANCES = 8, FULL_INSTANCES = 100, RUN_LIMIT = 8, POINTS = 7, CELLS_SIZE = 900 };

/* Shares of the nominal bandwidth; latencies over the time of an item of cost 1. */
static const double amplitudes[POINTS] = {0, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9};
static const double latencies[POINTS] = {0, 0.01, 0.1, 0.2, 0.5, 1, 10};

struct survival {
    const char *scenario; /* its text */
    const char *path;     /* for messages */
    double unlike;        /* how many times as fast a link may be the other way */
    double period_s;      /* of the steps of bandwidths */
    const struct rd_figure_settings *settings;
    struct rd_figure_data *data;
};

/* What the runs of one scenario came to, by algorithm. */
struct tally {
    size_t run_count;
    const char *name[RUN_LIMIT];
    struct rd_mean ratio[RUN_LIMIT], over_bound[RUN_LIMIT];
    double least[RUN_LIMIT], greatest[RUN_LIMIT];
};

/* "switch-canonical schedule=list" */
static const char *name_run(const struct rd_result *result, struct rd_arena *arena)
{
    const char *name = result->algorithm;
    for (size_t i = 0; i < result->option_count; i++)
        name = rd_arena_print(arena, "%s %s=%s", name, result->option[i].name,
                              result->option[i].value);
    return name;
}

static bool add_run(const struct survival *survival, struct tally *tally, size_t run,
                    const struct rd_result *result, struct rd_error *reterr)
{
    if (result->status != RD_STATUS_OK || !(result->planned_s > 0) || isnan(result->simulated_s))
        return rd_fail(reterr, RD_ERROR_RUN, survival->path, 0, "%s: %s", result->algorithm,
                       result->message);
    double ratio = result->simulated_s / result->planned_s;
    if (tally->ratio[run].count == 0) {
        tally->name[run] =
            rd_arena_print(survival->data->arena, "%s", name_run(result, survival->data->arena));
        tally->least[run] = tally->greatest[run] = ratio;
    }
    rd_mean_add(&tally->ratio[run], ratio);
    rd_mean_add(&tally->over_bound[run], result->ratio);
    tally->least[run] = fmin(tally->least[run], ratio);
    tally->greatest[run] = fmax(tally->greatest[run], ratio);
    return true;
}

/* Runs all algorithms of a run context. */
static bool run_all(const struct survival *survival, struct rd_run_context *context,
                    struct tally *tally, struct rd_error *reterr)
{
    static const struct rd_execute_settings settings = {.simulate = true};
    struct rd_outcome outcome;
    rd_assert(context->entry_count <= RUN_LIMIT);
    tally->run_count = context->entry_count;
    for (size_t run = 0; run < context->entry_count; run++)
        if (!rd_execute(context, &context->entry[run], &settings, &outcome, reterr) ||
            !add_run(survival, tally, run, &outcome.result, reterr))
            return false;
    return true;
}

/* Draws an instance, with what the network is. */
static bool run_instance(const struct survival *survival, int seed, const char *profile,
                         const char *latency, struct tally *tally, struct rd_error *reterr)
{
    struct rd_arena *arena = &survival->data->scratch;
    struct rd_arena_mark mark = rd_arena_mark(arena);
    struct rd_run_context context;
    struct rd_error_list errors;
    struct rd_run_context_settings settings = {
        .scenario_path = survival->path,
        .scenario_text = survival->scenario,
        .scenario_size = strlen(survival->scenario),
        .set = {{"seed", rd_arena_print(arena, "%d", seed)},
                {"profile", profile},
                {latency ? "latency" : "model", latency ? latency : "exact"},
                {"model", "tcp"}},
        .set_count = latency ? 4 : 3,
    };
    bool good =
        rd_run_context_read(&settings, &context, &errors) && rd_run_context_load(&context, &errors);
    if (errors.count > 0)
        *reterr = errors.error[0];
    good = good && errors.count == 0 && run_all(survival, &context, tally, reterr);
    rd_run_context_close(&context);
    rd_arena_rewind(arena, mark);
    return good;
}

static bool run_point(const struct survival *survival, bool tcp, double x, struct tally *tally,
                      struct rd_error *reterr)
{
    struct rd_arena *arena = survival->data->arena;
    const char *profile =
        tcp ? "none"
            : rd_arena_print(arena, "steps %g %.17g %.17g", survival->period_s, 1 - x, 1 + x);
    const char *latency = tcp ? rd_arena_print(arena, "%g", x) : NULL;
    int instances = survival->settings->full ? FULL_INSTANCES : INSTANCES;
    *tally = (struct tally){0};
    if (survival->settings->progress)
        survival->settings->progress(
            rd_arena_print(arena, "%s: %s %g", survival->path, tcp ? "latency" : "amplitude", x));
    for (int seed = 1; seed <= instances; seed++)
        if (!run_instance(survival, seed, profile, latency, tally, reterr))
            return false;
    return true;
}

/* A row: tcp or not, x, and of each algorithm the mean, least and greatest ratio and the mean over
 * the bound. */
static void add_row(struct rd_figure_data *data, bool tcp, double x, const struct tally *tally)
{
    char cells[CELLS_SIZE];
    int size = snprintf(cells, sizeof cells, "%d\t%g", tcp, x);
    for (size_t run = 0; run < tally->run_count && size < CELLS_SIZE; run++)
        size += snprintf(cells + size, (size_t)(CELLS_SIZE - size), "\t%.6f\t%.6f\t%.6f\t%.6f",
                         tally->ratio[run].mean, tally->least[run], tally->greatest[run],
                         tally->over_bound[run].mean);
    rd_assert(size < CELLS_SIZE);
    rd_figure_row(data, "%s", cells);
}

static void name_columns(struct rd_figure_data *data, const struct tally *tally)
{
    enum { FIRST = 2, EACH = 4 };
    static const char *const words[EACH] = {"", ", least", ", greatest", ", over the bound"};
    size_t count = FIRST + EACH * tally->run_count;
    const char **column = rd_take(data->arena, count, const char *);
    column[0] = "tcp";
    column[1] = "amplitude or latency over item";
    for (size_t run = 0; run < tally->run_count; run++)
        for (size_t i = 0; i < EACH; i++)
            column[FIRST + EACH * run + i] =
                rd_arena_print(data->arena, "%s%s", tally->name[run], words[i]);
    rd_figure_columns(data, column, count);
}

static void judge(const struct survival *survival, const char *what, double measured,
                  double half_width, double low, double high, const char *why)
{
    rd_figure_judge(survival->data,
                    (struct rd_check){.what = what,
                                      .published = NAN,
                                      .measured = measured,
                                      .half_width = half_width,
                                      .low = low,
                                      .high = high,
                                      .why = why},
                    false);
}

/* Least and greatest ratio of all points and algorithms, each in units of what it may be. */
static void judge_varying(const struct survival *survival, const struct tally tally[POINTS])
{
    static const double near = 1e-9;
    struct rd_arena *arena = survival->data->arena;
    for (size_t run = 0; run < tally[0].run_count; run++) {
        const char *name = tally[0].name[run];
        double least = INFINITY, greatest = 0, rise = INFINITY, rise_width = 0;
        for (int i = 1; i < POINTS; i++) {
            least = fmin(least, tally[i].least[run] * (1 + amplitudes[i]));
            greatest = fmax(greatest, tally[i].greatest[run] * (1 - amplitudes[i]));
            double step = tally[i].ratio[run].mean - tally[i - 1].ratio[run].mean;
            double width = rd_mean_half_width(&tally[i].ratio[run]) +
                           rd_mean_half_width(&tally[i - 1].ratio[run]);
            if (step + width < rise + rise_width) {
                rise = step;
                rise_width = width;
            }
        }
        judge(survival, rd_arena_print(arena, "%s: greatest ratio at amplitude 0", name),
              tally[0].greatest[run], 0, 1 - near, 1 + near, "planned = simulated");
        judge(survival, rd_arena_print(arena, "%s: least ratio at amplitude 0", name),
              tally[0].least[run], 0, 1 - near, 1 + near, "planned = simulated");
        judge(survival, rd_arena_print(arena, "%s: least ratio times (1 + a)", name), least, 0,
              1 - near, INFINITY, "no message is faster than its bandwidth's greatest value");
        judge(survival, rd_arena_print(arena, "%s: greatest ratio times (1 - a)", name), greatest,
              0, 0, 1 + near, "no message is slower than its bandwidth's least value");
        judge(survival, rd_arena_print(arena, "%s: least rise of the mean ratio", name), rise,
              rise_width, 0, INFINITY, "seen, not proved: changes under way are not convex in a");
    }
}

/* How much longer than planned a message of 1 s may last under tcp; one of more is between that and
 * the same without latency. */
static double tcp_factor(double latency_s, double unlike)
{
    const double latency_factor = 13.01, bandwidth_factor = 0.97, answer = 1.05;
    return fmax(answer / bandwidth_factor * unlike,
                (latency_factor * latency_s + answer / bandwidth_factor * unlike) /
                    (latency_s + 1));
}

static void judge_tcp(const struct survival *survival, const struct tally tally[POINTS])
{
    struct rd_arena *arena = survival->data->arena;
    for (size_t run = 0; run < tally[0].run_count; run++) {
        const char *name = tally[0].name[run];
        double least = INFINITY, greatest = 0;
        for (int i = 0; i < POINTS; i++) {
            double factor = tcp_factor(latencies[i], survival->unlike);
            least = fmin(least, tally[i].least[run]);
            greatest = fmax(greatest, tally[i].greatest[run] / factor);
        }
        judge(survival, rd_arena_print(arena, "%s: least ratio under tcp", name), least, 0, 1,
              INFINITY, "nothing is faster under tcp");
        judge(survival, rd_arena_print(arena, "%s: greatest ratio over a message's", name),
              greatest, 0, 0, 1 + 1e-9,
              "13.01 latencies, and 1.05 / 0.97 sizes as slow as answers");
    }
}

static bool measure(const struct survival *survival, bool tcp, struct tally tally[POINTS],
                    struct rd_error *reterr)
{
    for (int i = 0; i < POINTS; i++) {
        double x = tcp ? latencies[i] : amplitudes[i];
        if (!run_point(survival, tcp, x, &tally[i], reterr))
            return false;
        if (!tcp && i == 0)
            name_columns(survival->data, &tally[0]);
        add_row(survival->data, tcp, x, &tally[i]);
    }
    return true;
}

static bool survive(const char *stem, double unlike, double period_s,
                    const struct rd_figure_settings *settings, struct rd_figure_data *data,
                    struct rd_error *reterr)
{
    struct tally tally[POINTS];
    const char *text = rd_figure_scenario(stem);
    struct survival survival = {
        text,     rd_arena_print(data->arena, "scenarios/figures/%s.xml", stem),
        unlike,   period_s,
        settings, data};
    if (!measure(&survival, false, tally, reterr))
        return false;
    judge_varying(&survival, tally);
    if (!measure(&survival, true, tally, reterr))
        return false;
    judge_tcp(&survival, tally);
    return true;
}

#define SURVIVAL(TOPOLOGY, WORDS, UNLIKE, PERIOD_S)                                                \
    static bool make_##TOPOLOGY(const struct rd_figure_settings *settings,                         \
                                struct rd_figure_data *data, struct rd_error *reterr)              \
    {                                                                                              \
        return survive("survival_" #TOPOLOGY, UNLIKE, PERIOD_S, settings, data, reterr);           \
    }                                                                                              \
    const struct rd_figure survival_##TOPOLOGY = {                                                 \
        .name = "survival-" #TOPOLOGY,                                                             \
        .summary = WORDS ": simulated over planned as bandwidths vary, and under tcp",             \
        .source = "our own",                                                                       \
        .plot = "survival",                                                                        \
        .scenario = "survival_" #TOPOLOGY,                                                         \
        .make = make_##TOPOLOGY,                                                                   \
    };

SURVIVAL(ring, "two-way rings of 16 unequal links", 4, 20)
SURVIVAL(star, "stars of 8 unequal workers", 1, 20)
SURVIVAL(switch, "schedules of 12 hosts behind a switch", 1, 20)
SURVIVAL(hypercube, "hypercubes of 16 hosts in lock-step", 1, 5)
