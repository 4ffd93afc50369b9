#include "network_case.h"

#include <inttypes.h>
#include <string.h>

/* A ring through all hosts and about as many links more. */
static struct rd_topology draw_graph(struct rd_rng *rng, uint32_t hosts, struct rd_arena *arena)
{
    bool *there = rd_take(arena, (size_t)hosts * hosts, bool);
    struct rd_edge *edge = rd_take(arena, 2 * (size_t)hosts, struct rd_edge);
    size_t count = 0;
    for (uint32_t i = 0; i < 2 * hosts; i++) {
        uint32_t from = i < hosts ? i : (uint32_t)rd_rng_below(rng, hosts);
        uint32_t to = i < hosts ? (i + 1) % hosts : (uint32_t)rd_rng_below(rng, hosts);
        if (from == to || there[from * hosts + to])
            continue;
        there[from * hosts + to] = true;
        edge[count++] = (struct rd_edge){from, to};
    }
    return test_graph(arena, hosts, edge, count);
}

/* Half of them graphs. */
static struct test_instance draw_shape(struct rd_rng *rng, const struct network_drawing *drawing,
                                       uint32_t kinds, struct rd_arena *arena)
{
    static const enum rd_shape shapes[] = {RD_RING,   RD_STAR, RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE,
                                           RD_SWITCH, RD_BUS};
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 3, drawing->most_hosts);
    if (rd_rng_below(rng, 2))
        return test_instance_on(arena, draw_graph(rng, hosts, arena), kinds);
    enum rd_shape shape = shapes[rd_rng_below(rng, sizeof shapes / sizeof *shapes)];
    enum rd_direction direction = RD_NO_DIRECTION;
    if (shape == RD_RING)
        direction = rd_rng_below(rng, 2) ? RD_ONE_WAY : RD_TWO_WAY;
    if (shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE)
        hosts = hosts < 8 ? 4 : 8;
    return test_instance_make(arena, shape, direction, hosts, kinds);
}

static void draw_costs(struct rd_rng *rng, const struct network_drawing *drawing,
                       struct test_instance *test)
{
    uint32_t hosts = test->instance.topology.host_count;
    int64_t most = rd_rng_below(rng, 3) == 0 ? 1 : drawing->most_cost;
    bool latencies = drawing->latencies && rd_rng_below(rng, 2);
    for (uint32_t from = 0; from < hosts; from++)
        for (uint32_t to = 0; to < hosts; to++) {
            if (rd_link_between(&test->instance.topology, from, to) == RD_NO_LINK)
                continue;
            double cost = (double)rd_rng_between(rng, 1, most);
            double latency = latencies ? (double)rd_rng_between(rng, 0, most) : 0;
            test_instance_set_cost(test, from, to, latency, cost);
        }
    if (drawing->latencies && rd_rng_below(rng, 10) == 0)
        test->instance.item_bytes = 0;
}

static void draw_sizes(struct rd_rng *rng, struct rd_instance *instance, struct rd_arena *arena)
{
    double *bytes = rd_take(arena, instance->kind_count, double);
    if (instance->item_bytes == 0 || rd_rng_below(rng, 2))
        return;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        bytes[kind] = (double)rd_rng_between(rng, 1, 5);
    rd_instance_size_kinds(instance, bytes);
}

/* One, two or three ports, or all; or as many by host. */
static void draw_ports(struct rd_rng *rng, struct test_instance *test, struct rd_arena *arena)
{
    uint32_t hosts = test->instance.topology.host_count, most = 1;
    test_instance_set_ports(test, (uint32_t)rd_rng_below(rng, 4));
    if (rd_rng_below(rng, 6) > 0)
        return;
    uint32_t *ports = rd_take(arena, hosts, uint32_t);
    for (uint32_t host = 0; host < hosts; host++) {
        ports[host] = (uint32_t)rd_rng_between(rng, 1, 3);
        most = ports[host] > most ? ports[host] : most;
    }
    test->instance.port_model = RD_K_PORTS;
    test->instance.port_count = most;
    test->instance.host_port_count = ports;
}

