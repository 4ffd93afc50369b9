/* redist plan: plan and judge, without simulating. */
#include "commands.h"
#include "result_files.h"
#include "result_rows.h"

#include <string.h>

struct arguments {
    struct rd_run_context_settings context;
    struct rd_results_style style;
    const char *out; /* or NULL */
    bool dates;
    double within_s; /* 0: no limit */
    int64_t job_count;
};

static const struct rd_argument accepted[] = {
    {RD_TEXT("out", "PLAN.csv", out, "Write the plan of the only run (- for standard output)")},
    {RD_FLAG("dates", dates,
             "With --out: write it as a trace, with the dates on which each message starts and "
             "ends")},
    {RD_FORMAT(style.format)},
    {RD_FLAG("verbose", style.verbose,
             "Say in words how each run compares with its bound, not only the shortest")},
    {RD_TEXT("bound", "NAME", context.bound,
             "Compare with this bound alone, however dear it is (redist list bounds)")},
    {RD_WITHIN(within_s)},
    {RD_JOBS(job_count)},
    {RD_END},
};

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    if (arguments->dates && !arguments->out)
        argp_error(state, "--dates: it is for --out");
}

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Plans with every algorithm that the scenario names, and judges each plan. Nothing is "
           "simulated; the platform is loaded for its costs only.\v"
           "Examples:\n"
           "  redist plan scenarios/ring_two_way_equal.xml\n"
           "  redist plan scenarios/ring_two_way_equal.xml \\\n"
           "      --algorithm ring-shorter-way --out p.csv\n"
           "  redist judge scenarios/ring_two_way_equal.xml p.csv\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
    .finish = finish,
};

struct plan_file {
    struct rd_run_context *context;
    const struct arguments *arguments;
};

static bool take_row(void *context, RD_UNUSED size_t entry, const struct rd_outcome *outcome,
                     struct rd_error *reterr)
{
    const struct plan_file *file = context;
    const struct arguments *arguments = file->arguments;
    const struct rd_result *result = &outcome->result;
    if (!arguments->out)
        return true;
    if (!outcome->plan)
        return rd_fail(reterr,
                       result->status == RD_STATUS_REFUSED ? RD_ERROR_REFUSED : RD_ERROR_RUN, NULL,
                       0, "%s has no plan to write: %s", result->algorithm, result->message);
    return rd_write_schedule_file(arguments->out, file->context, outcome->plan, arguments->dates,
                                  reterr);
}

static int plan(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    if (arguments->out && context->entry_count != 1)
        return rd_complain(RD_ERROR_USAGE,
                           "redist: --out %s: the scenario has %zu runs: choose one with "
                           "--algorithm",
                           arguments->out, context->entry_count);
    struct plan_file file = {context, arguments};
    struct rd_result_rows_settings settings = {.execute = {.want_plan = arguments->out},
                                               .within_s = arguments->within_s,
                                               .job_count = arguments->job_count,
                                               .each = take_row,
                                               .context = &file,
                                               /* A plan on standard output stands there alone. */
                                               .write_results = !arguments->out ||
                                                                strcmp(arguments->out, "-") != 0,
                                               .style = arguments->style};
    return rd_result_rows_run(context, &settings);
}

int rd_cmd_plan(int argc, char **argv)
{
    struct arguments arguments = {
        .context.plans_only = true, .style.format = RD_FORMAT_TABLE, .job_count = 1};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, plan, &arguments);
}
