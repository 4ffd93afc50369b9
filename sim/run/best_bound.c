#include "best_bound.h"

#include <math.h>

/* Is some run's planning so dear that dear bounds do not matter? */
static bool asks_dear_bounds(const struct rd_run_context *context)
{
    for (size_t i = 0; i < context->entry_count; i++)
        if (rd_algorithm_asks_dear_bounds(context->entry[i].algorithm, &context->instance))
            return true;
    return false;
}

struct rd_found_bounds *rd_run_context_bounds(struct rd_run_context *context)
{
    if (context->bounds)
        return context->bounds;
    const struct rd_problem_bound *only = context->only_bound;
    context->bounds = rd_take(&context->arena, 1, struct rd_found_bounds);
    *context->bounds =
        rd_found_bounds_open(&context->instance, only, &context->arena, &context->scratch);
    context->effort = only || context->settings.all_bounds ? RD_BOUNDS_ALL
                      : asks_dear_bounds(context)          ? RD_BOUNDS_WITH_DEAR
                                                           : RD_BOUNDS_IN_PASSING;
    return context->bounds;
}

bool rd_run_context_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound)
{
    const struct rd_found_bound *best =
        rd_found_bounds_best(rd_run_context_bounds(context), NULL, RD_BOUNDS_WITH_DEAR, NAN);
    if (best)
        *ret_bound = best->bound;
    return best;
}

void rd_take_ratio(struct rd_result *result)
{
    double time_s = isnan(result->simulated_s) ? result->planned_s : result->simulated_s;
    result->ratio =
        result->bound_known && result->bound.seconds > 0 ? time_s / result->bound.seconds : NAN;
}

void rd_take_bounds(struct rd_run_context *context, enum rd_bound_effort effort, double time_s,
                    struct rd_outcome *outcome)
{
    struct rd_found_bounds *bounds = rd_run_context_bounds(context);
    struct rd_result *result = &outcome->result;
    const char *schedule_class = result->schedule_class;
    struct rd_found_bound *best = rd_found_bounds_best(bounds, NULL, effort, time_s);
    struct rd_found_bound *of_class =
        schedule_class ? rd_found_bounds_best(bounds, schedule_class, effort, time_s) : NULL;
    result->instance = &context->instance;
    outcome->found = best;
    outcome->class_found = of_class;
    result->bound_known = best;
    result->class_bound_known = of_class;
    outcome->bound_holds = best && rd_found_bound_check(bounds, best);
    outcome->class_bound_holds = of_class && rd_found_bound_check(bounds, of_class);
    if (best)
        result->bound = best->bound;
    if (of_class)
        result->class_bound = of_class->bound;
    result->bound_witness =
        best ? rd_bound_bottleneck_words(&best->bound, &context->instance, &context->arena) : NULL;
}
