#include "rerun.h"

#include "record.h"

#include "sim/map/map_make.h"
#include "sim/run/network_names.h"
#include "sim/model/critical_path.h"
#include "sim/base/number_text.h"
#include "sim/run/execute.h"
#include "sim/run/run_context_open.h"
#include "sim/report/result_values.h"
#include "sim/report/tables.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Sets what the row's point sets: the seed that was drawn, then its parameters. */
static bool set_parameters(struct rd_run_context_settings *settings,
                           const struct rd_result_row *row, struct rd_arena *arena,
                           struct rd_error *reterr)
{
    struct rd_option *parameter;
    size_t count;
    size_t drawn = row->repetition != RD_NO_INTEGER && row->seed != RD_NO_INTEGER;
    if (!rd_parameters_parse(row->parameters, arena, &parameter, &count) ||
        drawn + count > RD_SET_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "run %.16s has no parameters that can be set", row->key);
    if (drawn)
        settings->set[0] = (struct rd_option){"seed", rd_arena_print(arena, "%" PRId64, row->seed)};
    memcpy(settings->set + drawn, parameter, count * sizeof *parameter);
    settings->set_count = drawn + count;
    return true;
}

static size_t find_job(const struct rd_run_context *context, const struct rd_result_row *row,
                       struct rd_arena *arena)
{
    for (size_t entry = 0; entry < context->entry_count; entry++)
        if (strcmp(context->entry[entry].algorithm->name, row->algorithm) == 0 &&
            strcmp(rd_record_options(&context->entry[entry], arena), row->options) == 0)
            return entry;
    return SIZE_MAX;
}

