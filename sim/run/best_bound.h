/* What is known of the least time of an instance: bounds, each computed once. */
#pragma once

#include "run_context.h"

#include "sim/model/bound.h"

/* rd_algorithm_bound of the run context's instance; without an algorithm rd_algorithms_best_bound,
 * which holds for every legal schedule. Algorithms that have the same bound share it.
 * In: an algorithm with a bound, or NULL. */
bool rd_run_context_bound(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                          struct rd_bound *ret_bound, struct rd_error *reterr);

/* Gives a bound the certificate that a solver finds (rd_network_certify), which is asked once. Its
 * time may become less by rounding, so that whoever does not ask has the bound without.
 * In: algorithm and bound, as of rd_run_context_bound. */
void rd_run_context_certify(struct rd_run_context *context, const struct rd_algorithm *algorithm,
                            struct rd_bound *bound);
