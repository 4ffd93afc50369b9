/* A trace: what a run recorded, message by message. */
#ifndef REDIST_CORE_TRACE_H
#define REDIST_CORE_TRACE_H

#include "arena.h"
#include "plan.h"

#include <stddef.h>
#include <stdint.h>

/* One message, or one computation (to == RD_NO_HOST). kind RD_CONTROL: a control word (items 0), or
 * plain work. A packet is one row from its origin to its destination. */
struct rd_trace_row {
    double start_s;
    double end_s;
    uint32_t from;
    uint32_t to;
    int32_t kind;
    int64_t items;
};

struct rd_trace {
    size_t row_count;
    size_t row_capacity;
    struct rd_trace_row *row; /* [row_count] */
    struct rd_block *block;   /* [row_count] if they are packets, else NULL */
};

/* Appends a row. Cost: amortised O(1). */
void rd_trace_add(struct rd_trace *trace, struct rd_arena *arena, struct rd_trace_row row);
void rd_trace_add_packet(struct rd_trace *trace, struct rd_arena *arena, struct rd_trace_row row,
                         struct rd_block block);

/* Sorts rows by (start_s, end_s, from, to, kind, items), blocks along: the written order of every
 * trace file. */
void rd_trace_sort(struct rd_trace *trace, struct rd_arena *scratch);

/* How many kinds a trace speaks of: up to the last one that is named. At least 1. */
uint32_t rd_trace_kind_count(const struct rd_trace *trace);

/* The self-timed plan of a trace: its rows listed by start, one message each, in one round. By the
 * replay law, evaluating it gives no later end for any message. Not for packets. */
void rd_plan_of_trace(const struct rd_trace *trace, struct rd_arena *arena,
                      struct rd_plan *ret_plan);

#endif
