/* Messages of many items on a star: where star_bundled's search begins, with each worker's items in
 * a few messages of one size, one behind the other. */
#pragma once

#include "sim/base/keyed_sort.h"
#include "sim/model/instance.h"

#include <stdbool.h>

/* Of the master's ports. */
enum rd_star_side { RD_STAR_IN, RD_STAR_OUT, RD_STAR_SIDES };

/* In which turn workers come: first into the master, and last out of it, by what an item takes with
 * its share of the latency; by a message; by an item alone. */
enum rd_star_turns { RD_STAR_BY_SHARE, RD_STAR_BY_MESSAGE, RD_STAR_BY_ITEM, RD_STAR_TURNS };

struct rd_star_message {
    uint32_t worker;
    int64_t items;
};

/* The messages of a port, in turn. */
struct rd_star_messages {
    struct rd_star_message *message; /* [count] */
    size_t count, capacity;
};

/* What a worker sends though it has not too many, and gets back. */
struct rd_star_loan {
    uint32_t worker; /* RD_NO_HOST: none */
    int64_t items;
};

/* In which messages a search starts. */
struct rd_star_start {
    enum rd_star_turns turns;
    bool smaller_first[RD_STAR_SIDES]; /* of a worker's messages, which differ by an item at most */
    int64_t size;                      /* the most items of a message */
    struct rd_star_loan loan;
};

struct rd_star_chunks {
    const struct rd_instance *instance;
    struct rd_arena *arena;
    uint32_t worker_count;
    int64_t items;         /* in all */
    int64_t most;          /* that a worker sends or receives, without a loan */
    struct rd_keyed *turn; /* of workers, or of sizes, to work in */
    /* Where links cost the same and there are few sizes, and fewer than workers: how many workers
     * have so many items, [most + 1], and arrays to work in; else NULL. */
    size_t *having[RD_STAR_SIDES], *next[RD_STAR_SIDES];
    uint32_t *number[RD_STAR_SIDES];
};

/* In: goal RD_REACH, one kind. Arrays from the arena. O(workers). */
struct rd_star_chunks rd_star_chunks_make(const struct rd_instance *instance,
                                          struct rd_arena *arena);

/* Lists what workers have too many, or too few, and the loan; of the same turn by their numbers.
 * In: a size of `most` at the most; ret_messages [RD_STAR_SIDES], of the same arena.
 * Idea: where links cost the same, the turn of a worker depends on the size of its first message
 * alone, so only sizes are sorted, and each message goes at once to where it belongs.
 * Cost: O(messages), and O(workers), or what it takes to sort workers. */
void rd_star_chunks_list(const struct rd_star_chunks *chunks, const struct rd_star_start *start,
                         struct rd_star_messages *ret_messages);

/* Room for so many messages. */
void rd_star_messages_reserve(struct rd_star_messages *messages, size_t capacity,
                              struct rd_arena *arena);

/* Items that go from a worker to the master, or from there to the worker. O(1). */
int64_t rd_star_items(const struct rd_instance *instance, enum rd_star_side side, uint32_t worker,
                      struct rd_star_loan loan);

/* What a worker's link costs, and how long a message takes on it. O(1). */
static inline struct rd_link_cost rd_star_cost(const struct rd_instance *instance,
                                               enum rd_star_side side, uint32_t worker)
{
    return rd_link_cost(instance,
                        (side == RD_STAR_IN ? 0 : instance->topology.host_count - 1) + worker);
}

static inline double rd_star_message_s(const struct rd_instance *instance, enum rd_star_side side,
                                       struct rd_star_message message)
{
    return rd_message_duration_s(rd_star_cost(instance, side, message.worker),
                                 (double)message.items * instance->item_bytes);
}
