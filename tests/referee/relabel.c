#include "relabel.h"

static uint32_t *in_order(struct rd_arena *arena, uint32_t count)
{
    uint32_t *order = rd_take(arena, count, uint32_t);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    return order;
}

static void shuffle(struct rd_rng *rng, uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)rd_rng_below(rng, i), was = order[i - 1];
        order[i - 1] = order[j];
        order[j] = was;
    }
}

static void turn_ring(struct rd_rng *rng, const struct rd_topology *topology, uint32_t *host)
{
    uint32_t n = topology->host_count, by = (uint32_t)rd_rng_below(rng, n);
    bool round = topology->direction == RD_TWO_WAY && rd_rng_below(rng, 2);
    for (uint32_t i = 0; i < n; i++)
        host[i] = ((round ? n - i : i) + by) % n;
}

static uint32_t moved_bits(uint32_t host, const uint32_t *dimension, uint32_t count)
{
    uint32_t moved = 0;
    for (uint32_t d = 0; d < count; d++)
        moved |= (host >> d & 1) << dimension[d];
    return moved;
}

struct relabelling relabel_at_random(struct rd_rng *rng, struct rd_arena *arena,
                                     const struct rd_instance *instance, bool straight, bool kinds)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t n = topology->host_count, dimensions = topology->dimension_count;
    struct relabelling map = {n, instance->kind_count, in_order(arena, n),
                              in_order(arena, instance->kind_count), in_order(arena, dimensions)};
    if (kinds)
        shuffle(rng, map.kind, instance->kind_count);
    if (!straight)
        shuffle(rng, map.dimension, dimensions);
    uint32_t ends = (uint32_t)rd_rng_below(rng, n);
    switch (topology->shape) {
    case RD_RING: turn_ring(rng, topology, map.host); break;
    case RD_SWITCH:
    case RD_BUS: shuffle(rng, map.host, n); break;
    case RD_STAR: shuffle(rng, map.host, n - 1); break;
    case RD_HYPERCUBE:
        for (uint32_t host = 0; host < n; host++)
            map.host[host] = moved_bits(host, map.dimension, dimensions) ^ ends;
        break;
    case RD_SHUFFLE_EXCHANGE:
        for (uint32_t host = 0; ends % 2 && host < n; host++)
            map.host[host] = n - 1 - host;
        break;
    default: break;
    }
    return map;
}

static const int64_t *relabelled_amounts(struct rd_arena *arena, const struct rd_instance *instance,
                                         const int64_t *amount, const struct relabelling *map)
{
    uint32_t hosts = instance->topology.host_count, kinds = instance->kind_count;
    int64_t *there = rd_take(arena, (size_t)hosts * kinds, int64_t);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            there[map->host[host] * kinds + map->kind[kind]] = amount[host * kinds + kind];
    return there;
}

struct rd_instance *relabelled_instance(struct rd_arena *arena, const struct rd_instance *instance,
                                        const struct relabelling *map)
{
    const struct rd_topology *topology = &instance->topology;
    struct rd_instance *other = rd_take(arena, 1, struct rd_instance);
    *other = *instance;
    other->load = relabelled_amounts(arena, instance, instance->load, map);
    if (instance->target)
        other->target = relabelled_amounts(arena, instance, instance->target, map);
    if (instance->host_port_count) {
        uint32_t *ports = rd_take(arena, topology->host_count, uint32_t);
        for (uint32_t host = 0; host < topology->host_count; host++)
            ports[map->host[host]] = instance->host_port_count[host];
        other->host_port_count = ports;
    }
    if (instance->speed_flops_per_s) {
        double *speed = rd_take(arena, topology->host_count, double);
        for (uint32_t host = 0; host < topology->host_count; host++)
            speed[map->host[host]] = instance->speed_flops_per_s[host];
        other->speed_flops_per_s = speed;
    }
    if (instance->kind_bytes) {
        double *bytes = rd_take(arena, instance->kind_count, double);
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            bytes[map->kind[kind]] = instance->kind_bytes[kind];
        other->kind_bytes = bytes;
    }
    if (instance->costs_equal)
        return other;
    uint64_t links = rd_link_count(topology);
    struct rd_link_cost *cost = rd_take(arena, links, struct rd_link_cost);
    for (uint64_t link = 0; link < links; link++)
        cost[link] = instance->link_cost[link]; /* numbers that stand for no link keep theirs */
    for (uint64_t link = 0; link < links; link++) {
        uint32_t from, to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        uint64_t there = rd_link_between(topology, map->host[from], map->host[to]);
        rd_assert(there != RD_NO_LINK);
        cost[there] = instance->link_cost[link];
    }
    other->link_cost = cost;
    return other;
}

struct rd_plan relabelled_plan(struct rd_arena *arena, const struct rd_plan *plan,
                               const struct relabelling *map)
{
    struct rd_plan other = *plan;
    other.transfer = rd_take(arena, plan->transfer_count, struct rd_transfer);
    other.transfer_capacity = plan->transfer_count;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        struct rd_transfer *row = &other.transfer[i];
        *row = plan->transfer[i];
        if (row->from < map->host_count)
            row->from = map->host[row->from];
        if (row->to < map->host_count)
            row->to = map->host[row->to];
        if (row->kind >= 0 && (uint32_t)row->kind < map->kind_count)
            row->kind = (int32_t)map->kind[row->kind];
    }
    return other;
}
