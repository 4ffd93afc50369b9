/* An instance: everything that an algorithm may know. Hosts are numbered 0..host_count-1 in the
 * order of the topology; the engine and the scenario know their names. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "copies.h"
#include "objects.h"
#include "shared_links.h"
#include "topology.h"

#include <math.h>

enum rd_port_model {
    RD_ONE_PORT,       /* at most one send and one reception at a time */
    RD_K_PORTS,        /* at most port_count of each */
    RD_ALL_PORTS,      /* every link on its own */
    RD_PIPELINED_PORTS /* packets that cross a block of dimensions: hypercube, lock-step */
};

/* How a ring load distribution sends what it cannot send at once. */
enum rd_sends { RD_SENDS_UNSET, RD_SINGLE_SEND, RD_MULTI_SEND };

enum rd_goal {
    RD_REACH,   /* end with exactly `target` */
    RD_BALANCE, /* max - min <= balance_error, or 1 where the hosts do not divide the items */
    RD_GATHER,  /* each kind whole on one host, one kind a host */
    RD_FINISH,  /* everything computed, as early as possible */
    RD_STENCIL, /* redistribute, then iterate: metric and iterations */
    RD_PLACE,   /* each of the objects where it is wanted */
    RD_COPIES   /* each host holds what it wants of named kinds, and has its `target` of others */
};

enum rd_stencil_metric { RD_VOLUME_METRIC, RD_STEPS_METRIC };

/* The cost of one directed link: a message of x items of a kind lasts latency_s + x * rd_kind_bytes
 * / bandwidth. bandwidth may be INFINITY (no size cost). */
struct rd_link_cost {
    double latency_s;
    double bandwidth_bytes_per_s;
};

struct rd_instance {
    struct rd_topology topology;

    enum rd_port_model port_model;
    uint32_t port_count; /* k for RD_K_PORTS, 1 for RD_ONE_PORT, else UINT32_MAX */
    /* [host_count], or NULL if every host has port_count ports: RD_K_PORTS only, and port_count is
     * then the greatest of them. */
    const uint32_t *host_port_count;
    enum rd_sends sends; /* all-port rings only */

    /* [rd_link_count], or [1] if costs_equal: every link costs link_cost[0]. */
    const struct rd_link_cost *link_cost;
    bool costs_equal;

    /* [rd_link_count], or NULL: is 1 where messages of other links may be under way on the same
     * wire and slow this link's down. Only plans that keep to shared links, and bounds that price
     * them, take that into account. */
    const uint8_t *may_slow;

    /* The shared links behind may_slow. NULL if there are none, or too many. */
    const struct rd_shared_links *shared;

    /* Links of the platform that may be slower than link_cost says; NULL: none. Only the planner
     * for the worst case takes them into account. */
    const struct rd_slower_links *slower;

    double item_bytes;               /* 0: a message of any size lasts its latency */
    const double *kind_bytes;        /* [rd_counted_kinds] of an item of each, above 0 and not all
                                        alike (rd_instance_size_kinds); NULL: item_bytes */
    double word_bytes;               /* of a control word */
    double message_bytes;            /* of every message besides; counted in link_cost's latency */
    double flops_per_item;           /* 0: items are data, nothing computes */
    const double *speed_flops_per_s; /* [host_count]; NULL if nothing computes */

    uint32_t kind_count; /* at least 1 */
    const int64_t *load; /* [host_count * kind_count], host-major: what is held at the start, 0 of
                            named kinds; NULL where there are objects */
    const struct rd_objects *objects; /* RD_PLACE, else NULL */
    const struct rd_copies *copies;   /* RD_COPIES, else NULL */

    enum rd_goal goal;
    const int64_t *target; /* [host_count * kind_count] for RD_REACH, and for RD_COPIES, 0 of named
                              kinds; else NULL */
    int64_t balance_error; /* RD_BALANCE */
    enum rd_stencil_metric stencil_metric; /* RD_STENCIL */
    int64_t stencil_iterations;            /* RD_STENCIL */
    bool stencil_overlap; /* RD_STENCIL: may items without a neighbour elsewhere be computed while
                             words travel? */

    /* [host_count], or NULL if hosts have no names: only for messages (rd_host_label). */
    const char *const *host_name;
};

