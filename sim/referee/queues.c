#include "queues.h"

static inline const struct rd_transfer *transfer_at(const struct rd_queues *queues, uint32_t index)
{
    return &queues->plan[index];
}

/* Strikes one thing off what a transfer waits for. Without a branch: whether it was the last thing
 * nobody can foresee. */
static inline void clear_wait(struct rd_queues *queues, uint32_t index, uint16_t wait)
{
    uint16_t waits = queues->waits[index] & (uint16_t)~wait;
    queues->waits[index] = waits;
    queues->ready[queues->ready_count] = index;
    queues->ready_count += waits == 0;
}

/* The transfer that follows one in the window of a kind of wait. */
static inline uint32_t next_in_window(const struct rd_queues *queues, uint32_t index, uint16_t wait)
{
    if (wait != RD_WAITS_FOR_BUS)
        return wait == RD_WAITS_FOR_OUT ? queues->next_out[index] : queues->next_in[index];
    size_t count = queues->referee->plan->transfer_count, next = index;
    do
        next++;
    while (next < count && transfer_at(queues, (uint32_t)next)->to == RD_NO_HOST);
    return next < count ? (uint32_t)next : RD_NO_TRANSFER;
}

/* Fetches the transfer that is next in a queue, long before its turn. */
static inline __attribute__((always_inline)) void fetch(const struct rd_queues *queues,
                                                        const uint32_t *next, uint32_t index)
{
    if (index == RD_NO_TRANSFER)
        return;
    __builtin_prefetch(transfer_at(queues, index));
    __builtin_prefetch(&queues->waits[index], 1);
    if (next) /* a bus has one order, and no arrays */
        __builtin_prefetch(&next[index]);
}

/* Lets through the transfers that are now among the first `width` of a window. */
static inline void admit(struct rd_queues *queues, struct rd_window *window, int64_t width,
                         uint16_t wait)
{
    while (rd_window_is_open(window, width)) {
        uint32_t index = window->first;
        clear_wait(queues, index, wait);
        rd_window_pass(window, width, transfer_at(queues, index)->messages,
                       next_in_window(queues, index, wait));
        fetch(queues, wait == RD_WAITS_FOR_OUT ? queues->next_out : queues->next_in, window->first);
    }
}

/* `count` places of a port are free again; or, if its last message is known, all but one. */
static inline void leave_port(struct rd_queues *queues, struct rd_window *window, uint32_t host,
                              int64_t count, uint16_t wait)
{
    int64_t width = rd_window_of(queues->referee, host);
    rd_window_leave(window, width, count);
    admit(queues, window, width, wait);
}

/* `count` messages of a transfer leave its windows, or its last is known. */
static inline void leave_windows(struct rd_queues *queues, const struct rd_transfer *transfer,
                                 int64_t count)
{
    if (transfer->to == RD_NO_HOST)
        return;
    if (queues->out) {
        leave_port(queues, &queues->out[transfer->from], transfer->from, count, RD_WAITS_FOR_OUT);
        leave_port(queues, &queues->in[transfer->to], transfer->to, count, RD_WAITS_FOR_IN);
    }
    if (queues->bus) {
        rd_window_leave(queues->bus, 1, count);
        admit(queues, queues->bus, 1, RD_WAITS_FOR_BUS);
    }
}

/* Items that a host must have held so far for the next message of the first transfer that these do
 * not cover wholly. */
static inline int64_t needed(const struct rd_queues *queues,
                             const struct rd_queue_inventory *inventory)
{
    const struct rd_transfer *transfer = transfer_at(queues, inventory->first);
    int64_t done = transfer->messages == 1 ? 0 : queues->done[inventory->first];
    return inventory->reserved + (transfer->messages ? (done + 1) * transfer->items : done + 1);
}

/* Lets through the transfers whose items are there: wholly, or, of the last of them, the next
 * message. */
