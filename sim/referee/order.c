/* The referee's first pass: is each transfer well formed, and can the transfers be executed one by
 * one, each whole? What this pass counts tells the next ones how little they must keep: only a host
 * that parts with more than its load needs the dates of what it receives. */
#include "copies.h"
#include "form.h"
#include "parts.h"

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

bool rd_referee_order(struct rd_referee *referee)
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
            return rd_referee_form(referee, i);
        if (referee->copies && !rd_copies_have_form(referee, i))
            return false;
        referee->round_before = transfer->round;
        if (!rd_referee_sum(referee, transfer, items))
            return rd_referee_too_much(referee, i);
        if (transfer->kind == RD_CONTROL) {
            referee->has_control = true;
            continue;
        }
        if (rd_is_named_kind(referee->instance->copies, transfer->kind)) {
            if (!rd_copies_move(referee, i))
                return false;
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
