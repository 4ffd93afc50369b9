/* The clock of a self-timed plan where items from several links meet before they are passed on:
 * what a transfer waits for may come with a transfer that is listed behind it, so that messages are
 * taken in order of time, from a heap of their ends. */
#include "queues.h"

/* The end of a transfer's message under way, or the date at which an as-held message is split off.
 */
struct event {
    double at_s;
    uint32_t transfer;
    bool split;
};

struct timed_transfer {
    double duration_s; /* of a message */
    double start_s; /* of the messages that follow each other without a pause; as held: of this */
    int64_t count;  /* of those; as held: items of this one */
};

struct heap {
    struct rd_referee *referee;
    struct rd_queues queues;
    struct event *event; /* [transfer_count], the first on top */
    size_t event_count;
    struct timed_transfer *transfer; /* [transfer_count] */
    double *last_arrival_s;          /* [host_count * kind_count]; NULL if no transfer is as held */
};

/* Ends come before splits of the same date, so that a split sees all of them; then by transfer. */
static bool is_before(struct event a, struct event b)
{
    if (a.at_s != b.at_s)
        return a.at_s < b.at_s;
    return a.split != b.split ? b.split : a.transfer < b.transfer;
}

static void push(struct heap *heap, struct event event)
{
    size_t hole = heap->event_count++;
    while (hole > 0 && is_before(event, heap->event[(hole - 1) / 2])) {
        heap->event[hole] = heap->event[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap->event[hole] = event;
}

static struct event pop(struct heap *heap)
{
    struct event top = heap->event[0], last = heap->event[--heap->event_count];
    size_t hole = 0;
    for (;;) {
        size_t child = 2 * hole + 1;
        if (child >= heap->event_count)
            break;
        if (child + 1 < heap->event_count && is_before(heap->event[child + 1], heap->event[child]))
            child++;
        if (!is_before(heap->event[child], last))
            break;
        heap->event[hole] = heap->event[child];
        hole = child;
    }
    heap->event[hole] = last;
    return top;
}

/* The next message of a transfer starts. */
static bool start(struct heap *heap, uint32_t index, double now_s)
{
    const struct rd_transfer *transfer = &heap->referee->plan->transfer[index];
    struct timed_transfer *timed = &heap->transfer[index];
    if (heap->referee->as_held && transfer->messages == 0) {
        timed->start_s = now_s;
        push(heap, (struct event){now_s + RD_SAME_DATE_S, index, true});
        return true;
    }
    /* Without pauses ends are multiplied out, not added up. */
    if (timed->count == 0 || timed->start_s + (double)timed->count * timed->duration_s != now_s) {
        timed->start_s = now_s;
        timed->count = 0;
    }
    timed->count++;
    push(heap,
         (struct event){timed->start_s + (double)timed->count * timed->duration_s, index, false});
    return !heap->referee->trace || rd_referee_list(heap->referee, index, now_s, timed->duration_s,
                                                    1, transfer->items, timed->duration_s);
}

static bool start_ready(struct heap *heap, double now_s)
{
    while (heap->queues.ready_count > 0)
        if (!start(heap, heap->queues.ready[--heap->queues.ready_count], now_s))
            return false;
    return true;
}

static uint64_t link_of(const struct rd_referee *referee, const struct rd_transfer *transfer)
{
    return transfer->to == RD_NO_HOST
               ? 0
               : rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
}

/* Everything of its date has arrived: an as-held message takes what is there. */
static bool split(struct heap *heap, uint32_t index)
{
    struct rd_referee *referee = heap->referee;
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    struct timed_transfer *timed = &heap->transfer[index];
    int64_t items = rd_queues_available(&heap->queues, index);
    double last_s =
        heap->last_arrival_s[rd_inventory_index(referee, transfer->from, transfer->kind)];
    timed->start_s = rd_latest_of(timed->start_s, last_s);
    timed->count = items;
    rd_queues_split(&heap->queues, index, items);
    bool more = !heap->queues.transfer[index].last_split;
    if (transfer->to == RD_NO_HOST)
        referee->computations += more;
    else
        referee->transfers += more;
    if (referee->transfers + referee->computations > referee->limits->single_steps)
        return rd_referee_too_long(referee, index, referee->limits->single_steps,
                                   "messages to be looked at one by one");
    double duration_s =
        rd_message_s(referee->instance, transfer, link_of(referee, transfer), items);
    push(heap, (struct event){timed->start_s + duration_s, index, false});
    return rd_referee_list(referee, index, timed->start_s, duration_s, 1, items, duration_s) &&
           start_ready(heap, timed->start_s);
}

static void open_heap(struct heap *heap, struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    *heap = (struct heap){.referee = referee};
    heap->event = rd_take(referee->scratch, plan->transfer_count, struct event);
    heap->transfer = rd_take(referee->scratch, plan->transfer_count, struct timed_transfer);
    if (referee->as_held)
        heap->last_arrival_s =
            rd_take(referee->scratch, (size_t)referee->host_count * referee->kind_count, double);
    for (size_t i = 0; i < plan->transfer_count; i++)
        heap->transfer[i].duration_s =
            rd_message_s(referee->instance, &plan->transfer[i],
                         link_of(referee, &plan->transfer[i]), plan->transfer[i].items);
    rd_queues_open(&heap->queues, referee, false);
}

bool rd_referee_multi_source(struct rd_referee *referee)
{
    int64_t limit = referee->limits->single_steps;
    if (referee->transfers > limit || referee->computations > limit)
        return rd_referee_too_long(referee, 0, limit, "messages to be looked at one by one");
    if (referee->window == UINT32_MAX && referee->kind_count == 1 && !referee->has_rounds &&
        !referee->has_control && !referee->as_held)
        return rd_referee_all_ports(referee);
    struct heap heap;
    open_heap(&heap, referee);
    if (!start_ready(&heap, 0))
        return false;
    while (heap.event_count > 0) {
        struct event event = pop(&heap);
        if (event.split) {
            if (!split(&heap, event.transfer))
                return false;
            continue;
        }
        const struct rd_transfer *transfer = &referee->plan->transfer[event.transfer];
        referee->makespan_s = rd_latest_of(referee->makespan_s, event.at_s);
        if (heap.last_arrival_s && transfer->to != RD_NO_HOST && transfer->kind >= 0)
            heap.last_arrival_s[rd_inventory_index(referee, transfer->to, transfer->kind)] =
                event.at_s;
        rd_queues_end(&heap.queues, event.transfer, 1,
                      transfer->messages ? transfer->items : heap.transfer[event.transfer].count);
        if (!start_ready(&heap, event.at_s))
            return false;
    }
    rd_assert(heap.queues.transfers_left ==
              0); /* transfers that can be executed one by one all end */
    return true;
}
