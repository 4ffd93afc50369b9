#include "mutate.h"

#include <math.h>
#include <string.h>

#define MUTATION(name)                                                                             \
    static bool name(struct rd_rng *rng, const struct rd_instance *instance, struct rd_trace *trace)
#define UNUSED (void)rng, (void)instance

struct rd_trace copy_of_trace(const struct rd_trace *trace, struct rd_arena *arena)
{
    struct rd_trace copy = *trace;
    copy.transfer_capacity = 2 * trace->transfer_count + 2;
    copy.transfer = rd_take(arena, copy.transfer_capacity, struct rd_timed_transfer);
    copy.block =
        trace->block ? rd_take(arena, copy.transfer_capacity, struct rd_dimension_range) : NULL;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        copy.transfer[i] = trace->transfer[i];
        if (trace->block)
            copy.block[i] = trace->block[i];
    }
    return copy;
}

static size_t some(struct rd_rng *rng, const struct rd_trace *trace)
{
    return (size_t)rd_rng_below(rng, trace->transfer_count);
}

static struct rd_timed_transfer *some_row(struct rd_rng *rng, const struct rd_trace *trace)
{
    return &trace->transfer[some(rng, trace)];
}

static struct rd_timed_transfer *some_message(struct rd_rng *rng, const struct rd_trace *trace)
{
    struct rd_timed_transfer *row = some_row(rng, trace);
    return row->to == RD_NO_HOST ? NULL : row;
}

static double makespan_s(const struct rd_trace *trace)
{
    double end_s = 0;
    for (size_t i = 0; i < trace->transfer_count; i++)
        end_s = fmax(end_s, trace->transfer[i].end_s);
    return end_s;
}

static void move_by(struct rd_timed_transfer *row, double s)
{
    row->start_s += s;
    row->end_s += s;
}

static void swap(struct rd_trace *trace, size_t i, size_t j)
{
    struct rd_timed_transfer row = trace->transfer[i];
    trace->transfer[i] = trace->transfer[j];
    trace->transfer[j] = row;
    if (!trace->block)
        return;
    struct rd_dimension_range block = trace->block[i];
    trace->block[i] = trace->block[j];
    trace->block[j] = block;
}

/* Adds a copy of row i. */
static struct rd_timed_transfer *repeat(struct rd_trace *trace, size_t i)
{
    size_t end = trace->transfer_count++;
    trace->transfer[end] = trace->transfer[i];
    if (trace->block)
        trace->block[end] = trace->block[i];
    return &trace->transfer[end];
}

MUTATION(drop_a_row)
{
    UNUSED;
    swap(trace, some(rng, trace), trace->transfer_count - 1);
    trace->transfer_count--;
    return true;
}

MUTATION(repeat_a_row)
{
    UNUSED;
    repeat(trace, some(rng, trace));
    return true;
}

MUTATION(repeat_a_row_at_the_end)
{
    UNUSED;
    double end_s = makespan_s(trace);
    struct rd_timed_transfer *row = repeat(trace, some(rng, trace));
    move_by(row, end_s - row->start_s);
    return true;
}

/* Legal: the order of rows in a trace says nothing. */
MUTATION(shuffle_the_rows)
{
    UNUSED;
    for (size_t i = trace->transfer_count; i > 1; i--)
        swap(trace, i - 1, (size_t)rd_rng_below(rng, i));
    return true;
}

MUTATION(exchange_two_dates)
{
    UNUSED;
    struct rd_timed_transfer *a = some_row(rng, trace), *b = some_row(rng, trace), was = *a;
    move_by(a, b->start_s - a->start_s);
    move_by(b, was.start_s - b->start_s);
    return true;
}

MUTATION(exchange_two_intervals)
{
    UNUSED;
    struct rd_timed_transfer *a = some_row(rng, trace), *b = some_row(rng, trace), was = *a;
    a->start_s = b->start_s;
    a->end_s = b->end_s;
    b->start_s = was.start_s;
    b->end_s = was.end_s;
    return true;
}

MUTATION(start_a_little_earlier)
{
    UNUSED;
    move_by(some_row(rng, trace), -1e-6 * makespan_s(trace));
    return true;
}

MUTATION(start_earlier)
{
    UNUSED;
    move_by(some_row(rng, trace), -makespan_s(trace) * rd_rng_unit(rng) / 4);
    return true;
}

MUTATION(start_later)
{
    UNUSED;
    move_by(some_row(rng, trace), makespan_s(trace) * rd_rng_unit(rng) / 4);
    return true;
}

MUTATION(start_with_another)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    move_by(row, some_row(rng, trace)->start_s - row->start_s);
    return true;
}

MUTATION(start_when_another_ends)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    move_by(row, some_row(rng, trace)->end_s - row->start_s);
    return true;
}

MUTATION(start_at_0)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    move_by(row, -row->start_s);
    return true;
}

MUTATION(start_before_time)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    move_by(row, -row->start_s - 0.01 - makespan_s(trace));
    return true;
}

