#include "order_dates.h"

#include "order.h"
#include "sim/base/groups.h"
#include "sim/base/integers.h"

#include <stdlib.h>

/* What ends at a port, or gives bytes at a host. */
struct ended {
    double at_s;
    uint32_t object;
};

/* The last ends at a port, as many as it has places: the first of them lets the next one start. */
struct port {
    struct ended *last; /* [places], rising */
    uint32_t places, count;
};

/* What messages take of a shared link. */
struct shared {
    struct ended *last; /* [count], rising */
    int64_t *part;      /* [count] of each of these */
    uint32_t count;
};

/* The bytes of a host. */
struct space {
    int64_t now_bytes;   /* free once all that are dated have ended */
    int64_t lacks_bytes; /* of what is dated: more than was free at first; below 0: less */
    struct ended *gives; /* [give_count], by end */
    uint32_t give_count, used;
    int64_t used_bytes;           /* of the first `used` of them: about what is lacking */
    uint32_t parked, last_parked; /* objects that wait for their turn, the first one first */
};

struct rd_order_dates {
    const struct rd_object_list *copies;
    uint32_t count;
    uint32_t *from, *taker, *giver; /* [count] by object */
    const uint32_t *to;
    uint32_t *pair; /* [count]; NULL: a pair is no queue of its own */
    double *lasts_s;
    struct port *out, *in;  /* [host_count]; the same where ports are combined */
    struct ended *pair_end; /* [pairs] */
    uint32_t pair_count;
    struct port *bus;      /* NULL: there is none */
    struct shared *shared; /* [shared_count] */
    uint32_t shared_count;
    uint64_t *link;      /* [count] by object */
    struct space *space; /* [host_count] */
    uint32_t *next_parked;
    bool in_turn; /* what waits for space lets nothing pass that comes to its host */
};

static void wait_for(struct rd_dated *dated, uint32_t object, const struct ended *ended, bool space)
{
    if (ended->at_s <= dated->start_s[object])
        return;
    dated->start_s[object] = ended->at_s;
    dated->waits[object] = ended->object;
    dated->is_for_space[object] = space;
}

static void wait_at_port(struct rd_dated *dated, uint32_t object, const struct port *port)
{
    if (port->count == port->places)
        wait_for(dated, object, &port->last[0], false);
}

/* Keeps an end among the last at a port. */
static void end_at_port(struct port *port, struct ended ended)
{
    uint32_t i = port->count;
    if (port->count == port->places) {
        if (ended.at_s <= port->last[0].at_s)
            return;
        for (i = 0; i + 1 < port->places && port->last[i + 1].at_s < ended.at_s; i++)
            port->last[i] = port->last[i + 1];
        port->last[i] = ended;
        return;
    }
    for (port->count++; i > 0 && port->last[i - 1].at_s > ended.at_s; i--)
        port->last[i] = port->last[i - 1];
    port->last[i] = ended;
}

/* The shared links that an object's way takes a part of. */
static const struct rd_shared_use *uses_of(const struct rd_order_dates *dates, uint32_t object,
                                           const struct rd_shared_use **ret_end)
{
    return rd_link_uses(dates->copies->instance, dates->link[object], ret_end);
}

/* Of those that end last as many are over as leave room. */
static void wait_for_room(struct rd_order_dates *dates, struct rd_dated *dated, uint32_t object)
{
    const struct rd_instance *instance = dates->copies->instance;
    const struct rd_shared_use *end, *use = uses_of(dates, object, &end);
    for (; use < end; use++) {
        const struct shared *shared = &dates->shared[use->shared];
        int64_t left = RD_SHARED_ROOM - rd_link_part(instance, dates->link[object], use);
        uint32_t i = shared->count;
        while (i > 0 && (left -= shared->part[i - 1]) >= 0)
            i--;
        if (i > 0)
            wait_for(dated, object, &shared->last[i - 1], false);
    }
}

