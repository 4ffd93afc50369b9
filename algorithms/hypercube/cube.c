#include "cube.h"

#include <inttypes.h>

static bool costs_differ(struct rd_link_cost a, struct rd_link_cost b)
{
    return a.latency_s != b.latency_s || a.bandwidth_bytes_per_s != b.bandwidth_bytes_per_s;
}

bool rd_cube_accepts(const struct rd_instance *instance, const struct rd_options *options,
                     struct rd_error *reterr)
{
    (void)options;
    const struct rd_topology *topology = &instance->topology;
    uint64_t link_count = instance->costs_equal ? 0 : rd_link_count(topology), first = RD_NO_LINK;
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to, first_from, first_to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        if (first == RD_NO_LINK)
            first = link;
        if (!costs_differ(instance->link_cost[first], instance->link_cost[link]))
            continue;
        rd_link_ends(topology, first, &first_from, &first_to);
        char label[4][RD_LABEL_SIZE];
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%s to %s takes %.10g s an item and %s to %s %.10g s: steps need links of "
                       "equal latency and bandwidth",
                       rd_host_label(instance, first_from, label[0]),
                       rd_host_label(instance, first_to, label[1]),
                       rd_item_s(instance, first_from, first_to),
                       rd_host_label(instance, from, label[2]),
                       rd_host_label(instance, to, label[3]), rd_item_s(instance, from, to));
    }
    return true;
}

bool rd_cube_accepts_one_kind(const struct rd_instance *instance, const struct rd_options *options,
                              struct rd_error *reterr)
{
    if (instance->kind_count == 1)
        return rd_cube_accepts(instance, options, reterr);
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "%" PRIu32 " kinds: this algorithm balances 1",
                   instance->kind_count);
}

double rd_cube_step_s(const struct rd_instance *instance)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t link_count = rd_link_count(topology);
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        double item_s = rd_message_duration_s(rd_link_cost(instance, link), instance->item_bytes);
        double word_s = rd_message_duration_s(rd_link_cost(instance, link), instance->word_bytes);
        return item_s > word_s ? item_s : word_s;
    }
    return 0; /* one host: no step is longer than nothing */
}

int64_t rd_cube_largest_load(const struct rd_instance *instance, uint32_t kind)
{
    int64_t most = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if (most < rd_load(instance, host, kind))
            most = rd_load(instance, host, kind);
    return most;
}

int64_t rd_cube_item_count(const struct rd_instance *instance, uint32_t kind)
{
    int64_t sum = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        sum += rd_load(instance, host, kind);
    return sum;
}
