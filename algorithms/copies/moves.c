#include "moves.h"

#include "sim/base/integers.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define ITEM_LIMIT (UINT64_C(1) << 25)

/* --- who is to have whose items -------------------------------------------------------------- */

/* Items of one host, which lie on another one now: first in, first out. */
struct lot {
    uint32_t origin, next;
    int64_t items;
};

struct lots {
    struct rd_arena *arena;
    struct lot *lot;
    size_t count;
    uint32_t *first, *last; /* [hosts * kinds] */
};

/* Items that are to go from one host to another. */
struct move {
    uint32_t kind, from, to;
    int64_t items;
};

RD_ORDERED_BY(by_kind, struct move, kind, from, to)

static void put(struct lots *lots, size_t place, uint32_t origin, int64_t items)
{
    uint32_t number = (uint32_t)lots->count;
    rd_arena_add(lots->arena, lots->lot, lots->count, (struct lot){origin, NONE, items});
    if (lots->first[place] == NONE)
        lots->first[place] = number;
    else
        lots->lot[lots->last[place]].next = number;
    lots->last[place] = number;
}

static void carry(struct lots *lots, size_t from, size_t to, int64_t items)
{
    while (items > 0) {
        rd_assert(lots->first[from] != NONE);
        struct lot *lot = &lots->lot[lots->first[from]];
        int64_t taken = rd_least(items, lot->items);
        uint32_t origin = lot->origin;
        lot->items -= taken;
        items -= taken;
        if (lot->items == 0)
            lots->first[from] = lot->next;
        put(lots, to, origin, taken);
    }
}

/* Follows a plan. Returns: its moves, sorted; those of one pair may be several. */
static struct move *find_moves(const struct rd_instance *instance, const struct rd_plan *plan,
                               struct rd_arena *arena, size_t *ret_count)
{
    uint32_t hosts = instance->topology.host_count, kinds = instance->copies->first_kind;
    size_t places = (size_t)hosts * kinds, count = 0;
    struct lots lots = {.arena = arena,
                        .first = rd_take(arena, places, uint32_t),
                        .last = rd_take(arena, places, uint32_t)};
    struct move *move = NULL;
    for (size_t place = 0; place < places; place++) {
        int64_t held = rd_load(instance, (uint32_t)(place / kinds), (uint32_t)(place % kinds));
        lots.first[place] = NONE;
        if (held > 0)
            put(&lots, place, (uint32_t)(place / kinds), held);
    }
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        size_t kind = (size_t)transfer->kind;
        carry(&lots, transfer->from * (size_t)kinds + kind, transfer->to * (size_t)kinds + kind,
              transfer->items * transfer->messages);
    }
    for (size_t place = 0; place < places; place++)
        for (uint32_t i = lots.first[place]; i != NONE; i = lots.lot[i].next) {
            uint32_t to = (uint32_t)(place / kinds), kind = (uint32_t)(place % kinds);
            if (lots.lot[i].origin != to)
                rd_arena_add(arena, move, count,
                             (struct move){kind, lots.lot[i].origin, to, lots.lot[i].items});
        }
    if (count > 0)
        qsort(move, count, sizeof *move, by_kind);
    *ret_count = count;
    return move;
}

/* --- as copies ------------------------------------------------------------------------------- */

/* The pieces of the copies, and then one for each move. */
static void add_pieces(struct rd_copies *copies, const struct move *move, size_t move_count,
                       struct rd_arena *arena)
{
    const struct rd_copies of = *copies;
    uint32_t pieces = of.piece_count, all = pieces + (uint32_t)move_count;
    int64_t *first_item = rd_take(arena, all, int64_t), *items = rd_take(arena, all, int64_t);
    uint32_t *held_first = rd_take(arena, (size_t)all + 1, uint32_t);
    uint32_t *wanted_first = rd_take(arena, (size_t)all + 1, uint32_t);
    uint32_t *held = rd_take(arena, of.held_first[pieces] + move_count, uint32_t);
    uint32_t *wanted = rd_take(arena, of.wanted_first[pieces] + move_count, uint32_t);
    memcpy(first_item, of.first_item, pieces * sizeof *first_item);
    memcpy(items, of.items, pieces * sizeof *items);
    memcpy(held_first, of.held_first, (pieces + 1) * sizeof *held_first);
    memcpy(wanted_first, of.wanted_first, (pieces + 1) * sizeof *wanted_first);
    memcpy(held, of.held, of.held_first[pieces] * sizeof *held);
    memcpy(wanted, of.wanted, of.wanted_first[pieces] * sizeof *wanted);
    for (uint32_t i = pieces; i < all; i++) {
        const struct move *of_piece = &move[i - pieces];
        bool follows = i > pieces && of_piece[-1].kind == of_piece->kind;
        first_item[i] = follows ? first_item[i - 1] + items[i - 1] : 0;
        items[i] = of_piece->items;
        held[held_first[i]] = of_piece->from;
        wanted[wanted_first[i]] = of_piece->to;
        held_first[i + 1] = held_first[i] + 1;
        wanted_first[i + 1] = wanted_first[i] + 1;
    }
    copies->piece_count = all;
    copies->first_item = first_item;
    copies->items = items;
    copies->held_first = held_first;
    copies->held = held;
    copies->wanted_first = wanted_first;
    copies->wanted = wanted;
}

