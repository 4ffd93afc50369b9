/* The clock of a self-timed plan of equal messages where items from several links meet. by_time.c
 * says the same of any plan; this is here for its speed alone: it judges 10^5 messages between 64
 * to 2048 hosts behind a switch in a half to a sixth of the time (`pooled` of bench_referee).
 *
 * A host gives items to its transfers, and places at its out-port, in the order of the plan. So
 * they are a queue: how far it has got says all. An in-port admits transfers in the order of the
 * plan, too: how many it has admitted says of each transfer whether it is one of them. Nobody waits
 * for a link: when both ports let a transfer through, those before it on its link have their items
 * and places, and so it is known when the last of them will have ended.
 *
 * Most of the time is spent on memory, so that there is little of it for each transfer, and what is
 * needed at one time is near: the plan is not looked at again. */
#include "busy_links.h"
#include "events.h"
#include "parts.h"
#include "ports.h"

/* Of a sender: what one message needs, in as many bytes as a line of the cache has. */
struct host {
    struct rd_busy_places busy;
    uint32_t out_next, out_end; /* transfers that still lack items or a place at the out-port */
};

/* An in-port. */
struct gate {
    uint32_t in_next; /* how many transfers it has let through */
    uint32_t first;   /* where those that wait for it begin */
};

struct message {
    uint32_t from, to;
};

enum {
    AHEAD = 4,        /* how far ahead of its turn a queue is written */
    MOST_READY = 128, /* so many messages begin together */
    MANY_HOSTS = 256  /* so many do not stay in the first cache */
};

/* Nobody has so many messages, or needs so many ports. */
#define MANY_MESSAGES (INT32_C(1) << 30)

struct clock {
    struct rd_referee *referee;
    int64_t items;             /* of a message */
    double each_s;             /* it lasts, where costs are equal */
    struct rd_events events;   /* a message from `what` to `whom` ends */
    struct rd_busy_links busy; /* until all messages that were let through have ended */
    struct host *host;         /* [host_count] */
    uint32_t *to;              /* [transfer_count] by sender: a receiver, and in rank_bits bits
                                  below the transfer's rank: which of the receiver's it is */
    /* k ports: */
    uint32_t rank_bits;
    uint32_t *rank;    /* [transfer_count] by sender, if bits have no room for it; else NULL */
    int32_t *out_left; /* [host_count] places at the out-port: rd_count_take */
    struct gate *gate; /* [host_count] */
    uint32_t *waiting; /* by receiver, in order: the sender + 1 of a transfer that only the in-port
                          has not let through */
    struct message ready[MOST_READY + 3]; /* may begin */
};

/* Both ports have let a transfer through, and its items are there. */
static RD_INLINE void begin(struct clock *clock, bool equal, uint32_t from, uint32_t to,
                            double now_s)
{
    const struct rd_instance *instance = clock->referee->instance;
    double each_s = clock->each_s;
    if (!equal)
        each_s = rd_message_duration_s(
            rd_link_cost(instance, rd_link_between(&instance->topology, from, to)),
            rd_content_bytes(instance, 0, clock->items));
    double until_s, *busy_s = rd_busy_until(&clock->busy, &clock->host[from].busy, true, from, to,
                                            now_s, &until_s);
    if (until_s > now_s) {
        *busy_s = until_s + each_s;
        rd_events_place(&clock->events, (struct rd_event){*busy_s, from, to}, 1);
    } else {
        *busy_s = now_s + each_s;
        rd_events_push(&clock->events, (struct rd_event){now_s + each_s, from, to});
    }
}

/* The same of all that may begin at a date, where costs are equal: most end together, so that they
 * are one run in the first line of events, which is asked for room once. */
static RD_INLINE void begin_all(struct clock *clock, const struct message *end, double now_s)
{
    double end_s = now_s + clock->each_s;
    struct rd_event_line *line = clock->events.line;
    const struct rd_event_line old = *line;
    if (!rd_events_have_room(&clock->events, end_s, (size_t)(end - clock->ready))) {
        for (const struct message *message = clock->ready; message < end; message++)
            begin(clock, true, message->from, message->to, now_s);
        return;
    }
    uint32_t place = old.end;
    for (const struct message *message = clock->ready; message < end; message++) {
        uint32_t from = message->from, to = message->to;
        double until_s, *busy_s = rd_busy_until(&clock->busy, &clock->host[from].busy, true, from,
                                                to, now_s, &until_s);
        if (until_s > now_s) {
            *busy_s = until_s + clock->each_s;
            rd_events_place(&clock->events, (struct rd_event){*busy_s, from, to}, 1);
        } else {
            struct rd_event *event = &old.event[place++ & old.mask];
            *busy_s = event->at_s = end_s;
            event->what = from;
            event->whom = to;
        }
    }
    line->end = place;
    line->last_s = end_s;
}

