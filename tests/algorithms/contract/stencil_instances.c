/* Rings of items behind a switch and on a bus, with both metrics. */
#include "instances.h"

#include "tests/support/build.h"

static struct test_instance make_ring(struct rd_arena *arena, enum rd_shape shape, uint32_t hosts,
                                      uint32_t items)
{
    struct test_instance test = test_instance_make(arena, shape, RD_NO_DIRECTION, hosts, items);
    test.instance.goal = RD_STENCIL;
    return test;
}

/* Dear or cheap words, hosts that compute or do not, none to some iterations. */
static void draw_times(struct rd_rng *rng, struct test_instance *test)
{
    double item_s = (double)rd_rng_between(rng, 1, 4), latency_s = (double)rd_rng_below(rng, 2);
    double speed = 1 / (double)rd_rng_between(rng, 1, 4);
    uint64_t link_count = rd_link_count(&test->instance.topology);
    for (uint64_t link = 0; link < link_count; link++)
        test->cost[link] = (struct rd_link_cost){latency_s, 1 / item_s};
    for (uint32_t host = 0; host < test->instance.topology.host_count; host++)
        test->speed[host] = speed;
    test->instance.flops_per_item = (double)rd_rng_below(rng, 3);
    test->instance.stencil_iterations = (int64_t)rd_rng_below(rng, 5);
    test->instance.stencil_overlap = rd_rng_below(rng, 3) == 0;
    test->instance.stencil_metric =
        test->instance.topology.shape == RD_SWITCH && rd_rng_below(rng, 2) ? RD_STEPS_METRIC
                                                                           : RD_VOLUME_METRIC;
}

/* Every ring of up to 5 items on up to 3 hosts, and of 4 on 4; each with one draw of times. */
static void exhaust(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    for (uint32_t hosts = 1; hosts <= 4; hosts++)
        for (uint32_t items = 1; items <= (hosts < 4 ? 5 : 4); items++) {
            struct rd_arena_mark mark = rd_arena_mark(arena);
            struct test_instance test = make_ring(arena, RD_SWITCH, hosts, items);
            struct test_instance bus = make_ring(arena, RD_BUS, hosts, items);
            int64_t owner[5] = {0};
            do {
                for (uint32_t item = 0; item < items; item++)
                    for (uint32_t host = 0; host < hosts; host++)
                        test.load[host * items + item] = bus.load[host * items + item] =
                            owner[item] == host;
                draw_times(rng, &test);
                laws_check(laws, &test.instance);
                draw_times(rng, &bus);
                laws_check(laws, &bus.instance);
            } while (next_digits(owner, items, hosts - 1));
            rd_arena_rewind(arena, mark);
        }
}

static void draw(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    bool large = rd_rng_below(rng, 300) == 0;
    uint32_t hosts = 1 + (uint32_t)rd_rng_below(rng, large ? 40 : 5);
    uint32_t items = 1 + (uint32_t)rd_rng_below(rng, large ? 50 : 8);
    struct test_instance test =
        make_ring(arena, rd_rng_below(rng, 3) ? RD_SWITCH : RD_BUS, hosts, items);
    uint64_t astray = rd_rng_below(rng, 101);
    for (uint32_t item = 0; item < items; item++) {
        uint64_t host = (uint64_t)item * hosts / items;
        if (rd_rng_below(rng, 100) < astray)
            host = rd_rng_below(rng, hosts);
        test.load[host * items + item] = 1;
    }
    draw_times(rng, &test);
    laws_check(laws, &test.instance);
}

const struct instance_generator stencil_instances = {
    .name = "ring of items for a stencil",
    .exhaust = exhaust,
    .draw = draw,
};
