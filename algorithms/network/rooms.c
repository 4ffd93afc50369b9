#include "rooms.h"

#include "room_order.h"

#include "sim/base/guard.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <string.h>

/* Lists of more messages are timed as they are and not made anew; and how many lists are made of a
 * flow, the first undisturbed. */
enum { LIST_LIMIT = 1 << 11, ORDERS = 6, MOVES = 400 };

struct rd_room_search rd_room_search_open(const struct rd_network *network,
                                          const struct rd_room_settings *settings,
                                          struct rd_arena *arena)
{
    return (struct rd_room_search){
        .network = network,
        .settings = *settings,
        .rng = rd_rng_seeded(settings->seed, 0),
        .best_s = INFINITY,
        .arena = arena,
    };
}

/* May messages keep their bytes only? Without latencies that is to keep. */
static bool has_bytes(const struct rd_room_search *search)
{
    return search->network->has_latency && !search->settings.executable;
}

static bool is_good_enough(const struct rd_room_search *search)
{
    return rd_time_meets(search->best_s, search->settings.enough_s);
}

/* --- lists ------------------------------------------------------------------------------------ */

static struct rd_room_list make_list(size_t capacity, struct rd_arena *arena)
{
    return (struct rd_room_list){.capacity = capacity,
                                 .transfer = rd_take(arena, capacity, struct rd_transfer),
                                 .room = rd_take(arena, capacity, uint8_t)};
}

static void copy_list(struct rd_room_list *to, const struct rd_room_list *from)
{
    rd_assert(from->count <= to->capacity);
    to->count = from->count;
    if (from->count == 0) /* of a search without a message there are no lists */
        return;
    memcpy(to->transfer, from->transfer, from->count * sizeof *to->transfer);
    memcpy(to->room, from->room, from->count * sizeof *to->room);
}

static void append(struct rd_room_list *list, struct rd_transfer transfer, enum rd_room room)
{
    rd_assert(list->count < list->capacity);
    list->room[list->count] = (uint8_t)room;
    list->transfer[list->count++] = transfer;
}

static void mark_all(struct rd_room_list *list, enum rd_room room)
{
    for (size_t i = 0; i < list->count; i++)
        list->room[i] = (uint8_t)room;
}

static struct rd_plan plan_of(const struct rd_room_list *list)
{
    return (struct rd_plan){.timing = RD_SELF_TIMED,
                            .round_count = list->count > 0,
                            .transfer_count = list->count,
                            .transfer_capacity = list->count,
                            .transfer = list->transfer,
                            .room = list->room};
}

/* What a list takes; INFINITY if it is not legal, or too long for the referee. */
static double time_of(struct rd_room_search *search, const struct rd_room_list *list,
                      struct rd_arena *scratch)
{
    struct rd_plan plan = plan_of(list);
    struct rd_verdict verdict;
    rd_arena_borrow(search->arena);
    rd_referee_plan(search->network->instance, &plan, search->arena, scratch, NULL, &verdict);
    search->settings.work_items -= (int64_t)list->count;
    return verdict.violation == RD_LEGAL && verdict.goal_reached ? verdict.makespan_s : INFINITY;
}

static void keep(struct rd_room_search *search, const struct rd_room_list *list, double time_s)
{
    search->best_s = time_s;
    if (search->best.capacity < list->count)
        search->best = make_list(2 * list->count, search->arena);
    copy_list(&search->best, list);
}

/* Keeps a list if it is shorter than the best. */
static void try_list(struct rd_room_search *search, const struct rd_room_list *list,
                     struct rd_arena *scratch)
{
    if (search->settings.work_items <= 0 && isfinite(search->best_s))
        return;
    double time_s = time_of(search, list, scratch);
    if (time_s < search->best_s)
        keep(search, list, time_s);
}

static void try_marks(struct rd_room_search *search, struct rd_room_list *list,
                      struct rd_arena *scratch)
{
    for (int room = RD_ROOM_KEEP; room <= RD_ROOM_SHARE && !is_good_enough(search); room++) {
        if (room == RD_ROOM_BYTES && !has_bytes(search))
            continue;
        mark_all(list, (enum rd_room)room);
        try_list(search, list, scratch);
    }
}

/* Lists rows several times, and keeps the best list of each mark. */
static void try_orders(struct rd_room_search *search, struct rd_room_order *order,
                       struct rd_arena *scratch)
{
    if (order->message_count > LIST_LIMIT || order->message_count == 0)
        return;
    rd_arena_borrow(scratch);
    struct rd_room_list list = make_list((size_t)order->message_count, scratch);
    list.count = (size_t)order->message_count;
    for (int i = 0; i < ORDERS && !is_good_enough(search) &&
                    (search->settings.work_items > 0 || isinf(search->best_s));
         i++) {
        rd_room_order_list(order, i == 0 ? 0 : rd_rng_next(&search->rng) | 1, list.transfer);
        try_marks(search, &list, scratch);
    }
}

