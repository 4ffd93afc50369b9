/* A flow of whole items on a large network, in a time that is near-linear in its links. */
#pragma once

#include "algorithms/graph/goal.h"

/* Items of each link and kind, nearly whole, that nearly reach the goal: the linear programme of
 * the port bound, some steps long, made to reach it by a current, or where not every host reaches
 * every other one by a maximum flow, and rounded along cycles. A message of one item stands for
 * what latencies cost. Returns: [link_count * kind_count], and the time of the busiest port,
 * link or processor in ret_time_s; NULL where the programme cannot be read (rd_port_lp_read) or
 * nothing takes any time. Cost: O(links * kinds) a step, and rd_flow_round. */
const double *rd_network_large_flow(const struct rd_network *network,
                                    const struct rd_network_goal *goal, uint32_t steps,
                                    double *ret_time_s, struct rd_arena *arena,
                                    struct rd_arena *scratch);

/* Whole items that reach the goal, however little time there is: the current that is found until it
 * is up, rounded, and what hosts then still have to give along two trees. Hosts that compute keep
 * what they hold. Returns: [link_count * kind_count]; NULL where not every host reaches every other
 * one. Cost: O(links * kinds), and as much a step. */
const double *rd_network_flow_at_once(const struct rd_network *network,
                                      const struct rd_network_goal *goal, uint32_t steps,
                                      struct rd_arena *arena, struct rd_arena *scratch);
