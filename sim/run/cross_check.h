/* What only all rows of a scenario together can say: which are optimal, and whether the
 * expectations are met. */
#pragma once

#include "execute.h"

/* Gives all rows the same bound of all schedules, the best that is known, and each that of the
 * class that it keeps to; a search that ended counts as one of the schedules that it searched. Then
 * fills `optimal` of each row that ended well. Proved: the time equals the bound of all schedules.
 * In a class: it equals that of its class. No: another row is better, or a theorem says that its
 * bound is reached and the time is above it. Under tcp, and where bandwidths vary, the theory does
 * not apply, and nothing is said. A row whose bound another row's time beats fails. In: outcome
 * [run context->entry_count]. */
void rd_cross_check(struct rd_run_context *context, struct rd_outcome *outcome);

/* Was a run given an <expect> that counts? */
bool rd_is_expected(const struct rd_run_context *context, const struct rd_run_entry *entry);

/* Fills `expectation` of each row whose <expect> is not met. */
void rd_check_expectations(struct rd_run_context *context, struct rd_outcome *outcome);
