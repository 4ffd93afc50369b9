/* A rebalancing that is asked for. */
#pragma once

#include "sim/model/placed_objects.h"
#include "sim/model/topology.h"

/* Tolerances are whole numbers of millionths, so that limits of bytes are exact. */
#define RD_TOLERANCE_WHOLE INT64_C(1000000)

/* A host v is to hold weight_v / (sum of weights) of all bytes, up to the tolerance, and no two
 * objects of a group lie in one rack. */
struct rd_rebalance_case {
    const struct rd_placed_objects *placed;
    const struct rd_topology *links; /* an object moves over one link; NULL: between any two */
    int64_t tolerance;               /* in millionths of what a host is to hold: 0 to 1e6 */
};
