#include "trace.h"

#include <math.h>
#include <stdlib.h>

static void append(struct rd_trace *trace, struct rd_arena *arena, struct rd_trace_row row)
{
    if (trace->row_count == trace->row_capacity) {
        size_t capacity = trace->row_capacity ? 2 * trace->row_capacity : 16;
        trace->row =
            rd_arena_grow(arena, trace->row, trace->row_capacity, capacity, sizeof *trace->row);
        if (trace->block)
            trace->block = rd_arena_grow(arena, trace->block, trace->row_capacity, capacity,
                                         sizeof *trace->block);
        trace->row_capacity = capacity;
    }
    trace->row[trace->row_count++] = row;
}

void rd_trace_add(struct rd_trace *trace, struct rd_arena *arena, struct rd_trace_row row)
{
    rd_assert(!trace->block);
    append(trace, arena, row);
}

void rd_trace_add_packet(struct rd_trace *trace, struct rd_arena *arena, struct rd_trace_row row,
                         struct rd_block block)
{
    rd_assert(trace->block || trace->row_count == 0);
    append(trace, arena, row);
    if (!trace->block)
        trace->block = rd_take(arena, trace->row_capacity, struct rd_block);
    trace->block[trace->row_count - 1] = block;
}

/* A row and its block, so that both move together. */
struct sortable {
    struct rd_trace_row row;
    struct rd_block block;
};

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* Times that are not numbers come last: qsort must not be told of an order that is none. */
static int compare_times(double a_s, double b_s)
{
    if (isnan(a_s) || isnan(b_s))
        return (isnan(a_s) != 0) - (isnan(b_s) != 0);
    return COMPARE(a_s, b_s);
}

static int compare(const void *left, const void *right)
{
    const struct sortable *a = left, *b = right;
    int order = compare_times(a->row.start_s, b->row.start_s);
    if (!order)
        order = compare_times(a->row.end_s, b->row.end_s);
    if (!order)
        order = COMPARE(a->row.from, b->row.from);
    if (!order)
        order = COMPARE(a->row.to, b->row.to);
    if (!order)
        order = COMPARE(a->row.kind, b->row.kind);
    if (!order)
        order = COMPARE(a->row.items, b->row.items);
    if (!order)
        order = COMPARE(a->block.first, b->block.first);
    return order ? order : COMPARE(a->block.last, b->block.last);
}

void rd_trace_sort(struct rd_trace *trace, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct sortable *all = rd_take(scratch, trace->row_count, struct sortable);
    for (size_t i = 0; i < trace->row_count; i++) {
        all[i].row = trace->row[i];
        if (trace->block)
            all[i].block = trace->block[i];
    }
    qsort(all, trace->row_count, sizeof *all, compare);
    for (size_t i = 0; i < trace->row_count; i++) {
        trace->row[i] = all[i].row;
        if (trace->block)
            trace->block[i] = all[i].block;
    }
    rd_arena_rewind(scratch, mark);
}

uint32_t rd_trace_kind_count(const struct rd_trace *trace)
{
    int32_t last = 0;
    for (size_t i = 0; i < trace->row_count; i++)
        if (trace->row[i].kind > last)
            last = trace->row[i].kind;
    return (uint32_t)last + 1;
}

void rd_plan_of_trace(const struct rd_trace *trace, struct rd_arena *arena,
                      struct rd_plan *ret_plan)
{
    rd_assert(!trace->block);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    rd_plan_reserve(&plan, arena, trace->row_count);
    struct rd_trace sorted = {.row_count = trace->row_count, .row_capacity = trace->row_count};
    sorted.row = rd_take(arena, trace->row_count, struct rd_trace_row);
    for (size_t i = 0; i < trace->row_count; i++)
        sorted.row[i] = trace->row[i];
    rd_trace_sort(&sorted, arena);
    for (size_t i = 0; i < sorted.row_count; i++) {
        const struct rd_trace_row *row = &sorted.row[i];
        rd_plan_add(&plan, arena,
                    (struct rd_row){.from = row->from,
                                    .to = row->to,
                                    .kind = row->kind,
                                    .items = row->items,
                                    .messages = 1});
    }
    *ret_plan = plan;
}
