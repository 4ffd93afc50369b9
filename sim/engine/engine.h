/* SimGrid behind a wall. A loaded platform lives in a child process of its own, because SimGrid
 * allows one platform a process and aborts on what it does not like; a simulation is forked from
 * that child, or played in it, on a clock that starts anew: no run depends on the one before. What
 * happens to a child becomes an rd_error. This folder is the only one that includes <simgrid/...>,
 * but for a process that is simulated itself (sim/execute/mpi_collective.c); it opens SimGrid's
 * library for the first platform (simgrid/library.h). */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/base/named_text.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rd_network_model {
    RD_EXACT_MODEL, /* a transfer lasts latency + bytes / bandwidth: CM02, no gamma, no crosstraffic
                     */
    RD_TCP_MODEL    /* SimGrid's default, where the theory's assumptions no longer hold */
};

struct rd_engine_settings {
    enum rd_network_model model;
    bool varies;                /* profiles change bandwidths or speeds as time passes */
    unsigned concurrency_limit; /* transfers at a time per link, for free order; 0: no limit */
    double time_limit_s;        /* of wall clock for one simulation; 0: none */
    size_t memory_limit_bytes;  /* of address space for a child; 0: none */
    bool many_a_pair;           /* several messages of a pair are on a link at a time */
    int64_t message_limit;      /* messages of one simulation; 0: RD_MESSAGE_LIMIT */
    bool steady; /* there is no profile at all: nothing changes or fails, and nobody looks out */
    /* Small runs follow each other in one process, which is renewed now and then: at a tenth of the
     * cost, with the same results to the last bit. One that does not succeed there, for whatever
     * reason, is played again in a process of its own, and that is what is told of it. */
    bool shares_process;
};

enum { RD_MESSAGE_LIMIT = 20000000 };

/* Where a platform is read from: a file, or text in memory, which may be that of a file. SimGrid
 * 4.0 and 4.1 load a torus, a fat tree or a dragonfly that is in no zone from text only. */
struct rd_platform_source {
    const char *path;
    const char *text;
    size_t text_size;
    /* Whoever wrote it knows that a route crosses the sender's own link out and then the receiver's
     * own link in. Then few routes are asked for: SimGrid takes a microsecond for each. */
    bool host_links;
    const struct rd_named_text *file; /* [file_count] profiles that the text names */
    size_t file_count;
};

struct rd_engine;

/* Opens SimGrid's library, as the first platform does: for who forks, or limits its memory, before
 * that. Errors: RD_ERROR_FILE: it cannot be loaded. */
bool rd_engine_load(struct rd_error *reterr);

/* Starts a child that loads a platform. SimGrid reads profiles from files only: those of the source
 * are in a folder of their own below $TMPDIR (or /tmp) while it loads. Without any, those that a
 * file names are looked up in its folder.
 * Errors: RD_ERROR_INPUT with the platform's path and what SimGrid said before it gave up;
 * RD_ERROR_INTERRUPTED if no process can be had; RD_ERROR_FILE: no place for profiles,
 * or SimGrid cannot be loaded. */
bool rd_engine_open(const struct rd_platform_source *platform,
                    const struct rd_engine_settings *settings, struct rd_arena *arena,
                    struct rd_engine **ret_engine, struct rd_error *reterr);

/* Lets an engine stand for another platform, if that differs from its own by what links cost and by
 * nothing else, and the engine shares its process. The costs are to be read anew, or known.
 * Returns: false if it cannot: another one is to be opened in its place. Cost: O(text). */
bool rd_engine_adopt(struct rd_engine *engine, const struct rd_platform_source *platform,
                     const struct rd_engine_settings *settings, struct rd_arena *scratch);

/* Ends the child. In: NULL is allowed. */
void rd_engine_close(struct rd_engine *engine);

/* The file descriptor that a process needs which is forked to use an engine (rd_engine_inherit).
 * Returns: -1: it needs none. */
int rd_engine_text_fd(const struct rd_engine *engine);

/* In a process that was forked from the one that has the engine: it has a child of its own from
 * here on, which loads the platform with the next request. Errors: RD_ERROR_INTERRUPTED. */
bool rd_engine_inherit(struct rd_engine *engine, struct rd_error *reterr);

/* What the loaded platform says of a topology's links and hosts. */
struct rd_platform_costs {
    const struct rd_link_cost *link_cost; /* as in rd_instance */
    bool costs_equal;
    const double *speed_flops_per_s; /* [host_count] */
    const char *shared; /* NULL, or which two pairs of neighbours share which link, the worst */
    bool both_ways;     /* messages to a host cross that link, and messages from it: half duplex */
    double overload; /* at most so many times its bandwidth hosts can ask that link for; at most 1:
                        no message slows another one down */
    const uint8_t *may_slow;                    /* as in rd_instance; NULL unless overload > 1 */
    const struct rd_shared_links *shared_links; /* the same; NULL if they are too many */
    /* On an error over a host or a route: the host, or where the route starts; else RD_NO_HOST. And
     * where the route would lead, if the platform has none; else RD_NO_HOST. */
    uint32_t failed_from, missing_to;
};

