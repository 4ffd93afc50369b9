#include "augmenting_paths.h"

#include "sim/base/heap.h"

#include <math.h>
#include <string.h>

/* A host on the frontier. */
struct reached {
    double cost;
    uint32_t host;
};

/* A value of a function, and where it was taken: most are asked for again and again. Prices are
 * looked up by the seconds that are busy, before these are divided by anything. */
struct known {
    double at;
    double value;
};

struct rd_path_search {
    struct known *out_price;  /* [host_count] of the steepness of Phi at the load of a port.. */
    struct known *in_price;   /* [host_count] */
    struct known *link_price; /* [link_count] ..and of a link */
    struct known bus_price;
    struct known *compute_price, *compute_growth; /* [host_count] the same of a processor */
    struct known *link_growth;  /* [link_count] of what is sent more, over a link.. */
    struct known *port_growth;  /* [link_count] ..and over one of several ports */
    struct known *shared_price; /* [shared_count] the same of shared links.. */
    struct known *share_growth; /* ..and of each share of a link */

    double *cost;         /* [host_count] of the cheapest path found */
    uint64_t *seen;       /* [host_count] the search that cost is of */
    uint64_t *settled;    /* [host_count] the search in which it was settled */
    uint32_t *last_link;  /* [host_count] the last link of that path */
    bool *undoes;         /* [host_count] that link is undone, not used */
    struct reached *heap; /* [2 * link_count + 1] */
    size_t heap_count;
    uint64_t number; /* of this search */

    uint32_t kind;
    int64_t want;
    bool backward;    /* paths are followed from their end */
    bool to_deficits; /* end where too little is held */
};

enum { STEEPNESS = 40 };
static const double least_cost = 1e-9;

static struct known *take_known(uint32_t count, struct rd_arena *arena)
{
    struct known *known = rd_take(arena, count, struct known);
    for (uint32_t i = 0; i < count; i++)
        known[i].at = -1; /* no load is */
    return known;
}

struct rd_path_search *rd_path_search_open(const struct rd_network *network, struct rd_arena *arena)
{
    struct rd_path_search *search = rd_take(arena, 1, struct rd_path_search);
    uint32_t n = network->host_count;
    search->out_price = take_known(n, arena);
    search->in_price = take_known(n, arena);
    search->link_price = take_known(network->link_count, arena);
    search->bus_price.at = -1;
    search->compute_price = take_known(n, arena);
    search->compute_growth = take_known(n, arena);
    search->link_growth = take_known(network->link_count, arena);
    search->port_growth = take_known(network->link_count, arena);
    search->shared_price = take_known(network->shared_count, arena);
    search->share_growth = take_known(network->share_first[network->link_count], arena);
    search->cost = rd_take(arena, n, double);
    search->seen = rd_take(arena, n, uint64_t);
    search->settled = rd_take(arena, n, uint64_t);
    search->last_link = rd_take(arena, n, uint32_t);
    search->undoes = rd_take(arena, n, bool);
    search->heap = rd_take(arena, 2 * (size_t)network->link_count + 1, struct reached);
    return search;
}

static bool costs_less(const struct rd_path_search *search, struct reached a, struct reached b)
{
    (void)search;
    return a.cost < b.cost;
}

RD_DEFINE_HEAP(struct rd_path_search, struct reached, heap, heap_count, costs_less, RD_HEAP_PUT)

/* Phi(load + more) - Phi(load), both in units of the time that a port has. It stays finite. In:
 * busy_s, how long all of a host's ports, or a link, are busy now; what that costs is known from
 * before as a rule. */
static double rise(const struct rd_network_flow *flow, struct known *price, double busy_s,
                   uint32_t ports, struct known *growth, double more)
{
    if (price->at != busy_s)
        *price =
            (struct known){busy_s, exp(fmin(600, STEEPNESS * (busy_s / flow->time_s / ports - 1)))};
    if (growth->at != more)
        *growth = (struct known){more, expm1(fmin(60, STEEPNESS * more))};
    return price->value * growth->value;
}