static inline void supply(struct rd_queues *queues, struct rd_queue_inventory *inventory)
{
    while (inventory->reserved < inventory->held && inventory->first != RD_NO_TRANSFER) {
        uint32_t index = inventory->first;
        const struct rd_transfer *transfer = transfer_at(queues, index);
        if ((queues->waits[index] & RD_WAITS_FOR_ITEMS) &&
            needed(queues, inventory) <= inventory->held)
            clear_wait(queues, index, RD_WAITS_FOR_ITEMS);
        int64_t items = transfer->items * (transfer->messages + (transfer->messages == 0));
        if (inventory->reserved + items > inventory->held)
            return;
        inventory->reserved += items;
        inventory->first = queues->next_for_items[index];
        fetch(queues, queues->next_for_items, inventory->first);
    }
}

/* How many messages of a transfer have ended. */
static int64_t ended(const struct rd_queues *queues, uint32_t index)
{
    return transfer_at(queues, index)->messages == 1 ? queues->waits[index] == RD_HAS_ENDED
                                                     : queues->done[index];
}

/* Lets a transfer of a named kind wait for a message that is still to bring an item of its next
 * one. Returns: false if there is none. */
static bool await_copies(struct rd_queues *queues, uint32_t index)
{
    const struct rd_copy_ledger *ledger = queues->referee->copies;
    int64_t message = ended(queues, index);
    queues->source[index] = rd_copies_source(ledger, index, message, queues->source[index]);
    struct rd_copy_need need = {.more = true};
    for (uint32_t source = queues->source[index]; need.more; source++) {
        need = rd_copies_need(ledger, index, message, source);
        if (need.messages == 0 || ended(queues, need.transfer) >= need.messages)
            continue;
        queues->awaited[index] = need.messages;
        queues->next_awaiting[index] = queues->first_awaiting[need.transfer];
        queues->first_awaiting[need.transfer] = index;
        return true;
    }
    return false;
}

/* Messages of a transfer of a named kind have ended: who waited for them goes on, or waits for
 * others. */
static void bring_copies(struct rd_queues *queues, uint32_t index)
{
    uint32_t waiting = queues->first_awaiting[index], next;
    queues->first_awaiting[index] = RD_NO_TRANSFER;
    for (; waiting != RD_NO_TRANSFER; waiting = next) {
        next = queues->next_awaiting[waiting];
        if (queues->awaited[waiting] > ended(queues, index)) {
            queues->next_awaiting[waiting] = queues->first_awaiting[index];
            queues->first_awaiting[index] = waiting;
        } else if (!await_copies(queues, waiting)) {
            clear_wait(queues, waiting, RD_WAITS_FOR_ITEMS);
        }
    }
}

/* Whether a transfer is of a named kind, and waits for what brings its items. */
static inline bool is_named(const struct rd_queues *queues, uint32_t index)
{
    return queues->awaited &&
           rd_is_named_kind(queues->referee->instance->copies, transfer_at(queues, index)->kind);
}

/* Lets transfers of named kinds begin to wait for what brings their items. */
static void open_copies(struct rd_queues *queues)
{
    for (uint32_t i = 0; queues->awaited && i < queues->referee->plan->transfer_count; i++)
        if (is_named(queues, i) && !await_copies(queues, i))
            clear_wait(queues, i, RD_WAITS_FOR_ITEMS);
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
        dependency->acting = queues->next_acting[index];
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
    int64_t left = rd_queues_left(queues, index);
    if (transfer->kind == RD_CONTROL ||
        rd_is_named_kind(queues->referee->instance->copies, transfer->kind))
        return left;
    const struct rd_queue_inventory *inventory =
        inventory_of(queues, transfer->from, transfer->kind);
    if (index != inventory->first)
        return left;
    int64_t more = inventory->held - needed(queues, inventory);
    return 1 + (transfer->messages ? more / transfer->items : more);
}

