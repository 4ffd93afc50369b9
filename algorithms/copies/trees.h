/* A tree for each bundle of items, from its holders to all its sinks, such that no port and no link
 * has too much to carry. */
#pragma once

#include "algorithms/multicast/steiner_cuts.h"
#include "sim/base/rng.h"

/* Items of a piece that follow each other, and go together from the first message to the last. */
struct rd_bundle {
    uint32_t piece;
    uint32_t item; /* the first of them, among those of all pieces */
    uint32_t items;
};

/* The most items times hosts that have trees. */
#define RD_TREES_LIMIT (UINT64_C(1) << 24)

struct rd_trees {
    const struct rd_rows *rows;
    bool counts_latency; /* as load of ports, links and the bus */
    uint32_t bundle_count;
    struct rd_bundle *bundle; /* [bundle_count] in the order of items */
    uint32_t *link_into; /* [bundles * hosts] of each: the link that brings it; RD_NO_TREE: none */
    double *load;        /* [rows] ticks */

    /* Of its own. */
    double time;                  /* a load that is too much, about */
    double longest;               /* what a bundle asks of a row at the most */
    double eta;                   /* how steep the price of load is */
    bool is_stale;                /* the load is far above that */
    double *before;               /* [rows] the price of its load */
    uint64_t *priced;             /* [rows] how often that has changed */
    double *more;                 /* [uses of rows] the price of one item of length 0 more, where
                                     latency does not count */
    uint64_t *asked;              /* [uses of rows] at which `priced` that was */
    const double *factor;         /* [links] of prices; NULL: 1 */
    struct rd_steiner *cheapest;  /* by which trees are found; NULL: by nearest ways */
    struct rd_rng rng;            /* for the cheapest */
    struct rd_arena *scratch;     /* the same */
    double *distance, *cost;      /* [hosts] */
    uint32_t *way, *heap, *place; /* [hosts] */
    size_t count;                 /* of heap */
    bool *inside, *sink;          /* [hosts] */
};

/* Pieces are cut evenly into bundles of at most so many items; none has a tree yet. Where latency
 * counts, what each message has of it is load, too. In: one item where it does not. */
struct rd_trees rd_trees_open(const struct rd_rows *rows, uint32_t most_items, bool counts_latency,
                              struct rd_arena *arena);

/* Gives each bundle a tree: 8 times each is taken out and routed again, one sink after the other by
 * the nearest way from the tree, where a link costs what the price exp(eta load / time) of its
 * rows rises by. eta grows from 8 to 140, so that first the load is spread and then the fullest
 * rows are spared. In: alpha, how much of the way behind a host of the tree counts: 0, only what is
 * added; 1, shortest ways. Cost: 8 times bundles * links log hosts. */
void rd_trees_route(struct rd_trees *trees, double alpha);

/* Gives each bundle the shortest ways, whatever else goes there. Cost: bundles * links log hosts.
 */
void rd_trees_route_shortest(struct rd_trees *trees);

/* As rd_trees_route, by dual ascent, which where all hosts are sinks finds the cheapest tree of
 * all. In: eta, of the first time; of the last it is 128. Where an item is much of the load it
 * would not change its way at 8, but at 1. Returns: false if that takes more than so many links to
 * look at; some bundles may then have no tree. Cost: 8 times bundles * hosts * links, about. */
bool rd_trees_route_cheapest(struct rd_trees *trees, double eta, uint64_t most_looks,
                             struct rd_arena *scratch);

/* How many bundles can be routed so while so many links are looked at, if all take as long as the
 * first item of all does at the prices of time. */
uint32_t rd_cheapest_trees(const struct rd_rows *rows, uint64_t looks, struct rd_arena *scratch);

/* Takes a bundle's tree out, and routes it again with prices times a factor for each link, or
 * without. Cost: O(links log hosts). */
void rd_trees_route_again(struct rd_trees *trees, uint32_t bundle, const double *factor,
                          double alpha);

/* Takes a bundle's tree out; puts one in instead that it had. In: link_into [hosts]. O(hosts). */
void rd_trees_put(struct rd_trees *trees, uint32_t bundle, const uint32_t *link_into);

/* Prices the load anew, as steeply as when all bundles have been routed. O(rows). */
void rd_trees_settle(struct rd_trees *trees);

/* Broadcast on a hypercube of dimension d with all ports: d trees that have no link in common, by
 * turns. Counted from the root, tree j leads from 0 over dimension j. Host i with bit j has the
 * item from the host without its next bit below j, around; host i without bit j from the one with
 * it. No way is longer than d + 1: D items take ceil(D / d) + d messages' time. Source: S. L.
 * Johnsson and C.-T. Ho, "Optimum broadcasting and personalized communication in hypercubes", IEEE
 * Transactions on Computers 38 (1989) 1249-1268. */
void rd_cube_trees_put(struct rd_trees *trees, struct rd_arena *scratch);

/* Is it one: does one host hold everything, and all others want it? O(pieces). */
bool rd_suits_cube_trees(const struct rd_multicast *multicast);

/* The largest load of a row over its places, in ticks. O(rows). */
double rd_trees_load(const struct rd_trees *trees);
