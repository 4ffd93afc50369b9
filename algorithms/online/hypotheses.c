#include "hypotheses.h"

#include "algorithms/network/network.h"

#include <inttypes.h>
#include <string.h>

bool rd_protocol_accepts_one_kind(const struct rd_instance *instance,
                                  const struct rd_options *options, struct rd_error *reterr)
{
    (void)options;
    if (instance->kind_count == 1)
        return true;
    return rd_refuse(reterr, "%" PRIu32 " kinds of items: one kind is accepted",
                     instance->kind_count);
}

bool rd_protocol_accepts_both_ways(const struct rd_instance *instance,
                                   const struct rd_options *options, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t link_count = rd_link_count(topology);
    if (!rd_protocol_accepts_one_kind(instance, options, reterr))
        return false;
    if (rd_relay_host(topology) != RD_NO_HOST)
        return rd_refuse(reterr,
                         "the shape is star: its master only relays, and hosts that hold items are "
                         "accepted");
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        char from_label[RD_LABEL_SIZE], to_label[RD_LABEL_SIZE];
        if (rd_link_ends(topology, link, &from, &to) &&
            rd_link_between(topology, to, from) == RD_NO_LINK)
            return rd_refuse(
                reterr, "a link leads from %s to %s and none back: links both ways are accepted",
                rd_host_label(instance, from, from_label), rd_host_label(instance, to, to_label));
    }
    return true;
}

/* The greatest distance from a host; UINT32_MAX if there is one that it does not reach. */
static uint32_t greatest_distance(const struct rd_network *network, uint32_t from,
                                  uint32_t *distance, uint32_t *queue)
{
    uint32_t begun = 0, count = 0;
    memset(distance, 0xff, network->host_count * sizeof *distance);
    distance[from] = 0;
    queue[count++] = from;
    while (begun < count) {
        uint32_t host = queue[begun++];
        for (uint32_t link = network->out_first[host]; link < network->out_first[host + 1]; link++)
            if (distance[network->to[link]] == UINT32_MAX) {
                distance[network->to[link]] = distance[host] + 1;
                queue[count++] = network->to[link];
            }
    }
    return count < network->host_count ? UINT32_MAX : distance[queue[count - 1]];
}

static bool find_error(const struct rd_network *network, struct rd_arena *arena, int64_t *ret_error,
                       struct rd_error *reterr)
{
    uint32_t *distance = rd_take(arena, network->host_count, uint32_t);
    uint32_t *queue = rd_take(arena, network->host_count, uint32_t);
    uint32_t diameter = 0, degree = 0;
    for (uint32_t host = 0; host < network->host_count && diameter < UINT32_MAX; host++) {
        uint32_t links = network->out_first[host + 1] - network->out_first[host];
        uint32_t farthest = greatest_distance(network, host, distance, queue);
        degree = links > degree ? links : degree;
        diameter = farthest > diameter ? farthest : diameter;
    }
    *ret_error = (int64_t)diameter * degree;
    return diameter < UINT32_MAX ||
           rd_refuse(
               reterr,
               "a network in pieces: one in which every host reaches every other is accepted");
}

bool rd_protocol_stall_error(const struct rd_instance *instance, int64_t *ret_error,
                             struct rd_error *reterr)
{
    uint32_t host_count = instance->topology.host_count;
    if (host_count > RD_DIAMETER_HOST_LIMIT)
        return rd_refuse(reterr,
                         "%" PRIu32 " hosts: at most %d are accepted, whose diameter is found",
                         host_count, RD_DIAMETER_HOST_LIMIT);
    struct rd_arena arena;
    struct rd_network network;
    rd_arena_open(&arena, 0);
    bool found = rd_network_read(instance, &arena, &arena, &network, reterr) &&
                 find_error(&network, &arena, ret_error, reterr);
    rd_arena_close(&arena);
    return found;
}
