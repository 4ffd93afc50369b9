#include "best_bound.h"

bool rd_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound)
{
    return rd_algorithms_best_bound(&context->instance, &context->arena, &context->scratch,
                                    ret_bound);
}
