/* The runner in the exact model: an event queue, without SimGrid. */
#pragma once

#include "online.h"

/* Runs a protocol until nothing is under way.
 * In: trace_arena, which the trace is taken from; scratch, another one, which is rewound.
 * Returns: the trace, in the order of ending.
 * Errors: RD_ERROR_RUN: an act that is none, more acts than RD_PROTOCOL_LIMIT, a deadlock.
 * Cost: O(log) for each act, and the handlers'. */
bool rd_protocol_trace(const struct rd_instance *instance, const struct rd_protocol_run *run,
                       struct rd_arena *trace_arena, struct rd_arena *scratch,
                       struct rd_trace *ret_trace, struct rd_error *reterr);

/* The plan of an algorithm that is a protocol: what it does in the exact model (RD_AS_RECORDED).
 * Errors: as rd_protocol_trace. */
bool rd_protocol_plan(const struct rd_instance *instance, const struct rd_protocol_run *run,
                      struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                      struct rd_error *reterr);
