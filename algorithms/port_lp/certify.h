/* Certificates of bounds, whoever found them. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/bound.h"
#include "sim/model/certificates/charge.h"

/* Most links times kinds of which the port bound is computed, in seconds and about 300 bytes each.
 */
enum { RD_NETWORK_BOUND_LIMIT = 1 << 19 };

/* Gives a bound of fixed charges round a ring of one port a host (RD_CHARGED_RING) its certificate.
 * Its time may become less by rounding. */
void rd_network_certify_ring(const struct rd_instance *instance, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_bound *bound);

/* Gives a bound that has no certificate the one that the port bound finds, if it shows as much. In:
 * a bound of the instance; one of a large network, above 1,000 links and hosts times kinds, is left
 * alone. Its time may become less by rounding, 1e-9 of it at most. */
void rd_network_certify(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_bound *bound);
