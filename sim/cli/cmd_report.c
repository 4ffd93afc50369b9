/* redist report: a sweep as one page to look into. */
#include "commands.h"
#include "picture_file.h"

#include "sim/report/comparison.h"
#include "sim/report/gantt/gantt.h"
#include "sim/report/output_file.h"
#include "sim/report/page.h"
#include "sim/report/results_table.h"
#include "sim/sweep/page_files.h"
#include "sim/sweep/rerun.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { GANTT_LIMIT = 20, TRACE_LIMIT = 64 };

/* A chart of more would make a page slow. */
static const int64_t transfer_limit = 5000;

struct arguments {
    const char *results_path;
    const char *out_path;
    struct rd_rerun replay;
    int64_t gantt_count; /* of each algorithm */
    const char *trace[TRACE_LIMIT];
    size_t trace_count;
    const char *figure_folder; /* or NULL */
    const char *chart_folder;  /* or NULL */
};

static error_t take_trace(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    if (arguments->trace_count == TRACE_LIMIT)
        argp_error(state, "%s: at most %d are accepted", option, TRACE_LIMIT);
    arguments->trace[arguments->trace_count++] = text;
    return 0;
}

static const struct rd_argument accepted[] = {
    {RD_NEEDED(NULL, "RESULTS", results_path, "")},
    {RD_NEEDED("out", "FILE.html", out_path, "Output file (- for standard output)")},
    {RD_TEXT(
        "scenario", "SCENARIO.xml", replay.scenario_path,
        "The scenario of the sweep: adds Gantt charts of the worst runs, which are run again")},
    {RD_INTEGER("gantt", "N", gantt_count, 0, GANTT_LIMIT,
                "Gantt charts of the N worst runs of each algorithm, by time over bound (default "
                "1)")},
    {RD_TEXT("allow", "DIR", replay.allowed_folder,
             "Files that the scenario names may also lie in DIR")},
    {RD_OWN("trace", "DIR", take_trace,
            "Gantt charts of the traces in DIR, or of one file; repeatable")},
    {RD_TEXT("figures", "DIR", figure_folder, "The figures in DIR, with their verdicts")},
    {RD_TEXT("charts", "DIR", chart_folder,
             "The curves, Gantt charts and maps as files, too: SVG, and PDF and PNG by librsvg's "
             "rsvg-convert")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "RESULTS --out FILE.html",
    .doc = "Writes an interactive report as one HTML file that works offline: the parameters, "
           "curves and comparisons by parameter, Gantt charts with zoom, figures, and every run "
           "with its bound and verdict.\v"
           "Examples:\n"
           "  redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db\n"
           "  redist report bandwidth.db --out bandwidth.html\n"
           "  redist report bandwidth.db --out bandwidth.html \\\n"
           "      --scenario scenarios/sweep_bandwidth.xml --gantt 2 --figures figures\n"
           "  redist report bandwidth.db --out bandwidth.html --charts charts\n",
};

/* Everything that the page shows. */
struct contents {
    struct rd_results_table *table;
    struct rd_page page;
    struct rd_page_gantt *gantt;
    struct rd_arena *arena;
};

static void add_gantts(struct contents *contents, const struct rd_page_gantt *gantt, size_t count)
{
    size_t before = contents->page.gantt_count;
    contents->gantt = rd_arena_grow(contents->arena, contents->gantt, before, before + count,
                                    sizeof *contents->gantt);
    memcpy(contents->gantt + before, gantt, count * sizeof *gantt);
    contents->page.gantt = contents->gantt;
    contents->page.gantt_count = before + count;
}

static bool add_telling_runs(struct contents *contents, const struct arguments *arguments,
                             struct rd_rerun *replay, struct rd_error *reterr)
{
    struct rd_worst_run *run;
    size_t count = rd_worst_runs(contents->table, (size_t)arguments->gantt_count, transfer_limit,
                                 contents->arena, &run);
    for (size_t i = 0; i < count; i++) {
        struct rd_page_gantt gantt = {.heading = run[i].name};
        if (!rd_rerun_row(replay, contents->table, run[i].row, contents->arena, &gantt, reterr))
            return false;
        add_gantts(contents, &gantt, 1);
    }
    return true;
}

static bool add_traces(struct contents *contents, const struct arguments *arguments,
                       struct rd_error *reterr)
{
    for (size_t i = 0; i < arguments->trace_count; i++) {
        struct rd_page_gantt *gantt;
        size_t count;
        if (!rd_page_read_traces(arguments->trace[i], contents->arena, &gantt, &count, reterr))
            return false;
        add_gantts(contents, gantt, count);
    }
    return true;
}

static bool add_figures(struct contents *contents, const char *folder, struct rd_error *reterr)
{
    struct rd_page_figure *figure;
    if (!folder)
        return true;
    if (!rd_page_read_figures(folder, contents->arena, &figure, &contents->page.figure_count,
                              reterr))
        return false;
    contents->page.figure = figure;
    return true;
}

/* --- charts as files -------------------------------------------------------------------------- */

static bool write_curve(FILE *out, const void *comparison, struct rd_error *reterr)
{
    rd_arena_own(arena);
    return rd_curves_write(out, NULL, comparison, &arena) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the curve cannot be written: %s",
                   strerror(errno));
}

