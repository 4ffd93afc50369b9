/* redist draw: a Gantt chart of a trace. */
#include "arguments.h"
#include "sim/run/best_bound.h"
#include "result_files.h"
#include "commands.h"

#include "sim/model/critical_path.h"
#include "sim/csv/trace_csv.h"
#include "sim/report/output_file.h"
#include "sim/report/gantt.h"
#include "sim/scenario/file_text.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SCENARIO = RD_KEY_OWN, KEY_OUT, KEY_NO_CRITICAL_PATH };

struct arguments {
    const char *trace;
    const char *scenario; /* or NULL */
    const char *out;
    bool no_critical_path;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_SCENARIO: arguments->scenario = argument; return 0;
    case KEY_OUT: arguments->out = argument; return 0;
    case KEY_NO_CRITICAL_PATH: arguments->no_critical_path = true; return 0;
    case ARGP_KEY_ARG:
        if (arguments->trace)
            rd_refuse_argument(state, argument);
        arguments->trace = argument;
        return 0;
    case ARGP_KEY_END:
        rd_need_argument(state, arguments->trace, "TRACE.csv");
        rd_need_argument(state, arguments->out, "--out FILE.svg");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", KEY_OUT, "FILE.svg", 0, "Output file (- for standard output)", 0},
    {"scenario", KEY_SCENARIO, "SCENARIO.xml", 0,
     "Hosts in the order of this scenario, its best bound as a line, the bottleneck marked, "
     "and the critical path outlined",
     0},
    {"no-critical-path", KEY_NO_CRITICAL_PATH, NULL, 0, "Without the critical path", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "TRACE.csv",
    .doc = "Draws a trace as a Gantt chart: hosts down, time across, what each sends, receives and "
           "computes. With its scenario, also the bound, its bottleneck and the critical path."
           "\v"
           "Examples:\n"
           "  redist run scenarios/ring_two_way_equal.xml --trace traces\n"
           "  redist draw traces/ring_two_way_equal.ring-two-way-equal.csv \\\n"
           "      --scenario scenarios/ring_two_way_equal.xml --out chart.svg\n",
};

/* The chart's title: the trace's file without its folder. */
static const char *title_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool write_chart(FILE *out, const void *context, struct rd_error *reterr)
{
    return rd_gantt_write(out, context, reterr);
}

/* Adds what the scenario knows: names, the bound, and what makes the makespan. */
static void add_scenario(struct rd_gantt *gantt, struct rd_run_context *context,
                        const struct arguments *arguments, struct rd_bound *bound,
                        struct rd_arena *arena)
{
    struct rd_critical_transfer *link;
    gantt->host_name = context->scenario.host_name;
    gantt->host_count = context->instance.topology.host_count;
    gantt->bound = rd_run_context_bound(context, NULL, bound, NULL) ? bound : NULL;
    if (arguments->no_critical_path)
        return;
    gantt->critical_path_count =
        rd_critical_path_of_trace(&context->instance, gantt->trace, arena, &link);
    gantt->critical_path = link;
}

/* In: run context NULL: host names from the trace, no bound. */
static bool draw(const struct arguments *arguments, struct rd_run_context *context,
                 struct rd_arena *arena, struct rd_error *reterr)
{
    const char *text;
    size_t size;
    struct rd_trace trace;
    struct rd_bound bound;
    struct rd_gantt gantt = {.title = title_of(arguments->trace), .trace = &trace};
    if (!rd_file_text(arguments->trace, RD_SCHEDULE_BYTES_LIMIT, arena, &text, &size, reterr) ||
        !rd_trace_read_csv(arguments->trace, text, size, context ? &context->instance : NULL, arena,
                           &trace, &gantt.host_name, &gantt.host_count, reterr))
        return false;
    rd_trace_sort(&trace, arena);
    gantt.kind_count = rd_trace_kind_count(&trace);
    if (context)
        add_scenario(&gantt, context, arguments, &bound, arena);
    return rd_write_whole_file(arguments->out, write_chart, &gantt, reterr);
}

int rd_cmd_draw(int argc, char **argv)
{
    struct arguments arguments = {0};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_run_context context;
    struct rd_run_context_settings settings = {.scenario_path = arguments.scenario,
                                               .runs_optional = true};
    int status = arguments.scenario ? rd_run_context_open(&settings, &context) : 0;
    if (status == 0) {
        struct rd_error error;
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        if (!draw(&arguments, arguments.scenario ? &context : NULL, &arena, &error)) {
            rd_error_print(stderr, &error);
            status = rd_error_exit_status(error.code);
        }
        rd_arena_close(&arena);
    }
    if (arguments.scenario)
        rd_run_context_close(&context);
    return status;
}
