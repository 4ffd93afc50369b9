/* The referee's first pass: is each transfer well formed, and can the transfers be executed one by
 * one, each whole? What this pass counts tells the next ones how little they must keep: only a host
 * that parts with more than its load needs the dates of what it receives. */
#include "referee_state.h"

#include <inttypes.h>

/* What is wrong with a transfer's round, hosts or kind; NULL if nothing is. */
static const char *wrong_names(const struct rd_referee *referee, const struct rd_transfer *transfer)
{
    struct rd_arena *arena = referee->scratch;
    if (transfer->round < referee->round_before)
        return rd_arena_print(arena,
                              "round %" PRIu32 " after round %" PRIu32 ": transfers come by round",
                              transfer->round, referee->round_before);
    if (transfer->round >= referee->round_count)
        return rd_arena_print(
            arena, "round %" PRIu32 " of a plan of %" PRIu32 " rounds: rounds are counted from 0",
            transfer->round, referee->round_count);
    if (transfer->from >= referee->host_count)
        return rd_arena_print(arena, "sender %" PRIu32 ": hosts are 0 to %" PRIu32, transfer->from,
                              referee->host_count - 1);
    if (transfer->to >= referee->host_count && transfer->to != RD_NO_HOST)
        return rd_arena_print(arena, "receiver %" PRIu32 ": hosts are 0 to %" PRIu32, transfer->to,
                              referee->host_count - 1);
    if (transfer->kind != RD_CONTROL && (uint32_t)transfer->kind >= referee->kind_count)
        return rd_arena_print(arena,
                              "kind %" PRId32 ": kinds are 0 to %" PRIu32
                              ", and -1 for control words and plain work",
                              transfer->kind, referee->kind_count - 1);
    if (transfer->to == RD_NO_HOST && referee->packets)
        return "a computation: a plan of packets computes nothing";
    if (transfer->to == RD_NO_HOST && transfer->from == referee->no_work)
        return "a computation on the master: a star's master only relays";
    return NULL;
}

/* What is wrong with a transfer's amounts, short of being too large; NULL if nothing is. */
static const char *wrong_amounts(const struct rd_referee *referee,
                                 const struct rd_transfer *transfer)
{
    struct rd_arena *arena = referee->scratch;
    if (transfer->items < 0 || transfer->messages < 0)
        return rd_arena_print(arena,
                              "%" PRId64 " messages of %" PRId64 " items: amounts are 0 or more",
                              transfer->messages, transfer->items);
    if (transfer->kind == RD_CONTROL && transfer->messages == 0)
        return "as held, and holds nothing: at least 1 message is needed";
    if (transfer->kind == RD_CONTROL && transfer->to != RD_NO_HOST && transfer->items != 0)
        return rd_arena_print(arena, "a control word of %" PRId64 " items: it has 0",
                              transfer->items);
    if (transfer->kind != RD_CONTROL && transfer->items == 0)
        return "a message of 0 items: at least 1 is needed";
    if (referee->packets && transfer->messages != 1)
        return rd_arena_print(arena, "%" PRId64 " messages in a packet: it is 1",
                              transfer->messages);
    return NULL;
}

/* The verdict on a transfer that is not well formed. */
static bool blame_form(struct rd_referee *referee, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(referee->plan, index);
    const char *wrong = wrong_names(referee, transfer);
    if (!wrong)
        wrong = wrong_amounts(referee, transfer);
    uint32_t host = transfer->from < referee->host_count ? transfer->from : RD_NO_HOST;
    if (wrong)
        return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, index, host, "transfer %zu: %s",
                               index, wrong);
    int64_t messages = transfer->messages + (transfer->messages == 0), items;
    if (messages > RD_ITEM_LIMIT || __builtin_mul_overflow(transfer->items, messages, &items) ||
        items > RD_ITEM_LIMIT)
        return rd_referee_fail(referee, RD_VIOLATION_SIZE, index, host,
                               "transfer %zu: %" PRId64 " messages of %" PRId64
                               " items: at most 2^53 of each in all are supported",
                               index, messages, transfer->items);
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    return rd_referee_fail(referee, RD_VIOLATION_NEIGHBOUR, index, host,
                           "transfer %zu: %s sends to %s: no link joins them", index,
                           rd_host_label(referee->instance, transfer->from, from),
                           rd_host_label(referee->instance, transfer->to, to));
}

