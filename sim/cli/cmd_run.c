/* redist run: plan, judge, simulate, compare. */
#include "arguments.h"
#include "result_files.h"
#include "result_rows.h"
#include "commands.h"

#include "sim/report/output_folder.h"
#include "sim/report/tables.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { KEY_FORMAT = RD_KEY_OWN, KEY_TRACE, KEY_GANTT, KEY_TIME_LIMIT };

struct arguments {
    struct rd_run_context_settings context;
    enum rd_format format;
    const char *trace_folder; /* or NULL */
    const char *gantt_folder; /* or NULL */
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &arguments->context; return 0;
    case KEY_FORMAT: arguments->format = rd_take_format(state, argument); return 0;
    case KEY_TRACE: arguments->trace_folder = argument; return 0;
    case KEY_GANTT: arguments->gantt_folder = argument; return 0;
    case KEY_TIME_LIMIT:
        arguments->context.time_limit_s = rd_take_seconds(state, "--time-limit", argument);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
    {"trace", KEY_TRACE, "DIR", 0, "Write the trace of each run to DIR/SCENARIO.ALGORITHM.csv", 0},
    {"gantt", KEY_GANTT, "DIR", 0, "Draw the trace of each run to DIR/SCENARIO.ALGORITHM.svg", 0},
    {"time-limit", KEY_TIME_LIMIT, "S", 0, "End a simulation after S seconds of wall clock", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that the scenario names, judges each plan, simulates it on "
           "SimGrid, and checks bound <= planned = simulated."
           "\v"
           "Examples:\n"
           "  redist run scenarios/ring_one_way_unequal.xml\n"
           "  redist run scenarios/ring_two_way_equal.xml --format json\n"
           "  redist run scenarios/ring_two_way_equal.xml --gantt pictures --trace traces\n"
           "  redist run scenarios/ring_one_way_equal.xml --set model=tcp --ignore-expect\n",
    .children = rd_scenario_arguments,
};

/* What each row leaves in the folders, and a word on a terminal when it takes long. */
struct row_files {
    struct rd_run_context *context;
    const struct arguments *arguments;
    struct timespec start;
    bool progress_shown;
};

static void show_progress(struct row_files *files, size_t entry)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!files->progress_shown && (now.tv_sec - files->start.tv_sec < 3 || !isatty(STDERR_FILENO)))
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
    return !arguments->gantt_folder ||
           rd_write_result_gantt(files->context, entry, arguments->gantt_folder, &outcome->result,
                                 reterr);
}

static int run(struct rd_run_context *context, const struct arguments *arguments)
{
    struct rd_error error;
    struct row_files files = {.context = context, .arguments = arguments};
    bool want_trace = arguments->trace_folder || arguments->gantt_folder;
    struct rd_result_rows_settings settings = {
        .execute = {.simulate = true, .want_trace = want_trace},
        .each = take_row,
        .context = &files,
        .write_results = true,
        .format = arguments->format};
    clock_gettime(CLOCK_MONOTONIC, &files.start);
    if ((arguments->trace_folder && !rd_check_folder(arguments->trace_folder, &error)) ||
        (arguments->gantt_folder && !rd_check_folder(arguments->gantt_folder, &error))) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    return rd_result_rows_run(context, &settings);
}

int rd_cmd_run(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    struct rd_run_context context;
    rd_parse_arguments(&argp, argc, argv, &arguments);
    int status = rd_run_context_open(&arguments.context, &context);
    if (status == 0)
        status = run(&context, &arguments);
    rd_run_context_close(&context);
    return status;
}
