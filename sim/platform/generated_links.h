/* The hosts and links of generated platforms by their names. */
#pragma once

#include "scaled_links.h"

#include "sim/base/number_text.h"

#include "sim/model/topology.h"

/* "h3", or "m" for a star's master. */
enum { RD_HOST_NAME_SIZE = 1 + RD_WHOLE_SIZE };
const char *rd_generated_host_name(const struct rd_topology *topology, uint32_t host,
                                   char name[RD_HOST_NAME_SIZE]);

/* Divides the costs of the scaled links by their factor; a cost of 0 stays so.
 * In: cost, in s per byte: of each link, "h0>h1"; or, clustered, [2 * hosts]: of each host's way
 *     out, "h0>", then of each one's way in, ">h0".
 * Errors: RD_ERROR_INPUT, without path: a name of no link; a bandwidth beyond what is accepted.
 * Cost: O(links). */
bool rd_generated_links_scale(const struct rd_topology *topology, bool clustered,
                              const struct rd_scaled_links *scaled, double *cost,
                              struct rd_arena *arena, struct rd_error *reterr);