/* Reads the costs of every link of the topology, and the speed of every host.
 * In: host_name [host_count], in the topology's order (the star's master last); ports, the most
 *     that a host has; UINT32_MAX: one for each neighbour.
 * Returns in *ret_costs: the costs; on an error only failed_from and missing_to.
 * Errors: RD_ERROR_INPUT: a host that the platform lacks (with the nearest name), a route that it
 * lacks, a cost that is not finite. Cost: O(links on routes), three times that where links may be
 * overloaded; with host_links O(hosts) routes. */
bool rd_engine_read_costs(struct rd_engine *engine, const char *const *host_name,
                          const struct rd_topology *topology, uint32_t ports,
                          struct rd_arena *arena, struct rd_platform_costs *ret_costs,
                          struct rd_error *reterr);

/* Links of the platform whose bandwidth is so many times what it says; INFINITY: they take no time
 * but their latency. */
struct rd_faster_links {
    const char *const *name; /* [count], as rd_engine_read_links has them */
    const double *factor;    /* [count] */
    uint32_t count;
};

/* The same of a platform whose links are faster, as if its file said so; the loaded one stays as it
 * is. Errors: also RD_ERROR_INPUT: a link that the platform lacks. Cost: the same, and a fork. */
bool rd_engine_read_faster_costs(struct rd_engine *engine, const struct rd_faster_links *faster,
                                 const char *const *host_name, const struct rd_topology *topology,
                                 uint32_t ports, struct rd_arena *arena,
                                 struct rd_platform_costs *ret_costs, struct rd_error *reterr);

/* Reads which links of the platform the route of each link of the topology crosses, FATPIPE ones
 * included, in the form of shared links. Names are as SimGrid has them, "cable_UP" of one way of a
 * cable. In: host_name and topology as for the costs. Errors: as of the costs; RD_ERROR_REFUSED
 * where they are more than RD_SHARED_LIMIT, or routes than RD_SHARED_USES_OF_A_LINK each. Cost:
 * O(links on routes). */
bool rd_engine_read_links(struct rd_engine *engine, const char *const *host_name,
                          const struct rd_topology *topology, struct rd_arena *arena,
                          const struct rd_shared_links **ret_links, struct rd_error *reterr);

/* Can SimGrid be given plans in free order? It keeps ports by a limit of transfers a link.
 * In: an instance whose costs these are. Returns: true also where only the routes of a plan show
 * that its ports are not kept. Errors: RD_ERROR_REFUSED. Cost: O(links). */
bool rd_engine_takes_free_order(const struct rd_engine *engine, const struct rd_instance *instance,
                                const struct rd_platform_costs *costs, struct rd_error *reterr);

/* The most hosts among which edges are looked for: a million routes. */
enum { RD_EDGES_HOST_LIMIT = 1024 };

/* Finds the ordered pairs of hosts that the platform joins. RD_EDGES_ROUTES: all that have a route.
 * RD_EDGES_EXCLUSIVE: those that links of their own join, whose route uses no SHARED link of
 * another such pair's, where a pair counts if its route does not hold another pair's whole route.
 * So on a torus these are the neighbours; behind a switch there are none. In: host_name
 * [host_count]; one of these two sources. Returns: the pairs, sorted, from the arena. Errors:
 * RD_ERROR_INPUT: more hosts than the limit, or one that the platform lacks. Cost: O(hosts^2)
 * routes. */
bool rd_engine_find_edges(struct rd_engine *engine, const char *const *host_name,
                          uint32_t host_count, enum rd_edge_source source, struct rd_arena *arena,
                          const struct rd_edge **ret_edge, size_t *ret_edge_count,
                          struct rd_error *reterr);

struct rd_simulation {
    double makespan_s;     /* SimGrid's clock at the end */
    struct rd_trace trace; /* sorted; empty if not asked for */
    const int64_t *final;  /* [host_count * kind_count] held at the end, as the actors counted; NULL
                              of objects */
    const uint32_t *placement; /* [objects]: where each was brought, RD_NO_HOST: it has not moved;
                                  NULL of items */
    double wall_ms;            /* of the run, without forking and loading */
    int64_t message_count;     /* messages and computations played */
};

/* Plays a plan with SimGrid actors, in a child process.
 * In: instance with host_name set, whose costs came from this engine; a plan that the referee found
 *     legal (but what is not is reported, not trusted); want_trace.
 * Errors: RD_ERROR_RUN: a deadlock (who waits for whom), a link or host that failed, a child that
 *     was killed, ran out of time or of memory; RD_ERROR_REFUSED: more messages than the limit, or
 *     free order on links with latency, or with more than one port on links that pairs share.
 * Cost: about 2 us a message at 1,000 hosts. */
bool rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                        const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                        struct rd_simulation *ret_simulation, struct rd_error *reterr);

/* "3.32": the version of SimGrid that runs, not that compiled. */
const char *rd_engine_version(void);
