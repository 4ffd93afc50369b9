/* Maximum flows, each with the cut that proves it. */
#pragma once

#include "sim/base/arena.h"

/* Arcs come in pairs: 2k as it was added, 2k+1 its reverse, on which what flows can go back. */
struct rd_flow {
    uint32_t node_count;
    uint32_t arc_count, arc_limit;
    uint32_t *to;   /* [arc_limit] */
    int64_t *left;  /* [arc_limit]: what more it can carry */
    int32_t *level; /* [node_count]: arcs to the sink in the last search, -1: out of reach */
};

#define RD_FLOW_UNBOUNDED (INT64_C(1) << 60)

/* A network without arcs. In: arc_limit, the arcs that will be added at most, below 2^30. */
struct rd_flow rd_flow_make(uint32_t node_count, uint32_t arc_limit, struct rd_arena *arena);

/* Adds an arc of a capacity of 0 or more. Returns: its number, for rd_flow_on. O(1). */
uint32_t rd_flow_add(struct rd_flow *flow, uint32_t from, uint32_t to, int64_t capacity);

/* Makes the flow from source to sink maximum. A cut of the same capacity is looked for afterwards,
 * and asserted: it is where the last search ended (rd_flow_is_near).
 * Returns: its value, which is below RD_FLOW_UNBOUNDED or the network is unbounded.
 * Cost: O(nodes^2 arcs) at the worst, near arcs times path lengths on networks in time.
 * Source: Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
 * estimation", Soviet Math. Dokl. 11 (1970) 1277-1280. */
int64_t rd_flow_maximize(struct rd_flow *flow, uint32_t source, uint32_t sink,
                         struct rd_arena *scratch);

/* What flows on an arc. O(1). */
static inline int64_t rd_flow_on(const struct rd_flow *flow, uint32_t arc)
{
    return flow->left[arc ^ 1];
}

/* After rd_flow_maximize: is a node on the source's side of the least cut? O(1). */
static inline bool rd_flow_is_near(const struct rd_flow *flow, uint32_t node)
{
    return flow->level[node] < 0;
}