/* How much longer a link is busy if `items` more cross it; its latency is paid once. */
static double more_s(const struct rd_network_flow *flow, uint32_t link, int64_t items)
{
    const struct rd_network *network = flow->network;
    double start_s = flow->link_s[link] > 0 ? 0 : network->latency_s[link];
    return start_s + (double)items * rd_network_item_s(network, link, flow->search->kind);
}

/* What a link's items cost at a port of one of its ends. */
static double port_rise(const struct rd_network_flow *flow, uint32_t link, uint32_t host,
                        struct known *price, double busy_s, double load)
{
    const struct rd_path_search *search = flow->search;
    uint32_t ports = flow->network->ports[host];
    if (ports == 1)
        return rise(flow, &price[host], busy_s, 1, &search->link_growth[link], load);
    if (ports == UINT32_MAX)
        return 0;
    return rise(flow, &price[host], busy_s, ports, &search->port_growth[link], load / ports);
}

/* The marginal cost of sending what is wanted over a link; INFINITY if that may not be. */
static double use_cost(const struct rd_network_flow *flow, uint32_t link)
{
    const struct rd_network *network = flow->network;
    double time_s = flow->time_s;
    if (link == flow->banned)
        return INFINITY;
    if (flow->cost == RD_PATH_LINKS) {
        bool full = flow->link_s[link] + more_s(flow, link, 1) > time_s * (1 + 1e-12);
        return full ? INFINITY
                    : least_cost + rd_network_item_s(network, link, flow->search->kind) / time_s;
    }
    struct rd_path_search *search = flow->search;
    double load = more_s(flow, link, search->want) / time_s;
    uint32_t from = network->from[link], to = network->to[link];
    struct known *growth = &search->link_growth[link];
    double cost = least_cost + 1e-3 * load +
                  rise(flow, &search->link_price[link], flow->link_s[link], 1, growth, load);
    cost += port_rise(flow, link, from, search->out_price, flow->out_s[from], load);
    cost += port_rise(flow, link, to, search->in_price, flow->in_s[to], load);
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
        uint32_t shared = network->share[i].shared;
        cost += rise(flow, &search->shared_price[shared], flow->shared_s[shared], 1,
                     &search->share_growth[i], load * rd_share_fraction(&network->share[i]));
    }
    if (network->instance->topology.shape == RD_BUS)
        cost += rise(flow, &search->bus_price, flow->bus_s, 1, growth, load);
    return flow->salt == 0 ? cost : cost * rd_network_disturbance(flow->salt, link);
}

/* How many items may end, or (pulling) may no longer end, at a host. */
static int64_t room(const struct rd_network_flow *flow, uint32_t host)
{
    const struct rd_path_search *search = flow->search;
    size_t entry = (size_t)host * flow->network->kind_count + search->kind;
    int64_t final = flow->final[entry];
    if (search->backward)
        return final - flow->goal->least[entry];
    return (search->to_deficits ? flow->goal->least[entry] : flow->goal->most[entry]) - final;
}

/* What it costs besides to end at a host. */
static double end_cost(const struct rd_network_flow *flow, uint32_t host)
{
    if (!flow->goal->computes || flow->search->backward)
        return 0;
    if (flow->banned == flow->network->link_count + host)
        return INFINITY;
    double load = (double)flow->search->want * flow->network->compute_item_s[host] / flow->time_s;
    struct rd_path_search *search = flow->search;
    double cost = rise(flow, &search->compute_price[host], flow->compute_s[host], 1,
                       &search->compute_growth[host], load);
    return flow->salt == 0 ? cost : cost * rd_network_disturbance(flow->salt, UINT32_MAX - host);
}

static void reach(struct rd_network_flow *flow, uint32_t host, double cost, uint32_t link,
                  bool undoes)
{
    struct rd_path_search *search = flow->search;
    if (search->seen[host] == search->number && search->cost[host] <= cost)
        return;
    search->seen[host] = search->number;
    search->cost[host] = cost;
    search->last_link[host] = link;
    search->undoes[host] = undoes;
    rd_heap_rise(search, search->heap_count++, (struct reached){cost, host});
}

