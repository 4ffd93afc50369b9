/* What is known of the least time of an instance: bounds, each computed once. */
#ifndef REDIST_RUN_BEST_BOUND_H
#define REDIST_RUN_BEST_BOUND_H

#include "run_context.h"

#include "sim/model/bound.h"

/* rd_algorithms_best_bound of the run context's instance, classes of schedules included. */
bool rd_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound);

/* rd_algorithm_bound of the run context's instance. Algorithms that have the same bound share it.
 * In: an algorithm with a bound. */
bool rd_run_context_bound(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                          struct rd_bound *ret_bound, struct rd_error *reterr);

/* Gives the bound of an algorithm the certificate that a solver finds (rd_network_certify), which
 * is asked once. In: bound, what rd_run_context_bound returned for it. */
void rd_run_context_certify(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                            struct rd_bound *bound);

#endif
