#include "mutate.h"

#include <math.h>
#include <string.h>

#define MUTATION(name)                                                                             \
    static bool name(struct rd_rng *rng, const struct rd_instance *instance, struct rd_plan *plan)
#define UNUSED (void)rng, (void)instance

struct rd_plan copy_of_plan(const struct rd_plan *plan, struct rd_arena *arena)
{
    struct rd_plan copy = *plan;
    copy.transfer_capacity = 2 * plan->transfer_count + 2;
    copy.transfer = rd_take(arena, copy.transfer_capacity, struct rd_transfer);
    copy.block =
        plan->block ? rd_take(arena, copy.transfer_capacity, struct rd_dimension_range) : NULL;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        copy.transfer[i] = plan->transfer[i];
        if (plan->block)
            copy.block[i] = plan->block[i];
    }
    return copy;
}

static size_t some(struct rd_rng *rng, const struct rd_plan *plan)
{
    return (size_t)rd_rng_below(rng, plan->transfer_count);
}

static struct rd_transfer *some_row(struct rd_rng *rng, const struct rd_plan *plan)
{
    return &plan->transfer[some(rng, plan)];
}

/* A row that is a message, or a computation; NULL if the dice found none. */
static struct rd_transfer *some_such(struct rd_rng *rng, const struct rd_plan *plan, bool computes)
{
    for (int tries = 0; tries < 8; tries++) {
        struct rd_transfer *row = some_row(rng, plan);
        if ((row->to == RD_NO_HOST) == computes)
            return row;
    }
    return NULL;
}

static void swap(struct rd_plan *plan, size_t i, size_t j)
{
    struct rd_transfer row = plan->transfer[i];
    plan->transfer[i] = plan->transfer[j];
    plan->transfer[j] = row;
    if (!plan->block)
        return;
    struct rd_dimension_range block = plan->block[i];
    plan->block[i] = plan->block[j];
    plan->block[j] = block;
}

/* Rows keep their contents; the round goes with the place. */
static void swap_in_place(struct rd_plan *plan, size_t i, size_t j)
{
    uint32_t round_i = plan->transfer[i].round, round_j = plan->transfer[j].round;
    swap(plan, i, j);
    plan->transfer[i].round = round_i;
    plan->transfer[j].round = round_j;
}

/* Puts a copy of row i at `at`, whose round it takes. */
static void insert_copy(struct rd_plan *plan, size_t i, size_t at)
{
    struct rd_transfer row = plan->transfer[i];
    struct rd_dimension_range block =
        plan->block ? plan->block[i] : (struct rd_dimension_range){0, 0};
    row.round = plan->transfer[at < plan->transfer_count ? at : plan->transfer_count - 1].round;
    for (size_t k = plan->transfer_count; k > at; k--) {
        plan->transfer[k] = plan->transfer[k - 1];
        if (plan->block)
            plan->block[k] = plan->block[k - 1];
    }
    plan->transfer[at] = row;
    if (plan->block)
        plan->block[at] = block;
    plan->transfer_count++;
}

MUTATION(drop_a_row)
{
    UNUSED;
    for (size_t i = some(rng, plan); i + 1 < plan->transfer_count; i++)
        swap(plan, i, i + 1);
    plan->transfer_count--;
    return true;
}

MUTATION(repeat_a_row)
{
    UNUSED;
    size_t i = some(rng, plan);
    insert_copy(plan, i, i);
    return true;
}

MUTATION(repeat_a_row_elsewhere)
{
    UNUSED;
    insert_copy(plan, some(rng, plan), (size_t)rd_rng_below(rng, plan->transfer_count + 1));
    return true;
}

MUTATION(swap_two_rows)
{
    UNUSED;
    swap_in_place(plan, some(rng, plan), some(rng, plan));
    return true;
}

MUTATION(swap_two_neighbours)
{
    UNUSED;
    size_t i = some(rng, plan);
    if (i + 1 == plan->transfer_count)
        return false;
    swap_in_place(plan, i, i + 1);
    return true;
}

MUTATION(reverse_all_rows)
{
    UNUSED;
    for (size_t i = 0, j = plan->transfer_count; i + 1 < j; i++)
        swap_in_place(plan, i, --j);
    return true;
}

