/* A flow that nearly gives and takes what it has to, fixed. */
#pragma once

#include "dual_rounding.h"

/* Makes a flow leave and enter every host as its load and final load ask: final loads first, by one
 * factor or one amount for all hosts, then along a tree into a host and a tree out of it. Where not
 * every host reaches every other one: by a maximum flow, which may take back what flows, and move
 * final loads.
 * In: flow [link_count * commodity_count] and final loads [host_count * commodity_count] in items,
 *     both changed; final loads are ignored where the goal gives them.
 * Returns: false if some host still has to give or take. O(links * commodities), or the flows.
 */
bool rd_flow_repair(const struct rd_port_lp *problem, struct rd_arena *scratch, double *flow,
                    double *final);

/* Brings what hosts have too much, or (below 0) lack, to the centres of balls of hosts, of larger
 * and larger ones, as far as links lead there, so that it need not go far where it evens out
 * nearby. Whole numbers stay whole. In: as below. O((links + hosts * k) log hosts). */
void rd_flow_send_in_balls(const struct rd_network *network, uint32_t k, double *lack, double *flow,
                           struct rd_arena *scratch);

/* Where every host reaches every other one: brings what hosts have too much, or (below 0) lack,
 * along a tree into a host and a tree out of it. Whole numbers stay whole. In: lack [host_count *
 * k], all together nothing of each of k commodities, changed; flow [link_count * k], added to.
 * Returns: false if arithmetic left anything over. O(links + hosts * k). */
bool rd_flow_send_in_trees(const struct rd_network *network, uint32_t k, double *lack, double *flow,
                           struct rd_arena *scratch);

/* Adds so many items of each commodity both ways, where there is a link each way between two hosts:
 * what then runs against one is taken off it. O(links * (log links + k)). */
void rd_flow_open_pairs(const struct rd_network *network, uint32_t k, double items, double *flow);

/* Takes off two links between the same hosts what they send each other of a commodity.
 * O(links * (log links + k)). */
void rd_flow_cancel_pairs(const struct rd_network *network, uint32_t k, double *flow);

/* The largest content of a row over its capacity; INFINITY if a row without capacity has content.
 * In: flow, final as above. O(links * commodities). */
double rd_port_load(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                    const double *flow, const double *final, struct rd_arena *scratch);
