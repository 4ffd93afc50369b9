/* redist check: explains a scenario, and which algorithms accept it. */
#include "arguments.h"
#include "describe.h"
#include "commands.h"

#include "algorithms/algorithm.h"
#include "sim/report/text_table.h"
#include "sim/run/execute.h"
#include "sim/run/run_list.h"

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

/* The scenario's first job of an algorithm, or NULL. */
static const struct rd_run_entry *entry_of(const struct rd_run_context *context,
                                           const struct rd_algorithm *algorithm)
{
    for (size_t i = 0; i < context->entry_count; i++)
        if (context->entry[i].algorithm == algorithm)
            return &context->entry[i];
    return NULL;
}

static const char *answer(struct rd_run_context *context, const struct rd_algorithm *algorithm)
{
    const struct rd_run_entry *entry = entry_of(context, algorithm);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    if (entry)
        options = rd_run_entry_options(entry);
    if (rd_runs_accept(context, algorithm, &options, &error) &&
        rd_algorithm_plans(algorithm, &context->instance, &options, &context->run_arena,
                           &context->scratch, &error))
        return algorithm->guarantee == RD_EXACT ? "accepts, if the search ends" : "accepts";
    bool named = entry && !rd_run_is_all(entry->run);
    return rd_arena_print(&context->arena, "refuses: %s%s", error.message,
                          named ? rd_alternative_words(context, algorithm) : "");
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