MUTATION(last_row_first)
{
    UNUSED;
    for (size_t i = plan->transfer_count - 1; i > 0; i--)
        swap_in_place(plan, i, i - 1);
    return true;
}

MUTATION(another_sender)
{
    some_row(rng, plan)->from = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    return true;
}

MUTATION(another_receiver)
{
    struct rd_transfer *row = some_such(rng, plan, false);
    if (!row)
        return false;
    row->to = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    return true;
}

MUTATION(sender_that_is_no_host)
{
    some_row(rng, plan)->from = rd_rng_below(rng, 2) ? instance->topology.host_count : RD_NO_HOST;
    return true;
}

MUTATION(receiver_that_is_no_host)
{
    some_row(rng, plan)->to = rd_rng_below(rng, 2) ? instance->topology.host_count : RD_NO_HOST - 1;
    return true;
}

MUTATION(sends_to_itself)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    row->to = row->from;
    return true;
}

MUTATION(sender_and_receiver_exchanged)
{
    UNUSED;
    struct rd_transfer *row = some_such(rng, plan, false);
    if (!row)
        return false;
    uint32_t from = row->from;
    row->from = row->to;
    row->to = from;
    return true;
}

MUTATION(receivers_of_two_rows_exchanged)
{
    UNUSED;
    struct rd_transfer *a = some_such(rng, plan, false), *b = some_such(rng, plan, false);
    if (!a || !b)
        return false;
    uint32_t to = a->to;
    a->to = b->to;
    b->to = to;
    return true;
}

MUTATION(message_becomes_a_computation)
{
    UNUSED;
    struct rd_transfer *row = some_such(rng, plan, false);
    if (row)
        row->to = RD_NO_HOST;
    return row != NULL;
}

MUTATION(computation_becomes_a_message)
{
    struct rd_transfer *row = some_such(rng, plan, true);
    if (row)
        row->to = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    return row != NULL;
}

MUTATION(another_kind)
{
    some_row(rng, plan)->kind = (int32_t)rd_rng_below(rng, instance->kind_count);
    return true;
}

MUTATION(kind_that_is_none)
{
    const int32_t none[] = {(int32_t)instance->kind_count, -2, INT32_MIN, INT32_MAX};
    some_row(rng, plan)->kind = none[rd_rng_below(rng, 4)];
    return true;
}

MUTATION(items_become_words)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    row->kind = RD_CONTROL;
    row->items = 0;
    return true;
}

MUTATION(word_with_items)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    row->kind = RD_CONTROL;
    row->items = 1;
    return true;
}

MUTATION(an_item_more)
{
    UNUSED;
    some_row(rng, plan)->items++;
    return true;
}

MUTATION(an_item_less)
{
    UNUSED;
    some_row(rng, plan)->items--;
    return true;
}

MUTATION(no_items)
{
    UNUSED;
    some_row(rng, plan)->items = 0;
    return true;
}

MUTATION(fewer_than_no_items)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    row->items = rd_rng_below(rng, 2) ? INT64_MIN : -row->items - 1;
    return true;
}

MUTATION(too_many_items_to_count)
{
    UNUSED;
    const int64_t huge[] = {RD_ITEM_LIMIT + 1, RD_ITEM_LIMIT, INT64_MAX, INT64_MAX / 2 + 1};
    some_row(rng, plan)->items = huge[rd_rng_below(rng, 4)];
    return true;
}

MUTATION(one_more_than_the_load)
{
    struct rd_transfer *row = some_row(rng, plan);
    if (row->kind < 0 || (uint32_t)row->kind >= instance->kind_count ||
        row->from >= instance->topology.host_count)
        return false;
    row->items = rd_load(instance, row->from, (uint32_t)row->kind) + 1;
    row->messages = row->messages > 0;
    return true;
}

MUTATION(a_message_more)
{
    UNUSED;
    some_row(rng, plan)->messages++;
    return true;
}

MUTATION(a_message_less)
{
    UNUSED;
    some_row(rng, plan)->messages--;
    return true;
}

MUTATION(fewer_than_no_messages)
{
    UNUSED;
    some_row(rng, plan)->messages = rd_rng_below(rng, 2) ? -1 : INT64_MIN;
    return true;
}

