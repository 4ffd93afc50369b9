/* Moving items as a maximum flow in time: items of one kind are alike, so where all links cost the
 * same, a schedule of T steps is a flow from what hosts hold at 0 to what they may hold at T. */
#pragma once

#include "algorithms/graph/network.h"
#include "algorithms/kernels/max_flow.h"
#include "sim/model/plan.h"

/* What a flow in time is to do with one kind. Of equal arcs those added last are followed first. */
struct rd_time_problem {
    const struct rd_network *network;
    const uint32_t *link; /* [link_count] the links in the order in which they are added, by sender;
                             rd_time_links */
    const int64_t *load;  /* [host_count] */

    /* [host_count] the least and the most that hosts may end with, in the first of window_count
     * windows; in each other window both are 1 more than in the one before, but for the relay's.
     * The end may lie in any of them. */
    const int64_t *least;
    const int64_t *most;
    int64_t window_count;

    bool pipelined; /* packets cross several links, through no port in between: a relaxation, they
                       need not cross their dimensions in order */
};

/* The flow of one number of steps. */
struct rd_flow_over_time {
    struct rd_flow flow;
    int64_t steps;
    bool complete;   /* it carries every item to where it may end */
    int64_t missing; /* items that it does not carry */
    /* rd_flow_over_time_least: the last number of steps that failed, by how many items, and how
     * many more its narrowest cut lets through in a step more; 0 if none failed, or not known. */
    int64_t failed_steps, failed_missing, failed_width;
    const uint32_t *arc; /* [steps * link_count] of each step and link of the problem; not where
                            ports are pipelined */
};

/* A network's links by sender, and as its topology numbers them. O(links log). */
const uint32_t *rd_time_links(const struct rd_network *network, struct rd_arena *arena);

/* How many arcs a flow of `steps` steps has; UINT64_MAX if very many. */
uint64_t rd_flow_over_time_arcs(const struct rd_time_problem *problem, int64_t steps);

/* The least number of steps, at least `from`, that has a flow, and the flow:
 *   (v,t) -> (v,t+1) unbounded; (v,t) -> send (v,t) -> receive (u,t) -> (u,t+1), as wide as ports
 *   are, each link 1; source -> (v,0) the load; (v,T) -> sink the least, and what it may hold more
 *   into a common node, which passes on what is left. Pipelined: a layer of holders H and one of
 *   travellers R, both -> t+1 unbounded; H -> R and R -> H 1 a host and step; R (v,t) -> R (u,t+1)
 *   1 a link.
 * Where a number of steps fails, hosts near the source of the least cut at some time of it are a
 * set X that loses at most w(X) items in a step, by a flow of one step. With k steps more the cut
 * grows by at most k w(X), so that many more are needed as the missing items take, by the narrowest
 * X of all times. (Newton's method. With several windows, or pipelined, one step more.)
 * In: the flow is taken from the arena; scratch may be the same.
 * Returns: false if that needs more than arc_limit arcs, below 2^30; ret_flow->steps is then a
 *     number of steps below which none has a flow. Cost: a handful of flows.
 * Source: docs/hypercube.md, "The optimum". */
bool rd_flow_over_time_least(const struct rd_time_problem *problem, int64_t from,
                             uint64_t arc_limit, struct rd_flow_over_time *ret_flow,
                             struct rd_arena *arena, struct rd_arena *scratch);

/* Appends a transfer for each item that moves, step by step, by sender; in lock-step in the round
 * of its step. Two items that would pass each other between two hosts in a step stay. In: a
 * complete flow of a network whose ports are not pipelined; a plan with its timing. Cost: O(steps *
 * links). */
void rd_flow_over_time_write(const struct rd_time_problem *problem,
                             const struct rd_flow_over_time *found, struct rd_arena *arena,
                             struct rd_plan *plan);
