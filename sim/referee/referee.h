/* The referee: judges any plan or trace against an instance, whoever wrote it, names the first
 * violation, and computes the clock of a plan. docs/model.md is the definition it implements. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"
#include "verdict.h"

/* Judges a plan.
 * In: an instance that rd_instance_check accepts; any plan that has all its transfers; arena for
 * the verdict's arrays and the trace; scratch, another arena, for the rest (rewound before
 *     returning); ret_trace, or NULL: the transfers of the planned clock, sorted, one per message
 *     (RD_TRACE_TRANSFER_LIMIT at the most, else RD_VIOLATION_SIZE); empty unless the plan is
 * legal, and for free order. Returns in *ret_verdict: the verdict. Transfers that mean nothing are
 * named before anything else, then the first transfer to blame. A free-order plan is checked for
 * what it holds and for its order of transfers; its clock is its trace's. Cost: plain and lock-step
 * plans O(transfers); runs of equal messages in O(1) each where one queue owns the port; behind
 * several links O(messages log ports). Memory O(hosts) + O(transfers) where items are passed on.
 * Source: docs/model.md. */
void rd_referee_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_trace *ret_trace,
                     struct rd_verdict *ret_verdict);

/* The time of a planner's own plan, what is left to compute included (rd_plan_compute_rest).
 * In: a plan that is legal and reaches the goal: else it is a mistake of the planner, which breaks
 * an invariant. Returns: seconds; infinite where it is too large to be judged. Arena and scratch
 * are rewound. Cost: as rd_referee_plan. */
double rd_referee_makespan_s(const struct rd_instance *instance, const struct rd_plan *plan,
                             struct rd_arena *arena, struct rd_arena *scratch);

/* What plans are compared by. */
struct rd_plan_cost {
    double seconds;
    int64_t items_moved; /* items times links crossed */
    int64_t messages;
};

/* The same of a plan, and what it moves: INT64_MAX where it is too large to be judged. */
struct rd_plan_cost rd_referee_own_plan(const struct rd_instance *instance,
                                        const struct rd_plan *plan, struct rd_arena *arena,
                                        struct rd_arena *scratch);

/* Is a plan better than another: does it end sooner, or at the same time (rd_times_agree) and moves
 * fewer items over links, or as many in fewer messages? O(1). */
bool rd_plan_cost_is_less(const struct rd_plan_cost *cost, const struct rd_plan_cost *other);

/* A plan that is judged while it is made. Transfers of a lock-step plan are read by rounds, some at
 * a time, and forgotten: what is kept is what hosts hold, and on which ports and links a message
 * is. It is the same judgement, of the same transfers. Short plans, those of another timing, and
 * those of a goal that looks at transfers again (finish, stencil) are kept whole, and judged at the
 * end. */
struct rd_streaming_referee {
    struct rd_plan_reader
        reader; /* the plan's; its transfer_count may be changed before planning */
    const struct rd_instance *instance;
    struct rd_arena *arena;
    struct rd_streaming_state *state; /* NULL: no transfer has been read */
};

enum { RD_STREAM_TRANSFERS = 1 << 16 };

/* Opens the audit of a plan that is going to be made, an empty one. It stays where it is, and
 * nobody rewinds the arena, until it is closed or the plan given up. O(1). */
void rd_streaming_referee_open(struct rd_streaming_referee *stream,
                               const struct rd_instance *instance, struct rd_arena *arena,
                               struct rd_plan *plan);

/* Reads the rest of a plan that is made.
 * In: the plan; scratch, another arena, rewound before returning.
 * Returns in *ret_verdict: what rd_judge_plan would say, its arrays in the arena. But a transfer
 * that was forgotten cannot be named for a plan that says in the end that it has fewer rounds; the
 *     first transfer that is left is.
 * Cost: as rd_judge_plan, all calls together. Memory O(hosts * kinds), O(links) where ports are
 *     not one, and RD_STREAM_TRANSFERS transfers; for packets also those under way. */
void rd_streaming_referee_close(struct rd_streaming_referee *stream, const struct rd_plan *plan,
                                struct rd_arena *scratch, struct rd_verdict *ret_verdict);

/* Judges a trace: at every date load + arrived - departed - computing >= 0 (arrivals before
 * departures), ports at most as deep as the model allows, one message per link, each duration the
 * cost, or longer where the instance says that others may slow it, and no more on the instance's
 * shared links than they carry. Tolerance RD_TIME_TOLERANCE of the makespan. In: exact_costs false
 * for a trace of another network model (tcp): durations and shared links are then not judged, nor
 * where a packet of several hops is between its start and its end.
 * Cost: O(transfers log transfers), with shared links for each on the messages' routes. */
void rd_referee_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                      bool exact_costs, struct rd_arena *arena, struct rd_arena *scratch,
                      struct rd_verdict *ret_verdict);

/* The same of a trace whose dates were rounded, where durations and distances of dates may be off
 * by tolerance_s; by RD_TIME_TOLERANCE of the makespan if that is more. */
void rd_referee_rounded_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                              bool exact_costs, double tolerance_s, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_verdict *ret_verdict);
