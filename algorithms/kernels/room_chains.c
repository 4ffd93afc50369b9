#include "room_chains.h"

#include "sim/model/trace.h"

#include <inttypes.h>

#define NOBODY UINT32_MAX

/* A transfer whose part of a shared link is not all taken. */
struct holder {
    uint32_t transfer;
    int64_t left;
};

struct room {
    int64_t pool;          /* below 0: what those that share took, and was not there */
    struct holder *holder; /* [count] */
    size_t count, capacity;
};

/* The items of a kind on a host with one port, to which they come in the order of the plan. */
struct supply {
    int64_t parted;          /* sent by the transfers so far */
    int64_t come;            /* the load, and what is known to have come by then */
    uint32_t brings, latest; /* who brings more next, and last; one more than the transfer, or 0 */
};

/* Transfers of a chain end in its order: those of a sender with one port, or of a link. */
struct chains {
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    const struct rd_transfer_span *span;
    double tolerance_s;
    uint32_t chain_count;
    uint32_t *chain, *place; /* [transfer_count] */
    uint32_t *known;         /* [transfer_count][chain_count]: so many have ended when it starts */
    uint32_t *last_in;       /* [host_count]: the latest there, at one port; or NOBODY */
    uint32_t *last;          /* [chain_count] */
    struct supply *supply;   /* [host_count * kind_count] */
    uint32_t *next_come;     /* [transfer_count]: who brings the next of the same, as in supply */
    struct room *room;       /* [shared links] */
    struct rd_arena *arena, *scratch;
    struct rd_room_waits waits;
    size_t wait_capacity;
};

static uint32_t *known_of(const struct chains *chains, uint32_t transfer)
{
    return chains->known + (size_t)transfer * chains->chain_count;
}

/* Has `other` ended whenever `transfer` starts? */
static bool knows(const struct chains *chains, uint32_t transfer, uint32_t other)
{
    return known_of(chains, transfer)[chains->chain[other]] > chains->place[other];
}

/* From now on `other`, and all that had ended before it started, has ended when `transfer` starts.
 */
static void learn(const struct chains *chains, uint32_t transfer, uint32_t other)
{
    uint32_t *known = known_of(chains, transfer);
    const uint32_t *told = known_of(chains, other);
    for (uint32_t i = 0; i < chains->chain_count; i++)
        known[i] = told[i] > known[i] ? told[i] : known[i];
    uint32_t places = chains->place[other] + 1, *own = &known[chains->chain[other]];
    *own = *own > places ? *own : places;
}

static bool have_common_host(const struct rd_transfer *a, const struct rd_transfer *b)
{
    return a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to;
}

/* How little a transfer likes to wait for another: 0 where it does already, 1 where a host of its
 * own sees the other's end, else 2. */
static int distance(const struct chains *chains, uint32_t transfer, uint32_t other)
{
    const struct rd_transfer *rows = chains->plan->transfer;
    return knows(chains, transfer, other)                    ? 0
           : have_common_host(&rows[transfer], &rows[other]) ? 1
                                                             : 2;
}

static void add_wait(struct chains *chains, struct rd_room_wait wait)
{
    struct rd_room_waits *waits = &chains->waits;
    waits->wait = rd_arena_room(chains->arena, waits->wait, waits->count, &chains->wait_capacity,
                                sizeof wait);
    waits->wait[waits->count++] = wait;
}

static void add_holder(struct chains *chains, struct room *room, struct holder holder)
{
    room->holder =
        rd_arena_room(chains->scratch, room->holder, room->count, &room->capacity, sizeof holder);
    room->holder[room->count++] = holder;
}

/* Whose room to take: of the nearest, the least that suffices, or else the most. Returns: NULL if
 * nobody has ended and has room left. */
static struct holder *choose(const struct chains *chains, struct room *room, uint32_t transfer,
                             int64_t need)
{
    struct holder *best = NULL;
    int best_distance = 0;
    double by_s = chains->span[transfer].start_s + chains->tolerance_s;
    for (size_t i = 0; i < room->count; i++) {
        struct holder *holder = &room->holder[i];
        if (chains->span[holder->transfer].end_s > by_s)
            continue;
        int away = distance(chains, transfer, holder->transfer);
        bool suffices = holder->left >= need;
        bool is_better =
            !best || away < best_distance ||
            (away == best_distance && (suffices ? best->left < need || holder->left < best->left
                                                : best->left < need && holder->left > best->left));
        if (!is_better)
            continue;
        best = holder;
        best_distance = away;
    }
    return best;
}

