/* A whole scenario as a user might write it, drawn from a seed: every shape, port model, network
 * model, platform and kind of load; numbers that are plain, and numbers that are not. It is kept as
 * numbers, so that the same scenario can be written with its hosts relabelled or its costs doubled.
 */
#ifndef REDIST_TESTS_STORM_WORLD_H
#define REDIST_TESTS_STORM_WORLD_H

#include "sim/base/arena.h"
#include "sim/base/rng.h"
#include "sim/model/topology.h"
#include "sim/platform/graph_generators.h"

#include <stdbool.h>
#include <stdint.h>

enum { WORLD_HOSTS = 64, WORLD_LINKS = 1024, WORLD_KINDS = 16, WORLD_TEXT = 160 };

/* Whose platform it is. */
enum world_platform {
    OWN_GENERATOR,    /* that of the shape, or of the graph, with the links that it has */
    SWITCH_GENERATOR, /* some hosts of a switch, in any order */
    PLATFORM_FILE,    /* a file with a route for each pair of hosts, in any order */
};

/* How links of a file meet on one more link. */
enum world_common { NO_COMMON_LINK, COMMON_SHARED, COMMON_FATPIPE };

struct world {
    uint64_t seed;
    struct rd_topology topology;   /* the star's master counts */
    struct rd_graph_request graph; /* of a graph with a generator */
    uint32_t workers;              /* hosts that hold items */
    enum world_platform platform;
    uint32_t place[WORLD_HOSTS]; /* which host of the platform each of the topology is */
    uint32_t places;             /* hosts of the platform, a generated star's master left out */
    size_t cost_count, latency_count, compute_count;
    double cost[WORLD_LINKS];    /* s per byte: as a generator lists them, or for each pair */
    double latency[WORLD_LINKS]; /* s */
    double compute[WORLD_HOSTS]; /* s per flop */
    double link_scale;           /* of the bandwidths of some links; 1: of none */
    bool is_scaled[WORLD_LINKS], common_is_scaled; /* as cost, common_cost */
    double spread;                                 /* 1: none */
    const char *spread_shape;
    uint64_t platform_seed;
    double profile[3]; /* period, low, high; period 0: none */
    enum world_common common;
    double common_cost;
    bool crosses[WORLD_LINKS];            /* the common link, for each pair */
    double throttle;                      /* of each host, in bytes/s; 0: none */
    double item_bytes, flops, word_bytes; /* word_bytes below 0: left out */
    const char *model, *ports, *sends;    /* sends: or NULL */
    uint32_t port_count[WORLD_HOSTS];     /* of a host of the topology; 0: as ports says */
    const char *goal;
    int64_t error, iterations;
    const char *metric;
    uint32_t kinds;
    int64_t load[WORLD_HOSTS * WORLD_KINDS];
    int64_t after[WORLD_HOSTS * WORLD_KINDS];
    const char *algorithm;      /* "all", or one */
    const char *option, *value; /* or NULL */
    uint64_t run_seed;
};

/* Draws the world of a seed. A graph's links live in the arena. */
void world_draw(struct world *world, uint64_t seed, struct rd_arena *arena);

/* The costs of its links and hosts, and its loads, in numbers of every size. */
void world_draw_costs(struct world *world, struct rd_rng *rng);
void world_draw_loads(struct world *world, struct rd_rng *rng);

/* May messages share a link that all of a file cross, or throttles? */
bool world_shares(const struct world *world);

/* May messages meet on a link, or bandwidths vary? Then planned and simulated may differ. */
bool world_is_plain(const struct world *world);

/* The same with other hosts in the same places of the topology: what was true of times stays so.
 * Returns: false if the topology has no symmetry that is known here. */
bool world_relabel(struct world *world, struct rd_rng *rng);

/* The same network without a link-scale: what it multiplies is in the costs. */
void world_spell_out(struct world *world);

/* All costs, latencies and computations take twice as long. */
void world_double(struct world *world);

/* Writes the scenario and, if it has one, its platform file or list of links (FOLDER/NAME.xml,
 * FOLDER/NAME.platform.xml, FOLDER/NAME.links.txt). In: sweep, one more element, or "". */
void world_write(const struct world *world, const char *folder, const char *name,
                 const char *sweep);

#endif
