/* An instance as a directed graph: its links with what they cost, listed by sender and by receiver.
 * What works on any network, whatever its shape, works on this. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

/* The most links of a graph: 2^24. */
enum { RD_NETWORK_LINK_LIMIT = 1 << 24 };

/* The least final loads of a balance: each from `least` to `most` can be reached, and no other. */
struct rd_network_windows {
    int64_t least, most;
};

struct rd_network {
    const struct rd_instance *instance;
    uint32_t host_count;
    uint32_t kind_count;
    uint32_t link_count;

    const uint32_t *from;    /* [link_count], in increasing order */
    const uint32_t *to;      /* [link_count], in increasing order among the links of a sender */
    const double *item_s;    /* [size_count][link_count]: c, what an item adds to a message */
    const double *latency_s; /* [link_count]: l, what a message takes besides */
    const uint64_t *number;  /* [link_count]: as the topology numbers them */
    bool all_reach;          /* every host reaches every other one */
    bool has_latency;        /* some link has */
    bool costs_equal;        /* all links cost the same: item_s and latency_s */
    bool single_items;       /* messages have one item: its latency is counted in item_s */

    /* The sizes that items have, falling: 1 unless kinds have sizes of their own. */
    uint32_t size_count;
    const double *size_bytes; /* [size_count] */
    const uint32_t *size_of;  /* [kind_count]: which size a kind's items have; NULL: the only one */

    const uint32_t *out_first; /* [host_count + 1]: v sends on links out_first[v] .. [v + 1] - 1 */
    const uint32_t *in_first;  /* [host_count + 1]: v receives on in_link[in_first[v]] .. */
    const uint32_t *in_link;   /* [link_count] */

    /* Shared links; 0 where none can be overloaded. Link a takes share[share_first[a]] .. */
    uint32_t shared_count;
    const uint32_t *share_first; /* [link_count + 1] */
    const struct rd_link_share *share;
    const double *share_item_s; /* [size_count][shares]: how long an item keeps its link busy */

    const uint32_t *ports;        /* [host_count]: k; UINT32_MAX where links alone limit a host */
    bool all_ports;               /* no host has a limit */
    const double *compute_item_s; /* [host_count] */
    uint32_t relay;               /* the host that must end empty and computes nothing: a star's
                                     master; RD_NO_HOST if there is none */

    /* [kind_count] for the goal balance, where some host does not reach some other one; else NULL
     */
    const struct rd_network_windows *windows;
};

/* Which of the sizes the items of a kind have. O(1). */
static inline uint32_t rd_network_size_of(const struct rd_network *network, uint32_t kind)
{
    return network->size_of ? network->size_of[kind] : 0;
}

/* What an item of a kind adds to a message on a link. O(1). */
static inline double rd_network_item_s(const struct rd_network *network, uint32_t link,
                                       uint32_t kind)
{
    return network->item_s[(size_t)rd_network_size_of(network, kind) * network->link_count + link];
}

/* How many shares all links take of shared links. O(1). */
static inline uint32_t rd_share_count(const struct rd_network *network)
{
    return network->share_first[network->link_count];
}

/* How long an item of a kind keeps the shared link of a share busy. O(1). */
static inline double rd_network_share_s(const struct rd_network *network, uint32_t share,
                                        uint32_t kind)
{
    return network
        ->share_item_s[(size_t)rd_network_size_of(network, kind) * rd_share_count(network) + share];
}

/* The size of a kind's items, as a part of the largest. O(1). */
static inline double rd_network_weight(const struct rd_network *network, uint32_t kind)
{
    return network->size_of ? network->size_bytes[network->size_of[kind]] / network->size_bytes[0]
                            : 1;
}

/* The links of one of a host's two ports. */
struct rd_port_links {
    uint32_t first, count;
    const uint32_t *link; /* [count] of a port that receives; NULL: numbered from `first` */
};

/* The links that a host receives on, or sends on. O(1). */
static inline struct rd_port_links rd_port_links_of(const struct rd_network *network, uint32_t host,
                                                    bool receives)
{
    const uint32_t *first = receives ? network->in_first : network->out_first;
    return (struct rd_port_links){first[host], first[host + 1] - first[host],
                                  receives ? network->in_link + first[host] : NULL};
}

static inline uint32_t rd_port_link(const struct rd_port_links *port, uint32_t i)
{
    return port->link ? port->link[i] : port->first + i;
}

/* Has no host fewer ports than links, out or in? O(hosts). */
bool rd_network_has_port_per_link(const struct rd_network *network);

/* The host at the other end of a port's i-th link. O(1). */
static inline uint32_t rd_port_neighbour(const struct rd_network *network,
                                         const struct rd_port_links *port, uint32_t i)
{
    return port->link ? network->from[port->link[i]] : network->to[port->first + i];
}

/* Reads the links of an instance.
 * In: an instance that rd_instance_check accepts, of any shape. All arrays are from the arena;
 *     scratch, which may be the same, is rewound to what is kept.
 * Errors: RD_ERROR_REFUSED above RD_NETWORK_LINK_LIMIT links, or links times sizes; and where no
 * way leads from some items to where the goal, after or balance, wants them, naming these. Cost:
 * O(hosts + link numbers); on a graph where not every host reaches every other one, a maximum flow
 * for each kind and, for a balance, some of each besides. */
bool rd_network_read(const struct rd_instance *instance, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_network *ret_network,
                     struct rd_error *reterr);

/* The link from a host to another; RD_NO_HOST if there is none. O(log links of a host). */
uint32_t rd_network_link_between(const struct rd_network *network, uint32_t from, uint32_t to);

/* Counts the latency of each link with the cost of an item, as where all messages have one item.
 * O(links * sizes), from the arena. */
void rd_network_send_single_items(struct rd_network *network, struct rd_arena *arena);

/* What part of a shared link is taken, from 0 to 1. O(1). */
static inline double rd_share_fraction(const struct rd_link_share *share)
{
    return (double)share->part / (double)RD_SHARED_ROOM;
}

/* A tree of links into host 0, or out of it, in order of hops. */
struct rd_network_tree {
    uint32_t count; /* hosts that are on it: all have a way, if it is the network's host_count */
    uint32_t *host; /* [count], the root first */
    uint32_t *link; /* [host_count]: the one that joins a host to the tree */
};

/* O(hosts + links), from the arena. */
struct rd_network_tree rd_network_tree(const struct rd_network *network, bool inward,
                                       struct rd_arena *arena);

/* Goal balance, one kind: every end that reaches it, where ways let it be reached, has loads from
 * *ret_low + i to that and *ret_error, for some i from 0 on; a star's master, which must end with
 * nothing, aside. Returns: how many i there are. O(hosts). */
int64_t rd_network_balance_windows(const struct rd_network *network, uint32_t kind,
                                   int64_t *ret_low, int64_t *ret_error);
