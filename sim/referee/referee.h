/* The referee: judges any plan or trace against an instance, whoever wrote it, names the first
 * violation, and computes the clock of a plan. docs/model.md is the definition it implements. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What can be wrong with a plan or a trace. */
enum rd_violation {
    RD_LEGAL,
    RD_VIOLATION_TRANSFER,  /* a transfer that means nothing: unknown host or kind, negative amount,
                               ... */
    RD_VIOLATION_NEIGHBOUR, /* a message between hosts that no link joins */
    RD_VIOLATION_MORE_THAN_EVER_HELD, /* a host parts with more than it ever holds */
    RD_VIOLATION_NOT_HELD, /* an item sent or computed before it is held: in lock-step, in a trace,
                              or where it would take too long to tell which of the next two it is */
    RD_VIOLATION_ORDER,    /* a transfer listed before its supplier: it would finish all the same */
    RD_VIOLATION_DEADLOCK, /* a cycle of waiting */
    RD_VIOLATION_PORT,     /* two messages at a port (or k + 1 at k ports), or on a link, or a bus;
                              more than a shared link carries */
    RD_VIOLATION_SPACE,    /* an object comes to a host that has not enough bytes free */
    RD_VIOLATION_TIME,     /* a trace's duration that is not the link's or the processor's */
    RD_VIOLATION_PACKET,   /* a block that does not hold its packet's dimensions, double
                              origination or acceptance, a collision on an edge */
    RD_VIOLATION_CERTIFICATE, /* what a plan shows for its optimality proves nothing */
    RD_VIOLATION_SIZE         /* beyond a stated limit: not judged */
};

struct rd_verdict {
    enum rd_violation violation;
    size_t transfer; /* of the plan or trace, the first to blame; SIZE_MAX if none is */
    uint32_t host;   /* to blame; RD_NO_HOST if none is */
    char message[RD_MESSAGE_SIZE]; /* "round 1: host 3 sends 1 items and holds 0"; "" if legal */

    /* The rest is meant only if legal. */
    double makespan_s; /* end of the last message, computation or round; NAN for free order */
    bool goal_reached; /* RD_STENCIL: nothing is lost, each host's plain work is its items, once an
                          iteration, and behind a switch or on a bus each pair of hosts exchanges
                          the words of its items. A star's master must end with nothing, and is
                          not part of a balance; an item computed away misses every goal but
                          RD_FINISH */
    char goal_message[RD_MESSAGE_SIZE]; /* the first host that misses the goal; "" if reached */
    const int64_t *final;               /* [host_count * kind_count] held at the end; NULL of
                                           objects */
    const uint32_t *placement; /* [objects]: where each was brought, RD_NO_HOST: it has not moved;
                                  NULL of items */
    const int64_t *computed;   /* [host_count] items computed; NULL if no transfer computes any
                                (plain work consumes none) */
    int64_t items_moved;       /* item-hops: items times links crossed */
    int64_t transfers; /* messages, control words included, computations not; an as-held transfer of
                          a free-order plan counts for one */
    int64_t steps;     /* rounds of a lock-step plan; -1 where the model has none */
    int64_t token_steps; /* those in which items move, not control words alone; -1: as steps, and
                            where packets are under way */
};

enum { RD_TRACE_TRANSFER_LIMIT = 20000000 };

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

/* The same, and how many items cross links in all; INT64_MAX where it is too large to be judged. */
double rd_referee_own_plan_s(const struct rd_instance *instance, const struct rd_plan *plan,
                             int64_t *ret_items_moved, struct rd_arena *arena,
                             struct rd_arena *scratch);

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

/* "not held", "port", ... for tables. */
const char *rd_violation_name(enum rd_violation violation);
