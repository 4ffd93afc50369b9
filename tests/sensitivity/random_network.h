/* Small networks of activities, drawn at random. */
#ifndef REDIST_TESTS_SENSITIVITY_RANDOM_NETWORK_H
#define REDIST_TESTS_SENSITIVITY_RANDOM_NETWORK_H

#include "sim/base/rng.h"
#include "algorithms/robust/plan_network.h"

enum { TEST_ACTIVITIES = 7, TEST_RESOURCES = 5 };

struct test_network {
    struct rd_plan_network network;
    uint32_t first[TEST_ACTIVITIES + 1], before[TEST_ACTIVITIES * TEST_ACTIVITIES],
        part_first[TEST_ACTIVITIES + 1];
    int64_t fixed[TEST_ACTIVITIES];
    struct rd_activity_part part[TEST_ACTIVITIES * TEST_RESOURCES];
};

/* Fills the struct, to which the network points. */
void test_draw_network(struct rd_rng *rng, struct test_network *drawn);

#endif
