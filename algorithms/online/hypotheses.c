#include "hypotheses.h"

#include <inttypes.h>

bool rd_protocol_accepts_one_kind(RD_ACCEPTS_PARAMETERS)
{
    return instance->kind_count == 1 ||
           rd_refuse(reterr, "%" PRIu32 " kinds of items: one kind is accepted",
                     instance->kind_count);
}

bool rd_protocol_accepts_both_ways(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t link_count = rd_link_count(topology);
    if (!rd_protocol_accepts_one_kind(instance, options, reterr))
        return false;
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        if (rd_link_ends(topology, link, &from, &to) &&
            rd_link_between(topology, to, from) == RD_NO_LINK)
            return rd_refuse(
                reterr, "a link leads from %s to %s and none back: links both ways are accepted",
                rd_label(instance, from), rd_label(instance, to));
    }
    return true;
}

bool rd_protocol_accepts_holders(RD_ACCEPTS_PARAMETERS)
{
    if (rd_relay_host(&instance->topology) != RD_NO_HOST)
        return rd_refuse(reterr,
                         "the shape is star: its master only relays, and hosts that hold items are "
                         "accepted");
    return rd_protocol_accepts_both_ways(instance, options, reterr);
}

bool rd_protocol_accepts_one_piece(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_topology *topology = &instance->topology;
    if (!rd_protocol_accepts_both_ways(instance, options, reterr))
        return false;
    if (topology->shape != RD_GRAPH)
        return true;
    rd_arena_own(arena);
    const uint32_t *next = rd_next_hops(topology->adjacency, topology->host_count, 0, &arena);
    for (uint32_t host = 0; host < topology->host_count; host++)
        if (next[host] == RD_NO_HOST)
            return rd_refuse(reterr,
                             "a network in pieces: no way leads from %s to %s: one in which every "
                             "host reaches every other is accepted",
                             rd_label(instance, 0), rd_label(instance, host));
    return true;
}

bool rd_protocol_reach(const struct rd_instance *instance, struct rd_reach *ret_reach,
                       struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t steps = topology->host_count * rd_link_count(topology);
    if (steps > RD_REACH_LIMIT)
        return rd_refuse(reterr,
                         "%" PRIu64 " hosts times links: at most %" PRIu64
                         " are accepted, where all ways are found",
                         steps, RD_REACH_LIMIT);
    rd_arena_own(arena);
    *ret_reach = rd_topology_reach(topology, &arena);
    return ret_reach->diameter < UINT32_MAX ||
           rd_refuse(
               reterr,
               "a network in pieces: one in which every host reaches every other is accepted");
}
