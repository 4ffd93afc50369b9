#include "sim/cli/sensitivity/write_slack.h"

#include "sim/cli/arguments.h"
#include "sim/cli/picture_file.h"

#include "sim/base/number_text.h"
#include "sim/csv/plan_csv.h"
#include "sim/input/file_text.h"
#include "sim/report/gantt/gantt.h"
#include "sim/report/terminal.h"
#include "sim/sensitivity/shortest_plan.h"
#include "sim/sensitivity/slack.h"
#include "sim/sensitivity/slack_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct rd_sheet_column column[] = {
    {"what", RD_IN_ALL},
    {"slack", RD_IN_TABLE | RD_RIGHT},
    {"times", RD_IN_TABLE | RD_RIGHT},
    {"later per percent", RD_IN_TABLE | RD_RIGHT},
    {"slack_percent", RD_IN_DATA | RD_RAW},
    {"factor", RD_IN_DATA},
    {"later_s_per_percent", RD_IN_DATA | RD_RAW},
    {"exact", RD_IN_DATA | RD_RAW},
};

struct answer {
    const struct rd_slack_table *table;
    const char *whose;
};

static void add_row(struct rd_sheet *sheet, const struct rd_slack_row *row)
{
    char percent[RD_NUMBER_SIZE], later[RD_NUMBER_SIZE];
    bool any = isinf(row->percent);
    rd_sheet_text(sheet, row->what);
    if (any)
        rd_sheet_text(sheet, "any");
    else
        rd_sheet_print(sheet, "%s %%", rd_number_text(row->percent, 6, percent));
    rd_sheet_text(sheet, row->factor);
    if (any)
        rd_sheet_text(sheet, NULL);
    else
        rd_sheet_print(sheet, "%s s", rd_time_text(row->later_s_per_percent, later));
    rd_sheet_number(sheet, row->percent);
    rd_sheet_text(sheet, row->factor);
    rd_sheet_number(sheet, any ? NAN : row->later_s_per_percent);
    rd_sheet_truth(sheet, row->exact);
}

static void write_head(FILE *out, const void *what)
{
    const struct answer *answer = what;
    char end_s[RD_NUMBER_SIZE];
    fprintf(out,
            "plan      %s s (%s); slack: so much longer bytes may take before it ends later; then "
            "it ends so much later for each percent beyond, at first\n",
            rd_time_text(answer->table->end_s, end_s), answer->whose);
    if (answer->table->why_found)
        fprintf(out, "found     %s by trying factors up to 1024, not exactly: %s\n",
                answer->table->network ? "some" : "all", answer->table->why_found);
}

bool rd_plan_of_request(struct rd_run_context *context, const char *path, double within_s,
                        struct rd_plan *plan, const char **ret_whose, struct rd_error *reterr)
{
    struct rd_shortest_plan shortest;
    const char *text;
    size_t size;
    if (!path) {
        if (!rd_shortest_plan_find(context, within_s, &shortest, reterr))
            return false;
        if (!shortest.plan)
            return rd_refuse(reterr,
                             "no plan that has a time of its own was made: more time (--within) "
                             "may help, and `redist check` says who accepts the scenario");
        *plan = *shortest.plan;
        *ret_whose = shortest.known.algorithm;
        return true;
    }
    struct rd_error error;
    if (!rd_file_text(path, RD_SCHEDULE_BYTES_LIMIT, &context->arena, &text, &size, &error))
        return rd_fail(reterr, error.code, path, 0, "%s", error.message);
    if (!rd_plan_read_csv(path, text, size, &context->instance, &context->arena, plan, reterr))
        return false;
    rd_plan_compute_rest(plan, &context->instance, &context->arena, &context->scratch);
    *ret_whose = path;
    return true;
}

/* --- the chart -------------------------------------------------------------------------------- */

static bool write_chart(FILE *out, const void *gantt, struct rd_error *reterr)
{
    return rd_gantt_write(out, gantt, reterr);
}

/* Draws the plan with the slack of each message, as its network dates them. */
static bool draw_chart(const struct rd_run_context *context, const struct answer *answer,
                       const char *path, enum rd_picture_form form, struct rd_error *reterr)
{
    const struct rd_plan_network *network = answer->table->network;
    const struct rd_instance *instance = &context->instance;
    struct rd_critical_transfer *critical = NULL;
    struct rd_trace trace = {0};
    rd_arena_own(arena);
    if (!network)
        return rd_refuse(reterr, "no chart of slack: %s", answer->table->why_found);
    struct rd_activity_dates dates = rd_activity_dates_find(network, &arena);
    double *slack_s = rd_take(&arena, network->count, double);
    for (size_t a = 0; a < network->count; a++) {
        const struct rd_transfer *of = network->of[a];
        rd_trace_add(&trace, &arena,
                     (struct rd_timed_transfer){(double)dates.start[a] * network->unit_s,
                                                (double)dates.end[a] * network->unit_s, of->from,
                                                of->to, of->kind, of->items});
        slack_s[a] = (double)dates.slack[a] * network->unit_s;
    }
    size_t critical_count = rd_gantt_is_dense(&trace)
                                ? 0
                                : rd_critical_path_of_trace(instance, &trace, &arena, &critical);
    struct rd_gantt gantt = {
        .title = rd_arena_print(&arena, "%s: %s", context->scenario.name, answer->whose),
        .host_name = context->scenario.host_name,
        .host_count = instance->topology.host_count,
        .kind_count = instance->kind_count,
        .trace = &trace,
        .critical_path = critical,
        .critical_path_count = critical_count,
        .slack_s = slack_s};
    return rd_write_picture(path, form, write_chart, &gantt, reterr);
}

/* ---------------------------------------------------------------------------------------------- */

int rd_write_slack(struct rd_run_context *context, const struct rd_slack_request *request)
{
    enum { INDENT = 10 };
    struct rd_error error;
    struct rd_upgrades upgrades;
    struct rd_slack_table table;
    struct rd_plan plan = {0};
    struct answer answer = {.table = &table};
    enum rd_picture_form form;
    if (!rd_picture_form(request->gantt_path, false, &form, &error) ||
        !rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                          &upgrades, &error) ||
        !rd_plan_of_request(context, request->plan_path, request->within_s, &plan, &answer.whose,
                            &error) ||
        !rd_slack_table_find(context, &plan, &upgrades, &request->progress, &table, &error) ||
        (request->gantt_path && !draw_chart(context, &answer, request->gantt_path, form, &error)))
        return rd_give_up(&error);
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, &context->arena);
    for (size_t i = 0; i < table.count; i++)
        add_row(&sheet, &table.row[i]);
    bool is_table = request->format == RD_FORMAT_TABLE;
    rd_terminal_fold(is_table ? stdout : stderr, INDENT, write_head, &answer);
    if (is_table)
        putchar('\n');
    if (!rd_sheet_write(stdout, request->format, &sheet))
        return rd_complain(RD_ERROR_FILE, "redist: the results: %s", strerror(errno));
    return 0;
}
