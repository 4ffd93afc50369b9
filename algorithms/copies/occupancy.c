#include "occupancy.h"

struct rd_occupancy rd_occupancy_open(const struct rd_multicast *multicast, struct rd_arena *arena)
{
    const struct rd_network *network = &multicast->network;
    struct rd_occupancy occupancy = {
        .multicast = multicast,
        .sending = rd_take(arena, network->host_count, uint32_t),
        .receiving = rd_take(arena, network->host_count, uint32_t),
        .busy = rd_take(arena, network->link_count, bool),
        .room = rd_take(arena, network->shared_count, int64_t),
    };
    for (uint32_t shared = 0; shared < network->shared_count; shared++)
        occupancy.room[shared] = RD_SHARED_ROOM;
    return occupancy;
}

bool rd_occupancy_is_free(const struct rd_occupancy *occupancy, uint32_t link)
{
    const struct rd_network *network = &occupancy->multicast->network;
    uint32_t from = network->from[link], to = network->to[link];
    if (occupancy->busy[link] || occupancy->sending[from] >= network->ports[from] ||
        occupancy->receiving[to] >= network->ports[to] ||
        (occupancy->multicast->bus && occupancy->under_way > 0))
        return false;
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
        if (network->share[i].part > occupancy->room[network->share[i].shared])
            return false;
    return true;
}

void rd_occupancy_start(struct rd_occupancy *occupancy, uint32_t link)
{
    const struct rd_network *network = &occupancy->multicast->network;
    occupancy->busy[link] = true;
    occupancy->under_way++;
    occupancy->sending[network->from[link]]++;
    occupancy->receiving[network->to[link]]++;
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
        occupancy->room[network->share[i].shared] -= network->share[i].part;
}

void rd_occupancy_end(struct rd_occupancy *occupancy, uint32_t link)
{
    const struct rd_network *network = &occupancy->multicast->network;
    occupancy->busy[link] = false;
    occupancy->under_way--;
    occupancy->sending[network->from[link]]--;
    occupancy->receiving[network->to[link]]--;
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
        occupancy->room[network->share[i].shared] += network->share[i].part;
}
