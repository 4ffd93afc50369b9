#include "planning.h"

#include "algorithms/algorithm.h"

bool rd_figure_plan(const char *algorithm, const struct rd_instance *instance,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                    struct rd_verdict *ret_verdict, struct rd_error *reterr)
{
    const struct rd_algorithm *named = rd_algorithm_named(algorithm);
    rd_assert(named);
    struct rd_options options = {.spec = named->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    bool planned = rd_algorithm_accepts(named, instance, &options, reterr) &&
                   named->plan(named, instance, &options, arena, scratch, &plan, reterr);
    rd_arena_rewind(scratch, mark);
    if (!planned)
        return false;
    rd_plan_compute_rest(&plan, instance, arena, scratch);
    struct rd_verdict verdict;
    rd_referee_plan(instance, &plan, arena, scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        return rd_failed(reterr, "%s: %s%s", algorithm, verdict.message, verdict.goal_message);
    *ret_plan = plan;
    *ret_verdict = verdict;
    return true;
}
