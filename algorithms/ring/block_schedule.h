/* One net flow of a two-way ring as blocks: an order of messages at each port that takes at most
 * 5/4 of the time of the busiest port. docs/development/proofs.md, B, has the proof.
 *
 * Edges that carry items the same way one behind the other are a run. A run of one edge is direct:
 * its items are sent in one block. A longer run is a pipeline, which must start early where it
 * begins and end late where it ends. */
#pragma once

#include "net_flow.h"
#include "pipeline.h"

#include "algorithms/kernels/list_schedule.h"
#include "algorithms/kernels/port_order.h"
#include "sim/base/rng.h"

/* One net flow of a two-way ring, list-scheduled item by item. */

/* A flow being scheduled. The priority of a link from i to i + r (r = 1 or -1): first its pipeline,
 * then the larger of the time left on i's send port and on the receive port of i + r; of equal ones
 * the smaller i, backward first. */
struct rd_greedy {
    const struct rd_net_flow *flow;
    struct rd_list_problem problem;
    struct rd_list_link *link; /* [problem.link_count] */
    uint32_t *edge;            /* [problem.link_count] the edge that a link crosses */
    int64_t *left; /* [host_count] items over an edge not started yet, below 0 backward */
    struct rd_pipeline line[2]; /* forward and backward, each in its own direction */
    uint32_t first_edge[2];     /* at the start of each line: behind an edge without its items */
    double noise;               /* 0: priorities as they are */
    struct rd_rng rng;
};

/* Room for flows round a ring. In: greedy and what it points to stay where they are. O(n). */
void rd_greedy_open(struct rd_greedy *greedy, const struct rd_net_flow *flow,
                    struct rd_arena *arena);

/* Takes up the flow F_x = S_x - z. In: least_sum <= z <= greatest_sum. Cost: O(n). */
void rd_greedy_set_flow(struct rd_greedy *greedy, int64_t z);

/* Schedules the flow that was set.
 * In: noise 0 for the priorities as they are; else each is multiplied by 1 + noise U, U uniform on
 *     [0, 1) from the generator; give_up_s and ret_order as rd_list_schedule.
 * Cost: O(items log n). */
double rd_greedy_schedule(struct rd_greedy *greedy, double noise, struct rd_rng rng,
                          double give_up_s, uint32_t *ret_order, struct rd_arena *scratch);

/* The order of messages at each port. A chain of direct runs between two pipelines suits only one
 * of its two ends.
 * In: a flow that greedy was set to, z's; costs above 0; last_is_bad: which end does not suit, the
 *     one with the greater edges or the other. Cost: O(items). */
struct rd_port_orders rd_block_orders(const struct rd_greedy *greedy, int64_t z, bool last_is_bad,
                                      struct rd_arena *arena);
