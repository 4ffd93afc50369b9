/* Random small networks of every family: what the bounds and the planners are held against. */
#ifndef REDIST_TESTS_NETWORK_GENERATE_H
#define REDIST_TESTS_NETWORK_GENERATE_H

#include "small_network.h"

#include "sim/base/rng.h"
#include "tests/support/build.h"

/* A family of networks of at most 4 hosts, so that the links of each are at most 12. */
struct network_family {
    const char *name;
    enum rd_shape shape; /* RD_SHAPE_COUNT: a graph */
    enum rd_direction direction;
    int least_hosts, most_hosts;
    bool has_relay; /* the last host is a star's master */
    void (*link)(struct small_network *network, struct rd_rng *rng);
};

extern const struct network_family network_families[]; /* ends with a NULL name */

enum { PORTS_BY_HOST = -1 };

/* What is wanted of a random network. */
struct network_wish {
    const struct network_family *family;
    enum rd_goal goal;
    int ports; /* k, 0: all, PORTS_BY_HOST: any for each host */
    int kind_count;
    bool equal_costs; /* all links cost the same; else 1 to 4 s each */
    int most_items;   /* of all kinds together */
};

/* Draws one: at least one item, any number of hosts of the family, links strongly connected. */
void network_draw(struct rd_rng *rng, const struct network_wish *wish,
                  struct small_network *ret_network);

/* Draws a network of any family and goal, one, two, all ports (or by host, if they may differ),
 * one kind or two; the numbers of items are such that nearly all are searched in some ms. */
void network_draw_any(struct rd_rng *rng, bool ports_differ, struct small_network *ret_network);

/* Gives each kind a size from 1 to 3, and links costs that go with them. */
void network_draw_sizes(struct rd_rng *rng, struct small_network *network);

/* The same network as the project's instance. */
struct test_instance network_instance(const struct small_network *network, struct rd_arena *arena);

#endif
