/* The last step of a run: its times beside the bounds of its problem. */
#pragma once

#include "result.h"
#include "run_context.h"

struct rd_time_limit;

/* Finds the bounds that an outcome of rd_execute_plan is compared with, as far as the run context
 * has not found them before, and holds its times against them. One that was not accepted has none.
 * In: limit, changed, of planning and bounds together; NULL: none. Cost: the bounds'. */
void rd_hold_bounds(struct rd_run_context *context, const struct rd_run_entry *entry,
                    struct rd_time_limit *limit, struct rd_outcome *outcome);
