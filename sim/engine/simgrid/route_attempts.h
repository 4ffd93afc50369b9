/* Routes that may be missing: where SimGrid finds none, it says so in some zones, and ends the
 * process in others. */
#pragma once

#include "releases.h"

/* Reads a route, if there is one, as rd_route_read. In: a process that ends once all is asked: what
 * SimGrid held when it gave up is lost. Returns: is there one? The route is empty if not. */
bool rd_route_attempt(struct rd_route *route, sg_host_t from, sg_host_t to, struct rd_arena *arena);
