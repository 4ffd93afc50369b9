/* The best that is known of an instance, whoever proved it. */
#ifndef REDIST_RUN_BEST_BOUND_H
#define REDIST_RUN_BEST_BOUND_H

#include "run_context.h"

#include "sim/model/bound.h"

/* rd_algorithms_best_bound of the run context's instance. */
bool rd_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound);

#endif