static void take_room(struct rd_order_dates *dates, struct ended ended)
{
    const struct rd_instance *instance = dates->copies->instance;
    const struct rd_shared_use *end, *use = uses_of(dates, ended.object, &end);
    for (; use < end; use++) {
        struct shared *shared = &dates->shared[use->shared];
        uint32_t i = shared->count++;
        for (; i > 0 && shared->last[i - 1].at_s > ended.at_s; i--) {
            shared->last[i] = shared->last[i - 1];
            shared->part[i] = shared->part[i - 1];
        }
        shared->last[i] = ended;
        shared->part[i] = rd_link_part(instance, dates->link[ended.object], use);
    }
}

/* The date by which a host has been given what it lacks for all that is dated, and an object. */
static void wait_for_space(struct rd_order_dates *dates, struct rd_dated *dated, uint32_t object)
{
    const int64_t *bytes = dates->copies->objects->bytes;
    struct space *space = &dates->space[dates->taker[object]];
    while (space->used_bytes < space->lacks_bytes)
        space->used_bytes += bytes[space->gives[space->used++].object];
    while (space->used > 0 &&
           space->used_bytes - bytes[space->gives[space->used - 1].object] >= space->lacks_bytes)
        space->used_bytes -= bytes[space->gives[--space->used].object];
    if (space->used > 0)
        wait_for(dated, object, &space->gives[space->used - 1], true);
}

static void give(struct rd_order_dates *dates, uint32_t object, double at_s)
{
    struct space *space = &dates->space[dates->giver[object]];
    int64_t bytes = dates->copies->objects->bytes[object];
    uint32_t i = space->give_count++;
    for (; i > 0 && space->gives[i - 1].at_s > at_s; i--)
        space->gives[i] = space->gives[i - 1];
    space->gives[i] = (struct ended){at_s, object};
    space->now_bytes += bytes;
    if (i < space->used) {
        space->used++;
        space->used_bytes += bytes;
    }
}

static bool fits(const struct rd_order_dates *dates, uint32_t object)
{
    uint32_t taker = dates->taker[object];
    return taker == RD_NO_HOST ||
           dates->space[taker].now_bytes >= dates->copies->objects->bytes[object];
}

/* Dates the next object of the order. */
static void date(struct rd_order_dates *dates, struct rd_dated *dated, uint32_t object,
                 uint32_t place)
{
    uint32_t from = dates->from[object], to = dates->to[object], taker = dates->taker[object];
    dated->start_s[object] = 0;
    dated->waits[object] = RD_NO_OBJECT;
    dated->order[place] = object;
    wait_at_port(dated, object, &dates->out[from]);
    wait_at_port(dated, object, &dates->in[to]);
    if (dates->bus)
        wait_at_port(dated, object, dates->bus);
    if (dates->pair)
        wait_for(dated, object, &dates->pair_end[dates->pair[object]], false);
    wait_for_room(dates, dated, object);
    if (taker != RD_NO_HOST) {
        dates->space[taker].now_bytes -= dates->copies->objects->bytes[object];
        dates->space[taker].lacks_bytes += dates->copies->objects->bytes[object];
        wait_for_space(dates, dated, object);
    }
    struct ended ended = {dated->start_s[object] + dates->lasts_s[object], object};
    end_at_port(&dates->out[from], ended);
    end_at_port(&dates->in[to], ended);
    if (dates->bus)
        end_at_port(dates->bus, ended);
    take_room(dates, ended);
    if (dates->pair)
        dates->pair_end[dates->pair[object]] = ended;
    if (dates->giver[object] != RD_NO_HOST)
        give(dates, object, ended.at_s);
    if (ended.at_s > dated->makespan_s) {
        dated->makespan_s = ended.at_s;
        dated->last = object;
    }
}

static void park(struct rd_order_dates *dates, uint32_t object)
{
    struct space *space = &dates->space[dates->taker[object]];
    dates->next_parked[object] = RD_NO_OBJECT;
    if (space->parked == RD_NO_OBJECT)
        space->parked = object;
    else
        dates->next_parked[space->last_parked] = object;
    space->last_parked = object;
}

