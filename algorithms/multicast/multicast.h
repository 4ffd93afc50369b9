/* Copies as planners and bounds read them: a network, and pieces of items that some hosts hold and
 * others want. Who sends an item keeps it. Sending each from its holders to all that want it is
 * called multicast: broadcast, scatter, gather, allgather and all-to-all are special ones. */
#pragma once

#include "algorithms/graph/network.h"

/* Items that the same hosts hold and the same hosts want. */
struct rd_multicast_piece {
    uint32_t number;    /* of the instance's copies */
    uint32_t kind;      /* of the instance */
    uint32_t length;    /* which of the lengths of items */
    int64_t first_item; /* within its kind */
    int64_t items;
    uint64_t first;         /* its items are first .. first + items - 1 of all that are wanted */
    uint32_t holder_count;  /* at least 1 */
    uint32_t sink_count;    /* at least 1 */
    const uint32_t *holder; /* [holder_count] rising */
    const uint32_t *sink;   /* [sink_count] hosts that want it and do not hold it, rising */
};

struct rd_multicast {
    struct rd_network network; /* its item_s is that of an item of size 1 */
    bool bus;                  /* one message at a time in all */
    uint32_t piece_count;      /* those with a sink */
    struct rd_multicast_piece *piece;
    uint64_t item_count;   /* of all pieces */
    uint64_t deliveries;   /* items times sinks, of all pieces */
    uint64_t sink_count;   /* of all pieces */
    uint32_t length_count; /* different sizes of items */
    double *size;          /* [length_count] rising: bytes of an item, over those of size 1 */
    /* [length_count * hosts * hosts]: how long an item takes from one host to another alone,
     * INFINITY if no way leads there */
    double *distance_s;
};

/* The most hosts times links times sizes: the work of finding distances. */
#define RD_MULTICAST_WAY_LIMIT (UINT64_C(1) << 30)

/* Reads the copies of an instance with the goal copies.
 * In: an instance that rd_instance_check accepts. All arrays are from the arena; scratch is
 *     rewound. Counted kinds are left out. Errors: RD_ERROR_REFUSED above the limit, and where no
 * way leads from a holder to who wants an item. Cost: O(hosts links log hosts) for each size of
 * items, and O(hosts^2) where all links cost the same and join all hosts. */
bool rd_multicast_read(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_multicast *ret_multicast,
                       struct rd_error *reterr);

/* The distances of all pairs of hosts where links take these times: ret_distance_s [hosts * hosts],
 * by where ways begin. Cost: O(hosts links log hosts). Source: Dijkstra (1959). */
void rd_find_all_distances(const struct rd_network *network, const double *link_s,
                           struct rd_arena *scratch, double *ret_distance_s);

/* Which of the lengths items of a named kind have, named kinds counted from 0. O(lengths). */
uint32_t rd_multicast_length(const struct rd_multicast *multicast, uint32_t named);

/* How long an item of a piece takes from one host to another alone. O(1). */
static inline double rd_multicast_distance_s(const struct rd_multicast *multicast, uint32_t length,
                                             uint32_t from, uint32_t to)
{
    uint64_t n = multicast->network.host_count;
    return multicast->distance_s[(length * n + from) * n + to];
}

/* The same from its nearest holder. O(holders). */
double rd_multicast_nearest_s(const struct rd_multicast *multicast,
                              const struct rd_multicast_piece *piece, uint32_t to);

/* How long a message of items of a length lasts on a link. O(1). */
static inline double rd_multicast_message_s(const struct rd_multicast *multicast, uint32_t length,
                                            uint32_t link, double items)
{
    const struct rd_network *network = &multicast->network;
    return network->latency_s[link] + items * multicast->size[length] * network->item_s[link];
}

/* How many messages a host sends, or receives, at a time at the most: its ports, or its links where
 * these alone limit it. O(1). */
static inline uint32_t rd_multicast_ports(const struct rd_multicast *multicast, uint32_t host,
                                          bool receives)
{
    uint32_t links = rd_port_links_of(&multicast->network, host, receives).count;
    uint32_t ports = multicast->bus ? 1 : multicast->network.ports[host];
    return ports < links ? ports : links;
}
