#include "random_network.h"

void test_draw_network(struct rd_rng *rng, struct test_network *drawn)
{
    uint32_t waits = 0, parts = 0;
    for (uint32_t a = 0; a < TEST_ACTIVITIES; a++) {
        drawn->first[a] = waits;
        drawn->part_first[a] = parts;
        drawn->fixed[a] = rd_rng_between(rng, 0, 2);
        for (uint32_t b = 0; b < a; b++)
            if (rd_rng_below(rng, 3) == 0)
                drawn->before[waits++] = b;
        for (uint32_t r = 0; r < TEST_RESOURCES; r++)
            if (rd_rng_below(rng, 2) == 0)
                drawn->part[parts++] = (struct rd_activity_part){r, rd_rng_between(rng, 0, 9)};
    }
    drawn->first[TEST_ACTIVITIES] = waits;
    drawn->part_first[TEST_ACTIVITIES] = parts;
    drawn->network = (struct rd_plan_network){.count = TEST_ACTIVITIES,
                                              .first = drawn->first,
                                              .before = drawn->before,
                                              .fixed = drawn->fixed,
                                              .part_first = drawn->part_first,
                                              .part = drawn->part,
                                              .resource_count = TEST_RESOURCES,
                                              .unit_s = 1,
                                              .exact = true};
}
