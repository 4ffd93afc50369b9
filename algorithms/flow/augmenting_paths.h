/* A flow on a network, and its shortest augmenting paths by marginal cost. */
#pragma once

#include "algorithms/graph/goal.h"

/* What a path costs while flows are made. */
enum rd_path_cost {
    RD_PATH_PORTS, /* rises exponentially with the load of ports and links */
    RD_PATH_LINKS  /* the links' seconds, and no link is ever loaded above the time asked for */
};

/* A flow, its loads, and room to change it. Entries are of link * kind_count + kind, and of host *
 * kind_count + kind. */
struct rd_network_flow {
    const struct rd_network *network;
    const struct rd_network_goal *goal;
    enum rd_path_cost cost;
    double time_s; /* the time that all is to take: what loads are measured by */

    int64_t *items; /* [link_count * kind_count] that cross each link */
    int64_t *final; /* [host_count * kind_count] held, or computed, at the end */
    int64_t
        *unplaced; /* [host_count * kind_count] that are still to end somewhere; zeros if done */

    double *out_s;     /* [host_count] the seconds that its messages take, added up */
    double *in_s;      /* [host_count] */
    double *compute_s; /* [host_count] */
    double *link_s;    /* [link_count] */
    double bus_s;      /* of all links together, on a bus */
    double *shared_s;  /* [shared_count] of each shared link: the parts that messages take */

    uint64_t salt;   /* path costs are disturbed at random by it; 0: they are not */
    uint32_t banned; /* a link that nothing more is sent over, or link_count + host: a host that
                        computes nothing more; UINT32_MAX if there is none */
    bool may_stop;   /* it need not be complete where time is up */
    struct rd_path_search *search;
};

/* Room for searches. O(links). */
struct rd_path_search *rd_path_search_open(const struct rd_network *network,
                                           struct rd_arena *arena);

/* Moves items of a kind along the cheapest path out of a host, to one that may end with more; to
 * one that has too little, if there are any. A path may also undo what was sent before. In: want,
 * at most so many, at least 1. Returns: how many were moved; 0 if there is no way. The last host's
 * final load has grown by it; the first's is left to the caller. */
int64_t rd_path_push(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want,
                     bool to_deficits);

/* Moves unplaced items of a kind from all hosts at once, each along the cheapest path to a host
 * that may end with more (too little: as above) as costs were before any of them moved, as far as
 * there is room. Returns: how many. Cost: O(links log hosts), and the paths that are used. */
int64_t rd_path_push_all(struct rd_network_flow *flow, uint32_t kind, bool to_deficits);

/* Moves items to a host along the cheapest path from one that may end with less; the other way
 * round the same. */
int64_t rd_path_pull(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want);

/* Sends items over a link, or takes them back (items below 0), and keeps the loads. O(1). */
void rd_path_send(struct rd_network_flow *flow, uint32_t link, uint32_t kind, int64_t items);

/* Lets a host end with items more, or less. O(1). */
void rd_path_end(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t items);

/* Uniform on [0.2, 1.8), by salt and number: what costs and priorities are disturbed by. */
static inline double rd_network_disturbance(uint64_t salt, uint64_t number)
{
    uint64_t mixed = (salt ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 31)) * UINT64_C(0xbf58476d1ce4e5b9);
    return 0.2 + 1.6 * (double)(mixed >> 11) * 0x1p-53;
}
