/* Which plans SimGrid is given. */
#pragma once

#include "run_context.h"

/* Why a plan that the referee found legal is not given to SimGrid, in words from the context's
 * arena; NULL if it can be. O(transfers). */
const char *rd_why_not_simulated(struct rd_run_context *context, const struct rd_plan *plan);
