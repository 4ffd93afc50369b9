#include "best_bound.h"

/* An algorithm's bound, if it is made for the instance and has one. */
static bool bound_of(struct rd_session *session, const struct rd_algorithm *algorithm,
                     struct rd_bound *ret_bound)
{
    const struct rd_instance *instance = &session->instance;
    if (!algorithm->bound || !rd_algorithm_fits(algorithm, &instance->topology) ||
        !rd_algorithm_suits(algorithm, instance))
        return false;
    struct rd_arena_mark mark = rd_arena_mark(&session->scratch);
    bool found = algorithm->bound(instance, &session->arena, &session->scratch, ret_bound, NULL);
    rd_arena_rewind(&session->scratch, mark);
    return found;
}

static bool is_better(const struct rd_bound *bound, const struct rd_bound *best)
{
    if ((bound->among == NULL) != (best->among == NULL))
        return bound->among == NULL;
    if (bound->seconds != best->seconds)
        return bound->seconds > best->seconds;
    return bound->reached && !best->reached;
}

bool rd_best_bound(struct rd_session *session, struct rd_bound *ret_bound)
{
    bool found = false;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        struct rd_bound bound;
        if (!bound_of(session, rd_algorithms[i], &bound))
            continue;
        if (!found || is_better(&bound, ret_bound))
            *ret_bound = bound;
        found = true;
    }
    return found;
}
