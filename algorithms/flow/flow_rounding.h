/* A flow of fractions of items, made nearly one of whole items. */
#pragma once

#include "algorithms/graph/goal.h"

/* Rounds every link's items up or down, and what every host ends with, where the goal leaves a
 * choice. While links with fractions form a cycle (directions aside), items are moved round it,
 * where that is cheaper at prices that rise exponentially with the load of ports and links, until
 * one of them is whole. Cycles within small balls of hosts come first, then within larger ones:
 * they are short, and few are left for long ones. What arithmetic leaves over is within 1e-6 of a
 * whole number, or for the caller to place.
 * In: items [link_count * kind_count], a flow that reaches the goal, nearly; changed. time_s above
 *     0, which loads are measured by. Scratch is rewound.
 * Cost: O(links * kinds * length of cycles).
 * Source: D. Kang and J. Payor, "Flow rounding", 2015, with balls in the place of its trees. */
void rd_flow_round(const struct rd_network *network, const struct rd_network_goal *goal,
                   double time_s, double *items, struct rd_arena *scratch);
