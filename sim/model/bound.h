/* A lower bound on the makespan that a theorem proves for an instance, and its bottleneck. */
#pragma once

#include "sim/base/arena.h"
#include "instance.h"
#include "schedule_class.h"

/* What makes a bound as large as it is: what is busy for so long, or the hosts that too many items
 * must leave or enter. */
enum rd_bottleneck_kind {
    RD_BOTTLENECK_NONE,
    RD_BOTTLENECK_SLICE,      /* the hosts first..last of a ring, round it if last < first */
    RD_BOTTLENECK_PORTS,      /* port[0], or port[0] and port[1] together */
    RD_BOTTLENECK_HOSTS,      /* the members of a set */
    RD_BOTTLENECK_PROCESSORS, /* all processors together */
    RD_BOTTLENECK_BUS,        /* the bus, which carries one message at a time */
    RD_BOTTLENECK_PRICES      /* what has a price in the certificate */
};

struct rd_bound_port {
    uint32_t host;
    bool receives; /* else it sends */
};

struct rd_certificate;
struct rd_multicast_certificate;
struct rd_object_certificate;
struct rd_price_certificate;
struct rd_relay_certificate;

struct rd_bound {
    double seconds;   /* no legal schedule that reaches the goal is shorter; see schedule_class */
    const char *name; /* "Theorem 2, corrected": what proves it */
    const char *why;  /* one or two sentences with this instance's numbers */
    bool tight;       /* the theorem says that a schedule of this instance reaches it */

    enum rd_bottleneck_kind bottleneck;
    uint32_t first, last;         /* RD_BOTTLENECK_SLICE */
    struct rd_bound_port port[2]; /* RD_BOTTLENECK_PORTS: [port_count] */
    uint32_t port_count;
    const bool *member; /* RD_BOTTLENECK_HOSTS: [host_count] */

    /* NULL: it holds for every legal schedule. Else it holds for a class of schedules only
     * (schedule_class.h), and so does `tight`. Schedules outside the class may beat it. */
    const char *schedule_class;

    /* NULL, or prices that prove the bound: price_certificate.h. Every run checks them. Of copies
     * beside loads they are about the loads alone (rd_priced_instance). */
    const struct rd_price_certificate *certificate;

    /* The same for gathering: NULL, or why no relabelling has less volume (a bus) or fewer steps
     * (a switch): relabelling_certificate.h. */
    const struct rd_certificate *relabelling;

    /* The same for stars that compute, or NULL: relay_certificate.h. */
    const struct rd_relay_certificate *relay;

    /* The same for copies, and for objects as copies (object_copies.h), or NULL:
     * certificates/multicast_certificate.h. */
    const struct rd_multicast_certificate *multicast;

    /* The same for lists of objects, or NULL: certificates/object_certificate.h. */
    const struct rd_object_certificate *objects;
};

/* Is it about schedules whose messages have one item each? O(1). */
bool rd_bound_is_item_by_item(const struct rd_bound *bound);

/* Can anyone check it, without its theorem? O(1). */
static inline bool rd_bound_has_certificate(const struct rd_bound *bound)
{
    return bound->certificate || bound->relabelling || bound->relay || bound->multicast ||
           bound->objects;
}

/* Does it count what shared links carry? Then it is about the time that schedules take there, and
 * not about plans whose messages are taken to be alone. O(shared links). */
bool rd_bound_prices_shared_links(const struct rd_bound *bound, const struct rd_instance *instance);

/* What a certificate by prices of a bound on an instance is about: the instance; of one with the
 * goal copies its counted kinds. From the arena. O(hosts kinds). In: an instance that has counted
 * kinds, if its goal is copies. */
struct rd_instance rd_priced_instance(const struct rd_instance *instance, struct rd_arena *arena);

/* Does the certificate prove the bound? True if there is none: then its name gives the theorem.
 * In: an instance that rd_instance_check accepts; scratch is rewound.
 * Errors: RD_ERROR_RUN with the first thing that is wrong. Cost: O((links + hosts log hosts) *
 * kinds), or O(hosts^2) of a relabelling. */
bool rd_bound_check(const struct rd_bound *bound, const struct rd_instance *instance,
                    struct rd_arena *scratch, struct rd_error *reterr);

/* Adds a port to the bottleneck, which has up to two. O(1). */
void rd_bound_add_bottleneck_port(struct rd_bound *bound, uint32_t host, bool receives);

/* Is the whole host part of the bottleneck, in a slice or a set? O(1). */
bool rd_bound_bottleneck_has_host(const struct rd_bound *bound, uint32_t host);

/* Is this port of a host the bottleneck, or part of it? O(1). */
bool rd_bound_bottleneck_has_port(const struct rd_bound *bound, uint32_t host, bool receives);

/* Is the bottleneck made of ports, rather than whole hosts? O(hosts). */
bool rd_bound_bottleneck_is_ports(const struct rd_bound *bound, uint32_t host_count);

/* The bottleneck in words, from the arena: "the send port of h1", "both ports of m", "the slice
 * from h3 to h5", "hosts h0 and h2", "the bus"; NULL for RD_BOTTLENECK_NONE. O(hosts). */
const char *rd_bound_bottleneck_words(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *arena);

/* "h3", or "the slice from h3 to h5", from the arena. O(1). */
const char *rd_slice_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                           struct rd_arena *arena);

/* "kind 3", "kinds 0 and 2", "kinds 0, 1, .. and 13 more" after the first twelve, "no kind"; from
 * the arena. In: name [n], or NULL: numbers are shown; wanted: the value of member [n] of those
 * that are listed. O(n). */
const char *rd_members_words(const char *noun, const char *const *name, const bool *member,
                             bool wanted, uint32_t n, struct rd_arena *arena);