static void draw_loads(struct rd_rng *rng, const struct network_drawing *drawing,
                       struct test_instance *test)
{
    uint32_t kinds = test->instance.kind_count;
    uint32_t keepers = rd_computing_host_count(&test->instance.topology);
    uint64_t rarely = 1 + rd_rng_below(rng, 4);
    for (uint32_t host = 0; host < keepers; host++)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t items =
                rd_rng_below(rng, rarely) ? 0 : rd_rng_between(rng, 0, drawing->most_items);
            test->load[host * kinds + kind] = items;
            for (int64_t item = 0; item < items; item++)
                test->target[(uint32_t)rd_rng_below(rng, keepers) * kinds + kind]++;
        }
}

static void draw_goal(struct rd_rng *rng, const struct network_drawing *drawing,
                      struct test_instance *test)
{
    struct rd_instance *instance = &test->instance;
    static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    instance->goal = goals[rd_rng_below(rng, 3)];
    instance->balance_error = rd_rng_between(rng, 0, 4);
    if (instance->goal == RD_REACH)
        instance->target = test->target;
    if (instance->goal != RD_FINISH)
        return;
    instance->flops_per_item = 1;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        test->speed[host] = 1 / (double)rd_rng_between(rng, 1, 2 * drawing->most_cost);
}

struct test_instance network_case_random(struct rd_rng *rng, const struct network_drawing *drawing,
                                         struct rd_arena *arena)
{
    uint32_t kinds = (uint32_t)rd_rng_between(rng, 1, drawing->most_kinds);
    struct test_instance test = draw_shape(rng, drawing, kinds, arena);
    draw_ports(rng, &test, arena);
    draw_costs(rng, drawing, &test);
    draw_loads(rng, drawing, &test);
    draw_goal(rng, drawing, &test);
    if (drawing->sizes)
        draw_sizes(rng, &test.instance, arena);
    return test;
}

const char *network_case_text(const struct rd_instance *instance, struct rd_arena *arena)
{
    char ports[RD_LABEL_SIZE];
    const struct rd_topology *topology = &instance->topology;
    const char *text =
        rd_arena_print(arena, "%s, %s ports, %s (error %" PRId64 "), %" PRIu32 " kinds, %g bytes:",
                       rd_shape_name(topology->shape), rd_port_model_name(instance, ports),
                       rd_goal_name(instance->goal), instance->balance_error, instance->kind_count,
                       instance->item_bytes);
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to;
        struct rd_link_cost cost = rd_link_cost(instance, link);
        if (rd_link_ends(topology, link, &from, &to))
            text = rd_arena_print(arena, "%s %" PRIu32 ">%" PRIu32 ":%g+%g", text, from, to,
                                  cost.latency_s, 1 / cost.bandwidth_bytes_per_s);
    }
    for (uint32_t kind = 0; instance->kind_bytes && kind < instance->kind_count; kind++)
        text = rd_arena_print(arena, "%s%s %g", text, kind == 0 ? "; sizes" : "",
                              instance->kind_bytes[kind]);
    uint32_t entries = topology->host_count * instance->kind_count;
    text = rd_arena_print(arena, "%s; loads", text);
    for (uint32_t i = 0; i < entries; i++)
        text = rd_arena_print(arena, "%s %" PRId64, text, instance->load[i]);
    for (uint32_t i = 0; instance->goal == RD_REACH && i < entries; i++)
        text = rd_arena_print(arena, "%s%s %" PRId64, text, i == 0 ? "; after" : "",
                              instance->target[i]);
    for (uint32_t i = 0; instance->goal == RD_FINISH && i < topology->host_count; i++)
        text = rd_arena_print(arena, "%s%s %g", text, i == 0 ? "; computing" : "",
                              rd_compute_item_s(instance, i));
    return text;
}
