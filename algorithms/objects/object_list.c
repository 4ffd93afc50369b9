#include "object_list.h"

#include "sim/base/integers.h"
#include "sim/model/object_ways.h"

#include <math.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Where all links are alike and nothing but bytes takes time, so that every end is a sum of
 * durations that have a common divisor. */
static double common_step_s(const struct rd_instance *instance)
{
    const struct rd_objects *objects = instance->objects;
    if (!instance->costs_equal || instance->link_cost[0].latency_s > 0 ||
        isinf(instance->link_cost[0].bandwidth_bytes_per_s))
        return 0;
    int64_t bytes = 0;
    for (uint32_t object = 0; object < objects->count; object++)
        bytes = common_divisor(bytes, objects->bytes[object]);
    return (double)bytes / instance->link_cost[0].bandwidth_bytes_per_s;
}

static struct rd_object_list open_list(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_objects *objects = instance->objects;
    return (struct rd_object_list){
        .instance = instance,
        .objects = objects,
        .count = objects->count,
        .host_count = instance->topology.host_count,
        .step_s = common_step_s(instance),
        .way = rd_take(arena, objects->first[objects->count], struct rd_copy_way),
        .shortest_s = rd_take(arena, objects->count, double),
    };
}

/* The ways of all objects, and how long the shortest of each lasts. */
static void read_ways(struct rd_object_list *copies, const double *way_s, bool stops)
{
    const struct rd_objects *objects = copies->objects;
    const struct rd_topology *topology = &copies->instance->topology;
    for (uint32_t object = 0; object < objects->count; object++) {
        copies->shortest_s[object] = INFINITY;
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            uint32_t from = objects->source[i];
            uint64_t link =
                stops ? RD_NO_LINK : rd_link_between(topology, from, objects->to[object]);
            copies->way[i] = (struct rd_copy_way){way_s[i], link, from};
            copies->shortest_s[object] = fmin(copies->shortest_s[object], way_s[i]);
        }
    }
}

bool rd_object_list_read(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_object_list *ret_list, struct rd_error *reterr)
{
    if (instance->objects->relays)
        return rd_refuse(reterr, "objects may be relayed: relay=\"no\" is accepted");
    struct rd_object_list copies = open_list(instance, arena);
    read_ways(&copies, rd_object_ways_s(instance, false, arena, arena), false);
    *ret_list = copies;
    return true;
}

struct rd_object_list rd_object_list_with_stops(const struct rd_instance *instance,
                                                struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_object_list copies = open_list(instance, arena);
    rd_arena_borrow(scratch);
    read_ways(&copies, rd_object_ways_s(instance, true, scratch, scratch), true);
    return copies;
}

const struct rd_copy_way *rd_only_way(const struct rd_object_list *copies, uint32_t object)
{
    const struct rd_copy_way *only = NULL;
    for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1]; i++) {
        if (isinf(copies->way[i].duration_s))
            continue;
        if (only)
            return NULL;
        only = &copies->way[i];
    }
    return only;
}

uint32_t *rd_shortest_ways(const struct rd_object_list *copies, struct rd_arena *arena)
{
    uint32_t *way = rd_take(arena, copies->count, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++) {
        way[object] = copies->objects->first[object];
        while (copies->way[way[object]].duration_s > copies->shortest_s[object])
            way[object]++;
    }
    return way;
}

uint32_t rd_copy_ports(const struct rd_object_list *copies, uint32_t host, uint32_t most)
{
    if (copies->instance->topology.shape == RD_BUS)
        return 1;
    uint32_t ports = rd_host_ports(copies->instance, host);
    return ports < most ? ports : most;
}
