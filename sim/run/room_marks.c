#include "room_marks.h"

#include "sim/referee/referee.h"

#include <math.h>

double rd_plan_ends_s(struct rd_run_context *context, const struct rd_instance *instance,
                      const struct rd_plan *plan)
{
    struct rd_arena_mark mark = rd_arena_mark(&context->run_arena);
    struct rd_verdict verdict;
    rd_referee_plan(instance, plan, &context->run_arena, &context->scratch, NULL, &verdict);
    rd_arena_rewind(&context->run_arena, mark);
    return verdict.violation == RD_LEGAL ? verdict.makespan_s : INFINITY;
}

void rd_mark_room(struct rd_run_context *context, struct rd_plan *plan)
{
    enum { MOST_MESSAGES = 100000 };
    const struct rd_instance *instance = &context->instance;
    if (!instance->shared || plan->timing != RD_SELF_TIMED || plan->room || plan->keeps_shared)
        return;
    struct rd_instance alone = *instance;
    alone.shared = NULL;
    struct rd_plan kept = *plan;
    kept.keeps_shared = true;
    double kept_s = rd_plan_ends_s(context, instance, &kept);
    plan->keeps_shared = rd_plan_messages(plan) > MOST_MESSAGES ||
                         kept_s <= rd_plan_ends_s(context, &alone, plan) ||
                         !(rd_plan_ends_s(context, instance, plan) < kept_s);
}