void rd_room_search_flow(struct rd_room_search *search, const struct rd_network_flow *flow,
                         struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    int64_t most = 1;
    for (size_t i = 0; i < (size_t)network->link_count * network->kind_count; i++)
        most = flow->items[i] > most ? flow->items[i] : most;
    most = search->settings.single_items ? 1 : most;
    bool whole = network->instance->sends == RD_SINGLE_SEND;
    for (int64_t size = whole ? most : 1;; size = network->has_latency ? 2 * size : most) {
        rd_arena_borrow(scratch);
        size = size < most ? size : most;
        struct rd_room_order order = rd_room_order_of_flow(flow, size, scratch);
        try_orders(search, &order, scratch);
        if (size == most)
            return;
    }
}

/* --- plans ------------------------------------------------------------------------------------ */

/* Does a plan consist of messages of items, and computations, whose number is known? */
static bool is_plain(const struct rd_plan *plan)
{
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (plan->transfer[i].messages == 0 || plan->transfer[i].kind == RD_CONTROL)
            return false;
    return true;
}

/* The transfers of a plan, each message by itself, by each mark. */
static void try_single_messages(struct rd_room_search *search, const struct rd_plan *plan,
                                struct rd_arena *scratch)
{
    int64_t messages = rd_plan_messages(plan);
    if (messages > LIST_LIMIT || messages == (int64_t)plan->transfer_count)
        return;
    rd_arena_borrow(scratch);
    struct rd_room_list list = make_list((size_t)messages, scratch);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        struct rd_transfer transfer = plan->transfer[i];
        transfer.messages = 1;
        for (int64_t message = 0; message < plan->transfer[i].messages; message++)
            append(&list, transfer, RD_ROOM_KEEP);
    }
    try_marks(search, &list, scratch);
}

