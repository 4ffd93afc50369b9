/* Copies by pattern: broadcast, multicast, scatter, gather, allgather, alltoall, and weights that
 * go from one layout over hosts to another. The lines that they add to the table of registry.c. */
#pragma once

#include "load_generators.h"

extern const struct rd_load_generator rd_broadcast_copies;
extern const struct rd_load_generator rd_multicast_copies;
extern const struct rd_load_generator rd_scatter_copies;
extern const struct rd_load_generator rd_gather_copies;
extern const struct rd_load_generator rd_allgather_copies;
extern const struct rd_load_generator rd_alltoall_copies;
extern const struct rd_load_generator rd_reshard_copies;
