#include "plan.h"

#include "instance.h"

/* Room for one row more; capacity doubles. */
static void make_room(struct rd_plan *plan, struct rd_arena *arena, size_t capacity)
{
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

void rd_plan_reserve(struct rd_plan *plan, struct rd_arena *arena, size_t count)
{
    rd_assert(count <= SIZE_MAX / 2 - plan->row_count);
    make_room(plan, arena, plan->row_count + count);
}

static void append(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row)
{
    rd_assert(plan->row_count == 0 || plan->row[plan->row_count - 1].round <= row.round);
    rd_assert(row.round < UINT32_MAX);
    make_room(plan, arena, plan->row_count + 1);
    plan->row[plan->row_count++] = row;
    if (plan->round_count <= row.round)
        plan->round_count = row.round + 1;
}

void rd_plan_add(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row)
{
    rd_assert(!plan->block);
    append(plan, arena, row);
}

void rd_plan_add_packet(struct rd_plan *plan, struct rd_arena *arena, struct rd_row row,
                        struct rd_block block)
{
    rd_assert(plan->block || plan->row_count == 0);
    append(plan, arena, row);
    if (!plan->block)
        plan->block = rd_take(arena, plan->row_capacity, struct rd_block);
    plan->block[plan->row_count - 1] = block;
}

/* Takes a row's items from the sender and gives them to the receiver; what a row takes too much is
 * left to the referee. */
static void apply_row(const struct rd_row *row, const struct rd_instance *instance, int64_t *held)
{
    if (row->kind < 0 || (uint32_t)row->kind >= instance->kind_count ||
        row->from >= instance->topology.host_count)
        return;
    int64_t items;
    if (__builtin_mul_overflow(row->items, row->messages ? row->messages : 1, &items))
        return;
    held[(uint64_t)row->from * instance->kind_count + (uint32_t)row->kind] -= items;
    if (row->to < instance->topology.host_count)
        held[(uint64_t)row->to * instance->kind_count + (uint32_t)row->kind] += items;
}

void rd_plan_compute_rest(struct rd_plan *plan, const struct rd_instance *instance,
                          struct rd_arena *arena, struct rd_arena *scratch)
{
    if (instance->goal != RD_FINISH || instance->flops_per_item == 0)
        return;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    int64_t *held = rd_take(scratch, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        held[i] = instance->load[i];
    for (size_t i = 0; i < plan->row_count; i++)
        apply_row(&plan->row[i], instance, held);
    uint32_t last_round = plan->round_count > 0 ? plan->round_count - 1 : 0;
    for (size_t i = 0; i < entries; i++)
        if (held[i] > 0)
            rd_plan_add(plan, arena,
                        (struct rd_row){.round = last_round,
                                        .from = (uint32_t)(i / instance->kind_count),
                                        .to = RD_NO_HOST,
                                        .kind = (int32_t)(i % instance->kind_count),
                                        .items = 1,
                                        .messages = held[i]});
    rd_arena_rewind(scratch, mark);
}