void rd_queues_split(struct rd_queues *queues, uint32_t index, int64_t items)
{
    queues->done[index] += items;
    if (rd_queues_left(queues, index) == 0)
        leave_windows(queues, transfer_at(queues, index), RD_LAST_IS_KNOWN);
}

/* Does a transfer need room before any message of it starts? */
static bool asks_for_room(const struct rd_room_queues *rooms, uint32_t index)
{
    return !(rooms->by_bytes && rooms->by_bytes[index]);
}

/* A transfer leaves its shared links. */
static void leave_room(struct rd_queues *queues, uint32_t index)
{
    struct rd_room_queues *rooms = queues->rooms;
    rd_room_queues_leave(rooms, index);
    for (size_t i = 0; i < rooms->let_in_count; i++)
        if (asks_for_room(rooms, rooms->let_in[i]))
            clear_wait(queues, rooms->let_in[i], RD_WAITS_FOR_ROOM);
}

/* What follows a transfer of which no message is left. */
static inline void finish(struct rd_queues *queues, uint32_t index)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    queues->transfers_left--;
    queues->waits[index] = RD_HAS_ENDED;
    if (queues->next_link && queues->next_link[index] != RD_NO_TRANSFER)
        clear_wait(queues, queues->next_link[index], RD_WAITS_FOR_LINK);
    if (queues->rooms && transfer->to != RD_NO_HOST)
        leave_room(queues, index);
    if (!queues->dependency)
        return;
    queues->group[queues->group_of[index]].transfers_left--;
    release_dependents(
        queues, &queues->dependency[transfer->to == RD_NO_HOST ? transfer->from : transfer->to]);
}

/* Are the items of a transfer's next message still to come? In: items that are counted. */
static bool lacks_items(const struct rd_queues *queues, uint32_t index)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    if (transfer->kind < 0)
        return false;
    const struct rd_queue_inventory *inventory =
        inventory_of(queues, transfer->from, transfer->kind);
    return index == inventory->first && needed(queues, inventory) > inventory->held;
}

void rd_queues_end(struct rd_queues *queues, uint32_t index, int64_t count, int64_t items)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    int64_t left = 0;
    if (transfer->messages != 1) {
        queues->done[index] += transfer->messages ? count : 0;
        left = rd_queues_left(queues, index);
    }
    bool named = is_named(queues, index);
    if (transfer->kind >= 0 && transfer->to != RD_NO_HOST && !named) {
        struct rd_queue_inventory *inventory = inventory_of(queues, transfer->to, transfer->kind);
        inventory->held += count * items;
        supply(queues, inventory);
    }
    if (transfer->messages || left == 0)
        leave_windows(queues, transfer, count);
    if (left == 0)
        finish(queues, index);
    if (named)
        bring_copies(queues, index);
    if (left == 0)
        return;
    if (named ? await_copies(queues, index) : lacks_items(queues, index))
        queues->waits[index] |= RD_WAITS_FOR_ITEMS;
    else
        queues->ready[queues->ready_count++] = index;
}

/* Puts a transfer before all that were entered into a queue, which begins with *first. */
static inline void enter(uint32_t *next, uint32_t *first, uint32_t index)
{
    *next = *first;
    *first = index;
}

/* Enters a transfer into the dependencies of its receiver, and into what waits for those of its
 * sender. */
static void enter_dependency(struct rd_queues *queues, uint32_t index, uint32_t *group_count)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    uint32_t *first =
        &queues->dependency[transfer->to == RD_NO_HOST ? transfer->from : transfer->to].group;
    if (*first == RD_NO_TRANSFER || queues->group[*first].round != transfer->round) {
        queues->group[*group_count] = (struct rd_round_group){0, transfer->round, *first};
        *first = (*group_count)++;
    }
    queues->group_of[index] = *first;
    queues->group[*first].transfers_left++;
    enter(&queues->next_acting[index], &queues->dependency[transfer->from].acting, index);
}

