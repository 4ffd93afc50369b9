/* A topology in shared memory: a graph's links are arrays, which lie behind a request. */
#ifndef REDIST_ENGINE_SHARED_TOPOLOGY_H
#define REDIST_ENGINE_SHARED_TOPOLOGY_H

#include "sim/model/topology.h"

#include <stddef.h>

/* Reserves a section behind *end for what a topology points to.
 * Returns: its offset, 0 for a topology that points to nothing. */
size_t rd_topology_section(size_t *end, const struct rd_topology *topology);

/* Copies what a topology points to into its section. In: NULL if it has none. */
void rd_topology_put(void *section, const struct rd_topology *topology);

/* Lets a topology that came from another process point into its section as it lies in this one.
 * In: NULL if it has none. */
void rd_topology_take(struct rd_topology *topology, void *section);

#endif
