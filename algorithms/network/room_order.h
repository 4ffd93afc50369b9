/* Messages in an order without dates: first the one of whose ends (ports, link, shared links,
 * processors) one has most left to do, of those whose senders hold their items by then. */
#pragma once

#include "algorithms/flow/flow.h"
#include "sim/model/plan.h"

/* Messages that are alike, or computations. */
struct rd_room_row {
    struct rd_transfer transfer; /* one of them */
    uint32_t link;               /* of the network; UINT32_MAX: computations */
    int64_t messages;
};

/* What is to be listed; the rest is room for listing it. */
struct rd_room_order {
    const struct rd_network *network;
    struct rd_room_row *row; /* [row_count] */
    size_t row_count;
    int64_t message_count; /* of all rows, computations included */

    int64_t *left;    /* [row_count] to be listed */
    int64_t *held;    /* [hosts * kinds] when all that is listed has been executed */
    double *out_s;    /* [hosts] of what is not listed yet */
    double *in_s;     /* [hosts] */
    double *link_s;   /* [links] */
    double *shared_s; /* [shared links] */
    double *work_s;   /* [hosts] to be computed */
};

/* The messages of a flow, so many items in each; the last of a link has the rest. Computations are
 * of few items.
 * In: a complete flow without cycles. From the arena. O(links * kinds). */
struct rd_room_order rd_room_order_of_flow(const struct rd_network_flow *flow,
                                           int64_t message_items, struct rd_arena *arena);

/* The messages of a plan. In: a plan of messages of items, and computations, whose number is known.
 * From the arena. O(transfers log links of a host). */
struct rd_room_order rd_room_order_of_plan(const struct rd_network *network,
                                           const struct rd_plan *plan, struct rd_arena *arena);

/* Lists all messages, of one in a transfer. In: salt, by which what is left to do is disturbed at
 * random; 0: it is not. ret_transfer [message_count]. O(messages * rows). */
void rd_room_order_list(struct rd_room_order *order, uint64_t salt,
                        struct rd_transfer *ret_transfer);
