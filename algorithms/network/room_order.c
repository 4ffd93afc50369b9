#include "room_order.h"


#include <math.h>
#include <string.h>

/* What a host computes of a kind waits for items in so many portions at the most. */
enum { MOST_PORTIONS = 64 };

/* Counts `messages` of a row in, or out (below 0). */
static void count(struct rd_room_order *order, const struct rd_room_row *row, double messages)
{
    const struct rd_network *network = order->network;
    double items = messages * (double)row->transfer.items;
    if (row->link == UINT32_MAX) {
        order->work_s[row->transfer.from] += items * network->compute_item_s[row->transfer.from];
        return;
    }
    uint32_t kind = (uint32_t)row->transfer.kind;
    double seconds = messages * network->latency_s[row->link] +
                     items * rd_network_item_s(network, row->link, kind);
    order->out_s[row->transfer.from] += seconds;
    order->in_s[row->transfer.to] += seconds;
    order->link_s[row->link] += seconds;
    for (uint32_t i = network->share_first[row->link]; i < network->share_first[row->link + 1]; i++)
        order->shared_s[network->share[i].shared] += items * rd_network_share_s(network, i, kind);
}

static void add_row(struct rd_room_order *order, struct rd_transfer transfer, uint32_t link,
                    int64_t messages)
{
    if (messages == 0)
        return;
    transfer.round = 0;
    transfer.messages = 1;
    order->row[order->row_count++] = (struct rd_room_row){transfer, link, messages};
    order->message_count += messages;
}

static struct rd_room_order open_order(const struct rd_network *network, size_t row_limit,
                                       struct rd_arena *arena)
{
    size_t n = network->host_count;
    return (struct rd_room_order){
        .network = network,
        .row = rd_take(arena, row_limit, struct rd_room_row),
        .left = rd_take(arena, row_limit, int64_t),
        .held = rd_take(arena, n * network->kind_count, int64_t),
        .out_s = rd_take(arena, n, double),
        .in_s = rd_take(arena, n, double),
        .link_s = rd_take(arena, network->link_count, double),
        .shared_s = rd_take(arena, network->shared_count, double),
        .work_s = rd_take(arena, n, double),
    };
}

static double by_ports(const struct rd_room_order *order, uint32_t host, double seconds)
{
    uint32_t ports = order->network->ports[host];
    return ports == UINT32_MAX ? 0 : seconds / ports;
}

/* How much the busiest end of a row's messages has left to do. */
static double urgency_s(const struct rd_room_order *order, const struct rd_room_row *row)
{
    const struct rd_network *network = order->network;
    const struct rd_transfer *transfer = &row->transfer;
    if (row->link == UINT32_MAX)
        return order->work_s[transfer->from];
    double most_s = fmax(order->link_s[row->link],
                         fmax(by_ports(order, transfer->from, order->out_s[transfer->from]),
                              by_ports(order, transfer->to, order->in_s[transfer->to])));
    for (uint32_t i = network->share_first[row->link]; i < network->share_first[row->link + 1]; i++)
        most_s = fmax(most_s, order->shared_s[network->share[i].shared]);
    return fmax(most_s, order->work_s[transfer->to]);
}

static int64_t *held_by(const struct rd_room_order *order, uint32_t host, int32_t kind)
{
    return &order->held[(size_t)host * order->network->kind_count + (size_t)kind];
}

/* The most urgent row whose sender holds its items; of equal ones the first. Returns: SIZE_MAX if
 * there is none. */
static size_t most_urgent(const struct rd_room_order *order, uint64_t salt)
{
    size_t most = SIZE_MAX;
    double most_s = -1;
    for (size_t i = 0; i < order->row_count; i++) {
        const struct rd_room_row *row = &order->row[i];
        if (order->left[i] == 0 ||
            *held_by(order, row->transfer.from, row->transfer.kind) < row->transfer.items)
            continue;
        double this_s = urgency_s(order, row);
        if (salt != 0)
            this_s *= rd_network_disturbance(salt, (uint64_t)i << 32 ^ (uint64_t)order->left[i]);
        if (this_s > most_s) {
            most = i;
            most_s = this_s;
        }
    }
    return most;
}

void rd_room_order_list(struct rd_room_order *order, uint64_t salt,
                        struct rd_transfer *ret_transfer)
{
    const struct rd_network *network = order->network;
    int64_t listed = 0;
    memcpy(order->held, network->instance->load,
           (size_t)network->host_count * network->kind_count * sizeof *order->held);
    for (size_t i = 0; i < order->row_count; i++) {
        order->left[i] = order->row[i].messages;
        count(order, &order->row[i], (double)order->left[i]);
    }
    for (size_t i; (i = most_urgent(order, salt)) != SIZE_MAX; order->left[i]--) {
        const struct rd_transfer *transfer = &order->row[i].transfer;
        ret_transfer[listed++] = *transfer;
        count(order, &order->row[i], -1);
        *held_by(order, transfer->from, transfer->kind) -= transfer->items;
        if (transfer->to != RD_NO_HOST)
            *held_by(order, transfer->to, transfer->kind) += transfer->items;
    }
    rd_assert(listed == order->message_count);
}

/* Entries of a flow, or of what it computes, that are used. */
static size_t count_used(const int64_t *items, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used += items[i] > 0;
    return used;
}

struct rd_room_order rd_room_order_of_flow(const struct rd_network_flow *flow,
                                           int64_t message_items, struct rd_arena *arena)
{
    const struct rd_network *network = flow->network;
    size_t kinds = network->kind_count, entries = network->link_count * kinds;
    size_t computations = flow->goal->computes ? network->host_count * kinds : 0;
    size_t used = count_used(flow->items, entries) + count_used(flow->final, computations);
    struct rd_room_order order = open_order(network, 2 * used, arena);
    for (size_t i = 0; i < entries + computations; i++) {
        bool computes = i >= entries;
        size_t at = computes ? i - entries : i;
        int64_t items = computes ? flow->final[at] : flow->items[at];
        int64_t size = computes ? (items - 1) / MOST_PORTIONS + 1 : message_items;
        uint32_t link = computes ? UINT32_MAX : (uint32_t)(at / kinds);
        struct rd_transfer transfer = {
            .from = computes ? (uint32_t)(at / kinds) : network->from[link],
            .to = computes ? RD_NO_HOST : network->to[link],
            .kind = (int32_t)(at % kinds),
            .items = size,
        };
        if (items == 0)
            continue;
        add_row(&order, transfer, link, items / size);
        transfer.items = items % size;
        if (transfer.items > 0)
            add_row(&order, transfer, link, 1);
    }
    return order;
}

struct rd_room_order rd_room_order_of_plan(const struct rd_network *network,
                                           const struct rd_plan *plan, struct rd_arena *arena)
{
    struct rd_room_order order = open_order(network, plan->transfer_count, arena);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        struct rd_transfer transfer = plan->transfer[i];
        uint32_t link = transfer.to == RD_NO_HOST
                            ? UINT32_MAX
                            : rd_network_link_between(network, transfer.from, transfer.to);
        rd_assert(transfer.to == RD_NO_HOST || link != RD_NO_HOST);
        add_row(&order, transfer, link, transfer.messages);
    }
    return order;
}