/* Follows a host's links, those that are used forwards and those that are undone. */
static void settle(struct rd_network_flow *flow, struct reached now)
{
    const struct rd_network *network = flow->network;
    const struct rd_path_search *search = flow->search;
    for (int receives = 0; receives < 2; receives++) {
        struct rd_port_links port = rd_port_links_of(network, now.host, receives);
        for (uint32_t i = 0; i < port.count; i++) {
            uint32_t link = rd_port_link(&port, i), next = rd_port_neighbour(network, &port, i);
            if (search->seen[next] == search->number && search->cost[next] <= now.cost)
                continue;
            if (receives == search->backward)
                reach(flow, next, now.cost + use_cost(flow, link), link, false);
            else if (flow->items[(size_t)link * network->kind_count + search->kind] > 0)
                reach(flow, next, now.cost + least_cost, link, true);
        }
    }
}

/* Returns: where the cheapest path ends; RD_NO_HOST if there is none. */
static uint32_t find_path(struct rd_network_flow *flow, uint32_t host)
{
    struct rd_path_search *search = flow->search;
    uint32_t best = RD_NO_HOST;
    double best_cost = INFINITY;
    search->number++;
    search->heap_count = 0;
    reach(flow, host, 0, UINT32_MAX, false);
    while (search->heap_count > 0) {
        struct reached now = rd_heap_pop(search);
        if (now.cost >= best_cost)
            break;
        if (search->settled[now.host] == search->number || isinf(now.cost))
            continue;
        search->settled[now.host] = search->number;
        double cost = room(flow, now.host) > 0 ? now.cost + end_cost(flow, now.host) : INFINITY;
        if (cost < best_cost) {
            best_cost = cost;
            best = now.host;
        }
        settle(flow, now);
    }
    return best;
}

/* The host from which a path came to this one. */
static uint32_t before(const struct rd_network_flow *flow, uint32_t host)
{
    const struct rd_path_search *search = flow->search;
    uint32_t link = search->last_link[host];
    return search->undoes[host] == search->backward ? flow->network->from[link]
                                                    : flow->network->to[link];
}

/* How many items more fit on a link that has room for one. */
static int64_t fitting_items(const struct rd_network_flow *flow, uint32_t link)
{
    double free_s = flow->time_s * (1 + 1e-12) - flow->link_s[link] - more_s(flow, link, 0);
    double items = free_s / rd_network_item_s(flow->network, link, flow->search->kind);
    return items < 1 ? 1 : (int64_t)fmin(items, (double)RD_ITEM_LIMIT);
}

/* How many items the last link of the path to a host lets pass. */
static int64_t link_room(const struct rd_network_flow *flow, uint32_t host)
{
    const struct rd_network *network = flow->network;
    const struct rd_path_search *search = flow->search;
    uint32_t link = search->last_link[host];
    if (search->undoes[host])
        return flow->items[(size_t)link * network->kind_count + search->kind];
    if (flow->cost == RD_PATH_LINKS && rd_network_item_s(network, link, search->kind) > 0)
        return fitting_items(flow, link);
    return INT64_MAX;
}

/* As many items as every link of the path that is undone, or limited, lets pass. */
static int64_t path_items(const struct rd_network_flow *flow, uint32_t first, uint32_t last)
{
    const struct rd_path_search *search = flow->search;
    int64_t items = search->want, most = room(flow, last);
    items = items < most ? items : most;
    for (uint32_t host = last; host != first; host = before(flow, host)) {
        most = link_room(flow, host);
        items = items < most ? items : most;
    }
    return items;
}

/* What the items that cross a link take, latency aside. */
static double moving_s(const struct rd_network *network, uint32_t link, const int64_t *sent)
{
    double seconds = 0;
    int64_t items = 0;
    for (uint32_t kind = 0; kind < network->kind_count; kind++) {
        if (network->size_count > 1)
            seconds += (double)sent[kind] * rd_network_item_s(network, link, kind);
        items += sent[kind];
    }
    return network->size_count > 1 ? seconds : (double)items * network->item_s[link];
}

