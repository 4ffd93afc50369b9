/* redist plan: plan and judge, without simulating. */
#include "arguments.h"
#include "result_files.h"
#include "result_rows.h"
#include "commands.h"

#include "sim/csv/plan_csv.h"
#include "sim/report/output_file.h"
#include "sim/report/tables.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { KEY_FORMAT = RD_KEY_OWN, KEY_OUT };

struct arguments {
    struct rd_run_context_settings context;
    enum rd_format format;
    const char *out; /* or NULL */
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &arguments->context; return 0;
    case KEY_FORMAT: arguments->format = rd_take_format(state, argument); return 0;
    case KEY_OUT: arguments->out = argument; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", KEY_OUT, "PLAN.csv", 0, "Write the plan of the only run (- for standard output)", 0},
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that the scenario names, and judges each plan. Nothing is "
           "simulated; the platform is loaded for its costs only."
           "\v"
           "Examples:\n"
           "  redist plan scenarios/ring_two_way_equal.xml\n"
           "  redist plan scenarios/ring_two_way_equal.xml \\\n"
           "      --algorithm ring-shorter-way --out p.csv\n"
           "  redist judge scenarios/ring_two_way_equal.xml p.csv\n",
    .children = rd_scenario_arguments,
};

struct plan_file {
    struct rd_run_context *context;
    const char *path; /* or NULL */
};

struct plan_text {
    const struct rd_instance *instance;
    const struct rd_plan *plan;
};

static bool write_plan(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct plan_text *text = context;
    if (rd_plan_write_csv(out, text->instance, text->plan))
        return true;
    return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the plan: %s", strerror(errno));
}

static bool take_row(void *context, size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    const struct plan_file *file = context;
    (void)entry;
    if (!file->path)
        return true;
    if (!outcome->plan)
        return rd_fail(
            reterr, outcome->result.status == RD_STATUS_REFUSED ? RD_ERROR_REFUSED : RD_ERROR_RUN,
            NULL, 0, "%s has no plan to write: %s", outcome->result.algorithm,
            outcome->result.message);
    struct plan_text text = {&file->context->instance, outcome->plan};
    return rd_write_whole_file(file->path, write_plan, &text, reterr);
}

static int plan(struct rd_run_context *context, const struct arguments *arguments)
{
    if (arguments->out && context->entry_count != 1) {
        fprintf(stderr,
                "redist: --out %s: the scenario has %zu runs: choose one with --algorithm\n",
                arguments->out, context->entry_count);
        return rd_error_exit_status(RD_ERROR_USAGE);
    }
    struct plan_file file = {context, arguments->out};
    struct rd_result_rows_settings settings = {.execute = {.want_plan = arguments->out},
                                               .each = take_row,
                                               .context = &file,
                                               /* A plan on standard output stands there alone. */
                                               .write_results = !arguments->out ||
                                                                strcmp(arguments->out, "-") != 0,
                                               .format = arguments->format};
    return rd_result_rows_run(context, &settings);
}

int rd_cmd_plan(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    struct rd_run_context context;
    rd_parse_arguments(&argp, argc, argv, &arguments);
    int status = rd_run_context_open(&arguments.context, &context);
    if (status == 0)
        status = plan(&context, &arguments);
    rd_run_context_close(&context);
    return status;
}
