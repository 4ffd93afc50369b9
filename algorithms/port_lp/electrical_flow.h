/* Flows as electric currents: links are resistors, whose resistance is what an item takes. They
 * spread over all ways, are found in few steps, and their busiest port is busy for about twice as
 * long as it has to be. Where links lead one way only, or few do, they are no more than a start. */
#pragma once

#include "dual_rounding.h"

/* Adds the current that carries away what hosts have to give (below 0: take; all together nothing).
 * What would flow against a one-way link is left out.
 * In: surplus [host_count], changed; items [link_count * stride], to every stride-th of which from
 *     the first on it is added, none below 0 afterwards; ret_potential [host_count], between which
 * it flows. Cost: O(links) a step of conjugate gradients, `steps` at most; where time is up, a few.
 */
void rd_network_send_current(const struct rd_network *network, double *surplus, uint32_t steps,
                             double *items, size_t stride, double *ret_potential,
                             struct rd_arena *scratch);

/* Are currents worth anything? Not on small networks, where a descent converges anyway, where not
 * every host reaches every other one, and where the goal leaves a choice of final loads. */
bool rd_has_electrical_flow(const struct rd_port_lp *problem);

/* The currents of all commodities, as a start for a descent, and what it should measure time by.
 * In: ret_size, what it would be measured by else, in ticks; changed if that is much less than the
 *     busiest row of the currents takes; ret_potential [commodity_count][host_count].
 * Returns: [link_count * commodity_count] items from the arena; NULL where rd_has_electrical_flow
 *     says so. Cost: O(links * commodities) a step. */
const double *rd_electrical_flow(const struct rd_port_lp *problem, double *ret_size,
                                 double *ret_potential, struct rd_arena *arena);
