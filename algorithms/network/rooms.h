/* Plans on shared links: in which order messages are listed, and how each goes over its shared
 * links (enum rd_room). Lists are timed by the referee: kept, by bytes where there are latencies,
 * and shared; the shortest is improved by moves. */
#pragma once

#include "algorithms/flow/flow.h"
#include "sim/base/rng.h"
#include "sim/model/plan.h"

/* A self-timed list of messages, in an order in which each could be executed, with their marks. */
struct rd_room_list {
    size_t count, capacity;
    struct rd_transfer *transfer; /* [count] of round 0 */
    uint8_t *room;                /* [count] of enum rd_room */
};

struct rd_room_settings {
    double enough_s;    /* a list that takes no more is not improved */
    int64_t work_items; /* messages that are timed before the search ends */
    uint64_t seed;
    bool single_items; /* a message has one item */
    bool executable;   /* no message keeps its bytes only (rd_options) */
};

struct rd_room_search {
    const struct rd_network *network;
    struct rd_room_settings settings; /* work_items: those that are left */
    struct rd_rng rng;
    double best_s; /* INFINITY if there is none yet */
    struct rd_room_list best;
    struct rd_arena *arena;
};

/* A search that has found nothing yet. O(1). */
struct rd_room_search rd_room_search_open(const struct rd_network *network,
                                          const struct rd_room_settings *settings,
                                          struct rd_arena *arena);

/* Lists the messages of a flow, first the one of whose ends (ports, links, shared links,
 * processors) one has most left to do; in messages of one item, and in one a link; and a few times
 * disturbed at random. In: a complete flow without cycles. Cost: O(messages * links) a list. */
void rd_room_search_flow(struct rd_room_search *search, const struct rd_network_flow *flow,
                         struct rd_arena *scratch);

/* Times a plan as it is, and its list by each mark, its transfers cut into messages, too.
 * In: a legal self-timed plan. One of several rounds is left alone. */
void rd_room_search_plan(struct rd_room_search *search, const struct rd_plan *plan,
                         struct rd_arena *scratch);

/* Improves the best list: gives a message another mark, or another place in the list, and keeps
 * what takes no longer; some hundred times, or until work_items are used up. */
void rd_room_search_moves(struct rd_room_search *search, struct rd_arena *scratch);

/* Writes the best list: all of it kept, or nothing by bytes only, and what follows itself as one
 * transfer, where that takes no longer.
 * In: an empty plan. */
void rd_room_search_write(struct rd_room_search *search, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *plan);
