/* redist compare: who is better where; or what a table of verdicts says of a sweep. */
#include "commands.h"
#include "picture_file.h"

#include "sim/input/file_text.h"
#include "sim/report/comparison.h"
#include "sim/report/output_file.h"
#include "sim/report/page_parts.h"
#include "sim/report/verdict_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { WHERE_LIMIT = 16 };

struct arguments {
    const char *results_path;
    struct rd_comparison_settings settings;
    struct rd_option where[WHERE_LIMIT]; /* [where_count] a parameter, and the values to keep */
    size_t where_count;
    enum rd_format format;
    const char *verdicts_path; /* or NULL */
    const char *data_path;     /* or NULL */
    const char *plot_path;     /* or NULL */
};

static error_t take_by(struct argp_state *state, void *given, const char *option, char *text)
{
    struct rd_comparison_settings *settings = &((struct arguments *)given)->settings;
    settings->by_count = 0;
    for (char *word; (word = strsep(&text, ","));) {
        if (settings->by_count == RD_BY_LIMIT)
            argp_error(state, "%s: at most %d parameters are accepted", option, RD_BY_LIMIT);
        settings->by[settings->by_count++] = word;
    }
    return 0;
}

static error_t take_where(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    char *sign = strchr(text, '=');
    if (!sign || sign == text)
        argp_error(state, "%s %s: PARAMETER=VALUE is accepted", option, text);
    if (arguments->where_count == WHERE_LIMIT)
        argp_error(state, "%s: at most %d are accepted", option, WHERE_LIMIT);
    *sign = '\0';
    arguments->where[arguments->where_count++] = (struct rd_option){text, sign + 1};
    return 0;
}

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    const struct rd_comparison_settings *settings = &arguments->settings;
    bool chooses = arguments->where_count > 0 || settings->by_count > 0 || settings->common ||
                   settings->against || settings->measure != RD_MEASURE_BEST ||
                   settings->shows_quantiles || arguments->plot_path;
    if (arguments->data_path && !arguments->verdicts_path)
        argp_error(state, "--data without --verdicts, whose numbers it writes");
    if (arguments->verdicts_path && chooses)
        argp_error(state, "--verdicts, whose table says what is measured where: only --data and "
                          "--format are accepted with it");
}

static const struct rd_argument accepted[] = {
    {RD_NEEDED(NULL, "RESULTS", results_path, "")},
    {RD_OWN("by", "PARAMETER", take_by,
            "The parameter to group by, or several: A,B (default: each that varies)")},
    {RD_OWN("where", "PARAMETER=VALUE", take_where,
            "Only the runs with this value, or one of several: hosts=8,16; also algorithm=NAME; "
            "repeatable")},
    {RD_FLAG("common", settings.common, "Only the points where every algorithm ended well")},
    {RD_TEXT("against", "ALGORITHM", settings.against,
             "Also the mean difference of each algorithm from this one, where both ended well, "
             "with its 95 % interval")},
    {RD_FLAG("quantiles", settings.shows_quantiles,
             "Also the least, the quartiles and the greatest (JSON and CSV always have them)")},
    {RD_WORD("measure", "MEASURE", settings.measure, rd_measure_names,
             "best (default): time / shortest time at the same point; ratio: time / bound; "
             "time: seconds")},
    {RD_TEXT("plot", "FILE", plot_path,
             "Also draw the means over one parameter, with their intervals: FILE.svg, FILE.pdf or "
             "FILE.png (- for SVG on standard output instead of the table)")},
    {RD_TEXT("verdicts", "TABLE", verdicts_path,
             "Judge the results by a table in CSV, of what to measure and what to accept")},
    {RD_TEXT("data", "FILE", data_path, "With --verdicts: write the measured numbers as CSV")},
    {RD_FORMAT(format)},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .finish = finish,
    .args_doc = "RESULTS",
    .doc = "Compares the algorithms of a sweep. For each value of a parameter: the mean of each "
           "algorithm, its 95 % interval, and how often no other was faster; then the crossovers: "
           "between which values one algorithm overtakes another. An algorithm with a * refused or "
           "failed some of the runs: --common compares on equal terms.\v"
           "Exit status 1 if a verdict is not met.\n\n"
           "Examples:\n"
           "  redist compare results.db\n"
           "  redist compare results.db --by bandwidth-spread --measure ratio\n"
           "  redist compare results.db --by hosts --format csv > hosts.csv\n"
           "  redist compare results.db --by hosts --plot hosts.pdf\n"
           "  redist compare results.db --by hosts,cost --where algorithm=a,b --common\n"
           "  redist compare results.db --against star-bba --quantiles --format latex\n"
           "  redist compare results.db --verdicts figure.verdicts.csv --data figure.csv\n",
};

