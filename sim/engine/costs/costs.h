/* What the loaded platform says of links and hosts, read through SimGrid's own routes. */
#pragma once

#include "sim/engine/process/request.h"

/* Serves a request for costs: leaves what was read, or the error, in the request. */
void rd_serve_costs(struct rd_costs_request *request);

/* Serves a request for the links that routes cross, in the same way. */
void rd_serve_links(struct rd_costs_request *request);

/* The error of such a process that SimGrid ended while it looked for a route.
 * Returns: true if that was why; *reterr then names the two hosts. */
bool rd_fail_of_route(const struct rd_costs_request *request, struct rd_error *reterr);
