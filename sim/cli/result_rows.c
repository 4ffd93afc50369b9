#include "result_rows.h"
#include "arguments.h"

#include "algorithms/objects/no_order.h"
#include "sim/base/clock.h"
#include "sim/base/number_text.h"
#include "sim/base/time_shares.h"
#include "sim/report/terminal.h"
#include "sim/run/cross_check.h"
#include "sim/run/execute_beside.h"
#include "sim/run/hold_bounds.h"
#include "sim/run/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far planning is, on a terminal, after half a second. Nothing is shown where there is none. */
struct planning {
    struct rd_watcher watcher; /* for the limits under which is planned */
    struct rd_progress shown;
    const char *algorithm; /* that plans */
    double start_s, within_s;
    size_t done_count, count; /* of the runs */
    bool is_shown;
};

/* From when on it is shown, and how often. */
static const double FIRST_S = 0.5, EVERY_S = 0.5;

static void show_planning(struct rd_watcher *watcher, double now_s)
{
    struct planning *planning = (struct planning *)watcher;
    char best_s[RD_NUMBER_SIZE], done[64] = "", within[64] = "";
    if (planning->count > 1)
        snprintf(done, sizeof done, "%zu of %zu runs done; ", planning->done_count,
                 planning->count);
    if (planning->within_s > 0)
        snprintf(within, sizeof within, " of %g s", planning->within_s);
    bool planned = isfinite(watcher->best_s);
    rd_progress_write(&planning->shown, "%s%s: %.0f s%s%s%s%s", done, planning->algorithm,
                      now_s - planning->start_s, within, planned ? ", shortest plan so far " : "",
                      planned ? rd_time_text(watcher->best_s, best_s) : "", planned ? " s" : "");
    planning->is_shown = true;
    watcher->next_s = now_s + EVERY_S;
}

/* Nothing is shown yet. */
static struct planning watch_planning(const struct rd_run_context *context, double within_s)
{
    double start_s = context->opened_s;
    return (struct planning){.watcher = {.show = show_planning,
                                         .next_s = start_s + FIRST_S,
                                         .about = &context->instance,
                                         .best_s = INFINITY},
                             .shown = rd_progress_open(),
                             .start_s = start_s,
                             .within_s = within_s,
                             .count = context->entry_count};
}

/* The next run plans. */
static void watch_next(struct planning *planning, const char *algorithm)
{
    planning->done_count += planning->algorithm != NULL;
    planning->algorithm = algorithm;
    planning->watcher.best_s = INFINITY;
}

/* Makes room for something else. */
static void clear_planning(struct planning *planning)
{
    if (planning->is_shown)
        rd_progress_clear(&planning->shown);
    planning->is_shown = false;
}

/* The limit of the next of some jobs: what is left is divided among them. */
static struct rd_time_limit limit_of_job(const struct rd_result_rows_settings *settings,
                                         double end_s, size_t jobs)
{
    double seconds = settings->within_s > 0 ? fmax(end_s - rd_now_s(), 0) / (double)jobs : INFINITY;
    return rd_time_limit_within(seconds, RD_PART_OF_RUN, rd_interrupt_asked());
}

/* Adds to refused runs of a list of objects why it has no order, where that is shown. In: shown,
 * what an earlier run got. */
static void show_no_order(struct rd_run_context *context, struct rd_result *result,
                          const struct rd_order_certificate **shown)
{
    const struct rd_instance *instance = result->instance;
    if (result->status != RD_STATUS_REFUSED || !instance || !instance->objects)
        return;
    struct rd_arena_mark mark = rd_arena_mark(&context->scratch);
    if (!*shown)
        *shown = rd_show_no_order(instance, &context->arena, &context->scratch);
    rd_arena_rewind(&context->scratch, mark);
    result->no_order = *shown;
}

/* The jobs under way, one after the other or beside each other. */
struct jobs {
    struct rd_run_context *context;
    const struct rd_result_rows_settings *settings;
    struct rd_execute_settings *execute; /* [entry_count] */
    double end_s;                        /* of planning and bounds; 0: without a limit */
    struct planning planning;
    size_t at_a_time;
    struct rd_beside beside; /* if more than one is done at a time */
};

/* Sets what the next job is executed with. */
static void begin_job(void *context, size_t entry)
{
    struct jobs *jobs = context;
    size_t to_come = jobs->context->entry_count - entry;
    struct rd_execute_settings *execute = &jobs->execute[entry];
    *execute = jobs->settings->execute;
    execute->want_alternative = true;
    execute->limit = rd_take(&jobs->context->arena, 1, struct rd_time_limit);
    *execute->limit = limit_of_job(jobs->settings, jobs->end_s,
                                   (to_come + jobs->at_a_time - 1) / jobs->at_a_time);
    if (jobs->at_a_time == 1 && jobs->planning.shown.on_terminal)
        execute->limit->watcher = &jobs->planning.watcher;
}

/* Shows how far jobs are that others plan. */
static void look_at_jobs(void *context)
{
    struct jobs *jobs = context;
    struct rd_watcher *watcher = &jobs->planning.watcher;
    double now_s = rd_now_s();
    if (jobs->planning.shown.on_terminal && now_s >= watcher->next_s)
        watcher->show(watcher, now_s);
}