/* The first object that waits at a host and fits now; RD_NO_OBJECT. */
static uint32_t unpark(struct rd_order_dates *dates, uint32_t host)
{
    struct space *space = &dates->space[host];
    uint32_t before = RD_NO_OBJECT, object = space->parked;
    while (object != RD_NO_OBJECT && !fits(dates, object)) {
        before = object;
        object = dates->in_turn ? RD_NO_OBJECT : dates->next_parked[object];
    }
    if (object == RD_NO_OBJECT)
        return RD_NO_OBJECT;
    *(before == RD_NO_OBJECT ? &space->parked : &dates->next_parked[before]) =
        dates->next_parked[object];
    if (space->last_parked == object)
        space->last_parked = before;
    return object;
}

/* Does another object wait where this one comes to? */
static bool is_behind(const struct rd_order_dates *dates, uint32_t object)
{
    uint32_t taker = dates->taker[object];
    return taker != RD_NO_HOST && dates->space[taker].parked != RD_NO_OBJECT;
}

static void reset(struct rd_order_dates *dates)
{
    for (uint32_t host = 0; host < dates->copies->host_count; host++) {
        struct space *space = &dates->space[host];
        int64_t bytes = rd_host_space(dates->copies->objects, host);
        dates->out[host].count = dates->in[host].count = 0;
        space->give_count = space->used = 0;
        space->used_bytes = 0;
        space->now_bytes = bytes;
        space->lacks_bytes = -bytes;
        space->parked = RD_NO_OBJECT;
    }
    if (dates->bus)
        dates->bus->count = 0;
    for (uint32_t i = 0; i < dates->shared_count; i++)
        dates->shared[i].count = 0;
    for (uint32_t i = 0; dates->pair && i < dates->pair_count; i++)
        dates->pair_end[i] = (struct ended){0, RD_NO_OBJECT};
}

/* Dates an object, and what waits for the space that it gives, and so on. Returns: how many are
 * dated then. */
static uint32_t date_with_followers(struct rd_order_dates *dates, struct rd_dated *dated,
                                    uint32_t object, uint32_t count)
{
    uint32_t looked = count;
    date(dates, dated, object, count++);
    while (looked < count) {
        uint32_t giver = dates->giver[dated->order[looked]];
        uint32_t next = giver == RD_NO_HOST ? RD_NO_OBJECT : unpark(dates, giver);
        if (next == RD_NO_OBJECT)
            looked++;
        else
            date(dates, dated, next, count++);
    }
    return count;
}

bool rd_order_date(struct rd_order_dates *dates, const uint32_t *list, bool in_turn, double limit_s,
                   struct rd_dated *dated)
{
    uint32_t count = 0;
    dates->in_turn = in_turn;
    reset(dates);
    dated->makespan_s = 0;
    for (uint32_t i = 0; i < dates->count && dated->makespan_s <= limit_s; i++) {
        if (fits(dates, list[i]) && !(dates->in_turn && is_behind(dates, list[i])))
            count = date_with_followers(dates, dated, list[i], count);
        else
            park(dates, list[i]);
    }
    return count == dates->count && dated->makespan_s <= limit_s;
}

/* --- before the first order ------------------------------------------------------------------ */

static struct port *open_ports(const struct rd_object_list *copies, const uint32_t *at,
                               const uint32_t *also, struct rd_arena *scratch)
{
    struct port *port = rd_take(scratch, copies->host_count, struct port);
    uint32_t *most = rd_take(scratch, copies->host_count, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++) {
        most[at[object]]++;
        if (also)
            most[also[object]]++;
    }
    for (uint32_t host = 0; host < copies->host_count; host++) {
        port[host].places = rd_copy_ports(copies, host, most[host] + 1);
        port[host].last = rd_take(scratch, port[host].places, struct ended);
    }
    return port;
}

struct between {
    uint64_t pair;
    uint32_t object;
};
RD_ORDERED_BY(by_pair, struct between, pair)

