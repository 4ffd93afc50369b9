/* The bounds that hold on every network. */
#pragma once

#include "algorithms/algorithm.h"

/* Most links times kinds of which the port bound is computed, in seconds and about 300 bytes each.
 */
enum { RD_NETWORK_BOUND_LIMIT = 1 << 19 };

/* The port bound (port_bound.h) with its certificate, in the form of the contract's `bound`: for
 * any shape, ports and costs, and the goals after, balance and finish. Where links have latency and
 * the goal is after, what fixed charges show (charged_ports.h), if that is more. Errors:
 * RD_ERROR_REFUSED for other goals, for costs that do not fit whole ticks, and above
 * RD_NETWORK_BOUND_LIMIT links times kinds. */
bool rd_network_bound(RD_BOUND_PARAMETERS);

/* Raises a bound of all schedules to what fixed charges show (charged_ports.h), if that is more:
 * where links have latency and the goal is after. Cost: as rd_charged_ports_find. */
void rd_network_charge(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_bound *bound);

/* Gives a bound of fixed charges round a ring of one port a host (RD_CHARGED_RING) its certificate.
 * Its time may become less by rounding. */
void rd_network_certify_ring(const struct rd_instance *instance, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_bound *bound);

/* Gives a bound that has no certificate the one that the port bound finds, if it shows as much. In:
 * a bound of the instance; one of a large network, above 1,000 links and hosts times kinds, is left
 * alone. Its time may become less by rounding, 1e-9 of it at most. */
void rd_network_certify(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_bound *bound);
