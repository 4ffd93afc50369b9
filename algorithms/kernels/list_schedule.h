/* Greedy list scheduling: whenever something ends, start what may start, the most urgent first.
 * The transfers are given (which links, how many items each); what is chosen is only their order.
 * A schedule of this kind never leaves a port idle for nothing, so it ends before twice the load of
 * the busiest port where nobody waits for items. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/plan.h"
#include "sim/model/shared_links.h"

/* One directed link, and the items of a kind that are to cross it. Where an end is RD_NO_HOST no
 * port is taken there and nobody holds anything: host to RD_NO_HOST is a computation. */
struct rd_list_link {
    uint32_t from;
    uint32_t to;
    double item_s;
    int64_t items;
    double latency_s;   /* of each message, besides its items */
    int64_t messages;   /* its items cross it in so many, of sizes that differ by one at most; 0: as
                           the problem says */
    bool smaller_first; /* of these */
    uint32_t kind;
    uint32_t lane; /* what carries one message at a time, where the problem counts lanes */
    uint32_t share_count;
    const struct rd_link_share *share; /* [share_count] what a message takes of shared links */
};

/* How urgent a link's next message is: by `first`, then by `second`, greatest first. */
struct rd_list_priority {
    double first;
    double second;
};

/* What became of each message of an order, in arrays of the caller's: [rd_list_item_count]. */
struct rd_list_record {
    size_t count;    /* messages */
    int64_t *items;  /* of each; NULL: nobody wants to know */
    double *start_s; /* NULL: nobody wants to know */
    double *end_s;   /* the same */
};

struct rd_list_problem {
    uint32_t host_count;
    uint32_t port_count;      /* how many messages a host may send, and receive, at a time */
    const uint32_t *ports;    /* [host_count] the same by host; NULL: port_count for all */
    bool bus;                 /* one message between hosts at a time in all */
    uint32_t kind_count;      /* 0 stands for 1 */
    const int64_t *inventory; /* [host_count * kind_count] held at the start; NULL: nobody waits */
    size_t link_count;
    const struct rd_list_link *link; /* [link_count]; of equal priorities the smaller index */
    uint32_t shared_count;           /* shared links: what is under way fits into each */
    uint32_t lane_count; /* links of one lane carry one message at a time; 0: each is its own */

    /* A message waits until its sender holds all its items: this many (0 stands for 1), or all that
     * are left to cross the link if they are fewer; unless its link says in how many. */
    int64_t message_items;
    bool as_held; /* instead, a message takes what its sender holds, at most what is left */

    /* [link_count] the link that is looked at once the only message of this one has started; it is
     * between the same two hosts and less urgent: by `second`, or by its index. UINT32_MAX: none.
     * No two have the same link behind them. NULL: no link is behind another. */
    const uint32_t *behind;

    /* The priority of a link that could start a message now. In: left, its items not started yet,
     * this message included; held, what its sender, and what its receiver, holds of the kind. */
    struct rd_list_priority (*priority)(void *context, size_t link, int64_t left,
                                        const int64_t held[2]);
    /* Called when a message starts; left as it is afterwards. NULL if nobody needs to know. */
    void (*started)(void *context, size_t link, int64_t left);
    void *context;
    struct rd_list_record *record; /* NULL: nobody wants to know */
};

/* How many of a link's `messages` are left. In: left, its items not started yet, at least 1. O(1).
 */
int64_t rd_list_bundles_left(const struct rd_list_link *link, int64_t left);

/* How many items cross links in all. Returns: INT64_MAX if they are more. */
int64_t rd_list_item_count(const struct rd_list_problem *problem);

/* Schedules. Only links at a port that was freed, out of a host that was given an item, or on a
 * shared link that was left are looked at when something ends: no other can start (on a bus, any
 * can).
 * In: a problem whose items can all be moved: no hosts that hold too little wait for each other in
 * a circle. give_up_s: a schedule that cannot end before it is of no use (INFINITY: any is).
 * Returns: the end of the last item, and in ret_order [rd_list_item_count] the link of each message
 *     by start; INFINITY if it gave up.
 * Cost: O(items (links of a host) log), and what the calls of `priority` cost. Of links behind each
 * other the first counts. */
double rd_list_schedule(const struct rd_list_problem *problem, double give_up_s,
                        uint32_t *ret_order, struct rd_arena *scratch);

/* Appends the messages of an order as transfers of a self-timed plan. A message joins an earlier
 * transfer of its link if nothing came between at its two ports, and on its shared links, and its
 * sender holds its items already there, so plans of long runs are short. In: count messages, of the
 * sizes that the problem's record lists; of one item without it. O(count). */
void rd_list_plan(const struct rd_list_problem *problem, const uint32_t *order, size_t count,
                  struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan);
