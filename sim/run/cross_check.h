/* What only all rows of a scenario together can say: which are optimal, and whether the
 * expectations are met. */
#ifndef REDIST_RUN_CROSS_CHECK_H
#define REDIST_RUN_CROSS_CHECK_H

#include "execute.h"

/* Fills `optimal` of each row that ended well. Proved: the time equals a bound that holds for the
 * row's schedule, whichever row's, or a search of all schedules found nothing better. No: another
 * row is better, or a theorem says that its bound is reached and the time is above it. A row whose
 * bound holds among the schedules of a kind (rd_bound.among) is compared with those only. Under
 * tcp, and where bandwidths vary, the theory does not apply, and nothing is said. A row whose bound
 * another row's time beats fails. In: outcome [run context->job_count]. */
void rd_cross_check_optimal(struct rd_run_context *context, struct rd_outcome *outcome);

/* Was a run given an <expect> that counts? */
bool rd_is_expected(const struct rd_run_context *context, const struct rd_run_entry *entry);

/* Fills `expectation` of each row whose <expect> is not met. */
void rd_check_expectations(struct rd_run_context *context, struct rd_outcome *outcome);

#endif
