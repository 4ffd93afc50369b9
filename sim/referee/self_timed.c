/* The clock of a self-timed plan in one pass over its transfers.
 *
 * A message starts when the transfers before it have left its ports, and enough of its shared
 * links, its host has heard what it must know, and the items are there.
 * Transfers are listed in an order in which they could be executed, and what arrives at a host
 * arrives in that order (one in-port, one bus, or one link that supplies it), so that every date
 * that a transfer waits for is known when the pass reaches it.
 *
 * Nothing else can use the ports of a transfer between its first and its last message. So its
 * messages either follow each other without a pause, or keep step with the arrivals of what they
 * carry: a transfer is at most two runs t, t + dt, t + 2 dt, ... for each run of arrivals that it
 * takes from. */
#include "arrivals.h"
#include "copies.h"
#include "objects.h"
#include "parts.h"
#include "ports.h"
#include "room.h"

/* When what a host received and computed has ended. */
struct known {
    double before_s;  /* end of all that belongs to rounds before `round` */
    double growing_s; /* the same, with what belongs to `round` so far */
    uint32_t round;
};

struct pass {
    struct rd_referee *referee;
    struct rd_port_dates ports;
    bool needs_link;             /* to find the cost or the queue */
    struct rd_shared_room *room; /* [shared links]; NULL if nothing waits for it */
    struct known *known;         /* [host_count]; NULL in a plan of one round */
    struct rd_arrivals *arrival; /* [host_count * kind_count]; NULL if nobody passes items on */
    const struct rd_objects *objects; /* or NULL */
    double *arrived_s;                /* [objects] where they may be relayed; else NULL */
    struct rd_host_space *space;      /* [host_count]; NULL where nobody's is limited */
    bool of_named;                    /* the transfer under way is of a named kind */
    struct rd_pieces pieces;
    int64_t runs_left;

    /* The transfer under way. */
    size_t index;
    const struct rd_transfer *transfer;
    uint64_t link;
    struct rd_arrivals *fed; /* where its arrivals are kept, or NULL */
    double free_s;           /* from when on its next message may start, items apart */
    struct rd_ports_held held;
};

/* From when on the places of the transfer take its first message. */
static double ports_from_s(struct pass *pass)
{
    const struct rd_transfer *transfer = pass->transfer;
    if (transfer->to == RD_NO_HOST)
        return pass->ports.processor_s[transfer->from];
    return rd_ports_from_s(&pass->ports, pass->ports.queueing, transfer, pass->link, &pass->held);
}

/* Occupies them until the transfer's last message has ended. */
static void hold_ports(struct pass *pass, double end_s)
{
    const struct rd_transfer *transfer = pass->transfer;
    if (transfer->to == RD_NO_HOST)
        pass->ports.processor_s[transfer->from] = end_s;
    else
        rd_ports_hold(&pass->ports, pass->ports.queueing, transfer, pass->link, end_s, &pass->held);
}

/* From when on the transfer may start because its shared links have room for it, besides all before
 * it: for all of its message, or from when on its bytes move. */
static double room_from_s(const struct pass *pass)
{
    const struct rd_instance *instance = pass->referee->instance;
    double from_s = 0;
    const struct rd_shared_use *end, *use = rd_link_uses(instance, pass->link, &end);
    for (; use < end; use++)
        from_s =
            rd_latest_of(from_s, rd_shared_room_from_s(&pass->room[use->shared],
                                                       rd_link_part(instance, pass->link, use)));
    if (rd_plan_room(pass->referee->plan, pass->index) == RD_ROOM_BYTES)
        from_s -= rd_link_silence_s(instance, rd_link_cost(instance, pass->link));
    return from_s;
}

static void take_room(struct pass *pass, double end_s)
{
    const struct rd_instance *instance = pass->referee->instance;
    const struct rd_shared_use *end, *use = rd_link_uses(instance, pass->link, &end);
    for (; use < end; use++)
        rd_shared_room_take(&pass->room[use->shared], end_s,
                            rd_link_part(instance, pass->link, use), pass->referee->scratch);
}

/* When all causal dependencies of a host in earlier rounds have ended. */
static double known_s(struct known *known, uint32_t round)
{
    if (known->round < round) {
        known->before_s = known->growing_s;
        known->round = round;
    }
    return known->before_s;
}

static void hear(struct known *known, uint32_t round, double end_s)
{
    known_s(known, round);
    known->growing_s = rd_latest_of(known->growing_s, end_s);
}

