#include "sim/cli/sensitivity/write_robust.h"

#include "sim/cli/arguments.h"
#include "sim/cli/result_files.h"
#include "sim/cli/sensitivity/write_slack.h"

#include "sim/base/number_text.h"
#include "sim/report/terminal.h"
#include "sim/sensitivity/robust.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 10 };

static const struct rd_sheet_column column[] = {
    {"slow", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"worst", RD_IN_TABLE | RD_RIGHT},
    {"at most", RD_IN_TABLE | RD_RIGHT},
    {"exact", RD_IN_ALL | RD_RAW},
    {"bound", RD_IN_TABLE | RD_RIGHT},
    {"worst_s", RD_IN_DATA | RD_RAW},
    {"at_most_s", RD_IN_DATA | RD_RAW},
    {"bound_s", RD_IN_DATA | RD_RAW},
    {"bound links", RD_IN_TABLE},
    {"bound_links", RD_IN_DATA},
    {"bound_certified", RD_IN_DATA | RD_RAW},
    {"links", RD_IN_ALL},
};

static void add_seconds(struct rd_sheet *sheet, double seconds)
{
    char text[RD_NUMBER_SIZE];
    if (isfinite(seconds))
        rd_sheet_print(sheet, "%s s", rd_time_text(seconds, text));
    else
        rd_sheet_text(sheet, NULL);
}

static void add_row(struct rd_sheet *sheet, int64_t slow, const struct rd_robust_case *worst,
                    const struct rd_robust_bound *bound)
{
    rd_sheet_integer(sheet, slow);
    add_seconds(sheet, worst->end_s);
    add_seconds(sheet, worst->at_most_s);
    rd_sheet_truth(sheet, worst->exact);
    add_seconds(sheet, bound->bound_s);
    rd_sheet_number(sheet, worst->end_s);
    rd_sheet_number(sheet, worst->at_most_s);
    rd_sheet_number(sheet, bound->bound_s);
    rd_sheet_text(sheet, *bound->links ? bound->links : "none");
    rd_sheet_text(sheet, bound->links);
    rd_sheet_truth(sheet, bound->certified);
    rd_sheet_text(sheet, worst->links);
}

struct head {
    const char *whose;
    size_t count;
};

static void write_head(FILE *out, const void *what)
{
    const struct head *head = what;
    fprintf(out,
            "plan      %s; %zu links may be slow, so many of them together\n"
            "worst     if it is not exact, of the choices that were tried; no choice is later than "
            "at most\nbound     no plan at all has a better worst case\n",
            head->whose, head->count);
}

/* One row for each number of slow links. */
static bool fill(struct rd_run_context *context, const struct rd_robust_request *request,
                 const struct rd_plan *plan, const struct rd_upgrades *upgrades,
                 const struct rd_slow_set *set, struct rd_sheet *sheet, struct rd_error *reterr)
{
    for (int64_t slow = 0; slow <= request->most && (size_t)slow <= set->count; slow++) {
        struct rd_robust_case worst;
        struct rd_robust_bound bound;
        if (!rd_robust_case_find(context, plan, upgrades, set, (size_t)slow, &worst, reterr) ||
            !rd_robust_bound_find(context, set, (size_t)slow, &bound, reterr))
            return false;
        add_row(sheet, slow, &worst, &bound);
    }
    return true;
}

int rd_write_worst_cases(struct rd_run_context *context, const struct rd_robust_request *request)
{
    struct rd_error error;
    struct rd_upgrades upgrades;
    struct rd_slow_set set;
    struct rd_plan plan = {0};
    struct head head;
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, &context->arena);
    bool is_table = request->format == RD_FORMAT_TABLE;
    if (!rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                          &upgrades, &error) ||
        !rd_slow_set_read(context, request->slower_path, &upgrades, &set, &error) ||
        !rd_plan_of_request(context, request->plan_path, request->within_s, &plan, &head.whose,
                            &error) ||
        !fill(context, request, &plan, &upgrades, &set, &sheet, &error))
        return rd_give_up(&error);
    head.count = set.count;
    rd_terminal_fold(is_table ? stdout : stderr, INDENT, write_head, &head);
    if (is_table)
        putchar('\n');
    if (!rd_sheet_write(stdout, request->format, &sheet))
        return rd_complain(RD_ERROR_FILE, "redist: the results: %s", strerror(errno));
    return 0;
}

/* --- the plan of least worst case ------------------------------------------------------------- */

struct recommendation {
    const struct rd_robust_plan *plan;
    const struct rd_robust_bound *bound;
    const struct rd_slow_set *set;
    int64_t most;
};

static void write_worst(FILE *out, const struct rd_robust_case *worst)
{
    char end[RD_NUMBER_SIZE], at_most[RD_NUMBER_SIZE];
    fprintf(out, "%s%s s", worst->exact ? "" : "of the choices tried ",
            rd_time_text(worst->end_s, end));
    if (!worst->exact && isfinite(worst->at_most_s))
        fprintf(out, ", and no choice is later than %s s", rd_time_text(worst->at_most_s, at_most));
    fprintf(out, " (%s)", *worst->links ? worst->links : "no link is slow");
}

static void write_recommendation(FILE *out, const void *what)
{
    const struct recommendation *said = what;
    const struct rd_robust_plan *plan = said->plan;
    char text[RD_NUMBER_SIZE];
    fprintf(out, "use       %s: %s s with no link slow", plan->algorithm,
            rd_time_text(plan->planned_s, text));
    if (plan->round > 0)
        fprintf(out, "; planned as if links were slow, in round %" PRId64, plan->round);
    fprintf(out, "\nworst     up to %" PRId64 " of %zu links slow: ", said->most, said->set->count);
    write_worst(out, &plan->worst);
    fprintf(out, "\nshortest  %s: %s s; its worst case: ", plan->ordinary,
            rd_time_text(plan->ordinary_planned_s, text));
    write_worst(out, &plan->ordinary_worst);
    fprintf(out, "\nbound     no plan has a better worst case than %s s (%s%s%s%s)\n",
            rd_time_text(said->bound->bound_s, text), said->bound->name,
            said->bound->certified ? ", with a certificate" : "",
            *said->bound->links ? ", with slow: " : "", said->bound->links);
    fprintf(out, "why       the least worst case of %zu plans\n", plan->plan_count);
}

int rd_recommend_robust(struct rd_run_context *context, const struct rd_robust_request *request)
{
    struct rd_error error;
    struct rd_upgrades upgrades;
    struct rd_slow_set set;
    struct rd_robust_plan plan;
    struct rd_robust_bound bound;
    if (!rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                          &upgrades, &error) ||
        !rd_slow_set_read(context, request->slower_path, &upgrades, &set, &error) ||
        !rd_robust_plan_find(context, &upgrades, &set, (size_t)request->most, request->within_s,
                             &plan, &error) ||
        !rd_robust_bound_find(context, &set, (size_t)request->most, &bound, &error))
        return rd_give_up(&error);
    struct recommendation said = {&plan, &bound, &set, request->most};
    bool alone = request->out_path && strcmp(request->out_path, "-") == 0;
    rd_terminal_fold(alone ? stderr : stdout, INDENT, write_recommendation, &said);
    if (request->out_path &&
        !rd_write_schedule_file(request->out_path, context, &plan.plan, request->dated, &error))
        return rd_give_up(&error);
    return 0;
}