/* Executes the next job. */
static bool execute_next(struct jobs *jobs, size_t entry, struct rd_outcome *outcome,
                         struct rd_error *reterr)
{
    struct rd_run_context *context = jobs->context;
    const struct rd_run_entry *of = &context->entry[entry];
    watch_next(&jobs->planning, of->algorithm->name);
    bool is_alone = jobs->at_a_time == 1;
    if (is_alone)
        begin_job(jobs, entry);
    bool goes_on = is_alone ? rd_execute_plan(context, of, &jobs->execute[entry], outcome, reterr)
                            : rd_beside_take(&jobs->beside, outcome, reterr);
    if (goes_on)
        rd_hold_bounds(context, of, jobs->execute[entry].limit, outcome);
    clear_planning(&jobs->planning);
    return goes_on;
}

static bool execute_all(struct jobs *jobs, struct rd_outcome *outcome, struct rd_error *reterr)
{
    struct rd_run_context *context = jobs->context;
    const struct rd_result_rows_settings *settings = jobs->settings;
    const struct rd_order_certificate *no_order = NULL;
    for (size_t i = 0; i < context->entry_count; i++) {
        if (!execute_next(jobs, i, &outcome[i], reterr))
            return false;
        show_no_order(context, &outcome[i].result, &no_order);
        double begun_s = rd_now_s();
        if (settings->each && !settings->each(settings->context, i, &outcome[i], reterr))
            return false;
        jobs->end_s += outcome[i].simulation_s / (double)jobs->at_a_time + rd_now_s() - begun_s;
        /* The next job forgets them. */
        outcome[i].plan = NULL;
        outcome[i].result.trace = NULL;
    }
    return true;
}

/* Was just this status asked for? */
static bool is_expected(const struct rd_run_context *context, const struct rd_run_entry *entry,
                        const struct rd_result *result)
{
    const char *status = entry->run->expect.status;
    return rd_is_expected(context, entry) && status &&
           strcmp(status, rd_status_name(result->status)) == 0;
}

/* Prints each expectation that is not met. Returns: the exit status of the rows. */
static int exit_status_of(const struct rd_run_context *context, const struct rd_outcome *outcome)
{
    size_t refused = 0, refused_as_expected = 0;
    bool wrong = false;
    for (size_t i = 0; i < context->entry_count; i++) {
        const struct rd_result *result = &outcome[i].result;
        bool expected = is_expected(context, &context->entry[i], result);
        if (result->expectation) {
            rd_complain(RD_ERROR_RUN, "%s:%d: %s: %s", context->scenario.path,
                        context->entry[i].run->expect.line, result->algorithm, result->expectation);
            wrong = true;
        }
        if (result->status == RD_STATUS_FAILED && !expected)
            wrong = true;
        refused += result->status == RD_STATUS_REFUSED;
        refused_as_expected += result->status == RD_STATUS_REFUSED && expected;
    }
    if (refused == context->entry_count && refused > refused_as_expected)
        wrong = true;
    return rd_error_exit_status(wrong ? RD_ERROR_RUN : RD_ERROR_NONE);
}

static bool write_results(struct rd_run_context *context, const struct rd_outcome *outcome,
                          struct rd_results_style style)
{
    struct rd_result *result = rd_take(&context->arena, context->entry_count, struct rd_result);
    for (size_t i = 0; i < context->entry_count; i++)
        result[i] = outcome[i].result;
    return rd_results_write(stdout, style, result, context->entry_count);
}

/* Returns: the exit status. */
static int run_all(struct jobs *jobs)
{
    struct rd_run_context *context = jobs->context;
    const struct rd_result_rows_settings *settings = jobs->settings;
    struct rd_error error;
    struct rd_outcome *outcome = rd_take(&context->arena, context->entry_count, struct rd_outcome);
    if (!execute_all(jobs, outcome, &error))
        return rd_give_up(&error);
    rd_cross_check(context, outcome);
    rd_check_expectations(context, outcome);
    int status = exit_status_of(context, outcome);
    /* Why standard output cannot be written is said when it is closed. */
    if (settings->write_results && !write_results(context, outcome, settings->style))
        return rd_error_exit_status(RD_ERROR_FILE);
    return status;
}

int rd_result_rows_run(struct rd_run_context *context,
                       const struct rd_result_rows_settings *settings)
{
    struct jobs jobs = {
        .context = context,
        .settings = settings,
        .execute = rd_take(&context->arena, context->entry_count, struct rd_execute_settings),
        .end_s = context->opened_s + settings->within_s,
        .planning = watch_planning(context, settings->within_s),
        .at_a_time = 1};
    if (settings->job_count > 1 && context->entry_count > 1)
        jobs.at_a_time = (size_t)settings->job_count;
    struct rd_error error;
    jobs.beside = (struct rd_beside){.context = context,
                                     .settings = jobs.execute,
                                     .begin = begin_job,
                                     .look = look_at_jobs,
                                     .of = &jobs};
    if (jobs.at_a_time == 1)
        return run_all(&jobs);
    if (!rd_beside_open(&jobs.beside, jobs.at_a_time, &error))
        return rd_give_up(&error);
    int status = run_all(&jobs);
    rd_beside_close(&jobs.beside);
    return status;
}
