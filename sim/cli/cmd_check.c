/* redist check: explains a scenario, and which algorithms accept it. */
#include "describe.h"
#include "commands.h"

#include "algorithms/algorithm.h"
#include "sim/report/sheet.h"
#include "sim/report/terminal.h"
#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"

#include <stdio.h>

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc = "Validates a scenario and describes it: hosts, costs, loads, goal; and, for each "
           "algorithm of its shape, whether it accepts the scenario or which hypothesis fails. All "
           "errors are reported in one pass.\v"
           "Examples:\n"
           "  redist check scenarios/ring_two_way_equal.xml\n"
           "  redist check scenarios/ring_two_way_equal.xml --set ports=all\n",
    .takes_scenario = true,
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
        return algorithm->guarantee == RD_EXACT ? "accepts, if the search ends"
               : rd_algorithm_is_superseded(algorithm, &context->instance)
                   ? rd_arena_print(&context->arena, "accepts; %s is better",
                                    algorithm->superseded_by)
                   : "accepts";
    bool named = entry && !rd_run_is_all(entry->run);
    return rd_arena_print(&context->arena, "refuses: %s%s", error.message,
                          named ? rd_alternative_words(context, algorithm) : "");
}

static void write_algorithms(struct rd_run_context *context)
{
    static const struct rd_sheet_column column[] = {
        {"algorithm", RD_IN_TABLE}, {"guarantee", RD_IN_TABLE}, {"answer", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, &context->arena);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        bool of_objects = algorithm->goals == RD_BIT(RD_PLACE);
        if (!rd_algorithm_takes_shape(algorithm, context->instance.topology.shape) ||
            of_objects != (context->instance.goal == RD_PLACE))
            continue;
        rd_sheet_texts(&sheet, algorithm->name,
                       rd_guarantee_name(rd_algorithm_guarantee(algorithm, &context->instance)),
                       answer(context, algorithm));
    }
    if (rd_sheet_rows(&sheet) == 0)
        printf("no algorithm takes this shape\n");
    else
        rd_sheet_write(stdout, RD_FORMAT_TABLE, &sheet);
}

static void describe(FILE *lines, const void *context)
{
    rd_describe_run_context(lines, context);
}

static int check(struct rd_run_context *context, RD_UNUSED const void *arguments)
{
    rd_terminal_fold(stdout, RD_DESCRIBED_AT, describe, context);
    putchar('\n');
    write_algorithms(context);
    return 0;
}

int rd_cmd_check(int argc, char **argv)
{
    struct rd_run_context_settings settings = {.runs_optional = true};
    rd_verb_parse(&verb, argc, argv, &settings);
    return rd_with_run_context(&settings, check, NULL);
}
