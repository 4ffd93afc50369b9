/* The clock of a self-timed plan where items from several links meet before they are passed on:
 * what a transfer waits for may come with a transfer that is listed behind it, so that messages are
 * taken in order of time.
 *
 * Ends wait in lines or in a heap. Most messages of a plan last one of a few times, so that most
 * ends come no earlier than those found before them: lines of rising dates take those, at no cost
 * that grows, and tell early what memory will be needed. */
#include "queues.h"

#include "sim/base/heap.h"

#include <math.h>

/* The end of a transfer's message under way, or the date at which an as-held message is split off.
 */
struct event {
    double at_s;
    uint32_t transfer;
    bool split;
};

/* Events of rising dates, first in, first out: a ring. */
struct line {
    struct event *event; /* [capacity], a power of two */
    double last_s;
    uint32_t first, count, capacity;
};

enum { LINES = 4, FIRST_CAPACITY = 16 };

struct timed_transfer {
    double start_s; /* of the messages that follow each other without a pause; as held: of this */
    int64_t count;  /* of those; as held: items of this one */
};

struct clock {
    struct rd_referee *referee;
    struct rd_queues queues;
    struct line line[LINES];
    uint32_t line_count, most_lines; /* in use; 0 if a transfer is as held: splits of one date come
                                        in a fixed order */
    struct event *heap;              /* [heap_count] those that came too early for every line */
    size_t heap_count;
    struct timed_transfer *transfer; /* [transfer_count] */
    double *last_arrival_s;          /* [host_count * kind_count]; NULL if no transfer is as held */
};

/* Ends come before splits of the same date, so that a split sees all of them; then by transfer. */
static bool is_before(const struct clock *clock, struct event a, struct event b)
{
    (void)clock;
    if (a.at_s != b.at_s)
        return a.at_s < b.at_s;
    return a.split != b.split ? b.split : a.transfer < b.transfer;
}

RD_DEFINE_HEAP(struct clock, struct event, heap, heap_count, is_before, RD_HEAP_PUT)

/* Twice as long a ring: what had wrapped around goes on behind the old end. */
static void lengthen(struct line *line, struct rd_arena *scratch)
{
    uint32_t old = line->capacity;
    line->capacity = old ? 2 * old : FIRST_CAPACITY;
    line->event = rd_arena_grow(scratch, line->event, old, line->capacity, sizeof *line->event);
    for (uint32_t i = 0; i < line->first; i++)
        line->event[old + i] = line->event[i];
}

static inline void push(struct clock *clock, struct event event)
{
    for (struct line *line = clock->line; line < clock->line + clock->most_lines; line++) {
        if (line == clock->line + clock->line_count)
            clock->line_count++;
        else if (event.at_s < line->last_s && line->count > 0)
            continue;
        if (line->count == line->capacity)
            lengthen(line, clock->referee->scratch);
        line->event[(line->first + line->count++) & (line->capacity - 1)] = event;
        line->last_s = event.at_s;
        return;
    }
    rd_heap_rise(clock, clock->heap_count++, event);
}

/* Fetches what events that come a little later in a line will need. */
static inline __attribute__((always_inline)) void fetch_ahead(const struct clock *clock,
                                                              const struct line *line)
{
    enum { TO_TRANSFER = 24, TO_HOSTS = 12 };
    if (line->count <= TO_TRANSFER)
        return;
    uint32_t mask = line->capacity - 1;
    uint32_t index = line->event[(line->first + TO_TRANSFER) & mask].transfer;
    __builtin_prefetch(&clock->queues.plan[index]);
    __builtin_prefetch(&clock->queues.next_link[index]);
    index = line->event[(line->first + TO_HOSTS) & mask].transfer;
    rd_queues_fetch(&clock->queues, index);
}

/* Takes the first event of all. Returns: false if there is none. */
static inline bool pop(struct clock *clock, struct event *ret_event)
{
    struct line *first = NULL;
    double first_s = clock->heap_count > 0 ? clock->heap[0].at_s : INFINITY;
    for (struct line *line = clock->line; line < clock->line + clock->line_count; line++) {
        if (line->count == 0 || line->event[line->first].at_s > first_s)
            continue;
        first = line;
        first_s = line->event[line->first].at_s;
    }
    if (!first && clock->heap_count == 0)
        return false;
    if (!first) {
        *ret_event = rd_heap_pop(clock);
        return true;
    }
    *ret_event = first->event[first->first];
    first->first = (first->first + 1) & (first->capacity - 1);
    first->count--;
    fetch_ahead(clock, first);
    return true;
}

