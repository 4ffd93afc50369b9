/* Which messages of a self-timed plan may start, as others end: windows, reservations and causal
 * dependencies without any clock. The heap adds dates to it; the explanation of a plan that cannot
 * run does without. For the referee only.
 *
 * Every condition, once it holds, holds until the message has started, and all are met one by one.
 * So each transfer counts for its next message what that still waits for, and each queue remembers
 * how far it has let its transfers through: a message that ends costs O(1), and O(1) for each
 * transfer that it sets free. */
#ifndef REDIST_REFEREE_QUEUES_H
#define REDIST_REFEREE_QUEUES_H

#include "referee_state.h"

/* What the next message of a transfer waits for; bits. */
enum {
    RD_WAITS_FOR_OUT = 1,    /* it is not among the first of its sender's out-port */
    RD_WAITS_FOR_IN = 2,     /* of its receiver's in-port */
    RD_WAITS_FOR_BUS = 4,    /* of the bus */
    RD_WAITS_FOR_LINK = 8,   /* it is not the first on its link, or at its processor */
    RD_WAITS_FOR_ROUND = 16, /* its causal dependencies in earlier rounds have not ended */
    RD_WAITS_FOR_ITEMS = 32
};

#define RD_NO_TRANSFER UINT32_MAX

/* One transfer. Links to the next transfer of each of its queues; RD_NO_TRANSFER ends them. */
struct rd_queued {
    int64_t need;     /* items its host must have held so far for its next message, */
    int64_t need_all; /* and for all its messages: what is reserved up to it */
    int64_t left;     /* messages that have not ended; items not yet split off, if it is as held */
    uint32_t next_out, next_in, next_bus, next_link, next_for_items, next_acting;
    uint32_t group; /* of the dependencies of its receiver (or computing host) in its round */
    uint8_t waits;
    bool last_split; /* as held: the last of its messages has been split off */
};

/* A queue that lets `width` messages through at a time. */
struct rd_window {
    uint32_t first; /* transfer that is not yet through; RD_NO_TRANSFER if all are */
    uint32_t last;
    int64_t ahead; /* unfinished messages of the transfers that are through */
};

struct rd_queue_inventory {
    int64_t held;   /* so far: the load and what has arrived */
    uint32_t first; /* transfer that is not wholly covered by it; RD_NO_TRANSFER if all are */
    uint32_t last;
};

/* What one host receives and computes in one round. */
struct rd_round_group {
    int64_t transfers_left;
    uint32_t round;
    uint32_t next; /* group of this host; RD_NO_TRANSFER: none */
};

struct rd_causal_dependency {
    uint32_t group, last_group;   /* first that is not complete; RD_NO_TRANSFER if all are */
    uint32_t acting, last_acting; /* first transfer that still waits for its round */
};

struct rd_queues {
    struct rd_referee *referee;
    struct rd_queued *transfer;              /* [transfer_count] */
    struct rd_window *out, *in;              /* [host_count]; NULL if messages pass any time */
    struct rd_window *bus;                   /* [1]; NULL if there is none */
    struct rd_queue_inventory *inventory;    /* [host_count * kind_count] */
    struct rd_causal_dependency *dependency; /* [host_count]; NULL in a plan of one round */
    struct rd_round_group *group;
    uint32_t *ready; /* transfers whose next message may start, last in first out */
    size_t ready_count;
    size_t transfers_left;
};

/* In: transfers that are well formed, and whose sums are within their limits; free: transfers in
 * free order, where neither ports nor links bind. Everything that may start at once is ready. */
void rd_queues_open(struct rd_queues *queues, struct rd_referee *referee, bool free);

/* How many messages of a transfer that is ready have their items, one after the other; items, if it
 * is as held. O(1). */
int64_t rd_queues_available(const struct rd_queues *queues, uint32_t index);

/* An as-held transfer starts a message of `items` items. */
void rd_queues_split(struct rd_queues *queues, uint32_t index, int64_t items);

/* `count` messages of a transfer have ended, of `items` items each. They were ready, and are no
 * more; the transfer is ready again if its next message may start. */
void rd_queues_end(struct rd_queues *queues, uint32_t index, int64_t count, int64_t items);

/* The verdict on queues in which nothing is ready and transfers are left: the cycle of waiting.
 * Returns: false, always. Cost: O(transfers). */
bool rd_report_deadlock(const struct rd_queues *queues);

#endif
