#include "execute_collectives.h"

#include "commands.h"
#include "result_rows.h"

#include "sim/base/number_text.h"
#include "sim/execute/collectives.h"
#include "sim/report/terminal.h"
#include "sim/run/route_bound.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of one algorithm, unless another limit is given. */
#define TIME_LIMIT_S 60

static const struct rd_sheet_column columns[] = {
    {"algorithm", RD_IN_ALL},
    {"by", RD_IN_ALL},
    {"status", RD_IN_ALL},
    {"message", RD_IN_DATA},
    {"time", RD_IN_TABLE | RD_RIGHT},
    {"time_s", RD_IN_DATA | RD_RAW},
    {"bound_s", RD_IN_DATA | RD_RAW},
    {"ratio", RD_IN_TABLE | RD_RIGHT},
    {"ratio", RD_IN_DATA | RD_RAW},
    {"to plan", RD_IN_TABLE | RD_RIGHT},
    {"plan_ratio", RD_IN_DATA | RD_RAW},
    {"plan_s", RD_IN_DATA | RD_RAW},
    {"verified", RD_IN_ALL | RD_RIGHT | RD_RAW},
};

/* A plan, or a call of an algorithm. */
struct row {
    const char *algorithm, *by, *status, *message;
    double seconds; /* NAN: none */
    uint64_t verified_bytes;
    bool ran;
};

struct survey {
    struct rd_run_context *context;
    const struct rd_execute_collectives *settings;
    struct rd_execution_settings execution;
    struct rd_collective collective;
    struct rd_bound bound;
    struct row *row; /* [row_count] */
    size_t row_count, plan_count, right_count;
    double plan_s; /* the shortest simulated; NAN: none */
    bool failed;   /* a plan, or a time below the bound */
};

static bool is_simulated(const struct survey *survey)
{
    return !survey->settings->execution->launcher;
}

static void add_row(struct survey *survey, struct row row)
{
    rd_arena_add(&survey->context->arena, survey->row, survey->row_count, row);
}

/* --- plans ------------------------------------------------------------------------------------ */

static bool take_plan(void *context, RD_UNUSED size_t entry, const struct rd_outcome *outcome,
                      RD_UNUSED struct rd_error *reterr)
{
    struct survey *survey = context;
    const struct rd_result *result = &outcome->result;
    bool ok = result->status == RD_STATUS_OK;
    add_row(survey, (struct row){.algorithm = result->algorithm,
                                 .by = "plan",
                                 .status = rd_status_name(result->status),
                                 .message = rd_arena_text(&survey->context->arena, result->message),
                                 .seconds = ok ? result->simulated_s : NAN});
    survey->plan_count++;
    survey->failed |= result->status == RD_STATUS_FAILED;
    if (ok)
        survey->plan_s = fmin(survey->plan_s, result->simulated_s);
    return true;
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Is it one of those that are asked for? */
static bool is_wanted(const struct survey *survey, const char *name)
{
    const char *only = survey->settings->only;
    for (size_t length; only && *only; only += length + (only[length] == ',')) {
        length = strcspn(only, ",");
        if (strlen(name) == length && strncmp(name, only, length) == 0)
            return true;
    }
    return !survey->settings->only;
}

/* Is each name that is asked for one that the library has? */
static bool check_names(const struct survey *survey, const char *const *name, size_t count,
                        struct rd_error *reterr)
{
    const char *only = survey->settings->only;
    for (size_t length; only && *only; only += length + (only[length] == ',')) {
        length = strcspn(only, ",");
        size_t place = 0;
        while (place < count &&
               (strlen(name[place]) != length || strncmp(name[place], only, length) != 0))
            place++;
        if (place < count)
            continue;
        struct rd_text text = {.arena = &survey->context->arena};
        for (place = 0; place < count; place++)
            rd_text_print(&text, "%s%s", place > 0 ? ", " : "", name[place]);
        return rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                       "--baseline collective:%.*s: SMPI has no such algorithm for %s: %s are "
                       "accepted",
                       (int)length, only, survey->collective.name, text.text);
    }
    return true;
}

