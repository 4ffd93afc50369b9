/* rd_judge_schedule and rd_judge_trace. */
#include "best_plan.h"
#include "results.h"
#include "schedules.h"

/* What either is called with. */
struct judge_request {
    const struct rd_problem *problem;
    const struct rd_schedule *schedule; /* or the trace */
    const struct rd_trace_arrays *trace;
    struct rd_judgement judgement;
};

/* Reads what is to be judged, and asks the referee. */
static bool ask_referee(const struct judge_request *request, const struct rd_instance *instance,
                        struct rd_call *call, struct rd_verdict *ret_verdict)
{
    struct rd_arena *arena = &call->trial[0];
    if (request->trace) {
        struct rd_trace trace;
        if (!rd_trace_of_arrays(request->trace, arena, &trace, &call->error))
            return false;
        rd_referee_trace(instance, &trace, true, arena, &call->scratch, ret_verdict);
        return true;
    }
    struct rd_plan plan;
    if (!request->schedule)
        return rd_wrong(&call->error, "there is nothing to judge: a schedule or a trace is needed");
    if (!rd_plan_of_schedule(request->schedule, arena, &plan, &call->error))
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
    ret_judgement->object_place = rd_result_object_place(instance, verdict, results);
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
    bool judged = rd_call_run(request->problem, judge, request, &memory, ret_error);
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
