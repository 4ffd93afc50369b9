/* Balancing as a maximum flow in time: items of one kind are alike, so that a schedule of T steps
 * is a flow from what hosts hold at 0 to what they may hold at T. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_CUBE_FLOW_H
#define REDIST_ALGORITHMS_HYPERCUBE_CUBE_FLOW_H

#include "cube_goal.h"

#include "algorithms/kernels/max_flow.h"

/* The flow of one kind and a number of steps, found. */
struct rd_cube_flow {
    struct rd_flow flow;
    int64_t steps;
    bool complete;   /* it carries every item to where it may end */
    int64_t missing; /* items that it does not carry */
    /* rd_cube_least_flow: the last number of steps that failed, by how many items, and how many
     * more its narrowest cut lets through in a step more; 0 if none failed, or not known. */
    int64_t failed_steps, failed_missing, failed_width;
    uint32_t *hop; /* one-port: the arc of each step, host and neighbour, RD_NO_HOST if none:
                      [(step * p + host) * degree + k] */
};

/* How many arcs a flow of `steps` steps has. */
uint64_t rd_cube_flow_arcs(const struct rd_cube_goal *goal, int64_t steps);

/* The least number of steps, at least `from`, that has a flow, and the flow.
 * Where a number of steps fails, hosts near the source of the least cut at some time of it are a
 * set that loses at most its matching in a step: with k steps more the cut grows by k matchings, so
 * that many more are needed as the items that are missing take, by the smallest matching of all
 * times. (Newton's method. With several least loads to choose from, or pipelined, one step more.)
 * In: a hypercube or shuffle-exchange, ports one or pipelined (hypercube). The flow is taken from
 * the arena; scratch may be the same. Returns: false if that needs more than arc_limit arcs;
 * ret_flow->steps is then a number of steps below which none has a flow. Cost: a handful of flows.
 * Source: docs/hypercube.md, "The optimum". */
bool rd_cube_least_flow(const struct rd_cube_goal *goal, uint32_t kind, int64_t from,
                        uint64_t arc_limit, struct rd_cube_flow *ret_flow, struct rd_arena *arena,
                        struct rd_arena *scratch);

#endif
