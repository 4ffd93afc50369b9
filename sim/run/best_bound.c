#include "best_bound.h"

#include "algorithms/network/bounds.h"

static bool is_same_bound(const struct rd_algorithm *one, const struct rd_algorithm *other)
{
    return one == other || (one && other && one->bound == other->bound);
}

/* The bound that an algorithm shares with others, or NULL if it was not computed yet. */
static struct rd_shared_bound *find_shared(struct rd_run_context *context,
                                           const struct rd_algorithm *algorithm)
{
    struct rd_shared_bound *shared = context->shared_bound;
    while (shared && !is_same_bound(shared->algorithm, algorithm))
        shared = shared->next;
    return shared;
}

static bool compute(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                    struct rd_bound *ret_bound, struct rd_error *reterr)
{
    if (algorithm)
        return rd_algorithm_bound(algorithm, &context->instance, &context->arena, &context->scratch,
                                  ret_bound, reterr);
    return rd_algorithms_best_bound(&context->instance, &context->arena, &context->scratch,
                                    ret_bound) ||
           rd_refuse(reterr, "none is known that holds for all schedules");
}

bool rd_run_context_bound(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                          struct rd_bound *ret_bound, struct rd_error *reterr)
{
    struct rd_shared_bound *shared = find_shared(context, algorithm);
    if (!shared) {
        struct rd_bound bound;
        if (!compute(context, algorithm, &bound, reterr))
            return false;
        shared = rd_make(&context->arena, struct rd_shared_bound, .next = context->shared_bound,
                         .algorithm = algorithm, .bound = bound);
        context->shared_bound = shared;
    }
    *ret_bound = shared->bound;
    return true;
}

void rd_run_context_certify(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                            struct rd_bound *bound)
{
    struct rd_shared_bound *shared = find_shared(context, algorithm);
    rd_assert(shared);
    if (!shared->solver_asked) {
        shared->certified = shared->bound;
        rd_network_certify(&context->instance, &context->arena, &context->scratch,
                           &shared->certified);
    }
    shared->solver_asked = true;
    *bound = shared->certified;
}