MUTATION(too_many_messages_to_count)
{
    UNUSED;
    some_row(rng, plan)->messages = rd_rng_below(rng, 2) ? RD_ITEM_LIMIT + 1 : INT64_MAX;
    return true;
}

MUTATION(as_held)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    row->items *= row->messages > 0 ? row->messages : 1;
    row->messages = 0;
    return true;
}

/* Legal: a row of c messages is two rows of them together. */
MUTATION(a_row_cut_in_two)
{
    UNUSED;
    size_t i = some(rng, plan);
    if (plan->transfer[i].messages < 2)
        return false;
    int64_t first = rd_rng_between(rng, 1, plan->transfer[i].messages - 1);
    insert_copy(plan, i, i);
    plan->transfer[i].messages = first;
    plan->transfer[i + 1].messages -= first;
    return true;
}

MUTATION(messages_made_one)
{
    UNUSED;
    struct rd_transfer *row = some_row(rng, plan);
    int64_t items;
    if (row->messages < 2 || __builtin_mul_overflow(row->items, row->messages, &items))
        return false;
    row->items = items;
    row->messages = 1;
    return true;
}

MUTATION(item_lost_on_the_way)
{
    UNUSED;
    size_t i = some(rng, plan);
    for (size_t j = i + 1; j < plan->transfer_count; j++)
        if (plan->transfer[j].from == plan->transfer[i].to && plan->transfer[i].items > 1) {
            plan->transfer[i].items--; /* and what it passes on stays what it was */
            return true;
        }
    return false;
}

MUTATION(a_round_later)
{
    UNUSED;
    for (size_t i = some(rng, plan); i < plan->transfer_count; i++)
        plan->transfer[i].round++;
    plan->round_count++;
    return true;
}

MUTATION(a_round_earlier)
{
    UNUSED;
    size_t i = some(rng, plan);
    if (plan->transfer[i].round == 0 ||
        (i > 0 && plan->transfer[i - 1].round == plan->transfer[i].round))
        return false;
    plan->transfer[i].round--;
    return true;
}

MUTATION(rounds_out_of_order)
{
    UNUSED;
    swap(plan, some(rng, plan), some(rng, plan));
    return true;
}

MUTATION(all_in_one_round)
{
    UNUSED;
    for (size_t i = 0; i < plan->transfer_count; i++)
        plan->transfer[i].round = 0;
    return true;
}

MUTATION(a_round_for_each_row)
{
    UNUSED;
    for (size_t i = 0; i < plan->transfer_count; i++)
        plan->transfer[i].round = (uint32_t)i;
    plan->round_count = (uint32_t)plan->transfer_count + 8;
    return true;
}

MUTATION(round_beyond_the_last)
{
    UNUSED;
    plan->transfer[plan->transfer_count - 1].round =
        rd_rng_below(rng, 2) ? plan->round_count : UINT32_MAX;
    return true;
}

MUTATION(a_round_fewer)
{
    UNUSED;
    plan->round_count--;
    return true;
}

MUTATION(no_rounds)
{
    UNUSED;
    plan->round_count = 0;
    return true;
}

/* Legal: a lock-step plan takes longer. */
MUTATION(idle_rounds_at_the_end)
{
    UNUSED;
    plan->round_count += 1 + (uint32_t)rd_rng_below(rng, 5);
    return true;
}

MUTATION(another_timing)
{
    UNUSED;
    plan->timing = (enum rd_timing)((plan->timing + 1 + rd_rng_below(rng, 2)) % 3);
    return true;
}

MUTATION(timing_that_is_none)
{
    UNUSED;
    plan->timing = (enum rd_timing)3;
    return true;
}

MUTATION(a_longer_step)
{
    UNUSED;
    plan->step_s += 0.5;
    return true;
}

MUTATION(step_that_is_no_time)
{
    UNUSED;
    const double none[] = {-1, NAN, INFINITY, -INFINITY};
    plan->step_s = none[rd_rng_below(rng, 4)];
    return true;
}

MUTATION(step_without_end)
{
    UNUSED;
    plan->step_s = 1e308;
    plan->round_count += 2;
    return true;
}

MUTATION(block_turned_round)
{
    UNUSED;
    if (!plan->block)
        return false;
    struct rd_dimension_range *block = &plan->block[some(rng, plan)];
    *block = (struct rd_dimension_range){block->last, block->first};
    return true;
}

