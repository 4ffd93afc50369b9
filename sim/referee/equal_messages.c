/* The clock of a self-timed plan of equal messages where items from several links meet.
 *
 * A host gives items to its transfers, and places at its out-port, in the order of the plan. So
 * they are a queue: how far it has got says all. An in-port admits transfers in the order of the
 * plan, too, and is a second queue. Nobody waits for a link: when both ports let a transfer
 * through, those before it on its link have their items and places, and so it is known when the
 * last of them will have ended.
 *
 * Most of the time is spent on memory, so that there is little of it for each transfer: events and
 * queues name hosts, and the plan is not looked at again. */
#include "equal_messages.h"

#include "busy_links.h"
#include "events.h"

#define INLINE inline __attribute__((always_inline))

struct host {
    int64_t spare;              /* messages whose items are here and not given to a transfer yet */
    uint32_t out_next, out_end; /* transfers that still lack items or a place at the out-port */
    uint32_t in_next, in_end;   /* and at the in-port */
    uint32_t out_free;          /* places */
};

struct clock {
    struct rd_referee *referee;
    int64_t items;             /* of a message */
    double each_s;             /* it lasts, where costs are equal */
    struct rd_events events;   /* a message from `what` to `whom` ends */
    struct rd_busy_links busy; /* until all messages that were let through have ended */
    struct host *host;         /* [host_count] */
    uint32_t *to;              /* [transfer_count] by sender; k ports: and its place in `from` */
    uint32_t *from;            /* [transfer_count] by receiver; k ports */
};

/* A bit of a sender in `from`: only the in-port has not let the transfer through. */
#define WAITS (UINT32_C(1) << 31)

/* How far ahead of its turn a queue is fetched. */
enum { AHEAD = 24 };

/* So many hosts do not stay in the first cache. */
enum { MANY_HOSTS = 256 };

/* The receiver of a transfer, and behind it its place, if there are k ports. */
static INLINE uint32_t *to_of(const struct clock *clock, bool k_ports, uint32_t index)
{
    return &clock->to[(size_t)index << k_ports];
}

/* Both ports have let a transfer through, and its items are there. */
static INLINE void begin(struct clock *clock, uint32_t from, uint32_t to, double now_s)
{
    const struct rd_instance *instance = clock->referee->instance;
    double each_s = clock->each_s;
    if (!instance->costs_equal)
        each_s = rd_message_duration_s(
            rd_link_cost(instance, rd_link_between(&instance->topology, from, to)),
            rd_content_bytes(instance, 0, clock->items));
    double until_s, *busy_s = rd_busy_until(&clock->busy, from, to, now_s, &until_s);
    double end_s = rd_latest_of(now_s, until_s) + each_s;
    *busy_s = end_s;
    rd_events_push(&clock->events, (struct rd_event){end_s, from, to});
}

/* Lets go what a host has the items and the places for. */
static INLINE void send(struct clock *clock, bool k_ports, uint32_t from, double now_s)
{
    struct host *host = &clock->host[from];
    while (host->spare > 0 && host->out_next < host->out_end && (!k_ports || host->out_free > 0)) {
        const uint32_t *to = to_of(clock, k_ports, host->out_next++);
        __builtin_prefetch(to + AHEAD);
        host->spare--;
        host->out_free -= k_ports;
        if (k_ports && to[1] >= clock->host[to[0]].in_next)
            clock->from[to[1]] |= WAITS;
        else
            begin(clock, from, to[0], now_s);
    }
}

/* The in-port of a host has a place more. */
static INLINE void admit(struct clock *clock, uint32_t to, double now_s)
{
    struct host *host = &clock->host[to];
    if (host->in_next == host->in_end)
        return;
    uint32_t from = clock->from[host->in_next++];
    __builtin_prefetch(&clock->from[host->in_next + AHEAD]);
    if (from & WAITS)
        begin(clock, from & ~WAITS, to, now_s);
}

/* Fetches the queues of the hosts of an event that comes a little later. */
static INLINE void fetch_ahead(const struct clock *clock, bool k_ports,
                               const struct rd_event *event)
{
    enum { TO_QUEUES = 12 };
    event = rd_events_ahead(&clock->events, TO_QUEUES, event);
    const struct host *from = &clock->host[event->what], *to = &clock->host[event->whom];
    __builtin_prefetch(to_of(clock, k_ports, to->out_next));
    if (k_ports) {
        __builtin_prefetch(to_of(clock, k_ports, from->out_next));
        __builtin_prefetch(&clock->from[to->in_next]);
    }
}

