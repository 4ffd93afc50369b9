/* Where the record of a simulation parts from what was planned, in words. */
#pragma once

#include "sim/model/trace.h"

/* Compares message by message, dates up to RD_TIME_TOLERANCE of the makespan.
 * Returns: NULL if all agree; else words from the arena that name the earliest that differs.
 * Cost: O(transfers log transfers). */
const char *rd_trace_difference(const struct rd_instance *instance, const struct rd_trace *planned,
                                const struct rd_trace *simulated, struct rd_arena *arena,
                                struct rd_arena *scratch);
