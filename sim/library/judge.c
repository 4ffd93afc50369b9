/* rd_judge_schedule and rd_judge_trace. */
#include "best_plan.h"
#include "results.h"

#include <inttypes.h>
#include <math.h>

/* What either is called with. */
struct judge_request {
    const struct rd_problem *problem;
    const struct rd_schedule *schedule; /* or the trace */
    const struct rd_trace_arrays *trace;
    struct rd_judgement judgement;
};

static bool need(const void *array, const char *name, struct rd_error *reterr)
{
    return array || rd_wrong(reterr, "%s is NULL: [transfer_count] are needed", name);
}

static bool check_count(size_t count, int64_t limit, struct rd_error *reterr)
{
    return count <= (uint64_t)limit ||
           rd_wrong(reterr, "transfer_count is %zu: at most %" PRId64 " are accepted", count,
                    limit);
}

static bool check_schedule(const struct rd_schedule *schedule, struct rd_error *reterr)
{
    if ((unsigned)schedule->timing > RD_TIMING_LOCK_STEP)
        return rd_wrong(reterr, "timing is %u: 0 and %u are accepted", (unsigned)schedule->timing,
                        (unsigned)RD_TIMING_LOCK_STEP);
    if (schedule->timing == RD_TIMING_LOCK_STEP &&
        !(schedule->step_s >= 0 && isfinite(schedule->step_s)))
        return rd_wrong(reterr, "step_s is %g: a finite number, 0 or more, is accepted",
                        schedule->step_s);
    return schedule->transfer_count == 0 ||
           (check_count(schedule->transfer_count, RD_PLAN_TRANSFER_LIMIT, reterr) &&
            need(schedule->from, "from", reterr) && need(schedule->to, "to", reterr) &&
            need(schedule->items, "items", reterr));
}

/* A schedule as a plan. What its rows mean is left to the referee. */
static bool read_schedule(const struct rd_schedule *schedule, struct rd_arena *arena,
                          struct rd_plan *ret_plan, struct rd_error *reterr)
{
    if (!check_schedule(schedule, reterr))
        return false;
    size_t count = schedule->transfer_count;
    struct rd_transfer *transfer = rd_take(arena, count, struct rd_transfer);
    bool lock_step = schedule->timing == RD_TIMING_LOCK_STEP;
    struct rd_plan plan = {
        .timing = lock_step ? RD_LOCK_STEP : RD_SELF_TIMED,
        .step_s = lock_step ? schedule->step_s : 0,
        .round_count = schedule->round_count,
        .transfer_count = count,
        .transfer_capacity = count,
        .transfer = transfer,
    };
    for (size_t i = 0; i < count; i++) {
        uint32_t round = schedule->round ? schedule->round[i] : 0;
        transfer[i] = (struct rd_transfer){
            .round = round,
            .from = schedule->from[i],
            .to = schedule->to[i],
            .kind = schedule->kind ? schedule->kind[i] : 0,
            .items = schedule->items[i],
            .messages = schedule->messages ? schedule->messages[i] : 1,
        };
        if (schedule->round_count == 0 && round < UINT32_MAX && round >= plan.round_count)
            plan.round_count = round + 1;
    }
    *ret_plan = plan;
    return true;
}

/* A trace as the referee reads it: all dates are numbers, no row ends before it starts. */
static bool read_trace(const struct rd_trace_arrays *arrays, struct rd_arena *arena,
                       struct rd_trace *ret_trace, struct rd_error *reterr)
{
    size_t count = arrays->transfer_count;
    if (count > 0 && !(check_count(count, RD_TRACE_TRANSFER_LIMIT, reterr) &&
                       need(arrays->start_s, "start_s", reterr) &&
                       need(arrays->end_s, "end_s", reterr) && need(arrays->from, "from", reterr) &&
                       need(arrays->to, "to", reterr) && need(arrays->items, "items", reterr)))
        return false;
    struct rd_timed_transfer *transfer = rd_take(arena, count, struct rd_timed_transfer);
    for (size_t i = 0; i < count; i++) {
        double start_s = arrays->start_s[i], end_s = arrays->end_s[i];
        if (!(start_s >= 0 && end_s >= start_s && isfinite(end_s)))
            return rd_wrong(reterr,
                            "row %zu is from %g s to %g s: finite dates from 0 on, in this order, "
                            "are accepted",
                            i, start_s, end_s);
        transfer[i] = (struct rd_timed_transfer){
            .start_s = start_s,
            .end_s = end_s,
            .from = arrays->from[i],
            .to = arrays->to[i],
            .kind = arrays->kind ? arrays->kind[i] : 0,
            .items = arrays->items[i],
        };
    }
    *ret_trace = (struct rd_trace){
        .transfer_count = count, .transfer_capacity = count, .transfer = transfer};
    return true;
}

