/* A flow as a schedule of small messages, in which what has not been sent yet may still take other
 * ways: links are not given their items before the first second, but while ports go. */
#pragma once

#include "algorithms/flow/flow.h"
#include "sim/model/plan.h"

/* How urgent a message is: the seconds that its ports, and its link where that may be busier, have
 * still to send; and a part of what it takes on average behind its receiver (tail); the more so the
 * later its link is (lambda). */
struct rd_soft_rule {
    double tail;
    double lambda;
    double part;     /* of the rest, after which it is looked at again.. */
    bool rebalances; /* ..and goes other ways (rd_rest_rebalance) */
};

struct rd_soft_schedule {
    double makespan_s;     /* INFINITY if it was given up */
    int64_t message_items; /* the most that a message has: as many as its sender holds then */
    size_t count;          /* messages, in the order of their starts: */
    uint32_t *entry;       /* [capacity] link * kind_count + kind */
    int64_t *items;        /* [capacity], or NULL where message_items is 1 */
    size_t capacity;
};

/* Room for so many messages. */
struct rd_soft_schedule rd_soft_schedule_make(size_t capacity, int64_t message_items,
                                              struct rd_arena *arena);

/* Are instances of this kind scheduled so? No links with latency, shared links, computations or a
 * bus, and messages of any number of items. O(1). */
bool rd_soft_dispatch_takes(const struct rd_network *network, const struct rd_network_goal *goal);

/* Schedules a flow by a rule; gives up what cannot end before give_up_s, or has more messages than
 * there is room for. Greedy: whenever something ends, the most urgent message starts that can.
 * It ends, and reaches the goal: what is left is always a flow without cycles from what hosts hold,
 * or will, to what they end with, so some message can start.
 * In: a complete flow without cycles; left as it is; a schedule with room. Cost: O(messages (links
 * of a host) log), and the rebalancing. Source: docs/development/planners.md, "Any network". */
void rd_soft_dispatch(const struct rd_network_flow *flow, struct rd_soft_rule rule,
                      double give_up_s, struct rd_soft_schedule *ret, struct rd_arena *scratch);

/* Appends a schedule to a plan. O(messages). */
void rd_soft_dispatch_write(const struct rd_network *network,
                            const struct rd_soft_schedule *schedule, struct rd_arena *arena,
                            struct rd_arena *scratch, struct rd_plan *plan);
