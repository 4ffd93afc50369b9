#include "network.h"

#include "algorithms/kernels/max_flow.h"
#include "sim/base/groups.h"
#include "sim/base/integers.h"
#include "sim/base/mean.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint32_t rd_network_link_between(const struct rd_network *network, uint32_t from, uint32_t to)
{
    uint32_t low = network->out_first[from], high = network->out_first[from + 1];
    RD_FIND_FIRST(low, high, link, network->to[link] >= to);
    return low < network->out_first[from + 1] && network->to[low] == to ? low : RD_NO_HOST;
}

int64_t rd_network_balance_windows(const struct rd_network *network, uint32_t kind,
                                   int64_t *ret_low, int64_t *ret_error)
{
    int64_t total = rd_item_count(network->instance, kind);
    int64_t hosts = network->host_count - (network->relay != RD_NO_HOST);
    *ret_low = *ret_error = 0;
    if (hosts == 0)
        return 1;
    int64_t error = network->instance->balance_error, least_error = total % hosts != 0;
    error = error > least_error ? error : least_error;
    error = error < total ? error : total;
    int64_t high = total / hosts, low = error == 0 ? high : high + 1 - error;
    *ret_error = error;
    *ret_low = low > 0 ? low : 0;
    if (network->windows) {
        *ret_low = network->windows[kind].least;
        high = network->windows[kind].most;
    }
    return high - *ret_low + 1;
}

/* What a kind's items may do. Nodes: hosts, source, sink. */
struct transport {
    const struct rd_network *network;
    uint32_t kind;
    struct rd_flow flow;
    int64_t missing; /* what is wanted, or has to go, and finds no way */
    int64_t limit;   /* of each host in a balance */
    bool fills; /* it is what hosts must get at the least, not what they may keep at the most */
};

static int64_t load_of(const struct transport *transport, uint32_t host)
{
    return rd_load(transport->network->instance, host, transport->kind);
}

/* What may, or must, end at a host. */
static int64_t end_of(const struct transport *transport, uint32_t host)
{
    const struct rd_instance *instance = transport->network->instance;
    return instance->goal == RD_REACH ? rd_target(instance, host, transport->kind)
                                      : transport->limit;
}

