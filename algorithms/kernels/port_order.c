#include "port_order.h"

struct rd_port_orders rd_port_orders_open(const struct rd_list_problem *problem,
                                          struct rd_arena *arena)
{
    size_t port_count = 2 * (size_t)problem->host_count;
    struct rd_port_orders orders = {.problem = problem};
    orders.first = rd_take(arena, port_count + 1, size_t);
    orders.filled = rd_take(arena, port_count, size_t);
    for (size_t i = 0; i < problem->link_count; i++) {
        const struct rd_list_link *link = &problem->link[i];
        orders.first[2 * (size_t)link->from + 1] += (size_t)link->items;
        orders.first[2 * (size_t)link->to + 2] += (size_t)link->items;
    }
    for (size_t port = 0; port < port_count; port++) {
        orders.first[port + 1] += orders.first[port];
        orders.filled[port] = orders.first[port];
    }
    orders.link = rd_take(arena, orders.first[port_count], uint32_t);
    return orders;
}

void rd_port_orders_add(struct rd_port_orders *orders, uint32_t host, bool receives, uint32_t link,
                        int64_t messages)
{
    size_t port = 2 * (size_t)host + receives;
    rd_assert((size_t)messages <= orders->first[port + 1] - orders->filled[port]);
    for (int64_t i = 0; i < messages; i++)
        orders->link[orders->filled[port]++] = link;
}

/* Messages being listed. */
struct listing {
    const struct rd_port_orders *orders;
    size_t *next;    /* [2 * host_count] the first message of each port not listed yet */
    int64_t *held;   /* [host_count] items */
    uint32_t *stack; /* hosts to look at: [host_count] */
    uint32_t stack_count;
    bool *is_stacked; /* [host_count] */
};

/* The link of a port's next message. Returns: false if there is none. */
static bool next_link(const struct listing *listing, uint32_t host, bool receives,
                      uint32_t *ret_link)
{
    size_t port = 2 * (size_t)host + receives;
    if (listing->next[port] == listing->orders->first[port + 1])
        return false;
    *ret_link = listing->orders->link[listing->next[port]];
    return true;
}

static void look_at(struct listing *listing, uint32_t host)
{
    if (listing->is_stacked[host])
        return;
    listing->is_stacked[host] = true;
    listing->stack[listing->stack_count++] = host;
}

/* Lists what a host can send now. Returns: the number of messages listed by then. */
static size_t send(struct listing *listing, uint32_t host, uint32_t *order, size_t count)
{
    uint32_t link, awaited;
    while (listing->held[host] > 0 && next_link(listing, host, false, &link)) {
        uint32_t to = listing->orders->problem->link[link].to;
        if (!next_link(listing, to, true, &awaited) || awaited != link)
            break;
        order[count++] = link;
        listing->next[2 * (size_t)host]++;
        listing->next[2 * (size_t)to + 1]++;
        listing->held[host]--;
        listing->held[to]++;
        look_at(listing, to);
        if (next_link(listing, to, true, &awaited) && awaited != link)
            look_at(listing, listing->orders->problem->link[awaited].from);
    }
    return count;
}

size_t rd_port_orders_list(const struct rd_port_orders *orders, uint32_t *ret_order,
                           struct rd_arena *scratch)
{
    uint32_t n = orders->problem->host_count;
    struct listing listing = {
        .orders = orders,
        .next = rd_take(scratch, 2 * (size_t)n, size_t),
        .held = rd_take(scratch, n, int64_t),
        .stack = rd_take(scratch, n, uint32_t),
        .is_stacked = rd_take(scratch, n, bool),
    };
    for (size_t port = 0; port < 2 * (size_t)n; port++) {
        rd_assert(orders->filled[port] == orders->first[port + 1]);
        listing.next[port] = orders->first[port];
    }
    for (uint32_t host = n; host-- > 0;) {
        listing.held[host] = orders->problem->inventory[host];
        look_at(&listing, host);
    }
    size_t count = 0;
    while (listing.stack_count > 0) {
        uint32_t host = listing.stack[--listing.stack_count];
        listing.is_stacked[host] = false;
        count = send(&listing, host, ret_order, count);
    }
    return count;
}