static inline double duration_s(const struct rd_referee *referee,
                                const struct rd_transfer *transfer, int64_t items)
{
    bool linked = transfer->to != RD_NO_HOST && !referee->instance->costs_equal;
    uint64_t link =
        linked ? rd_link_between(&referee->instance->topology, transfer->from, transfer->to) : 0;
    return rd_message_s(referee->instance, transfer, link, items);
}

/* The next message of a transfer starts. */
static bool start(struct clock *clock, uint32_t index, double now_s)
{
    const struct rd_transfer *transfer = &clock->referee->plan->transfer[index];
    struct timed_transfer *timed = &clock->transfer[index];
    if (transfer->messages == 0) {
        timed->start_s = now_s;
        push(clock, (struct event){now_s + RD_SAME_DATE_S, index, true});
        return true;
    }
    double lasts_s = duration_s(clock->referee, transfer, transfer->items);
    double end_s = now_s + lasts_s;
    if (transfer->messages > 1) {
        /* Without pauses ends are multiplied out, not added up. */
        if (timed->count == 0 || timed->start_s + (double)timed->count * lasts_s != now_s) {
            timed->start_s = now_s;
            timed->count = 0;
        }
        timed->count++;
        end_s = timed->start_s + (double)timed->count * lasts_s;
    }
    push(clock, (struct event){end_s, index, false});
    return !clock->referee->trace ||
           rd_referee_list(clock->referee, index, now_s, lasts_s, 1, transfer->items, lasts_s);
}

static bool start_ready(struct clock *clock, double now_s)
{
    while (clock->queues.ready_count > 0)
        if (!start(clock, clock->queues.ready[--clock->queues.ready_count], now_s))
            return false;
    return true;
}

/* Everything of its date has arrived: an as-held message takes what is there. */
static bool split(struct clock *clock, uint32_t index)
{
    struct rd_referee *referee = clock->referee;
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    struct timed_transfer *timed = &clock->transfer[index];
    int64_t items = rd_queues_available(&clock->queues, index);
    double last_s =
        clock->last_arrival_s[rd_inventory_index(referee, transfer->from, transfer->kind)];
    timed->start_s = rd_latest_of(timed->start_s, last_s);
    timed->count = items;
    rd_queues_split(&clock->queues, index, items);
    bool more = rd_queues_left(&clock->queues, index) > 0;
    if (transfer->to == RD_NO_HOST)
        referee->computations += more;
    else
        referee->transfers += more;
    if (referee->transfers + referee->computations > referee->limits->single_steps)
        return rd_referee_too_long(referee, index, referee->limits->single_steps,
                                   "messages to be looked at one by one");
    double lasts_s = duration_s(referee, transfer, items);
    push(clock, (struct event){timed->start_s + lasts_s, index, false});
    return rd_referee_list(referee, index, timed->start_s, lasts_s, 1, items, lasts_s) &&
           start_ready(clock, timed->start_s);
}

static void open_clock(struct clock *clock, struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    *clock = (struct clock){.referee = referee, .most_lines = referee->as_held ? 0 : LINES};
    clock->heap = rd_take(referee->scratch, plan->transfer_count, struct event);
    clock->transfer = rd_take(referee->scratch, plan->transfer_count, struct timed_transfer);
    if (referee->as_held)
        clock->last_arrival_s =
            rd_take(referee->scratch, (size_t)referee->host_count * referee->kind_count, double);
    rd_queues_open(&clock->queues, referee, false);
}

bool rd_referee_multi_source(struct rd_referee *referee)
{
    int64_t limit = referee->limits->single_steps;
    if (referee->transfers > limit || referee->computations > limit)
        return rd_referee_too_long(referee, 0, limit, "messages to be looked at one by one");
    struct clock clock;
    struct event event;
    open_clock(&clock, referee);
    if (!start_ready(&clock, 0))
        return false;
    while (pop(&clock, &event)) {
        if (event.split) {
            if (!split(&clock, event.transfer))
                return false;
            continue;
        }
        const struct rd_transfer *transfer = &referee->plan->transfer[event.transfer];
        referee->makespan_s = rd_latest_of(referee->makespan_s, event.at_s);
        if (clock.last_arrival_s && transfer->to != RD_NO_HOST && transfer->kind >= 0)
            clock.last_arrival_s[rd_inventory_index(referee, transfer->to, transfer->kind)] =
                event.at_s;
        rd_queues_end(&clock.queues, event.transfer, 1,
                      transfer->messages ? transfer->items : clock.transfer[event.transfer].count);
        if (!start_ready(&clock, event.at_s))
            return false;
    }
    rd_assert(clock.queues.transfers_left ==
              0); /* transfers that can be executed one by one all end */
    return true;
}