bool rd_referee_form(struct rd_referee *referee, size_t first)
{
    const struct rd_plan *plan = referee->plan;
    for (size_t i = first; i < plan->first_transfer + plan->transfer_count; i++) {
        const struct rd_transfer *transfer = rd_plan_transfer(plan, i);
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items))
            return blame_form(referee, i);
        referee->round_before = transfer->round;
    }
    return true;
}

bool rd_referee_too_much(struct rd_referee *referee, size_t transfer)
{
    return rd_referee_fail(referee, RD_VIOLATION_SIZE, transfer, RD_NO_HOST,
                           "transfer %zu: more than 2^62 items or messages in all: not judged",
                           transfer);
}

/* Who supplies a stock: nobody yet, one host, or several. */
#define NO_SUPPLIER UINT32_MAX
#define SEVERAL_SUPPLIERS (UINT32_MAX - 1)

static uint32_t *open_suppliers(const struct rd_referee *referee, size_t entries)
{
    uint32_t *supplier = rd_take(referee->scratch, entries, uint32_t);
    for (size_t i = 0; i < entries; i++)
        supplier[i] = NO_SUPPLIER;
    return supplier;
}

/* Reads off the stocks what the clock must keep, and what is held at the end. */
static void close_transfers(struct rd_referee *referee, size_t entries, const uint32_t *supplier)
{
    referee->final = rd_take(referee->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++) {
        referee->final[i] = referee->inventory[i].held;
        if (referee->inventory[i].own_left >= 0)
            continue;
        referee->passes_on = true;
        if (supplier && supplier[i] == SEVERAL_SUPPLIERS)
            referee->multi_source = true;
    }
    const struct rd_plan *plan = referee->plan;
    referee->has_rounds = plan->transfer_count > 0 &&
                          plan->transfer[0].round != plan->transfer[plan->transfer_count - 1].round;
}

bool rd_referee_transfers(struct rd_referee *referee)
{
    const struct rd_plan *plan = referee->plan;
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    struct rd_inventory *inventory = rd_take(referee->scratch, entries, struct rd_inventory);
    referee->inventory = inventory;
    for (size_t i = 0; i < entries; i++)
        inventory[i] =
            (struct rd_inventory){referee->instance->load[i], referee->instance->load[i]};
    /* Where the in-port is one queue, what arrives comes in plan order, whoever sends it. */
    bool ordered = referee->window == 1 || referee->one_bus;
    uint32_t *supplier = ordered ? NULL : open_suppliers(referee, entries);
    size_t undecided = supplier ? entries : 0; /* stocks that have not several suppliers yet */
    referee->equal_items = supplier != NULL;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        int64_t items;
        if (!rd_transfer_is_well_formed(referee, transfer, &items))
            return blame_form(referee, i);
        referee->round_before = transfer->round;
        if (!rd_referee_sum(referee, transfer, items))
            return rd_referee_too_much(referee, i);
        if (transfer->kind == RD_CONTROL) {
            referee->has_control = true;
            continue;
        }
        referee->as_held |= transfer->messages == 0;
        struct rd_inventory *from =
            &inventory[rd_inventory_index(referee, transfer->from, transfer->kind)];
        if (from->held < items)
            return rd_referee_diagnose(referee, i);
        from->held -= items;
        from->own_left -= items;
        if (transfer->to == RD_NO_HOST)
            continue;
        size_t to = rd_inventory_index(referee, transfer->to, transfer->kind);
        inventory[to].held += items;
        if (!supplier)
            continue;
        referee->equal_items &= transfer->items == plan->transfer[0].items;
        if (undecided == 0 || supplier[to] == transfer->from || supplier[to] == SEVERAL_SUPPLIERS)
            continue;
        undecided -= supplier[to] != NO_SUPPLIER;
        supplier[to] = supplier[to] == NO_SUPPLIER ? transfer->from : SEVERAL_SUPPLIERS;
    }
    close_transfers(referee, entries, supplier);
    return true;
}