static RD_INLINE bool has_transfers(const struct clock *clock, uint32_t from)
{
    return clock->host[from].out_next < clock->host[from].out_end;
}

/* The next transfer of a host. */
static RD_INLINE const uint32_t *take_next(struct clock *clock, uint32_t from)
{
    const uint32_t *next = &clock->to[clock->host[from].out_next++];
    __builtin_prefetch(next + 1);
    return next;
}

/* What a host does when something has ended, at k ports: its next transfer has its items and a
 * place at the out-port; its in-port has a place more. Where costs are equal many messages end at a
 * date: what may begin then is listed. An in-port keeps back a twelfth of random transfers; which
 * of the others it has kept back before, nobody can foresee: there the list grows without a branch.
 * Returns: the end of that list. */
static RD_INLINE struct message *send(struct clock *clock, bool equal, uint32_t from, double now_s,
                                      struct message *ready)
{
    const uint32_t *next = take_next(clock, from);
    uint32_t to = *next >> clock->rank_bits;
    uint32_t rank = *next & ((UINT32_C(1) << clock->rank_bits) - 1);
    if (clock->rank)
        rank = clock->rank[next - clock->to];
    const struct gate *gate = &clock->gate[to];
    if (rank >= gate->in_next) {
        clock->waiting[gate->first + rank] = from + 1;
        return ready;
    }
    if (!equal) {
        begin(clock, false, from, to, now_s);
        return ready;
    }
    ready->from = from;
    ready->to = to;
    return ready + 1;
}

static RD_INLINE struct message *admit(struct clock *clock, bool equal, uint32_t to, double now_s,
                                       struct message *ready)
{
    struct gate *gate = &clock->gate[to];
    const uint32_t *waiting = &clock->waiting[gate->first + gate->in_next++];
    uint32_t from = *waiting;
    __builtin_prefetch(waiting + 1);
    if (!equal) {
        if (from > 0)
            begin(clock, false, from - 1, to, now_s);
        return ready;
    }
    ready->from = from - 1;
    ready->to = to;
    return ready + (from > 0);
}

/* A message has ended: its receiver has items more, and both have places more. */
static RD_INLINE struct message *end(struct clock *clock, bool equal, const struct rd_event *event,
                                     struct message *ready)
{
    uint32_t from = event->what, to = event->whom;
    if (rd_count_take(&clock->out_left[to]) && has_transfers(clock, to))
        ready = send(clock, equal, to, event->at_s, ready);
    ready = admit(clock, equal, to, event->at_s, ready);
    if (rd_count_leave(&clock->out_left[from]) && has_transfers(clock, from))
        ready = send(clock, equal, from, event->at_s, ready);
    return ready;
}

/* Fetches what an event that comes a little later will need. */
static RD_INLINE void fetch_ahead(const struct clock *clock, bool k_ports,
                                  const struct rd_event *event)
{
    enum { TO_HOST = 24, TO_QUEUES = 12 };
    __builtin_prefetch(&clock->host[rd_events_ahead(&clock->events, TO_HOST, event)->whom], 1);
    uint32_t whom = rd_events_ahead(&clock->events, TO_QUEUES, event)->whom;
    __builtin_prefetch(&clock->to[clock->host[whom].out_next]);
    if (k_ports)
        __builtin_prefetch(&clock->waiting[clock->gate[whom].first + clock->gate[whom].in_next], 1);
}

static RD_INLINE void play(struct clock *clock, bool k_ports, bool equal)
{
    bool many = clock->referee->host_count > MANY_HOSTS;
    int64_t left = clock->referee->transfers;
    struct rd_event event = {0};
    while (rd_events_pop(&clock->events, &event)) {
        struct message *ready = clock->ready;
        do {
            left--;
            if (many)
                fetch_ahead(clock, k_ports, &event);
            if (k_ports)
                ready = end(clock, equal, &event, ready);
            else if (has_transfers(clock, event.whom))
                begin(clock, equal, event.whom, *take_next(clock, event.whom), event.at_s);
        } while (k_ports && equal && ready < clock->ready + MOST_READY &&
                 rd_events_pop_same(&clock->events, &event));
        if (k_ports && equal)
            begin_all(clock, ready, event.at_s);
    }
    rd_assert(left == 0); /* transfers that can be executed one by one all end */
    clock->referee->makespan_s = event.at_s;
}

