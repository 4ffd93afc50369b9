#include "ring_order.h"

#include "sim/base/integers.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* The ends of a slice, and the sides of a column in it. */
enum side { FRONT, BACK };

/* A column on either side; NONE where there is none. */
struct pair {
    uint32_t at[2];
};

/* The slices as doubly linked lists, one a host; columns under way wait in a queue for each
 * transfer. */
struct slices {
    struct pair *beside; /* [columns]: the next ones in its slice */
    struct pair *end;    /* [hosts] */
};

/* Takes a column off an end of a host's slice. */
static uint32_t take(struct slices *slices, uint32_t host, enum side side)
{
    uint32_t column = slices->end[host].at[side];
    rd_assert(column != NONE);
    uint32_t next = slices->beside[column].at[!side];
    slices->end[host].at[side] = next;
    *(next == NONE ? &slices->end[host].at[!side] : &slices->beside[next].at[side]) = NONE;
    return column;
}

/* Puts a column at an end of a host's slice. */
static void put(struct slices *slices, uint32_t host, enum side side, uint32_t column)
{
    uint32_t old = slices->end[host].at[side];
    slices->beside[column].at[side] = NONE;
    slices->beside[column].at[!side] = old;
    slices->end[host].at[side] = column;
    *(old == NONE ? &slices->end[host].at[!side] : &slices->beside[old].at[side]) = column;
}

/* A departure or an arrival. */
struct event {
    double time_s;
    size_t transfer;
    bool arrives;
};

/* By time, arrivals first, then as listed. */
static int compare(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    int order = rd_order(a->time_s, b->time_s);
    order = order ? order : b->arrives - a->arrives;
    return order ? order : rd_order(a->transfer, b->transfer);
}

static struct slices slices_of(const struct rd_instance *instance, struct rd_arena *scratch,
                               uint32_t *ret_count)
{
    uint32_t n = instance->topology.host_count;
    int64_t total = 0;
    for (uint32_t host = 0; host < n; host++)
        total += rd_load(instance, host, 0);
    rd_assert(total < (int64_t)1 << 27);
    struct slices slices = {.beside = rd_take(scratch, (size_t)total, struct pair),
                            .end = rd_take(scratch, n, struct pair)};
    uint32_t column = 0;
    for (uint32_t host = 0; host < n; host++) {
        slices.end[host] = (struct pair){{NONE, NONE}};
        for (int64_t k = rd_load(instance, host, 0); k > 0; k--)
            put(&slices, host, BACK, column++);
    }
    *ret_count = column;
    return slices;
}

static struct event *events_of(const struct rd_trace *trace, struct rd_arena *scratch,
                               size_t *ret_count)
{
    struct event *event = rd_take(scratch, 2 * trace->transfer_count, struct event);
    size_t count = 0;
    for (size_t transfer = 0; transfer < trace->transfer_count; transfer++) {
        const struct rd_timed_transfer *moved = &trace->transfer[transfer];
        if (moved->to == RD_NO_HOST || moved->kind < 0)
            continue;
        event[count++] = (struct event){moved->start_s, transfer, false};
        event[count++] = (struct event){moved->end_s, transfer, true};
    }
    qsort(event, count, sizeof *event, compare);
    *ret_count = count;
    return event;
}

/* Columns under way: a message carries them in the order in which they were taken. */
static void follow(struct slices *slices, const struct rd_instance *instance,
                   const struct rd_trace *trace, uint32_t column_count, struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    size_t event_count;
    struct event *event = events_of(trace, scratch, &event_count);
    uint32_t **carried = rd_take(scratch, trace->transfer_count, uint32_t *);
    for (size_t i = 0; i < event_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[event[i].transfer];
        enum side leaves = transfer->to == (transfer->from + 1) % n ? BACK : FRONT;
        rd_assert(transfer->items <= column_count);
        if (!event[i].arrives) {
            carried[event[i].transfer] = rd_take(scratch, (size_t)transfer->items, uint32_t);
            for (int64_t k = 0; k < transfer->items; k++)
                carried[event[i].transfer][k] = take(slices, transfer->from, leaves);
        } else {
            for (int64_t k = 0; k < transfer->items; k++)
                put(slices, transfer->to, !leaves, carried[event[i].transfer][k]);
        }
    }
}

bool rd_ring_order_is_kept(const struct rd_instance *instance, const struct rd_trace *trace,
                           struct rd_arena *scratch, uint32_t *ret_host)
{
    rd_arena_borrow(scratch);
    uint32_t count, previous = NONE;
    struct slices slices = slices_of(instance, scratch, &count);
    follow(&slices, instance, trace, count, scratch);
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        for (uint32_t column = slices.end[host].at[FRONT]; column != NONE;
             column = slices.beside[column].at[BACK]) {
            if (previous != NONE && column != (previous + 1) % count) {
                *ret_host = host;
                return false;
            }
            previous = column;
        }
    }
    return true;
}