static void number_pairs(struct rd_order_dates *dates, struct rd_arena *scratch)
{
    struct between *between = rd_take(scratch, dates->count, struct between);
    for (uint32_t object = 0; object < dates->count; object++)
        between[object] =
            (struct between){(uint64_t)dates->from[object] << 32 | dates->to[object], object};
    qsort(between, dates->count, sizeof *between, by_pair);
    dates->pair = rd_take(scratch, dates->count, uint32_t);
    for (uint32_t i = 0; i < dates->count; i++) {
        dates->pair_count += i == 0 || between[i].pair != between[i - 1].pair;
        dates->pair[between[i].object] = dates->pair_count - 1;
    }
    dates->pair_end = rd_take(scratch, dates->pair_count, struct ended);
}

/* Room for what is under way on each shared link. */
static void open_shared(struct rd_order_dates *dates, struct rd_arena *scratch)
{
    const struct rd_instance *instance = dates->copies->instance;
    const struct rd_shared_use *end;
    dates->shared_count = instance->shared ? instance->shared->count : 0;
    dates->shared = rd_take(scratch, dates->shared_count, struct shared);
    uint32_t *uses = rd_take(scratch, dates->shared_count, uint32_t);
    for (uint32_t object = 0; object < dates->count; object++)
        for (const struct rd_shared_use *use = uses_of(dates, object, &end); use < end; use++)
            uses[use->shared]++;
    for (uint32_t i = 0; i < dates->shared_count; i++)
        dates->shared[i] = (struct shared){.last = rd_take(scratch, uses[i], struct ended),
                                           .part = rd_take(scratch, uses[i], int64_t)};
    if (instance->topology.shape == RD_BUS)
        dates->bus =
            rd_make(scratch, struct port, .last = rd_take(scratch, 1, struct ended), .places = 1);
}

struct rd_order_dates *rd_order_dates_open(const struct rd_object_list *copies, const uint32_t *way,
                                           struct rd_arena *scratch)
{
    uint32_t count = copies->count;
    struct rd_order_dates *dates = rd_take(scratch, 1, struct rd_order_dates);
    *dates = (struct rd_order_dates){.copies = copies,
                                     .count = count,
                                     .from = rd_take(scratch, count, uint32_t),
                                     .to = copies->objects->to,
                                     .taker = rd_take(scratch, count, uint32_t),
                                     .giver = rd_take(scratch, count, uint32_t),
                                     .lasts_s = rd_take(scratch, count, double),
                                     .link = rd_take(scratch, count, uint64_t),
                                     .space = rd_take(scratch, copies->host_count, struct space),
                                     .next_parked = rd_take(scratch, count, uint32_t)};
    uint32_t *gives = rd_take(scratch, copies->host_count, uint32_t);
    for (uint32_t object = 0; object < count; object++) {
        dates->from[object] = copies->way[way[object]].from;
        dates->link[object] = copies->way[way[object]].link;
        dates->lasts_s[object] = copies->way[way[object]].duration_s;
        dates->taker[object] = rd_takes_space(copies, object);
        dates->giver[object] = rd_gives_space(copies, object, way[object]);
        if (dates->giver[object] != RD_NO_HOST)
            gives[dates->giver[object]]++;
    }
    for (uint32_t host = 0; host < copies->host_count; host++)
        dates->space[host].gives = rd_take(scratch, gives[host], struct ended);
    bool combined = copies->objects->combined_ports;
    dates->out = open_ports(copies, dates->from, combined ? dates->to : NULL, scratch);
    dates->in = combined ? dates->out : open_ports(copies, dates->to, NULL, scratch);
    if (!copies->objects->many_a_pair)
        number_pairs(dates, scratch);
    open_shared(dates, scratch);
    return dates;
}

struct rd_dated rd_dated_open(uint32_t count, struct rd_arena *scratch)
{
    return (struct rd_dated){.order = rd_take(scratch, count, uint32_t),
                             .waits = rd_take(scratch, count, uint32_t),
                             .is_for_space = rd_take(scratch, count, bool),
                             .start_s = rd_take(scratch, count, double)};
}