static int64_t take_from(struct room *room, struct holder *holder, int64_t need)
{
    int64_t taken = holder->left < need ? holder->left : need;
    holder->left -= taken;
    if (holder->left == 0)
        *holder = room->holder[--room->count];
    return taken;
}

/* From the pool. Returns: how much. */
static int64_t take_free(struct room *room, int64_t need)
{
    int64_t taken = room->pool < need ? room->pool : need;
    room->pool -= taken;
    return taken;
}

/* Waits until there is room for a transfer. Returns: false if there is never so much. */
static bool wait_for_room(struct chains *chains, struct room *room, uint32_t transfer, int64_t part)
{
    int64_t need = part - take_free(room, part);
    while (need > 0) {
        struct holder *holder = choose(chains, room, transfer, need);
        if (!holder)
            return false;
        if (!knows(chains, transfer, holder->transfer)) {
            add_wait(chains, (struct rd_room_wait){transfer, holder->transfer});
            learn(chains, transfer, holder->transfer);
        }
        need -= take_from(room, holder, need);
    }
    return true;
}

/* The room that a transfer finds free without waiting. Returns: how much. */
static int64_t take_found(const struct chains *chains, struct room *room, uint32_t transfer,
                          int64_t part)
{
    int64_t need = part - take_free(room, part);
    for (size_t i = room->count; i-- > 0 && need > 0;)
        if (knows(chains, transfer, room->holder[i].transfer))
            need -= take_from(room, &room->holder[i], need);
    return part - need;
}

/* Returns: as wait_for_room. What shares waits for nobody, and has the room that it finds: those
 * that keep are never too much together, but what shares may come on top. */
static bool take_room(struct chains *chains, uint32_t transfer, uint64_t link,
                      const struct rd_shared_use *use)
{
    struct room *room = &chains->room[use->shared];
    int64_t part = rd_link_part(chains->instance, link, use);
    if (rd_plan_room(chains->plan, transfer) != RD_ROOM_KEEP)
        part = take_found(chains, room, transfer, part);
    else if (!wait_for_room(chains, room, transfer, part))
        return false;
    if (part > 0)
        add_holder(chains, room, (struct holder){transfer, part});
    return true;
}

/* Drops those of a transfer's waits, from `first` on, that follow from others of them. */
static void reduce(struct chains *chains, size_t first)
{
    struct rd_room_waits *waits = &chains->waits;
    size_t kept = first, count = waits->count;
    for (size_t i = first; i < count; i++) {
        bool follows = false;
        for (size_t k = first; k < count && !follows; k++)
            follows = k != i && knows(chains, waits->wait[k].awaited, waits->wait[i].awaited);
        if (!follows)
            waits->wait[kept++] = waits->wait[i];
    }
    waits->count = kept;
}

static struct supply *supply_of(const struct chains *chains, uint32_t host, int32_t kind)
{
    return &chains->supply[(size_t)host * chains->instance->kind_count + (uint32_t)kind];
}

/* Who forwards items has waited for those who brought them, up to the first item that it sends. */
static void learn_from_items(const struct chains *chains, uint32_t transfer)
{
    const struct rd_transfer *rows = chains->plan->transfer, *row = &rows[transfer];
    if (row->kind == RD_CONTROL)
        return;
    struct supply *supply = supply_of(chains, row->from, row->kind);
    int64_t needed = supply->parted + row->items;
    supply->parted += row->items * row->messages;
    while (supply->brings) {
        const struct rd_transfer *brings = &rows[supply->brings - 1];
        if (needed <= supply->come + brings->items * (brings->messages - 1))
            break;
        learn(chains, transfer, supply->brings - 1);
        supply->come += brings->items * brings->messages;
        supply->brings = chains->next_come[supply->brings - 1];
    }
    if (rd_host_ports(chains->instance, row->to) != 1)
        return;
    supply = supply_of(chains, row->to, row->kind);
    *(supply->brings ? &chains->next_come[supply->latest - 1] : &supply->brings) = transfer + 1;
    supply->latest = transfer + 1;
}

