/* The clock of a self-timed plan where items from several links meet before they are passed on:
 * what a transfer waits for may come with a transfer that is listed behind it, so that messages are
 * taken in order of time. Plans of equal messages are for equal_messages.c. */
#include "events.h"
#include "equal_messages.h"
#include "queues.h"

struct timed_transfer {
    double start_s; /* of the messages that follow each other without a pause; as held: of this */
    int64_t count;  /* of those; as held: items of this one */
};

/* Events. Ends come before splits of the same date, so that a split sees all of them. */
enum { MESSAGE_ENDS, AS_HELD_IS_SPLIT };

struct clock {
    struct rd_referee *referee;
    struct rd_queues queues;
    struct rd_events events;
    struct timed_transfer *transfer; /* [transfer_count] */
    double *last_arrival_s;          /* [host_count * kind_count]; NULL if no transfer is as held */
};

/* Fetches what events that come a little later will need. Inlined always: gcc drops the call of a
 * function that only fetches. */
static inline __attribute__((always_inline)) void fetch_ahead(const struct clock *clock,
                                                              const struct rd_event *event)
{
    enum { TO_TRANSFER = 24, TO_HOSTS = 12 };
    uint32_t index = rd_events_ahead(&clock->events, TO_TRANSFER, event)->whom;
    __builtin_prefetch(&clock->queues.plan[index]);
    __builtin_prefetch(&clock->queues.next_link[index]);
    rd_queues_fetch(&clock->queues, rd_events_ahead(&clock->events, TO_HOSTS, event)->whom);
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
        rd_events_push(&clock->events,
                       (struct rd_event){now_s + RD_SAME_DATE_S, AS_HELD_IS_SPLIT, index});
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
    rd_events_push(&clock->events, (struct rd_event){end_s, MESSAGE_ENDS, index});
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
    rd_events_push(&clock->events,
                   (struct rd_event){timed->start_s + lasts_s, MESSAGE_ENDS, index});
    return rd_referee_list(referee, index, timed->start_s, lasts_s, 1, items, lasts_s) &&
           start_ready(clock, timed->start_s);
}

static void open_clock(struct clock *clock, struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    *clock = (struct clock){.referee = referee};
    rd_events_open(&clock->events, referee->scratch, referee->as_held);
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
    if (rd_has_equal_messages(referee)) {
        rd_referee_equal_messages(referee);
        return true;
    }
    struct clock clock;
    struct rd_event event;
    open_clock(&clock, referee);
    if (!start_ready(&clock, 0))
        return false;
    while (rd_events_pop(&clock.events, &event)) {
        fetch_ahead(&clock, &event);
        if (event.what == AS_HELD_IS_SPLIT) {
            if (!split(&clock, event.whom))
                return false;
            continue;
        }
        const struct rd_transfer *transfer = &referee->plan->transfer[event.whom];
        referee->makespan_s = rd_latest_of(referee->makespan_s, event.at_s);
        if (clock.last_arrival_s && transfer->to != RD_NO_HOST && transfer->kind >= 0)
            clock.last_arrival_s[rd_inventory_index(referee, transfer->to, transfer->kind)] =
                event.at_s;
        rd_queues_end(&clock.queues, event.whom, 1,
                      transfer->messages ? transfer->items : clock.transfer[event.whom].count);
        if (!start_ready(&clock, event.at_s))
            return false;
    }
    rd_assert(clock.queues.transfers_left ==
              0); /* transfers that can be executed one by one all end */
    return true;
}
