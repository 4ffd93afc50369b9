/* Shapes: which host may send to which, and the numbering of the directed links between them. */
#pragma once

#include "adjacency.h"
#include "sim/base/error.h"

enum rd_shape {
    RD_RING,             /* host i beside i+1 mod n; one-way: i -> i+1 only */
    RD_STAR,             /* workers 0..m-1 round a master, host m, that relays */
    RD_HYPERCUBE,        /* 2^d hosts; i beside i with one bit flipped */
    RD_SHUFFLE_EXCHANGE, /* 2^d hosts; i beside i^1, rotl(i), rotr(i) on d bits */
    RD_SWITCH,           /* everybody beside everybody */
    RD_BUS,              /* a switch that carries one message at a time */
    RD_GRAPH,            /* host i beside those that its links lead to */
    RD_SHAPE_COUNT
};

/* Where a graph has its links from: whoever describes it; or the platform, and then they are
 * missing until it is read: those that pairs of hosts have to themselves, or all pairs that have a
 * route. */
enum rd_edge_source { RD_EDGES_GIVEN, RD_EDGES_EXCLUSIVE, RD_EDGES_ROUTES };

/* Bits, so that an algorithm can say which it takes. Shapes other than the ring have none. */
enum rd_direction { RD_NO_DIRECTION = 0, RD_ONE_WAY = 1, RD_TWO_WAY = 2 };

struct rd_topology {
    enum rd_shape shape;
    enum rd_direction direction;          /* rings only */
    uint32_t host_count;                  /* the star's master counts */
    uint32_t dimension_count;             /* d; hypercube and shuffle-exchange only, else 0 */
    const struct rd_adjacency *adjacency; /* graphs only, else NULL */
};

/* 2^20, and 2^13 where every two hosts are neighbours. */
enum { RD_HOST_LIMIT = 1048576, RD_PAIR_HOST_LIMIT = 8192 };

#define RD_NO_HOST UINT32_MAX
#define RD_NO_LINK UINT64_MAX

/* "ring", "star", "hypercube", "shuffle-exchange", "switch", "bus", "graph", by shape; ends
 * with NULL. */
extern const char *const rd_shape_names[];

/* The name of a shape. */
const char *rd_shape_name(enum rd_shape shape);

/* Builds a topology of any shape but a graph, and checks its size.
 * In: host_count as in rd_topology; direction RD_NO_DIRECTION except for a ring.
 * Errors: RD_ERROR_INPUT for a size out of range (1 to RD_HOST_LIMIT hosts; RD_PAIR_HOST_LIMIT on a
 * switch or bus), or one that is no power of two where the shape needs it. */
bool rd_topology_make(enum rd_shape shape, enum rd_direction direction, uint32_t host_count,
                      struct rd_topology *ret_topology, struct rd_error *reterr);

/* Builds a graph. Who reaches whom is of no matter here.
 * In: host_count, 1 to RD_HOST_LIMIT; its links, as in rd_adjacency_make, which sorts them into the
 *     arena.
 * Errors: RD_ERROR_INPUT for a size out of range, and those of rd_adjacency_make. */
bool rd_topology_make_graph(uint32_t host_count, const struct rd_edge *edge, size_t edge_count,
                            struct rd_arena *arena, struct rd_topology *ret_topology,
                            struct rd_error *reterr);

/* The host that only relays, a star's master; RD_NO_HOST in other shapes. */
uint32_t rd_relay_host(const struct rd_topology *topology);

/* How many hosts may hold items at the end and compute: hosts 0 .. count - 1, all but a relay. */
uint32_t rd_computing_host_count(const struct rd_topology *topology);

/* The number of directed links, all numbered 0..count-1; some numbers may stand for no link (a
 * shuffle-exchange's self-loops, a switch's diagonal). */
uint64_t rd_link_count(const struct rd_topology *topology);

/* rd_link_between of two hosts where not every two are neighbours. */
uint64_t rd_sparse_link_between(const struct rd_topology *topology, uint32_t from, uint32_t to);

/* The directed link that joins two neighbours, in O(1), on a graph O(log links of from):
 *   ring          from (forward), host_count + from (backward); two hosts: always forward
 *   star          worker (to the master), m + worker (from it)
 *   hypercube     from * d + bit
 *   shuffle-exch. from * 3 + 0 (exchange), 1 (shuffle), 2 (unshuffle); the first that fits
 *   switch, bus   from * host_count + to
 *   graph         by sender, then by receiver
 * Returns: RD_NO_LINK if they are no neighbours, or are the same host. */
static inline uint64_t rd_link_between(const struct rd_topology *topology, uint32_t from,
                                       uint32_t to)
{
    uint32_t n = topology->host_count;
    if (from >= n || to >= n || from == to)
        return RD_NO_LINK;
    bool complete = topology->shape == RD_SWITCH || topology->shape == RD_BUS;
    return complete ? (uint64_t)from * n + to : rd_sparse_link_between(topology, from, to);
}

/* The two ends of a link number, in O(1). Returns: false if the number stands for no link. */
bool rd_link_ends(const struct rd_topology *topology, uint64_t link, uint32_t *ret_from,
                  uint32_t *ret_to);

/* A directed link. */
struct rd_link {
    uint64_t number;
    uint32_t from, to;
};

/* Goes on to the first number, from link->number on, that stands for a link. Returns: false if none
 * does. */
bool rd_next_link(const struct rd_topology *topology, struct rd_link *link);

/* For each link, in the order of their numbers, as `struct rd_link link`. */
#define rd_each_link(link, topology)                                                               \
    for (struct rd_link link = {0}; rd_next_link((topology), &(link)); (link).number++)

/* rotl and rotr on the topology's d bits. */
uint32_t rd_shuffled(const struct rd_topology *topology, uint32_t host);
uint32_t rd_unshuffled(const struct rd_topology *topology, uint32_t host);
