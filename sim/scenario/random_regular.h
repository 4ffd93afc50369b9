/* Graphs in which every host has the same number of neighbours, drawn at random. */
#pragma once

#include "sim/model/adjacency.h"
#include "sim/base/rng.h"

/* Draws a connected graph: links in both directions. A degree of two is a ring of all hosts in an
 * order drawn uniformly. Others are drawn by joining free ends two by two, any two that may be
 * joined as likely as any others, until none are left; what gets stuck, or is not connected, is
 * drawn again. So graphs are nearly uniform while the degree is small beside the hosts.
 * In: host_count * degree even; degree below host_count, at least 2 unless host_count <= 2.
 * Returns: [host_count * degree] links from the arena.
 * Cost: O(host_count * degree^2) expected while the degree is small beside the hosts.
 * Source: Steger and Wormald, Generating random regular graphs quickly, 1999. */
const struct rd_edge *rd_random_regular(uint32_t host_count, uint32_t degree, struct rd_rng *rng,
                                        struct rd_arena *arena);
