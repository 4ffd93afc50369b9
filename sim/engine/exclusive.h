/* Which hosts of a loaded platform are joined by links of their own. */
#pragma once

#include "protocol.h"

/* Serves a request for edges, in a process of its own: leaves what was found, or the error, in the
 * request. Cost: O(hosts^2) routes. */
void rd_serve_edges(struct rd_costs_request *request);
