#include "port_loads.h"

#include <math.h>

/* What has to pass the ports of a host: bytes, of how many items. */
struct need {
    double bytes, copied, moved;
};

static void add(struct need *need, double *items, double count, double bytes)
{
    *items += count;
    need->bytes += count * bytes;
}

/* In: sends, receives [hosts]. */
static void add_named(const struct rd_multicast *multicast, struct need *sends,
                      struct need *receives)
{
    const struct rd_instance *instance = multicast->network.instance;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        double bytes = rd_kind_bytes(instance, piece->kind), items = (double)piece->items;
        if (piece->holder_count == 1)
            add(&sends[piece->holder[0]], &sends[piece->holder[0]].copied, items, bytes);
        for (uint32_t sink = 0; sink < piece->sink_count; sink++)
            add(&receives[piece->sink[sink]], &receives[piece->sink[sink]].copied, items, bytes);
    }
}

static void add_counted(const struct rd_instance *instance, struct need *sends,
                        struct need *receives)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < instance->copies->first_kind; kind++) {
            int64_t more = rd_target(instance, host, kind) - rd_load(instance, host, kind);
            struct need *need = more > 0 ? &receives[host] : &sends[host];
            add(need, &need->moved, fabs((double)more), rd_kind_bytes(instance, kind));
        }
}

/* How long a need takes over the quickest of some links, by some at a time: the busiest of these
 * has a message at least. */
static double lasts_s(const struct rd_network *network, const struct rd_port_links *links,
                      const struct need *need, uint32_t places)
{
    double latency_s = INFINITY, byte_s = INFINITY;
    for (uint32_t i = 0; i < links->count; i++) {
        struct rd_link_cost cost =
            rd_link_cost(network->instance, network->number[rd_port_link(links, i)]);
        latency_s = fmin(latency_s, cost.latency_s);
        byte_s = fmin(byte_s, 1 / cost.bandwidth_bytes_per_s);
    }
    if (need->copied + need->moved == 0 || isinf(latency_s))
        return 0;
    return latency_s + need->bytes * byte_s / places;
}

static void take(struct rd_port_loads *greatest, double seconds, uint32_t host, bool receives,
                 const struct need *need)
{
    if (seconds > greatest->seconds)
        *greatest = (struct rd_port_loads){seconds, host, receives, need->copied, need->moved};
}

struct rd_port_loads rd_port_loads_find(const struct rd_multicast *multicast,
                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_network *network = &multicast->network;
    struct rd_port_loads greatest = {.host = RD_NO_HOST};
    struct need *sends = rd_take(scratch, network->host_count, struct need), bus = {0};
    struct need *receives = rd_take(scratch, network->host_count, struct need);
    add_named(multicast, sends, receives);
    add_counted(network->instance, sends, receives);
    for (uint32_t host = 0; host < network->host_count; host++) {
        for (int way = 0; way < 2; way++) {
            struct rd_port_links links = rd_port_links_of(network, host, way == 1);
            const struct need *need = way == 1 ? &receives[host] : &sends[host];
            uint32_t places = rd_multicast_ports(multicast, host, way == 1);
            take(&greatest, lasts_s(network, &links, need, places), host, way == 1, need);
        }
        bus.bytes += receives[host].bytes;
        bus.copied += receives[host].copied;
        bus.moved += receives[host].moved;
    }
    struct rd_port_links all = {0, network->link_count, NULL};
    if (multicast->bus)
        take(&greatest, lasts_s(network, &all, &bus, 1), RD_NO_HOST, true, &bus);
    return greatest;
}