/* No program ends before the bound, and no plan. */
static void hold_against_bound(struct survey *survey, struct row *row)
{
    double bound_s = survey->bound.seconds;
    if (!(row->seconds < bound_s) || rd_times_agree(row->seconds, bound_s, bound_s))
        return;
    survey->failed = true;
    row->status = rd_status_name(RD_STATUS_FAILED);
    row->message = rd_arena_print(&survey->context->arena,
                                  "%.12g s is before the bound of all programs, %.12g s",
                                  row->seconds, bound_s);
}

static bool call(struct survey *survey, const char *algorithm, struct rd_error *reterr)
{
    struct rd_run_context *context = survey->context;
    struct rd_collective_call done = {.end = RD_COLLECTIVE_NOT_RUN, .seconds = NAN};
    bool wanted = !algorithm || is_wanted(survey, algorithm);
    if (wanted && !rd_collective_run(&survey->execution, &context->instance, &survey->collective,
                                     algorithm, &context->arena, &context->scratch, &done, reterr))
        return false;
    struct row row = {.algorithm = algorithm ? algorithm : "default",
                      .by = algorithm ? "SMPI" : "MPI",
                      .status = rd_collective_end_name(done.end),
                      .message = done.message,
                      .seconds = done.seconds,
                      .verified_bytes = done.verified_bytes,
                      .ran = wanted};
    survey->right_count += done.end == RD_COLLECTIVE_OK;
    if (is_simulated(survey))
        hold_against_bound(survey, &row);
    add_row(survey, row);
    return true;
}

static int by_time(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    bool a_ended = !isnan(a->seconds), b_ended = !isnan(b->seconds);
    if (a_ended != b_ended)
        return a_ended ? -1 : 1;
    /* As exact as floats are: what differs less goes by name. */
    float a_s = (float)a->seconds, b_s = (float)b->seconds;
    if (a_ended && a_s != b_s)
        return a_s < b_s ? -1 : 1;
    return strcmp(a->algorithm, b->algorithm);
}

static bool call_all(struct survey *survey, struct rd_error *reterr)
{
    struct rd_run_context *context = survey->context;
    const char *const *name;
    size_t count;
    if (!is_simulated(survey))
        return call(survey, NULL, reterr);
    if (!rd_collective_algorithms(&survey->execution, &context->instance, &survey->collective,
                                  &context->arena, &context->scratch, &name, &count, reterr) ||
        !check_names(survey, name, count, reterr))
        return false;
    struct rd_progress progress = rd_progress_open();
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        if (progress.on_terminal)
            rd_progress_write(&progress, "%zu of %zu algorithms done; %s", i, count, name[i]);
        good = call(survey, name[i], reterr);
    }
    rd_progress_clear(&progress);
    if (!good)
        return false;
    qsort(survey->row + survey->plan_count, count, sizeof *survey->row, by_time);
    return true;
}

/* --- the table -------------------------------------------------------------------------------- */

static void add_ratio(struct rd_sheet *sheet, double ratio)
{
    char text[RD_NUMBER_SIZE];
    rd_sheet_text(sheet, isfinite(ratio)
                             ? rd_arena_text(sheet->arena, rd_factor_text(ratio, 5, text))
                             : NULL);
    rd_sheet_number(sheet, ratio);
}

static struct rd_sheet make_sheet(const struct survey *survey)
{
    bool shows_all = survey->settings->format != RD_FORMAT_TABLE;
    struct rd_sheet sheet =
        rd_sheet_open(columns, sizeof columns / sizeof *columns, &survey->context->arena);
    double bound_s = is_simulated(survey) ? survey->bound.seconds : NAN;
    for (size_t i = 0; i < survey->row_count; i++) {
        const struct row *row = &survey->row[i];
        bool is_plan = i < survey->plan_count;
        char time[32];
        if (!is_plan && !row->ran && !shows_all)
            continue;
        rd_time_text(row->seconds, time);
        rd_sheet_texts(&sheet, row->algorithm, row->by, row->status, row->message);
        rd_sheet_text(&sheet,
                      isnan(row->seconds) ? NULL : rd_arena_print(sheet.arena, "%s s", time));
        rd_sheet_number(&sheet, row->seconds);
        rd_sheet_number(&sheet, bound_s);
        add_ratio(&sheet, row->seconds / (is_plan ? survey->bound.seconds : bound_s));
        add_ratio(&sheet, row->seconds / survey->plan_s);
        rd_sheet_number(&sheet, survey->plan_s);
        rd_sheet_count(&sheet, (int64_t)row->verified_bytes, !isnan(row->seconds) && !is_plan);
    }
    return sheet;
}

