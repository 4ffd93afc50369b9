#include "best_bound.h"

/* An algorithm's bound, if it is made for the instance and has one. */
static bool bound_of(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                     struct rd_bound *ret_bound)
{
    const struct rd_instance *instance = &context->instance;
    if (!algorithm->bound || !rd_algorithm_fits(algorithm, &instance->topology) ||
        !rd_algorithm_suits(algorithm, instance))
        return false;
    struct rd_arena_mark mark = rd_arena_mark(&context->scratch);
    bool found = algorithm->bound(instance, &context->arena, &context->scratch, ret_bound, NULL);
    rd_arena_rewind(&context->scratch, mark);
    return found;
}

static bool is_better(const struct rd_bound *bound, const struct rd_bound *best)
{
    if ((bound->schedule_class == NULL) != (best->schedule_class == NULL))
        return bound->schedule_class == NULL;
    if (bound->seconds != best->seconds)
        return bound->seconds > best->seconds;
    return bound->tight && !best->tight;
}

bool rd_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound)
{
    bool found = false;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        struct rd_bound bound;
        if (!bound_of(context, rd_algorithms[i], &bound))
            continue;
        if (!found || is_better(&bound, ret_bound))
            *ret_bound = bound;
        found = true;
    }
    return found;
}