void rd_room_search_plan(struct rd_room_search *search, const struct rd_plan *plan,
                         struct rd_arena *scratch)
{
    if (plan->timing != RD_SELF_TIMED || plan->round_count > 1)
        return;
    rd_arena_borrow(scratch);
    struct rd_room_list list = make_list(plan->transfer_count, scratch);
    for (size_t i = 0; i < plan->transfer_count; i++)
        append(&list, plan->transfer[i], rd_plan_room(plan, i));
    try_list(search, &list, scratch);
    try_marks(search, &list, scratch);
    if (!is_plain(plan))
        return;
    try_single_messages(search, plan, scratch);
    struct rd_room_order order = rd_room_order_of_plan(search->network, plan, scratch);
    try_orders(search, &order, scratch);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Can each be executed when those before it have been? */
static bool is_executable(const struct rd_network *network, const struct rd_room_list *list,
                          int64_t *held)
{
    size_t kinds = network->kind_count;
    memcpy(held, network->instance->load, network->host_count * kinds * sizeof *held);
    for (size_t i = 0; i < list->count; i++) {
        const struct rd_transfer *transfer = &list->transfer[i];
        if (transfer->kind == RD_CONTROL)
            continue;
        int64_t items = transfer->items * (transfer->messages > 0 ? transfer->messages : 1);
        int64_t *of_sender = &held[transfer->from * kinds + (size_t)transfer->kind];
        if (*of_sender < items)
            return false;
        *of_sender -= items;
        if (transfer->to != RD_NO_HOST)
            held[transfer->to * kinds + (size_t)transfer->kind] += items;
    }
    return true;
}

/* Gives a message another mark. */
static void flip(struct rd_room_search *search, struct rd_room_list *list)
{
    static const uint8_t marks[] = {RD_ROOM_KEEP, RD_ROOM_SHARE, RD_ROOM_BYTES};
    uint64_t mark_count = has_bytes(search) ? 3 : 2;
    uint8_t *room = &list->room[rd_rng_below(&search->rng, list->count)], before = *room;
    while (*room == before)
        *room = marks[rd_rng_below(&search->rng, mark_count)];
}

/* Puts a message elsewhere: those between move up, or only the one that was there does. */
static void displace(struct rd_room_search *search, struct rd_room_list *list, size_t from)
{
    size_t to = rd_rng_below(&search->rng, list->count);
    bool swaps = rd_rng_below(&search->rng, 2) == 0;
    struct rd_transfer transfer = list->transfer[from];
    uint8_t room = list->room[from];
    while (from != to) {
        size_t next = swaps ? to : from < to ? from + 1 : from - 1;
        list->transfer[from] = list->transfer[next];
        list->room[from] = list->room[next];
        from = next;
    }
    list->transfer[to] = transfer;
    list->room[to] = room;
}

/* Are two transfers one message each, of the same link and kind? */
static bool can_join(const struct rd_transfer *a, const struct rd_transfer *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind && a->kind != RD_CONTROL &&
           a->messages == 1 && b->messages == 1;
}

/* Lets a message take the items of another one of its link, or of its host's next computation. */
static void join(struct rd_room_search *search, struct rd_room_list *list)
{
    size_t into = rd_rng_below(&search->rng, list->count);
    size_t start = rd_rng_below(&search->rng, list->count);
    for (size_t i = 0; i < list->count; i++) {
        size_t other = (start + i) % list->count;
        if (other == into || !can_join(&list->transfer[into], &list->transfer[other]))
            continue;
        list->transfer[into].items += list->transfer[other].items;
        list->count--;
        for (size_t k = other; k < list->count; k++) {
            list->transfer[k] = list->transfer[k + 1];
            list->room[k] = list->room[k + 1];
        }
        return;
    }
}

/* Parts a message into two, the second of which goes to the end of the list. In: room for one
 * more. */
static void part(struct rd_room_search *search, struct rd_room_list *list)
{
    size_t number = rd_rng_below(&search->rng, list->count);
    struct rd_transfer *transfer = &list->transfer[number], rest = *transfer;
    if (transfer->messages != 1 || transfer->kind == RD_CONTROL || transfer->items < 2)
        return;
    rest.items = 1 + (int64_t)rd_rng_below(&search->rng, (uint64_t)transfer->items - 1);
    transfer->items -= rest.items;
    append(list, rest, (enum rd_room)list->room[number]);
}

/* Changes a list: its order, its marks, and where latencies make that worth while, which items go
 * together. */
static void change(struct rd_room_search *search, struct rd_room_list *list)
{
    bool bundles = search->network->has_latency && !search->settings.single_items &&
                   search->network->instance->sends != RD_SINGLE_SEND;
    uint64_t choice = rd_rng_below(&search->rng, bundles ? 5 : 3);
    if (choice == 0)
        flip(search, list);
    else if (choice < 3)
        displace(search, list, rd_rng_below(&search->rng, list->count));
    else if (choice == 3)
        join(search, list);
    else
        part(search, list);
    if (choice == 4)
        displace(search, list, list->count - 1);
}

void rd_room_search_moves(struct rd_room_search *search, struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    if (search->best.count < 2)
        return;
    rd_arena_borrow(scratch);
    struct rd_room_list list = make_list(2 * search->best.count + MOVES, scratch);
    int64_t *held = rd_take(scratch, (size_t)network->host_count * network->kind_count, int64_t);
    for (int i = 0; i < MOVES && search->settings.work_items > 0 && !is_good_enough(search) &&
                    !rd_time_is_up();
         i++) {
        copy_list(&list, &search->best);
        change(search, &list);
        if (!is_executable(network, &list, held))
            continue;
        double time_s = time_of(search, &list, scratch);
        if (time_s <= search->best_s)
            keep(search, &list, time_s);
    }
}

/* --- the result ------------------------------------------------------------------------------- */

static bool is_same(const struct rd_room_list *list, size_t a, size_t b)
{
    const struct rd_transfer *one = &list->transfer[a], *other = &list->transfer[b];
    return one->from == other->from && one->to == other->to && one->kind == other->kind &&
           one->items == other->items && list->room[a] == list->room[b] && one->messages > 0 &&
           other->messages > 0;
}

/* Lets transfers that follow each other and are alike be one. */
static void join_alike(struct rd_room_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (count > 0 && is_same(list, count - 1, i)) {
            list->transfer[count - 1].messages += list->transfer[i].messages;
            continue;
        }
        list->transfer[count] = list->transfer[i];
        list->room[count++] = list->room[i];
    }
    list->count = count;
}

/* Takes a list in place of the best if it takes no longer. */
static void settle(struct rd_room_search *search, const struct rd_room_list *list,
                   struct rd_arena *scratch)
{
    if (time_of(search, list, scratch) <= search->best_s * (1 + 1e-12))
        copy_list(&search->best, list);
}

void rd_room_search_write(struct rd_room_search *search, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_borrow(scratch);
    struct rd_room_list list = make_list(search->best.count, scratch);
    copy_list(&list, &search->best);
    for (size_t i = 0; i < list.count; i++)
        if (list.room[i] == RD_ROOM_BYTES)
            list.room[i] = RD_ROOM_KEEP;
    settle(search, &list, scratch);
    mark_all(&list, RD_ROOM_KEEP);
    settle(search, &list, scratch);
    copy_list(&list, &search->best);
    join_alike(&list);
    settle(search, &list, scratch);
    const struct rd_room_list *best = &search->best;
    plan->timing = RD_SELF_TIMED;
    plan->keeps_shared = true;
    rd_plan_reserve(plan, arena, best->count);
    for (size_t i = 0; i < best->count; i++)
        rd_plan_add(plan, arena, best->transfer[i]);
    for (size_t i = 0; i < best->count; i++)
        if (best->room[i] != RD_ROOM_KEEP)
            rd_plan_set_room(plan, arena, i, (enum rd_room)best->room[i]);
}