/* Legal: within the tolerance. */
MUTATION(dates_off_by_a_rounding)
{
    UNUSED;
    double s = 1e-10 * makespan_s(trace);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        trace->transfer[i].start_s += s * (2 * rd_rng_unit(rng) - 1);
        trace->transfer[i].end_s += s * (2 * rd_rng_unit(rng) - 1);
    }
    return true;
}

MUTATION(shorten)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    row->end_s -= 0.3 * (row->end_s - row->start_s);
    return true;
}

MUTATION(shorten_a_little)
{
    UNUSED;
    some_row(rng, trace)->end_s -= 1e-7 * makespan_s(trace);
    return true;
}

MUTATION(lengthen)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    row->end_s += 0.3 * (row->end_s - row->start_s);
    return true;
}

MUTATION(start_earlier_and_last_longer)
{
    UNUSED;
    some_row(rng, trace)->start_s -= 1e-6 * makespan_s(trace);
    return true;
}

MUTATION(end_before_the_start)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    double start_s = row->start_s;
    row->start_s = row->end_s;
    row->end_s = start_s;
    return true;
}

MUTATION(date_that_is_no_number)
{
    UNUSED;
    const double none[] = {NAN, INFINITY, -INFINITY};
    struct rd_timed_transfer *row = some_row(rng, trace);
    *(rd_rng_below(rng, 2) ? &row->start_s : &row->end_s) = none[rd_rng_below(rng, 3)];
    return true;
}

/* Legal: idling on purpose. */
MUTATION(everything_later)
{
    UNUSED;
    double s = makespan_s(trace);
    for (size_t i = 0; i < trace->transfer_count; i++)
        move_by(&trace->transfer[i], s);
    return true;
}

MUTATION(everything_earlier)
{
    UNUSED;
    double s = makespan_s(trace);
    for (size_t i = 0; i < trace->transfer_count; i++)
        move_by(&trace->transfer[i], -s / 2);
    return true;
}

MUTATION(twice_as_slow)
{
    UNUSED;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        trace->transfer[i].start_s *= 2;
        trace->transfer[i].end_s *= 2;
    }
    return true;
}

MUTATION(time_runs_back)
{
    UNUSED;
    double end_s = makespan_s(trace);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        double start_s = trace->transfer[i].start_s;
        trace->transfer[i].start_s = end_s - trace->transfer[i].end_s;
        trace->transfer[i].end_s = end_s - start_s;
    }
    return true;
}

MUTATION(another_sender)
{
    some_row(rng, trace)->from = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    return true;
}

MUTATION(another_receiver)
{
    struct rd_timed_transfer *row = some_message(rng, trace);
    if (row)
        row->to = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    return row != NULL;
}

MUTATION(sender_that_is_no_host)
{
    some_row(rng, trace)->from = rd_rng_below(rng, 2) ? instance->topology.host_count : RD_NO_HOST;
    return true;
}

MUTATION(receiver_that_is_no_host)
{
    some_row(rng, trace)->to =
        rd_rng_below(rng, 2) ? instance->topology.host_count : RD_NO_HOST - 1;
    return true;
}

MUTATION(sends_to_itself)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    row->to = row->from;
    return true;
}

MUTATION(sender_and_receiver_exchanged)
{
    UNUSED;
    struct rd_timed_transfer *row = some_message(rng, trace);
    if (!row)
        return false;
    uint32_t from = row->from;
    row->from = row->to;
    row->to = from;
    return true;
}

MUTATION(receivers_of_two_rows_exchanged)
{
    UNUSED;
    struct rd_timed_transfer *a = some_message(rng, trace), *b = some_message(rng, trace);
    if (!a || !b)
        return false;
    uint32_t to = a->to;
    a->to = b->to;
    b->to = to;
    return true;
}

MUTATION(message_becomes_a_computation)
{
    UNUSED;
    some_row(rng, trace)->to = RD_NO_HOST;
    return true;
}

MUTATION(another_kind)
{
    some_row(rng, trace)->kind = (int32_t)rd_rng_below(rng, instance->kind_count);
    return true;
}

MUTATION(kind_that_is_none)
{
    const int32_t none[] = {(int32_t)instance->kind_count, -2, INT32_MIN, INT32_MAX};
    some_row(rng, trace)->kind = none[rd_rng_below(rng, 4)];
    return true;
}

MUTATION(items_become_words)
{
    UNUSED;
    struct rd_timed_transfer *row = some_row(rng, trace);
    row->kind = RD_CONTROL;
    row->items = 0;
    return true;
}

MUTATION(word_with_items)
{
    UNUSED;
    some_row(rng, trace)->kind = RD_CONTROL;
    return true;
}

MUTATION(an_item_more)
{
    UNUSED;
    some_row(rng, trace)->items++;
    return true;
}

MUTATION(an_item_less)
{
    UNUSED;
    some_row(rng, trace)->items--;
    return true;
}

MUTATION(fewer_than_no_items)
{
    UNUSED;
    some_row(rng, trace)->items = rd_rng_below(rng, 2) ? -1 : INT64_MIN;
    return true;
}