void rd_path_send(struct rd_network_flow *flow, uint32_t link, uint32_t kind, int64_t items)
{
    const struct rd_network *network = flow->network;
    int64_t *sent = &flow->items[(size_t)link * network->kind_count];
    int64_t before_items = 0, after_items = 0;
    for (uint32_t j = 0; j < network->kind_count; j++)
        before_items += sent[j];
    sent[kind] += items;
    after_items = before_items + items;
    rd_assert(sent[kind] >= 0);
    double start_s = network->latency_s[link];
    double change_s = (double)items * rd_network_item_s(network, link, kind) +
                      ((after_items > 0) - (before_items > 0)) * start_s;
    flow->link_s[link] = after_items > 0 ? moving_s(network, link, sent) + start_s : 0;
    flow->out_s[network->from[link]] += change_s;
    flow->in_s[network->to[link]] += change_s;
    flow->bus_s += network->instance->topology.shape == RD_BUS ? change_s : 0;
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
        flow->shared_s[network->share[i].shared] +=
            change_s * rd_share_fraction(&network->share[i]);
}

void rd_path_end(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t items)
{
    flow->final[(size_t)host * flow->network->kind_count + kind] += items;
    if (flow->goal->computes)
        flow->compute_s[host] += (double)items * flow->network->compute_item_s[host];
}

/* Returns: the items that were moved. */
static int64_t move(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want,
                    bool backward, bool to_deficits)
{
    struct rd_path_search *search = flow->search;
    search->kind = kind;
    search->want = want;
    search->backward = backward;
    search->to_deficits = to_deficits;
    uint32_t last = find_path(flow, host);
    if (last == RD_NO_HOST)
        return 0;
    int64_t items = path_items(flow, host, last);
    rd_assert(items > 0);
    rd_path_end(flow, last, search->kind, search->backward ? -items : items);
    for (uint32_t at = last; at != host; at = before(flow, at))
        rd_path_send(flow, search->last_link[at], search->kind,
                     search->undoes[at] ? -items : items);
    return items;
}

/* Finds the cheapest path from every host to one that has room. */
static void find_all_paths(struct rd_network_flow *flow)
{
    struct rd_path_search *search = flow->search;
    uint32_t n = flow->network->host_count;
    search->number++;
    search->heap_count = 0;
    search->want = 1;
    for (uint32_t host = 0; host < n; host++) {
        search->backward = false; /* room to end, and what that costs */
        double cost = room(flow, host) > 0 ? end_cost(flow, host) : INFINITY;
        if (cost < INFINITY)
            reach(flow, host, cost, UINT32_MAX, false);
    }
    search->backward = true;
    while (search->heap_count > 0) {
        struct reached now = rd_heap_pop(search);
        if (search->settled[now.host] == search->number || isinf(now.cost))
            continue;
        search->settled[now.host] = search->number;
        settle(flow, now);
    }
}

/* Sends what is unplaced at a host along the path that was found, as far as there is still room. */
static int64_t follow_path(struct rd_network_flow *flow, uint32_t host)
{
    struct rd_path_search *search = flow->search;
    uint32_t kinds = flow->network->kind_count, end = host;
    int64_t items = flow->unplaced[(size_t)host * kinds + search->kind];
    if (items <= 0 || search->settled[host] != search->number)
        return 0;
    for (; search->last_link[end] != UINT32_MAX; end = before(flow, end)) {
        int64_t most = link_room(flow, end);
        items = items < most ? items : most;
    }
    search->backward = false;
    int64_t most = room(flow, end);
    search->backward = true;
    items = items < most ? items : most;
    if (items <= 0)
        return 0;
    for (uint32_t at = host; at != end; at = before(flow, at))
        rd_path_send(flow, search->last_link[at], search->kind,
                     search->undoes[at] ? -items : items);
    rd_path_end(flow, end, search->kind, items);
    flow->unplaced[(size_t)host * kinds + search->kind] -= items;
    return items;
}

int64_t rd_path_push_all(struct rd_network_flow *flow, uint32_t kind, bool to_deficits)
{
    struct rd_path_search *search = flow->search;
    search->kind = kind;
    search->to_deficits = to_deficits;
    find_all_paths(flow);
    int64_t moved = 0;
    for (uint32_t host = 0; host < flow->network->host_count; host++)
        moved += follow_path(flow, host);
    return moved;
}

int64_t rd_path_push(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want,
                     bool to_deficits)
{
    return move(flow, host, kind, want, false, to_deficits);
}

int64_t rd_path_pull(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want)
{
    return move(flow, host, kind, want, true, false);
}
