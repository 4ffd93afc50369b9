/* A lower bound that a theorem proves for an instance, and what makes it true. */
#ifndef REDIST_MODEL_BOUND_H
#define REDIST_MODEL_BOUND_H

#include "sim/base/arena.h"
#include "instance.h"

#include <stdbool.h>
#include <stdint.h>

/* What a bound rests on: what is busy for so long, or what too much has to leave or enter. */
enum rd_bottleneck_kind {
    RD_BOTTLENECK_NONE,
    RD_BOTTLENECK_SLICE,      /* the hosts first..last of a ring, round it if last < first */
    RD_BOTTLENECK_PORTS,      /* port[0], or port[0] and port[1] together */
    RD_BOTTLENECK_HOSTS,      /* the members of a set */
    RD_BOTTLENECK_PROCESSORS, /* everybody who computes */
    RD_BOTTLENECK_BUS         /* the bus, which carries one message at a time */
};

struct rd_bound_port {
    uint32_t host;
    bool receives; /* else it sends */
};

struct rd_bound {
    double seconds;   /* no legal schedule that reaches the goal is shorter; see `among` */
    const char *name; /* "Theorem 2, corrected": what proves it */
    const char *why;  /* one or two sentences with this instance's numbers */
    bool tight;       /* the theorem says that some schedule of this instance takes just that */

    enum rd_bottleneck_kind bottleneck;
    uint32_t first, last;         /* RD_BOTTLENECK_SLICE */
    struct rd_bound_port port[2]; /* RD_BOTTLENECK_PORTS: [port_count] */
    uint32_t port_count;
    const bool *member; /* RD_BOTTLENECK_HOSTS: [host_count] */

    /* NULL: it holds for every legal schedule. Else it holds among those of a kind only, and so
     * does `reached`: "single-send", "item-by-item". Schedules of other kinds may beat it. */
    const char *schedule_class;
};

/* Names a port as what the bound rests on, or one port more, up to two. O(1). */
void rd_bound_add_bottleneck_port(struct rd_bound *bound, uint32_t host, bool receives);

/* Does it rest on the whole host, as one of a slice or a set? O(1). */
bool rd_bound_bottleneck_has_host(const struct rd_bound *bound, uint32_t host);

/* Does it rest on this port of a host? O(1). */
bool rd_bound_bottleneck_has_port(const struct rd_bound *bound, uint32_t host, bool receives);

/* What it rests on, from the arena: "the send port of host 1", "both ports of host 4 (m)", "the
 * slice from host 3 to host 5", "hosts 0 and 2", "the bus"; NULL for RD_BOTTLENECK_NONE. O(hosts).
 */
const char *rd_bound_bottleneck_words(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *arena);

/* "host 3", or "the slice from host 3 to host 5", from the arena. O(1). */
const char *rd_slice_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                           struct rd_arena *arena);

/* "host 3", "hosts 0 and 2", "hosts 0, 1, .. and 13 more" behind the first twelve, "no host"; from
 * the arena. In: wanted, which of the members [n]. O(n). */
const char *rd_numbered_words(const char *noun, const bool *member, bool wanted, uint32_t n,
                              struct rd_arena *arena);

#endif