/* Reads what is to be judged, and asks the referee. */
static bool ask_referee(const struct judge_request *request, const struct rd_instance *instance,
                        struct rd_call *call, struct rd_verdict *ret_verdict)
{
    struct rd_arena *arena = &call->trial[0];
    if (request->trace) {
        struct rd_trace trace;
        if (!read_trace(request->trace, arena, &trace, &call->error))
            return false;
        rd_referee_trace(instance, &trace, true, arena, &call->scratch, ret_verdict);
        return true;
    }
    struct rd_plan plan;
    if (!request->schedule)
        return rd_wrong(&call->error, "there is nothing to judge: a schedule or a trace is needed");
    if (!read_schedule(request->schedule, arena, &plan, &call->error))
        return false;
    rd_plan_compute_rest(&plan, instance, arena, &call->scratch);
    rd_referee_plan(instance, &plan, arena, &call->scratch, NULL, ret_verdict);
    return true;
}

static void fill_judgement(const struct rd_verdict *verdict, const struct rd_instance *instance,
                           const struct rd_known_bound *known, struct rd_arena *results,
                           struct rd_judgement *ret_judgement)
{
    bool legal = verdict->violation == RD_LEGAL;
    *ret_judgement = (struct rd_judgement){
        .legal = legal,
        .violation = rd_violation_name(verdict->violation),
        .message = rd_result_text(verdict->message, results),
        .transfer = verdict->transfer,
        .goal_message = "",
        .bound = rd_result_bound(known->known ? &known->bound : NULL, known->instance, results),
    };
    if (!legal)
        return;
    ret_judgement->transfer = SIZE_MAX;
    ret_judgement->goal_reached = verdict->goal_reached;
    ret_judgement->goal_message = rd_result_text(verdict->goal_message, results);
    ret_judgement->makespan_s = verdict->makespan_s;
    ret_judgement->final_load = rd_result_final_load(instance, verdict, results);
    ret_judgement->items_moved = verdict->items_moved;
    ret_judgement->message_count = verdict->transfers;
    ret_judgement->proved_optimal =
        verdict->goal_reached && rd_proof_of(&known->proofs, verdict->makespan_s);
}

static bool judge(struct rd_call *call, void *context)
{
    struct judge_request *request = context;
    struct rd_problem_views *views = rd_take(&call->problem, 1, struct rd_problem_views);
    struct rd_verdict verdict;
    struct rd_known_bound known;
    if (!rd_problem_read(request->problem, call, views) ||
        !ask_referee(request, &views->instance[0], call, &verdict) ||
        !rd_known_bound_find(views, call, &known))
        return false;
    /* A trace may be quicker: it is judged with a tolerance, and that of its rows adds up. */
    if (!request->trace && verdict.violation == RD_LEGAL && verdict.goal_reached && known.known &&
        verdict.makespan_s < known.bound.seconds &&
        !rd_reaches(known.bound.seconds, verdict.makespan_s))
        return rd_failed(&call->error,
                         "the bound %.12g s (%s) is above the time %.12g s of a legal schedule",
                         known.bound.seconds, known.bound.name, verdict.makespan_s);
    fill_judgement(&verdict, &views->instance[0], &known, &call->results, &request->judgement);
    return true;
}

static bool run(struct judge_request *request, struct rd_judgement *ret_judgement,
                struct rd_call_error *ret_error)
{
    struct rd_call_memory *memory = NULL;
    if (!ret_judgement)
        return rd_call_fail(ret_error, RD_CALL_ARGUMENT, "ret_judgement is NULL: one is needed");
    bool judged = rd_call_run(rd_call_limit(request->problem), judge, request, &memory, ret_error);
    *ret_judgement = judged ? request->judgement : (struct rd_judgement){0};
    ret_judgement->memory = memory;
    return judged;
}

bool rd_judge_schedule(const struct rd_problem *problem, const struct rd_schedule *schedule,
                       struct rd_judgement *ret_judgement, struct rd_call_error *ret_error)
{
    struct judge_request request = {.problem = problem, .schedule = schedule};
    return run(&request, ret_judgement, ret_error);
}

bool rd_judge_trace(const struct rd_problem *problem, const struct rd_trace_arrays *trace,
                    struct rd_judgement *ret_judgement, struct rd_call_error *ret_error)
{
    struct judge_request request = {.problem = problem, .trace = trace};
    return run(&request, ret_judgement, ret_error);
}

void rd_judgement_free(struct rd_judgement *judgement)
{
    if (!judgement)
        return;
    rd_call_memory_free(judgement->memory);
    *judgement = (struct rd_judgement){0};
}
