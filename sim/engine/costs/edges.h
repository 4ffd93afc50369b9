/* Which hosts of a loaded platform are joined, for graphs that have their links from there. */
#pragma once

#include "sim/engine/process/request.h"

/* Serves a request for edges, in a process of its own: leaves what was found, or the error, in the
 * request. Cost: O(hosts^2) routes. */
void rd_serve_edges(struct rd_costs_request *request);
