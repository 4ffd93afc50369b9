/* How far apart the hosts of a network are, and on which ways. */
#pragma once

#include "sim/base/arena.h"
#include "adjacency.h"
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

/* The links of any shape, listed by sender. In: at most RD_GRAPH_LINK_LIMIT. Cost: O(links). */
struct rd_adjacency rd_topology_links(const struct rd_topology *topology, struct rd_arena *arena);

/* The first host on a way of least hops from a host to each other one; of several the one that a
 * breadth-first search by number finds.
 * Returns: [host_count]; `from` itself for `from`, RD_NO_HOST where no way leads. O(links). */
uint32_t *rd_next_hops(const struct rd_adjacency *links, uint32_t host_count, uint32_t from,
                       struct rd_arena *arena);
