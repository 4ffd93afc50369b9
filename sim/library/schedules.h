/* Schedules and traces that come in as arrays. What their rows mean is left to the referee. */
#pragma once

#include "include/redist/redist.h"
#include "sim/base/error.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"

/* A schedule as a plan. Errors: RD_ERROR_INPUT. O(rows). */
bool rd_plan_of_schedule(const struct rd_schedule *schedule, struct rd_arena *arena,
                         struct rd_plan *ret_plan, struct rd_error *reterr);

/* A trace: all dates are numbers, no row ends before it starts. Errors: RD_ERROR_INPUT. O(rows). */
bool rd_trace_of_arrays(const struct rd_trace_arrays *arrays, struct rd_arena *arena,
                        struct rd_trace *ret_trace, struct rd_error *reterr);
