/* The clock of a self-timed plan where items from several links meet before they are passed on:
 * what a row waits for may come with a row that is listed behind it, so that messages are taken in
 * order of time, from a heap of their ends. */
#include "judge_queues.h"

/* The end of a row's message under way, or the date at which an as-held message is cut. */
struct event {
    double at_s;
    uint32_t row;
    bool cut;
};

struct timed_row {
    double duration_s; /* of a message */
    double start_s; /* of the messages that follow each other without a pause; as held: of this */
    int64_t count;  /* of those; as held: items of this one */
};

struct heap {
    struct rd_judge *judge;
    struct rd_queues queues;
    struct event *event; /* [row_count], the first on top */
    size_t event_count;
    struct timed_row *row;  /* [row_count] */
    double *last_arrival_s; /* [host_count * kind_count]; NULL if no row is as held */
};

/* Ends come before cuts of the same date, so that a cut sees all of it; then by row. */
static bool is_before(struct event a, struct event b)
{
    if (a.at_s != b.at_s)
        return a.at_s < b.at_s;
    return a.cut != b.cut ? b.cut : a.row < b.row;
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

/* The next message of a row starts. */
static bool start(struct heap *heap, uint32_t index, double now_s)
{
    const struct rd_row *row = &heap->judge->plan->row[index];
    struct timed_row *timed = &heap->row[index];
    if (heap->judge->as_held && row->messages == 0) {
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
    return !heap->judge->trace || rd_judge_list(heap->judge, index, now_s, timed->duration_s, 1,
                                                row->items, timed->duration_s);
}

static bool start_ready(struct heap *heap, double now_s)
{
    while (heap->queues.ready_count > 0)
        if (!start(heap, heap->queues.ready[--heap->queues.ready_count], now_s))
            return false;
    return true;
}

static uint64_t link_of(const struct rd_judge *judge, const struct rd_row *row)
{
    return row->to == RD_NO_HOST ? 0
                                 : rd_link_between(&judge->instance->topology, row->from, row->to);
}

/* Everything of its date has arrived: an as-held message takes what is there. */
static bool cut(struct heap *heap, uint32_t index)
{
    struct rd_judge *judge = heap->judge;
    const struct rd_row *row = &judge->plan->row[index];
    struct timed_row *timed = &heap->row[index];
    int64_t items = rd_queues_there(&heap->queues, index);
    double last_s = heap->last_arrival_s[rd_stock_index(judge, row->from, row->kind)];
    timed->start_s = rd_later(timed->start_s, last_s);
    timed->count = items;
    rd_queues_cut(&heap->queues, index, items);
    bool more = !heap->queues.row[index].last_cut;
    if (row->to == RD_NO_HOST)
        judge->computations += more;
    else
        judge->transfers += more;
    if (judge->transfers + judge->computations > judge->limits->single_steps)
        return rd_judge_too_long(judge, index, judge->limits->single_steps,
                                 "messages to be looked at one by one");
    double duration_s = rd_message_s(judge->instance, row, link_of(judge, row), items);
    push(heap, (struct event){timed->start_s + duration_s, index, false});
    return rd_judge_list(judge, index, timed->start_s, duration_s, 1, items, duration_s) &&
           start_ready(heap, timed->start_s);
}

static void open_heap(struct heap *heap, struct rd_judge *judge)
{
    const struct rd_plan *plan = judge->plan;
    *heap = (struct heap){.judge = judge};
    heap->event = rd_take(judge->scratch, plan->row_count, struct event);
    heap->row = rd_take(judge->scratch, plan->row_count, struct timed_row);
    if (judge->as_held)
        heap->last_arrival_s =
            rd_take(judge->scratch, (size_t)judge->host_count * judge->kind_count, double);
    for (size_t i = 0; i < plan->row_count; i++)
        heap->row[i].duration_s = rd_message_s(judge->instance, &plan->row[i],
                                               link_of(judge, &plan->row[i]), plan->row[i].items);
    rd_queues_open(&heap->queues, judge, false);
}

bool rd_judge_by_heap(struct rd_judge *judge)
{
    int64_t limit = judge->limits->single_steps;
    if (judge->transfers > limit || judge->computations > limit)
        return rd_judge_too_long(judge, 0, limit, "messages to be looked at one by one");
    struct heap heap;
    open_heap(&heap, judge);
    if (!start_ready(&heap, 0))
        return false;
    while (heap.event_count > 0) {
        struct event event = pop(&heap);
        if (event.cut) {
            if (!cut(&heap, event.row))
                return false;
            continue;
        }
        const struct rd_row *row = &judge->plan->row[event.row];
        judge->makespan_s = rd_later(judge->makespan_s, event.at_s);
        if (heap.last_arrival_s && row->to != RD_NO_HOST && row->kind >= 0)
            heap.last_arrival_s[rd_stock_index(judge, row->to, row->kind)] = event.at_s;
        rd_queues_end(&heap.queues, event.row, 1,
                      row->messages ? row->items : heap.row[event.row].count);
        if (!start_ready(&heap, event.at_s))
            return false;
    }
    rd_assert(heap.queues.rows_left == 0); /* rows that can be executed one by one all end */
    return true;
}
