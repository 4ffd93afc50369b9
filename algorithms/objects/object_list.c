#include "object_list.h"

#include "sim/base/integers.h"
#include "sim/model/plan.h"

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

/* The way of an object from a source without a stop. */
static struct rd_copy_way direct_way(const struct rd_instance *instance, uint32_t object,
                                     uint32_t from)
{
    uint64_t link = rd_link_between(&instance->topology, from, instance->objects->to[object]);
    double duration_s = INFINITY;
    if (link != RD_NO_LINK)
        duration_s = rd_message_duration_s(rd_link_cost(instance, link),
                                           rd_content_bytes(instance, (int32_t)object, 1));
    return (struct rd_copy_way){duration_s, link, from};
}

bool rd_object_list_read(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_object_list *ret_list, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    if (objects->relays)
        return rd_refuse(reterr, "objects may be relayed: relay=\"no\" is accepted");
    struct rd_object_list copies = open_list(instance, arena);
    for (uint32_t object = 0; object < objects->count; object++) {
        copies.shortest_s[object] = INFINITY;
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            copies.way[i] = direct_way(instance, object, objects->source[i]);
            copies.shortest_s[object] = fmin(copies.shortest_s[object], copies.way[i].duration_s);
        }
    }
    *ret_list = copies;
    return true;
}

/* The least latency, and seconds a byte, of all links out of a host, or into it. */
struct least_cost {
    double latency_s, byte_s;
};

static void lower(struct least_cost *least, struct rd_link_cost cost)
{
    least->latency_s = fmin(least->latency_s, cost.latency_s);
    least->byte_s = fmin(least->byte_s, 1 / cost.bandwidth_bytes_per_s);
}

struct rd_object_list rd_object_list_with_stops(const struct rd_instance *instance,
                                                struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    const struct rd_topology *topology = &instance->topology;
    struct rd_object_list copies = open_list(instance, arena);
    rd_arena_borrow(scratch);
    struct least_cost *out = rd_take(scratch, copies.host_count, struct least_cost);
    struct least_cost *in = rd_take(scratch, copies.host_count, struct least_cost);
    for (uint32_t host = 0; host < copies.host_count; host++)
        out[host] = in[host] = (struct least_cost){INFINITY, INFINITY};
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        uint32_t from, to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        lower(&out[from], rd_link_cost(instance, link));
        lower(&in[to], rd_link_cost(instance, link));
    }
    for (uint32_t host = 0; host < copies.host_count; host++) {
        out[host] = isinf(out[host].latency_s) ? (struct least_cost){0, 0} : out[host];
        in[host] = isinf(in[host].latency_s) ? (struct least_cost){0, 0} : in[host];
    }
    for (uint32_t object = 0; object < objects->count; object++) {
        double bytes = rd_content_bytes(instance, (int32_t)object, 1);
        const struct least_cost *last = &in[objects->to[object]];
        copies.shortest_s[object] = INFINITY;
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            const struct least_cost *first = &out[objects->source[i]];
            double duration_s = fmin(first->latency_s + bytes * first->byte_s,
                                     last->latency_s + bytes * last->byte_s);
            copies.way[i] = (struct rd_copy_way){duration_s, RD_NO_LINK, objects->source[i]};
            copies.shortest_s[object] = fmin(copies.shortest_s[object], duration_s);
        }
    }
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
