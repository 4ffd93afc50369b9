/* Maximum matchings of the edges that leave a growing set of hosts of a hypercube or a
 * shuffle-exchange: with one port a host, as many items can leave the set in a step. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/topology.h"

struct rd_cut {
    const struct rd_topology *topology;
    bool *inside;      /* [host_count] */
    uint32_t *partner; /* [host_count]: across the cut, RD_NO_HOST if it is free */
    uint32_t *member;  /* [member_count]: the set */
    uint32_t member_count;
    uint32_t matched; /* edges of the matching */
    uint32_t *seen;   /* [host_count]: the pass that saw it last */
    uint8_t *next;    /* [host_count]: neighbours before it have been tried in this pass */
    uint32_t *path;   /* [host_count] */
    uint32_t pass;
};

/* How many neighbours a host has at most. O(1). */
static inline uint32_t rd_cube_degree(const struct rd_topology *topology)
{
    return topology->shape == RD_HYPERCUBE ? topology->dimension_count : 3;
}

/* The k-th of them; the host itself where there is none. O(1). */
uint32_t rd_cube_neighbour(const struct rd_topology *topology, uint32_t host, uint32_t k);

/* The empty set. O(hosts). */
struct rd_cut rd_cut_make(const struct rd_topology *topology, struct rd_arena *arena);

/* Adds a host that is not in the set; the matching loses its edge, if it had one. O(1). */
void rd_cut_add(struct rd_cut *cut, uint32_t host);

/* Empties the set. O(members). */
void rd_cut_clear(struct rd_cut *cut);

/* Makes the matching maximum, from what it was. Returns: its edges.
 * Cost: O(members * degree) a pass of augmenting paths, a handful of passes as a rule.
 * Source: Pothen and Fan, "Computing the block triangular form of a sparse matrix", ACM TOMS 16
 * (1990) 303-324. */
uint32_t rd_cut_match(struct rd_cut *cut);