static int refuse_parameter(const struct rd_results_table *table, const char *option,
                            const char *name, const char *path, struct rd_arena *arena)
{
    struct rd_text names = {.arena = arena};
    for (size_t i = 0; i < table->parameter_count; i++)
        rd_text_print(&names, " %s", table->parameter[i]);
    return rd_complain(RD_ERROR_USAGE, "redist: --%s %s: a parameter that %s varies is accepted:%s",
                       option, name, path, names.text ? names.text : "");
}

/* Keeps the runs that were asked for. Each value has to be some run's, whatever else is asked for.
 * Returns: the exit status. */
static int keep(struct rd_results_table *table, const struct arguments *arguments,
                struct rd_arena *arena)
{
    size_t row_count = table->rows->count;
    rd_arena_own(scratch);
    bool *kept = rd_take(&scratch, row_count, bool);
    for (size_t i = 0; i < arguments->where_count; i++) {
        const struct rd_option *where = &arguments->where[i];
        bool *marked = rd_take(&scratch, row_count, bool);
        const char *unknown;
        if (!rd_results_table_mark(table, where->name, where->value, arena, marked, &unknown))
            return refuse_parameter(table, "where", where->name, arguments->results_path, arena);
        size_t left = 0;
        for (size_t row = 0; row < row_count; row++) {
            kept[row] = marked[row] && (i == 0 || kept[row]);
            left += kept[row];
        }
        if (unknown || left == 0)
            return rd_complain(RD_ERROR_USAGE, "redist: --where %s=%s: no run has this value%s",
                               where->name, unknown ? unknown : where->value,
                               unknown ? "" : " and those before it");
    }
    if (arguments->where_count > 0)
        rd_results_table_keep(table, kept);
    return 0;
}

static bool write_plot(FILE *out, const void *comparison, struct rd_error *reterr)
{
    rd_arena_own(arena);
    return rd_curves_write(out, NULL, comparison, &arena) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the plot cannot be written: %s",
                   strerror(errno));
}

/* Draws the only comparison. Returns: the exit status. */
static int plot(const struct arguments *arguments, const struct rd_comparison *comparison,
                size_t count)
{
    struct rd_error error;
    enum rd_picture_form form;
    if (count > 1)
        return rd_complain(RD_ERROR_USAGE,
                           "redist: --plot of %zu parameters that vary: --by with one is accepted",
                           count);
    bool drawn = rd_picture_form(arguments->plot_path, false, &form, &error) &&
                 rd_write_picture(arguments->plot_path, form, write_plot, comparison, &error);
    return drawn ? 0 : rd_give_up(&error);
}

/* Compares by the parameters asked for, or by each that varies, or all points together. */
static int compare(struct rd_results_table *table, const struct arguments *arguments,
                   struct rd_arena *arena)
{
    const struct rd_comparison_settings *settings = &arguments->settings;
    struct rd_comparison one, *comparison = &one;
    size_t count = 1;
    for (size_t i = 0; i < settings->by_count; i++)
        if (rd_results_table_parameter(table, settings->by[i]) == table->parameter_count)
            return refuse_parameter(table, "by", settings->by[i], arguments->results_path, arena);
    int status = keep(table, arguments, arena);
    if (status != 0)
        return status;
    if (settings->against && !rd_is_compared(table, settings->against))
        return rd_complain(RD_ERROR_USAGE, "redist: --against %s: no run is of this algorithm",
                           settings->against);
    if (settings->by_count > 0)
        rd_compare(table, settings, arena, &one);
    else
        count = rd_compare_by_each(table, settings, arena, &comparison);
    if (arguments->plot_path) {
        status = plot(arguments, comparison, count);
        if (status != 0 || strcmp(arguments->plot_path, "-") == 0)
            return status;
    }
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
    if (!judge(table, arguments, &checks, &error))
        return rd_give_up(&error);
    if (!rd_checks_write(stdout, arguments->format, arguments->results_path, &checks))
        return rd_error_exit_status(RD_ERROR_FILE);
    return checks.not_met > 0;
}

static int show(RD_UNUSED struct rd_results *results, struct rd_results_table *table,
                const void *given, struct rd_arena *arena)
{
    const struct arguments *arguments = given;
    return arguments->verdicts_path ? show_verdicts(table, arguments, arena)
                                    : compare(table, arguments, arena);
}

int rd_cmd_compare(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    rd_verb_parse(&verb, argc, argv, &arguments);
    const struct rd_columns columns =
        arguments.verdicts_path ? rd_columns_shown(RD_STORED) : rd_compared_columns();
    return rd_with_results(arguments.results_path, &columns, show, &arguments);
}
