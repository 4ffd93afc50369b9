/* Greedy list scheduling: whenever something ends, start what may start, the most urgent first.
 * The transfers are given (which links, how many items each); what is chosen is only their order.
 * A schedule of this kind never leaves a port idle for nothing, so it ends before twice the load of
 * the busiest port where nobody waits for items. */
#ifndef REDIST_ALGORITHMS_KERNELS_LIST_SCHEDULE_H
#define REDIST_ALGORITHMS_KERNELS_LIST_SCHEDULE_H

#include "sim/base/arena.h"
#include "sim/model/plan.h"

#include <stddef.h>
#include <stdint.h>

/* One directed link, and the items that are to cross it one by one. */
struct rd_list_link {
    uint32_t from;
    uint32_t to;
    double item_s;
    int64_t items;
};

/* How urgent a link's next item is: by `first`, then by `second`, greatest first. */
struct rd_list_priority {
    double first;
    double second;
};

struct rd_list_problem {
    uint32_t host_count;
    uint32_t port_count;  /* how many items a host may send, and receive, at a time; one per link */
    const int64_t *stock; /* [host_count] held at the start; NULL: nobody waits for items */
    size_t link_count;
    const struct rd_list_link *link; /* [link_count]; of equal priorities the smaller index */

    /* The priority of a link that could start an item now. In: left, its items not started yet,
     * this one included. */
    struct rd_list_priority (*priority)(void *context, size_t link, int64_t left);
    /* Called when an item starts; left as it is afterwards. NULL if nobody needs to know. */
    void (*started)(void *context, size_t link, int64_t left);
    void *context;
};

/* How many items cross links in all. Returns: INT64_MAX if they are more. */
int64_t rd_list_item_count(const struct rd_list_problem *problem);

/* Schedules. Only links at a port that was freed, or out of a host that was given an item, are
 * looked at when something ends: no other can start.
 * In: a problem whose items can all be moved: no hosts that hold too little wait for each other in
 * a circle. give_up_s: a schedule that cannot end before it is of no use (INFINITY: any is).
 * Returns: the end of the last item, and in ret_order [rd_list_item_count] the link of each item by
 *     start; INFINITY if it gave up.
 * Cost: O(items (links of a host) log), and what the calls of `priority` cost. */
double rd_list_schedule(const struct rd_list_problem *problem, double give_up_s,
                        uint32_t *ret_order, struct rd_arena *scratch);

/* Appends the items of an order as transfers of a self-timed plan. An item joins an earlier
 * transfer of its link if nothing came between at its two ports and its sender holds it already
 * there, so plans of long runs are short. Cost: O(count). */
void rd_list_plan(const struct rd_list_problem *problem, const uint32_t *order, size_t count,
                  struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan);

#endif
