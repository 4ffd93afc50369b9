/* Which hosts of a loaded platform are joined by links of their own. */
#pragma once

#include "protocol.h"

#include <simgrid/host.h>

/* Leaves in the request the pairs that links of their own join (rd_engine_find_edges).
 * In: host [host_count]. What is taken from the arena has to stay: SimGrid's links know it. Cost:
 * O(hosts^2) routes. */
void rd_find_exclusive_edges(struct rd_costs_request *request, sg_host_t *host,
                             struct rd_arena *arena);
