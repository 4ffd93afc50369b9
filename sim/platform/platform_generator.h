/* Writes SimGrid platform files: one directed link per direction, costs in seconds per item of one
 * byte, so that the theory's costs stand in the file. */
#pragma once

#include "bandwidth.h"
#include "platform_kinds.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/base/named_text.h"
#include "sim/model/topology.h"

/* What to generate; the texts as users write them. */
struct rd_platform_request {
    enum rd_shape shape;
    enum rd_direction direction;
    struct rd_graph_request graph; /* RD_GRAPH */
    bool pair_links;               /* RD_SWITCH: as in rd_platform_kind */
    double trunk_cost;             /* pair_links: s per byte each way between two racks, the first
                                      half of the hosts, rounded up, and the rest; 0: none */
    uint32_t host_count;           /* a star's workers; the master comes on top */
    const char *cost;    /* "1", "uniform 1 10" (integers), "same 1 10" (one for all), "real 1 10",
                            "list 1 2 3", "three-partition 1 1 1"; s per byte */
    const char *latency; /* the same forms; s */
    const char *compute; /* the same forms; s per item of one flop; "0": host speed 1 */
    bool symmetric;      /* both directions of an edge cost the same; a star's always do */
    uint64_t seed;
    double bandwidth_scale;  /* multiplies all bandwidths; 0 stands for 1 */
    double bandwidth_spread; /* how far they differ on top of `cost`; 0 stands for 1, not at all */
    enum rd_bandwidth_shape bandwidth_shape;
    const char *scaled_links;  /* names of links (scaled_links.h); NULL: of none */
    double link_scale;         /* multiplies their bandwidths; 0 stands for 1 */
    const char *profile;       /* how bandwidths vary (profile.h); NULL: they do not */
    const char *speed_profile; /* how fast hosts compute, likewise */
};

/* The attributes of a scenario's <platform>: "file"; then "generator" (the kind) and what goes with
 * it. Ends with NULL. */
extern const char *const rd_platform_attributes[];

struct rd_generated_platform {
    struct rd_topology topology;
    const char *text; /* [size] */
    size_t size;
    const struct rd_named_text *file; /* [file_count] profiles that the text refers to */
    size_t file_count;
    bool varies;
    double greatest_factor; /* that bandwidths and speeds reach, of nominal ones; 1 at least */
    /* What SimGrid reads from the text, where each link of the topology is one of its own and
     * nothing varies; else NULL. [rd_link_count], or [1] if costs_equal. */
    const struct rd_link_cost *link_cost;
    bool costs_equal;
};

/* "torus": what messages call the platform. */
const char *rd_platform_request_name(const struct rd_platform_request *request);

/* Writes the platform into the arena.
 * Hosts are h0..h<n-1>; a star's master is m. One link a directed edge, "h0>h1", and Full routing;
 * but a switch without links of pairs or a bus, and above RD_FULL_ROUTING_LIMIT hosts a one-way
 * ring, or a ring, hypercube or shuffle-exchange of equal links, is a Cluster with two links a
 * host, "h0>" out and ">h0" in: a message lasts the latency of the way out and the larger cost of
 * the two. A trunk between two racks, "rack0>rack1" and back, is a second link of the routes
 * across. A cost of 0 is 1e-30 s a byte, whatever its scale. Errors: RD_ERROR_INPUT, without path:
 * a text that is no cost, a link that would take no time, a scaled link that is not there or
 * becomes too slow or too fast, a size beyond the limits, RD_FULL_ROUTING_LIMIT for all that is no
 * Cluster, RD_PAIR_LINKS_LIMIT hosts for links of pairs. Cost: O(links). */
bool rd_platform_generate(const struct rd_platform_request *request, struct rd_arena *arena,
                          struct rd_generated_platform *ret_platform, struct rd_error *reterr);

/* A platform without a file of it: what is left to know. */
struct rd_even_platform {
    struct rd_topology topology;
    const struct rd_link_cost *link_cost; /* [rd_link_count], or [1] if costs_equal */
    bool costs_equal;
    const double *speed_flops_per_s; /* [host_count] */
    const char *text;                /* what tells it from others */
};

/* Is it a hypercube, shuffle-exchange, graph, or two-way ring whose links differ, of more than
 * RD_FULL_ROUTING_LIMIT hosts? SimGrid's table of links would not fit, and runs on it are not
 * simulated: it is drawn, but not written. */
bool rd_platform_stays_unwritten(const struct rd_platform_request *request, struct rd_arena *arena);

/* Draws a platform whose bandwidths do not vary: its costs and speeds are those that SimGrid would
 * read.
 * Errors: as rd_platform_generate. Cost: O(links); on a Cluster of more than RD_FULL_ROUTING_LIMIT
 *     hosts, whose ways out must cost the same, O(hosts). */
bool rd_platform_draw_even(const struct rd_platform_request *request, struct rd_arena *arena,
                           struct rd_even_platform *ret_platform, struct rd_error *reterr);

enum { RD_FULL_ROUTING_LIMIT = 4096, RD_PAIR_LINKS_LIMIT = 512, RD_PROFILE_LIMIT = 10000 };

/* Is it a Cluster whatever its costs are? Then a route crosses two links, the sender's way out and
 * the receiver's way in. */
bool rd_platform_has_host_links(const struct rd_platform_request *request);
