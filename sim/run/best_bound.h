/* What is known of the least time of a run context's instance: the bounds of the problem, each
 * computed once, and what searches have found. */
#pragma once

#include "result.h"
#include "run_context.h"

/* The bounds of the instance, opened the first time. How far they are looked for, while a run
 * passes: `effort` of the run context. In: a run context that is loaded. */
struct rd_found_bounds *rd_run_context_bounds(struct rd_run_context *context);

/* The best bound of all schedules, with dear ones. Returns: false if none is known. */
bool rd_run_context_best_bound(struct rd_run_context *context, struct rd_bound *ret_bound);

/* Gives an outcome the best bounds that are known, of all schedules and of the class of its plan:
 * with those that a time at hand, or NAN, makes worth while. */
void rd_take_bounds(struct rd_run_context *context, enum rd_bound_effort effort, double time_s,
                    struct rd_outcome *outcome);

/* Fills `ratio`: simulated, or else planned, over the bound. */
void rd_take_ratio(struct rd_result *result);
