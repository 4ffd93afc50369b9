/* The clock of a self-timed plan in order of time. What a transfer waits for may come with one that
 * is listed behind it, where items from several links meet before they are passed on; and what is
 * listed behind a message may slow it down, where messages share links. Plans of equal messages
 * that do not are for equal_messages.c. */
#include "events.h"
#include "parts.h"
#include "queues.h"
#include "shared_flows.h"

struct timed_transfer {
    double start_s; /* of the messages that follow each other without a pause; as held, or where
                       links are shared: of this */
    int64_t count;  /* of those; as held: items of this one */
};

/* Events. Ends come before splits of the same date, so that a split sees all of them. */
enum { MESSAGE_ENDS, BYTES_BEGIN, AS_HELD_IS_SPLIT };

/* Rates are found once for what comes and goes within this part of a date, as rounding does. */
static const double SAME_DATE = 1e-14;

struct clock {
    struct rd_referee *referee;
    struct rd_queues queues;
    struct rd_room_queues rooms; /* if anything waits for room */
    struct rd_events events;
    struct rd_shared_flows *flows;   /* NULL if nothing shares links */
    uint8_t *lacks_room;             /* [transfer_count] by bytes, when their latency is over */
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

static double duration_s(const struct rd_referee *referee, const struct rd_transfer *transfer,
                         int64_t items)
{
    bool linked = transfer->to != RD_NO_HOST && !referee->instance->costs_equal;
    uint64_t link =
        linked ? rd_link_between(&referee->instance->topology, transfer->from, transfer->to) : 0;
    return rd_message_s(referee->instance, transfer, link, items);
}

/* The items of a transfer's message under way. */
static int64_t items_of(const struct clock *clock, uint32_t index)
{
    const struct rd_transfer *transfer = &clock->queues.plan[index];
    return transfer->messages ? transfer->items : clock->transfer[index].count;
}

/* Do the messages of a transfer move over links that are shared? */
static bool is_shared(const struct clock *clock, uint32_t index)
{
    return clock->flows && clock->flows->flow_of[index] != RD_NO_FLOW;
}

/* The latency of a message is over: its bytes move, its own first. */
static void begin_bytes(struct clock *clock, uint32_t index, double now_s)
{
    const struct rd_instance *instance = clock->referee->instance;
    double bytes =
        instance->message_bytes +
        rd_content_bytes(instance, clock->queues.plan[index].kind, items_of(clock, index));
    if (bytes > 0)
        rd_shared_flows_add(clock->flows, index, bytes, now_s);
    else
        rd_events_push(&clock->events, (struct rd_event){now_s, MESSAGE_ENDS, index});
}

static double silence_s(const struct clock *clock, uint32_t index)
{
    const struct rd_instance *instance = clock->referee->instance;
    const struct rd_transfer *transfer = &clock->queues.plan[index];
    uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
    return rd_link_silence_s(instance, rd_link_cost(instance, link));
}

/* Does a transfer wait for room when its latency is over? */
static bool is_by_bytes(const struct clock *clock, uint32_t index)
{
    return clock->rooms.by_bytes && clock->rooms.by_bytes[index];
}

/* The latency of a message by bytes is over. If there is room, it started so long ago that they
 * begin now. */
static bool begin_by_bytes(struct clock *clock, uint32_t index, double now_s)
{
    clock->lacks_room[index] = clock->rooms.lacks[index] > 0;
    if (clock->lacks_room[index])
        return true;
    double start_s = now_s - silence_s(clock, index);
    if (is_shared(clock, index)) {
        clock->transfer[index].start_s = start_s;
        begin_bytes(clock, index, now_s);
        return true;
    }
    int64_t items = items_of(clock, index);
    double lasts_s = duration_s(clock->referee, &clock->queues.plan[index], items);
    double end_s = rd_latest_of(now_s, start_s + lasts_s);
    rd_events_push(&clock->events, (struct rd_event){end_s, MESSAGE_ENDS, index});
    return rd_referee_list(clock->referee, index, start_s, lasts_s, 1, items, lasts_s);
}

/* Those that waited for room by bytes, and have it now. */
static bool begin_where_room(struct clock *clock, double now_s)
{
    for (size_t i = 0; i < clock->rooms.let_in_count; i++) {
        uint32_t index = clock->rooms.let_in[i];
        if (clock->lacks_room[index] && !begin_by_bytes(clock, index, now_s))
            return false;
    }
    clock->rooms.let_in_count = 0;
    return true;
}

/* A message starts whose end, or whose start, depends on others. */
static bool start_shared(struct clock *clock, uint32_t index, double now_s)
{
    double begins_s = now_s + silence_s(clock, index);
    clock->transfer[index].start_s = now_s;
    if (begins_s > now_s)
        rd_events_push(&clock->events, (struct rd_event){begins_s, BYTES_BEGIN, index});
    else if (is_by_bytes(clock, index))
        return begin_by_bytes(clock, index, now_s);
    else
        begin_bytes(clock, index, now_s);
    return true;
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
    if (is_shared(clock, index) || is_by_bytes(clock, index))
        return start_shared(clock, index, now_s);
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
    if (is_shared(clock, index))
        return start_shared(clock, index, timed->start_s) && start_ready(clock, timed->start_s);
    double lasts_s = duration_s(referee, transfer, items);
    rd_events_push(&clock->events,
                   (struct rd_event){timed->start_s + lasts_s, MESSAGE_ENDS, index});
    return rd_referee_list(referee, index, timed->start_s, lasts_s, 1, items, lasts_s) &&
           start_ready(clock, timed->start_s);
}

static bool end_message(struct clock *clock, uint32_t index, double at_s)
{
    struct rd_referee *referee = clock->referee;
    const struct rd_transfer *transfer = &referee->plan->transfer[index];
    int64_t items = items_of(clock, index);
    referee->makespan_s = rd_latest_of(referee->makespan_s, at_s);
    if (clock->last_arrival_s && transfer->to != RD_NO_HOST && transfer->kind >= 0)
        clock->last_arrival_s[rd_inventory_index(referee, transfer->to, transfer->kind)] = at_s;
    if (is_shared(clock, index)) {
        double start_s = clock->transfer[index].start_s;
        if (!rd_referee_list(referee, index, start_s, 0, 1, items, at_s - start_s))
            return false;
    }
    rd_queues_end(&clock->queues, index, 1, items);
    return (!clock->lacks_room || begin_where_room(clock, at_s)) && start_ready(clock, at_s);
}

static bool take(struct clock *clock, struct rd_event event)
{
    switch (event.what) {
    case AS_HELD_IS_SPLIT: return split(clock, event.whom);
    case BYTES_BEGIN:
        if (is_by_bytes(clock, event.whom))
            return begin_by_bytes(clock, event.whom, event.at_s);
        begin_bytes(clock, event.whom, event.at_s);
        return true;
    default: return end_message(clock, event.whom, event.at_s);
    }
}

/* Plays what depends on no other message once it has started. */
static bool play_alone(struct clock *clock)
{
    struct rd_event event;
    while (rd_events_pop(&clock->events, &event)) {
        fetch_ahead(clock, &event);
        if (!take(clock, event))
            return false;
    }
    return true;
}

/* The same, and messages that share links: the next end of these is known when all that comes and
 * goes at a date has. */
static bool play_shared(struct clock *clock)
{
    struct rd_shared_flows *flows = clock->flows;
    double now_s = 0;
    for (;;) {
        double event_s = rd_events_first_s(&clock->events);
        double flow_s = rd_shared_flows_first_s(flows), next_s = fmin(event_s, flow_s);
        struct rd_event event;
        if (rd_shared_flows_changed(flows) && next_s > now_s * (1 + SAME_DATE)) {
            if (!rd_shared_flows_refresh(flows))
                return false;
            continue;
        }
        if (isinf(next_s)) {
            if (clock->queues.transfers_left > 0)
                clock->referee->makespan_s = INFINITY;
            return true;
        }
        now_s = rd_latest_of(now_s, next_s);
        if (flow_s <= event_s) {
            if (!end_message(clock, rd_shared_flows_end(flows), flow_s))
                return false;
        } else if (rd_events_pop(&clock->events, &event) && !take(clock, event)) {
            return false;
        }
    }
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
    if (referee->shares) {
        clock->flows = rd_take(referee->scratch, 1, struct rd_shared_flows);
        rd_shared_flows_open(clock->flows, referee);
    }
    if (referee->keeps)
        rd_room_queues_open(&clock->rooms, referee);
    if (referee->keeps_bytes)
        clock->lacks_room = rd_take(referee->scratch, plan->transfer_count, uint8_t);
    rd_queues_open(&clock->queues, referee, false, referee->keeps ? &clock->rooms : NULL);
}

bool rd_referee_by_time(struct rd_referee *referee)
{
    int64_t limit = referee->limits->single_steps;
    if (referee->transfers > limit || referee->computations > limit)
        return rd_referee_too_long(referee, 0, limit, "messages to be looked at one by one");
    if (!referee->keeps && !referee->shares && rd_has_equal_messages(referee)) {
        rd_referee_equal_messages(referee);
        return true;
    }
    struct clock clock;
    open_clock(&clock, referee);
    if (!start_ready(&clock, 0) || !(clock.flows ? play_shared(&clock) : play_alone(&clock)))
        return false;
    /* Transfers that can be executed one by one all end, if at a date that is a number. */
    rd_assert(clock.queues.transfers_left == 0 || isinf(referee->makespan_s));
    return true;
}
