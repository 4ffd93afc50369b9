#include "trace.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

void rd_trace_reserve(struct rd_trace *trace, struct rd_arena *arena, size_t count)
{
    if (count <= trace->transfer_capacity)
        return;
    trace->transfer = rd_arena_grow(arena, trace->transfer, trace->transfer_capacity, count,
                                    sizeof *trace->transfer);
    if (trace->block)
        trace->block = rd_arena_grow(arena, trace->block, trace->transfer_capacity, count,
                                     sizeof *trace->block);
    if (trace->first_item)
        trace->first_item = rd_arena_grow(arena, trace->first_item, trace->transfer_capacity, count,
                                          sizeof *trace->first_item);
    trace->transfer_capacity = count;
}

static void append(struct rd_trace *trace, struct rd_arena *arena,
                   struct rd_timed_transfer transfer)
{
    if (trace->transfer_count == trace->transfer_capacity)
        rd_trace_reserve(trace, arena,
                         trace->transfer_capacity ? 2 * trace->transfer_capacity : 16);
    trace->transfer[trace->transfer_count++] = transfer;
    if (trace->first_item)
        trace->first_item[trace->transfer_count - 1] = RD_NO_ITEM;
}

bool rd_times_agree(double a_s, double b_s, double makespan_s)
{
    return a_s == b_s || fabs(a_s - b_s) <= RD_TIME_TOLERANCE * fabs(makespan_s);
}

bool rd_time_meets(double time_s, double bound_s)
{
    /* No plan yet, a time without end, agrees with everything at its own scale. */
    return time_s <= bound_s || (isfinite(time_s) && rd_times_agree(time_s, bound_s, time_s));
}

void rd_trace_add(struct rd_trace *trace, struct rd_arena *arena, struct rd_timed_transfer transfer)
{
    rd_assert(!trace->block);
    append(trace, arena, transfer);
}

void rd_trace_add_packet(struct rd_trace *trace, struct rd_arena *arena,
                         struct rd_timed_transfer transfer, struct rd_dimension_range block)
{
    rd_assert(trace->block || trace->transfer_count == 0);
    append(trace, arena, transfer);
    if (!trace->block)
        trace->block = rd_take(arena, trace->transfer_capacity, struct rd_dimension_range);
    trace->block[trace->transfer_count - 1] = block;
}

void rd_trace_add_copies(struct rd_trace *trace, struct rd_arena *arena,
                         struct rd_timed_transfer transfer, int64_t first_item)
{
    rd_trace_add(trace, arena, transfer);
    if (!trace->first_item) {
        trace->first_item = rd_take(arena, trace->transfer_capacity, int64_t);
        for (size_t i = 0; i < trace->transfer_count; i++)
            trace->first_item[i] = RD_NO_ITEM;
    }
    trace->first_item[trace->transfer_count - 1] = first_item;
}

/* A transfer and what is listed beside it, so that all move together. */
struct sortable {
    struct rd_timed_transfer transfer;
    int64_t first_item;
    struct rd_dimension_range block;
};

/* Times that are not numbers come last: qsort must not be told of an order that is none. */
static int compare_times(double a_s, double b_s)
{
    if (isnan(a_s) || isnan(b_s))
        return (isnan(a_s) != 0) - (isnan(b_s) != 0);
    return rd_order(a_s, b_s);
}

static int compare(const void *left, const void *right)
{
    const struct sortable *a = left, *b = right;
    int order = compare_times(a->transfer.start_s, b->transfer.start_s);
    order = order ? order : compare_times(a->transfer.end_s, b->transfer.end_s);
    order = order ? order : rd_order(a->transfer.from, b->transfer.from);
    order = order ? order : rd_order(a->transfer.to, b->transfer.to);
    order = order ? order : rd_order(a->transfer.kind, b->transfer.kind);
    order = order ? order : rd_order(a->transfer.items, b->transfer.items);
    order = order ? order : rd_order(a->first_item, b->first_item);
    order = order ? order : rd_order(a->block.first, b->block.first);
    return order ? order : rd_order(a->block.last, b->block.last);
}

void rd_trace_sort(struct rd_trace *trace, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct sortable *all = rd_take(scratch, trace->transfer_count, struct sortable);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        all[i].transfer = trace->transfer[i];
        all[i].first_item = rd_trace_first_item(trace, i);
        if (trace->block)
            all[i].block = trace->block[i];
    }
    qsort(all, trace->transfer_count, sizeof *all, compare);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        trace->transfer[i] = all[i].transfer;
        if (trace->first_item)
            trace->first_item[i] = all[i].first_item;
        if (trace->block)
            trace->block[i] = all[i].block;
    }
}

/* A transfer where it stands, and what is listed beside it. */
struct row {
    const struct rd_timed_transfer *transfer;
    int64_t first_item;
    struct rd_dimension_range block;
};