/* Enters a transfer into all its queues but that of its link. */
static inline void enter_transfer(struct rd_queues *queues, uint32_t index, uint32_t *group_count)
{
    const struct rd_transfer *transfer = transfer_at(queues, index);
    uint16_t waits = 0;
    if (transfer->to != RD_NO_HOST && queues->out) {
        enter(&queues->next_out[index], &queues->out[transfer->from].first, index);
        enter(&queues->next_in[index], &queues->in[transfer->to].first, index);
        waits = RD_WAITS_FOR_OUT | RD_WAITS_FOR_IN;
    }
    if (transfer->to != RD_NO_HOST && queues->bus) {
        queues->bus->first = index;
        waits |= RD_WAITS_FOR_BUS;
    }
    if (is_named(queues, index)) {
        waits |= RD_WAITS_FOR_ITEMS;
    } else if (transfer->kind >= 0 &&
               !rd_is_named_kind(queues->referee->instance->copies, transfer->kind)) {
        enter(&queues->next_for_items[index],
              &inventory_of(queues, transfer->from, transfer->kind)->first, index);
        waits |= RD_WAITS_FOR_ITEMS;
    }
    if (queues->dependency) {
        enter_dependency(queues, index, group_count);
        waits |= RD_WAITS_FOR_ROUND;
    }
    if (queues->rooms && queues->rooms->lacks[index] > 0 && asks_for_room(queues->rooms, index))
        waits |= RD_WAITS_FOR_ROOM;
    queues->waits[index] = waits;
}

/* Enters all transfers, from the last to the first, so that arrays are filled one place after the
 * other. first [links + hosts]: of each link and processor, by transfer + 1, so that it need not be
 * filled; NULL if none binds. It may be larger than caches are: what will be needed of it, and of
 * the transfers named there, is fetched some transfers ahead. */
static void enter_transfers(struct rd_queues *queues, uint32_t *first)
{
    enum { AHEAD = 64 };
    const struct rd_topology *topology = &queues->referee->instance->topology;
    uint64_t link_count = rd_link_count(topology), link[AHEAD] = {0};
    uint32_t group_count = 0, count = (uint32_t)queues->referee->plan->transfer_count;
    for (int64_t ahead = (int64_t)count - 1; ahead >= -AHEAD; ahead--) {
        uint32_t index = (uint32_t)(ahead + AHEAD);
        if (index < count)
            enter_transfer(queues, index, &group_count);
        if (index < count && first) {
            uint32_t *next = &first[link[index % AHEAD]];
            queues->next_link[index] = *next - 1; /* of 0 it is RD_NO_TRANSFER */
            if (*next)
                queues->waits[*next - 1] |= RD_WAITS_FOR_LINK;
            *next = index + 1;
        }
        if (ahead < 0 || !first)
            continue;
        const struct rd_transfer *transfer = transfer_at(queues, (uint32_t)ahead);
        link[ahead % AHEAD] = transfer->to == RD_NO_HOST
                                  ? link_count + transfer->from
                                  : rd_link_between(topology, transfer->from, transfer->to);
        __builtin_prefetch(&first[link[ahead % AHEAD]], 1);
        if (ahead >= AHEAD)
            __builtin_prefetch(transfer - AHEAD);
        uint32_t soon = first[link[(ahead + AHEAD / 2) % AHEAD]];
        __builtin_prefetch(&queues->waits[soon - (soon > 0)], 1);
    }
}

static struct rd_window *open_windows(struct rd_arena *scratch, size_t count)
{
    struct rd_window *window = rd_take(scratch, count, struct rd_window);
    for (size_t i = 0; i < count; i++)
        window[i].first = RD_NO_TRANSFER;
    return window;
}

