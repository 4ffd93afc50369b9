#include "plan.h"

#include <stdlib.h>
#include <string.h>

void rd_plan_reserve(struct rd_plan *plan, struct rd_arena *arena, size_t count)
{
    rd_assert(count <= SIZE_MAX / 2 - plan->transfer_count);
    size_t capacity = plan->transfer_count + count;
    if (capacity <= plan->transfer_capacity)
        return;
    if (capacity < 2 * plan->transfer_capacity)
        capacity = 2 * plan->transfer_capacity;
    plan->transfer = rd_arena_grow(arena, plan->transfer, plan->transfer_capacity, capacity,
                                   sizeof *plan->transfer);
    if (plan->block)
        plan->block = rd_arena_grow(arena, plan->block, plan->transfer_capacity, capacity,
                                    sizeof *plan->block);
    if (plan->room)
        plan->room =
            rd_arena_grow(arena, plan->room, plan->transfer_capacity, capacity, sizeof *plan->room);
    if (plan->first_item)
        plan->first_item = rd_arena_grow(arena, plan->first_item, plan->transfer_capacity, capacity,
                                         sizeof *plan->first_item);
    plan->transfer_capacity = capacity;
}

void rd_plan_set_room(struct rd_plan *plan, struct rd_arena *arena, size_t number,
                      enum rd_room room)
{
    if (!plan->room) {
        uint8_t *marks = rd_take(arena, plan->transfer_capacity, uint8_t);
        memset(marks, plan->keeps_shared ? RD_ROOM_KEEP : RD_ROOM_SHARE, plan->transfer_count);
        plan->room = marks;
    }
    plan->room[number - plan->first_transfer] = (uint8_t)room;
}

bool rd_plan_has_room(const struct rd_plan *plan, enum rd_room room)
{
    size_t first = plan->first_transfer, last = first + plan->transfer_count;
    if (!plan->room)
        last = plan->transfer_count > 0 && rd_plan_room(plan, first) == room ? last : first;
    for (size_t i = first; i < last; i++)
        if (rd_plan_transfer(plan, i)->to != RD_NO_HOST && rd_plan_room(plan, i) == room)
            return true;
    return false;
}

const char *rd_room_name(enum rd_room room)
{
    static const char *const name[] = {
        [RD_ROOM_KEEP] = "keep", [RD_ROOM_BYTES] = "bytes", [RD_ROOM_SHARE] = "share"};
    return name[room];
}

void rd_plan_count(struct rd_plan *plan, struct rd_arena *arena, const char *name, double value)
{
    rd_arena_add(arena, plan->counter, plan->counter_count, (struct rd_counter){name, value});
}

void rd_plan_make_room(struct rd_plan *plan, struct rd_arena *arena)
{
    struct rd_plan_reader *reader = plan->reader;
    if (!reader || plan->timing != RD_LOCK_STEP || plan->transfer_count < reader->transfer_count) {
        rd_plan_reserve(plan, arena, 1);
        return;
    }
    reader->read(reader, plan);
    plan->first_transfer += plan->transfer_count;
    plan->transfer_count = 0;
}

void rd_plan_add_copies(struct rd_plan *plan, struct rd_arena *arena, struct rd_transfer transfer,
                        int64_t first_item)
{
    rd_plan_add(plan, arena, transfer);
    if (!plan->first_item) {
        plan->first_item = rd_take(arena, plan->transfer_capacity, int64_t);
        for (size_t i = 0; i < plan->transfer_count; i++)
            plan->first_item[i] = RD_NO_ITEM;
    }
    plan->first_item[plan->transfer_count - 1] = first_item;
}

void rd_plan_add_packet(struct rd_plan *plan, struct rd_arena *arena, struct rd_transfer transfer,
                        struct rd_dimension_range block)
{
    rd_assert(plan->block || plan->first_transfer + plan->transfer_count == 0);
    rd_plan_append(plan, arena, transfer);
    if (!plan->block)
        plan->block = rd_take(arena, plan->transfer_capacity, struct rd_dimension_range);
    plan->block[plan->transfer_count - 1] = block;
    /* It is on its way for a round per dimension of its block. */
    uint32_t more_rounds = (uint32_t)abs(block.last - block.first);
    rd_assert(transfer.round < UINT32_MAX - more_rounds);
    if (plan->round_count <= transfer.round + more_rounds)
        plan->round_count = transfer.round + more_rounds + 1;
}

/* Takes a transfer's items from the sender and gives them to the receiver; what a transfer takes
 * too much, or what means nothing, is left to the referee. */