/* `count` messages of `items` items, one every step_s from start_s on, each duration_s long. */
static bool run(struct pass *pass, double start_s, double step_s, int64_t count, int64_t items,
                double duration_s)
{
    /* Without pauses the end is multiplied out in one go, as the next start would be. */
    double end_s = step_s == duration_s ? start_s + (double)count * duration_s
                                        : start_s + (double)(count - 1) * step_s + duration_s;
    pass->free_s = end_s;
    if (pass->runs_left-- <= 0)
        return rd_referee_too_long(pass->referee, pass->index, pass->referee->limits->single_steps,
                                   "messages to be looked at one by one");
    if (pass->of_named)
        rd_copies_end(pass->referee->copies, start_s + duration_s, step_s, count);
    if (pass->fed &&
        !rd_arrivals_push(&pass->pieces, pass->fed, start_s + duration_s, step_s, count, items))
        return rd_referee_too_long(pass->referee, pass->index, pass->referee->limits->arrivals,
                                   "runs of arrivals to be remembered");
    if (pass->transfer->to != RD_NO_HOST)
        rd_ports_take_run(&pass->ports, pass->ports.queueing, pass->transfer, start_s + duration_s,
                          step_s, count, &pass->held);
    return !pass->referee->trace ||
           rd_referee_list(pass->referee, pass->index, start_s, step_s, count, items, duration_s);
}

/* The first of `count` messages that has to wait for its items, if messages take duration_s from
 * free_s on and items come every supply.step_s, more slowly. In: the first has not to wait.
 * Returns: 1 or more. */
static int64_t first_to_wait(const struct pass *pass, struct rd_supply supply, double duration_s)
{
    double quotient = (pass->free_s - supply.first_s) / (supply.step_s - duration_s);
    int64_t first = quotient < (double)supply.count ? (int64_t)quotient + 1 : supply.count;
    /* It may be whole, and was rounded: compare with its neighbours. */
    double before = (double)(first - 1), at = (double)first;
    if (supply.first_s + before * supply.step_s >= pass->free_s + before * duration_s)
        return first - 1;
    if (first < supply.count &&
        supply.first_s + at * supply.step_s < pass->free_s + at * duration_s)
        return first + 1;
    return first;
}

/* As many messages as a supply covers. */
static bool follow(struct pass *pass, struct rd_supply supply, int64_t items, double duration_s)
{
    if (supply.count == 1 || supply.step_s <= duration_s)
        return run(pass, rd_latest_of(pass->free_s, supply.first_s), duration_s, supply.count,
                   items, duration_s);
    int64_t waits = 0;
    if (supply.first_s < pass->free_s) {
        waits = first_to_wait(pass, supply, duration_s);
        if (!run(pass, pass->free_s, duration_s, waits, items, duration_s))
            return false;
    }
    return waits == supply.count || run(pass, supply.first_s + (double)waits * supply.step_s,
                                        supply.step_s, supply.count - waits, items, duration_s);
}

/* The messages of a transfer whose host passes items on. */
static bool send_what_came(struct pass *pass, struct rd_arrivals *queue)
{
    int64_t items = pass->transfer->items, left = pass->transfer->messages;
    double duration_s = rd_message_s(pass->referee->instance, pass->transfer, pass->link, items);
    while (left > 0) {
        struct rd_supply supply =
            rd_arrivals_next(&pass->pieces, queue, items, left, pass->free_s, duration_s);
        if (!follow(pass, supply, items, duration_s))
            return false;
        queue->taken += supply.count * items;
        left -= supply.count;
    }
    return true;
}

/* The last message of an as-held transfer starts. */
static void cut_last(struct pass *pass, double start_s)
{
    if (pass->transfer->to != RD_NO_HOST)
        rd_ports_cut(&pass->ports, pass->transfer, start_s);
}

/* The messages of an as-held transfer: each takes what has come by its start, at most what is owed.
 */
static bool send_as_held(struct pass *pass, struct rd_arrivals *queue)
{
    struct rd_referee *referee = pass->referee;
    int64_t owed = pass->transfer->items;
    double start_s = pass->free_s;
    while (owed > 0) {
        struct rd_supply supply = rd_arrivals_next(&pass->pieces, queue, 1, 1, pass->free_s, 0);
        start_s = rd_latest_of(pass->free_s, supply.first_s);
        double last_s;
        int64_t available =
            rd_arrivals_by(&pass->pieces, queue, start_s + RD_SAME_DATE_S, &last_s) - queue->taken;
        start_s = rd_latest_of(start_s, last_s);
        int64_t items = available < owed ? available : owed;
        double duration_s = rd_message_s(referee->instance, pass->transfer, pass->link, items);
        if (!run(pass, start_s, duration_s, 1, items, duration_s))
            return false;
        queue->taken += items;
        owed -= items;
        if (pass->transfer->to == RD_NO_HOST)
            referee->computations += owed > 0;
        else
            referee->transfers += owed > 0;
    }
    cut_last(pass, start_s);
    return true;
}

