/* What a schedule under way has still to send: a flow that stays soft, since each item may take
 * another way until it is sent. */
#pragma once

#include "flow.h"

/* The flow, and what runs at each port and link. Hosts' ports are numbered as they send, then as
 * they receive, then links. */
struct rd_rest {
    struct rd_network_flow *flow; /* items that have not started yet; without cycles */
    double *end_s;                /* [2 * hosts + links] the ends of what runs there, added up */
    uint32_t *running;            /* [2 * hosts + links] how many messages these are */
    double longest_item_s;        /* over any link */
    bool links_are_rows;          /* a link may be busier than its ports */
    struct rd_rest_search *search;
};

/* In: a complete flow without cycles, which is changed from now on. Arrays are from the arena.
 * O(links * kinds). */
struct rd_rest rd_rest_open(struct rd_network_flow *flow, struct rd_arena *arena);

/* A message starts, and is counted from then on as what runs; or ends. O(1). */
void rd_rest_start(struct rd_rest *rest, uint32_t link, uint32_t kind, int64_t items, double end_s);
void rd_rest_end(struct rd_rest *rest, uint32_t link, double end_s);

/* How long the busiest port or link is still busy at the least. O(links + hosts). */
double rd_rest_load_s(const struct rd_rest *rest, double now_s);

/* Sends what is left over other ways, away from ports that are nearly the busiest, where that is
 * cheaper at prices that rise exponentially with load: exp(load / s), s a quarter of the longest
 * item or a thousandth of the load. Each move is a shortest way round one link, among 400 hosts.
 * Where the longest way takes longer than any port is busy nothing is moved. No cycles are left.
 * What hosts hold stays enough: what leaves a host does not change but by ways round it.
 * Returns: rd_rest_load_s. Cost: O(links + hosts) a round, 30 at most, and the moves. */
double rd_rest_rebalance(struct rd_rest *rest, double now_s, struct rd_arena *scratch);