/* Finds the flow. Returns: is it whole? */
static bool carry(struct transport *transport, struct rd_arena *scratch)
{
    const struct rd_network *network = transport->network;
    uint32_t n = network->host_count, source = n, sink = n + 1;
    int64_t wanted = 0;
    transport->flow = rd_flow_make(n + 2, network->link_count + 2 * n, scratch);
    for (uint32_t host = 0; host < n; host++) {
        wanted += transport->fills ? end_of(transport, host) : load_of(transport, host);
        rd_flow_add(&transport->flow, source, host, load_of(transport, host));
        rd_flow_add(&transport->flow, host, sink, end_of(transport, host));
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        rd_flow_add(&transport->flow, network->from[link], network->to[link], RD_FLOW_UNBOUNDED);
    transport->missing = wanted - rd_flow_maximize(&transport->flow, source, sink, scratch);
    return transport->missing == 0;
}

/* The first host on the source's side, or on the other, that holds too much there or here too
 * little; else just the first. Returns: RD_NO_HOST if there is none on that side. */
static uint32_t first_host(const struct transport *transport, bool near)
{
    uint32_t any = RD_NO_HOST;
    for (uint32_t host = 0; host < transport->network->host_count; host++) {
        int64_t above = load_of(transport, host) - end_of(transport, host);
        if (rd_flow_is_near(&transport->flow, host) != near)
            continue;
        if (near ? above > 0 : above < 0)
            return host;
        any = any == RD_NO_HOST ? host : any;
    }
    return any;
}

/* "h0 holds 5 and is to end with 2" */
static const char *say_host(const struct transport *transport, uint32_t host, const char *which,
                            char text[2 * RD_LABEL_SIZE])
{
    char label[RD_LABEL_SIZE];
    const struct rd_instance *instance = transport->network->instance;
    const char *limit = instance->goal == RD_REACH ? ""
                        : transport->fills         ? "at least "
                                                   : "at most ";
    snprintf(text, 2 * RD_LABEL_SIZE, "%s%s holds %" PRId64 " and is to end with %s%" PRId64,
             rd_host_label(instance, host, label), which, load_of(transport, host), limit,
             end_of(transport, host));
    return text;
}

/* In: a flow that is not whole. No way leads out of the hosts on the source's side. */
static bool fail(const struct transport *transport, struct rd_error *reterr)
{
    uint32_t from = first_host(transport, true), to = first_host(transport, false);
    char from_text[2 * RD_LABEL_SIZE], to_text[2 * RD_LABEL_SIZE], kind[40] = "";
    rd_assert(from != RD_NO_HOST && to != RD_NO_HOST);
    if (transport->network->kind_count > 1)
        snprintf(kind, sizeof kind, " of kind %" PRIu32, transport->kind);
    return rd_refuse(reterr,
                     "%" PRId64 " item%s%s cannot come where %s must: %s, and no way leads from "
                     "there to %s",
                     transport->missing, transport->missing == 1 ? "" : "s", kind,
                     transport->missing == 1 ? "it" : "they",
                     say_host(transport, from, "", from_text),
                     say_host(transport, to, ", which", to_text));
}

/* Can all hosts end with no more than some number of items; or, filling, all with as many? */
static bool can_balance(const struct rd_network *network, uint32_t kind, bool fills, int64_t limit,
                        struct rd_arena *scratch, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct transport transport = {.network = network, .kind = kind, .limit = limit, .fills = fills};
    return carry(&transport, scratch) || fail(&transport, reterr);
}

/* Hosts that no way leads out of keep what they hold, so that windows must not be too low; those
 * that no way leads to get nothing, so that they must not be too high. */
static bool find_windows(const struct rd_network *network, uint32_t kind, struct rd_arena *scratch,
                         struct rd_network_windows *ret_windows, struct rd_error *reterr)
{
    int64_t low, error, count = rd_network_balance_windows(network, kind, &low, &error);
    int64_t least = low, high = low + count - 1, beyond = high + 1;
    if (!can_balance(network, kind, false, high + error, scratch, reterr) ||
        !can_balance(network, kind, true, low, scratch, reterr))
        return false;
    RD_FIND_FIRST(least, high, i, can_balance(network, kind, false, i + error, scratch, NULL));
    RD_FIND_FIRST(low, beyond, i, !can_balance(network, kind, true, i, scratch, NULL));
    *ret_windows = (struct rd_network_windows){least, beyond - 1};
    return least < beyond || can_balance(network, kind, false, beyond - 1 + error, scratch, reterr);
}

/* Can the goal be reached, if time does not matter? Items of one kind that lie anywhere may end
 * wherever ways lead: after and balance are a flow of each kind over links without limits. To
 * finish nothing has to move. Sets network->windows for the goal balance, from the arena. In: a
 * network with all else, on which some host does not reach some other one. Errors:
 * RD_ERROR_REFUSED, naming items that cannot come where they must. Cost: a maximum flow for each
 * kind, and for a balance some of each. */
static bool find_reachable(struct rd_network *network, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_error *reterr)
{
    enum rd_goal goal = network->instance->goal;
    if (goal != RD_REACH && goal != RD_BALANCE)
        return true;
    struct rd_network_windows *windows =
        goal == RD_BALANCE ? rd_take(arena, network->kind_count, struct rd_network_windows) : NULL;
    for (uint32_t kind = 0; kind < network->kind_count; kind++) {
        rd_arena_borrow(scratch);
        struct transport transport = {.network = network, .kind = kind};
        if (windows ? !find_windows(network, kind, scratch, &windows[kind], reterr)
                    : !carry(&transport, scratch) && !fail(&transport, reterr))
            return false;
    }
    network->windows = windows;
    return true;
}

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

/* Which sizes items have. */
static void list_sizes(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_network *network)
{
    uint32_t kinds = instance->kind_count;
    network->size_count = 1;
    network->size_bytes = &instance->item_bytes;
    if (!instance->kind_bytes || instance->copies)
        return;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    double *sorted = rd_take(scratch, kinds, double);
    memcpy(sorted, instance->kind_bytes, kinds * sizeof *sorted);
    rd_sort_numbers(sorted, kinds);
    for (uint32_t i = 1; i < kinds; i++)
        if (sorted[i] > sorted[network->size_count - 1])
            sorted[network->size_count++] = sorted[i];
    double *size_bytes = rd_take(arena, network->size_count, double);
    for (uint32_t i = 0; i < network->size_count; i++)
        size_bytes[i] = sorted[network->size_count - 1 - i];
    rd_arena_rewind(scratch, mark);
    uint32_t *size_of = rd_take(arena, kinds, uint32_t);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t low = 0, high = network->size_count - 1;
        RD_FIND_FIRST(low, high, i, size_bytes[i] <= instance->kind_bytes[kind]);
        size_of[kind] = low;
    }
    network->size_bytes = size_bytes;
    network->size_of = size_of;
}