MUTATION(too_many_items_to_count)
{
    UNUSED;
    some_row(rng, trace)->items = rd_rng_below(rng, 2) ? RD_ITEM_LIMIT + 1 : INT64_MAX;
    return true;
}

/* Two messages as one, in the time of both: right where there is no latency and no gap. */
MUTATION(two_messages_made_one)
{
    UNUSED;
    for (size_t i = some(rng, trace), j = i + 1; j < trace->transfer_count; j++) {
        struct rd_timed_transfer *a = &trace->transfer[i], *b = &trace->transfer[j];
        if (a->from != b->from || a->to != b->to || a->kind != b->kind || a->kind < 0)
            continue;
        a->items += b->items;
        a->end_s += b->end_s - b->start_s;
        swap(trace, j, trace->transfer_count - 1);
        trace->transfer_count--;
        return true;
    }
    return false;
}

MUTATION(computed_twice)
{
    UNUSED;
    size_t i = some(rng, trace);
    if (trace->transfer[i].to != RD_NO_HOST)
        return false;
    double lasts_s = trace->transfer[i].end_s - trace->transfer[i].start_s;
    move_by(repeat(trace, i), lasts_s);
    return true;
}

MUTATION(block_turned_round)
{
    UNUSED;
    if (!trace->block)
        return false;
    struct rd_dimension_range *block = &trace->block[some(rng, trace)];
    *block = (struct rd_dimension_range){block->last, block->first};
    return true;
}

MUTATION(another_block)
{
    if (!trace->block)
        return false;
    uint32_t dimensions = instance->topology.dimension_count;
    if (dimensions == 0)
        return false;
    trace->block[some(rng, trace)] = (struct rd_dimension_range){
        (uint8_t)rd_rng_below(rng, dimensions), (uint8_t)rd_rng_below(rng, dimensions)};
    return true;
}

MUTATION(block_beyond_the_dimensions)
{
    UNUSED;
    if (!trace->block)
        return false;
    trace->block[some(rng, trace)].first =
        rd_rng_below(rng, 2) ? (uint8_t)instance->topology.dimension_count : UINT8_MAX;
    return true;
}

MUTATION(block_on_a_single_link)
{
    UNUSED;
    static struct rd_dimension_range block[4096];
    if (trace->block || trace->transfer_count > 4096)
        return false;
    memset(block, 0, sizeof block);
    trace->block = block;
    return true;
}

MUTATION(two_things_wrong)
{
    size_t first = (size_t)rd_rng_below(rng, trace_mutation_count - 1);
    size_t second = (size_t)rd_rng_below(rng, trace_mutation_count - 1);
    if (!trace_mutations[first].apply(rng, instance, trace) || trace->transfer_count == 0 ||
        trace->transfer_count > trace->transfer_capacity / 2)
        return false;
    return trace_mutations[second].apply(rng, instance, trace);
}

#define ENTRY(name)                                                                                \
    {                                                                                              \
#name, name                                                                                \
    }

/* two_things_wrong is the last. */
const struct trace_mutation trace_mutations[] = {
    ENTRY(drop_a_row),
    ENTRY(repeat_a_row),
    ENTRY(repeat_a_row_at_the_end),
    ENTRY(shuffle_the_rows),
    ENTRY(exchange_two_dates),
    ENTRY(exchange_two_intervals),
    ENTRY(start_a_little_earlier),
    ENTRY(start_earlier),
    ENTRY(start_later),
    ENTRY(start_with_another),
    ENTRY(start_when_another_ends),
    ENTRY(start_at_0),
    ENTRY(start_before_time),
    ENTRY(dates_off_by_a_rounding),
    ENTRY(shorten),
    ENTRY(shorten_a_little),
    ENTRY(lengthen),
    ENTRY(start_earlier_and_last_longer),
    ENTRY(end_before_the_start),
    ENTRY(date_that_is_no_number),
    ENTRY(everything_later),
    ENTRY(everything_earlier),
    ENTRY(twice_as_slow),
    ENTRY(time_runs_back),
    ENTRY(another_sender),
    ENTRY(another_receiver),
    ENTRY(sender_that_is_no_host),
    ENTRY(receiver_that_is_no_host),
    ENTRY(sends_to_itself),
    ENTRY(sender_and_receiver_exchanged),
    ENTRY(receivers_of_two_rows_exchanged),
    ENTRY(message_becomes_a_computation),
    ENTRY(another_kind),
    ENTRY(kind_that_is_none),
    ENTRY(items_become_words),
    ENTRY(word_with_items),
    ENTRY(an_item_more),
    ENTRY(an_item_less),
    ENTRY(fewer_than_no_items),
    ENTRY(too_many_items_to_count),
    ENTRY(two_messages_made_one),
    ENTRY(computed_twice),
    ENTRY(block_turned_round),
    ENTRY(another_block),
    ENTRY(block_beyond_the_dimensions),
    ENTRY(block_on_a_single_link),
    ENTRY(two_things_wrong),
};
const size_t trace_mutation_count = sizeof trace_mutations / sizeof *trace_mutations;