/* What is called, on what, and what it is held against. */
static void write_head(const struct survey *survey)
{
    const struct rd_collective *collective = &survey->collective;
    const char *launcher = survey->settings->execution->launcher;
    char bound[32];
    rd_time_text(survey->bound.seconds, bound);
    printf("%s: MPI's %s, parts of %" PRIu64 " bytes, %" PRIu32 " processes, by ",
           survey->context->scenario.name, collective->name, collective->part_bytes,
           collective->count);
    rd_print_shown(stdout, launcher ? launcher : "SMPI, SimGrid's MPI");
    printf("\nTIME of the second of two calls; every byte of both is verified\n");
    if (is_simulated(survey))
        printf("SMPI: latencies and bandwidths of the platform, without factors or overheads; 16 "
               "bytes more a message\n");
    printf("bound %s s (%s): no program ends before it on these routes, whatever its messages and "
           "ports\n\n",
           bound, survey->bound.name);
}

/* What went wrong, and what was not tried. */
static void write_remarks(const struct survey *survey)
{
    bool any = false;
    for (size_t i = 0; i < survey->row_count; i++) {
        const struct row *row = &survey->row[i];
        if (isnan(row->seconds) && row->message && *row->message) {
            printf("%s: ", row->algorithm);
            rd_print_shown(stdout, row->message);
            putchar('\n');
        }
    }
    for (size_t i = survey->plan_count; i < survey->row_count; i++)
        if (!survey->row[i].ran) {
            printf("%s%s", any ? ", " : "not run: ", survey->row[i].algorithm);
            any = true;
        }
    if (any)
        putchar('\n');
}

static void write_text(const struct survey *survey, const struct rd_sheet *sheet)
{
    size_t ran = 0;
    write_head(survey);
    rd_sheet_write(stdout, RD_FORMAT_TABLE, sheet);
    printf("\n");
    write_remarks(survey);
    for (size_t i = survey->plan_count; i < survey->row_count; i++)
        ran += survey->row[i].ran;
    printf("%zu of %zu algorithm%s brought every byte%s\n", survey->right_count, ran,
           ran == 1 ? "" : "s",
           is_simulated(survey) ? "" : "; times are of this machine and are not judged");
}

/* --- all of it -------------------------------------------------------------------------------- */

static bool prepare(struct survey *survey, struct rd_error *reterr)
{
    struct rd_run_context *context = survey->context;
    survey->execution = *survey->settings->execution;
    if (survey->execution.time_limit_s == 0)
        survey->execution.time_limit_s = TIME_LIMIT_S;
    survey->execution.memory_limit_bytes = context->settings.memory_limit_bytes;
    return rd_collective_read(&context->instance, &context->arena, &survey->collective, reterr) &&
           rd_route_bound(context, &survey->bound, reterr);
}

int rd_execute_collectives(struct rd_run_context *context,
                           const struct rd_execute_collectives *settings)
{
    struct survey survey = {.context = context, .settings = settings, .plan_s = NAN};
    struct rd_error error;
    struct rd_result_rows_settings rows = {.execute = {.simulate = true},
                                           .within_s = settings->within_s,
                                           .each = take_plan,
                                           .context = &survey};
    if (!prepare(&survey, &error))
        return rd_give_up(&error);
    int status = rd_result_rows_run(context, &rows);
    if (status != 0 && status != rd_error_exit_status(RD_ERROR_RUN))
        return status;
    if (!call_all(&survey, &error))
        return rd_give_up(&error);
    for (size_t i = 0; i < survey.plan_count; i++)
        hold_against_bound(&survey, &survey.row[i]);
    struct rd_sheet sheet = make_sheet(&survey);
    if (settings->format == RD_FORMAT_TABLE)
        write_text(&survey, &sheet);
    else
        rd_sheet_write(stdout, settings->format, &sheet);
    bool bad = survey.failed || survey.right_count == 0;
    return status != 0 || bad ? rd_error_exit_status(RD_ERROR_RUN) : 0;
}