/* Takes the queues of a plan, all empty. */
static void take_queues(struct rd_queues *queues, bool free)
{
    const struct rd_referee *referee = queues->referee;
    struct rd_arena *scratch = referee->scratch;
    size_t transfers = referee->plan->transfer_count, hosts = referee->host_count;
    queues->waits = rd_take(scratch, transfers, uint16_t);
    queues->next_for_items = rd_take(scratch, transfers, uint32_t);
    queues->done = rd_take(scratch, transfers, int64_t);
    queues->ready = rd_take(scratch, transfers + 1, uint32_t); /* one is written ahead */
    if (!free && referee->window != UINT32_MAX) {
        queues->out = open_windows(scratch, hosts);
        queues->in = open_windows(scratch, hosts);
        queues->next_out = rd_take(scratch, transfers, uint32_t);
        queues->next_in = rd_take(scratch, transfers, uint32_t);
    }
    if (!free)
        queues->next_link = rd_take(scratch, transfers, uint32_t);
    if (!free && referee->one_bus)
        queues->bus = open_windows(scratch, 1);
    size_t entries = hosts * referee->kind_count;
    queues->inventory = rd_take(scratch, entries, struct rd_queue_inventory);
    for (size_t i = 0; i < entries; i++)
        queues->inventory[i] = (struct rd_queue_inventory){.held = referee->instance->load[i],
                                                           .first = RD_NO_TRANSFER};
    rd_assert(transfers > 0);
    if (referee->copies && referee->final) { /* it is known what brings what */
        queues->first_awaiting = rd_take(scratch, transfers, uint32_t);
        queues->next_awaiting = rd_take(scratch, transfers, uint32_t);
        queues->awaited = rd_take(scratch, transfers, int64_t);
        queues->source =
            rd_arena_copy(scratch, referee->copies->source_first, transfers, sizeof(uint32_t));
        for (size_t i = 0; i < transfers; i++)
            queues->first_awaiting[i] = RD_NO_TRANSFER;
    }
    if (queues->plan[0].round == queues->plan[transfers - 1].round)
        return;
    queues->next_acting = rd_take(scratch, transfers, uint32_t);
    queues->group_of = rd_take(scratch, transfers, uint32_t);
    queues->group = rd_take(scratch, transfers, struct rd_round_group);
    queues->dependency = rd_take(scratch, hosts, struct rd_causal_dependency);
    for (size_t i = 0; i < hosts; i++)
        queues->dependency[i] = (struct rd_causal_dependency){RD_NO_TRANSFER, RD_NO_TRANSFER};
}

void rd_queues_open(struct rd_queues *queues, struct rd_referee *referee, bool free,
                    struct rd_room_queues *rooms)
{
    *queues = (struct rd_queues){.referee = referee,
                                 .plan = referee->plan->transfer,
                                 .rooms = rooms,
                                 .transfers_left = referee->plan->transfer_count};
    take_queues(queues, free);
    size_t hosts = referee->host_count, entries = hosts * referee->kind_count;
    uint64_t links = rd_link_count(&referee->instance->topology) + hosts;
    enter_transfers(queues, free ? NULL : rd_take(referee->scratch, links, uint32_t));
    for (uint32_t i = 0; i < referee->plan->transfer_count; i++)
        if (queues->waits[i] == 0)
            queues->ready[queues->ready_count++] = i;
    for (size_t i = 0; i < entries; i++)
        supply(queues, &queues->inventory[i]);
    open_copies(queues);
    for (size_t host = 0; host < hosts; host++) {
        if (queues->out) {
            leave_port(queues, &queues->out[host], (uint32_t)host, 0, RD_WAITS_FOR_OUT);
            leave_port(queues, &queues->in[host], (uint32_t)host, 0, RD_WAITS_FOR_IN);
        }
        if (queues->dependency)
            release_dependents(queues, &queues->dependency[host]);
    }
    if (queues->bus)
        admit(queues, queues->bus, 1, RD_WAITS_FOR_BUS);
}