struct rd_moves rd_moves_open(const struct rd_instance *instance, const struct rd_plan *counted,
                              struct rd_arena *arena)
{
    size_t count;
    struct move *move = find_moves(instance, counted, arena, &count);
    struct rd_moves moves = {.instance = instance, .copies = *instance};
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    const struct rd_copies *of = instance->copies;
    uint32_t kinds = of->count + of->first_kind, *moved_kind = rd_take(arena, kinds, uint32_t);
    uint32_t *piece = rd_take(arena, (size_t)kinds + 1, uint32_t);
    double *bytes = rd_take(arena, kinds, double);
    for (uint32_t kind = 0; kind < of->count; kind++)
        bytes[kind] = rd_kind_bytes(instance, of->first_kind + kind);
    memcpy(piece, of->piece, (of->count + 1) * sizeof *piece);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || move[i - 1].kind != move[i].kind) {
            bytes[of->count + moves.moved_count] = rd_kind_bytes(instance, move[i].kind);
            moved_kind[moves.moved_count++] = move[i].kind;
        }
        piece[of->count + moves.moved_count] = of->piece_count + (uint32_t)i + 1;
    }
    *copies = *of;
    copies->first_kind = 0;
    copies->count = of->count + moves.moved_count;
    copies->name = NULL;
    copies->bytes = bytes;
    copies->piece = piece;
    add_pieces(copies, move, count, arena);
    moves.moved_kind = moved_kind;
    moves.copies.copies = copies;
    moves.copies.kind_bytes = NULL;
    moves.copies.kind_count = copies->count;
    moves.copies.load = moves.copies.target =
        rd_take(arena, (size_t)instance->topology.host_count * copies->count, int64_t);
    return moves;
}

/* --- the plan -------------------------------------------------------------------------------- */

/* How many items of each transfer are on their way to where they are wanted. In: a plan whose
 * transfers are one message each. Returns: NULL beyond the limit. */
static int64_t *count_kept(const struct rd_moves *moves, const struct rd_plan *plan,
                           struct rd_arena *scratch)
{
    const struct rd_copies *copies = moves->copies.copies;
    uint32_t hosts = moves->copies.topology.host_count, named = moves->instance->copies->count;
    uint64_t items = 0;
    uint64_t *before = rd_take(scratch, copies->count, uint64_t);
    for (uint32_t i = named; i < copies->count; i++) {
        before[i] = items;
        items += (uint64_t)rd_copy_items(copies, i);
    }
    if (items > ITEM_LIMIT / hosts)
        return NULL;
    int64_t *kept = rd_take(scratch, plan->transfer_count, int64_t);
    size_t *by = rd_take(scratch, hosts * items, size_t); /* transfers, from 1 on */
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if ((uint32_t)transfer->kind < named)
            continue;
        size_t *first = by + transfer->to * items + before[transfer->kind] +
                        (uint64_t)rd_plan_first_item(plan, i);
        for (int64_t k = 0; k < transfer->items; k++)
            first[k] = first[k] == 0 ? i + 1 : first[k];
    }
    uint32_t kind = named;
    for (uint32_t piece = copies->piece[named]; piece < copies->piece_count; piece++) {
        while (copies->piece[kind + 1] <= piece)
            kind++;
        for (int64_t k = 0; k < copies->items[piece]; k++) {
            uint64_t item = before[kind] + (uint64_t)(copies->first_item[piece] + k);
            uint32_t origin = copies->held[copies->held_first[piece]];
            for (uint32_t host = copies->wanted[copies->wanted_first[piece]]; host != origin;
                 host = plan->transfer[by[host * items + item] - 1].from)
                kept[by[host * items + item] - 1]++;
        }
    }
    return kept;
}

bool rd_moves_plan(const struct rd_moves *moves, const struct rd_plan *of_copies,
                   struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_whole,
                   struct rd_plan *ret_named, struct rd_plan *ret_counted)
{
    rd_arena_borrow(scratch);
    const struct rd_copies *copies = moves->instance->copies;
    const int64_t *kept = count_kept(moves, of_copies, scratch);
    if (!kept)
        return false;
    for (size_t i = 0; i < of_copies->transfer_count; i++) {
        struct rd_transfer transfer = of_copies->transfer[i];
        int64_t first = rd_plan_first_item(of_copies, i);
        uint32_t kind = (uint32_t)transfer.kind;
        rd_assert(transfer.messages == 1);
        if (kind < copies->count) {
            rd_plan_add_copies(ret_named, arena, transfer, first);
            transfer.kind = (int32_t)(copies->first_kind + kind);
            rd_plan_add_copies(ret_whole, arena, transfer, first);
        } else if (kept[i] > 0) {
            transfer.kind = (int32_t)moves->moved_kind[kind - copies->count];
            transfer.items = kept[i];
            rd_plan_add(ret_counted, arena, transfer);
            rd_plan_add(ret_whole, arena, transfer);
        }
    }
    ret_whole->keeps_shared = ret_named->keeps_shared = ret_counted->keeps_shared = true;
    return true;
}
