/* What to say where a topology joins hosts between which the platform has no route. */
#pragma once

#include "run_context.h"

/* Adds to the error of a missing route why the platform has none, as far as its file tells, how
 * many of the topology's links lack one, and what is accepted. In: a run context that failed to
 * load, whose costs say which route is missing; its engine. The links are counted for up to
 * RD_EDGES_HOST_LIMIT hosts. Cost: O(hosts^2) routes. */
void rd_describe_missing_routes(struct rd_run_context *context, struct rd_error *error);

/* The error of a graph that was to have all routes, where the platform has none between its hosts.
 * In: a run context whose scenario was read. Returns: false. */
bool rd_fail_of_no_routes(struct rd_run_context *context, struct rd_error *reterr);