/* The messages of a transfer whose items are there from the start: nobody else brings any of them,
 * so that an as-held transfer is one message. */
static bool send_own(struct pass *pass)
{
    const struct rd_transfer *transfer = pass->transfer;
    double duration_s =
        rd_message_s(pass->referee->instance, transfer, pass->link, transfer->items);
    if (transfer->messages == 0)
        cut_last(pass, pass->free_s);
    return run(pass, pass->free_s, duration_s, transfer->messages ? transfer->messages : 1,
               transfer->items, duration_s);
}

/* The messages of a transfer of a named kind: each waits for the first listed messages that bring
 * its items. */
static bool send_copies(struct pass *pass)
{
    const struct rd_copy_ledger *ledger = pass->referee->copies;
    const struct rd_transfer *transfer = pass->transfer;
    double duration_s =
        rd_message_s(pass->referee->instance, transfer, pass->link, transfer->items);
    uint32_t source = ledger->source_first[pass->index];
    for (int64_t sent = 0; sent < transfer->messages;) {
        struct rd_supply supply =
            rd_copies_supply(ledger, pass->index, sent, transfer->messages - sent, &source);
        if (!follow(pass, supply, transfer->items, duration_s))
            return false;
        sent += supply.count;
    }
    return true;
}

/* From when on an object has come to its sender, and its receiver has space for it. */
static double object_from_s(struct pass *pass)
{
    const struct rd_transfer *transfer = pass->transfer;
    double from_s = pass->arrived_s ? pass->arrived_s[transfer->kind] : 0;
    if (pass->space && pass->objects->space_bytes[transfer->to] != RD_NO_SPACE_LIMIT)
        from_s = rd_latest_of(from_s, rd_host_space_take(&pass->space[transfer->to],
                                                         pass->objects->bytes[transfer->kind]));
    return from_s;
}

static void bring_object(struct pass *pass, double end_s)
{
    const struct rd_transfer *transfer = pass->transfer;
    if (pass->arrived_s)
        pass->arrived_s[transfer->kind] = end_s;
    if (!pass->space)
        return;
    uint32_t freed = rd_object_freed(pass->objects, (uint32_t)transfer->kind, transfer->from);
    if (freed != RD_NO_HOST && pass->objects->space_bytes[freed] != RD_NO_SPACE_LIMIT)
        rd_host_space_give(&pass->space[freed], end_s, pass->objects->bytes[transfer->kind],
                           pass->referee->scratch);
}

static bool play(struct pass *pass, const struct rd_transfer *transfer)
{
    struct rd_referee *referee = pass->referee;
    pass->transfer = transfer;
    if (pass->needs_link && transfer->to != RD_NO_HOST)
        pass->link = rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
    pass->free_s = ports_from_s(pass);
    bool shares = pass->room && transfer->to != RD_NO_HOST;
    if (shares)
        pass->free_s = rd_latest_of(pass->free_s, room_from_s(pass));
    if (pass->known)
        pass->free_s =
            rd_latest_of(pass->free_s, known_s(&pass->known[transfer->from], transfer->round));
    if (pass->objects)
        pass->free_s = rd_latest_of(pass->free_s, object_from_s(pass));
    struct rd_arrivals *queue = NULL;
    bool passes_on = false;
    pass->fed = NULL;
    pass->of_named = rd_is_named_kind(referee->instance->copies, transfer->kind);
    if (pass->arrival && transfer->kind >= 0 && !pass->of_named) {
        queue = &pass->arrival[rd_inventory_index(referee, transfer->from, transfer->kind)];
        passes_on = queue->base >= 0;
        if (transfer->to != RD_NO_HOST)
            pass->fed = &pass->arrival[rd_inventory_index(referee, transfer->to, transfer->kind)];
        if (pass->fed && pass->fed->base < 0)
            pass->fed = NULL;
    }
    if (pass->of_named)
        pass->referee->copies->run_first[pass->index] = (uint32_t)pass->referee->copies->run_count;
    bool sent = pass->of_named            ? send_copies(pass)
                : !passes_on              ? send_own(pass)
                : transfer->messages == 0 ? send_as_held(pass, queue)
                                          : send_what_came(pass, queue);
    if (!sent)
        return false;
    hold_ports(pass, pass->free_s);
    if (pass->objects)
        bring_object(pass, pass->free_s);
    if (shares)
        take_room(pass, pass->free_s);
    if (pass->known)
        hear(&pass->known[transfer->to == RD_NO_HOST ? transfer->from : transfer->to],
             transfer->round, pass->free_s);
    referee->makespan_s = rd_latest_of(referee->makespan_s, pass->free_s);
    return true;
}

