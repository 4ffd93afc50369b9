#include "order_moves.h"

#include "order.h"
#include "sim/base/groups.h"
#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

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

/* One order, dated. */
struct dated {
    uint32_t *order;    /* [count] */
    uint32_t *waits;    /* [count] by object: whose end lets it start; NONE: it starts at 0 */
    bool *is_for_space; /* [count] by object: that gives it bytes */
    double *start_s;    /* [count] by object */
    double makespan_s;
    uint32_t last; /* the one that ends last */
};

struct moves {
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
    uint32_t *list;     /* [count] the order that is tried */
    uint32_t *position; /* [count] of objects in the present order */
    uint32_t *chain;    /* [chain_count] who waited for whom, the last one first */
    uint32_t chain_count;
    bool in_turn; /* what waits for space lets nothing pass that comes to its host */
    struct dated now, tried;
    struct rd_rng rng;
};

/* --- dates ------------------------------------------------------------------------------------ */

static void wait_for(struct dated *dated, uint32_t object, const struct ended *ended, bool space)
{
    if (ended->at_s <= dated->start_s[object])
        return;
    dated->start_s[object] = ended->at_s;
    dated->waits[object] = ended->object;
    dated->is_for_space[object] = space;
}

static void wait_at_port(struct dated *dated, uint32_t object, const struct port *port)
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
static const struct rd_shared_use *uses_of(const struct moves *moves, uint32_t object,
                                           const struct rd_shared_use **ret_end)
{
    return rd_link_uses(moves->copies->instance, moves->link[object], ret_end);
}

/* Of those that end last as many are over as leave room. */
static void wait_for_room(struct moves *moves, struct dated *dated, uint32_t object)
{
    const struct rd_instance *instance = moves->copies->instance;
    const struct rd_shared_use *end, *use = uses_of(moves, object, &end);
    for (; use < end; use++) {
        const struct shared *shared = &moves->shared[use->shared];
        int64_t left = RD_SHARED_ROOM - rd_link_part(instance, moves->link[object], use);
        uint32_t i = shared->count;
        while (i > 0 && (left -= shared->part[i - 1]) >= 0)
            i--;
        if (i > 0)
            wait_for(dated, object, &shared->last[i - 1], false);
    }
}

static void take_room(struct moves *moves, struct ended ended)
{
    const struct rd_instance *instance = moves->copies->instance;
    const struct rd_shared_use *end, *use = uses_of(moves, ended.object, &end);
    for (; use < end; use++) {
        struct shared *shared = &moves->shared[use->shared];
        uint32_t i = shared->count++;
        for (; i > 0 && shared->last[i - 1].at_s > ended.at_s; i--) {
            shared->last[i] = shared->last[i - 1];
            shared->part[i] = shared->part[i - 1];
        }
        shared->last[i] = ended;
        shared->part[i] = rd_link_part(instance, moves->link[ended.object], use);
    }
}

/* The date by which a host has been given what it lacks for all that is dated, and an object. */
static void wait_for_space(struct moves *moves, struct dated *dated, uint32_t object)
{
    const int64_t *bytes = moves->copies->objects->bytes;
    struct space *space = &moves->space[moves->taker[object]];
    while (space->used_bytes < space->lacks_bytes)
        space->used_bytes += bytes[space->gives[space->used++].object];
    while (space->used > 0 &&
           space->used_bytes - bytes[space->gives[space->used - 1].object] >= space->lacks_bytes)
        space->used_bytes -= bytes[space->gives[--space->used].object];
    if (space->used > 0)
        wait_for(dated, object, &space->gives[space->used - 1], true);
}