static bool write_gantt(FILE *out, const void *gantt, struct rd_error *reterr)
{
    return rd_gantt_write(out, gantt, reterr);
}

static bool write_map(FILE *out, const void *map, struct rd_error *reterr)
{
    (void)reterr; /* what fails here is found when the file is closed */
    fputs(map, out);
    return true;
}

/* Results of other makers may name parameters as they like. */
static const char *file_name(const char *parameter, struct rd_arena *arena)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    char *name = rd_arena_print(arena, "%s", parameter);
    for (char *at = name; *(at += strspn(at, plain)); at++)
        *at = '_';
    return name;
}

static bool write_curves(const char *folder, const struct rd_page *page, struct rd_arena *arena,
                         struct rd_error *reterr)
{
    struct rd_compared_rows *rows = rd_compared_rows(page->table, arena);
    for (int i = 0; i < RD_MEASURE_COUNT; i++) {
        struct rd_comparison_settings settings = {.rows = rows,
                                                  .cell_limit = rd_page_cell_limit(page->table),
                                                  .measure = (enum rd_measure)i};
        struct rd_comparison *by_each;
        size_t count = rd_compare_by_each(page->table, &settings, arena, &by_each);
        for (size_t k = 0; k < count; k++) {
            if (!by_each[k].parameter || !by_each[k].cell || by_each[k].value_count < 2)
                continue;
            const char *stem = rd_arena_print(arena, "%s/%s.%s", folder, rd_measure_names[i],
                                              file_name(by_each[k].parameter, arena));
            if (!rd_write_picture_forms(stem, write_curve, &by_each[k], reterr))
                return false;
        }
    }
    return true;
}

/* Writes the charts of a page into a folder: MEASURE.PARAMETER of each curve, gantt.N, the number
 * of its chart on the page, and map.N below it; as rd_write_picture_forms does.
 * Errors: RD_ERROR_FILE. */
static bool write_all_charts(const char *folder, const struct rd_page *page,
                             struct rd_error *reterr)
{
    rd_arena_own(arena);
    bool written = rd_make_folder(folder, reterr) && write_curves(folder, page, &arena, reterr);
    for (size_t i = 0; written && i < page->gantt_count; i++) {
        const struct rd_page_gantt *shown = &page->gantt[i];
        const char *gantt = rd_arena_print(&arena, "%s/gantt.%zu", folder, i + 1);
        const char *map = rd_arena_print(&arena, "%s/map.%zu", folder, i + 1);
        written = rd_write_picture_forms(gantt, write_gantt, &shown->gantt, reterr) &&
                  (!shown->map || rd_write_picture_forms(map, write_map, shown->map, reterr));
    }
    return written;
}

static bool write_charts(const struct arguments *arguments, const struct rd_page *page,
                         struct rd_error *reterr)
{
    if (!arguments->chart_folder)
        return true;
    if (!rd_picture_converts())
        fprintf(stderr,
                "redist: %s has SVG only: PDF and PNG need rsvg-convert (Debian: "
                "librsvg2-bin)\n",
                arguments->chart_folder);
    return write_all_charts(arguments->chart_folder, page, reterr);
}

/* --- the page --------------------------------------------------------------------------------- */

static bool write_page(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct contents *contents = context;
    return rd_page_write(out, &contents->page, reterr);
}

static int report(struct rd_results *results, struct rd_results_table *table, const void *given,
                  struct rd_arena *arena)
{
    const struct arguments *arguments = given;
    struct rd_rerun replay = arguments->replay;
    struct rd_error error;
    struct contents contents = {
        .table = table,
        .page = {.head = rd_results_head(results), .table = table},
        .arena = arena,
    };
    bool done =
        (!arguments->chart_folder || rd_check_folder(arguments->chart_folder, &error)) &&
        (!replay.scenario_path || add_telling_runs(&contents, arguments, &replay, &error)) &&
        add_traces(&contents, arguments, &error) &&
        add_figures(&contents, arguments->figure_folder, &error) &&
        rd_write_whole_file(arguments->out_path, write_page, &contents, &error) &&
        write_charts(arguments, &contents.page, &error);
    rd_rerun_close(&replay);
    return done ? 0 : rd_give_up(&error);
}

int rd_cmd_report(int argc, char **argv)
{
    struct arguments arguments = {.gantt_count = 1};
    rd_verb_parse(&verb, argc, argv, &arguments);
    const struct rd_columns columns =
        arguments.replay.scenario_path ? rd_columns_shown(RD_STORED) : rd_page_columns();
    return rd_with_results(arguments.results_path, &columns, report, &arguments);
}
