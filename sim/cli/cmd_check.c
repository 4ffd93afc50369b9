/* redist check: explains a scenario, and which algorithms accept it. */
#include "arguments.h"
#include "describe.h"
#include "sim/run/execute.h"
#include "commands.h"

#include "sim/referee/referee.h"
#include "sim/report/text_table.h"

#include <stdio.h>

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "SCENARIO.xml",
    .doc = "Validates a scenario and describes it: hosts, costs, loads, goal; and, for each "
           "algorithm of its shape, whether it accepts the scenario or which hypothesis fails. All "
           "errors are reported in one pass."
           "\v"
           "Examples:\n"
           "  redist check scenarios/ring_two_way_equal.xml\n"
           "  redist check scenarios/ring_two_way_equal.xml --set ports=all\n",
    .children = rd_scenario_arguments,
};

/* Options as the scenario gives them to the algorithm's first run; its defaults if it has none. */
static struct rd_options options_for(const struct rd_run_context *context,
                                     const struct rd_algorithm *algorithm)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    for (size_t i = 0; i < context->entry_count; i++)
        if (context->entry[i].algorithm == algorithm) {
            options.given = context->entry[i].run->option;
            options.given_count = context->entry[i].run->option_count;
            options.seed = context->entry[i].run->seed;
            break;
        }
    return options;
}

/* Discards the transfers: only whether planning succeeds is wanted. */
static void forget(struct rd_plan_reader *reader, const struct rd_plan *plan)
{
    (void)reader, (void)plan;
}

/* Some hypotheses are checked while planning, so the plan is made. A search for the optimum is not
 * run: it may take long, and would refuse only for that reason. Nor are planners for any network
 * where it is large: that takes minutes, and they refuse only what is not strongly connected. */
enum { LARGE_HOSTS = 256 };

static bool is_assumed(const struct rd_run_context *context, const struct rd_algorithm *algorithm)
{
    return algorithm->guarantee != RD_EXACT && algorithm->shape == RD_ANY_SHAPE &&
           context->instance.topology.host_count > LARGE_HOSTS;
}

static bool accepts(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                    struct rd_error *reterr)
{
    struct rd_options options = options_for(context, algorithm);
    if (!rd_runs_accept(context, algorithm, &options, reterr))
        return false;
    if (algorithm->guarantee == RD_EXACT || is_assumed(context, algorithm))
        return true;
    struct rd_arena_mark job_mark = rd_arena_mark(&context->run_arena);
    struct rd_arena_mark mark = rd_arena_mark(&context->scratch);
    struct rd_plan_reader nobody = {forget, RD_STREAM_TRANSFERS};
    struct rd_plan plan = {.reader = &nobody};
    bool planned = algorithm->plan(&context->instance, &options, &context->run_arena,
                                   &context->scratch, &plan, reterr);
    rd_arena_rewind(&context->scratch, mark);
    rd_arena_rewind(&context->run_arena, job_mark);
    return planned;
}

static const char *answer(struct rd_run_context *context, const struct rd_algorithm *algorithm)
{
    struct rd_error error;
    if (accepts(context, algorithm, &error)) {
        if (is_assumed(context, algorithm))
            return "accepts, if each host can reach each";
        return algorithm->guarantee == RD_EXACT ? "accepts, if the search ends" : "accepts";
    }
    return rd_arena_print(&context->arena, "refuses: %s", error.message);
}

static void write_algorithms(struct rd_run_context *context)
{
    static const struct rd_text_column column[] = {
        {"ALGORITHM", false}, {"GUARANTEE", false}, {"ANSWER", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    const char **cell = rd_take(&context->arena, rd_algorithm_count * COLUMN_COUNT, const char *);
    size_t row_count = 0;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (!rd_algorithm_takes_shape(algorithm, context->instance.topology.shape))
            continue;
        const char **row = cell + row_count++ * COLUMN_COUNT;
        row[0] = algorithm->name;
        row[1] = rd_guarantee_name(rd_algorithm_guarantee(algorithm, &context->instance));
        row[2] = answer(context, algorithm);
    }
    if (row_count == 0)
        printf("no algorithm takes this shape\n");
    else
        rd_text_table_write(stdout, &(struct rd_text_table){column, COLUMN_COUNT, cell, row_count});
}

int rd_cmd_check(int argc, char **argv)
{
    struct rd_run_context_settings settings = {.runs_optional = true};
    struct rd_run_context context;
    rd_parse_arguments(&argp, argc, argv, &settings);
    int status = rd_run_context_open(&settings, &context);
    if (status == 0) {
        rd_describe_run_context(stdout, &context);
        putchar('\n');
        write_algorithms(&context);
    }
    rd_run_context_close(&context);
    return status;
}
