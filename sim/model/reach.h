/* How far apart the hosts of a network are. */
#ifndef REDIST_MODEL_REACH_H
#define REDIST_MODEL_REACH_H

#include "sim/base/arena.h"
#include "topology.h"

struct rd_reach {
    uint32_t degree;   /* the most neighbours that links lead to from a host */
    uint32_t diameter; /* the most hops from a host to another; UINT32_MAX: some path is missing */
};

/* What it may cost: hosts times links. */
#define RD_REACH_LIMIT (UINT64_C(1) << 28)

/* A breadth-first search from each host. In: hosts times rd_link_count up to RD_REACH_LIMIT;
 * scratch is rewound. Cost: O(hosts links). */
struct rd_reach rd_topology_reach(const struct rd_topology *topology, struct rd_arena *scratch);

#endif
