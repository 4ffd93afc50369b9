/* Which messages of a self-timed plan may start, as others end: windows, reservations and causal
 * dependencies without any clock. The heap adds dates to it; the explanation of a plan that cannot
 * run does without. For the referee only.
 *
 * Every condition, once it holds, holds until the message has started, and all are met one by one.
 * So each transfer counts for its next message what that still waits for, and each queue remembers
 * how far it has let its transfers through: a message that ends costs O(1), and O(1) for each
 * transfer that it sets free. */
#pragma once

#include "copies.h"
#include "ports.h"
#include "room.h"

/* What the next message of a transfer waits for; bits. */
enum {
    RD_WAITS_FOR_OUT = 1,    /* it is not among the first of its sender's out-port */
    RD_WAITS_FOR_IN = 2,     /* of its receiver's in-port */
    RD_WAITS_FOR_BUS = 4,    /* of the bus */
    RD_WAITS_FOR_LINK = 8,   /* it is not the first on its link, or at its processor */
    RD_WAITS_FOR_ROUND = 16, /* its causal dependencies in earlier rounds have not ended */
    RD_WAITS_FOR_ITEMS = 32,
    RD_HAS_ENDED = 64, /* for nothing: no message of it is left */
    RD_WAITS_FOR_ROOM = 128
};

struct rd_queue_inventory {
    int64_t held;     /* so far: the load and what has arrived */
    int64_t reserved; /* by the transfers that are wholly covered by it */
    uint32_t first;   /* transfer that is not; RD_NO_TRANSFER if all are */
};

/* What one host receives and computes in one round. */
struct rd_round_group {
    int64_t transfers_left;
    uint32_t round;
    uint32_t next; /* group of this host; RD_NO_TRANSFER: none */
};

struct rd_causal_dependency {
    uint32_t group;  /* first that is not complete; RD_NO_TRANSFER if all are */
    uint32_t acting; /* first transfer that still waits for its round */
};

/* Arrays of [transfer_count] are apart, and only those are there that a plan needs: most of the
 * time is spent on fetching them. */
struct rd_queues {
    struct rd_referee *referee;
    const struct rd_transfer *plan;
    uint16_t *waits; /* of a transfer's next message; not chars, which are aliases of everything */
    int64_t *done;   /* messages that have ended, of several; items that were split off, as held */
    /* The next transfer of each queue; RD_NO_TRANSFER ends it. NULL if there are no such queues. */
    uint32_t *next_out, *next_in, *next_link, *next_for_items, *next_acting;
    uint32_t *group_of; /* of the dependencies of its receiver (or computing host) in its round */
    struct rd_window *out, *in;              /* [host_count]; NULL if messages pass any time */
    struct rd_window *bus;                   /* [1]; NULL if there is none */
    struct rd_queue_inventory *inventory;    /* [host_count * kind_count] */
    struct rd_causal_dependency *dependency; /* [host_count]; NULL in a plan of one round */
    struct rd_round_group *group;
    /* Of transfers of named kinds, which wait for one message of another transfer at a time; NULL
     * where there are none. */
    uint32_t *first_awaiting; /* [transfer_count] that wait for messages of this; RD_NO_TRANSFER */
    uint32_t *next_awaiting;  /* [transfer_count] of those that wait for the same */
    int64_t *awaited;         /* [transfer_count] how many of these must have ended */
    uint32_t *source;         /* [transfer_count] of the ledger's: the first of its next message */
    struct rd_room_queues *rooms; /* NULL if no transfer waits for room on shared links */
    uint32_t *ready;              /* transfers whose next message may start, last in first out */
    size_t ready_count;
    size_t transfers_left;
};

/* Messages of a transfer under way that have not ended; items not yet split off, if it is as held.
 */
static inline int64_t rd_queues_left(const struct rd_queues *queues, uint32_t index)
{
    const struct rd_transfer *transfer = &queues->plan[index];
    return (transfer->messages ? transfer->messages : transfer->items) - queues->done[index];
}

/* Fetches what rd_queues_end will need for a transfer that has been fetched. */
static inline __attribute__((always_inline)) void rd_queues_fetch(const struct rd_queues *queues,
                                                                  uint32_t index)
{
    const struct rd_transfer *transfer = &queues->plan[index];
    uint32_t next = queues->next_link[index];
    __builtin_prefetch(&queues->waits[next == RD_NO_TRANSFER ? index : next], 1);
    if (transfer->to == RD_NO_HOST)
        return;
    __builtin_prefetch(&queues->inventory[(size_t)transfer->to * queues->referee->kind_count], 1);
    if (queues->out) {
        __builtin_prefetch(&queues->out[transfer->from], 1);
        __builtin_prefetch(&queues->in[transfer->to], 1);
    }
}

/* In: transfers that are well formed, and whose sums are within their limits; free: transfers in
 * free order, where neither ports nor links bind; rooms: what has room at the start, or NULL.
 * Everything that may start at once is ready. */
void rd_queues_open(struct rd_queues *queues, struct rd_referee *referee, bool free,
                    struct rd_room_queues *rooms);

/* How many messages of a transfer that is ready have their items, one after the other; items, if it
 * is as held. O(1). */
int64_t rd_queues_available(const struct rd_queues *queues, uint32_t index);

/* An as-held transfer starts a message of `items` items. */
void rd_queues_split(struct rd_queues *queues, uint32_t index, int64_t items);

/* `count` messages of a transfer have ended, of `items` items each. They were ready, and are no
 * more; the transfer is ready again if its next message may start. */
void rd_queues_end(struct rd_queues *queues, uint32_t index, int64_t count, int64_t items);
