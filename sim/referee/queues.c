#include "queues.h"

/* In place of a number of messages: a transfer as held took a port whole, until its last was cut.
 */
#define LAST_IS_KNOWN INT64_C(-1)

/* Strikes one thing off what a transfer waits for. */
static void clear_wait(struct rd_queues *queues, uint32_t index, uint8_t wait)
{
    struct rd_queued *queued = &queues->transfer[index];
    queued->waits &= (uint8_t)~wait;
    if (queued->waits == 0)
        queues->ready[queues->ready_count++] = index;
}

static const struct rd_transfer *transfer_at(const struct rd_queues *queues, uint32_t index)
{
    return &queues->referee->plan->transfer[index];
}

/* How many places of a window a transfer takes. Nobody knows how many messages an as-held transfer
 * will be, until its last is cut: up to then it takes them all. */
static int64_t places(const struct rd_queues *queues, uint32_t index, int64_t width)
{
    int64_t messages = transfer_at(queues, index)->messages;
    return messages ? messages : width;
}

/* The queue that a kind of wait names. */
static uint32_t *next_in_window(struct rd_queued *queued, uint8_t wait)
{
    return wait == RD_WAITS_FOR_OUT  ? &queued->next_out
           : wait == RD_WAITS_FOR_IN ? &queued->next_in
                                     : &queued->next_bus;
}

/* Lets through the transfers that are now among the first `width` of a window. */
static void admit(struct rd_queues *queues, struct rd_window *window, int64_t width, uint8_t wait)
{
    while (window->first != RD_NO_TRANSFER && window->ahead < width) {
        uint32_t index = window->first;
        window->first = *next_in_window(&queues->transfer[index], wait);
        window->ahead += places(queues, index, width);
        clear_wait(queues, index, wait);
    }
}

/* `count` places of a port are free again; or, if its last message is known, all but one. */
static void leave_port(struct rd_queues *queues, struct rd_window *window, uint32_t host,
                       int64_t count, uint8_t wait)
{
    int64_t width = rd_window_of(queues->referee, host);
    window->ahead -= count == LAST_IS_KNOWN ? width - 1 : count;
    admit(queues, window, width, wait);
}

/* `count` messages of a transfer leave its windows, or its last is known. */
static void leave_windows(struct rd_queues *queues, uint32_t index, int64_t count)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    if (transfer->to == RD_NO_HOST)
        return;
    if (queues->out) {
        leave_port(queues, &queues->out[transfer->from], transfer->from, count, RD_WAITS_FOR_OUT);
        leave_port(queues, &queues->in[transfer->to], transfer->to, count, RD_WAITS_FOR_IN);
    }
    if (queues->bus) {
        queues->bus->ahead -= count == LAST_IS_KNOWN ? 0 : count;
        admit(queues, queues->bus, 1, RD_WAITS_FOR_BUS);
    }
}

static int64_t transfer_items(const struct rd_transfer *transfer)
{
    return transfer->items * (transfer->messages ? transfer->messages : 1);
}

/* Lets through the transfers whose items are there: all those before stock->first wholly; of that
 * one, the next message. */
static void supply(struct rd_queues *queues, struct rd_queue_inventory *inventory)
{
    while (inventory->first != RD_NO_TRANSFER) {
        uint32_t index = inventory->first;
        struct rd_queued *queued = &queues->transfer[index];
        if ((queued->waits & RD_WAITS_FOR_ITEMS) && queued->need <= inventory->held)
            clear_wait(queues, index, RD_WAITS_FOR_ITEMS);
        if (queued->need_all > inventory->held)
            return;
        inventory->first = queued->next_for_items;
    }
}

/* Lets through the transfers of a host whose causal dependencies have ended. */
static void release_dependents(struct rd_queues *queues, struct rd_causal_dependency *dependency)
{
    while (dependency->group != RD_NO_TRANSFER &&
           queues->group[dependency->group].transfers_left == 0)
        dependency->group = queues->group[dependency->group].next;
    uint32_t round =
        dependency->group == RD_NO_TRANSFER ? UINT32_MAX : queues->group[dependency->group].round;
    while (dependency->acting != RD_NO_TRANSFER &&
           transfer_at(queues, dependency->acting)->round <= round) {
        uint32_t index = dependency->acting;
        dependency->acting = queues->transfer[index].next_acting;
        clear_wait(queues, index, RD_WAITS_FOR_ROUND);
    }
}

static struct rd_queue_inventory *inventory_of(const struct rd_queues *queues, uint32_t host,
                                               int32_t kind)
{
    return &queues->inventory[rd_inventory_index(queues->referee, host, kind)];
}

