/* What the planners for any network share: who is accepted, and one whole plan. */
#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/graph/network.h"

/* The most links times kinds, and hosts times kinds, that are planned: 2^20, in 10 s to a minute;
 * and those for which flows are made path by path: 2^14. */
enum { RD_NETWORK_PLAN_LIMIT = 1 << 20, RD_NETWORK_SMALL_LIMIT = 1 << 14 };

/* What the descriptors of nearly all of them say. */
#define RD_NETWORK_ALGORITHM                                                                       \
    .shape = RD_ANY_SHAPE,                                                                         \
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),                      \
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE) | RD_BIT(RD_FINISH), .guarantee = RD_HEURISTIC, \
    .asks_dear_bounds = rd_on_every_instance

struct rd_planner_settings {
    uint64_t seed;
    int64_t work_items; /* messages that the search starts at the most; near the bound as many
                           again, up to twice */
    bool bundles;       /* messages of many items, for links with latency */
    bool item_by_item;  /* messages of one item, whatever the latency */
    bool executable;    /* as in rd_options */
    bool at_once;       /* one flow, in a few steps, scheduled by one rule: a plan in a moment */
    double at_once_s;   /* of it: how long to schedule its messages may take */
};

/* Is an instance so large that one flow is made for it, all items at once (large_flow.h)? O(1). */
bool rd_network_is_large(const struct rd_instance *instance);

/* Is an instance of a size that is planned? Errors: RD_ERROR_REFUSED. O(1). */
bool rd_network_planner_accepts(RD_ACCEPTS_PARAMETERS);

/* A plan, as network-planner makes it.
 * In: an accepted instance. Errors: as rd_network_read. */
bool rd_network_planner(const struct rd_instance *instance,
                        const struct rd_planner_settings *settings, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan,
                        struct rd_error *reterr);
