#include "build.h"

#include <math.h>
#include <string.h>

struct test_instance test_instance_make(struct rd_arena *arena, enum rd_shape shape,
                                        enum rd_direction direction, uint32_t host_count,
                                        uint32_t kind_count)
{
    struct rd_topology topology;
    struct rd_error error;
    if (shape == RD_GRAPH)
        return test_instance_on(arena, test_circulant(arena, host_count), kind_count);
    bool made = rd_topology_make(shape, direction, host_count, &topology, &error);
    rd_assert(made);
    return test_instance_on(arena, topology, kind_count);
}

struct rd_topology test_graph(struct rd_arena *arena, uint32_t host_count,
                              const struct rd_edge *edge, size_t edge_count)
{
    struct rd_topology topology;
    struct rd_error error;
    bool made = rd_topology_make_graph(host_count, edge, edge_count, arena, &topology, &error);
    rd_assert(made);
    return topology;
}

struct rd_topology test_circulant(struct rd_arena *arena, uint32_t host_count)
{
    struct rd_edge *edge = rd_take(arena, 2 * (size_t)host_count, struct rd_edge);
    size_t count = 0;
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t step = 1; step <= 2 && step < host_count; step++)
            edge[count++] = (struct rd_edge){host, (host + step) % host_count};
    return test_graph(arena, host_count, edge, count);
}

struct test_instance test_instance_on(struct rd_arena *arena, struct rd_topology topology,
                                      uint32_t kind_count)
{
    struct test_instance test = {.instance.topology = topology};
    uint32_t host_count = topology.host_count;
    uint64_t link_count = rd_link_count(&test.instance.topology);
    test.cost = rd_take(arena, link_count, struct rd_link_cost);
    for (uint64_t link = 0; link < link_count; link++)
        test.cost[link] = (struct rd_link_cost){0, 1};
    test.speed = rd_take(arena, host_count, double);
    for (uint32_t host = 0; host < host_count; host++)
        test.speed[host] = 1;
    test.load = rd_take(arena, (size_t)host_count * kind_count, int64_t);
    test.target = rd_take(arena, (size_t)host_count * kind_count, int64_t);
    test.instance.port_model = RD_ONE_PORT;
    test.instance.port_count = 1;
    test.instance.link_cost = test.cost;
    test.instance.item_bytes = 1;
    test.instance.word_bytes = 1;
    test.instance.speed_flops_per_s = test.speed;
    test.instance.kind_count = kind_count;
    test.instance.load = test.load;
    test.instance.goal = RD_BALANCE;
    test.instance.balance_error = 1;
    return test;
}

void test_instance_set_ports(struct test_instance *test, uint32_t ports)
{
    test->instance.port_model = ports == 0 ? RD_ALL_PORTS : ports == 1 ? RD_ONE_PORT : RD_K_PORTS;
    test->instance.port_count = ports == 0 ? UINT32_MAX : ports;
}

void test_instance_reach(struct test_instance *test, const int64_t *load, const int64_t *target)
{
    size_t bytes =
        (size_t)test->instance.topology.host_count * test->instance.kind_count * sizeof(int64_t);
    memcpy(test->load, load, bytes);
    memcpy(test->target, target, bytes);
    test->instance.goal = RD_REACH;
    test->instance.target = test->target;
}

void test_instance_set_cost(struct test_instance *test, uint32_t from, uint32_t to,
                            double latency_s, double s_per_byte)
{
    uint64_t link = rd_link_between(&test->instance.topology, from, to);
    rd_assert(link != RD_NO_LINK);
    test->cost[link].latency_s = latency_s;
    test->cost[link].bandwidth_bytes_per_s = s_per_byte == 0 ? INFINITY : 1 / s_per_byte;
}

struct rd_shared_use *test_instance_share(struct test_instance *test, struct rd_arena *arena,
                                          double bandwidth)
{
    uint64_t links = rd_link_count(&test->instance.topology);
    struct rd_shared_links *shared = rd_take(arena, 1, struct rd_shared_links);
    double *cable = rd_take(arena, 1, double);
    uint32_t *first = rd_take(arena, links + 1, uint32_t);
    struct rd_shared_use *use = rd_take(arena, links, struct rd_shared_use);
    for (uint32_t link = 0; link < links; link++) {
        first[link + 1] = link + 1;
        use[link].times = 1;
    }
    *cable = bandwidth;
    *shared = (struct rd_shared_links){1, cable, NULL, first, use};
    test->instance.shared = shared;
    return use;
}

void test_instance_wire(struct test_instance *test, struct rd_arena *arena, const double *item_s)
{
    const struct rd_topology *topology = &test->instance.topology;
    uint32_t wires = 2 * topology->host_count, count = 0;
    uint64_t links = rd_link_count(topology);
    double *bandwidth = rd_take(arena, wires, double);
    uint32_t *first = rd_take(arena, links + 1, uint32_t);
    struct rd_shared_use *use = rd_take(arena, 2 * links, struct rd_shared_use);
    for (uint32_t wire = 0; wire < wires; wire++)
        bandwidth[wire] = 1 / item_s[wire];
    for (uint64_t link = 0; link < links; link++) {
        uint32_t from, to;
        if (rd_link_ends(topology, link, &from, &to)) {
            uint32_t up = 2 * from, down = 2 * to + 1;
            use[count++] = (struct rd_shared_use){up, 1};
            use[count++] = (struct rd_shared_use){down, 1};
            test->cost[link].bandwidth_bytes_per_s = fmin(bandwidth[up], bandwidth[down]);
        }
        first[link + 1] = count;
    }
    test->instance.shared =
        rd_make(arena, struct rd_shared_links, wires, bandwidth, NULL, first, use);
}