int64_t rd_queues_available(const struct rd_queues *queues, uint32_t index)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    const struct rd_queued *queued = &queues->transfer[index];
    if (transfer->kind == RD_CONTROL)
        return queued->left;
    int64_t more = inventory_of(queues, transfer->from, transfer->kind)->held - queued->need;
    int64_t available = 1 + (transfer->messages ? more / transfer->items : more);
    return available < queued->left ? available : queued->left;
}

void rd_queues_split(struct rd_queues *queues, uint32_t index, int64_t items)
{
    struct rd_queued *queued = &queues->transfer[index];
    queued->left -= items;
    queued->need += items;
    if (queued->left > 0)
        return;
    queued->last_split = true;
    leave_windows(queues, index, LAST_IS_KNOWN);
}

/* What follows a transfer of which no message is left. */
static void finish(struct rd_queues *queues, uint32_t index)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    const struct rd_queued *queued = &queues->transfer[index];
    queues->transfers_left--;
    if (queued->next_link != RD_NO_TRANSFER)
        clear_wait(queues, queued->next_link, RD_WAITS_FOR_LINK);
    if (!queues->dependency)
        return;
    queues->group[queued->group].transfers_left--;
    release_dependents(
        queues, &queues->dependency[transfer->to == RD_NO_HOST ? transfer->from : transfer->to]);
}

void rd_queues_end(struct rd_queues *queues, uint32_t index, int64_t count, int64_t items)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    struct rd_queued *queued = &queues->transfer[index];
    if (transfer->messages) {
        queued->left -= count;
        queued->need += count * items;
    }
    if (transfer->kind >= 0 && transfer->to != RD_NO_HOST) {
        struct rd_queue_inventory *inventory = inventory_of(queues, transfer->to, transfer->kind);
        inventory->held += count * items;
        supply(queues, inventory);
    }
    if (transfer->messages || queued->last_split)
        leave_windows(queues, index, count);
    if (queued->left == 0) {
        finish(queues, index);
        return;
    }
    if (transfer->kind >= 0 &&
        queued->need > inventory_of(queues, transfer->from, transfer->kind)->held)
        queued->waits |= RD_WAITS_FOR_ITEMS;
    else
        queues->ready[queues->ready_count++] = index;
}

/* Appends a transfer to the end of one of its queues. */
static void append(uint32_t *first, uint32_t *last, uint32_t *next_of_last, uint32_t index)
{
    if (*last == RD_NO_TRANSFER)
        *first = index;
    else
        *next_of_last = index;
    *last = index;
}

static void append_to_window(struct rd_queues *queues, struct rd_window *window, uint8_t wait,
                             uint32_t index)
{
    uint32_t *next = window->last == RD_NO_TRANSFER
                         ? NULL
                         : next_in_window(&queues->transfer[window->last], wait);
    append(&window->first, &window->last, next, index);
    queues->transfer[index].waits |= wait;
}

/* Adds a transfer to the dependencies of its receiver, and to what waits for those of its sender.
 */
static void append_dependency(struct rd_queues *queues, uint32_t index, uint32_t *group_count)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    struct rd_causal_dependency *dependency =
        &queues->dependency[transfer->to == RD_NO_HOST ? transfer->from : transfer->to];
    uint32_t last = dependency->last_group;
    if (last == RD_NO_TRANSFER || queues->group[last].round != transfer->round) {
        uint32_t group = (*group_count)++;
        queues->group[group] = (struct rd_round_group){0, transfer->round, RD_NO_TRANSFER};
        append(&dependency->group, &dependency->last_group,
               last == RD_NO_TRANSFER ? NULL : &queues->group[last].next, group);
    }
    queues->transfer[index].group = dependency->last_group;
    queues->group[dependency->last_group].transfers_left++;
    dependency = &queues->dependency[transfer->from];
    append(&dependency->acting, &dependency->last_acting,
           dependency->last_acting == RD_NO_TRANSFER
               ? NULL
               : &queues->transfer[dependency->last_acting].next_acting,
           index);
    queues->transfer[index].waits |= RD_WAITS_FOR_ROUND;
}