/* Latencies, bandwidths, speeds and flops that are neither 0 nor infinite lie between these. */
#define RD_COST_LEAST 1e-30
#define RD_COST_MOST 1e30

/* The most that a run may hold: items in all, entries of load, bytes of an item. */
#define RD_ITEM_LIMIT (INT64_C(1) << 53)
#define RD_LOAD_ENTRY_LIMIT ((uint64_t)1 << 27)

/* The first item of a message whose items are counted. */
#define RD_NO_ITEM INT64_C(-1)

/* The cost of a link number. O(1). */
static inline struct rd_link_cost rd_link_cost(const struct rd_instance *instance, uint64_t link)
{
    return instance->link_cost[instance->costs_equal ? 0 : link];
}

/* How many sends, and receptions, a host may take part in at a time; UINT32_MAX: links alone limit
 * them. O(1). */
static inline uint32_t rd_host_ports(const struct rd_instance *instance, uint32_t host)
{
    return instance->host_port_count ? instance->host_port_count[host] : instance->port_count;
}

/* Does every host send, and receive, one message at a time? O(1). */
static inline bool rd_has_one_port(const struct rd_instance *instance)
{
    return instance->port_count == 1;
}

/* What a link's messages take of the shared link of one of its uses. In: an instance with shared
 * links. O(1). */
static inline int64_t rd_link_part(const struct rd_instance *instance, uint64_t link,
                                   const struct rd_shared_use *use)
{
    return rd_shared_part(rd_link_cost(instance, link).bandwidth_bytes_per_s, use->times,
                          instance->shared->bandwidth_bytes_per_s[use->shared]);
}

/* How long the bytes of an item that cross a shared link keep it busy. O(1). */
static inline double rd_shared_item_s(const struct rd_instance *instance,
                                      const struct rd_shared_use *use, double item_bytes)
{
    return item_bytes * use->times / instance->shared->bandwidth_bytes_per_s[use->shared];
}

/* The uses of a link, from first to one past the last. O(1). */
static inline const struct rd_shared_use *rd_link_uses(const struct rd_instance *instance,
                                                       uint64_t link,
                                                       const struct rd_shared_use **ret_end)
{
    const struct rd_shared_links *shared = instance->shared;
    if (!shared)
        return *ret_end = NULL;
    *ret_end = shared->use + shared->first[link + 1];
    return shared->use + shared->first[link];
}

/* May other links' messages slow this one's down? O(1). */
static inline bool rd_may_slow(const struct rd_instance *instance, uint64_t link)
{
    return instance->may_slow && instance->may_slow[link];
}

/* The bytes of an item of a kind. O(1). */
static inline double rd_kind_bytes(const struct rd_instance *instance, uint32_t kind)
{
    if (instance->objects)
        return (double)instance->objects->bytes[kind];
    const struct rd_copies *copies = instance->copies;
    if (copies && kind >= copies->first_kind)
        return copies->bytes ? copies->bytes[kind - copies->first_kind] : instance->item_bytes;
    return instance->kind_bytes ? instance->kind_bytes[kind] : instance->item_bytes;
}

/* Sets the bytes of an item of each counted kind. Where all are alike, and no kind is named, they
 * are item_bytes. In: bytes [rd_counted_kinds], which lives as long as the instance. O(kinds). */
void rd_instance_size_kinds(struct rd_instance *instance, const double *bytes);

/* How long an item of so many bytes moves on a link, latency aside: c. O(1). */
static inline double rd_moving_s(struct rd_link_cost cost, double bytes)
{
    return bytes == 0 ? 0 : bytes / cost.bandwidth_bytes_per_s;
}

/* How long a message of `bytes` bytes takes on a link. O(1). */
static inline double rd_message_duration_s(struct rd_link_cost cost, double bytes)
{
    return bytes == 0 ? cost.latency_s : cost.latency_s + bytes / cost.bandwidth_bytes_per_s;
}

/* The part of a link's latency in which nothing of a message moves yet: without message_bytes.
 * O(1).
 */
static inline double rd_link_silence_s(const struct rd_instance *instance, struct rd_link_cost cost)
{
    if (instance->message_bytes == 0)
        return cost.latency_s;
    double silence_s = cost.latency_s - instance->message_bytes / cost.bandwidth_bytes_per_s;
    return silence_s > 0 ? silence_s : 0;
}

