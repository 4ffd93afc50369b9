/* redist report: a sweep as one page to look into. */
#include "arguments.h"
#include "result_files.h"
#include "commands.h"

#include "sim/report/output_file.h"
#include "sim/report/page.h"
#include "sim/report/worst_runs.h"
#include "sim/sweep/page_files.h"
#include "sim/sweep/rerun.h"

#include <stdio.h>
#include <string.h>

enum { KEY_OUT = RD_KEY_OWN, KEY_SCENARIO, KEY_GANTT, KEY_TRACE, KEY_FIGURES };

enum { GANTT_LIMIT = 20, TRACE_LIMIT = 64 };

/* A chart of more would make a page slow. */
static const int64_t transfer_limit = 5000;

struct arguments {
    const char *results_path;
    const char *out_path;
    struct rd_rerun replay;
    size_t gantt_count; /* of each algorithm */
    const char *trace[TRACE_LIMIT];
    size_t trace_count;
    const char *figure_folder; /* or NULL */
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_OUT: arguments->out_path = argument; return 0;
    case KEY_SCENARIO: arguments->replay.scenario_path = argument; return 0;
    case RD_KEY_ALLOW: arguments->replay.allowed_folder = argument; return 0;
    case KEY_GANTT:
        arguments->gantt_count =
            (size_t)rd_take_integer(state, "--gantt", argument, 0, GANTT_LIMIT);
        return 0;
    case KEY_TRACE:
        if (arguments->trace_count == TRACE_LIMIT)
            argp_error(state, "--trace: at most %d are accepted", TRACE_LIMIT);
        arguments->trace[arguments->trace_count++] = argument;
        return 0;
    case KEY_FIGURES: arguments->figure_folder = argument; return 0;
    case ARGP_KEY_ARG:
        if (arguments->results_path)
            rd_refuse_argument(state, argument);
        arguments->results_path = argument;
        return 0;
    case ARGP_KEY_END:
        rd_need_argument(state, arguments->results_path, "RESULTS");
        rd_need_argument(state, arguments->out_path, "--out FILE.html");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", KEY_OUT, "FILE.html", 0, "Output file (- for standard output)", 0},
    {"scenario", KEY_SCENARIO, "SCENARIO.xml", 0,
     "The scenario of the sweep: adds Gantt charts of the worst runs, which are run again", 0},
    {"gantt", KEY_GANTT, "N", 0,
     "Gantt charts of the N worst runs of each algorithm, by time over bound (default 1)", 0},
    {"allow", RD_KEY_ALLOW, "DIR", 0, "Files that the scenario names may also lie in DIR", 0},
    {"trace", KEY_TRACE, "DIR", 0, "Gantt charts of the traces in DIR, or of one file; repeatable",
     0},
    {"figures", KEY_FIGURES, "DIR", 0, "The figures in DIR, with their verdicts", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "RESULTS --out FILE.html",
    .doc =
        "Writes an interactive report as one HTML file that works offline: the parameters, curves "
        "and comparisons by parameter, Gantt charts with zoom, figures, and every run with its "
        "bound and verdict."
        "\v"
        "Examples:\n"
        "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db\n"
        "  redist report bandwidth.db --out bandwidth.html\n"
        "  redist report bandwidth.db --out bandwidth.html \\\n"
        "      --scenario scenarios/sweep_bandwidth.xml --gantt 2 --figures figures\n",
};

/* Everything that the page shows. */
struct contents {
    struct rd_results_table table;
    struct rd_page page;
    struct rd_page_gantt *gantt;
    struct rd_arena *arena;
};

static void add_gantts(struct contents *contents, const struct rd_page_gantt *gantt, size_t count)
{
    size_t before = contents->page.gantt_count;
    contents->gantt = rd_arena_grow(contents->arena, contents->gantt, before, before + count,
                                    sizeof *contents->gantt);
    memcpy(contents->gantt + before, gantt, count * sizeof *gantt);
    contents->page.gantt = contents->gantt;
    contents->page.gantt_count = before + count;
}

static bool add_telling_runs(struct contents *contents, const struct arguments *arguments,
                             struct rd_error *reterr)
{
    struct rd_worst_run *run;
    size_t count = rd_worst_runs(&contents->table, arguments->gantt_count, transfer_limit,
                                 contents->arena, &run);
    for (size_t i = 0; i < count; i++) {
        struct rd_page_gantt gantt = {.heading = run[i].name};
        if (!rd_rerun_row(&arguments->replay, &contents->table, run[i].row, contents->arena, &gantt,
                          reterr))
            return false;
        add_gantts(contents, &gantt, 1);
    }
    return true;
}

static bool add_traces(struct contents *contents, const struct arguments *arguments,
                       struct rd_error *reterr)
{
    for (size_t i = 0; i < arguments->trace_count; i++) {
        struct rd_page_gantt *gantt;
        size_t count;
        if (!rd_page_read_traces(arguments->trace[i], contents->arena, &gantt, &count, reterr))
            return false;
        add_gantts(contents, gantt, count);
    }
    return true;
}

static bool add_figures(struct contents *contents, const char *folder, struct rd_error *reterr)
{
    struct rd_page_figure *figure;
    if (!folder)
        return true;
    if (!rd_page_read_figures(folder, contents->arena, &figure, &contents->page.figure_count,
                              reterr))
        return false;
    contents->page.figure = figure;
    return true;
}

static bool write_page(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct contents *contents = context;
    return rd_page_write(out, &contents->page, reterr);
}

static bool report(const struct arguments *arguments, struct rd_results *results,
                   struct rd_arena *arena, struct rd_error *reterr)
{
    struct contents contents = {.arena = arena};
    contents.page.head = rd_results_head(results);
    contents.page.table = &contents.table;
    return rd_results_table_read(results, arena, &contents.table, reterr) &&
           (!arguments->replay.scenario_path || add_telling_runs(&contents, arguments, reterr)) &&
           add_traces(&contents, arguments, reterr) &&
           add_figures(&contents, arguments->figure_folder, reterr) &&
           rd_write_whole_file(arguments->out_path, write_page, &contents, reterr);
}

int rd_cmd_report(int argc, char **argv)
{
    struct arguments arguments = {.gantt_count = 1};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_results *results = NULL;
    rd_arena_open(&arena, 0);
    bool done = rd_results_open(arguments.results_path, &arena, &results, &error) &&
                report(&arguments, results, &arena, &error);
    rd_results_close(results);
    rd_arena_close(&arena);
    if (done)
        return 0;
    rd_error_print(stderr, &error);
    return rd_error_exit_status(error.code);
}