MUTATION(another_block)
{
    if (!plan->block)
        return false;
    uint32_t dimensions = instance->topology.dimension_count;
    if (dimensions == 0)
        return false;
    plan->block[some(rng, plan)] = (struct rd_dimension_range){
        (uint8_t)rd_rng_below(rng, dimensions), (uint8_t)rd_rng_below(rng, dimensions)};
    return true;
}

MUTATION(block_beyond_the_dimensions)
{
    if (!plan->block)
        return false;
    struct rd_dimension_range *block = &plan->block[some(rng, plan)];
    block->last = rd_rng_below(rng, 2) ? (uint8_t)instance->topology.dimension_count : UINT8_MAX;
    return true;
}

MUTATION(packets_without_blocks)
{
    UNUSED;
    bool packets = plan->block != NULL;
    plan->block = NULL;
    return packets;
}

MUTATION(block_on_a_single_link)
{
    UNUSED;
    static struct rd_dimension_range block[4096];
    if (plan->block || plan->transfer_count > 4096)
        return false;
    memset(block, 0, sizeof block);
    plan->block = block;
    return true;
}

MUTATION(two_things_wrong)
{
    size_t first = (size_t)rd_rng_below(rng, plan_mutation_count - 1);
    size_t second = (size_t)rd_rng_below(rng, plan_mutation_count - 1);
    if (!plan_mutations[first].apply(rng, instance, plan) || plan->transfer_count == 0 ||
        plan->transfer_count > plan->transfer_capacity / 2)
        return false;
    return plan_mutations[second].apply(rng, instance, plan);
}

#define ENTRY(name)                                                                                \
    {                                                                                              \
#name, name                                                                                \
    }

/* two_things_wrong is the last. */
const struct plan_mutation plan_mutations[] = {
    ENTRY(drop_a_row),
    ENTRY(repeat_a_row),
    ENTRY(repeat_a_row_elsewhere),
    ENTRY(swap_two_rows),
    ENTRY(swap_two_neighbours),
    ENTRY(reverse_all_rows),
    ENTRY(last_row_first),
    ENTRY(another_sender),
    ENTRY(another_receiver),
    ENTRY(sender_that_is_no_host),
    ENTRY(receiver_that_is_no_host),
    ENTRY(sends_to_itself),
    ENTRY(sender_and_receiver_exchanged),
    ENTRY(receivers_of_two_rows_exchanged),
    ENTRY(message_becomes_a_computation),
    ENTRY(computation_becomes_a_message),
    ENTRY(another_kind),
    ENTRY(kind_that_is_none),
    ENTRY(items_become_words),
    ENTRY(word_with_items),
    ENTRY(an_item_more),
    ENTRY(an_item_less),
    ENTRY(no_items),
    ENTRY(fewer_than_no_items),
    ENTRY(too_many_items_to_count),
    ENTRY(one_more_than_the_load),
    ENTRY(item_lost_on_the_way),
    ENTRY(a_message_more),
    ENTRY(a_message_less),
    ENTRY(fewer_than_no_messages),
    ENTRY(too_many_messages_to_count),
    ENTRY(as_held),
    ENTRY(a_row_cut_in_two),
    ENTRY(messages_made_one),
    ENTRY(a_round_later),
    ENTRY(a_round_earlier),
    ENTRY(rounds_out_of_order),
    ENTRY(all_in_one_round),
    ENTRY(a_round_for_each_row),
    ENTRY(round_beyond_the_last),
    ENTRY(a_round_fewer),
    ENTRY(no_rounds),
    ENTRY(idle_rounds_at_the_end),
    ENTRY(another_timing),
    ENTRY(timing_that_is_none),
    ENTRY(a_longer_step),
    ENTRY(step_that_is_no_time),
    ENTRY(step_without_end),
    ENTRY(block_turned_round),
    ENTRY(another_block),
    ENTRY(block_beyond_the_dimensions),
    ENTRY(packets_without_blocks),
    ENTRY(block_on_a_single_link),
    ENTRY(two_things_wrong),
};
const size_t plan_mutation_count = sizeof plan_mutations / sizeof *plan_mutations;
