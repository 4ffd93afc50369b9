/* The planner for any network: flows, schedules of them, and a search among both. */
#pragma once

#include "dispatch.h"
#include "rooms.h"
#include "soft_dispatch.h"

#include "sim/model/plan.h"

struct rd_network_search {
    const struct rd_network *network;
    const struct rd_network_goal *goal;
    double enough_s;    /* a plan that takes no more is not improved */
    int64_t work_items; /* messages that are still to be started, before the search ends */
    uint64_t seed;
    bool bundles;          /* messages of many items */
    bool draws_sizes;      /* messages all alike may be larger, or smaller, than the best's */
    bool places_together;  /* items of flows are placed all at once (rd_network_flow_place_together)
                            */
    int64_t message_limit; /* messages have one item while a plan has no more of them than this */

    double best_s;      /* the best schedule, INFINITY if there is none yet */
    int64_t best_items; /* that cross links in it, over all links */
    struct rd_network_flow best_flow;
    struct rd_message_size best_size;
    struct rd_dispatch_rule best_rule;
    struct rd_dispatched best;
    struct rd_soft_schedule soft; /* the best of those whose flow stayed soft */
    struct rd_room_search
        *rooms; /* lists that also let messages share links; NULL: none is shared */
    struct rd_arena *arena;
};

/* How many messages of one item a plan may have: more items than that cross links in larger ones.
 * Where little time is left, as many as are surely scheduled and judged in it. In: seconds, or
 * INFINITY. */
int64_t rd_network_message_limit(double seconds);

/* A search that has found nothing yet. work_items is to be set. O(links * kinds). */
struct rd_network_search rd_network_search_open(const struct rd_network *network,
                                                const struct rd_network_goal *goal, double enough_s,
                                                uint64_t seed, struct rd_arena *arena);

/* Schedules a flow, by each rule, with messages of each size that may be good; keeps the best, and
 * of schedules that end at the same time one of a flow that crosses fewer links.
 * In: a complete flow; its cycles are cancelled. */
void rd_network_search_flow(struct rd_network_search *search, struct rd_network_flow *flow,
                            struct rd_arena *scratch);

/* The same, for links with latency: with messages of many items to and from hosts that wait for
 * items, in numbers of several kinds, and one message over every other link. A flow that cannot be
 * better, its latencies paid once a link, is left out, and so are messages that are more than
 * work_items. */
void rd_network_search_bundles(struct rd_network_search *search, struct rd_network_flow *flow,
                               struct rd_arena *scratch);

/* Takes the best schedule of another search of the same network for its own. In: it has one. */
void rd_network_search_keep(struct rd_network_search *search,
                            const struct rd_network_search *other);

/* Improves the best schedule by changing how many messages cross a link, one link at a time, from
 * those of the schedule, and from one each, for as long as that gains and work_items last. */
void rd_network_search_counts(struct rd_network_search *search, struct rd_arena *scratch);

/* Improves the best schedule by forward and backward passes: until one gains nothing, three at the
 * most. */
void rd_network_search_passes(struct rd_network_search *search, struct rd_arena *scratch);

/* Improves the best flow: sends some items of a link, one that ends last or is at a busy port more
 * often than others, another way; what is no worse is kept. Ends when work_items are used up, or
 * many tries have gained nothing.
 * In: stays_lean: a flow that crosses more links is worse, unless it ends sooner. Else it is gone
 * on from, which finds more, and less soon; of those that end at the same time the leanest is the
 * best. */
void rd_network_search_flows(struct rd_network_search *search, bool stays_lean,
                             struct rd_arena *scratch);

/* Schedules the best flow while it stays soft, where that is possible (soft_dispatch.h), by several
 * rules; up to 2^22 messages each. Their best is written if it ends before all others. */
void rd_network_search_soft(struct rd_network_search *search, struct rd_arena *scratch);

/* Writes the best schedule: where links are shared, as a list that may let messages share them. */
void rd_network_search_write(const struct rd_network_search *search, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_plan *plan);
