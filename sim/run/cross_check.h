/* What only all rows of a scenario together can say: which are optimal, and whether the
 * expectations are met. */
#pragma once

#include "execute.h"

/* Fills `optimal` of each row that ended well. Proved: the time equals a bound of all legal
 * schedules, whichever row's, or a search of all of them found nothing better. In a class: the same
 * is known of the schedules of the class that the row's own bound speaks of. No: another row is
 * better, or a theorem says that its bound is reached and the time is above it. Under tcp, and
 * where bandwidths vary, the theory does not apply, and nothing is said. A row whose bound another
 * row's time beats fails. In: outcome [run context->job_count]. */
void rd_cross_check_optimal(struct rd_run_context *context, struct rd_outcome *outcome);

/* Was a run given an <expect> that counts? */
bool rd_is_expected(const struct rd_run_context *context, const struct rd_run_entry *entry);

/* Fills `expectation` of each row whose <expect> is not met. */
void rd_check_expectations(struct rd_run_context *context, struct rd_outcome *outcome);
