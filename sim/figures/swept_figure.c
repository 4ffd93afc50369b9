#include "figure.h"

#include "plots.h"

#include "sim/report/output_file.h"
#include "sim/report/results_table.h"
#include "sim/report/verdict_table.h"
#include "sim/sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const struct rd_figure *figure,
                           const struct rd_figure_settings *settings, const char *ending,
                           struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s/%s%s", settings->folder, figure->name, ending);
}

/* Runs the sweep anew. */
static bool sweep(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                  const char *results_path, struct rd_arena *arena, struct rd_error *reterr)
{
    const char *text = rd_figure_scenario(figure->scenario);
    struct rd_sweep_settings sweep = {
        .context = {.scenario_path =
                        rd_arena_print(arena, "scenarios/figures/%s.xml", figure->scenario),
                    .scenario_text = text,
                    .scenario_size = strlen(text),
                    .memory_limit_bytes = (size_t)4096 << 20},
        .results_path = results_path,
        .worker_count = settings->worker_count,
        .repeat_count = settings->full ? figure->full_repeat_count : 0,
        .quiet = true,
        .shard = 1,
        .shard_count = 1,
        .time_limit_s = 600};
    unlink(results_path);
    int status = rd_sweep_run(&sweep);
    enum rd_error_code code = status == rd_error_exit_status(RD_ERROR_FILE) ? RD_ERROR_FILE
                              : status == rd_error_exit_status(RD_ERROR_INTERRUPTED)
                                  ? RD_ERROR_INTERRUPTED
                                  : RD_ERROR_RUN;
    return status == 0 ||
           rd_fail(reterr, code, NULL, 0, "%s: its sweep failed (%s)", figure->name, results_path);
}

/* By cell: the values of the parameters, and the algorithm with its options. As qsort compares. */
static int compare_cells(const void *left, const void *right)
{
    const struct rd_result_row *a = left, *b = right;
    int order = strcmp(a->parameters, b->parameters);
    order = order ? order : strcmp(a->algorithm, b->algorithm);
    return order ? order : strcmp(a->options, b->options);
}

/* How many runs SimGrid played, and of how many cells at least one. */
static const char *count_played(const struct rd_results_table *table, struct rd_arena *arena)
{
    struct rd_result_row *row = rd_take(arena, table->rows->count, struct rd_result_row);
    size_t runs = 0, played = 0, cells = 0, played_cells = 0, of_cell = 0;
    for (size_t i = 0; i < table->rows->count; i++) {
        row[runs] = rd_packed_row(table->rows, i);
        runs += strcmp(row[runs].status, "ok") == 0;
    }
    qsort(row, runs, sizeof *row, compare_cells);
    for (size_t i = 0; i < runs; i++) {
        if (i == 0 || compare_cells(&row[i - 1], &row[i]) != 0) {
            cells++;
            of_cell = 0;
        }
        if (!isnan(row[i].simulated_s)) {
            played++;
            played_cells += of_cell++ == 0;
        }
    }
    return rd_arena_print(arena, "%zu of %zu runs, at least one in %zu of %zu cells", played, runs,
                          played_cells, cells);
}

/* Measures and judges the results. */
static bool judge(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                  struct rd_results *results, struct rd_figure_data *data, struct rd_error *reterr)
{
    struct rd_results_table table;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_output_file file;
    const char *text = rd_figure_verdicts(figure->verdicts);
    const char *path =
        rd_arena_print(data->arena, "scenarios/figures/%s.verdicts.csv", figure->verdicts);
    if (!rd_results_table_read(results, &all, &data->plans, &table, reterr) ||
        !rd_output_open(&file, path_of(figure, settings, ".csv", data->arena), reterr))
        return false;
    data->played = count_played(&table, data->arena);
    if (rd_verdict_table_judge(path, text, strlen(text), &table, file.stream, &data->checks,
                               reterr))
        return rd_output_commit(&file, reterr);
    rd_output_discard(&file);
    return false;
}

bool rd_figure_make(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                    struct rd_figure_data *data, struct rd_error *reterr)
{
    if (figure->make)
        return figure->make(settings, data, reterr);
    const char *results_path = path_of(figure, settings, ".db", data->arena);
    struct rd_results *results;
    if (!sweep(figure, settings, results_path, data->arena, reterr) ||
        !rd_results_open(results_path, data->arena, &results, reterr))
        return false;
    bool made = judge(figure, settings, results, data, reterr);
    rd_results_close(results);
    return made;
}
