#include "network.h"

#include "reachable.h"

#include "sim/base/groups.h"

#include <inttypes.h>

/* The links by sender, then by receiver: sorted by the one, then by the other. */
static void list_links(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_network *network)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t count = network->link_count, n = network->host_count, link = 0;
    uint32_t *from = rd_take(arena, count, uint32_t), *to = rd_take(arena, count, uint32_t);
    uint64_t *number = rd_take(arena, count, uint64_t);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *from_of = rd_take(scratch, count, uint32_t),
             *to_of = rd_take(scratch, count, uint32_t);
    uint64_t *number_of = rd_take(scratch, count, uint64_t), numbers = rd_link_count(topology);
    for (uint64_t i = 0; i < numbers; i++)
        if (rd_link_ends(topology, i, &from_of[link], &to_of[link]))
            number_of[link++] = i;
    struct rd_groups by_receiver = rd_group(to_of, count, n, scratch);
    for (link = 0; link < count; link++)
        from[link] = from_of[by_receiver.member[link]];
    struct rd_groups by_sender = rd_group(from, count, n, scratch);
    for (link = 0; link < count; link++) {
        uint32_t unsorted = by_receiver.member[by_sender.member[link]];
        from[link] = from_of[unsorted];
        to[link] = to_of[unsorted];
        number[link] = number_of[unsorted];
    }
    rd_arena_rewind(scratch, mark);
    struct rd_groups in = rd_group(to, count, n, arena);
    network->from = from;
    network->to = to;
    network->number = number;
    network->out_first = rd_group(from, count, n, arena).first;
    network->in_first = in.first;
    network->in_link = in.member;
}

static void read_costs(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_network *network)
{
    uint32_t count = network->link_count;
    double *item_s = rd_take(arena, count, double), *latency_s = rd_take(arena, count, double);
    network->costs_equal = true;
    for (uint32_t link = 0; link < count; link++) {
        struct rd_link_cost cost = rd_link_cost(instance, network->number[link]);
        item_s[link] =
            instance->item_bytes == 0 ? 0 : instance->item_bytes / cost.bandwidth_bytes_per_s;
        latency_s[link] = cost.latency_s;
        network->has_latency |= cost.latency_s > 0;
        network->costs_equal &= item_s[link] == item_s[0] && latency_s[link] == latency_s[0];
    }
    network->item_s = item_s;
    network->latency_s = latency_s;
}

static void read_shares(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_network *network)
{
    uint32_t *first = rd_take(arena, (size_t)network->link_count + 1, uint32_t);
    const struct rd_shared_use *use, *end;
    for (uint32_t link = 0; link < network->link_count; link++) {
        use = rd_link_uses(instance, network->number[link], &end);
        first[link + 1] = first[link] + (uint32_t)(end - use);
    }
    struct rd_link_share *share = rd_take(arena, first[network->link_count], struct rd_link_share);
    double *item_s = rd_take(arena, first[network->link_count], double);
    for (uint32_t link = 0; link < network->link_count; link++) {
        use = rd_link_uses(instance, network->number[link], &end);
        for (uint32_t i = first[link]; use < end; i++, use++) {
            share[i] = (struct rd_link_share){use->shared,
                                              rd_link_part(instance, network->number[link], use)};
            item_s[i] = rd_shared_item_s(instance, use);
        }
    }
    network->shared_count = instance->shared ? instance->shared->count : 0;
    network->share_first = first;
    network->share = share;
    network->share_item_s = item_s;
}

static void read_hosts(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_network *network)
{
    uint32_t n = network->host_count;
    uint32_t *ports = rd_take(arena, n, uint32_t);
    double *compute_item_s = rd_take(arena, n, double);
    bool limited = instance->port_model == RD_ONE_PORT || instance->port_model == RD_K_PORTS;
    for (uint32_t host = 0; host < n; host++) {
        ports[host] = limited ? rd_host_ports(instance, host) : UINT32_MAX;
        compute_item_s[host] = rd_compute_item_s(instance, host);
    }
    network->ports = ports;
    network->all_ports = !limited;
    network->compute_item_s = compute_item_s;
    network->relay = rd_relay_host(&instance->topology);
}

/* Of the shapes only a graph may leave hosts without a way to others. */
static bool all_reach(const struct rd_network *network, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    return network->instance->topology.shape != RD_GRAPH ||
           (rd_network_tree(network, false, scratch).count == network->host_count &&
            rd_network_tree(network, true, scratch).count == network->host_count);
}

bool rd_network_read(const struct rd_instance *instance, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_network *ret_network,
                     struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t numbers = rd_link_count(topology), links = 0;
    uint32_t from, to;
    if (numbers <= 4 * (uint64_t)RD_NETWORK_LINK_LIMIT)
        for (uint64_t number = 0; number < numbers; number++)
            links += rd_link_ends(topology, number, &from, &to);
    else
        links = numbers;
    if (links > RD_NETWORK_LINK_LIMIT)
        return rd_refuse(reterr, "%" PRIu64 " links: planners for any network take at most %d",
                         links, RD_NETWORK_LINK_LIMIT);
    struct rd_network network = {
        .instance = instance,
        .host_count = topology->host_count,
        .kind_count = instance->kind_count,
        .link_count = (uint32_t)links,
    };
    list_links(instance, arena, scratch, &network);
    read_costs(instance, arena, &network);
    read_shares(instance, arena, &network);
    read_hosts(instance, arena, &network);
    network.all_reach = all_reach(&network, scratch);
    if (!network.all_reach && !rd_network_find_reachable(&network, arena, scratch, reterr))
        return false;
    *ret_network = network;
    return true;
}

void rd_network_send_single_items(struct rd_network *network, struct rd_arena *arena)
{
    double *item_s = rd_take(arena, network->link_count, double);
    for (uint32_t link = 0; link < network->link_count; link++)
        item_s[link] = network->latency_s[link] + network->item_s[link];
    network->item_s = item_s;
    network->latency_s = rd_take(arena, network->link_count, double);
    network->has_latency = false;
    network->single_items = true;
}

struct rd_network_tree rd_network_tree(const struct rd_network *network, bool inward,
                                       struct rd_arena *arena)
{
    uint32_t n = network->host_count;
    struct rd_network_tree tree = {1, rd_take(arena, n, uint32_t), rd_take(arena, n, uint32_t)};
    bool *seen = rd_take(arena, n, bool);
    seen[0] = true;
    for (uint32_t i = 0; i < tree.count; i++) {
        struct rd_port_links port = rd_port_links_of(network, tree.host[i], inward);
        for (uint32_t at = 0; at < port.count; at++) {
            uint32_t next = rd_port_neighbour(network, &port, at);
            if (seen[next])
                continue;
            seen[next] = true;
            tree.link[next] = rd_port_link(&port, at);
            tree.host[tree.count++] = next;
        }
    }
    return tree;
}
