/* The best that is known of an instance, whoever proved it. */
#ifndef REDIST_RUN_BEST_BOUND_H
#define REDIST_RUN_BEST_BOUND_H

#include "run_context.h"

#include "sim/model/bound.h"

/* The greatest bound of all algorithms that are made for the run context's shape, ports and goal;
 * of equal ones, one that is reached, then the first in the order of the tables. Statements known
 * to be wrong are left out. Returns: false if no algorithm knows one. */
bool rd_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound);

#endif
