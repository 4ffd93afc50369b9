#include "copies.h"

#include "sim/base/interval_map.h"

/* Items of a transfer, up to `end`, that one other brings; UINT32_MAX: they are there at the start.
 */
struct delivery {
    int64_t end;
    uint32_t transfer;
};

struct rd_copy_replay {
    int64_t *number; /* [named kinds]: of the first item of each, over all of them */
    struct rd_interval_maps maps;
    uint32_t *has;            /* [host_count]: what has come to each so far */
    uint32_t *first_delivery; /* [transfer_count] */
    struct delivery *delivery;
    size_t delivery_count;
    int64_t *arrived; /* [transfer_count] messages, in their order */
};

static int64_t first_number(const struct rd_replay_state *replay, size_t index)
{
    const struct rd_copies *copies = replay->instance->copies;
    uint32_t kind = (uint32_t)replay->plan->transfer[index].kind;
    return replay->copies->number[kind - copies->first_kind] + replay->plan->first_item[index];
}

/* Puts what is held at the start into trees, one for each host. */
static void hold(struct rd_replay_state *replay, uint32_t *tree)
{
    const struct rd_copies *copies = replay->instance->copies;
    struct rd_copy_replay *of = replay->copies;
    for (uint32_t j = 0; j < copies->count; j++)
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++) {
            int64_t first = of->number[j] + copies->first_item[piece];
            for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++) {
                uint32_t host = copies->held[i];
                tree[host] = rd_interval_add(&of->maps, tree[host], first,
                                             first + copies->items[piece], UINT32_MAX);
            }
        }
}

/* Adds what a host has not yet of some items. Returns: how many. */
static int64_t add_new(struct rd_interval_maps *maps, uint32_t *tree, int64_t first, int64_t end,
                       uint32_t value)
{
    int64_t added = 0;
    while (first < end) {
        const struct rd_interval *known = rd_interval_from(maps, *tree, first);
        int64_t next = known && known->first < end ? known->first : end;
        if (next > first) {
            *tree = rd_interval_add(maps, *tree, first, next, value);
            added += next - first;
            first = next;
        } else {
            first = known->end;
        }
    }
    return added;
}

static bool note_deliveries(struct rd_replay_state *replay, size_t index, uint32_t *tree,
                            struct rd_error *reterr)
{
    struct rd_copy_replay *of = replay->copies;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    int64_t first = first_number(replay, index), at = first;
    int64_t end = first + transfer->items * transfer->messages;
    while (at < end) {
        const struct rd_interval *known = rd_interval_from(&of->maps, tree[transfer->from], at);
        if (!known || known->first > at)
            return rd_failed(reterr, "transfer %zu: an item that no transfer before it brings",
                             index);
        at = known->end < end ? known->end : end;
        rd_arena_add(&replay->arena, of->delivery, of->delivery_count,
                     (struct delivery){at, known->value});
    }
    add_new(&of->maps, &tree[transfer->to], first, end, (uint32_t)index);
    return true;
}

static bool check(const struct rd_replay_state *replay, size_t index, struct rd_error *reterr)
{
    const struct rd_plan *plan = replay->plan;
    const struct rd_transfer *transfer = &plan->transfer[index];
    int64_t first = rd_plan_first_item(plan, index);
    return (first >= 0 && transfer->to != RD_NO_HOST && transfer->messages > 0 &&
            transfer->items > 0 && !replay->packets &&
            first <= rd_copy_items(replay->instance->copies, (uint32_t)transfer->kind) -
                         transfer->items * transfer->messages) ||
           rd_failed(reterr, "transfer %zu: not items of a named kind", index);
}

bool rd_prepare_copies(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_copies *copies = replay->instance->copies;
    size_t transfers = replay->plan->transfer_count;
    uint32_t host_count = replay->instance->topology.host_count;
    struct rd_copy_replay *of = rd_take(&replay->arena, 1, struct rd_copy_replay);
    replay->copies = of;
    of->maps.arena = &replay->arena;
    of->number = rd_take(&replay->arena, copies->count, int64_t);
    for (uint32_t j = 1; j < copies->count; j++)
        of->number[j] = of->number[j - 1] + rd_copy_items(copies, copies->first_kind + j - 1);
    of->has = rd_take(&replay->arena, host_count, uint32_t);
    of->arrived = rd_take(&replay->arena, transfers, int64_t);
    of->first_delivery = rd_take(&replay->arena, transfers, uint32_t);
    uint32_t *brought = rd_take(&replay->arena, host_count, uint32_t);
    hold(replay, of->has);
    hold(replay, brought);
    for (uint32_t piece = 0, j = 0; piece < copies->piece_count; piece++) {
        while (copies->piece[j + 1] <= piece)
            j++;
        for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++)
            replay->held[rd_holding_index(replay, copies->held[i],
                                          (int32_t)(copies->first_kind + j))] +=
                copies->items[piece];
    }
    bool ordered = replay->plan->timing == RD_SELF_TIMED;
    for (size_t i = 0; i < transfers; i++) {
        of->first_delivery[i] = (uint32_t)of->delivery_count;
        if (rd_is_of_copies(replay, &replay->plan->transfer[i]) &&
            (!check(replay, i, reterr) ||
             (ordered && !note_deliveries(replay, i, brought, reterr))))
            return false;
    }
    return true;
}

int64_t rd_replay_copies_there(const struct rd_replay_state *replay, size_t index)
{
    const struct rd_copy_replay *of = replay->copies;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    int64_t first = first_number(replay, index), at = first;
    const struct rd_interval *known;
    while ((known = rd_interval_from(&of->maps, of->has[transfer->from], at)) && known->first <= at)
        at = known->end;
    return at - first;
}

bool rd_replay_copies_may_leave(const struct rd_replay_state *replay, size_t index,
                                int64_t needed_items)
{
    const struct rd_copy_replay *of = replay->copies;
    const struct rd_transfer *transfer = replay->plan->transfer;
    if (replay->plan->timing != RD_SELF_TIMED)
        return rd_replay_copies_there(replay, index) >= needed_items;
    int64_t end = first_number(replay, index) + needed_items;
    int64_t first = end - transfer[index].items;
    const struct delivery *delivery = &of->delivery[of->first_delivery[index]];
    while (delivery->end <= first)
        delivery++;
    for (bool more = true; more; delivery++) {
        more = delivery->end < end;
        if (delivery->transfer == UINT32_MAX)
            continue;
        int64_t last = (more ? delivery->end : end) - 1 - first_number(replay, delivery->transfer);
        if (of->arrived[delivery->transfer] <= last / transfer[delivery->transfer].items)
            return false;
    }
    return true;
}

int64_t rd_replay_copies_next_item(const struct rd_replay_state *replay, size_t index)
{
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if (!rd_is_of_copies(replay, transfer))
        return RD_NO_ITEM;
    return replay->plan->first_item[index] + replay->copies->arrived[index] * transfer->items;
}

void rd_replay_copies_arrive(struct rd_replay_state *replay, size_t index)
{
    struct rd_copy_replay *of = replay->copies;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    int64_t first = first_number(replay, index) + of->arrived[index]++ * transfer->items;
    replay->held[rd_holding_index(replay, transfer->to, transfer->kind)] +=
        add_new(&of->maps, &of->has[transfer->to], first, first + transfer->items, 0);
}
