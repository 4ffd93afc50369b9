/* Schedules given by the order of the messages at each port, and nothing else: a list of the
 * messages that keeps each port's order and can be executed one by one. */
#pragma once

#include "list_schedule.h"

/* For each port the links of its messages, first to last. Port 2 host sends, 2 host + 1 receives.
 */
struct rd_port_orders {
    const struct rd_list_problem *problem;
    size_t *first;  /* [2 * host_count + 1] where a port's messages begin */
    size_t *filled; /* [2 * host_count] where the next one goes */
    uint32_t *link; /* [first[2 * host_count]] */
};

/* Room for all messages. In: a problem of one-item messages and one port, of one kind, with an
 * inventory; it stays where it is. Cost: O(hosts + links), and 8 bytes a message. */
struct rd_port_orders rd_port_orders_open(const struct rd_list_problem *problem,
                                          struct rd_arena *arena);

/* Appends messages of a link to the order of one of its two ports. O(messages). */
void rd_port_orders_add(struct rd_port_orders *orders, uint32_t host, bool receives, uint32_t link,
                        int64_t messages);

/* Lists all messages: each behind those before it at its two ports, and where its sender holds an
 * item. In: orders that are full. Returns: how many could be listed, their links in ret_order
 * [rd_list_item_count]; fewer than all where ports wait for each other for ever.
 * Idea: a host that may send does, until it may not; whoever is given an item, or whose receiver
 * is free for it, is looked at again. Cost: O(messages). */
size_t rd_port_orders_list(const struct rd_port_orders *orders, uint32_t *ret_order,
                           struct rd_arena *scratch);
