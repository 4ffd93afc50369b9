/* redist export: the rows of a results file, for spreadsheets, plots and programs. */
#include "commands.h"

#include "sim/report/output_file.h"
#include "sim/report/results_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    const char *results_path;
    const char *out_path;
    enum { CSV, JSON, TIDY } format;
};

static const char *const formats[] = {"csv", "json", "tidy", NULL};

static const struct rd_argument accepted[] = {
    {RD_NEEDED(NULL, "RESULTS", results_path, "")},
    {RD_WORD("format", "FORMAT", format, formats,
             "csv (default), json, or tidy: CSV with a line for each number of each run")},
    {RD_TEXT("out", "FILE", out_path, "Output file (default -, standard output)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "RESULTS",
    .doc = "Writes every run of a results file, sorted by parameters, repetition and algorithm. "
           "The same runs give the same bytes, whatever workers or shards made them.\v"
           "Examples:\n"
           "  redist export results.db > results.csv\n"
           "  redist export results.db --format json --out results.json\n"
           "  redist export results.db --format tidy > tidy.csv\n",
};

/* What is written, and how. */
struct text {
    const struct rd_results_table *table;
    const struct arguments *arguments;
};

static bool write_export(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct text *text = context;
    bool json = text->arguments->format == JSON;
    bool written =
        text->arguments->format == TIDY
            ? rd_results_table_write_tidy(out, text->table)
            : rd_results_table_write(out, json ? RD_FORMAT_JSON : RD_FORMAT_CSV, text->table);
    return written || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the export: %s", strerror(errno));
}

static int export(RD_UNUSED struct rd_results *results, struct rd_results_table *table,
                  const void *given, RD_UNUSED struct rd_arena *arena)
{
    const struct arguments *arguments = given;
    struct text text = {table, arguments};
    struct rd_error error;
    return rd_write_whole_file(arguments->out_path, write_export, &text, &error)
               ? 0
               : rd_give_up(&error);
}

int rd_cmd_export(int argc, char **argv)
{
    struct arguments arguments = {.out_path = "-"};
    rd_verb_parse(&verb, argc, argv, &arguments);
    const struct rd_columns exported = rd_columns_shown(RD_EXPORTED);
    return rd_with_results(arguments.results_path, &exported, export, &arguments);
}
