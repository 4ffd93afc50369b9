/* What every switch algorithm starts from: how many items of each kind each host holds, and a place
 * for each kind. Hosts without a kind of their own keep an empty one, so that kinds are as many as
 * hosts, and a relabelling is a permutation. */
#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/kernels/sparse_matching.h"

#include "sim/model/certificates/relabelling_certificate.h"

/* What every switch algorithm takes. */
enum { RD_SWITCH_PORTS = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS) };

struct rd_switch {
    const struct rd_instance *instance;
    uint32_t n;          /* hosts, and kinds with the empty ones: the paper's P */
    uint32_t kind_count; /* those that have a name */
    int64_t *host_items; /* [n] what a host holds: the paper's l */
    int64_t *kind_items; /* [n] the items of a kind: the paper's c */
    uint32_t *width;     /* [n] messages that a host sends, or receives, at a time */
    bool same_width;     /* on all hosts */
    double *up_item_s; /* [n] how long an item keeps a host's shared uplink busy; 0: it has none */
    double *down_item_s;   /* [n] the same of its downlink */
    int64_t item_count;    /* N */
    struct rd_sparse held; /* row: host, column: kind, value: the paper's q above 0 */
};

/* As many kinds as hosts at the most, and items that the assignment kernels can count.
 * Errors: RD_ERROR_REFUSED, naming what was found. O(hosts * kinds). */
bool rd_switch_accepts(RD_ACCEPTS_PARAMETERS);

/* Reads an instance that rd_switch_accepts took; arrays from the arena. O(hosts * kinds). */
struct rd_switch rd_switch_read(const struct rd_instance *instance, struct rd_arena *arena);

/* The paper's q, also of an empty kind. */
static inline int64_t rd_switch_kept(const struct rd_switch *of, uint32_t host, uint32_t kind)
{
    return kind < of->kind_count ? rd_load(of->instance, host, kind) : 0;
}

/* What a host that keeps a kind receives, from what it holds of it: the paper's w. */
static inline int64_t rd_switch_receives(const struct rd_switch *of, uint32_t kind, int64_t kept)
{
    return of->kind_items[kind] - kept;
}

/* The steps in which a host's port carries so many items. */
static inline int64_t rd_switch_port_steps(const struct rd_switch *of, uint32_t host, int64_t items)
{
    int64_t width = of->width[host];
    return width == 1 ? items : (items + width - 1) / width;
}

/* The steps that it takes to receive or to send, whichever is more: the paper's w'. */
static inline int64_t rd_switch_handles(const struct rd_switch *of, uint32_t host, uint32_t kind,
                                        int64_t kept)
{
    int64_t held = of->host_items[host], wanted = of->kind_items[kind];
    return rd_switch_port_steps(of, host, (held > wanted ? held : wanted) - kept);
}

/* The items that move if each kind goes to its host. In: host_of_kind [n]. O(n). */
int64_t rd_switch_volume(const struct rd_switch *of, const uint32_t *host_of_kind);

/* The most steps in which one host then sends, or receives. O(n). */
int64_t rd_switch_steps(const struct rd_switch *of, const uint32_t *host_of_kind);

/* Kind j on host j: [n] from the arena. */
uint32_t *rd_switch_canonical(uint32_t n, struct rd_arena *arena);

/* Do all links cost the same, and nothing but size? Then an item is a step. O(links). */
bool rd_switch_counts_steps(const struct rd_instance *instance);

/* Does every host send, and receive, one message at a time? O(hosts), with shared links
 * O(hosts^2). */
bool rd_switch_is_one_port(const struct rd_instance *instance);

/* Where the fewest steps are the least time, and where the least volume is: on a one-port switch,
 * whose hosts share no links but their own ends, and on a bus, that counts steps. A switch whose
 * messages fill the uplinks and downlinks of their hosts is one, however many ports these have. */
bool rd_switch_promises_steps(const struct rd_instance *instance);
bool rd_switch_promises_volume(const struct rd_instance *instance);
bool rd_switch_promises_time(const struct rd_instance *instance); /* either of them */
