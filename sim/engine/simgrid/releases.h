/* What differs between the releases of SimGrid, 3.32 to 4.1, and what some of them get wrong. */
#pragma once

#include "sim/base/arena.h"
#include "library.h"

/* The name of the setting for the least time, in seconds, that two dates are apart. */
extern const char rd_precision_setting[];

/* The name of the setting for the part of a link's bandwidth that counts as nothing, 1e-5 by
 * default. */
extern const char rd_bandwidth_precision_setting[];

/* Is SimGrid's clock where rd_clock_restart finds it? */
bool rd_clock_restarts(void);

/* Sets the clock to 0, as it is when a process starts, so that dates of a run do not depend on
 * those before it. SimGrid has no function for that: where the clock is not found, it stays. In: a
 * process in which nothing is under way. */
void rd_clock_restart(void);

/* Waits until one of the messages has ended, one at least, and forgets that one: 3.32 takes a sixth
 * of a message's time to notice failures where a single one is waited for.
 * In: an actor of a platform on which nothing fails. Returns: its number. */
size_t rd_wait_for_first(sg_comm_t *comm, size_t count);

struct rd_route {
    sg_link_t *link; /* [link_count] in the order in which a message crosses them */
    size_t link_count;
    size_t capacity; /* links that there is room for */
};

/* Reads the links of a route. In: an empty route (all zero), or one that was read before, into the
 * same arena; what it held is forgotten. Cost: SimGrid's, a microsecond or more. */
void rd_route_read(struct rd_route *route, sg_host_t from, sg_host_t to, struct rd_arena *arena);

/* Is a link on at this date? True, too, where SimGrid cannot be asked. */
bool rd_link_is_on(sg_link_t link);

/* Is what was read a route? Between hosts that are joined by coordinates alone it has a latency and
 * no links; where there is none it has neither. */
static inline bool rd_route_leads(const struct rd_route *route, double latency_s)
{
    return route->link_count > 0 || latency_s > 0;
}

/* Puts the cluster that a platform consists of into a zone, if it is not in one: SimGrid 4.0
 * and 4.1 ask a torus, a fat tree or a dragonfly for the zone around it, and crash where there is
 * none. Routes and the numbers of lines stay what they are. In: the text of a platform that was
 * checked. Returns: it, or a copy from the arena that ends with a zero, with its size in *ret_size.
 * Cost: O(what precedes the first zone), and O(size) if that is a cluster. */
const char *rd_enclose_cluster(const char *text, size_t size, struct rd_arena *arena,
                               size_t *ret_size);