/* Inline, so that k ports and all ports have code of their own. */
static INLINE void play(struct clock *clock, bool k_ports)
{
    uint32_t hosts = clock->referee->host_count;
    bool many = hosts > MANY_HOSTS;
    int64_t left = clock->referee->transfers;
    struct rd_event event = {0};
    for (uint32_t host = 0; host < hosts; host++)
        send(clock, k_ports, host, 0);
    for (; rd_events_pop(&clock->events, &event); left--) {
        if (many)
            fetch_ahead(clock, k_ports, &event);
        clock->host[event.whom].spare++;
        send(clock, k_ports, event.whom, event.at_s);
        if (!k_ports)
            continue;
        clock->host[event.what].out_free++;
        send(clock, k_ports, event.what, event.at_s);
        admit(clock, event.whom, event.at_s);
    }
    rd_assert(left == 0); /* transfers that can be executed one by one all end */
    clock->referee->makespan_s = event.at_s;
}

/* Where the queues of all hosts begin and end, and how many messages they hold. */
static void open_hosts(struct clock *clock)
{
    const struct rd_referee *referee = clock->referee;
    clock->host = rd_take(referee->scratch, referee->host_count, struct host);
    uint32_t out = 0, in = 0;
    for (uint32_t i = 0; i < referee->host_count; i++) {
        const struct rd_inventory *inventory = &referee->inventory[i];
        struct host *host = &clock->host[i];
        int64_t load = referee->instance->load[i];
        uint32_t window = rd_window_of(referee, i);
        host->spare = load / clock->items;
        host->out_next = out;
        host->out_end = out += (uint32_t)((load - inventory->own_left) / clock->items);
        host->out_free = window;
        host->in_next = in;
        host->in_end = in += (uint32_t)((inventory->held - inventory->own_left) / clock->items);
    }
}

/* Enters all transfers into the queues, and lets those through that in-ports admit at once. */
static INLINE void enter(struct clock *clock, bool k_ports)
{
    const struct rd_referee *referee = clock->referee;
    uint32_t *out = rd_take(referee->scratch, referee->host_count, uint32_t);
    uint32_t *in = rd_take(referee->scratch, referee->host_count, uint32_t);
    for (uint32_t i = 0; i < referee->host_count; i++) {
        struct host *host = &clock->host[i];
        uint32_t window = rd_window_of(referee, i), count = host->in_end - host->in_next;
        out[i] = host->out_next;
        in[i] = host->in_next;
        host->in_next += window < count ? window : count;
    }
    for (size_t i = 0; i < referee->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        uint32_t *to = to_of(clock, k_ports, out[transfer->from]++);
        to[0] = transfer->to;
        __builtin_prefetch(to + AHEAD, 1);
        if (!k_ports)
            continue;
        to[1] = in[transfer->to]++;
        clock->from[to[1]] = transfer->from;
        __builtin_prefetch(&clock->from[to[1] + AHEAD], 1);
    }
}

bool rd_has_equal_messages(const struct rd_referee *referee)
{
    return referee->equal_items && referee->kind_count == 1 && referee->host_count < WAITS &&
           referee->transfers == (int64_t)referee->plan->transfer_count && !referee->computes &&
           !referee->as_held && !referee->has_control && !referee->has_rounds && !referee->trace;
}

void rd_referee_equal_messages(struct rd_referee *referee)
{
    const struct rd_instance *instance = referee->instance;
    const struct rd_transfer *first = referee->plan->transfer;
    size_t transfers = referee->plan->transfer_count;
    bool k_ports = referee->window != UINT32_MAX;
    struct clock clock = {.referee = referee,
                          .items = first->items,
                          .each_s = rd_message_s(instance, first, 0, first->items)};
    clock.to = rd_take(referee->scratch, transfers << k_ports, uint32_t);
    if (k_ports)
        clock.from = rd_take(referee->scratch, transfers, uint32_t);
    rd_busy_links_open(&clock.busy, &instance->topology, referee->scratch);
    rd_events_open(&clock.events, referee->scratch, false);
    open_hosts(&clock);
    if (k_ports) {
        enter(&clock, true);
        play(&clock, true);
    } else {
        enter(&clock, false);
        play(&clock, false);
    }
}
