#include "light.h"

#include <inttypes.h>
#include <stdio.h>

struct rd_light rd_light_flows(const struct rd_net_flow *flow)
{
    struct rd_light light = {{INT64_MIN, INT64_MAX}, 0, 0};
    uint32_t n = flow->ring.host_count;
    for (uint32_t host = 0; host < n; host++) {
        int64_t least = flow->ring.sum[host] - flow->ring.load[host];
        int64_t greatest = flow->ring.sum[rd_ring_previous(n, host)] + flow->ring.load[host];
        if (least > light.z.first) {
            light.z.first = least;
            light.first_host = host;
        }
        if (greatest < light.z.last) {
            light.z.last = greatest;
            light.last_host = host;
        }
    }
    return light;
}

struct rd_two_way rd_two_way_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_two_way ring = {.flow = rd_net_flow_read(instance, arena)};
    ring.optimum = rd_net_flow_optimum(&ring.flow);
    ring.light = rd_light_flows(&ring.flow);
    return ring;
}

struct rd_interval rd_light_best(const struct rd_two_way *ring)
{
    struct rd_interval common = rd_light_optima(ring);
    if (!rd_interval_is_empty(common))
        return common;
    const struct rd_interval *light = &ring->light.z;
    int64_t nearest = light->first > ring->optimum.z.last ? light->first : light->last;
    return (struct rd_interval){nearest, nearest};
}

/* How many items a host sends under z. */
static int64_t items_sent(const struct rd_net_flow *flow, uint32_t host, int64_t z)
{
    int64_t forward = flow->ring.sum[host] - z;
    int64_t backward = z - flow->ring.sum[rd_ring_previous(flow->ring.host_count, host)];
    return (forward > 0 ? forward : 0) + (backward > 0 ? backward : 0);
}

bool rd_light_accepts(const struct rd_instance *instance, const struct rd_two_way *ring,
                      struct rd_error *reterr)
{
    if (!rd_interval_is_empty(rd_light_optima(ring)))
        return true;
    /* The last optimal z is below the light ones, or above them. */
    int64_t z = ring->optimum.z.last;
    const struct rd_light *light = &ring->light;
    uint32_t host = z < light->z.first ? light->first_host : light->last_host;
    char system8[128] = "no flow at all is light";
    if (!rd_interval_is_empty(light->z)) {
        struct rd_flow_value value = rd_net_flow_value(&ring->flow, rd_light_best(ring).first);
        snprintf(system8, sizeof system8,
                 "the best light flow (ring-two-way-system8) takes %.10g s",
                 rd_sum_of_products_value(&value.busy));
    }
    return rd_refuse(
        reterr,
        "no optimal flow is light: to take the %.10g s of System 6, %s would send %" PRId64
        " items, and it holds %" PRId64
        ": each host must hold at the start what it sends (Lemma 9); %s",
        rd_sum_of_products_value(&ring->optimum.value.busy), rd_label(instance, host),
        items_sent(&ring->flow, host, z), ring->flow.ring.load[host], system8);
}