static void apply_transfer(const struct rd_transfer *transfer, const struct rd_instance *instance,
                           int64_t *held)
{
    int64_t items;
    if (transfer->kind < 0 || (uint32_t)transfer->kind >= instance->kind_count ||
        transfer->from >= instance->topology.host_count || transfer->items < 0 ||
        transfer->messages < 0 ||
        __builtin_mul_overflow(transfer->items, transfer->messages ? transfer->messages : 1,
                               &items) ||
        items > RD_ITEM_LIMIT)
        return;
    int64_t *left =
        &held[(uint64_t)transfer->from * instance->kind_count + (uint32_t)transfer->kind];
    if (__builtin_sub_overflow(*left, items, left))
        *left = INT64_MIN;
    if (transfer->to >= instance->topology.host_count)
        return;
    int64_t *got = &held[(uint64_t)transfer->to * instance->kind_count + (uint32_t)transfer->kind];
    if (__builtin_add_overflow(*got, items, got))
        *got = INT64_MAX;
}

/* The round of the plan's last transfer, or its last round if that is later. */
static uint32_t last_round(const struct rd_plan *plan)
{
    uint32_t round = plan->round_count > 0 ? plan->round_count - 1 : 0;
    if (plan->transfer_count > 0 && round < plan->transfer[plan->transfer_count - 1].round)
        round = plan->transfer[plan->transfer_count - 1].round;
    return round;
}

/* One transfer for each host that holds items of a kind; a star's master computes nothing. Returns:
 * were there any? */
static bool compute_kind(struct rd_plan *plan, const struct rd_instance *instance, uint32_t round,
                         uint32_t kind, const int64_t *held, struct rd_arena *arena)
{
    size_t transfer_count = plan->transfer_count;
    uint32_t computing = rd_computing_host_count(&instance->topology);
    for (uint32_t host = 0; host < computing; host++) {
        int64_t items = held[(uint64_t)host * instance->kind_count + kind];
        if (items > 0)
            rd_plan_add(plan, arena,
                        (struct rd_transfer){.round = round,
                                             .from = host,
                                             .to = RD_NO_HOST,
                                             .kind = (int32_t)kind,
                                             .items = 1,
                                             .messages = items});
    }
    return plan->transfer_count > transfer_count;
}

void rd_plan_compute_rest(struct rd_plan *plan, const struct rd_instance *instance,
                          struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(arena != scratch); /* rewinding would take the transfers away */
    uint32_t round = last_round(plan);
    if (instance->goal != RD_FINISH || instance->flops_per_item == 0 || plan->block ||
        plan->timing == RD_AS_RECORDED || round >= UINT32_MAX - 1 - instance->kind_count)
        return;
    rd_assert(plan->first_transfer == 0);
    rd_arena_borrow(scratch);
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    int64_t *held = rd_take(scratch, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        held[i] = instance->load[i];
    for (size_t i = 0; i < plan->transfer_count; i++)
        apply_transfer(&plan->transfer[i], instance, held);
    /* In lock-step what arrives in a round is held from the next on, and a processor takes one
     * transfer a round. */
    bool lock_step = plan->timing == RD_LOCK_STEP;
    if (lock_step && plan->round_count > 0)
        round++;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        if (compute_kind(plan, instance, round, kind, held, arena) && lock_step)
            round++;
}

int64_t rd_plan_messages(const struct rd_plan *plan)
{
    int64_t count = 0;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (__builtin_add_overflow(
                count, plan->transfer[i].messages > 0 ? plan->transfer[i].messages : 1, &count))
            return INT64_MAX;
    return count;
}

bool rd_plan_sends_together(const struct rd_plan *plan)
{
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].to != RD_NO_HOST && plan->transfer[i].kind != RD_CONTROL &&
            (plan->transfer[i].items > 1 || plan->transfer[i].messages == 0))
            return true;
    return false;
}

void rd_plan_split_items(struct rd_plan *plan, const struct rd_instance *instance)
{
    if (plan->timing == RD_LOCK_STEP || plan->timing == RD_AS_RECORDED || plan->block ||
        instance->sends != RD_SENDS_UNSET)
        return;
    uint32_t hosts = instance->topology.host_count;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        struct rd_transfer *transfer = &plan->transfer[i];
        if (transfer->to == RD_NO_HOST || transfer->kind < 0 || transfer->items <= 1 ||
            transfer->messages <= 0 || transfer->messages > INT64_MAX / transfer->items ||
            transfer->from >= hosts || transfer->to >= hosts)
            continue; /* what is wrong with it, the referee says */
        uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        if (link != RD_NO_LINK && rd_link_cost(instance, link).latency_s == 0) {
            transfer->messages *= transfer->items;
            transfer->items = 1;
        }
    }
}
