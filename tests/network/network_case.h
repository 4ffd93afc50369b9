/* Small random instances on networks of every kind, for the goals after, balance and finish. */
#ifndef REDIST_TESTS_NETWORK_NETWORK_CASE_H
#define REDIST_TESTS_NETWORK_NETWORK_CASE_H

#include "sim/base/rng.h"
#include "tests/support/build.h"

struct network_drawing {
    uint32_t most_hosts;
    uint32_t most_kinds;
    int64_t most_items; /* on a host, of a kind */
    int64_t most_cost;  /* seconds an item: whole numbers from 1 */
    bool latencies;     /* whole numbers from 0 to most_cost, on some links */
    bool sizes;         /* items of 1 to 5 bytes by kind, in half of the instances */
};

/* A ring, star, hypercube, shuffle-exchange, switch or bus; or, as often as not, a graph, strongly
 * connected. */
struct test_instance network_case_random(struct rd_rng *rng, const struct network_drawing *drawing,
                                         struct rd_arena *arena);

/* One line that says what an instance is. From the arena. */
const char *network_case_text(const struct rd_instance *instance, struct rd_arena *arena);

#endif