/* NAN is what is not known, on both sides or on none. */
static bool is_same(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

static const char *time_text(double seconds, struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    return rd_arena_print(arena, "%s%s", rd_time_text(seconds, text), isnan(seconds) ? "" : " s");
}

/* "hosts 12, bandwidth-spread 8, repetition 3: bound 15 s (Lemma 6), planned 20 s, ..." */
static const char *facts_of(const struct rd_results_table *table, size_t index,
                            struct rd_arena *arena)
{
    const struct rd_result_row of = rd_packed_row(table->rows, index), *row = &of;
    char text[RD_NUMBER_SIZE];
    const char *facts = "";
    for (size_t i = 0; i < table->parameter_count; i++) {
        const char *value = rd_results_table_value(table, index, i);
        if (value)
            facts = rd_arena_print(arena, "%s%s%s %s", facts, *facts ? ", " : "",
                                   table->parameter[i], value);
    }
    if (row->repetition != RD_NO_INTEGER)
        facts = rd_arena_print(arena, "%s%srepetition %" PRId64, facts, *facts ? ", " : "",
                               row->repetition);
    return rd_arena_print(arena, "%s%sbound %s (%s), planned %s, simulated %s, ratio %s, %s", facts,
                          *facts ? ": " : "", time_text(row->bound_s, arena),
                          row->bound_name ? row->bound_name : "none known",
                          time_text(row->planned_s, arena), time_text(row->simulated_s, arena),
                          isfinite(row->ratio) ? rd_factor_text(row->ratio, 6, text) : "-",
                          rd_result_row_verdict(row, arena));
}

static void make_chart(const struct rd_run_context *context, const struct rd_result *result,
                       struct rd_arena *arena, struct rd_page_gantt *ret_gantt)
{
    struct rd_critical_transfer *link;
    size_t link_count = rd_critical_path_of_trace(&context->instance, result->trace, arena, &link);
    const struct rd_bound *bound = rd_result_own_bound(result);
    ret_gantt->why = bound ? bound->why : NULL;
    ret_gantt->gantt = (struct rd_gantt){
        .title = rd_arena_print(arena, "%s: %s", context->scenario.name, result->algorithm),
        .host_name = context->scenario.host_name,
        .host_count = context->instance.topology.host_count,
        .kind_count = context->instance.kind_count,
        .instance = &context->instance,
        .trace = result->trace,
        .bound = bound,
        .critical_path = link,
        .critical_path_count = link_count};
}

static bool run_job(const struct rd_rerun *replay, struct rd_run_context *context,
                    const struct rd_result_row *row, struct rd_arena *arena,
                    struct rd_page_gantt *ret_gantt, struct rd_error *reterr)
{
    const struct rd_execute_settings settings = {.simulate = !isnan(row->simulated_s),
                                                 .want_trace = true};
    struct rd_outcome *outcome = rd_take(arena, 1, struct rd_outcome);
    size_t entry = find_job(context, row, arena);
    if (entry == SIZE_MAX)
        return rd_fail(
            reterr, RD_ERROR_INPUT, replay->scenario_path, 0,
            "no <run> of %s with the options \"%s\": the scenario of the sweep is needed",
            row->algorithm, row->options);
    if (!rd_execute(context, &context->entry[entry], &settings, outcome, reterr))
        return false;
    const struct rd_result *result = &outcome->result;
    if (result->status == RD_STATUS_FAILED)
        return rd_fail(reterr, RD_ERROR_RUN, replay->scenario_path, 0,
                       "%s failed when it was run again for its chart: %s", row->algorithm,
                       result->message);
    /* The bound may have been raised by what ran beside. */
    if (!is_same(result->planned_s, row->planned_s) ||
        !is_same(result->simulated_s, row->simulated_s) || !result->trace)
        return rd_fail(reterr, RD_ERROR_INPUT, replay->scenario_path, 0,
                       "%s comes to planned %s, simulated %s, where the results have %s, %s: the "
                       "scenario of the sweep is needed",
                       row->algorithm, time_text(result->planned_s, arena),
                       time_text(result->simulated_s, arena), time_text(row->planned_s, arena),
                       time_text(row->simulated_s, arena));
    make_chart(context, result, arena, ret_gantt);
    struct rd_network_names names;
    if (!rd_network_names_of(context, &names, reterr))
        return false;
    struct rd_map_source map = {.title = ret_gantt->gantt.title,
                                .zone = names.zone,
                                .routes = names.routes,
                                .instance = &context->instance,
                                .bound = ret_gantt->gantt.bound,
                                .trace = result->trace};
    return rd_map_svg_text(&map, rd_arena_print(arena, "map-%.16s", row->key), arena,
                           &ret_gantt->map, reterr);
}

struct rd_rerun_context {
    struct rd_run_context context;
    struct rd_rerun_context *before;
};

bool rd_rerun_row(struct rd_rerun *replay, const struct rd_results_table *table, size_t row,
                  struct rd_arena *arena, struct rd_page_gantt *ret_gantt, struct rd_error *reterr)
{
    struct rd_run_context_settings settings = {.scenario_path = replay->scenario_path,
                                               .allowed_folder = replay->allowed_folder,
                                               .ignore_expectations = true};
    struct rd_error_list errors;
    const struct rd_result_row of = rd_packed_row(table->rows, row);
    if (!set_parameters(&settings, &of, arena, reterr))
        return false;
    struct rd_rerun_context *kept = rd_take(arena, 1, struct rd_rerun_context);
    struct rd_run_context *context = &kept->context;
    kept->before = replay->last;
    replay->last = kept;
    if (rd_run_context_read(&settings, context, &errors))
        rd_run_context_load(context, &errors);
    bool done = errors.count == 0;
    if (done)
        done = run_job(replay, context, &of, arena, ret_gantt, reterr);
    else if (reterr)
        *reterr = errors.error[0];
    rd_run_context_close_engines(context);
    if (done)
        ret_gantt->facts = facts_of(table, row, arena);
    return done;
}

void rd_rerun_close(struct rd_rerun *replay)
{
    for (; replay->last; replay->last = replay->last->before)
        rd_run_context_close(&replay->last->context);
}