static void read_costs(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_network *network)
{
    uint32_t count = network->link_count;
    double *item_s = rd_take(arena, (size_t)network->size_count * count, double);
    double *latency_s = rd_take(arena, count, double);
    network->costs_equal = true;
    for (uint32_t link = 0; link < count; link++) {
        struct rd_link_cost cost = rd_link_cost(instance, network->number[link]);
        for (uint32_t size = 0; size < network->size_count; size++)
            item_s[(size_t)size * count + link] = rd_moving_s(cost, network->size_bytes[size]);
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
    size_t count = first[network->link_count];
    struct rd_link_share *share = rd_take(arena, count, struct rd_link_share);
    double *item_s = rd_take(arena, network->size_count * count, double);
    for (uint32_t link = 0; link < network->link_count; link++) {
        use = rd_link_uses(instance, network->number[link], &end);
        for (uint32_t i = first[link]; use < end; i++, use++) {
            share[i] = (struct rd_link_share){use->shared,
                                              rd_link_part(instance, network->number[link], use)};
            for (uint32_t size = 0; size < network->size_count; size++)
                item_s[size * count + i] =
                    rd_shared_item_s(instance, use, network->size_bytes[size]);
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

bool rd_network_has_port_per_link(const struct rd_network *network)
{
    for (uint32_t host = 0; host < network->host_count; host++)
        if (network->ports[host] < rd_port_links_of(network, host, false).count ||
            network->ports[host] < rd_port_links_of(network, host, true).count)
            return false;
    return true;
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
    list_sizes(instance, arena, scratch, &network);
    if (network.size_count > RD_NETWORK_LINK_LIMIT / (links + 1))
        return rd_refuse(reterr,
                         "%" PRIu64 " links and items of %" PRIu32
                         " sizes: planners for any network take at most %d links times sizes",
                         links, network.size_count, RD_NETWORK_LINK_LIMIT);
    list_links(instance, arena, scratch, &network);
    read_costs(instance, arena, &network);
    read_shares(instance, arena, &network);
    read_hosts(instance, arena, &network);
    network.all_reach = all_reach(&network, scratch);
    if (!network.all_reach && !find_reachable(&network, arena, scratch, reterr))
        return false;
    *ret_network = network;
    return true;
}

void rd_network_send_single_items(struct rd_network *network, struct rd_arena *arena)
{
    size_t costs = (size_t)network->size_count * network->link_count;
    double *item_s = rd_take(arena, costs, double);
    for (size_t i = 0; i < costs; i++)
        item_s[i] = network->latency_s[i % network->link_count] + network->item_s[i];
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
