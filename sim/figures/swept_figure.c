#include "figure.h"

#include "plots.h"

#include "sim/report/output_file.h"
#include "sim/report/results_table.h"
#include "sim/report/verdict_table.h"
#include "sim/sweep/sweep.h"

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

/* Measures and judges the results. */
static bool judge(const struct rd_figure *figure, const struct rd_figure_settings *settings,
                  struct rd_results *results, struct rd_figure_data *data, struct rd_error *reterr)
{
    struct rd_results_table table;
    struct rd_output_file file;
    const char *text = rd_figure_verdicts(figure->verdicts);
    const char *path =
        rd_arena_print(data->arena, "scenarios/figures/%s.verdicts.csv", figure->verdicts);
    if (!rd_results_table_read(results, &data->plans, &table, reterr) ||
        !rd_output_open(&file, path_of(figure, settings, ".csv", data->arena), reterr))
        return false;
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