/* Lets go what has its items at the start. */
static void start(struct clock *clock, bool k_ports)
{
    const struct rd_referee *referee = clock->referee;
    bool equal = referee->instance->costs_equal;
    for (uint32_t i = 0; i < referee->host_count; i++) {
        int64_t own = referee->instance->load[i] / clock->items;
        uint32_t sent = clock->host[i].out_end - clock->host[i].out_next;
        uint32_t count = own < sent ? (uint32_t)own : sent;
        for (; !k_ports && count > 0; count--)
            begin(clock, equal, i, *take_next(clock, i), 0);
        for (; count > 0 && clock->out_left[i] > 0; count--, clock->out_left[i]--)
            if (send(clock, true, i, 0, clock->ready) > clock->ready)
                begin(clock, equal, i, clock->ready->to, 0);
        if (k_ports)
            clock->out_left[i] -= (int32_t)count;
    }
}

/* How many transfers a host receives. */
static uint32_t received_by(const struct rd_referee *referee, uint32_t host)
{
    int64_t items = referee->inventory[host].held - referee->inventory[host].own_left;
    return (uint32_t)(items / referee->plan->transfer->items);
}

/* Ranks lie below the numbers of receivers, if there is room for them. */
static void open_ranks(struct clock *clock)
{
    const struct rd_referee *referee = clock->referee;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < referee->host_count; i++)
        while (received_by(referee, i) >> bits > 0)
            bits++;
    if ((uint64_t)referee->host_count << bits > UINT32_MAX)
        clock->rank = rd_take(referee->scratch, referee->plan->transfer_count, uint32_t);
    else
        clock->rank_bits = bits;
}

static void open_ports(struct clock *clock)
{
    const struct rd_referee *referee = clock->referee;
    size_t hosts = referee->host_count;
    clock->out_left = rd_take(referee->scratch, hosts, int32_t);
    clock->gate = rd_take(referee->scratch, hosts, struct gate);
    uint32_t first = 0;
    for (uint32_t i = 0; i < hosts; i++) {
        uint32_t ports = rd_window_of(referee, i), received = received_by(referee, i);
        clock->out_left[i] = (int32_t)(ports < MANY_MESSAGES ? ports : MANY_MESSAGES);
        clock->gate[i].in_next = ports < received ? ports : received;
        clock->gate[i].first = first;
        first += received + clock->gate[i].in_next; /* in_next goes so far beyond the last */
    }
    clock->waiting = rd_take(referee->scratch, (size_t)first + 1, uint32_t);
}

/* Enters all transfers into the queues of their senders. */
static RD_INLINE void enter(struct clock *clock, bool k_ports)
{
    const struct rd_referee *referee = clock->referee;
    uint32_t *end = rd_take(referee->scratch, referee->host_count, uint32_t);
    uint32_t *received = rd_take(referee->scratch, referee->host_count, uint32_t);
    uint32_t sent = 0;
    for (uint32_t i = 0; i < referee->host_count; i++) {
        int64_t items = referee->instance->load[i] - referee->inventory[i].own_left;
        clock->host[i].out_next = end[i] = sent;
        clock->host[i].out_end = sent += (uint32_t)(items / clock->items);
    }
    clock->to = rd_take(referee->scratch, sent, uint32_t);
    for (size_t i = 0; i < sent; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        uint32_t *to = &clock->to[end[transfer->from]++];
        __builtin_prefetch(to + AHEAD, 1);
        *to = transfer->to << clock->rank_bits;
        if (k_ports && clock->rank)
            clock->rank[to - clock->to] = received[transfer->to]++;
        else if (k_ports)
            *to |= received[transfer->to]++;
    }
}

bool rd_has_equal_messages(const struct rd_referee *referee)
{
    return referee->equal_items && referee->kind_count == 1 &&
           referee->transfers == (int64_t)referee->plan->transfer_count &&
           referee->transfers < MANY_MESSAGES && !referee->computes && !referee->as_held &&
           !referee->has_control && !referee->has_rounds && !referee->trace;
}

void rd_referee_equal_messages(struct rd_referee *referee)
{
    const struct rd_transfer *first = referee->plan->transfer;
    struct clock clock = {.referee = referee,
                          .items = first->items,
                          .each_s = rd_message_s(referee->instance, first, 0, first->items)};
    bool equal = referee->instance->costs_equal;
    clock.host = rd_take(referee->scratch, referee->host_count, struct host);
    rd_busy_links_open(&clock.busy, &referee->instance->topology, &clock.host->busy,
                       sizeof *clock.host, referee->scratch);
    rd_events_open(&clock.events, referee->scratch, false);
    bool k_ports = referee->window != UINT32_MAX;
    if (k_ports) {
        open_ranks(&clock);
        enter(&clock, true);
        open_ports(&clock);
    } else {
        enter(&clock, false);
    }
    start(&clock, k_ports);
    if (k_ports && equal)
        play(&clock, true, true);
    else if (k_ports)
        play(&clock, true, false);
    else if (equal)
        play(&clock, false, true);
    else
        play(&clock, false, false);
}
