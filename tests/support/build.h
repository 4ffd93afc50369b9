/* Small instances for tests, without a platform. */
#ifndef REDIST_TESTS_SUPPORT_BUILD_H
#define REDIST_TESTS_SUPPORT_BUILD_H

#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* An instance of a shape (a graph: test_circulant) with equal links: 1 s an item of 1 byte, no
 * latency, words of 1 byte; one-port, one kind, nothing computes, goal RD_BALANCE within 1, all
 * loads 0. Its arrays are the test's to change through the pointers of the struct below. */
struct test_instance {
    struct rd_instance instance; /* points to the arrays */
    struct rd_link_cost *cost;   /* [links] */
    double *speed;               /* [hosts], 1 flop/s */
    int64_t *load;               /* [hosts * kinds] */
    int64_t *target;             /* [hosts * kinds], used once the goal is RD_REACH */
};

struct test_instance test_instance_make(struct rd_arena *arena, enum rd_shape shape,
                                        enum rd_direction direction, uint32_t host_count,
                                        uint32_t kind_count);

/* The same on a topology that is made already. */
struct test_instance test_instance_on(struct rd_arena *arena, struct rd_topology topology,
                                      uint32_t kind_count);

/* A graph of links that the test knows to be sound. */
struct rd_topology test_graph(struct rd_arena *arena, uint32_t host_count,
                              const struct rd_edge *edge, size_t edge_count);

/* A graph in which each host sends to the next one and to the one after that: all reach all, and
 * few links have one back. */
struct rd_topology test_circulant(struct rd_arena *arena, uint32_t host_count);

/* Sets one-port (1), k ports (k) or all ports (0). */
void test_instance_set_ports(struct test_instance *test, uint32_t ports);

/* Sets the goal to RD_REACH with these loads and targets [hosts * kinds]. */
void test_instance_reach(struct test_instance *test, const int64_t *load, const int64_t *target);

/* The cost of the link between two neighbours: latency, and seconds per byte. */
void test_instance_set_cost(struct test_instance *test, uint32_t from, uint32_t to,
                            double latency_s, double s_per_byte);

/* Lets all links share one, which each crosses once. Returns: the uses, by link, the test's to
 * change. */
struct rd_shared_use *test_instance_share(struct test_instance *test, struct rd_arena *arena,
                                          double bandwidth);

/* Gives each host of a switch an uplink, shared link 2 h, and a downlink, 2 h + 1, which all its
 * messages cross, and each link the bandwidth of the slower of its two. In: item_s [2 hosts], how
 * long an item of 1 byte takes on each. */
void test_instance_wire(struct test_instance *test, struct rd_arena *arena, const double *item_s);

#endif
