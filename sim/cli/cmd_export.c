/* redist export: the rows of a results file, for spreadsheets, plots and programs. */
#include "arguments.h"
#include "result_files.h"
#include "commands.h"

#include "sim/report/output_file.h"
#include "sim/report/results_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { KEY_FORMAT = RD_KEY_OWN, KEY_OUT };

struct arguments {
    const char *results_path;
    const char *out_path;
    enum rd_format format;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_FORMAT:
        arguments->format = rd_take_format(state, argument);
        if (arguments->format == RD_FORMAT_TABLE)
            argp_error(state, "--format %s: csv or json is accepted", argument);
        return 0;
    case KEY_OUT: arguments->out_path = argument; return 0;
    case ARGP_KEY_ARG: rd_take_only(state, argument, &arguments->results_path); return 0;
    case ARGP_KEY_END: rd_need_argument(state, arguments->results_path, "RESULTS"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "csv (default) or json", 0},
    {"out", KEY_OUT, "FILE", 0, "Output file (default -, standard output)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "RESULTS",
    .doc =
        "Writes every run of a results file, sorted by parameters, repetition and algorithm. The "
        "same runs give the same bytes, whatever workers or shards made them."
        "\v"
        "Examples:\n"
        "  redist export results.db > results.csv\n"
        "  redist export results.db --format json --out results.json\n",
};

/* What is written, and how. */
struct text {
    struct rd_results_table table;
    enum rd_format format;
};

static bool write_export(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct text *text = context;
    return rd_results_table_write(out, text->format, &text->table) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the export: %s", strerror(errno));
}

int rd_cmd_export(int argc, char **argv)
{
    struct arguments arguments = {.out_path = "-", .format = RD_FORMAT_CSV};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_results *results = NULL;
    struct text text = {.format = arguments.format};
    rd_arena_open(&arena, 0);
    bool exported = rd_results_open(arguments.results_path, &arena, &results, &error) &&
                    rd_results_table_read(results, &arena, &text.table, &error) &&
                    rd_write_whole_file(arguments.out_path, write_export, &text, &error);
    rd_results_close(results);
    rd_arena_close(&arena);
    if (exported)
        return 0;
    rd_error_print(stderr, &error);
    return rd_error_exit_status(error.code);
}
