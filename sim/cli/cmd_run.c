/* redist run: plan, judge, simulate, compare. */
#include "result_files.h"
#include "result_rows.h"
#include "commands.h"

#include "sim/base/clock.h"
#include "sim/report/output_file.h"
#include "sim/report/tables.h"

#include <stdio.h>
#include <unistd.h>

struct arguments {
    struct rd_run_context_settings context;
    struct rd_results_style style;
    const char *trace_folder; /* or NULL */
    const char *gantt_folder; /* or NULL */
};

static const struct rd_argument accepted[] = {
    {RD_FORMAT(style.format)},
    {RD_FLAG("verbose", style.verbose,
             "Say in words how each run compares with its bound, not only the shortest")},
    {RD_TEXT("trace", "DIR", trace_folder,
             "Write the trace of each run to DIR/SCENARIO.ALGORITHM.csv")},
    {RD_TEXT("gantt", "DIR", gantt_folder,
             "Draw the trace of each run to DIR/SCENARIO.ALGORITHM.svg")},
    {RD_SECONDS("time-limit", "S", context.time_limit_s,
                "End a simulation after S seconds of wall clock")},
    {RD_TEXT("bound", "NAME", context.bound,
             "Compare with this bound alone, however dear it is (redist list bounds)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that the scenario names, judges each plan, simulates it on "
           "SimGrid, and checks bound <= planned = simulated.\v"
           "Examples:\n"
           "  redist run scenarios/ring_one_way_unequal.xml\n"
           "  redist run scenarios/ring_two_way_equal.xml --format json\n"
           "  redist run scenarios/ring_two_way_equal.xml --gantt pictures --trace traces\n"
           "  redist run scenarios/ring_one_way_equal.xml --set model=tcp --ignore-expect\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
};

/* What each row leaves in the folders, and a word on a terminal when it takes long. */
struct row_files {
    struct rd_run_context *context;
    const struct arguments *arguments;
    double start_s;
    bool progress_shown;
    bool lacks_chart; /* of a run that no chart holds, which was said */
};

static void show_progress(struct row_files *files, size_t entry)
{
    if (!files->progress_shown && (rd_now_s() - files->start_s < 3 || !isatty(STDERR_FILENO)))
        return;
    files->progress_shown = true;
    /* Clears the line, so that nothing of it stays under the results. */
    fprintf(stderr, "\r\033[K");
    if (entry + 1 < files->context->entry_count)
        fprintf(stderr, "%zu of %zu runs done", entry + 1, files->context->entry_count);
    fflush(stderr);
}

static bool take_row(void *context, size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    struct row_files *files = context;
    const struct arguments *arguments = files->arguments;
    show_progress(files, entry);
    if (!outcome->result.trace)
        return true;
    if (arguments->trace_folder &&
        !rd_write_result_trace(files->context, entry, arguments->trace_folder, &outcome->result,
                               reterr))
        return false;
    if (!arguments->gantt_folder ||
        rd_write_result_gantt(files->context, entry, arguments->gantt_folder, &outcome->result,
                              reterr))
        return true;
    files->lacks_chart = reterr->code == RD_ERROR_INPUT;
    if (files->lacks_chart)
        rd_error_print(stderr, reterr);
    return files->lacks_chart;
}

static int run(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct row_files files = {.context = context, .arguments = arguments, .start_s = rd_now_s()};
    bool want_trace = arguments->trace_folder || arguments->gantt_folder;
    struct rd_result_rows_settings settings = {
        .execute = {.simulate = true, .want_trace = want_trace},
        .each = take_row,
        .context = &files,
        .write_results = true,
        .style = arguments->style};
    if ((arguments->trace_folder && !rd_check_folder(arguments->trace_folder, &error)) ||
        (arguments->gantt_folder && !rd_check_folder(arguments->gantt_folder, &error)))
        return rd_give_up(&error);
    int status = rd_result_rows_run(context, &settings);
    return status == 0 && files.lacks_chart ? rd_error_exit_status(RD_ERROR_INPUT) : status;
}

int rd_cmd_run(int argc, char **argv)
{
    struct arguments arguments = {.style.format = RD_FORMAT_TABLE};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, run, &arguments);
}