/* By what one host sends to another, in its order. */
static int compare_ends(const struct row *a, const struct row *b)
{
    int order = rd_order(a->transfer->from, b->transfer->from);
    return order ? order : rd_order(a->transfer->to, b->transfer->to);
}

static int compare_by_hosts(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = compare_ends(a, b);
    order = order ? order : compare_times(a->transfer->start_s, b->transfer->start_s);
    order = order ? order : compare_times(a->transfer->end_s, b->transfer->end_s);
    order = order ? order : rd_order(a->transfer->kind, b->transfer->kind);
    order = order ? order : rd_order(a->transfer->items, b->transfer->items);
    return order ? order : rd_order(a->first_item, b->first_item);
}

static const struct row *sorted_by_hosts(const struct rd_trace *trace, struct rd_arena *arena,
                                         double *makespan_s)
{
    struct row *sorted = rd_take(arena, trace->transfer_count, struct row);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        sorted[i].transfer = &trace->transfer[i];
        sorted[i].first_item = rd_trace_first_item(trace, i);
        if (trace->block)
            sorted[i].block = trace->block[i];
        *makespan_s = fmax(*makespan_s, trace->transfer[i].end_s);
    }
    qsort(sorted, trace->transfer_count, sizeof *sorted, compare_by_hosts);
    return sorted;
}

static bool rows_agree(const struct row *a, const struct row *b, double makespan_s)
{
    const struct rd_timed_transfer *x = a->transfer, *y = b->transfer;
    return x->kind == y->kind && x->items == y->items && a->first_item == b->first_item &&
           rd_times_agree(x->start_s, y->start_s, makespan_s) &&
           rd_times_agree(x->end_s, y->end_s, makespan_s) && a->block.first == b->block.first &&
           a->block.last == b->block.last;
}

static double first_start_s(const struct rd_timed_transfer *a, const struct rd_timed_transfer *b)
{
    return fmin(a ? a->start_s : INFINITY, b ? b->start_s : INFINITY);
}

bool rd_traces_agree(const struct rd_trace *a, const struct rd_trace *b, struct rd_arena *scratch,
                     const struct rd_timed_transfer **ret_of_a,
                     const struct rd_timed_transfer **ret_of_b)
{
    rd_arena_borrow(scratch);
    double makespan_s = 0;
    const struct row *x = sorted_by_hosts(a, scratch, &makespan_s);
    const struct row *y = sorted_by_hosts(b, scratch, &makespan_s);
    const struct row *end_of_x = x + a->transfer_count, *end_of_y = y + b->transfer_count;
    bool agree = true;
    while (x < end_of_x || y < end_of_y) {
        int order = x == end_of_x ? 1 : y == end_of_y ? -1 : compare_ends(x, y);
        const struct rd_timed_transfer *of_a = order > 0 ? NULL : x->transfer;
        const struct rd_timed_transfer *of_b = order < 0 ? NULL : y->transfer;
        bool differ = !of_a || !of_b || !rows_agree(x, y, makespan_s);
        if (differ && (agree || first_start_s(of_a, of_b) < first_start_s(*ret_of_a, *ret_of_b))) {
            *ret_of_a = of_a;
            *ret_of_b = of_b;
            agree = false;
        }
        x += of_a != NULL;
        y += of_b != NULL;
    }
    return agree;
}

uint32_t rd_trace_kind_count(const struct rd_trace *trace)
{
    int32_t last = 0;
    for (size_t i = 0; i < trace->transfer_count; i++)
        if (trace->transfer[i].kind > last)
            last = trace->transfer[i].kind;
    return (uint32_t)last + 1;
}

void rd_plan_of_trace(const struct rd_trace *trace, struct rd_arena *arena,
                      struct rd_plan *ret_plan)
{
    rd_assert(!trace->block);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    rd_plan_reserve(&plan, arena, trace->transfer_count);
    struct rd_trace sorted = {.transfer_count = trace->transfer_count,
                              .transfer_capacity = trace->transfer_count};
    sorted.transfer = rd_take(arena, trace->transfer_count, struct rd_timed_transfer);
    for (size_t i = 0; i < trace->transfer_count; i++)
        sorted.transfer[i] = trace->transfer[i];
    sorted.first_item =
        rd_arena_copy(arena, trace->first_item, trace->transfer_count, sizeof *trace->first_item);
    rd_trace_sort(&sorted, arena);
    for (size_t i = 0; i < sorted.transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &sorted.transfer[i];
        struct rd_transfer planned = {.from = transfer->from,
                                      .to = transfer->to,
                                      .kind = transfer->kind,
                                      .items = transfer->items,
                                      .messages = 1};
        if (rd_trace_first_item(&sorted, i) == RD_NO_ITEM)
            rd_plan_add(&plan, arena, planned);
        else
            rd_plan_add_copies(&plan, arena, planned, sorted.first_item[i]);
    }
    *ret_plan = plan;
}
