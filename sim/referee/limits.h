/* What the referee gives up at. For the referee, and a test of the limits. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"
#include "verdict.h"

/* What a judgement gives up at, lest it take all memory or time. */
struct rd_referee_limits {
    int64_t single_steps; /* messages looked at one by one, where runs cannot be taken whole */
    uint32_t arrivals;    /* runs of arrivals that are remembered; a power of two, 1024 or more */
    int64_t trace_transfers; /* of a planned trace */
    size_t hops;             /* of the packets of a trace that is judged */
};

/* Those of rd_judge_plan and rd_judge_trace. */
extern const struct rd_referee_limits rd_referee_limits;

/* The same judgements within other limits: theirs take gigabytes, or minutes, to reach. */
void rd_referee_plan_within(const struct rd_referee_limits *limits,
                            const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct rd_arena *scratch,
                            struct rd_trace *ret_trace, struct rd_verdict *ret_verdict);
void rd_referee_trace_within(const struct rd_referee_limits *limits,
                             const struct rd_instance *instance, const struct rd_trace *trace,
                             bool exact_costs, double tolerance_s, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_verdict *ret_verdict);
