/* Platforms for the engine's tests, written out as text: every directed link of an instance is a
 * route of its own over a link of its own. */
#ifndef REDIST_TESTS_ENGINE_PLATFORM_TEXT_H
#define REDIST_TESTS_ENGINE_PLATFORM_TEXT_H

#include "sim/engine/engine.h"
#include "tests/support/build.h"

/* "h0", "h1", ...: [count], from the arena. */
const char *const *test_host_names(struct rd_arena *arena, uint32_t count);

/* A platform whose links cost what the instance says, in routing Full, one link per direction,
 * named "l<from>_<to>", and whose hosts have its speeds. */
struct rd_platform_source test_full_platform(const struct rd_instance *instance,
                                             struct rd_arena *arena);

/* The same, with a link "out<host>" at the head of each route and a link "in<host>" at its tail:
 * where links carry one message at a time (concurrency limit 1), hosts then do, too. */
struct rd_platform_source test_ported_platform(const struct rd_instance *instance,
                                               struct rd_arena *arena);

/* A Cluster: each host has one link up and one link down, of this bandwidth each and half of the
 * latency. */
struct rd_platform_source test_cluster_platform(uint32_t host_count, double latency_s,
                                                double bandwidth, struct rd_arena *arena);

/* Every pair of hosts behind one shared link. */
struct rd_platform_source test_bus_platform(uint32_t host_count, double latency_s, double bandwidth,
                                            struct rd_arena *arena);

/* A platform of exactly this body, between the tags. */
struct rd_platform_source test_platform(const char *body, struct rd_arena *arena);

/* Opens an engine on a platform, reads the costs of the instance's links from it into the instance,
 * and checks that they are what the platform was written with. Fails the test on any error. */
struct rd_engine *test_open_engine(struct rd_platform_source platform,
                                   const struct rd_engine_settings *settings,
                                   struct test_instance *test, struct rd_arena *arena);

#endif
