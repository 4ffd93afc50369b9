/* redist compare: who is better where; or what a table of verdicts says of a sweep. */
#include "arguments.h"
#include "commands.h"

#include "sim/report/comparison.h"
#include "sim/report/output_file.h"
#include "sim/report/verdict_table.h"
#include "sim/run/interrupt.h"
#include "sim/scenario/file_text.h"

#include <stdio.h>
#include <string.h>

enum { KEY_BY = RD_KEY_OWN, KEY_FORMAT, KEY_MEASURE, KEY_VERDICTS, KEY_DATA };

struct arguments {
    const char *results_path;
    const char *parameter; /* or NULL */
    enum rd_measure measure;
    enum rd_format format;
    const char *verdicts_path; /* or NULL */
    const char *data_path;     /* or NULL */
};

static enum rd_measure take_measure(struct argp_state *state, const char *name)
{
    for (int i = 0; rd_measure_names[i]; i++)
        if (strcmp(rd_measure_names[i], name) == 0)
            return (enum rd_measure)i;
    argp_error(state, "--measure %s: best, ratio or time is accepted", name);
    return RD_MEASURE_BEST;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_BY: arguments->parameter = argument; return 0;
    case KEY_FORMAT: arguments->format = rd_take_format(state, argument); return 0;
    case KEY_VERDICTS: arguments->verdicts_path = argument; return 0;
    case KEY_DATA: arguments->data_path = argument; return 0;
    case KEY_MEASURE: arguments->measure = take_measure(state, argument); return 0;
    case ARGP_KEY_ARG: rd_take_only(state, argument, &arguments->results_path); return 0;
    case ARGP_KEY_END:
        rd_need_argument(state, arguments->results_path, "RESULTS");
        if (arguments->data_path && !arguments->verdicts_path)
            argp_error(state, "--data without --verdicts, whose numbers it writes");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"by", KEY_BY, "PARAMETER", 0, "The parameter to group by (default: each that varies)", 0},
    {"measure", KEY_MEASURE, "MEASURE", 0,
     "best (default): time / shortest time at the same point; ratio: time / own bound; time: "
     "seconds",
     0},
    {"verdicts", KEY_VERDICTS, "TABLE", 0,
     "Judge the results by a table in CSV, of what to measure and what to accept", 0},
    {"data", KEY_DATA, "FILE", 0, "With --verdicts: write the measured numbers as CSV", 0},
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "RESULTS",
    .doc = "Compares the algorithms of a sweep. For each value of a parameter: the mean of each "
           "algorithm, its 95 % interval, and how often no other was faster; then the crossovers: "
           "between which values one algorithm overtakes another."
           "\v"
           "Exit status 1 if a verdict is not met.\n\n"
           "Examples:\n"
           "  redist compare results.db\n"
           "  redist compare results.db --by bandwidth-spread --measure ratio\n"
           "  redist compare results.db --by hosts --format csv > hosts.csv\n"
           "  redist compare results.db --verdicts figure.verdicts.csv --data figure.csv\n",
};

static bool is_parameter(const struct rd_results_table *table, const char *name)
{
    for (size_t i = 0; i < table->parameter_count; i++)
        if (strcmp(table->parameter[i], name) == 0)
            return true;
    return false;
}

static int refuse_parameter(const struct rd_results_table *table, const struct arguments *arguments)
{
    fprintf(stderr,
            "redist: --by %s: a parameter that %s varies is accepted:", arguments->parameter,
            arguments->results_path);
    for (size_t i = 0; i < table->parameter_count; i++)
        fprintf(stderr, " %s", table->parameter[i]);
    fputs("\n", stderr);
    return rd_error_exit_status(RD_ERROR_USAGE);
}

/* Compares by the parameter asked for, or by each that varies, or all points together. */
static int compare(const struct rd_results_table *table, const struct arguments *arguments,
                   struct rd_arena *arena)
{
    struct rd_comparison one, *comparison = &one;
    size_t count = 1;
    if (arguments->parameter && !is_parameter(table, arguments->parameter))
        return refuse_parameter(table, arguments);
    if (arguments->parameter)
        rd_compare(table, arguments->parameter, arguments->measure, arena, &one);
    else
        count = rd_compare_by_each(table, arguments->measure, arena, &comparison);
    /* Why standard output cannot be written is said when it is closed. */
    bool written = rd_comparisons_write(stdout, arguments->format, comparison, count);
    return rd_error_exit_status(written ? RD_ERROR_NONE : RD_ERROR_FILE);
}

/* Reads the table, judges, and writes the data. */
static bool judge(const struct rd_results_table *table, const struct arguments *arguments,
                  struct rd_checks *checks, struct rd_error *reterr)
{
    const char *text;
    size_t size;
    struct rd_output_file data = {0};
    if (!rd_file_text(arguments->verdicts_path, RD_SCENARIO_BYTES_LIMIT, checks->arena, &text,
                      &size, reterr))
        return false;
    bool keeps = arguments->data_path;
    if (keeps && !rd_output_open(&data, arguments->data_path, reterr))
        return false;
    if (rd_verdict_table_judge(arguments->verdicts_path, text, size, table, data.stream, checks,
                               reterr))
        return !keeps || rd_output_commit(&data, reterr);
    if (keeps)
        rd_output_discard(&data);
    return false;
}

/* Returns: the exit status. */
static int show_verdicts(const struct rd_results_table *table, const struct arguments *arguments,
                         struct rd_arena *arena)
{
    struct rd_error error;
    struct rd_checks checks = {.arena = arena};
    rd_interrupt_hold();
    bool judged = judge(table, arguments, &checks, &error);
    rd_interrupt_release();
    if (!judged) {
        rd_error_print(stderr, &error);
        return rd_error_exit_status(error.code);
    }
    if (!rd_checks_write(stdout, arguments->format, arguments->results_path, &checks))
        return rd_error_exit_status(RD_ERROR_FILE);
    return checks.not_met > 0;
}

int rd_cmd_compare(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_results *results = NULL;
    struct rd_results_table table;
    int status;
    rd_arena_open(&arena, 0);
    if (rd_results_open(arguments.results_path, &arena, &results, &error) &&
        rd_results_table_read(results, &arena, &table, &error)) {
        status = arguments.verdicts_path ? show_verdicts(&table, &arguments, &arena)
                                         : compare(&table, &arguments, &arena);
    } else {
        rd_error_print(stderr, &error);
        status = rd_error_exit_status(error.code);
    }
    rd_results_close(results);
    rd_arena_close(&arena);
    return status;
}