/* Enters a transfer at the end of all its queues. last_on_link [links + hosts]. */
static void append_transfer(struct rd_queues *queues, uint32_t index, uint32_t *last_on_link,
                            int64_t *reserved, uint32_t *group_count)
{
    const struct rd_referee *referee = queues->referee;
    const struct rd_transfer *transfer = transfer_at(queues, index);
    struct rd_queued *queued = &queues->transfer[index];
    queued->left = transfer->messages ? transfer->messages : transfer->items;
    queued->next_out = queued->next_in = queued->next_bus = queued->next_link =
        queued->next_for_items = queued->next_acting = RD_NO_TRANSFER;
    if (transfer->to != RD_NO_HOST && queues->out) {
        append_to_window(queues, &queues->out[transfer->from], RD_WAITS_FOR_OUT, index);
        append_to_window(queues, &queues->in[transfer->to], RD_WAITS_FOR_IN, index);
    }
    if (transfer->to != RD_NO_HOST && queues->bus)
        append_to_window(queues, queues->bus, RD_WAITS_FOR_BUS, index);
    if (last_on_link) {
        uint64_t link =
            transfer->to == RD_NO_HOST
                ? rd_link_count(&referee->instance->topology) + transfer->from
                : rd_link_between(&referee->instance->topology, transfer->from, transfer->to);
        if (last_on_link[link]) { /* 0 for none, so that it need not be filled */
            queues->transfer[last_on_link[link] - 1].next_link = index;
            queued->waits |= RD_WAITS_FOR_LINK;
        }
        last_on_link[link] = index + 1;
    }
    if (transfer->kind >= 0) {
        size_t entry = rd_inventory_index(referee, transfer->from, transfer->kind);
        struct rd_queue_inventory *inventory = &queues->inventory[entry];
        append(&inventory->first, &inventory->last,
               inventory->last == RD_NO_TRANSFER
                   ? NULL
                   : &queues->transfer[inventory->last].next_for_items,
               index);
        queued->need = reserved[entry] + (transfer->messages ? transfer->items : 1);
        reserved[entry] += transfer_items(transfer);
        queued->need_all = reserved[entry];
        queued->waits |= RD_WAITS_FOR_ITEMS;
    }
    if (queues->dependency)
        append_dependency(queues, index, group_count);
    if (queued->waits == 0)
        queues->ready[queues->ready_count++] = index;
}

static struct rd_window *open_windows(struct rd_arena *scratch, size_t count)
{
    struct rd_window *window = rd_take(scratch, count, struct rd_window);
    for (size_t i = 0; i < count; i++)
        window[i] = (struct rd_window){RD_NO_TRANSFER, RD_NO_TRANSFER, 0};
    return window;
}

/* Takes the queues of a plan, all empty. */
static void take_queues(struct rd_queues *queues, bool free)
{
    const struct rd_referee *referee = queues->referee;
    struct rd_arena *scratch = referee->scratch;
    size_t transfers = referee->plan->transfer_count, hosts = referee->host_count;
    queues->transfer = rd_take(scratch, transfers, struct rd_queued);
    queues->ready = rd_take(scratch, transfers, uint32_t);
    if (!free && referee->window != UINT32_MAX) {
        queues->out = open_windows(scratch, hosts);
        queues->in = open_windows(scratch, hosts);
    }
    if (!free && referee->one_bus)
        queues->bus = open_windows(scratch, 1);
    size_t entries = hosts * referee->kind_count;
    queues->inventory = rd_take(scratch, entries, struct rd_queue_inventory);
    for (size_t i = 0; i < entries; i++)
        queues->inventory[i] =
            (struct rd_queue_inventory){referee->instance->load[i], RD_NO_TRANSFER, RD_NO_TRANSFER};
    rd_assert(transfers > 0);
    if (referee->plan->transfer[0].round == referee->plan->transfer[transfers - 1].round)
        return;
    queues->group = rd_take(scratch, transfers, struct rd_round_group);
    queues->dependency = rd_take(scratch, hosts, struct rd_causal_dependency);
    for (size_t i = 0; i < hosts; i++)
        queues->dependency[i] = (struct rd_causal_dependency){RD_NO_TRANSFER, RD_NO_TRANSFER,
                                                              RD_NO_TRANSFER, RD_NO_TRANSFER};
}

void rd_queues_open(struct rd_queues *queues, struct rd_referee *referee, bool free)
{
    *queues =
        (struct rd_queues){.referee = referee, .transfers_left = referee->plan->transfer_count};
    take_queues(queues, free);
    size_t hosts = referee->host_count, entries = hosts * referee->kind_count;
    int64_t *reserved = rd_take(referee->scratch, entries, int64_t);
    uint64_t links = rd_link_count(&referee->instance->topology) + hosts;
    uint32_t *last_on_link = free ? NULL : rd_take(referee->scratch, links, uint32_t);
    uint32_t group_count = 0;
    for (uint32_t i = 0; i < referee->plan->transfer_count; i++)
        append_transfer(queues, i, last_on_link, reserved, &group_count);
    for (size_t i = 0; i < entries; i++)
        supply(queues, &queues->inventory[i]);
    for (size_t host = 0; host < hosts; host++) {
        int64_t width = rd_window_of(referee, (uint32_t)host);
        if (queues->out)
            admit(queues, &queues->out[host], width, RD_WAITS_FOR_OUT);
        if (queues->in)
            admit(queues, &queues->in[host], width, RD_WAITS_FOR_IN);
        if (queues->dependency)
            release_dependents(queues, &queues->dependency[host]);
    }
    if (queues->bus)
        admit(queues, queues->bus, 1, RD_WAITS_FOR_BUS);
}
