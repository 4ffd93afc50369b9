/* A trace: what a run recorded, message by message. */
#pragma once

#include "sim/base/arena.h"
#include "plan.h"

/* Two clocks that count the same agree to this, relative to the makespan. */
#define RD_TIME_TOLERANCE 1e-9

/* Are two times equal, at the scale of a makespan? */
bool rd_times_agree(double a_s, double b_s, double makespan_s);

/* Is a time no longer than a bound, as nearly as a proof asks? Then a search may end. */
bool rd_time_meets(double time_s, double bound_s);

/* One message, or one computation (to == RD_NO_HOST). kind RD_CONTROL: a control word (items 0), or
 * plain work. A packet is one transfer from its origin to its destination. */
struct rd_timed_transfer {
    double start_s;
    double end_s;
    uint32_t from;
    uint32_t to;
    int32_t kind;
    int64_t items;
};

struct rd_trace {
    size_t transfer_count;
    size_t transfer_capacity;
    struct rd_timed_transfer *transfer; /* [transfer_count] */
    struct rd_dimension_range *block;   /* [transfer_count] if they are packets, else NULL */
    int64_t
        *first_item; /* [transfer_count] of messages of named kinds: their first item; RD_NO_ITEM
                        of others. NULL: none is of a named kind. Read it by rd_trace_first_item
                      */
};

/* Makes room for `count` transfers in all, so that adding them moves nothing. */
void rd_trace_reserve(struct rd_trace *trace, struct rd_arena *arena, size_t count);

/* Appends a transfer. Cost: amortised O(1). */
void rd_trace_add(struct rd_trace *trace, struct rd_arena *arena,
                  struct rd_timed_transfer transfer);
void rd_trace_add_packet(struct rd_trace *trace, struct rd_arena *arena,
                         struct rd_timed_transfer transfer, struct rd_dimension_range block);

/* The same of a named kind. Cost: amortised O(1), but O(transfers) for the first. */
void rd_trace_add_copies(struct rd_trace *trace, struct rd_arena *arena,
                         struct rd_timed_transfer transfer, int64_t first_item);

/* The first item of a transfer; RD_NO_ITEM where its kind is not a named one. O(1). */
static inline int64_t rd_trace_first_item(const struct rd_trace *trace, size_t number)
{
    return trace->first_item ? trace->first_item[number] : RD_NO_ITEM;
}

/* Sorts transfers by (start_s, end_s, from, to, kind, items, first item), blocks along: the written
 * order of every trace file. */
void rd_trace_sort(struct rd_trace *trace, struct rd_arena *scratch);

/* Are two traces the same, message by message, dates up to RD_TIME_TOLERANCE of the makespan? What
 * each host sends to each other, and computes, is compared in its order.
 * Returns: if not, the earliest two that differ, NULL where a trace has none for the other's; else
 * nothing. Cost: O(transfers log transfers). */
bool rd_traces_agree(const struct rd_trace *a, const struct rd_trace *b, struct rd_arena *scratch,
                     const struct rd_timed_transfer **ret_of_a,
                     const struct rd_timed_transfer **ret_of_b);

/* How many kinds a trace speaks of: up to the last one that is named. At least 1. */
uint32_t rd_trace_kind_count(const struct rd_trace *trace);

/* The self-timed plan of a trace: its transfers listed by start, one message each, in one round. By
 * the replay law, evaluating it gives no later end for any message. Not for packets. */
void rd_plan_of_trace(const struct rd_trace *trace, struct rd_arena *arena,
                      struct rd_plan *ret_plan);
