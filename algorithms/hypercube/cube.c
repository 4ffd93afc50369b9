#include "cube.h"

#include <inttypes.h>
#include <math.h>

bool rd_cube_accepts_one_kind(RD_ACCEPTS_PARAMETERS)
{
    return instance->kind_count == 1 ||
           rd_refuse(reterr, "%" PRIu32 " kinds: this algorithm balances 1", instance->kind_count);
}

double rd_cube_step_s(const struct rd_instance *instance)
{
    double least_s = INFINITY;
    uint64_t link_count = rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < link_count && !(instance->costs_equal && least_s < INFINITY);
         link++) {
        uint32_t from, to;
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        struct rd_link_cost cost = rd_link_cost(instance, link);
        least_s = fmin(least_s, fmax(rd_message_duration_s(cost, instance->item_bytes),
                                     rd_message_duration_s(cost, instance->word_bytes)));
    }
    return least_s < INFINITY ? least_s : 0; /* one host: no step is longer than nothing */
}

double *rd_cube_dimension_costs(const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t d = topology->dimension_count, p = topology->host_count;
    double *mean_s = rd_take(arena, d, double), sum_s = 0;
    for (uint32_t i = 0; i < d; i++) {
        for (uint32_t host = 0; host < p; host++)
            mean_s[i] += rd_item_s(instance, host, host ^ UINT32_C(1) << i) / p;
        sum_s += mean_s[i];
    }
    for (uint32_t i = 0; sum_s == 0 && i < d; i++)
        mean_s[i] = 1;
    return mean_s;
}

int64_t rd_cube_largest_load(const struct rd_instance *instance, uint32_t kind)
{
    int64_t most = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if (most < rd_load(instance, host, kind))
            most = rd_load(instance, host, kind);
    return most;
}