/* Returns: as take_room. */
static bool chain(struct chains *chains, uint32_t transfer)
{
    const struct rd_instance *instance = chains->instance;
    const struct rd_transfer *row = &chains->plan->transfer[transfer];
    uint32_t *last = &chains->last[chains->chain[transfer]], *last_in = &chains->last_in[row->to];
    size_t first_wait = chains->waits.count;
    if (*last != NOBODY)
        learn(chains, transfer, *last);
    if (*last_in != NOBODY)
        learn(chains, transfer, *last_in);
    *last = transfer;
    learn_from_items(chains, transfer);
    if (rd_host_ports(instance, row->to) == 1)
        *last_in = transfer;
    uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; use < end; use++)
        if (!take_room(chains, transfer, link, use))
            return false;
    reduce(chains, first_wait);
    return true;
}

/* Numbers the chains by their first transfers. */
static void make_chains(struct chains *chains)
{
    const struct rd_instance *instance = chains->instance;
    const struct rd_plan *plan = chains->plan;
    const struct rd_topology *topology = &instance->topology;
    uint32_t *of_host = rd_take(chains->scratch, topology->host_count, uint32_t);
    uint32_t *of_link = rd_take(chains->scratch, rd_link_count(topology), uint32_t);
    uint32_t *length = rd_take(chains->scratch, plan->transfer_count, uint32_t);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        uint32_t *number = rd_host_ports(instance, row->from) == 1
                               ? &of_host[row->from]
                               : &of_link[rd_link_between(topology, row->from, row->to)];
        if (*number == 0)
            *number = ++chains->chain_count;
        chains->chain[i] = *number - 1;
        chains->place[i] = length[*number - 1]++;
    }
}

static void fill(uint32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        number[i] = NOBODY;
}

bool rd_room_chains(const struct rd_instance *instance, const struct rd_plan *plan,
                    const struct rd_transfer_span *span, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_room_waits *ret_waits,
                    struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    size_t count = plan->transfer_count, hosts = instance->topology.host_count;
    struct chains chains = {
        .instance = instance, .plan = plan, .span = span, .arena = arena, .scratch = scratch};
    chains.chain = rd_take(scratch, count, uint32_t);
    chains.place = rd_take(scratch, count, uint32_t);
    make_chains(&chains);
    if ((uint64_t)count * chains.chain_count > RD_ROOM_KNOWLEDGE_LIMIT)
        return rd_refuse(reterr,
                         "%zu transfers of %" PRIu32 " senders or links wait for room on shared "
                         "links: transfers times senders up to 2^26 are ordered by words",
                         count, chains.chain_count);
    chains.known = rd_take(scratch, count * chains.chain_count, uint32_t);
    chains.last = rd_take(scratch, chains.chain_count, uint32_t);
    chains.last_in = rd_take(scratch, hosts, uint32_t);
    uint64_t accounts = (uint64_t)hosts * instance->kind_count;
    chains.next_come = rd_take(scratch, count, uint32_t);
    chains.supply = rd_take(scratch, accounts, struct supply);
    for (uint64_t i = 0; i < accounts; i++)
        chains.supply[i].come = instance->load[i];
    chains.room = rd_take(scratch, instance->shared->count, struct room);
    fill(chains.last, chains.chain_count);
    fill(chains.last_in, hosts);
    for (uint32_t shared = 0; shared < instance->shared->count; shared++)
        chains.room[shared].pool = RD_SHARED_ROOM;
    for (size_t i = 0; i < count; i++)
        chains.tolerance_s =
            span[i].end_s > chains.tolerance_s ? span[i].end_s : chains.tolerance_s;
    chains.tolerance_s *= RD_TIME_TOLERANCE;
    for (uint32_t i = 0; i < count; i++)
        if (!chain(&chains, i))
            return rd_refuse(reterr,
                             "when %s sends to %s, more is under way on a shared link than it "
                             "carries",
                             rd_label(instance, plan->transfer[i].from),
                             rd_label(instance, plan->transfer[i].to));
    *ret_waits = chains.waits;
    return true;
}