/* How long one item of item_bytes takes from a host to its neighbour, the paper's c_{from,to}.
 * O(1). The two must be neighbours. */
double rd_item_s(const struct rd_instance *instance, uint32_t from, uint32_t to);

/* How long a host computes one item, the paper's w_host; 0 if nothing computes. O(1). */
double rd_compute_item_s(const struct rd_instance *instance, uint32_t host);

/* Kinds whose items are counted: all, but for named ones, which come behind them. O(1). */
static inline uint32_t rd_counted_kinds(const struct rd_instance *instance)
{
    return instance->copies ? instance->copies->first_kind : instance->kind_count;
}

/* load or target of one host and kind. */
static inline int64_t rd_load(const struct rd_instance *instance, uint32_t host, uint32_t kind)
{
    return instance->load[(uint64_t)host * instance->kind_count + kind];
}

static inline int64_t rd_target(const struct rd_instance *instance, uint32_t host, uint32_t kind)
{
    return instance->target[(uint64_t)host * instance->kind_count + kind];
}

/* Do two costs, of links or hosts, count as the same? They may differ by 1e-12 of the lesser one,
 * which rounding does (0.1 + 0.2 and 0.3) and no clock shows. */
static inline bool rd_same_cost(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-12 * fmin(a, b);
}

/* Are the costs of all links (numbers that stand for one) the same? Bandwidths do not count where
 * nothing has bytes. O(links). */
bool rd_costs_are_equal(const struct rd_instance *instance);

/* Has any link a latency? Then several items in one message may be faster than as many messages.
 * O(links), or O(1) where they are equal. */
bool rd_has_latency(const struct rd_instance *instance);

/* How many items of a kind there are. O(hosts). */
int64_t rd_item_count(const struct rd_instance *instance, uint32_t kind);

/* The least and the greatest number of ports of a host. O(hosts). */
void rd_port_range(const struct rd_instance *instance, uint32_t *ret_least, uint32_t *ret_most);

/* Is each host's speed the same? O(hosts). */
bool rd_speeds_are_equal(const struct rd_instance *instance);

/* How messages name a host: as the user did, "lyon"; "host 3" if hosts have no names. */
enum { RD_LABEL_SIZE = 128 };
const char *rd_host_label(const struct rd_instance *instance, uint32_t host,
                          char label[RD_LABEL_SIZE]);

/* The same in a buffer of its own, which lasts as long as the block. */
#define rd_label(instance, host) rd_host_label((instance), (host), (char[RD_LABEL_SIZE]){0})

/* The same where the text says that it is a host: "lyon", or "3". */
const char *rd_host_name(const struct rd_instance *instance, uint32_t host,
                         char label[RD_LABEL_SIZE]);

/* The name of an object or of a named kind; NULL where a kind is a number. O(1). */
static inline const char *rd_kind_name(const struct rd_instance *instance, uint32_t kind)
{
    const struct rd_copies *copies = instance->copies;
    if (instance->objects)
        return instance->objects->name ? instance->objects->name[kind] : NULL;
    return copies && copies->name && kind >= copies->first_kind && kind < instance->kind_count
               ? copies->name[kind - copies->first_kind]
               : NULL;
}

/* How messages name a kind: "o1" of objects, "weights" of named kinds, else "kind 2". */
const char *rd_kind_label(const struct rd_instance *instance, uint32_t kind,
                          char label[RD_LABEL_SIZE]);

/* The same in a buffer of its own, which lasts as long as the block. */
#define rd_label_of_kind(instance, kind) rd_kind_label((instance), (kind), (char[RD_LABEL_SIZE]){0})

/* What a message carries, in words: "2 items", "1 item of kind 3", "o1", "item 4 of W", "items 4-6
 * of W". In: first_item: RD_NO_ITEM where it is not known. From the arena. */
const char *rd_items_words(const struct rd_instance *instance, uint32_t kind, int64_t first_item,
                           int64_t items, struct rd_arena *arena);

/* Names as scenarios and outputs spell them: "one", "all", "pipelined", "3", "1-to-3";
 * "after", "finish". */
const char *rd_port_model_name(const struct rd_instance *instance, char label[RD_LABEL_SIZE]);
const char *rd_goal_name(enum rd_goal goal);
