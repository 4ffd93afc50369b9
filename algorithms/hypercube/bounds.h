/* Steps that every schedule needs that balances a hypercube or a shuffle-exchange. */
#pragma once

#include "cube_cuts.h"

/* The best argument of cube_cuts.h for the shape, ports and kinds:
 *   one-port hypercube          nodes, balls, level sets, discrepancy, distance
 *   pipelined hypercube         nodes, distance
 *   one-port shuffle-exchange   nodes, level sets, balls, half-plane cut
 * They hold for every final state that the goal allows, also those of an error above the least.
 * Cost: O(p d^2 kinds), level sets aside. Source: docs/hypercube.md, "Lower
 * bounds". */
struct rd_cube_part rd_cube_best_cut(const struct rd_cube_goal *goal, struct rd_arena *scratch);

/* The same, raised to the least flow in time of any one kind where flows are small (2^16 arcs in
 * all, at most 4 least loads to try). *ret_tight: one kind, and there is a flow in as many steps,
 * which on one-port networks is a schedule. */
struct rd_cube_part rd_cube_best_part(const struct rd_cube_goal *goal, bool *ret_tight,
                                      struct rd_arena *scratch);

/* What an item costs on the cheapest link: as long as a step of the bounds. O(links), or O(1) where
 * they are equal. In: a network with a link. */
double rd_cube_item_step_s(const struct rd_instance *instance);
