#include "plan.h"

#include "instance.h"

#include <stdlib.h>

void rd_plan_reserve(struct rd_plan *plan, struct rd_arena *arena, size_t count)
{
    rd_assert(count <= SIZE_MAX / 2 - plan->row_count);
    size_t capacity = plan->row_count + count;
    if (capacity <= plan->row_capacity)
        return;
    if (capacity < 2 * plan->row_capacity)
        capacity = 2 * plan->row_capacity;
    plan->row = rd_arena_grow(arena, plan->row, plan->row_capacity, capacity, sizeof *plan->row);
    if (plan->block)
        plan->block =
            rd_arena_grow(arena, plan->block, plan->row_capacity, capacity, sizeof *plan->block);
    plan->row_capacity = capacity;
}

void rd_plan_make_room(struct rd_plan *plan, struct rd_arena *arena)
{
    struct rd_plan_reader *reader = plan->reader;
    if (!reader || plan->timing != RD_LOCK_STEP || plan->row_count < reader->row_count) {
        rd_plan_reserve(plan, arena, 1);
        return;
    }
    reader->read(reader, plan);
    plan->first_row += plan->row_count;
    plan->row_count = 0;
}

void rd_plan_add_packet(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row,
                        struct rd_block block)
{
    rd_assert(plan->block || plan->first_row + plan->row_count == 0);
    rd_plan_append(plan, arena, row);
    if (!plan->block)
        plan->block = rd_take(arena, plan->row_capacity, struct rd_block);
    plan->block[plan->row_count - 1] = block;
    /* It is on its way for a round per dimension of its block. */
    uint32_t more_rounds = (uint32_t)abs(block.last - block.first);
    rd_assert(row.round < UINT32_MAX - more_rounds);
    if (plan->round_count <= row.round + more_rounds)
        plan->round_count = row.round + more_rounds + 1;
}

/* Takes a row's items from the sender and gives them to the receiver; what a row takes too much, or
 * what means nothing, is left to the referee. */
static void apply_row(const struct rd_row *row, const struct rd_instance *instance, int64_t *held)
{
    int64_t items;
    if (row->kind < 0 || (uint32_t)row->kind >= instance->kind_count ||
        row->from >= instance->topology.host_count || row->items < 0 || row->messages < 0 ||
        __builtin_mul_overflow(row->items, row->messages ? row->messages : 1, &items) ||
        items > RD_ITEM_LIMIT)
        return;
    int64_t *left = &held[(uint64_t)row->from * instance->kind_count + (uint32_t)row->kind];
    if (__builtin_sub_overflow(*left, items, left))
        *left = INT64_MIN;
    if (row->to >= instance->topology.host_count)
        return;
    int64_t *got = &held[(uint64_t)row->to * instance->kind_count + (uint32_t)row->kind];
    if (__builtin_add_overflow(*got, items, got))
        *got = INT64_MAX;
}

/* The round of the plan's last row, or its last round if that is later. */
static uint32_t last_round(const struct rd_plan *plan)
{
    uint32_t round = plan->round_count > 0 ? plan->round_count - 1 : 0;
    if (plan->row_count > 0 && round < plan->row[plan->row_count - 1].round)
        round = plan->row[plan->row_count - 1].round;
    return round;
}

/* One row for each host that holds items of a kind; a star's master computes nothing. Returns: were
 * there any? */
static bool compute_kind(struct rd_plan *plan, const struct rd_instance *instance, uint32_t round,
                         uint32_t kind, const int64_t *held, struct rd_arena *arena)
{
    size_t row_count = plan->row_count;
    uint32_t computing = instance->topology.host_count - (instance->topology.shape == RD_STAR);
    for (uint32_t host = 0; host < computing; host++) {
        int64_t items = held[(uint64_t)host * instance->kind_count + kind];
        if (items > 0)
            rd_plan_add(plan, arena,
                        (struct rd_row){.round = round,
                                        .from = host,
                                        .to = RD_NO_HOST,
                                        .kind = (int32_t)kind,
                                        .items = 1,
                                        .messages = items});
    }
    return plan->row_count > row_count;
}

void rd_plan_compute_rest(struct rd_plan *plan, const struct rd_instance *instance,
                          struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(arena != scratch); /* rewinding would take the rows away */
    uint32_t round = last_round(plan);
    if (instance->goal != RD_FINISH || instance->flops_per_item == 0 || plan->block ||
        round >= UINT32_MAX - 1 - instance->kind_count)
        return;
    rd_assert(plan->first_row == 0);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    int64_t *held = rd_take(scratch, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        held[i] = instance->load[i];
    for (size_t i = 0; i < plan->row_count; i++)
        apply_row(&plan->row[i], instance, held);
    /* In lock-step what arrives in a round is held from the next on, and a processor takes one row
     * a round. */
    bool lock_step = plan->timing == RD_LOCK_STEP;
    if (lock_step && plan->round_count > 0)
        round++;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        if (compute_kind(plan, instance, round, kind, held, arena) && lock_step)
            round++;
    rd_arena_rewind(scratch, mark);
}

void rd_plan_split_items(struct rd_plan *plan, const struct rd_instance *instance)
{
    if (plan->timing == RD_LOCK_STEP || plan->block || instance->sends != RD_SENDS_UNSET)
        return;
    uint32_t hosts = instance->topology.host_count;
    for (size_t i = 0; i < plan->row_count; i++) {
        struct rd_row *row = &plan->row[i];
        if (row->to == RD_NO_HOST || row->kind < 0 || row->items <= 1 || row->messages <= 0 ||
            row->messages > INT64_MAX / row->items || row->from >= hosts || row->to >= hosts)
            continue; /* what is wrong with it, the referee says */
        uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
        if (link != RD_NO_LINK && rd_link_cost(instance, link).latency_s == 0) {
            row->messages *= row->items;
            row->items = 1;
        }
    }
}