/* Takes what the queues need. */
static bool open_pass(struct pass *pass, struct rd_referee *referee)
{
    *pass = (struct pass){.referee = referee};
    pass->runs_left = referee->limits->single_steps + (int64_t)referee->plan->transfer_count;
    size_t hosts = referee->host_count;
    if (!rd_port_dates_open(&pass->ports, referee))
        return false;
    if (referee->keeps)
        pass->room =
            rd_take(referee->scratch, referee->instance->shared->count, struct rd_shared_room);
    pass->needs_link = pass->ports.link_s || pass->room || !referee->instance->costs_equal;
    if (referee->has_rounds)
        pass->known = rd_take(referee->scratch, hosts, struct known);
    pass->objects = referee->instance->objects;
    pass->space = rd_host_spaces_open(referee);
    if (pass->objects && rd_objects_stop(pass->objects))
        pass->arrived_s = rd_take(referee->scratch, referee->kind_count, double);
    if (referee->passes_on)
        pass->arrival = rd_arrivals_open(referee, &pass->pieces);
    return true;
}

/* Fetches what a transfer will need of a table of links that is larger than caches are. */
static inline void fetch_link(const struct pass *pass, size_t index)
{
    enum { AHEAD = 64 };
    const struct rd_plan *plan = pass->referee->plan;
    const struct rd_transfer *transfer = &plan->transfer[index + AHEAD];
    if (index + AHEAD < plan->transfer_count)
        __builtin_prefetch(&pass->ports.link_s[rd_link_between(pass->ports.topology, transfer->from,
                                                               transfer->to)]);
}

/* The same for plans in which transfers wait for ports and for nothing else, which are most: nobody
 * passes items on, nothing computes, one round, no trace. Inline, once for each queueing. */
static RD_INLINE void play_plain(struct pass *pass, enum rd_queueing queueing)
{
    struct rd_referee *referee = pass->referee;
    const struct rd_instance *instance = referee->instance;
    struct rd_ports_held held = {0};
    struct rd_last_message last = {0};
    uint64_t link = 0;
    double makespan_s = 0;
    for (size_t i = 0; i < referee->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &referee->plan->transfer[i];
        if (queueing != RD_AT_ONE_PORT && pass->ports.link_s)
            fetch_link(pass, i);
        if (pass->needs_link)
            link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        int64_t messages = transfer->messages ? transfer->messages : 1;
        double duration_s = rd_like_last_s(&last, instance, transfer, link);
        double start_s = rd_ports_from_s(&pass->ports, queueing, transfer, link, &held);
        double end_s = start_s + (double)messages * duration_s;
        rd_ports_take_run(&pass->ports, queueing, transfer, start_s + duration_s, duration_s,
                          messages, &held);
        rd_ports_hold(&pass->ports, queueing, transfer, link, end_s, &held);
        makespan_s = rd_latest_of(makespan_s, end_s);
    }
    referee->makespan_s = makespan_s;
}

/* Does a transfer wait for its ports only? As-held transfers take k ports whole. */
static bool is_plain(const struct pass *pass)
{
    const struct rd_referee *referee = pass->referee;
    enum rd_queueing queueing = pass->ports.queueing;
    return queueing != RD_ON_THE_BUS && !(queueing == RD_AT_K_PORTS && referee->as_held) &&
           !pass->objects && !referee->copies && !pass->room && !pass->arrival &&
           !referee->computes && !pass->known && !referee->trace;
}

bool rd_referee_self_timed(struct rd_referee *referee)
{
    struct pass pass;
    if (!open_pass(&pass, referee))
        return false;
    if (is_plain(&pass)) {
        if (pass.ports.queueing == RD_AT_ONE_PORT)
            play_plain(&pass, RD_AT_ONE_PORT);
        else if (pass.ports.queueing == RD_AT_K_PORTS)
            play_plain(&pass, RD_AT_K_PORTS);
        else
            play_plain(&pass, RD_AT_LINKS);
        return true;
    }
    for (pass.index = 0; pass.index < referee->plan->transfer_count; pass.index++)
        if (!play(&pass, &referee->plan->transfer[pass.index]))
            return false;
    return true;
}