static void give(struct moves *moves, uint32_t object, double at_s)
{
    struct space *space = &moves->space[moves->giver[object]];
    int64_t bytes = moves->copies->objects->bytes[object];
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

static bool fits(const struct moves *moves, uint32_t object)
{
    uint32_t taker = moves->taker[object];
    return taker == RD_NO_HOST ||
           moves->space[taker].now_bytes >= moves->copies->objects->bytes[object];
}

/* Dates the next object of the order. */
static void date(struct moves *moves, struct dated *dated, uint32_t object, uint32_t place)
{
    uint32_t from = moves->from[object], to = moves->to[object], taker = moves->taker[object];
    dated->start_s[object] = 0;
    dated->waits[object] = NONE;
    dated->order[place] = object;
    wait_at_port(dated, object, &moves->out[from]);
    wait_at_port(dated, object, &moves->in[to]);
    if (moves->bus)
        wait_at_port(dated, object, moves->bus);
    if (moves->pair)
        wait_for(dated, object, &moves->pair_end[moves->pair[object]], false);
    wait_for_room(moves, dated, object);
    if (taker != RD_NO_HOST) {
        moves->space[taker].now_bytes -= moves->copies->objects->bytes[object];
        moves->space[taker].lacks_bytes += moves->copies->objects->bytes[object];
        wait_for_space(moves, dated, object);
    }
    struct ended ended = {dated->start_s[object] + moves->lasts_s[object], object};
    end_at_port(&moves->out[from], ended);
    end_at_port(&moves->in[to], ended);
    if (moves->bus)
        end_at_port(moves->bus, ended);
    take_room(moves, ended);
    if (moves->pair)
        moves->pair_end[moves->pair[object]] = ended;
    if (moves->giver[object] != RD_NO_HOST)
        give(moves, object, ended.at_s);
    if (ended.at_s > dated->makespan_s) {
        dated->makespan_s = ended.at_s;
        dated->last = object;
    }
}

static void park(struct moves *moves, uint32_t object)
{
    struct space *space = &moves->space[moves->taker[object]];
    moves->next_parked[object] = NONE;
    if (space->parked == NONE)
        space->parked = object;
    else
        moves->next_parked[space->last_parked] = object;
    space->last_parked = object;
}

/* The first object that waits at a host and fits now; NONE. */
static uint32_t unpark(struct moves *moves, uint32_t host)
{
    struct space *space = &moves->space[host];
    uint32_t before = NONE, object = space->parked;
    while (object != NONE && !fits(moves, object)) {
        before = object;
        object = moves->in_turn ? NONE : moves->next_parked[object];
    }
    if (object == NONE)
        return NONE;
    *(before == NONE ? &space->parked : &moves->next_parked[before]) = moves->next_parked[object];
    if (space->last_parked == object)
        space->last_parked = before;
    return object;
}

/* Does another object wait where this one comes to? */
static bool is_behind(const struct moves *moves, uint32_t object)
{
    uint32_t taker = moves->taker[object];
    return taker != RD_NO_HOST && moves->space[taker].parked != NONE;
}

static void reset(struct moves *moves)
{
    for (uint32_t host = 0; host < moves->copies->host_count; host++) {
        struct space *space = &moves->space[host];
        int64_t bytes = rd_host_space(moves->copies->objects, host);
        moves->out[host].count = moves->in[host].count = 0;
        space->give_count = space->used = 0;
        space->used_bytes = 0;
        space->now_bytes = bytes;
        space->lacks_bytes = -bytes;
        space->parked = NONE;
    }
    if (moves->bus)
        moves->bus->count = 0;
    for (uint32_t i = 0; i < moves->shared_count; i++)
        moves->shared[i].count = 0;
    for (uint32_t i = 0; moves->pair && i < moves->pair_count; i++)
        moves->pair_end[i] = (struct ended){0, NONE};
}

/* Dates an object, and what waits for the space that it gives, and so on. Returns: how many are
 * dated then. */
static uint32_t date_with_followers(struct moves *moves, struct dated *dated, uint32_t object,
                                    uint32_t count)
{
    uint32_t looked = count;
    date(moves, dated, object, count++);
    while (looked < count) {
        uint32_t giver = moves->giver[dated->order[looked]];
        uint32_t next = giver == RD_NO_HOST ? NONE : unpark(moves, giver);
        if (next == NONE)
            looked++;
        else
            date(moves, dated, next, count++);
    }
    return count;
}

/* Dates a list: each object in its turn, or as soon as there is space for it. Returns: false if
 * some never find space, or one ends later than a limit. */
static bool date_all(struct moves *moves, const uint32_t *list, double limit_s, struct dated *dated)
{
    uint32_t count = 0;
    reset(moves);
    dated->makespan_s = 0;
    for (uint32_t i = 0; i < moves->count && dated->makespan_s <= limit_s; i++) {
        if (fits(moves, list[i]) && !(moves->in_turn && is_behind(moves, list[i])))
            count = date_with_followers(moves, dated, list[i], count);
        else
            park(moves, list[i]);
    }
    return count == moves->count && dated->makespan_s <= limit_s;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Who waited for whom until the end. */
static void find_chain(struct moves *moves)
{
    moves->chain_count = 0;
    for (uint32_t object = moves->now.last; object != NONE; object = moves->now.waits[object])
        moves->chain[moves->chain_count++] = object;
    for (uint32_t i = 0; i < moves->count; i++)
        moves->position[moves->now.order[i]] = i;
}

/* Lists the present order with an object at another place. */
static void put(struct moves *moves, uint32_t object, uint32_t place)
{
    uint32_t was = moves->position[object];
    const uint32_t *order = moves->now.order;
    size_t size = sizeof *order;
    uint32_t least = was < place ? was : place, most = was < place ? place : was;
    memcpy(moves->list, order, least * size);
    memcpy(moves->list + most + 1, order + most + 1, (moves->count - most - 1) * size);
    if (was < place)
        memcpy(moves->list + was, order + was + 1, (place - was) * size);
    else
        memcpy(moves->list + place + 1, order + place, (was - place) * size);
    moves->list[place] = object;
}

/* Something listed before an object that takes space where it does; NONE. */
static uint32_t rival_before(struct moves *moves, uint32_t object)
{
    uint32_t found = NONE, met = 0;
    for (uint32_t i = 0; i < moves->position[object]; i++) {
        uint32_t other = moves->now.order[i];
        if (moves->taker[other] == moves->taker[object] && rd_rng_below(&moves->rng, ++met) == 0)
            found = other;
    }
    return found;
}

/* Lists the present order with something of the chain moved: an object before what it waits for, or
 * that behind it; for space also before, or behind, what takes it first; or anywhere before. */
static void draw(struct moves *moves)
{
    uint32_t object = moves->chain[rd_rng_below(&moves->rng, moves->chain_count)];
    uint32_t other = moves->now.waits[object], place = moves->position[object];
    uint64_t how = rd_rng_below(&moves->rng, 4);
    moves->in_turn = rd_rng_below(&moves->rng, 2);
    if (other != NONE && moves->now.is_for_space[object] && how < 2)
        other = rival_before(moves, object);
    if (other == NONE || how == 3)
        put(moves, object, (uint32_t)rd_rng_below(&moves->rng, (uint64_t)place + 1));
    else if (how % 2 == 0)
        put(moves, object, moves->position[other]);
    else
        put(moves, other, place);
}

/* --- all of it -------------------------------------------------------------------------------- */

static struct dated open_dated(uint32_t count, struct rd_arena *scratch)
{
    return (struct dated){.order = rd_take(scratch, count, uint32_t),
                          .waits = rd_take(scratch, count, uint32_t),
                          .is_for_space = rd_take(scratch, count, bool),
                          .start_s = rd_take(scratch, count, double)};
}

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

static void number_pairs(struct moves *moves, struct rd_arena *scratch)
{
    struct between *between = rd_take(scratch, moves->count, struct between);
    for (uint32_t object = 0; object < moves->count; object++)
        between[object] =
            (struct between){(uint64_t)moves->from[object] << 32 | moves->to[object], object};
    qsort(between, moves->count, sizeof *between, by_pair);
    moves->pair = rd_take(scratch, moves->count, uint32_t);
    for (uint32_t i = 0; i < moves->count; i++) {
        moves->pair_count += i == 0 || between[i].pair != between[i - 1].pair;
        moves->pair[between[i].object] = moves->pair_count - 1;
    }
    moves->pair_end = rd_take(scratch, moves->pair_count, struct ended);
}

/* Room for what is under way on each shared link. */
static void open_shared(struct moves *moves, struct rd_arena *scratch)
{
    const struct rd_instance *instance = moves->copies->instance;
    const struct rd_shared_use *end;
    moves->shared_count = instance->shared ? instance->shared->count : 0;
    moves->shared = rd_take(scratch, moves->shared_count, struct shared);
    uint32_t *uses = rd_take(scratch, moves->shared_count, uint32_t);
    for (uint32_t object = 0; object < moves->count; object++)
        for (const struct rd_shared_use *use = uses_of(moves, object, &end); use < end; use++)
            uses[use->shared]++;
    for (uint32_t i = 0; i < moves->shared_count; i++)
        moves->shared[i] = (struct shared){.last = rd_take(scratch, uses[i], struct ended),
                                           .part = rd_take(scratch, uses[i], int64_t)};
    if (instance->topology.shape == RD_BUS)
        moves->bus =
            rd_make(scratch, struct port, .last = rd_take(scratch, 1, struct ended), .places = 1);
}

static struct moves *open(const struct rd_object_list *copies, const uint32_t *way,
                          struct rd_arena *scratch)
{
    uint32_t count = copies->count;
    struct moves *moves = rd_take(scratch, 1, struct moves);
    *moves = (struct moves){.copies = copies,
                            .count = count,
                            .from = rd_take(scratch, count, uint32_t),
                            .to = copies->objects->to,
                            .taker = rd_take(scratch, count, uint32_t),
                            .giver = rd_take(scratch, count, uint32_t),
                            .lasts_s = rd_take(scratch, count, double),
                            .link = rd_take(scratch, count, uint64_t),
                            .space = rd_take(scratch, copies->host_count, struct space),
                            .next_parked = rd_take(scratch, count, uint32_t),
                            .list = rd_take(scratch, count, uint32_t),
                            .position = rd_take(scratch, count, uint32_t),
                            .chain = rd_take(scratch, count, uint32_t),
                            .now = open_dated(count, scratch),
                            .tried = open_dated(count, scratch)};
    uint32_t *gives = rd_take(scratch, copies->host_count, uint32_t);
    for (uint32_t object = 0; object < count; object++) {
        moves->from[object] = copies->way[way[object]].from;
        moves->link[object] = copies->way[way[object]].link;
        moves->lasts_s[object] = copies->way[way[object]].duration_s;
        moves->taker[object] = rd_takes_space(copies, object);
        moves->giver[object] = rd_gives_space(copies, object, way[object]);
        if (moves->giver[object] != RD_NO_HOST)
            gives[moves->giver[object]]++;
    }
    for (uint32_t host = 0; host < copies->host_count; host++)
        moves->space[host].gives = rd_take(scratch, gives[host], struct ended);
    bool combined = copies->objects->combined_ports;
    moves->out = open_ports(copies, moves->from, combined ? moves->to : NULL, scratch);
    moves->in = combined ? moves->out : open_ports(copies, moves->to, NULL, scratch);
    if (!copies->objects->many_a_pair)
        number_pairs(moves, scratch);
    open_shared(moves, scratch);
    return moves;
}

/* Takes the order that was tried. */
static void take_tried(struct moves *moves)
{
    struct dated old = moves->now;
    moves->now = moves->tried;
    moves->tried = old;
    find_chain(moves);
}

struct dated_object {
    double start_s;
    uint32_t place, object;
};

RD_ORDERED_BY(by_start, struct dated_object, start_s, place)

/* The present order as a schedule: its messages by start. */
static void keep(const struct moves *moves, struct rd_copy_schedule *schedule,
                 struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct dated_object *dated = rd_take(scratch, moves->count, struct dated_object);
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t object = moves->now.order[i];
        dated[i] = (struct dated_object){moves->now.start_s[object], i, object};
        schedule->start_s[object] = moves->now.start_s[object];
    }
    qsort(dated, moves->count, sizeof *dated, by_start);
    for (uint32_t i = 0; i < moves->count; i++)
        schedule->order[i] = dated[i].object;
    schedule->makespan_s = moves->now.makespan_s;
}

struct rd_copy_schedule rd_move_in_order(const struct rd_object_list *copies,
                                         const struct rd_copy_schedule *schedule, double bound_s,
                                         int64_t orders, uint64_t seed, struct rd_arena *arena,
                                         struct rd_arena *scratch)
{
    enum { AGO = 50 };
    double then_s[AGO];
    struct rd_copy_schedule best = {
        .way = schedule->way,
        .start_s = rd_arena_copy(arena, schedule->start_s, copies->count, sizeof(double)),
        .order = rd_arena_copy(arena, schedule->order, copies->count, sizeof(uint32_t)),
        .makespan_s = schedule->makespan_s};
    rd_arena_borrow(scratch);
    struct moves *moves = open(copies, schedule->way, scratch);
    moves->rng = rd_rng_seeded(seed, 3);
    rd_assert(date_all(moves, schedule->order, INFINITY, &moves->tried));
    take_tried(moves);
    for (uint32_t i = 0; i < AGO; i++)
        then_s[i] = moves->now.makespan_s;
    for (int64_t i = 0; i < orders && best.makespan_s > bound_s * (1 + 1e-9) && !rd_time_is_up();
         i++) {
        draw(moves);
        if (date_all(moves, moves->list, fmax(then_s[i % AGO], moves->now.makespan_s),
                     &moves->tried))
            take_tried(moves);
        then_s[i % AGO] = moves->now.makespan_s;
        if (moves->now.makespan_s < best.makespan_s)
            keep(moves, &best, scratch);
    }
    return best;
}
