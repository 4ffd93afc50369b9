#include "object_ways.h"

#include <math.h>

/* The least latency, and seconds a byte, of all links out of a host, or into it. */
struct least_cost {
    double latency_s, byte_s;
};

static void lower(struct least_cost *least, struct rd_link_cost cost)
{
    least->latency_s = fmin(least->latency_s, cost.latency_s);
    least->byte_s = fmin(least->byte_s, 1 / cost.bandwidth_bytes_per_s);
}

static double lasts_s(const struct least_cost *least, double bytes)
{
    return isinf(least->latency_s) ? 0 : least->latency_s + bytes * least->byte_s;
}

static void find_with_stops(const struct rd_instance *instance, double *way_s,
                            struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    const struct rd_topology *topology = &instance->topology;
    uint32_t host_count = topology->host_count;
    rd_arena_borrow(scratch);
    struct least_cost *out = rd_take(scratch, host_count, struct least_cost);
    struct least_cost *in = rd_take(scratch, host_count, struct least_cost);
    for (uint32_t host = 0; host < host_count; host++)
        out[host] = in[host] = (struct least_cost){INFINITY, INFINITY};
    rd_each_link (link, topology) {
        lower(&out[link.from], rd_link_cost(instance, link.number));
        lower(&in[link.to], rd_link_cost(instance, link.number));
    }
    for (uint32_t object = 0; object < objects->count; object++) {
        double bytes = rd_kind_bytes(instance, object);
        double last_s = lasts_s(&in[objects->to[object]], bytes);
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++)
            way_s[i] = fmin(lasts_s(&out[objects->source[i]], bytes), last_s);
    }
}

double *rd_object_ways_s(const struct rd_instance *instance, bool stops, struct rd_arena *arena,
                         struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    double *way_s = rd_take(arena, objects->first[objects->count], double);
    if (stops) {
        find_with_stops(instance, way_s, scratch);
        return way_s;
    }
    for (uint32_t object = 0; object < objects->count; object++)
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
            uint64_t link =
                rd_link_between(&instance->topology, objects->source[i], objects->to[object]);
            way_s[i] = link == RD_NO_LINK ? INFINITY
                                          : rd_message_duration_s(rd_link_cost(instance, link),
                                                                  rd_kind_bytes(instance, object));
        }
    return way_s;
}
