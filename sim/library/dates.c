/* rd_date_schedule and what belongs to it. */
#include "results.h"
#include "problem.h"
#include "schedules.h"
#include "sim/model/critical_path.h"

/* What it is called with. */
struct dating {
    const struct rd_problem *problem;
    const struct rd_schedule *schedule;
    struct rd_dates dates;
};

static struct rd_trace_arrays arrays_of_trace(const struct rd_trace *trace,
                                              struct rd_arena *results)
{
    size_t count = trace->transfer_count;
    double *start_s = rd_take(results, count, double), *end_s = rd_take(results, count, double);
    uint32_t *from = rd_take(results, count, uint32_t), *to = rd_take(results, count, uint32_t);
    int32_t *kind = rd_take(results, count, int32_t);
    int64_t *items = rd_take(results, count, int64_t);
    for (size_t i = 0; i < count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        start_s[i] = transfer->start_s;
        end_s[i] = transfer->end_s;
        from[i] = transfer->from;
        to[i] = transfer->to;
        kind[i] = transfer->kind;
        items[i] = transfer->items;
    }
    const int64_t *first_item =
        rd_arena_copy(results, trace->first_item, count, sizeof *trace->first_item);
    return (struct rd_trace_arrays){count, start_s, end_s, from, to, kind, items, first_item};
}

static void add_critical_path(const struct rd_instance *instance, const struct rd_trace *trace,
                              struct rd_call *call, struct rd_dates *dates)
{
    struct rd_critical_transfer *path;
    size_t count = rd_critical_path_of_trace(instance, trace, &call->scratch, &path);
    size_t *row = rd_take(&call->results, count, size_t);
    const char **reason = rd_take(&call->results, count, const char *);
    for (size_t i = 0; i < count; i++) {
        row[i] = path[i].transfer;
        reason[i] = rd_critical_reason_name(path[i].reason);
    }
    dates->critical_count = count;
    dates->critical_row = row;
    dates->critical_reason = reason;
}

static bool date(struct rd_call *call, void *context)
{
    struct dating *dating = context;
    struct rd_problem_views *views = rd_take(&call->problem, 1, struct rd_problem_views);
    struct rd_plan plan;
    if (!rd_problem_read(dating->problem, call, views))
        return false;
    if (!dating->schedule)
        return rd_wrong(&call->error, "there is nothing to date: a schedule is needed");
    const struct rd_instance *instance = &views->instance[0];
    struct rd_arena *arena = &call->trial[0];
    if (!rd_plan_of_schedule(dating->schedule, arena, &plan, &call->error))
        return false;
    rd_plan_compute_rest(&plan, instance, arena, &call->scratch);
    struct rd_trace trace = {0};
    struct rd_verdict verdict;
    rd_referee_plan(instance, &plan, arena, &call->scratch, &trace, &verdict);
    if (verdict.violation != RD_LEGAL)
        return rd_wrong(&call->error, "the schedule is not legal: %s", verdict.message);
    dating->dates.trace = arrays_of_trace(&trace, &call->results);
    add_critical_path(instance, &trace, call, &dating->dates);
    return true;
}

bool rd_date_schedule(const struct rd_problem *problem, const struct rd_schedule *schedule,
                      struct rd_dates *ret_dates, struct rd_call_error *ret_error)
{
    struct dating dating = {.problem = problem, .schedule = schedule};
    struct rd_call_memory *memory = NULL;
    if (!ret_dates)
        return rd_call_fail(ret_error, RD_CALL_ARGUMENT, "ret_dates is NULL: one is needed");
    bool dated = rd_call_run(problem, date, &dating, &memory, ret_error);
    *ret_dates = dated ? dating.dates : (struct rd_dates){0};
    ret_dates->memory = memory;
    return dated;
}

void rd_dates_free(struct rd_dates *dates)
{
    if (!dates)
        return;
    rd_call_memory_free(dates->memory);
    *dates = (struct rd_dates){0};
}
